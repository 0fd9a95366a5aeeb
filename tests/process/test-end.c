/* SPDX-License-Identifier: Apache-2.0 */
/*
 * end: the end of a process that has used the loader (doc/design.md, Shutdown and Late calls): the
 * results of late calls, and that no thread hangs. Each case is a child that makes late calls in
 * an atexit handler, or in a destructor that runs after the library's, and reports by its
 * exit status. Whether a driver is really unloaded is checked in test-reload.c, because at exit the
 * C library keeps all libraries.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "drivers/reentrant-driver.h"
#include "drivers/faulty-driver.h"
#include "process/process.h"
#include "drivers/stub-driver.h"
#include "unit/unit.h"

enum moment { AT_EXIT, AFTER_THE_LIBRARY };

/* Exit statuses of a child. */
enum {
	UNCHANGED = 40,		/* late calls have their usual results */
	CLOSED = 41,		/* late calls are answered as after a driver was closed */
	WRONG = 50,		/* plus the number of the check that failed */
};

static const struct {
	const char *drivers;
	const char *variable;		/* also set to 1; NULL: none */
	bool has_thread;
	enum moment moment;
	int expected;
} rows[] = {
	{ "stub-icd1", NULL, false, AT_EXIT, UNCHANGED },
	{ "stub-icd1", NULL, false, AFTER_THE_LIBRARY, UNCHANGED },
	{ "stub-icd2", NULL, false, AFTER_THE_LIBRARY, UNCHANGED },
	{ "faulty-many", NULL, false, AFTER_THE_LIBRARY, UNCHANGED },
	{ "faulty-unloadable", NULL, false, AT_EXIT, UNCHANGED },
	{ "faulty-unloadable", NULL, false, AFTER_THE_LIBRARY, CLOSED },
	{ "faulty-unloadable-icd2", NULL, false, AFTER_THE_LIBRARY, UNCHANGED },
	{ "stub-icd1 faulty-unloadable", NULL, false, AFTER_THE_LIBRARY, CLOSED },
	{ "faulty-unloadable stub-icd2", NULL, false, AFTER_THE_LIBRARY, UNCHANGED },
	{ "faulty-unloadable-not", NULL, false, AFTER_THE_LIBRARY, UNCHANGED },
	{ "faulty-unloadable-unlisted", NULL, false, AFTER_THE_LIBRARY, UNCHANGED },
	{ "faulty-unloadable-partly", NULL, false, AFTER_THE_LIBRARY, UNCHANGED },
	{ "faulty-unloadable", NULL, true, AFTER_THE_LIBRARY, UNCHANGED },
	{ "faulty-unloadable-icd2", NULL, true, AFTER_THE_LIBRARY, UNCHANGED },
	{ "faulty-unloadable", "OCL_ICD_FORCE_LEGACY_TERMINATION", false, AFTER_THE_LIBRARY,
	  UNCHANGED },
	{ "faulty-unloadable", "OCL_ICD_DISABLE_DYNAMIC_LIBRARY_UNLOADING", false,
	  AFTER_THE_LIBRARY, UNCHANGED },
};

static int row;
static int expected;	/* exit status */
static cl_platform_id platforms[PROCESS_PLATFORMS];
static cl_uint platform_count;

static void require(bool is_good, int place)
{
	if (!is_good)
		_exit(WRONG + place);
}

/* No driver was closed: handles are used. */
static void call_unchanged(void)
{
	cl_uint count = 0;
	char name[64] = "";

	require(clGetPlatformIDs(0, NULL, &count) == CL_SUCCESS && count == platform_count, 1);
	require(clGetPlatformInfo(platforms[0], CL_PLATFORM_NAME, sizeof(name), name, NULL) ==
		CL_SUCCESS && *name, 2);
	require(clGetPlatformInfo(NULL, CL_PLATFORM_NAME, sizeof(name), name, NULL) ==
		CL_SUCCESS, 3);
	require(clFinish(NULL) == CL_INVALID_COMMAND_QUEUE, 4);
	require(clGetExtensionFunctionAddress("clGetGLContextInfoKHR") != NULL, 5);
	_exit(UNCHANGED);
}

/* A driver was closed: no handle is read, not even an address that cannot be read. */
static void call_when_closed(void)
{
	void *handles[] = { platforms[0], (void *)8, NULL };
	cl_uint count = 99;

	require(clGetPlatformIDs(0, NULL, &count) == CL_PLATFORM_NOT_FOUND_KHR && count == 0, 1);
	require(clUnloadCompiler() == CL_SUCCESS, 2);
	require(clGetExtensionFunctionAddress("clOwnExtensionFLT") == NULL, 3);
	for (int i = 0; i < UNIT_ROWS(handles); i++) {
		cl_device_id device = handles[i];
		cl_event event = handles[i];
		cl_context_properties named[] = { CL_CONTEXT_PLATFORM, (intptr_t)handles[i], 0 };
		cl_int error = 7;

		require(clGetPlatformInfo(handles[i], 0, 0, NULL, NULL) == CL_INVALID_OPERATION, 4);
		require(clGetDeviceIDs(handles[i], 0, 0, NULL, &count) == CL_INVALID_OPERATION, 5);
		require(clFinish(handles[i]) == CL_INVALID_OPERATION, 6);
		require(!clCreateBuffer(handles[i], 0, 0, NULL, &error), 7);
		require(error == CL_INVALID_OPERATION, 8);
		require(!clCreateBuffer(handles[i], 0, 0, NULL, NULL), 9);
		require(!clCreateContext(NULL, 1, &device, NULL, NULL, &error), 10);
		require(error == CL_INVALID_OPERATION, 11);
		require(!clCreateContextFromType(named, 0, NULL, NULL, &error), 12);
		require(clWaitForEvents(1, &event) == CL_INVALID_OPERATION, 13);
		require(!clGetExtensionFunctionAddressForPlatform(handles[i], "x"), 14);
		require(!clSVMAlloc(handles[i], 0, 1, 1), 15);
		clSVMFree(handles[i], NULL);
	}
	_exit(CLOSED);
}

static void call_late(void)
{
	if (expected == CLOSED)
		call_when_closed();
	else
		call_unchanged();
}

static void *block_for_ever(void *unused)
{
	for (;;)
		pause();
	return unused;
}

static void call_after_the_library(void)
{
	void *library = dlopen(unit_driver("late-calls"), RTLD_NOW);
	void (*set)(void (*)(void));

	require(library != NULL, 31);
	*(void **)&set = dlsym(library, "late_calls_set");
	set(call_late);
}

static void live_and_end(void)
{
	pthread_t thread;

	process_set_drivers(rows[row].drivers);
	if (rows[row].variable)
		setenv(rows[row].variable, "1", 1);
	if (rows[row].moment == AT_EXIT)
		atexit(call_late);
	else
		call_after_the_library();
	require(clGetPlatformIDs(PROCESS_PLATFORMS, platforms, &platform_count) == CL_SUCCESS, 32);
	if (rows[row].has_thread)
		require(pthread_create(&thread, NULL, block_for_ever, NULL) == 0, 33);
}

START_TEST(late_calls)
{
	row = _i;
	expected = process_is_single_threaded() ? rows[_i].expected : UNCHANGED;
	process_check_exit(process_run_child(live_and_end, 0), expected);
}
END_TEST

/* The loader was loaded, but not used before its destructor ran. */
static void first_call_after_the_library(void)
{
	cl_uint count = 99;

	require(clGetPlatformIDs(0, NULL, &count) == CL_PLATFORM_NOT_FOUND_KHR && count == 0, 1);
	require(clGetPlatformInfo(NULL, 0, 0, NULL, NULL) == CL_INVALID_PLATFORM, 2);
	require(!process_find("stub-icd1", "stub_get_state"), 3);
	_exit(CLOSED);
}

static void end_unused(void)
{
	void *library = dlopen(unit_driver("late-calls"), RTLD_NOW);
	void (*set)(void (*)(void));

	process_set_drivers("stub-icd1");
	*(void **)&set = dlsym(library, "late_calls_set");
	set(first_call_after_the_library);
}

START_TEST(first_use_too_late)
{
	process_check_exit(process_run_child(end_unused, 0), CLOSED);
}
END_TEST

static void use_at_exit_only(void)
{
	cl_uint count = 0;

	require(clGetPlatformIDs(0, NULL, &count) == CL_SUCCESS && count == 1, 1);
}

static void end_with_first_use(void)
{
	process_set_drivers("stub-icd1");
	atexit(use_at_exit_only);
}

START_TEST(first_use_at_exit)
{
	process_check_exit(process_run_child(end_with_first_use, 7), 7);
}
END_TEST

/* The driver's destructor calls the loader. */
static void use_driver_that_calls_at_end(void)
{
	process_set_drivers("stub-icd1 reentrant-calls-at-end");
	process_get_platforms(platforms, 4);
}

START_TEST(driver_calls_at_end)
{
	process_check_exit(process_run_child(use_driver_that_calls_at_end, 7), 7);
}
END_TEST

/* -- other threads are still in a call ------------------------------------- */

static void *enter_driver(void *unused)
{
	cl_platform_id last[PROCESS_PLATFORMS];

	clGetPlatformIDs(PROCESS_PLATFORMS, last, &platform_count);
	clGetDeviceIDs(last[platform_count - 1], CL_DEVICE_TYPE_ALL, 0, NULL, &platform_count);
	return unused;
}

static const struct {
	const char *drivers;
	const char *blocking;
} blockers[] = {
	{ "faulty-unloadable reentrant-blocks-devices",
	  "reentrant-blocks-devices" }, /* in a call */
	{ "stub-icd1 reentrant-blocks-listed", "reentrant-blocks-listed" }, /* in the first use */
};

static void end_while_blocked(void)
{
	reentrant_get_state_fn *get_state = NULL;
	pthread_t thread;

	process_set_drivers(blockers[row].drivers);
	pthread_create(&thread, NULL, enter_driver, NULL);
	for (int i = 0; i < 1000 && !get_state; i++) {
		usleep(10000);
		get_state = (reentrant_get_state_fn *)process_find(blockers[row].blocking,
								   "reentrant_get_state");
	}
	require(get_state != NULL, 1);
	process_wait_for(&get_state()->is_blocked);
}

START_TEST(end_while_a_thread_is_inside)
{
	row = _i;
	process_check_exit(process_run_child(end_while_blocked, 7), 7);
}
END_TEST

static void use_driver_that_exits(void)
{
	process_set_drivers("stub-icd1 reentrant-exits");
	clGetPlatformIDs(0, NULL, &platform_count);
}

START_TEST(driver_ends_the_process)
{
	process_check_exit(process_run_child(use_driver_that_exits, 7), 9);
}
END_TEST

/* Threads make calls in a loop while the main thread exits. */
static void *call_for_ever(void *unused)
{
	char name[64];

	for (;;) {
		clGetPlatformIDs(0, NULL, &(cl_uint){ 0 });
		clGetPlatformInfo(platforms[0], CL_PLATFORM_NAME, sizeof(name), name, NULL);
		clGetExtensionFunctionAddress("clOwnExtensionFLT");
		clGetPlatformInfo(NULL, CL_PLATFORM_NAME, sizeof(name), name, NULL);
	}
	return unused;
}

static void end_while_threads_are_calling(void)
{
	pthread_t thread;

	process_set_drivers("faulty-unloadable stub-icd1 stub-icd2");
	process_get_platforms(platforms, 5);
	for (int i = 0; i < 4; i++)
		pthread_create(&thread, NULL, call_for_ever, NULL);
	usleep(2000);
}

START_TEST(end_while_threads_call)
{
	process_check_exit(process_run_child(end_while_threads_are_calling, 7), 7);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("end");
	TCase *tcase = unit_tcase(suite, "end", 40);

	tcase_add_loop_test(tcase, late_calls, 0, UNIT_ROWS(rows));
	tcase_add_test(tcase, first_use_too_late);
	tcase_add_test(tcase, first_use_at_exit);
	tcase_add_test(tcase, driver_calls_at_end);
	tcase_add_loop_test(tcase, end_while_a_thread_is_inside, 0, UNIT_ROWS(blockers));
	tcase_add_test(tcase, driver_ends_the_process);
	tcase_add_loop_test(tcase, end_while_threads_call, 0, 20);
	return unit_run(suite);
}
