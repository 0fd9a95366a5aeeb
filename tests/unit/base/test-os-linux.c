/* SPDX-License-Identifier: Apache-2.0 */
/* os-linux: libraries, the running program, threads and waiting. */
#include "base/os.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit/unit.h"

START_TEST(libraries)
{
	const char *error = NULL;
	void *library = os_library_open(unit_driver("stub-icd1"), (struct os_library_mode){ 0 },
					&error);

	ck_assert_msg(library != NULL, "%s", error);
	ck_assert_ptr_null(error);
	ck_assert_ptr_nonnull(os_library_find(library, "clGetExtensionFunctionAddress"));
	ck_assert_ptr_null(os_library_find(library, "no_such_function"));
	os_library_close(library);
	ck_assert_ptr_null(os_library_open(unit_path("no-such.so"),
					   (struct os_library_mode){ .now = true }, &error));
	ck_assert_ptr_nonnull(strstr(error, "no-such.so"));
}
END_TEST

START_TEST(targets_of_links)
{
	char target[PATH_MAX], what[PATH_MAX + 32];

	unit_make("file=x");
	unit_make("link->../some where/");
	ck_assert_str_eq(os_read_link(unit_path("link"), &unit_arena), "../some where/");
	ck_assert_ptr_null(os_read_link(unit_path("file"), &unit_arena));
	ck_assert_ptr_null(os_read_link(unit_dir, &unit_arena));
	ck_assert_ptr_null(os_read_link(unit_path("nothing"), &unit_arena));
	memset(target, 'x', sizeof(target) - 1);
	target[sizeof(target) - 1] = '\0';
	snprintf(what, sizeof(what), "long->%s", target);
	unit_make(what);
	ck_assert_str_eq(os_read_link(unit_path("long"), &unit_arena), target);
}
END_TEST

/* Which library contains an address, and which symbols that library defines itself. */
START_TEST(library_of_an_address)
{
	const char *error;
	void *library = os_library_open(unit_driver("linked-no-lookup"),
					(struct os_library_mode){ 0 }, &error);
	void *own = os_library_find(library, "faulty_get_state");
	void *needed = os_library_find(library, "clGetPlatformIDs");
	struct os_place place;

	ck_assert_msg(library != NULL, "%s", error);
	ck_assert_str_eq(os_library_of(own, &place), unit_driver("linked-no-lookup"));
	ck_assert_ptr_eq(place.library, library);
	ck_assert(os_is_inside(&place, own) && !os_is_inside(&place, needed));
	ck_assert(!os_is_inside(&place, (const void *)place.start - 1));
	ck_assert(!os_library_defines(place.library, "clGetPlatformIDs", "OPENCL_1.0"));
	ck_assert(!os_library_defines(place.library, "faulty_get_state", "OPENCL_1.0"));
	ck_assert_ptr_nonnull(strstr(os_library_of(needed, &place), "libOpenCL.so.1"));
	ck_assert_ptr_ne(place.library, library);
	os_library_close(library);
	library = os_library_open(getenv("OPENCL_LIBRARY_UNDER_TEST"),
				  (struct os_library_mode){ 0 }, &error);
	ck_assert(os_library_defines(library, "clGetPlatformIDs", "OPENCL_1.0"));
#ifdef __GLIBC__	/* with musl the node of a symbol is not known */
	ck_assert(!os_library_defines(library, "clGetPlatformIDs", "OPENCL_1.1"));
#endif
	ck_assert(!os_library_defines(library, "clGetPlatformIDs", "OPENCL_9.9"));
	ck_assert(!os_library_defines(library, "faulty_get_state", "OPENCL_1.0"));
	ck_assert(!os_library_defines(library, "malloc", "GLIBC_2.2.5"));
	ck_assert_ptr_null(os_library_of(&(int){ 0 }, &place));
	ck_assert_ptr_null(place.library);
}
END_TEST

static const char constant[] = "in a segment that cannot be written";
static char zeros[100000];

/*
 * Reads all bytes from ADDRESS on of which it is said that they can be read, and returns how many.
 * They may belong to other variables.
 */
__attribute__((no_sanitize_address)) static size_t read_all(const void *address, size_t size)
{
	struct os_place place;
	size_t readable;
	unsigned sum = 0;

	os_library_of(address, &place);
	readable = os_readable(address, size, &place);
	for (size_t i = 0; i < readable; i++)
		sum += ((const volatile unsigned char *)address)[i];
	ck_assert_uint_le(readable, size);
	(void)sum;
	return readable;
}

START_TEST(readable_bytes)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *memory = mmap(NULL, 3 * page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	ck_assert_ptr_ne(memory, MAP_FAILED);
	ck_assert_int_eq(mprotect(memory + 2 * page, page, PROT_NONE), 0);
	ck_assert_uint_eq(read_all(zeros, sizeof(zeros)), sizeof(zeros));
	ck_assert_uint_eq(read_all(constant, sizeof(constant)), sizeof(constant));
	/* Each segment has an end. */
	ck_assert_uint_lt(read_all((const void *)read_all, SIZE_MAX), 100000000);
	ck_assert_uint_lt(read_all(constant, SIZE_MAX), 100000000);
	ck_assert_uint_lt(read_all(zeros + 5, SIZE_MAX), 100000000);
	if (read_all(memory, 1) == 0)
		return;	/* an emulator does not know */
	ck_assert_uint_eq(read_all(memory, 1200), 1200);
	ck_assert_uint_eq(read_all(memory + 2 * page - 8, 8), 8);
	ck_assert_uint_eq(read_all(memory + 2 * page - 648, 1200), 648);
	ck_assert_uint_eq(read_all(memory + page - 600, 1200), 1200);
}
END_TEST

/* The program itself always stays; an address in no library cannot be pinned. */
START_TEST(pinning)
{
	ck_assert(os_library_pin((const void *)unit_run));
	ck_assert(os_library_pin((const void *)strlen));
	ck_assert(!os_library_pin(NULL));
}
END_TEST

START_TEST(own_program)
{
	const char *program = os_own_program(&unit_arena);

	ck_assert_ptr_nonnull(program);
	ck_assert_ptr_nonnull(strstr(program, "test-os-linux"));
}
END_TEST

static int word;

static void *store_thread_id(void *unused)
{
	__atomic_store_n(&word, os_thread_id(), __ATOMIC_SEQ_CST);
	os_wake_all(&word);
	return unused;
}

START_TEST(threads)
{
	int own = os_thread_id();
	pthread_t thread;
	int status;

	ck_assert_int_gt(own, 0);
	ck_assert(os_thread_exists(own));
	ck_assert_int_eq(pthread_create(&thread, NULL, store_thread_id, NULL), 0);
	while (__atomic_load_n(&word, __ATOMIC_SEQ_CST) == 0)
		os_wait(&word, 0);
	pthread_join(thread, NULL);
	ck_assert_int_ne(word, own);
	/* The kernel removes a thread shortly after pthread_join() returns. */
	for (int i = 0; i < 1000 && os_thread_exists(word); i++)
		usleep(1000);
	ck_assert(!os_thread_exists(word));
	if (fork() == 0)
		_exit(os_thread_exists(own) || !os_thread_exists(os_thread_id()));
	ck_assert_int_gt(wait(&status), 0);
	ck_assert_int_eq(status, 0);
}
END_TEST

/* No thread calls os_wake_all(), and the wait ends all the same. */
START_TEST(waits_no_longer_than_a_second)
{
	int unchanged = 5;

	os_wait(&unchanged, 4);
	os_wait(&unchanged, 5);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("os-linux");
	TCase *tcase = unit_tcase(suite, "os-linux", 10);

	tcase_add_test(tcase, libraries);
	tcase_add_test(tcase, targets_of_links);
	tcase_add_test(tcase, library_of_an_address);
	tcase_add_test(tcase, readable_bytes);
	tcase_add_test(tcase, pinning);
	tcase_add_test(tcase, own_program);
	tcase_add_test(tcase, threads);
	tcase_add_test(tcase, waits_no_longer_than_a_second);
	return unit_run(suite);
}
