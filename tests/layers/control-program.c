/* SPDX-License-Identifier: Apache-2.0 */
/*
 * control-program: a program of test-layer-control.sh. It makes one call while recording is off and
 * two while it is on, switches it while eight threads make calls, then forks while it is off; the
 * child switches it on. Prints how many calls of clGetPlatformInfo it has made before the fork.
 */
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CL/cl.h>
#include <clrouter/loader.h>

#define THREADS 8
#define CALLS 20000

static cl_platform_id platform;
static int running = THREADS;

static void call(void)
{
	char name[256];

	clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof(name), name, NULL);
}

static void *make_calls(void *unused)
{
	for (int i = 0; i < CALLS; i++)
		call();
	__atomic_sub_fetch(&running, 1, __ATOMIC_RELEASE);
	return unused;
}

static int fork_while_off(clSetRecordingCLROUTER_t *set)
{
	int status = 1;
	pid_t child;

	set(CL_FALSE);
	child = fork();
	if (child == 0) {
		call();
		set(CL_TRUE);
		call();
		exit(0);
	}
	call();
	waitpid(child, &status, 0);
	return status;
}

int main(void)
{
	clSetRecordingCLROUTER_t *set = (clSetRecordingCLROUTER_t *)
		clGetExtensionFunctionAddress("clSetRecordingCLROUTER");
	pthread_t threads[THREADS];
	cl_bool is_on = CL_FALSE;

	if (!set || clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS)
		return EXIT_FAILURE;
	call();
	set(CL_TRUE);
	call();
	call();
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, make_calls, NULL);
	while (__atomic_load_n(&running, __ATOMIC_ACQUIRE) > 0)
		if (set(is_on = !is_on) != CL_SUCCESS)
			return EXIT_FAILURE;
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	printf("%d\n", THREADS * CALLS + 3);
	fflush(stdout);
	return fork_while_off(set) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
