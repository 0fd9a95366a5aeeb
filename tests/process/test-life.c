/* SPDX-License-Identifier: Apache-2.0 */
/*
 * life: the built library in a program: threads that make the first call at once, drivers that do
 * unexpected things while they are started, forks at every stage (doc/design.md, Life). The end of
 * a process is in test-end.c.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "drivers/reentrant-driver.h"
#include "drivers/faulty-driver.h"
#include "process/process.h"
#include "unit/unit.h"

#define THREADS 64

/* -- threads --------------------------------------------------------------- */

static pthread_barrier_t barrier;

struct racer {
	pthread_t thread;
	int kind;		/* of first call */
	cl_int error;
	cl_uint count;
	cl_platform_id platforms[PROCESS_PLATFORMS];
};

/* The functions that can be the first call: KIND is less than FIRST_CALLS. */
static cl_int call_first(int kind)
{
	cl_uint count = 0;
	cl_int error = CL_SUCCESS;
	char text[128];

	switch (kind) {
	case 0:
		return clGetPlatformIDs(0, NULL, &count);
	case 1:
		return clGetPlatformInfo(NULL, CL_PLATFORM_NAME, sizeof(text), text, NULL);
	case 2:
		error = clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 0, NULL, &count);
		return error == CL_DEVICE_NOT_FOUND ? CL_SUCCESS : error;
	case 3:
		return clGetExtensionFunctionAddress("clOwnExtensionFLT") ? CL_SUCCESS : 1;
	default:
		clCreateContextFromType(NULL, CL_DEVICE_TYPE_ALL, NULL, NULL, &error);
		return error == CL_INVALID_OPERATION ? CL_SUCCESS : error;
	}
}

#define FIRST_CALLS 5

static void *race(void *argument)
{
	struct racer *racer = argument;

	pthread_barrier_wait(&barrier);
	racer->error = call_first(racer->kind);
	if (racer->error == CL_SUCCESS)
		racer->error = clGetPlatformIDs(PROCESS_PLATFORMS, racer->platforms, &racer->count);
	return NULL;
}

START_TEST(threads_race_for_the_first_call)
{
	static struct racer racers[THREADS];
	faulty_get_state_fn *get_state;

	process_set_drivers("faulty-none stub-icd1 stub-icd2");
	pthread_barrier_init(&barrier, NULL, THREADS);
	for (int i = 0; i < THREADS; i++) {
		racers[i].kind = i % FIRST_CALLS;
		ck_assert_int_eq(pthread_create(&racers[i].thread, NULL, race, &racers[i]), 0);
	}
	for (int i = 0; i < THREADS; i++) {
		pthread_join(racers[i].thread, NULL);
		ck_assert_int_eq(racers[i].error, CL_SUCCESS);
		ck_assert_uint_eq(racers[i].count, 5);
		ck_assert_mem_eq(racers[i].platforms, racers[0].platforms,
				 sizeof(racers[0].platforms));
	}
	get_state = (faulty_get_state_fn *)process_find("faulty-none", "faulty_get_state");
	ck_assert_uint_eq(get_state()->listed, 2);	/* once for the number, once for the list */
}
END_TEST

/* Each of them, as the first call, must find the platforms. */
START_TEST(first_call)
{
	process_set_drivers("faulty-none stub-icd1");
	ck_assert_int_eq(call_first(_i), CL_SUCCESS);
}
END_TEST

START_TEST(first_call_without_drivers)
{
	static const cl_int expected[FIRST_CALLS] = {
		CL_PLATFORM_NOT_FOUND_KHR, CL_INVALID_PLATFORM, CL_INVALID_PLATFORM, 1,
		CL_INVALID_PLATFORM
	};

	process_set_drivers("");
	ck_assert_int_eq(call_first(_i), expected[_i]);
}
END_TEST

/* -- reentrant drivers -------------------------------------------------------- */

#define SAW(count) ((100 + (count)) << 8)	/* the wait status of such a child */
#define SAW_NONE (50 << 8)

static const struct {
	const char *drivers;
	const char *reentrant;
	cl_uint platforms;	/* after the start */
	cl_int error;		/* the result of the driver's own call during the start */
	cl_uint count;		/* the number of platforms that it got */
	int child;		/* the wait status of its child */
} reentrant[] = {
	{ "stub-icd1 reentrant-calls-back stub-icd2", "reentrant-calls-back", 5, CL_SUCCESS, 1, 0 },
	{ "stub-icd2 stub-icd1 reentrant-calls-back", "reentrant-calls-back", 5, CL_SUCCESS, 2, 0 },
	{ "reentrant-calls-back stub-icd1", "reentrant-calls-back", 4, CL_PLATFORM_NOT_FOUND_KHR, 0,
	  0 },
	{ "stub-icd1 reentrant-calls-back-listed stub-icd2", "reentrant-calls-back-listed", 5,
	  CL_SUCCESS, 1, 0 },
	{ "stub-icd1 reentrant-starts-thread stub-icd2", "reentrant-starts-thread", 5, CL_SUCCESS,
	  5, 0 },
	{ "stub-icd1 reentrant-starts-thread-listed stub-icd2", "reentrant-starts-thread-listed", 5,
	  CL_SUCCESS, 5, 0 },
	{ "reentrant-sets-environment stub-icd1 stub-icd2", "reentrant-sets-environment", 5, 0, 0,
	  0 },
	{ "reentrant-opens-drivers stub-icd1 stub-icd2", "reentrant-opens-drivers", 5, 0, 1, 0 },
	{ "stub-icd1 reentrant-forks stub-icd2", "reentrant-forks", 5, 0, 0, SAW(1) },
	{ "reentrant-forks stub-icd2", "reentrant-forks", 4, 0, 0, SAW_NONE },
	{ "stub-icd1 reentrant-forks-listed stub-icd2", "reentrant-forks-listed", 5, 0, 0, SAW(1) },
	{ "stub-icd1 reentrant-forks-in-thread stub-icd2", "reentrant-forks-in-thread", 5, 0, 0,
	  SAW_NONE },
};

START_TEST(reentrant_driver)
{
	cl_platform_id platforms[PROCESS_PLATFORMS];
	reentrant_get_state_fn *get_state;
	const struct reentrant_state *state;

	process_set_drivers(reentrant[_i].drivers);
	process_get_platforms(platforms, reentrant[_i].platforms);
	get_state = (reentrant_get_state_fn *)process_find(reentrant[_i].reentrant,
							   "reentrant_get_state");
	ck_assert_ptr_nonnull((void *)get_state);
	state = get_state();
	process_wait_for(&state->is_done);
	ck_assert_int_eq(state->error, reentrant[_i].error);
	ck_assert_uint_eq(state->count, reentrant[_i].count);
	ck_assert_int_eq(state->status, reentrant[_i].child);
	if (state->error == CL_PLATFORM_NOT_FOUND_KHR)
		ck_assert_int_eq(state->null_error, CL_INVALID_PLATFORM);
	process_get_platforms(platforms, reentrant[_i].platforms);
}
END_TEST

/* A driver that is asked for devices, because of the order, sees all accepted platforms. */
START_TEST(driver_calls_back_in_clGetDeviceIDs)
{
	cl_platform_id platforms[PROCESS_PLATFORMS];
	reentrant_get_state_fn *get_state;

	process_set_drivers("reentrant-calls-back-devices stub-icd1");
	setenv("OCL_ICD_VENDORS", getenv("OCL_ICD_FILENAMES"), 1);
	unsetenv("OCL_ICD_FILENAMES");
	process_get_platforms(platforms, 4);
	get_state = (reentrant_get_state_fn *)process_find("reentrant-calls-back-devices",
							   "reentrant_get_state");
	ck_assert_ptr_nonnull((void *)get_state);
	ck_assert_int_eq(get_state()->error, CL_SUCCESS);
	ck_assert_uint_eq(get_state()->count, 4);
	ck_assert_int_eq(get_state()->null_error, CL_SUCCESS);
}
END_TEST

/* -- forks ----------------------------------------------------------------- */

static cl_platform_id known[PROCESS_PLATFORMS];

static void use_in_child(void)
{
	cl_platform_id platforms[PROCESS_PLATFORMS] = { NULL };
	cl_uint count = 0;
	char name[64];

	if (clGetPlatformIDs(PROCESS_PLATFORMS, platforms, &count) != CL_SUCCESS || count != 4)
		exit(1);
	if (known[0] && memcmp(known, platforms, 4 * sizeof(known[0])) != 0)
		exit(2);
	if (clGetPlatformInfo(platforms[0], CL_PLATFORM_NAME, sizeof(name), name, NULL) !=
	    CL_SUCCESS || strcmp(name, "Correct") != 0)
		exit(3);
}

static void use_in_grandchild(void)
{
	process_check_exit(process_run_child(use_in_child, 42), 42);
	use_in_child();
}

/* 0: the parent has not used the loader yet; 1: it has. */
START_TEST(fork_before_and_after)
{
	process_set_drivers("faulty-none stub-icd1");
	if (_i)
		process_get_platforms(known, 4);
	process_check_exit(process_run_child(use_in_child, 42), 42);
	process_check_exit(process_run_child(use_in_grandchild, 42), 42);
	process_get_platforms(known, 4);
}
END_TEST

static int is_over;

static void *call_all_the_time(void *unused)
{
	char name[64];

	(void)unused;
	while (!__atomic_load_n(&is_over, __ATOMIC_RELAXED)) {
		clGetPlatformIDs(0, NULL, NULL);
		clGetPlatformInfo(known[0], CL_PLATFORM_NAME, sizeof(name), name, NULL);
		clGetPlatformInfo(NULL, CL_PLATFORM_NAME, sizeof(name), name, NULL);
		clGetExtensionFunctionAddress("clOwnExtensionFLT");
	}
	return NULL;
}

START_TEST(fork_beside_calling_threads)
{
	pthread_t threads[4];

	process_set_drivers("faulty-none stub-icd1");
	process_get_platforms(known, 4);
	for (int i = 0; i < UNIT_ROWS(threads); i++)
		pthread_create(&threads[i], NULL, call_all_the_time, NULL);
	for (int i = 0; i < 20; i++)
		process_check_exit(process_run_child(use_in_child, 42), 42);
	__atomic_store_n(&is_over, 1, __ATOMIC_RELAXED);
	for (int i = 0; i < UNIT_ROWS(threads); i++)
		pthread_join(threads[i], NULL);
}
END_TEST

/* The child of a thread gets its answers while another thread never ends the start. */
static void expect_nothing(void)
{
	cl_uint count = 99;

	for (int i = 0; i < 2; i++)
		if (clGetPlatformIDs(0, NULL, &count) != CL_PLATFORM_NOT_FOUND_KHR || count != 0)
			exit(1);
	if (clGetPlatformInfo(NULL, CL_PLATFORM_NAME, 0, NULL, NULL) != CL_INVALID_PLATFORM)
		exit(2);
	if (clUnloadCompiler() != CL_SUCCESS || clFinish(NULL) != CL_INVALID_COMMAND_QUEUE)
		exit(3);
}

static void *initialise(void *unused)
{
	(void)unused;
	clGetPlatformIDs(0, NULL, &(cl_uint){ 0 });
	return NULL;
}

static void wait_until_blocked(const char *driver)
{
	reentrant_get_state_fn *get_state = NULL;

	for (int i = 0; i < 1000 && !get_state; i++) {
		get_state = (reentrant_get_state_fn *)process_find(driver, "reentrant_get_state");
		usleep(10000);
	}
	ck_assert_ptr_nonnull((void *)get_state);
	process_wait_for(&get_state()->is_blocked);
}

START_TEST(fork_while_another_thread_initialises)
{
	pthread_t thread;

	process_set_drivers("stub-icd1 reentrant-blocks-listed");
	pthread_create(&thread, NULL, initialise, NULL);
	wait_until_blocked("reentrant-blocks-listed");
	process_check_exit(process_run_child(expect_nothing, 42), 42);
}
END_TEST

/* Parent and child both have process ID 1, each in its namespace, so the ID cannot tell them. */
static void fork_into_another_namespace(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, initialise, NULL);
	wait_until_blocked("reentrant-blocks-listed");
	if (unshare(CLONE_NEWPID) != 0)
		exit(4);
	process_check_exit(process_run_child(expect_nothing, 42), 42);
}

START_TEST(fork_of_a_namespaces_first_process)
{
	if (unshare(CLONE_NEWPID) != 0) {
		printf("not tested: PID namespaces: %s\n", strerror(errno));
		return;
	}
	process_set_drivers("stub-icd1 reentrant-blocks-listed");
	process_check_exit(process_run_child(fork_into_another_namespace, 43), 43);
}
END_TEST

/* -- threads that end during the start ------------------------------------- */

/* The second of three drivers will call HOOK while the loader is initialised. */
static void set_hook(void (*hook)(void))
{
	void *driver = dlopen(unit_driver("reentrant-runs-hook-listed"), RTLD_NOW);
	reentrant_get_state_fn *get_state;

	ck_assert_msg(driver != NULL, "%s", dlerror());
	get_state = (reentrant_get_state_fn *)dlsym(driver, "reentrant_get_state");
	get_state()->hook = hook;
	process_set_drivers("stub-icd1 reentrant-runs-hook-listed stub-icd2");
}

static int is_inside;

/* usleep() is a cancellation point: a thread that is cancelled would end in it. */
static void stay_for_a_while(void)
{
	__atomic_store_n(&is_inside, 1, __ATOMIC_RELEASE);
	for (int i = 0; i < 50; i++)
		usleep(10000);
}

START_TEST(cancelled_while_it_initialises)
{
	pthread_t thread;

	set_hook(stay_for_a_while);
	pthread_create(&thread, NULL, initialise, NULL);
	process_wait_for(&is_inside);
	pthread_cancel(thread);
	process_get_platforms(known, 5);
	pthread_join(thread, NULL);
}
END_TEST

static void end_thread(void)
{
	pthread_exit(NULL);
}

START_TEST(driver_ends_the_initialising_thread)
{
	pthread_t thread;

	set_hook(end_thread);
	pthread_create(&thread, NULL, initialise, NULL);
	pthread_join(thread, NULL);
	expect_nothing();
}
END_TEST

/* A driver forks. Its child goes on with the start, while another thread of the child waits. */
static pthread_t thread_of_child;
static bool is_child;

static void *expect_platforms(void *unused)
{
	cl_uint count = 0;

	if (clGetPlatformIDs(0, NULL, &count) != CL_SUCCESS || count != 5)
		exit(5);
	return unused;
}

static void fork_and_go_on(void)
{
	pid_t child = fork();

	is_child = child == 0;
	if (is_child) {
		pthread_create(&thread_of_child, NULL, expect_platforms, NULL);
		usleep(100000);
	} else {
		int status;

		ck_assert_int_eq(waitpid(child, &status, 0), child);
		process_check_exit(status, 44);
	}
}

START_TEST(child_goes_on_with_the_start)
{
	cl_uint count = 0;

	set_hook(fork_and_go_on);
	ck_assert_int_eq(clGetPlatformIDs(0, NULL, &count), CL_SUCCESS);
	ck_assert_uint_eq(count, 5);
	if (is_child) {
		pthread_join(thread_of_child, NULL);
		_exit(44);
	}
}
END_TEST

/* -- the working directory ------------------------------------------------- */

static void go_away(void)
{
	ck_assert_int_eq(chdir("/"), 0);
}

/* Relative paths are relative to the working directory of the first call. */
START_TEST(driver_changes_the_working_directory)
{
	char text[1024];

	set_hook(go_away);
	snprintf(text, sizeof(text), "stubs->%s", getenv("STUB_DIR"));
	unit_make(text);
	unit_make("sub/second.icd=../stubs/stub-icd2.so");
	ck_assert_int_eq(chdir(unit_dir), 0);
	setenv("OCL_ICD_FILENAMES",
	       "./stubs/reentrant-runs-hook-listed.so:./stubs/faulty-none.so", 1);
	setenv("OCL_ICD_VENDORS", "stubs/stub-icd1.so:sub/second.icd", 1);
	setenv("OPENCL_LAYERS", "stubs/layer-both.so", 1);
	process_get_platforms(known, 8);
	ck_assert_ptr_nonnull(process_find("layer-both", "stub_layer_get_state"));
}
END_TEST

/* -- bounded tables -------------------------------------------------------- */

/* The table has 81 slots at the end of readable memory, so a read after it crashes. */
START_TEST(bounded_table)
{
	cl_platform_id platforms[PROCESS_PLATFORMS];
	cl_context_properties named[] = { CL_CONTEXT_PLATFORM, 0, 0 };
	cl_int error = 7;
	void *handle;

	process_set_drivers("stub-icd2 faulty-short-table");
	unit_make("loader.conf=[driver faulty*]\nbounded_table = yes\n");
	setenv("OPENCL_LOADER_CONFIG", unit_path("loader.conf"), 1);
	process_get_platforms(platforms, 4);
	handle = platforms[2];
	named[1] = (intptr_t)handle;
	ck_assert_int_eq(clFlush(handle), CL_INVALID_OPERATION);
	ck_assert_int_eq(clGetGLContextInfoKHR(named, 0, 0, NULL, NULL), CL_INVALID_OPERATION);
	ck_assert_int_eq(clSetEventCallback(handle, 0, NULL, NULL), CL_INVALID_OPERATION);
	ck_assert_int_eq(clRetainDevice(handle), CL_INVALID_OPERATION);
	ck_assert_ptr_null(clGetExtensionFunctionAddressForPlatform(handle, "x"));
	ck_assert_ptr_null(clCreatePipe(handle, 0, 0, 0, NULL, &error));
	ck_assert_int_eq(error, CL_INVALID_OPERATION);
	ck_assert_int_eq(clSetContextDestructorCallback(handle, NULL, NULL), CL_INVALID_OPERATION);
	ck_assert_int_eq(clRetainDevice(NULL), CL_INVALID_DEVICE);
	/* Other drivers are not affected. */
	ck_assert_int_eq(clGetPlatformInfo(platforms[0], CL_PLATFORM_NAME, 0, NULL, NULL),
			 CL_SUCCESS);
	ck_assert_int_ne(clRetainDevice((cl_device_id)platforms[0]), CL_INVALID_OPERATION);
}
END_TEST

/* -- tables with functions of the loader ------------------------------------- */

static const struct {
	const char *driver;
	const char *layer;	/* NULL: none */
	bool is_bounded;
} leading_back[] = {
	{ "faulty-leads-back", NULL, false },
	{ "faulty-leads-back-short", NULL, false },
	{ "faulty-leads-back", NULL, true },
	{ "faulty-leads-back-short", NULL, true },
	{ "faulty-leads-back", "layer-new", false },
	{ "faulty-leads-back-short", "layer-exported", false },
	{ "faulty-none", "layer-exported", false },
};

/* Without an end, before it was mended: each call came to the loader's function again. */
static void check_calls(cl_platform_id platform, const char *driver)
{
	faulty_get_state_fn *get_state =
		(faulty_get_state_fn *)process_find(driver, "faulty_get_state");
	const unsigned asked = get_state()->devices_asked;
	void *handle = platform;

	ck_assert_int_eq(clGetPlatformInfo(platform, CL_PLATFORM_NAME, 0, NULL, NULL), CL_SUCCESS);
	ck_assert_int_eq(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, NULL),
			 CL_DEVICE_NOT_FOUND);
	ck_assert_uint_eq(get_state()->devices_asked, asked + 1);
	ck_assert_int_eq(clFlush(handle), CL_INVALID_OPERATION);
	ck_assert_int_eq(clFinish(handle), CL_INVALID_OPERATION);
}

START_TEST(table_leads_back)
{
	const char *driver = leading_back[_i].driver;
	const char *layer = leading_back[_i].layer;
	char names[128];

	snprintf(names, sizeof(names), "stub-icd1 %s", driver);
	process_set_drivers(names);
	unit_make("loader.conf=[driver faulty*]\nbounded_table = yes\n");
	if (leading_back[_i].is_bounded)
		setenv("OPENCL_LOADER_CONFIG", unit_path("loader.conf"), 1);
	if (layer)
		setenv("OPENCL_LAYERS", unit_driver(layer), 1);
	process_get_platforms(known, 4);
	for (int i = 0; i < 4; i++)
		if (i > 0)
			check_calls(known[i], driver);
		else
			ck_assert_int_eq(clGetPlatformInfo(known[0], CL_PLATFORM_NAME, 0, NULL, NULL),
					 CL_SUCCESS);
}
END_TEST

/* What a driver returns for a name is its own function, too, or none. */
START_TEST(function_by_name_leads_back)
{
	process_set_drivers("faulty-leads-back");
	process_get_platforms(known, 3);
	ck_assert_ptr_nonnull(clGetExtensionFunctionAddress("clOwnExtensionFLT"));
	ck_assert_ptr_null(clGetExtensionFunctionAddress("clBorrowedFLT"));
	ck_assert_ptr_eq(clGetExtensionFunctionAddressForPlatform(known[1], "clGetDeviceIDs"),
			 process_find("faulty-leads-back", "clGetDeviceIDs"));
	ck_assert_ptr_null(clGetExtensionFunctionAddressForPlatform(known[1], "clFinish"));
	ck_assert_ptr_null(clGetExtensionFunctionAddressForPlatform(known[1], "clNoSuch"));
}
END_TEST

/* -- output ---------------------------------------------------------------- */

START_TEST(nothing_is_printed)
{
	static const int descriptors[] = { STDOUT_FILENO, STDERR_FILENO };
	static const char *const names[] = { "stdout", "stderr" };

	process_set_drivers(
		"faulty-no-lookup faulty-count-error faulty-null-platform faulty-tag-first "
		"needs-gone needs-data no-such faulty-suffix-error faulty-no-extension "
		"faulty-list-vanishes ../test-life libgone stub-icd1 stub-icd1");
	unsetenv("OPENCL_LOADER_LOG");
	fflush(NULL);
	for (int i = 0; i < 2; i++)
		ck_assert_int_eq(dup2(open(unit_path(names[i]), O_RDWR | O_CREAT, 0600),
				      descriptors[i]), descriptors[i]);
	process_get_platforms(known, 9);
	for (int i = 0; i < 2; i++)
		ck_assert_str_eq(unit_read(unit_path(names[i]), NULL), "");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("life");
	TCase *tcase = unit_tcase(suite, "life", 40);

	tcase_add_loop_test(tcase, threads_race_for_the_first_call, 0, 20);
	tcase_add_loop_test(tcase, first_call, 0, FIRST_CALLS);
	tcase_add_loop_test(tcase, first_call_without_drivers, 0, FIRST_CALLS);
	tcase_add_loop_test(tcase, reentrant_driver, 0, UNIT_ROWS(reentrant));
	tcase_add_test(tcase, driver_calls_back_in_clGetDeviceIDs);
	tcase_add_loop_test(tcase, fork_before_and_after, 0, 2);
	tcase_add_test(tcase, fork_beside_calling_threads);
	tcase_add_test(tcase, fork_while_another_thread_initialises);
	tcase_add_test(tcase, fork_of_a_namespaces_first_process);
	tcase_add_test(tcase, cancelled_while_it_initialises);
	tcase_add_test(tcase, driver_ends_the_initialising_thread);
	tcase_add_test(tcase, child_goes_on_with_the_start);
	tcase_add_test(tcase, driver_changes_the_working_directory);
	tcase_add_test(tcase, bounded_table);
	tcase_add_loop_test(tcase, table_leads_back, 0, UNIT_ROWS(leading_back));
	tcase_add_test(tcase, function_by_name_leads_back);
	tcase_add_test(tcase, nothing_is_printed);
	return unit_run(suite);
}
