/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layer-program: the program of test-layers.sh. It makes one call, and does one thing more for each
 * of these arguments:
 *
 *   late    calls in an atexit handler and in a destructor
 *   thread  starts a thread that still runs at exit, so that no library may be closed
 *   info    prints the name of the first platform
 *   wait    reads standard input to its end
 *
 * and before that call for each of these, which have a second word:
 *
 *   choose LAYERS  chooses these layers for itself
 *   log FILE       lets the layers write to this file only from now on
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#include <CL/cl.h>

#include "clrouter/loader.h"

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

static void choose(const char *layers)
{
	clSetLayersCLROUTER_t *set_layers = (clSetLayersCLROUTER_t *)
		clGetExtensionFunctionAddress("clSetLayersCLROUTER");

	printf("choose: %d\n", set_layers ? set_layers(layers) : CL_INVALID_OPERATION);
}

int main(int argc, char **argv)
{
	pthread_t thread;

	for (int i = 1; i + 1 < argc; i++) {
		if (strcmp(argv[i], "choose") == 0)
			choose(argv[i + 1]);
		else if (strcmp(argv[i], "log") == 0)
			setenv("STUB_LAYER_LOG", argv[i + 1], 1);
	}
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
