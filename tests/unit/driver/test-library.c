/* SPDX-License-Identifier: Apache-2.0 */
/*
 * library: which libraries open, and the verdicts on the others; by path, and by a bare name that
 * the dynamic linker searches. It searches LD_LIBRARY_PATH, which it reads only when a program
 * starts, so this program sets the variable and executes itself again.
 */
#include "driver/library.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/os.h"
#include "base/text.h"
#include "unit/unit.h"

#define SEARCHED "CLROUTER_TEST_SEARCHED"	/* the directory in LD_LIBRARY_PATH */

static const struct library_flags lazy = { .now = false };
static const struct library_flags now = { .now = true };

/* The kinds of files that the tests open. */
enum make { COPY, NOTHING, EMPTY, TEXT, CUT_OFF, OTHER_CLASS, OTHER_MACHINE, OTHER_LIBC, DIRECTORY,
	    DANGLING, CIRCLE, LOCKED };

static void change(const char *name, size_t offset, unsigned char bits, size_t size)
{
	size_t whole;
	char *bytes = unit_read(unit_driver("stub-icd1"), &whole);

	bytes[offset] ^= (char)bits;
	unit_write(name, bytes, size ? size : whole);
}

/* A library that needs a version of the C library that does not exist. */
static void change_libc(const char *name)
{
	size_t whole;
	char *bytes = unit_read(unit_driver("stub-icd1"), &whole);
	char *version = memmem(bytes, whole, "GLIBC_2.", 8);

	ck_assert_ptr_nonnull(version);
	for (; version; version = memmem(bytes, whole, "GLIBC_2.", 8))
		version[6] = '9';
	unit_write(name, bytes, whole);
}

static void make(enum make how, const char *name)
{
	char what[128];

	switch (how) {
	case COPY:
		change(name, 9, 0, 0);
		return;
	case CUT_OFF:
		change(name, 0, 0, 40);
		return;
	case OTHER_CLASS:
		change(name, 4, 3, 0);
		return;
	case OTHER_MACHINE:
		change(name, 18, 0x40, 0);
		return;
	case OTHER_LIBC:
		change_libc(name);
		return;
	case LOCKED:
		change(name, 0, 0, 0);
		ck_assert_int_eq(chmod(unit_path(name), 0), 0);
		return;
	default:
		snprintf(what, sizeof(what), "%s%s", name,
			 how == EMPTY ? "=" : how == TEXT ? "=#!/bin/sh\n" :
			 how == DIRECTORY ? "/" : how == DANGLING ? "->nothing" :
			 how == CIRCLE ? "->" : "none=");
		if (how == CIRCLE)
			strcat(what, text_base_name(name));
		unit_make(what);
	}
}

static const struct {
	enum make how;
	enum reason reason;
	int code;
} paths[] = {
	{ COPY, REASON_OK, 0 },
	{ NOTHING, REASON_NOT_FOUND, 0 },
	{ DANGLING, REASON_NOT_FOUND, 0 },
	{ CIRCLE, REASON_UNREADABLE, ELOOP },
	{ LOCKED, REASON_UNREADABLE, EACCES },
	{ DIRECTORY, REASON_UNREADABLE, EISDIR },
	{ EMPTY, REASON_NOT_ELF, 0 },
	{ TEXT, REASON_NOT_ELF, 0 },
	{ CUT_OFF, REASON_NOT_ELF, 0 },
	{ OTHER_CLASS, REASON_WRONG_ELF_CLASS, 0 },
	{ OTHER_MACHINE, REASON_WRONG_ELF_CLASS, 0 },
	{ OTHER_LIBC, REASON_MISSING_DEPENDENCY, 0 },
};

/* The verdict does not depend on the name of the file. */
static const char *const file_names[] = { "x.so", "sub/x.so", "with: colon/x.so", "two words.so" };

START_TEST(library_by_path)
{
	int row = _i % UNIT_ROWS(paths);
	const char *name = file_names[_i / UNIT_ROWS(paths)];
	struct verdict verdict = { REASON_COUNT, 99, "old" };
	void *library;

	make(paths[row].how, name);
	ck_assert_int_eq(chmod(unit_dir, 0755), 0);
	unit_user_begin();
	library = library_open(unit_path(name), lazy, &verdict, &unit_arena);
	unit_user_end();
	ck_assert_str_eq(reason_id(verdict.reason), reason_id(paths[row].reason));
	ck_assert_int_eq(verdict.code, paths[row].code);
	ck_assert_int_eq(library != NULL, paths[row].reason == REASON_OK);
	if (library)
		os_library_close(library);
}
END_TEST

static const struct {
	enum make how;
	enum reason reason;
} searches[] = {
	{ COPY, REASON_OK },
	{ NOTHING, REASON_NOT_FOUND },
	{ TEXT, REASON_NOT_ELF },
	{ OTHER_CLASS, REASON_WRONG_ELF_CLASS },	/* the search skips it */
	{ OTHER_LIBC, REASON_MISSING_DEPENDENCY },
};

START_TEST(library_by_search)
{
	struct verdict verdict = { REASON_COUNT, 99, "old" };
	char path[PATH_MAX];
	void *library;

	make(searches[_i].how, "clrouter-x.so");
	snprintf(path, sizeof(path), "%s/clrouter-x.so", getenv(SEARCHED));
	unlink(path);
	ck_assert_int_eq(symlink(unit_path("clrouter-x.so"), path), 0);
	library = library_open("clrouter-x.so", lazy, &verdict, &unit_arena);
	unlink(path);
	ck_assert_str_eq(reason_id(verdict.reason), reason_id(searches[_i].reason));
	ck_assert_int_eq(library != NULL, searches[_i].reason == REASON_OK);
	if (library)
		os_library_close(library);
}
END_TEST

static const struct {
	const char *name;
	bool now;
	enum reason reason;
	const char *detail;	/* NULL: it is not checked */
} broken[] = {
	{ "needs-gone", false, REASON_MISSING_DEPENDENCY, "libgone.so" },
	{ "needs-gone", true, REASON_MISSING_DEPENDENCY, "libgone.so" },
	{ "needs-data", false, REASON_UNDEFINED_SYMBOL, "nowhere_data" },
	{ "needs-function", true, REASON_UNDEFINED_SYMBOL, "nowhere_function" },
	{ "needs-function", false, REASON_OK, NULL },
	{ "stub-icd1", true, REASON_OK, NULL },
};

START_TEST(broken_library)
{
	struct verdict verdict;
	void *library = library_open(unit_driver(broken[_i].name), broken[_i].now ? now : lazy,
				     &verdict, &unit_arena);

	ck_assert_str_eq(reason_id(verdict.reason), reason_id(broken[_i].reason));
	ck_assert_int_eq(library != NULL, broken[_i].reason == REASON_OK);
	if (broken[_i].detail)
		ck_assert_str_eq(verdict.detail, broken[_i].detail);
	if (library)
		os_library_close(library);
}
END_TEST

/* dlopen must not get names that are empty or too long. */
static const struct {
	size_t length;
	enum reason reason;
} names[] = {
	{ 0, REASON_NO_LIBRARY_NAME },
	{ 1, REASON_NOT_FOUND },
	{ 255, REASON_NOT_FOUND },
	{ PATH_MAX - 1, REASON_NOT_FOUND },
	{ PATH_MAX, REASON_TOO_LONG },
	{ 1 << 24, REASON_TOO_LONG },
};

START_TEST(length_of_name)
{
	char *name = calloc(1, names[_i].length + 1);
	struct verdict verdict;

	memset(name, 'x', names[_i].length);
	ck_assert_ptr_null(library_open(name, lazy, &verdict, &unit_arena));
	ck_assert_str_eq(reason_id(verdict.reason), reason_id(names[_i].reason));
	free(name);
}
END_TEST

/* Opening one of these could wait for another process, or read without end. */
static const struct {
	const char *what;
	const char *name;
} special[] = {
	{ "driver|", "driver" },
	{ "driver@", "driver" },
	{ "driver->/dev/zero", "driver" },
	{ "driver->/dev/null", "driver" },
	{ "libx.so.1|", "libx.so.1" },
	{ "libx.so@", "libx.so" },
	{ "libx.so->/dev/zero", "libx.so" },
};

START_TEST(special_file)
{
	struct verdict verdict;

	unit_make(special[_i].what);
	ck_assert_ptr_null(library_open(unit_path(special[_i].name), lazy, &verdict, &unit_arena));
	ck_assert_str_eq(reason_id(verdict.reason), "not-elf");
}
END_TEST

START_TEST(same_library_same_handle)
{
	struct verdict verdict;
	void *first = library_open(unit_driver("stub-icd1"), lazy, &verdict, &unit_arena);
	void *second, *third, *other;

	unit_make("link.so->x");
	unlink(unit_path("link.so"));
	ck_assert_int_eq(symlink(unit_driver("stub-icd1"), unit_path("link.so")), 0);
	second = library_open(unit_path("link.so"), now, &verdict, &unit_arena);
	third = library_open(unit_driver("../stubs/stub-icd1"), lazy, &verdict, &unit_arena);
	other = library_open(unit_driver("stub-icd2"), lazy, &verdict, &unit_arena);
	ck_assert_ptr_nonnull(first);
	ck_assert_ptr_eq(first, second);
	ck_assert_ptr_eq(first, third);
	ck_assert_ptr_ne(first, other);
	os_library_close(first);
	os_library_close(second);
	os_library_close(third);
	os_library_close(other);
}
END_TEST

START_TEST(symbols)
{
	struct verdict verdict;
	void *library = library_open(unit_driver("stub-icd1"), lazy, &verdict, &unit_arena);

	ck_assert_ptr_nonnull(os_library_find(library, "clGetExtensionFunctionAddress"));
	ck_assert_ptr_null(os_library_find(library, "clNoSuchFunction"));
	ck_assert_ptr_null(os_library_find(library, ""));
	os_library_close(library);
}
END_TEST

static void *open_good(const char *path)
{
	struct verdict verdict;
	void *library = library_open(path, lazy, &verdict, &unit_arena);

	ck_assert_ptr_nonnull(library);
	return library;
}

/* A driver may itself be called libOpenCL.so: the name does not make it a loader. */
START_TEST(loaders_are_recognised)
{
	void *driver, *linked, *loader;
	size_t size;
	char *bytes = unit_read(unit_driver("stub-icd1"), &size);

	unit_write("libOpenCL.so", bytes, size);
	driver = open_good(unit_path("libOpenCL.so"));
	ck_assert(!library_is_loader(driver));
	linked = open_good(unit_driver("linked-no-lookup"));
	ck_assert(!library_is_loader(linked));
	loader = open_good(getenv("OPENCL_LIBRARY_UNDER_TEST"));
	ck_assert(library_is_loader(loader));
	os_library_close(driver);
	os_library_close(linked);
	os_library_close(loader);
}
END_TEST

/* A copy of the library under another name is another loader; a driver and a program are none. */
START_TEST(other_loader_is_found)
{
	const char *own = NULL;
	void *driver = open_good(unit_driver("stub-icd1"));
	void *linked, *copy;
	size_t size;
	char *bytes = unit_read(getenv("OPENCL_LIBRARY_UNDER_TEST"), &size);

	ck_assert_ptr_null(library_find_other_loader(&own, &unit_arena));
	unit_write("libcl-1a2b3c.so", bytes, size);
	copy = open_good(unit_path("libcl-1a2b3c.so"));
	ck_assert_str_eq(library_find_other_loader(&own, &unit_arena),
			 unit_path("libcl-1a2b3c.so"));
	ck_assert_ptr_nonnull(own);
	os_library_close(copy);
	ck_assert_ptr_null(library_find_other_loader(&own, &unit_arena));
	/* The driver is linked to the library that was built: that is the other one here. */
	linked = open_good(unit_driver("linked-no-lookup"));
	ck_assert_ptr_nonnull(strstr(library_find_other_loader(&own, &unit_arena), "libOpenCL"));
	os_library_close(linked);
	os_library_close(driver);
}
END_TEST

static bool is_loaded(const char *path)
{
	void *library = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);

	if (library)
		dlclose(library);
	return library != NULL;
}

START_TEST(closing_and_pinning)
{
	const char *path = unit_driver("stub-icd1");
	struct verdict verdict;
	void *library = library_open(path, lazy, &verdict, &unit_arena);

	if (_i)
		ck_assert(os_library_pin(os_library_find(library, "clGetPlatformInfo")));
	os_library_close(library);
	ck_assert_int_eq(is_loaded(path), _i);
}
END_TEST

/* The program itself is never unloaded, so pinning it does nothing and succeeds. */
START_TEST(pinning_the_program)
{
	ck_assert(os_library_pin(&paths));
}
END_TEST

START_TEST(pinning_nothing)
{
	char *memory = calloc(1, 1);

	ck_assert(!os_library_pin(memory));
	free(memory);
}
END_TEST

/* Returns only if the kernel cannot execute the program, as under an emulator. */
static void run_again(char **arguments)
{
	char directory[] = "/tmp/clrouter-searched-XXXXXX";

	if (!mkdtemp(directory))
		exit(EXIT_FAILURE);
	setenv(SEARCHED, directory, 1);
	setenv("LD_LIBRARY_PATH", directory, 1);
	execv(arguments[0], arguments);
	if (errno != ENOEXEC) {
		perror(arguments[0]);
		exit(EXIT_FAILURE);
	}
	rmdir(directory);
	unsetenv(SEARCHED);
	unsetenv("LD_LIBRARY_PATH");
}

int main(int count, char **arguments)
{
	Suite *suite = suite_create("library");
	TCase *tcase;
	int status;

	if (count > 0 && !getenv(SEARCHED))
		run_again(arguments);
	tcase = unit_tcase(suite, "library", 20);
	tcase_add_loop_test(tcase, library_by_path, 0, UNIT_ROWS(paths) * UNIT_ROWS(file_names));
	if (getenv(SEARCHED))
		tcase_add_loop_test(tcase, library_by_search, 0, UNIT_ROWS(searches));
	else
		puts("not tested: the search: an emulated program cannot execute itself");
	tcase_add_loop_test(tcase, broken_library, 0, UNIT_ROWS(broken));
	tcase_add_loop_test(tcase, length_of_name, 0, UNIT_ROWS(names));
	tcase_add_loop_test(tcase, special_file, 0, UNIT_ROWS(special));
	tcase_add_test(tcase, same_library_same_handle);
	tcase_add_test(tcase, symbols);
	tcase_add_test(tcase, loaders_are_recognised);
	tcase_add_test(tcase, other_loader_is_found);
	tcase_add_loop_test(tcase, closing_and_pinning, 0, 2);
	tcase_add_test(tcase, pinning_the_program);
	tcase_add_test(tcase, pinning_nothing);
	status = unit_run(suite);
	if (getenv(SEARCHED))
		rmdir(getenv(SEARCHED));
	return status;
}
