/* SPDX-License-Identifier: Apache-2.0 */
/*
 * limits: the built library in a process with too few file descriptors, a small stack, little
 * address space, without /proc, without a working directory, or with signals all the time. It must
 * return an error or fewer platforms, and must not crash or hang. Each case is a child.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/process.h"
#include "unit/unit.h"

#define ALL_PLATFORMS 7		/* of the drivers that set_up() names */
#define SKIPPED 77
#define EMULATED 78

/* Drivers of both generations, named and in a directory, a layer, and a configuration file. */
static void set_up(const char *conf)
{
	char what[1024];
	char list[1024];

	process_set_drivers("stub-icd1 faulty-none");
	for (int i = 0; i < 40; i++) {
		snprintf(what, sizeof(what), "vendors/%02d.icd=libnone%d.so", i, i);
		unit_make(what);
	}
	snprintf(what, sizeof(what), "vendors/a.icd=%s", unit_driver("faulty-icd2"));
	unit_make(what);
	snprintf(what, sizeof(what), "loader.conf=%s", conf);
	unit_make(what);
	snprintf(list, sizeof(list), "debug:%s", unit_path("log of the library"));
	setenv("OPENCL_LOADER_LOG", list, 1);
	setenv("OCL_ICD_VENDORS", unit_path("vendors"), 1);
	setenv("OPENCL_LAYERS", unit_driver("layer-new"), 1);
	setenv("OPENCL_LOADER_CONFIG", unit_path("loader.conf"), 1);
	unit_expect_errors();
}

/* Uses the loader. Returns 100 and the number of platforms, the exit status of a child. */
static int use_loader(void)
{
	cl_platform_id platforms[PROCESS_PLATFORMS];
	cl_uint count = 99;
	cl_int error = clGetPlatformIDs(PROCESS_PLATFORMS, platforms, &count);
	char text[64];

	if (count > ALL_PLATFORMS || error != (count ? CL_SUCCESS : CL_PLATFORM_NOT_FOUND_KHR))
		return 1;
	for (cl_uint i = 0; i < count; i++)
		if (clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof(text), text, NULL) !=
		    CL_SUCCESS)
			return 2;
	return 100 + (int)count;
}

static void exit_after_use(void)
{
	exit(use_loader());
}

/* -- descriptors ----------------------------------------------------------- */

static unsigned descriptors;

static void limit_descriptors(void)
{
	struct rlimit limit = { descriptors, descriptors };

	for (int i = 3; i < 256; i++)
		close(i);
	if (setrlimit(RLIMIT_NOFILE, &limit) != 0)
		exit(3);
	exit_after_use();
}

/* Eight are enough: the program has three; the log, a directory and files need the others. */
START_TEST(few_descriptors)
{
	int status;

	descriptors = (unsigned)_i;
	set_up("[order]\nsort = name\n");
	status = process_run_child(limit_descriptors, 0);
	ck_assert_msg(WIFEXITED(status), "%u descriptors: signal %d", descriptors, WTERMSIG(status));
	if (descriptors >= 8)
		ck_assert_int_eq(WEXITSTATUS(status), 100 + ALL_PLATFORMS);
	else
		ck_assert_int_ge(WEXITSTATUS(status), 100);
}
END_TEST

/* -- stack ----------------------------------------------------------------- */

#ifdef __SANITIZE_ADDRESS__
#define SMALL_STACK (256 * 1024)	/* the sanitizer puts gaps between variables */
#else
#define SMALL_STACK (64 * 1024)
#endif

/* On AArch64 a thread needs at least 128 KiB. */
static size_t smallest_stack(void)
{
	long least = sysconf(_SC_THREAD_STACK_MIN);

	return least > SMALL_STACK ? (size_t)least : SMALL_STACK;
}

static void *use_in_thread(void *answer)
{
	*(int *)answer = use_loader();
	return NULL;
}

static void use_small_stack(void)
{
	pthread_attr_t attributes;
	pthread_t thread;
	int answer = 4;

	pthread_attr_init(&attributes);
	if (pthread_attr_setstacksize(&attributes, smallest_stack()) != 0 ||
	    pthread_create(&thread, &attributes, use_in_thread, &answer) != 0)
		exit(5);
	pthread_join(thread, NULL);
	exit(answer);
}

/* The longest names that dlopen gets; it copies them to the stack. */
static const char *make_long_list(void)
{
	static char list[4 * PATH_MAX];
	size_t size = 0;

	for (int i = 0; i < 3; i++) {
		list[size++] = i == 1 ? '/' : 'x';
		memset(list + size, 'a', (size_t)(PATH_MAX - 3 + i));
		size += (size_t)(PATH_MAX - 3 + i);
		list[size++] = ':';
	}
	strcpy(list + size, unit_driver("stub-icd1"));
	return list;
}

START_TEST(small_stack)
{
	set_up("[order]\nfirst = a, b\n  c, d\nsort = devices\n[unknown]\nx = y\n[driver a*]\n");
	if (_i)
		setenv("OCL_ICD_FILENAMES", make_long_list(), 1);
	process_check_exit(process_run_child(use_small_stack, 0),
			   100 + ALL_PLATFORMS - (_i ? 3 : 0));
}
END_TEST

/* -- address space --------------------------------------------------------- */

static rlim_t address_space;

static void limit_address_space(void)
{
	struct rlimit limit = { address_space, address_space };

	if (setrlimit(RLIMIT_AS, &limit) != 0)
		exit(3);
	exit_after_use();
}

static rlim_t own_address_space(void)
{
	unsigned long pages = 0;
	FILE *file = fopen("/proc/self/statm", "r");

	if (file && fscanf(file, "%lu", &pages) != 1)
		pages = 0;
	if (file)
		fclose(file);
	return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

START_TEST(little_address_space)
{
	rlim_t own = own_address_space();
	int status = 0;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
	printf("not tested: address space: a sanitizer reserves all of it\n");
	return;
#endif
	ck_assert_uint_gt(own, 0);
	set_up("[order]\nsort = name\n");
	for (rlim_t more = 0; more < 1024 * 1024; more += 16 * 1024) {
		address_space = own + more;
		status = process_run_child(limit_address_space, 0);
		ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) >= 100,
			      "%lu bytes more: wait status %#x", (unsigned long)more,
			      (unsigned)status);
	}
	ck_assert_int_eq(WEXITSTATUS(status), 100 + ALL_PLATFORMS);
}
END_TEST

/* -- /proc, working directory, standard streams ---------------------------- */

static void lose_proc(void)
{
	char target;

	if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
	    mount("none", "/proc", "tmpfs", 0, NULL) != 0)
		exit(SKIPPED);
	if (access("/proc/self/exe", F_OK) == 0)
		exit(6);
	if (readlink("/proc/self/exe", &target, 1) == 1)
		exit(EMULATED);
	exit_after_use();
}

/* Without /proc the loader cannot find out the program, so no [program] section applies. */
START_TEST(no_proc)
{
	int status;

	set_up("[program *]\ndisable = a\n[order]\nsort = name\n");
	process_check_exit(process_run_child(exit_after_use, 0), 100 + ALL_PLATFORMS - 3);
	status = process_run_child(lose_proc, 0);
	if (WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED)
		printf("not tested: no /proc: mount is not permitted here\n");
	else if (WIFEXITED(status) && WEXITSTATUS(status) == EMULATED)
		printf("not tested: no /proc: an emulator provides it\n");
	else
		process_check_exit(status, 100 + ALL_PLATFORMS);
}
END_TEST

static void lose_directory(void)
{
	if (mkdir(unit_path("gone"), 0755) != 0 || chdir(unit_path("gone")) != 0 ||
	    rmdir(unit_path("gone")) != 0)
		exit(7);
	exit_after_use();
}

START_TEST(no_working_directory)
{
	char list[1024];

	set_up("[order]\nsort = name\n");
	snprintf(list, sizeof(list), "none/x.so:./y.icd:%s", unit_driver("stub-icd1"));
	setenv("OCL_ICD_FILENAMES", list, 1);
	snprintf(list, sizeof(list), "vendors:.:%s", unit_path("vendors"));
	setenv("OCL_ICD_VENDORS", list, 1);
	process_check_exit(process_run_child(lose_directory, 0), 100 + ALL_PLATFORMS - 3);
}
END_TEST

/* Standard input, output and error are closed, so files that are opened get their numbers. */
static void lose_streams(void)
{
	for (int i = 0; i < 3; i++)
		close(i);
	exit_after_use();
}

START_TEST(no_standard_streams)
{
	set_up("[order]\nsort = name\n");
	process_check_exit(process_run_child(lose_streams, 0), 100 + ALL_PLATFORMS);
}
END_TEST

/* -- signals --------------------------------------------------------------- */

static volatile sig_atomic_t signals;

static void count_signal(int number)
{
	(void)number;
	signals++;
}

static void interrupt_all_the_time(void)
{
	struct sigaction action = { .sa_handler = count_signal };	/* no SA_RESTART */
	struct itimerval timer = { { 0, 50 }, { 0, 50 } };
	int answer;

	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &timer, NULL);
	answer = use_loader();
	exit(signals ? answer : 8);
}

START_TEST(signals_all_the_time)
{
	set_up("[order]\nsort = name\n");
	process_check_exit(process_run_child(interrupt_all_the_time, 0), 100 + ALL_PLATFORMS);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("limits");
	TCase *tcase = unit_tcase(suite, "limits", 120);

	tcase_add_loop_test(tcase, few_descriptors, 3, 12);
	tcase_add_loop_test(tcase, small_stack, 0, 2);
	tcase_add_test(tcase, little_address_space);
	tcase_add_test(tcase, no_proc);
	tcase_add_test(tcase, no_working_directory);
	tcase_add_test(tcase, no_standard_streams);
	tcase_add_test(tcase, signals_all_the_time);
	return unit_run(suite);
}
