/* SPDX-License-Identifier: Apache-2.0 */
/*
 * icd-file: the name in files as drivers install them and in malformed files, and which files are
 * not opened at all.
 */
#include "discover/icd-file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit/unit.h"

#define BOM "\xEF\xBB\xBF"
#define BYTES(text) text, sizeof(text) - 1

static const struct {
	const char *bytes;
	size_t size;
	const char *name;	/* NULL: none */
	enum reason reason;
} texts[] = {
	{ BYTES("libpocl.so.2.13.0"), "libpocl.so.2.13.0", REASON_OK },
	{ BYTES("libRusticlOpenCL.so.1\n"), "libRusticlOpenCL.so.1", REASON_OK },
	{ BYTES("/usr/lib/x86_64-linux-gnu/intel-opencl/libigdrcl.so\n"),
	  "/usr/lib/x86_64-linux-gnu/intel-opencl/libigdrcl.so", REASON_OK },
	{ BYTES("liba.so\r\n"), "liba.so", REASON_OK },
	{ BYTES("\r\n\r\nliba.so\r\nlibb.so\r\n"), "liba.so", REASON_OK },
	{ BYTES("  \tliba.so\t \n"), "liba.so", REASON_OK },
	{ BYTES("# the driver\n#liba.so\nlibb.so\n"), "libb.so", REASON_OK },
	{ BYTES("  # the driver\nlibb.so\n"), "libb.so", REASON_OK },
	{ BYTES("\n\n \t\nliba.so\nlibb.so\n"), "liba.so", REASON_OK },
	{ BYTES(BOM "liba.so\n"), "liba.so", REASON_OK },
	{ BYTES(BOM "# text\r\nliba.so"), "liba.so", REASON_OK },
	{ BYTES("my driver.so\n"), "my driver.so", REASON_OK },
	{ BYTES("liba.so # no comment\n"), "liba.so # no comment", REASON_OK },
	{ BYTES("../lib/liba.so\n"), "../lib/liba.so", REASON_OK },
	{ BYTES("\xFF\xFE\xC3\n"), "\xFF\xFE\xC3", REASON_OK },
	{ BYTES("liba.so\n\0\0"), "liba.so", REASON_OK },
	{ BYTES("a"), "a", REASON_OK },
	{ BYTES(""), NULL, REASON_EMPTY_FILE },
	{ BYTES("\n"), NULL, REASON_NO_LIBRARY_NAME },
	{ BYTES("\r\n"), NULL, REASON_NO_LIBRARY_NAME },
	{ BYTES(" \t\v\f\r\n"), NULL, REASON_NO_LIBRARY_NAME },
	{ BYTES(BOM), NULL, REASON_NO_LIBRARY_NAME },
	{ BYTES(BOM "\n"), NULL, REASON_NO_LIBRARY_NAME },
	{ BYTES("# only a comment"), NULL, REASON_NO_LIBRARY_NAME },
	{ BYTES("#\n#\n"), NULL, REASON_NO_LIBRARY_NAME },
	{ BYTES("\0"), NULL, REASON_NOT_TEXT },
	{ BYTES("liba\0.so\n"), NULL, REASON_NOT_TEXT },
	{ BYTES("\x7F" "ELF\2\1\1\0\0\0\0\0"), NULL, REASON_NOT_TEXT },
	{ BYTES("\xFF\xFEl\0i\0b\0"), NULL, REASON_NOT_TEXT },	/* UTF-16 */
};

START_TEST(name_in_text)
{
	/* A copy of the exact size, so that AddressSanitizer notices a read beyond its end. */
	char *bytes = malloc(texts[_i].size + 1);
	const char *name = NULL;
	size_t length = 0;

	memcpy(bytes, texts[_i].bytes, texts[_i].size);
	bytes[texts[_i].size] = '\0';
	ck_assert_int_eq(icd_file_parse(bytes, texts[_i].size, &name, &length), texts[_i].reason);
	if (texts[_i].name) {
		ck_assert_uint_eq(length, strlen(texts[_i].name));
		ck_assert_mem_eq(name, texts[_i].name, length);
	}
	free(bytes);
}
END_TEST

static const struct {
	size_t blank;		/* lines before the name */
	size_t length;		/* of the name */
	bool has_newline;
	enum reason reason;
} long_texts[] = {
	{ 0, 4095, true, REASON_OK },
	{ 0, 4095, false, REASON_OK },
	{ 0, 4096, true, REASON_TOO_LONG },
	{ 0, 4096, false, REASON_TOO_LONG },
	{ 0, 100000, true, REASON_TOO_LONG },
	{ 0, 1 << 20, false, REASON_TOO_LONG },
	{ 8000, 191, true, REASON_OK },
	{ 8000, 191, false, REASON_OK },
	{ 8000, 192, false, REASON_TOO_LONG },	/* may continue after 8 KiB */
	{ 8000, 300, true, REASON_TOO_LONG },
	{ 8191, 1, true, REASON_TOO_LONG },
	{ 8192, 10, true, REASON_NO_LIBRARY_NAME },
};

START_TEST(only_the_first_8_kib_count)
{
	size_t size = long_texts[_i].blank + long_texts[_i].length + long_texts[_i].has_newline;
	struct candidate candidate = { .path = "/x.icd" };
	char *bytes = malloc(size);

	ck_assert_int_eq(PATH_MAX, 4096);
	memset(bytes, '\n', size);
	memset(bytes + long_texts[_i].blank, 'a', long_texts[_i].length);
	unit_write("x.icd", bytes, size);
	free(bytes);
	icd_file_read(&candidate, LOG_TOPIC_SCAN, unit_dir, true, &unit_arena);
	ck_assert_int_eq(candidate.verdict.reason, long_texts[_i].reason);
	if (long_texts[_i].reason == REASON_OK)
		ck_assert_uint_eq(strlen(candidate.library), long_texts[_i].length);
	else
		ck_assert_ptr_null(candidate.library);
}
END_TEST

static const struct {
	const char *path;
	const char *written;
	const char *library;
} relatives[] = {
	{ "/etc/OpenCL/vendors/x.icd", "liba.so", "liba.so" },
	{ "/etc/OpenCL/vendors/x.icd", "/lib/liba.so", "/lib/liba.so" },
	{ "/etc/OpenCL/vendors/x.icd", "./liba.so", "/etc/OpenCL/vendors/./liba.so" },
	{ "/etc/OpenCL/vendors/x.icd", "../a/liba.so", "/etc/OpenCL/vendors/../a/liba.so" },
	{ "/etc/OpenCL/vendors/x.icd", "sub/liba.so", "/etc/OpenCL/vendors/sub/liba.so" },
	{ "/x.icd", "sub/liba.so", "/sub/liba.so" },
	{ "/x.icd", "/", "/" },
};

START_TEST(path_is_relative_to_the_directory_of_the_file)
{
	struct candidate candidate = { .path = relatives[_i].path };
	char what[128];

	snprintf(what, sizeof(what), "%s=%s\n", relatives[_i].path + 1, relatives[_i].written);
	unit_make(what);
	icd_file_read(&candidate, LOG_TOPIC_SCAN, unit_dir, false, &unit_arena);
	ck_assert_int_eq(candidate.verdict.reason, REASON_OK);
	ck_assert_str_eq(candidate.written, relatives[_i].written);
	ck_assert_str_eq(candidate.library, relatives[_i].library);
}
END_TEST

/* A link is not followed for this: the directory is the link's directory. */
START_TEST(relative_path_through_a_link)
{
	struct candidate candidate = { .path = "/d/x.icd" };

	unit_make("real/x.icd=sub/liba.so");
	unit_make("d/x.icd->../real/x.icd");
	icd_file_read(&candidate, LOG_TOPIC_SCAN, unit_dir, false, &unit_arena);
	ck_assert_str_eq(candidate.library, "/d/sub/liba.so");
}
END_TEST

/* A file in the working directory, named without a directory. */
START_TEST(relative_path_without_directory)
{
	struct candidate candidate = { .path = "x.icd" };

	ck_assert_int_eq(chdir(unit_dir), 0);
	unit_make("x.icd=sub/liba.so");
	icd_file_read(&candidate, LOG_TOPIC_SCAN, "", false, &unit_arena);
	ck_assert_int_eq(candidate.verdict.reason, REASON_OK);
	ck_assert_str_eq(candidate.library, "./sub/liba.so");
}
END_TEST

static const struct {
	const char *make;
	bool is_regular;	/* the argument of the call */
	enum reason reason;
	int code;
} files[] = {
	{ "other=x", false, REASON_UNREADABLE, ENOENT },
	{ "other=x", true, REASON_UNREADABLE, ENOENT },	/* removed since it was listed */
	{ "x.icd->nothing", false, REASON_UNREADABLE, ENOENT },
	{ "x.icd->x.icd", false, REASON_UNREADABLE, ELOOP },
	{ "x.icd/", false, REASON_NOT_REGULAR, 0 },
	{ "x.icd/", true, REASON_UNREADABLE, EISDIR },
	{ "x.icd|", false, REASON_NOT_REGULAR, 0 },
	{ "x.icd@", false, REASON_NOT_REGULAR, 0 },
	{ "x.icd@", true, REASON_UNREADABLE, ENXIO },
	{ "x.icd->/dev/null", false, REASON_NOT_REGULAR, 0 },
	{ "x.icd->/dev/zero", false, REASON_NOT_REGULAR, 0 },
	{ "x.icd=", false, REASON_EMPTY_FILE, 0 },
	{ "x.icd|", true, REASON_EMPTY_FILE, 0 },		/* replaced by a FIFO */
	{ "x.icd=liba.so", false, REASON_OK, 0 },
	{ "x.icd=liba.so", true, REASON_OK, 0 },
};

START_TEST(kinds_of_files)
{
	struct candidate candidate = { .path = "/x.icd" };

	unit_make(files[_i].make);
	icd_file_read(&candidate, LOG_TOPIC_SCAN, unit_dir, files[_i].is_regular, &unit_arena);
	ck_assert_int_eq(candidate.verdict.reason, files[_i].reason);
	ck_assert_int_eq(candidate.verdict.code, files[_i].code);
}
END_TEST

START_TEST(file_without_permission)
{
	struct candidate candidate = { .path = "/x.icd" };

	unit_make("x.icd=liba.so");
	ck_assert_int_eq(chmod(unit_path("x.icd"), 0), 0);
	ck_assert_int_eq(chmod(unit_dir, 0755), 0);
	unit_user_begin();
	icd_file_read(&candidate, LOG_TOPIC_SCAN, unit_dir, true, &unit_arena);
	unit_user_end();
	ck_assert_int_eq(candidate.verdict.reason, REASON_UNREADABLE);
	ck_assert_int_eq(candidate.verdict.code, EACCES);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("icd-file");
	TCase *tcase = unit_tcase(suite, "icd-file", 10);

	tcase_add_loop_test(tcase, name_in_text, 0, UNIT_ROWS(texts));
	tcase_add_loop_test(tcase, only_the_first_8_kib_count, 0, UNIT_ROWS(long_texts));
	tcase_add_loop_test(tcase, path_is_relative_to_the_directory_of_the_file, 0,
			    UNIT_ROWS(relatives));
	tcase_add_test(tcase, relative_path_through_a_link);
	tcase_add_test(tcase, relative_path_without_directory);
	tcase_add_loop_test(tcase, kinds_of_files, 0, UNIT_ROWS(files));
	tcase_add_test(tcase, file_without_permission);
	return unit_run(suite);
}
