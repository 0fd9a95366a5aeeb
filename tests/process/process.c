/* SPDX-License-Identifier: Apache-2.0 */
/* process: see process.h. */
#include "process/process.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit/unit.h"

int __lsan_is_turned_off(void);

/*
 * LeakSanitizer calls this function. It is disabled here, because children that call exit() would
 * report the memory that check has in the parent, and the memory of threads that a child lacks.
 * The unit tests look for leaks.
 */
__attribute__((visibility("default"))) int __lsan_is_turned_off(void)
{
	return 1;
}

void process_set_drivers(const char *text)
{
	static char list[16384];
	char copy[1024];

	list[0] = '\0';
	snprintf(copy, sizeof(copy), "%s", text);
	for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
		strcat(list, *list ? ":" : "");
		strcat(list, unit_driver(word));
	}
	setenv("OCL_ICD_FILENAMES", list, 1);
	setenv("OCL_ICD_VENDORS", unit_dir, 1);
	setenv("OPENCL_LOADER_CONFIG", "none", 1);
	snprintf(copy, sizeof(copy), "error:%s", unit_path("log of the test"));
	setenv("OPENCL_LOADER_LOG", copy, 1);
}

void *process_find(const char *driver, const char *name)
{
	void *library = dlopen(unit_driver(driver), RTLD_LAZY | RTLD_NOLOAD);
	void *function;

	if (!library)
		return NULL;
	function = dlsym(library, name);
	dlclose(library);
	return function;
}

bool process_is_single_threaded(void)
{
	const char *single = dlsym(RTLD_DEFAULT, "__libc_single_threaded");

	return single && *single;
}

int process_run_child(void (*function)(void), int status)
{
	pid_t child = fork();
	int result = 0;

	ck_assert_int_ge(child, 0);
	if (child == 0) {
		function();
		exit(status);
	}
	ck_assert_int_eq(waitpid(child, &result, 0), child);
	return result;
}

void process_check_exit(int wait_status, int expected)
{
	ck_assert_msg(WIFEXITED(wait_status), "the child was ended by signal %d",
		      WTERMSIG(wait_status));
	ck_assert_int_eq(WEXITSTATUS(wait_status), expected);
}

void process_wait_for(const int *flag)
{
	for (int i = 0; i < 1000; i++) {
		if (__atomic_load_n(flag, __ATOMIC_ACQUIRE))
			return;
		usleep(10000);
	}
	ck_abort_msg("nothing happened for ten seconds");
}
