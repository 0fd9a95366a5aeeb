/* SPDX-License-Identifier: Apache-2.0 */
/* library-file: the kind of a file that should be a library, for any bytes. */
#include "tool/probe/file/library-file.h"

#include <errno.h>
#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/os.h"
#include "unit/unit.h"

static const struct {
	const char *made;
	enum library_file_kind kind;
} files[] = {
	{ "directory/", LIBRARY_FILE_DIRECTORY },
	{ "empty=", LIBRARY_FILE_EMPTY },
	{ "script=/* GNU ld script */ INPUT(libc.so.6)", LIBRARY_FILE_LINKER_SCRIPT },
	{ "archive=!<arch>\n", LIBRARY_FILE_ARCHIVE },
	{ "short=!", LIBRARY_FILE_OTHER },
	{ "text=some words", LIBRARY_FILE_OTHER },
	{ "header=\177ELF", LIBRARY_FILE_TRUNCATED },
};

START_TEST(kind_of_a_file)
{
	const char *made = files[_i].made;
	struct library_file file;

	unit_make(made);
	library_file_read(&file, unit_path(arena_copy(&unit_arena, made, strcspn(made, "=/"))),
			  &unit_arena);
	ck_assert_int_eq(file.kind, files[_i].kind);
}
END_TEST

START_TEST(absent_file)
{
	struct library_file file;

	library_file_read(&file, unit_path("nothing"), &unit_arena);
	ck_assert_int_eq(file.kind, LIBRARY_FILE_UNREADABLE);
	ck_assert_int_eq(file.error, ENOENT);
}
END_TEST

/* This program itself is an ELF file with all that a library has. */
static size_t read_program(char *bytes, size_t size)
{
	int file = open(os_own_program(&unit_arena), O_RDONLY | O_CLOEXEC);
	ssize_t length = read(file, bytes, size);

	close(file);
	ck_assert_int_gt(length, (ssize_t)sizeof(Elf64_Ehdr));
	return (size_t)length;
}

static void write_file(const char *path, const char *bytes, size_t size)
{
	int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	ck_assert_int_ge(file, 0);
	ck_assert_int_eq(write(file, bytes, size), (ssize_t)size);
	close(file);
}

static char bytes[1 << 22];

START_TEST(program_has_needs)
{
	struct library_file file;
	const struct dependency *needed;

	library_file_read(&file, os_own_program(&unit_arena), &unit_arena);
	ck_assert_uint_gt(file.size, 0);
	ck_assert_uint_le(file.expected_size, file.size);
	if (file.kind == LIBRARY_FILE_NOT_SHARED)
		return;		/* not built as a position-independent program */
	ck_assert_int_eq(file.kind, LIBRARY_FILE_GOOD);
	for (needed = file.needed; needed; needed = needed->next)
		if (strstr(needed->text, "libc."))
			return;
	ck_abort_msg("the C library is not among what this program needs");
}
END_TEST

/* A file of any length: no byte after its end is read, and a truncated file is not good. */
START_TEST(every_length)
{
	size_t size = read_program(bytes, sizeof(bytes));
	const char *path = unit_path("cut");
	struct library_file whole;

	library_file_read(&whole, os_own_program(&unit_arena), &unit_arena);
	for (size_t length = 1; length < size && length < whole.expected_size;
	     length += length < 8192 ? 7 : 4093) {
		struct library_file file;

		write_file(path, bytes, length);
		library_file_read(&file, path, &unit_arena);
		ck_assert_int_ne(file.kind, LIBRARY_FILE_GOOD);
		ck_assert_int_ne(file.kind, LIBRARY_FILE_UNREADABLE);
	}
}
END_TEST

static const struct {
	const char *made;	/* "|" stands for a NUL byte */
	const char *wanted;
	const char *found;	/* NULL: none */
} versions[] = {
	{ "|GLIBC_2.2.5|GLIBC_2.17|GLIBC_2.4|GLIBC_PRIVATE|", "GLIBC_9.9", "GLIBC_2.17" },
	{ "|GLIBC_2.9|GLIBC_2.36|", "GLIBC_2.38", "GLIBC_2.36" },
	{ "|FOO_1|GLIBC_2.1|", "FOO_3", "FOO_1" },
	{ "|GLIBC_2.1|", "GLIBCXX_3.4", NULL },
	{ "|xGLIBC_2.1|", "GLIBC_2.2", NULL },
	{ "|GLIBC_2.1", "GLIBC_2.2", NULL },
	{ "|FOO|", "FOO", NULL },
};

START_TEST(greatest_version)
{
	size_t length = strlen(versions[_i].made);
	char *text = arena_copy(&unit_arena, versions[_i].made, length);
	const char *found;

	for (size_t i = 0; i < length; i++)
		if (text[i] == '|')
			text[i] = '\0';
	write_file(unit_path("versions"), text, length);
	found = library_file_find_version(unit_path("versions"), versions[_i].wanted, &unit_arena);
	if (versions[_i].found)
		ck_assert_str_eq(found, versions[_i].found);
	else
		ck_assert_ptr_null(found);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("library-file");
	TCase *tcase = unit_tcase(suite, "library-file", 60);

	tcase_add_loop_test(tcase, kind_of_a_file, 0, UNIT_ROWS(files));
	tcase_add_test(tcase, absent_file);
	tcase_add_test(tcase, program_has_needs);
	tcase_add_test(tcase, every_length);
	tcase_add_loop_test(tcase, greatest_version, 0, UNIT_ROWS(versions));
	return unit_run(suite);
}
