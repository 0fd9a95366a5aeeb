/* SPDX-License-Identifier: Apache-2.0 */
/* binary-cache: a binary has the sources that it was made from, and no file that is wrong gives it
 * others. */
#include "layers/sanitize/binary-cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit/unit.h"

#define TEXT "expanded 22\nkernel void k(void) {}\noptions 2\n-w\n"
#define PLACE "clrouter/binaries"

static const unsigned char binary[] = "binary\0with a NUL byte, and not too short";

static void start(bool is_wanted)
{
	setenv("XDG_CACHE_HOME", unit_dir, 1);
	binary_cache_start(is_wanted);
}

static bool is_found(size_t size, const char **why)
{
	struct units units;
	const bool is_there = binary_cache_find(binary, size, &units, why);

	if (!is_there)
		return false;
	ck_assert_uint_eq(units.count, 1);
	ck_assert_str_eq(units.list[0].source, "kernel void k(void) {}");
	ck_assert(units.list[0].is_expanded);
	units_done(&units);
	return true;
}

/* The path of the only file. */
static const char *find_file(void)
{
	DIR *directory = opendir(unit_path(PLACE));
	const struct dirent *entry;
	const char *path = NULL;
	char name[512];

	ck_assert_ptr_nonnull(directory);
	while ((entry = readdir(directory)))
		if (entry->d_name[0] != '.') {
			ck_assert_ptr_null(path);
			snprintf(name, sizeof(name), PLACE "/%.300s", entry->d_name);
			path = unit_path(name);
		}
	closedir(directory);
	ck_assert_ptr_nonnull(path);
	return path;
}

START_TEST(a_binary_has_its_sources)
{
	const char *why;

	start(true);
	ck_assert(!is_found(sizeof(binary), &why));
	ck_assert(strstr(why, "has not seen"));
	binary_cache_add(binary, sizeof(binary), TEXT);
	ck_assert(is_found(sizeof(binary), &why));
	ck_assert(!is_found(sizeof(binary) - 1, &why));
	binary_cache_add(binary, sizeof(binary), TEXT);
	binary_cache_add(binary, 31, TEXT);
	find_file();
}
END_TEST

START_TEST(it_can_be_off)
{
	const char *why;

	start(true);
	binary_cache_add(binary, sizeof(binary), TEXT);
	start(false);
	ck_assert(!is_found(sizeof(binary), &why));
	ck_assert(strstr(why, "is not used"));
	binary_cache_add(binary, 33, TEXT);
	find_file();
	start(true);
	ck_assert(is_found(sizeof(binary), &why));
	chmod(unit_path(PLACE), 0770);
	ck_assert(!is_found(sizeof(binary), &why));
	ck_assert(strstr(why, "others can write"));
	unsetenv("XDG_CACHE_HOME");
	unsetenv("HOME");
	binary_cache_start(true);
	ck_assert(!binary_cache_is_on());
}
END_TEST

/* Each file that is one byte shorter, and each that has another bit. */
START_TEST(a_wrong_file_is_not_believed)
{
	const char *path, *why;
	size_t size;
	char *bytes;

	start(true);
	binary_cache_add(binary, sizeof(binary), TEXT);
	path = find_file();
	bytes = unit_read(path, &size);
	for (size_t i = 0; i < size; i++) {
		const int file = open(path, O_WRONLY);

		bytes[i] ^= (char)(1 << (i % 8));
		ck_assert_int_eq(pwrite(file, bytes, size, 0), size);
		ck_assert_msg(!is_found(sizeof(binary), &why), "%zu", i);
		bytes[i] ^= (char)(1 << (i % 8));
		ck_assert_int_eq(pwrite(file, bytes, size, 0), size);
		ck_assert_int_eq(ftruncate(file, (off_t)i), 0);
		ck_assert_msg(!is_found(sizeof(binary), &why), "%zu", i);
		ck_assert_int_eq(pwrite(file, bytes, size, 0), size);
		close(file);
	}
	ck_assert(is_found(sizeof(binary), &why));
}
END_TEST

/* Its hash is right, its contents are not. */
START_TEST(what_is_no_list_of_sources_is_not_taken)
{
	const char *why;

	start(true);
	binary_cache_add(binary, sizeof(binary), _i == 0 ? "" : "expanded 99\nx\n");
	ck_assert(!is_found(sizeof(binary), &why));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("binary-cache");
	TCase *tcase = unit_tcase(suite, "binary-cache", 60);

	tcase_add_test(tcase, a_binary_has_its_sources);
	tcase_add_test(tcase, it_can_be_off);
	tcase_add_test(tcase, a_wrong_file_is_not_believed);
	tcase_add_loop_test(tcase, what_is_no_list_of_sources_is_not_taken, 0, 2);
	return unit_run(suite);
}
