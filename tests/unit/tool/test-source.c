/* SPDX-License-Identifier: Apache-2.0 */
/*
 * source: functions and lines of this program, which libdw finds in its file; and files that are not
 * the recorded ones. Without libdw nothing is found.
 */
#include "tool/report/code/source.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "layers/frame/place/elf-image.h"
#include "layers/frame/place/place-library.h"
#include "unit/unit.h"

static struct library library;
static char path[PATH_MAX];
static struct module module;
static volatile int line_of_call;

/* Where it is called. */
static const char *__attribute__((noinline)) call_site(void)
{
	return __builtin_return_address(0);
}

static inline __attribute__((always_inline)) const char *inlined(void)
{
	const char *site;

	line_of_call = __LINE__ + 1;
	site = call_site();
	line_of_call++; /* so that the call is no jump */
	line_of_call--;
	return site;
}

static const char *__attribute__((noinline)) outer(void)
{
	return inlined();
}

/* The offset of the call in the file; what is stored of the file is right. */
static uint64_t prepare(void)
{
	const char *site = outer();
	const ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);

	ck_assert_int_gt(length, 0);
	path[length] = '\0';
	ck_assert(library_find(&library, site));
	module = (struct module){ .path = path };
	return (uint64_t)(site - 1 - (const char *)library.load_address);
}

static void find_id(void)
{
	const char *id;

	module.id_size = library_build_id(&library, &id);
	ck_assert_uint_le(module.id_size, sizeof(module.id));
	memcpy(module.id, id, module.id_size);
}

static bool can_be_found(void)
{
	struct elf_image image;
	bool has_lines;

	elf_image_open(&image, path);
	has_lines = elf_image_section(&image, ".debug_line").at != NULL;
	elf_image_close(&image);
	if (!has_lines)
		printf("not tested: %s has no line tables, or compressed ones\n", path);
	if (!UNIT_HAS_LIBDW)
		printf("not tested: there is no libdw\n");
	return has_lines && UNIT_HAS_LIBDW;
}

START_TEST(inlined_functions)
{
	const uint64_t offset = prepare();
	struct source_place source;

	find_id();
	source = source_find(&module, NULL, offset);
	if (can_be_found()) {
		ck_assert_str_eq(source.function, "inlined");
		ck_assert_ptr_nonnull(strstr(source.file, "test-source.c"));
		ck_assert_int_eq(source.line, line_of_call);
	}
	source_close(&module);
}
END_TEST

static void expect_nothing(const char *directory, uint64_t offset)
{
	const struct source_place source = source_find(&module, directory, offset);

	ck_assert_ptr_null(source.function);
	ck_assert_ptr_null(source.file);
	ck_assert_int_eq(source.line, 0);
	source_close(&module);
}

START_TEST(other_files)
{
	const uint64_t offset = prepare();
	char fifo[PATH_MAX];

	find_id();
	module.id[0] ^= 1;
	if (module.id_size > 0)
		expect_nothing(NULL, offset);
	module.id_size = 5;
	for (size_t i = 0; i < module.id_size; i++)
		module.id[i] = 0xee;
	expect_nothing(NULL, offset);
	module.path = "/nonexistent/program";
	expect_nothing(NULL, offset);
	module.path = "/dev/zero";
	expect_nothing(NULL, offset);
	module.path = "/proc/self/status";
	expect_nothing(NULL, offset);
	module.path = "program";
	expect_nothing(NULL, offset);
	expect_nothing("/nonexistent", offset);
	snprintf(fifo, sizeof(fifo), "%s/fifo", unit_dir);
	ck_assert_int_eq(mkfifo(fifo, 0600), 0);
	module.path = fifo;
	expect_nothing(NULL, offset);
}
END_TEST

START_TEST(addresses_beyond_the_file)
{
	prepare();
	find_id();
	expect_nothing(NULL, UINT64_MAX);
	expect_nothing(NULL, UINT64_MAX / 2);
}
END_TEST

START_TEST(a_path_in_the_working_directory)
{
	const uint64_t offset = prepare();
	char *slash = strrchr(path, '/');
	struct source_place source;

	find_id();
	*slash = '\0';
	module.path = slash + 1;
	source = source_find(&module, path, offset);
	*slash = '/';
	if (can_be_found())
		ck_assert_str_eq(source.function, "inlined");
	source_close(&module);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("source");
	TCase *tcase = unit_tcase(suite, "source", 60);

	tcase_add_test(tcase, inlined_functions);
	tcase_add_test(tcase, other_files);
	tcase_add_test(tcase, addresses_beyond_the_file);
	tcase_add_test(tcase, a_path_in_the_working_directory);
	return unit_run(suite);
}
