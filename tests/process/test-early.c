/* SPDX-License-Identifier: Apache-2.0 */
/*
 * early: calls from the program's .preinit_array, before any constructor has run, also
 * before the constructor of libOpenCL.so.1. No program can call earlier. Each function must return
 * the right result as the first call, and again later.
 *
 * Without an argument, the program executes itself once for each call that can be the first, and
 * once for all functions with a handle, which it calls with NULL.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "api/api.h"

static intptr_t count_platforms(void)
{
	cl_uint count = 0;

	return clGetPlatformIDs(0, NULL, &count) == CL_SUCCESS ? (intptr_t)count : -1;
}

static intptr_t ask_platform(void)
{
	char name[64] = "";

	return clGetPlatformInfo(NULL, CL_PLATFORM_NAME, sizeof(name), name, NULL) == CL_SUCCESS &&
	       strcmp(name, "Stub") == 0;
}

static intptr_t count_devices(void)
{
	cl_uint count = 0;

	return clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 0, NULL, &count) == CL_SUCCESS ?
	       (intptr_t)count : -1;
}

static intptr_t create_context(void)
{
	cl_int error = CL_SUCCESS;

	return !clCreateContext(NULL, 0, NULL, NULL, NULL, &error) ? error : 1;
}

static intptr_t create_context_from_type(void)
{
	cl_context_properties null[] = { CL_CONTEXT_PLATFORM, 0, 0 };
	cl_int error = CL_SUCCESS;

	return !clCreateContextFromType(null, CL_DEVICE_TYPE_ALL, NULL, NULL, &error) ?
	       error : 1;
}

static intptr_t wait_for_nothing(void)
{
	return clWaitForEvents(0, NULL);
}

static intptr_t unload_compiler(void)
{
	return clUnloadCompiler();
}

static intptr_t find_extension(void)
{
	return clGetExtensionFunctionAddress("clGetGLContextInfoKHR") == (void *)clGetGLContextInfoKHR;
}

static intptr_t find_for_null_platform(void)
{
	return clGetExtensionFunctionAddressForPlatform(NULL, "clGetGLContextInfoKHR") == NULL;
}

static intptr_t ask_gl_context(void)
{
	cl_context_properties null[] = { CL_CONTEXT_PLATFORM, 0, 0 };

	return clGetGLContextInfoKHR(null, CL_DEVICES_FOR_GL_CONTEXT_KHR, 0, NULL, NULL);
}

static const struct {
	const char *name;
	intptr_t (*call)(void);
	intptr_t expected;
} calls[] = {
	{ "clGetPlatformIDs", count_platforms, 1 },
	{ "clGetPlatformInfo", ask_platform, 1 },
	{ "clGetDeviceIDs", count_devices, 1 },
	{ "clCreateContext", create_context, CL_INVALID_VALUE },
	{ "clCreateContextFromType", create_context_from_type, CL_INVALID_PLATFORM },
	{ "clWaitForEvents", wait_for_nothing, CL_INVALID_VALUE },
	{ "clUnloadCompiler", unload_compiler, CL_SUCCESS },
	{ "clGetExtensionFunctionAddress", find_extension, 1 },
	{ "clGetExtensionFunctionAddressForPlatform", find_for_null_platform, 1 },
	{ "clGetGLContextInfoKHR", ask_gl_context, CL_INVALID_PLATFORM },
};

#define CALLS (sizeof(calls) / sizeof(calls[0]))

/* -- handles that are NULL ------------------------------------------------- */

typedef uintptr_t any_function(void *handle, long, long, long, long, long, long, long, long, long,
			       long, long, long, long);

/* The column `fallback` of api.list. */
enum fallback { FALLBACK_RETURN, FALLBACK_ERRCODE, FALLBACK_NULL, FALLBACK_NOTHING };

/* Older headers do not have the newest function. */
extern api_fn_clGetKernelSuggestedLocalWorkSize clGetKernelSuggestedLocalWorkSize;

static const struct {
	const char *name;
	any_function *call;
	enum fallback fallback;
	cl_int code;
} null_calls[] = {
#define NULL_CALL(name, fallback, code) \
	{ #name, (any_function *)(void *)name, FALLBACK_##fallback, code },
#include "drivers/null-calls.inc"
#undef NULL_CALL
};

#define NULL_CALLS (sizeof(null_calls) / sizeof(null_calls[0]))

static uintptr_t null_answers[NULL_CALLS];

/* errcode_ret, if there is one, is NULL. */
static void call_null_handles(void)
{
	for (size_t i = 0; i < NULL_CALLS; i++)
		null_answers[i] = null_calls[i].call(NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}

static int check_null_handles(void)
{
	int failed = 0;

	for (size_t i = 0; i < NULL_CALLS; i++) {
		bool is_code = null_calls[i].fallback == FALLBACK_RETURN;

		if (null_calls[i].fallback == FALLBACK_NOTHING ||
		    (is_code ? (cl_int)null_answers[i] == null_calls[i].code : !null_answers[i]))
			continue;
		printf("FAILED: %s(NULL) early: found %ld\n", null_calls[i].name,
		       (long)null_answers[i]);
		failed++;
	}
	if (NULL_CALLS < 100)
		failed += printf("FAILED: only %zu functions\n", NULL_CALLS);
	return failed;
}

static bool was_early;
static intptr_t early_answer;

/* The C library has not even set environ yet. */
static void call_early(int argc, char **argv, char **environment)
{
	if (argc < 2)
		return;
	environ = environment;
	was_early = true;
	if ((size_t)atoi(argv[1]) < CALLS)
		early_answer = calls[atoi(argv[1])].call();
	else
		call_null_handles();
}

__attribute__((section(".preinit_array"), used))
static void (*const before_all)(int, char **, char **) = call_early;

static int check(const char *when, size_t i, intptr_t answer)
{
	if (answer == calls[i].expected)
		return 0;
	printf("FAILED: %s %s: expected %ld, found %ld\n", calls[i].name, when,
	       (long)calls[i].expected, (long)answer);
	return 1;
}

/* Checks the result of the early call FIRST, and then of all calls. */
static int run_one(size_t first)
{
	int failed;

	if (!was_early) {
		printf("skipped: the C library does not run .preinit_array\n");
		return 77;
	}
	failed = first < CALLS ? check("early", first, early_answer) : check_null_handles();
	for (size_t i = 0; i < CALLS; i++)
		failed += check("later", i, calls[i].call());
	if (clReleaseContext(NULL) != CL_INVALID_CONTEXT)
		failed += printf("FAILED: clReleaseContext(NULL): not CL_INVALID_CONTEXT\n");
	return failed > 0;
}

static int run(const char *program, size_t i)
{
	char number[8];
	int status;

	snprintf(number, sizeof(number), "%zu", i);
	if (fork() == 0) {
		execl(program, program, number, NULL);
		if (errno != ENOEXEC) {
			perror(program);
			_exit(99);
		}
		printf("skipped: %s: an emulated program cannot execute itself\n",
		       i < CALLS ? calls[i].name : "NULL handles");
		_exit(77);
	}
	if (wait(&status) < 0 || !WIFEXITED(status)) {
		printf("FAILED: %s: ended by signal %d\n",
		       i < CALLS ? calls[i].name : "NULL handles", WTERMSIG(status));
		return 1;
	}
	return WEXITSTATUS(status);
}

int main(int argc, char **argv)
{
	char driver[4096];
	int worst = 0;

	setvbuf(stdout, NULL, _IONBF, 0);
	if (argc > 1)
		return run_one((size_t)atoi(argv[1]));
	snprintf(driver, sizeof(driver), "%s/stub-icd1.so", getenv("STUB_DIR"));
	setenv("OCL_ICD_FILENAMES", driver, 1);
	setenv("OCL_ICD_VENDORS", "/nonexistent", 1);
	setenv("OPENCL_LOADER_CONFIG", "none", 1);
	for (size_t i = 0; i <= CALLS; i++) {
		int status = run(argv[0], i);

		if (status > worst)
			worst = status;
	}
	return worst;
}
