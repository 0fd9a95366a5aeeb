/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layer-program: the program of test-layers.sh. It makes one call, and does one thing more for each
 * of these arguments:
 *
 *   late    calls in an atexit handler and in a destructor
 *   thread  starts a thread that still runs at exit, so that no library may be closed
 *   info    prints the name of the first platform
 *   wait    reads standard input to its end
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <CL/cl.h>

static int is_late;

static void call(const char *when)
{
	cl_uint count = 0;
	cl_int error = clGetPlatformIDs(0, NULL, &count);

	printf("%s: %d, %u\n", when, error, count);
}

static void call_at_exit(void)
{
	call("atexit");
}

__attribute__((destructor)) static void call_in_destructor(void)
{
	if (is_late)
		call("destructor");
	fflush(stdout);
}

static void *wait_for_ever(void *unused)
{
	for (;;)
		pause();
	return unused;
}

static void print_name(void)
{
	char name[100] = "";
	cl_int error = clGetPlatformInfo(NULL, CL_PLATFORM_NAME, sizeof(name), name, NULL);

	printf("name: %d, %s\n", error, name);
}

int main(int argc, char **argv)
{
	pthread_t thread;

	call("main");
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "late") == 0) {
			is_late = 1;
			atexit(call_at_exit);
		} else if (strcmp(argv[i], "thread") == 0) {
			pthread_create(&thread, NULL, wait_for_ever, NULL);
		} else if (strcmp(argv[i], "info") == 0) {
			print_name();
		} else if (strcmp(argv[i], "wait") == 0) {
			while (getchar() != EOF)
				continue;
		}
	}
	return 0;
}
