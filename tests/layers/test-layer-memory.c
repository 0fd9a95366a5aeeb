/* SPDX-License-Identifier: Apache-2.0 */
/*
 * memory: a thread that has no memory makes its first calls through a shipped layer. They work, and
 * the thread ends as any other. Nothing of the C library may end the program, which it does if it
 * cannot allocate thread-local variables.
 */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layers/layer-target.h"
#include "process/faults.h"
#include "unit/unit.h"

#define KEYS 40 /* more than a thread has space for without memory */

static const struct {
	const char *name;
	const char *setting;	/* VARIABLE=VALUE, NULL: none */
} rows[] = {
	{ "CLTrace", NULL },
	{ "CLTrace", "OPENCL_TRACE_ENTRY=yes" },
	{ "CLLifetime", NULL },
	{ "CLValidation", NULL },
	{ "CLValidation", "OPENCL_VALIDATION_RACES=yes" },
	{ "CLDevices", "OPENCL_VISIBLE_DEVICES=gpu" },
	{ "CLRecord", NULL },
};

static cl_platform_id platform;
static cl_context context;
static cl_command_queue queue;
static cl_event event;
static cl_int error_inside;

/* Assertions of check need memory. */
static void CL_CALLBACK call_inside(cl_event of, cl_int status, void *data)
{
	(void)status;
	(void)data;
	error_inside |= layer->clRetainEvent(of);
	error_inside |= layer->clReleaseEvent(of);
}

static void *call_without_memory(void *unused)
{
	cl_uint count = 0;
	cl_int error[6];

	fault_arm(FAULT_ANY_MEMORY, 1, UINT_MAX, ENOMEM);
	error[0] = layer->clGetPlatformIDs(0, NULL, &count);
	error[1] = layer->clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 0, NULL, &count);
	error[2] = layer->clFinish(queue);
	error[3] = layer->clSetEventCallback(event, CL_COMPLETE, call_inside, NULL);
	error[4] = layer->clRetainContext(context);
	error[5] = layer->clReleaseContext(context);
	fault_disarm();
	for (int i = 0; i < UNIT_ROWS(error); i++)
		ck_assert_msg(error[i] == CL_SUCCESS || error[i] == CL_OUT_OF_HOST_MEMORY,
			      "call %d: error %d", i, error[i]);
	ck_assert_int_eq(error[0], CL_SUCCESS);
	ck_assert_int_eq(error[2], CL_SUCCESS);
	ck_assert_int_eq(error[4], CL_SUCCESS);
	ck_assert_int_eq(error[5], CL_SUCCESS);
	ck_assert_int_eq(error_inside, CL_SUCCESS);
	return unused;
}

static void set_up(int row)
{
	setenv("OPENCL_TRACE_FILE", unit_path("trace"), 1);
	setenv("OPENCL_LIFETIME_FILE", unit_path("lifetime"), 1);
	setenv("OPENCL_VALIDATION_FILE", unit_path("validation"), 1);
	setenv("OPENCL_RECORD_FILE", unit_path("record"), 1);
	if (rows[row].setting)
		putenv((char *)rows[row].setting);
	target_start(rows[row].name, false);
}

/* The devices layer asks the drivers in the first call that needs them: the thread's call. */
static void make_objects(bool needs_device)
{
	cl_device_id device = NULL;

	layer->clGetPlatformIDs(1, &platform, NULL);
	if (needs_device)
		layer->clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL);
	context = layer->clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	queue = layer->clCreateCommandQueue(context, device, 0, NULL);
	event = layer->clCreateUserEvent(context, NULL);
}

/* In the second round, the memory for values of keys has to be allocated, too. */
START_TEST(calls_work_without_memory)
{
	pthread_t thread;
	pthread_key_t key;
	int error;

	for (int i = 0; i < KEYS * (_i % 2); i++)
		ck_assert_int_eq(pthread_key_create(&key, NULL), 0);
	set_up(_i / 2);
	make_objects(strcmp(rows[_i / 2].name, "CLDevices") != 0);
	for (int i = 0; i < 3; i++) {
		/* An assertion needs memory, of which there is none until the thread has ended. */
		error = pthread_create(&thread, NULL, call_without_memory, NULL);
		if (error == 0)
			pthread_join(thread, NULL);
		ck_assert_int_eq(error, 0);
	}
	ck_assert_int_eq(layer->clFinish(queue), CL_SUCCESS);
	target_stop();
}
END_TEST

int main(void)
{
	Suite *suite;
	TCase *tcase;

	if (!fault_has_any_memory()) {
		printf("not tested: the allocator is a sanitizer's, or the C library is not glibc\n");
		return 77;
	}
	suite = suite_create("memory of threads");
	tcase = unit_tcase(suite, "memory", 60);
	tcase_add_loop_test(tcase, calls_work_without_memory, 0, 2 * UNIT_ROWS(rows));
	return unit_run(suite);
}
