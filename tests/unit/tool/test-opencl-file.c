/* SPDX-License-Identifier: Apache-2.0 */
/* opencl-file: what the stub drivers and layers and the library are, and what is none of them. */
#include "tool/probe/file/opencl-file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "unit/unit.h"

#define ENOUGH ((size_t)1 << 30)

static bool read_file(struct opencl_file *file, const char *path, size_t budget)
{
	int descriptor = open(path, O_RDONLY | O_CLOEXEC);
	bool is_whole;

	ck_assert_int_ge(descriptor, 0);
	is_whole = opencl_file_read(file, descriptor, &budget);
	close(descriptor);
	return is_whole;
}

static const struct {
	const char *name;	/* of a stub */
	enum opencl_file_kind kind;
	bool calls_loader;
} stubs[] = {
	{ "stub-icd1", OPENCL_FILE_DRIVER, false },
	{ "stub-icd2", OPENCL_FILE_DRIVER, false },
	{ "stub-exported", OPENCL_FILE_DRIVER, false },
	{ "tool-driver-unlinked", OPENCL_FILE_DRIVER, true },
	{ "layer-old", OPENCL_FILE_LAYER, false },
	{ "layer-new", OPENCL_FILE_LAYER, false },
	{ "layer-no-init", OPENCL_FILE_OTHER, false },
	{ "libtoolhelp", OPENCL_FILE_OTHER, false },
};

START_TEST(stubs_are_recognised)
{
	struct opencl_file file;

	ck_assert(read_file(&file, unit_driver(stubs[_i].name), ENOUGH));
	ck_assert_int_eq(file.kind, stubs[_i].kind);
	ck_assert_int_eq(file.calls_loader, stubs[_i].calls_loader);
	ck_assert_uint_eq(file.bits, 8 * sizeof(void *));
	ck_assert(!file.has_linker);
	ck_assert_ptr_null(file.loader);
}
END_TEST

START_TEST(loader_is_recognised)
{
	struct opencl_file file;

	ck_assert(read_file(&file, getenv("OPENCL_LIBRARY_UNDER_TEST"), ENOUGH));
	ck_assert_int_eq(file.kind, OPENCL_FILE_LOADER);
	ck_assert_str_eq(file.loader, "clrouter");
}
END_TEST

START_TEST(budget_is_kept)
{
	struct opencl_file file;

	for (size_t budget = 0; budget < 100000; budget += 999)
		if (read_file(&file, getenv("OPENCL_LIBRARY_UNDER_TEST"), budget))
			ck_assert_ptr_nonnull(file.loader);
	ck_assert(!read_file(&file, getenv("OPENCL_LIBRARY_UNDER_TEST"), 10000));
}
END_TEST

START_TEST(other_files)
{
	struct opencl_file file;

	ck_assert(read_file(&file, "/proc/self/exe", ENOUGH));
	ck_assert(file.has_linker && file.kind == OPENCL_FILE_OTHER);
	ck_assert(read_file(&file, "/dev/null", ENOUGH));
	ck_assert_uint_eq(file.bits, 0);
	unit_make("empty=");
	ck_assert(read_file(&file, unit_path("empty"), ENOUGH));
	ck_assert(read_file(&file, "/", ENOUGH));
	ck_assert_uint_eq(file.bits, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("opencl-file");
	TCase *tcase = unit_tcase(suite, "opencl-file", 60);

	tcase_add_loop_test(tcase, stubs_are_recognised, 0, UNIT_ROWS(stubs));
	tcase_add_test(tcase, loader_is_recognised);
	tcase_add_test(tcase, budget_is_kept);
	tcase_add_test(tcase, other_files);
	return unit_run(suite);
}
