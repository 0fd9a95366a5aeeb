/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core-life: the end of contexts that the compatibility layer tells a program with an older driver,
 * and its functions without memory and by many threads.
 */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layers/old-driver.h"
#include "process/faults.h"
#include "unit/unit.h"

static cl_context context;
static cl_program program;
static cl_kernel kernel;
static cl_command_queue queue;

static void make_objects(cl_device_id device)
{
	context = layer->clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	program = layer->clCreateProgramWithSource(context, 0, NULL, NULL, NULL);
	kernel = layer->clCreateKernel(program, "kernel", NULL);
	queue = layer->clCreateCommandQueue(context, device, 0, NULL);
}

static void start(unsigned version)
{
	old.version = version;
	old_start();
	make_objects(old_device);
}

/* -- the end of contexts --------------------------------------------------------- */

static char told[16];

static void CL_CALLBACK tell(cl_context of, void *user_data)
{
	ck_assert_ptr_eq(of, context);
	strcat(told, user_data);
}

static unsigned notices;

static void CL_CALLBACK note(const char *text, const void *info, size_t size, void *user_data)
{
	(void)text, (void)info, (void)size;
	ck_assert_ptr_eq(user_data, &notices);
	notices++;
}

START_TEST(a_context_tells_when_it_is_gone)
{
	cl_context_properties list[] = { CL_CONTEXT_PLATFORM, 0, 0 };
	cl_mem buffer, part;

	start(102);
	list[1] = (intptr_t)old_platform;
	context = _i == 0 ? layer->clCreateContext(NULL, 1, &old_device, note, &notices, NULL)
			  : layer->clCreateContextFromType(_i == 1 ? NULL : list,
							   CL_DEVICE_TYPE_ALL, note, &notices,
							   NULL);
	ck_assert_int_eq(layer->clSetContextDestructorCallback(context, tell, "a"), CL_SUCCESS);
	ck_assert_int_eq(layer->clSetContextDestructorCallback(context, tell, "b"), CL_SUCCESS);
	ck_assert_int_eq(layer->clSetContextDestructorCallback(context, NULL, "c"),
			 CL_INVALID_VALUE);
	buffer = layer->clCreateBuffer(context, 0, 4, NULL, NULL);
	program = layer->clCreateProgramWithSource(context, 0, NULL, NULL, NULL);
	kernel = layer->clCreateKernel(program, "kernel", NULL);
	part = layer->clCreateBufferWithProperties(context, NULL, 0, 4, NULL, NULL);
	old_notify();
	layer->clRetainContext(context);
	layer->clReleaseContext(context);
	layer->clReleaseContext(context);
	layer->clReleaseProgram(program);
	layer->clReleaseMemObject(buffer);
	layer->clReleaseMemObject(part);
	ck_assert_str_eq(told, "");
	layer->clReleaseKernel(kernel);
	ck_assert_str_eq(told, "ba");
	ck_assert_uint_eq(notices, 1);
	old_notify();
	ck_assert_uint_eq(notices, 1);
}
END_TEST

/* A driver that knows the callback is given it, and its contexts notify as before. */
START_TEST(a_new_context_is_the_drivers)
{
	start(102);
	context = layer->clCreateContext(NULL, 1, &new_device, note, &notices, NULL);
	ck_assert_int_eq(layer->clSetContextDestructorCallback(context, tell, "a"), CL_SUCCESS);
	ck_assert_uint_eq(old.native_calls, 1);
	layer->clReleaseContext(context);
	ck_assert_str_eq(told, "");
	old_notify();
	ck_assert_uint_eq(notices, 1);
}
END_TEST

START_TEST(wrong_contexts)
{
	start(102);
	ck_assert_int_eq(layer->clSetContextDestructorCallback((cl_context)queue, tell, "a"),
			 CL_INVALID_CONTEXT);
	ck_assert_int_eq(layer->clSetContextDestructorCallback(context, NULL, "a"),
			 CL_INVALID_VALUE);
	layer->clReleaseContext(context);
	ck_assert_str_eq(told, "");
}
END_TEST

/* -- memory and threads ---------------------------------------------------------- */

/* Every call either works or says that there is no memory. */
static void use_everything(void)
{
	const unsigned char large[48] = { 1 };
	const cl_queue_properties list[] = { CL_QUEUE_PROPERTIES, 0, 0 };
	const size_t global[] = { 64 };
	size_t local = 0, size = 0;
	cl_int errors[8] = { 0 };
	cl_kernel clone = NULL;
	cl_command_queue with;
	cl_context of = layer->clCreateContext(NULL, 1, &old_device, note, &notices, &errors[0]);

	with = layer->clCreateCommandQueueWithProperties(context, old_device, list, &errors[1]);
	kernel = layer->clCreateKernel(program, "kernel", NULL);
	for (cl_uint i = 0; i < 4; i++)
		layer->clSetKernelArg(kernel, i, sizeof(large), large);
	clone = layer->clCloneKernel(kernel, &errors[2]);
	errors[3] = layer->clGetKernelSuggestedLocalWorkSize(queue, kernel, 1, NULL, global,
							     &local);
	layer->clEnqueueNDRangeKernel(queue, kernel, 1, NULL, global, NULL, 0, NULL, NULL);
	if (of)
		errors[4] = layer->clSetContextDestructorCallback(of, tell, "");
	errors[5] = layer->clGetDeviceInfo(old_device, CL_DEVICE_EXTENSIONS, 0, NULL, &size);
	if (with) {
		layer->clGetCommandQueueInfo(with, CL_QUEUE_PROPERTIES_ARRAY, 0, NULL, &size);
		errors[6] = size == sizeof(list) ? CL_SUCCESS : 1;
		layer->clReleaseCommandQueue(with);
	}
	if (clone) {
		errors[7] = old_argument(clone, 3, &size) ? CL_SUCCESS : 1;
		layer->clReleaseKernel(clone);
	}
	layer->clReleaseKernel(kernel);
	if (of) {
		context = of;
		layer->clReleaseContext(of);
	}
	for (int i = 0; i < 8; i++)
		ck_assert_msg(errors[i] == CL_SUCCESS || errors[i] == CL_OUT_OF_HOST_MEMORY ||
				      (i == 2 && errors[i] == CL_OUT_OF_RESOURCES),
			      "call %d: error %d", i, errors[i]);
}

#ifdef __GLIBC__
#define HAS_GLIBC true
#else
#define HAS_GLIBC false
#endif

START_TEST(memory_is_short)
{
	const cl_context first = (start(102), context);
	const unsigned live = old.live;
	unsigned calls, leaks;

	ck_assert(fault_install(old_library()));
	fault_arm(FAULT_MEMORY, UINT_MAX, UINT_MAX, ENOMEM);
	use_everything();
	calls = fault_disarm();
	context = first;
	ck_assert_uint_gt(calls, 10);
	ck_assert_uint_eq(old.live, live);
	leaks = fault_count_leaks();
	for (unsigned i = 1; i <= calls; i++) {
		fault_arm(FAULT_MEMORY, i, _i == 0 ? i : UINT_MAX, ENOMEM);
		use_everything();
		fault_disarm();
		context = first;
		ck_assert_uint_eq(old.live, live);
	}
	/* A context's notice stays for ever, and what is known of devices. */
	ck_assert_uint_le(fault_count_leaks(), leaks + calls + 8);
}
END_TEST

#define THREADS 8
#define ROUNDS 200

static unsigned wrong;

static void *clone_often(void *number)
{
	const cl_uint value = (cl_uint)(uintptr_t)number;
	const size_t global[] = { 64 * (value + 1) };
	size_t size, local;

	for (int i = 0; i < ROUNDS; i++) {
		cl_kernel own = layer->clCreateKernel(program, "kernel", NULL);
		cl_kernel clone;
		cl_mem buffer =
			layer->clCreateBufferWithProperties(context, NULL, 0, 4, NULL, NULL);

		for (cl_uint k = 0; k < 3; k++)
			layer->clSetKernelArg(own, k, sizeof(value), &value);
		layer->clSetKernelArg(own, 3, sizeof(buffer), &buffer);
		layer->clGetKernelSuggestedLocalWorkSize(queue, own, 1, NULL, global, &local);
		clone = layer->clCloneKernel(own, NULL);
		if (!clone || memcmp(old_argument(clone, 1, &size), &value, 4) != 0 ||
		    memcmp(old_argument(clone, 3, &size), &buffer, sizeof(buffer)) != 0)
			__atomic_add_fetch(&wrong, 1, __ATOMIC_RELAXED);
		layer->clReleaseKernel(clone);
		layer->clReleaseKernel(own);
		layer->clReleaseMemObject(buffer);
	}
	return NULL;
}

START_TEST(many_threads)
{
	pthread_t threads[THREADS];
	unsigned live;

	start(102);
	live = old.live;
	for (uintptr_t i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, clone_often, (void *)i), 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	ck_assert_uint_eq(wrong, 0);
	ck_assert_uint_eq(old.live, live);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("contexts, memory and threads");
	TCase *tcase = unit_tcase(suite, "life", 60);
	TCase *many = unit_tcase(suite, "threads", 60); /* .ci/threads runs it alone */

	tcase_add_loop_test(tcase, a_context_tells_when_it_is_gone, 0, 3);
	tcase_add_test(tcase, a_new_context_is_the_drivers);
	tcase_add_test(tcase, wrong_contexts);
	if (HAS_GLIBC)
		tcase_add_loop_test(tcase, memory_is_short, 0, 2);
	else
		puts("not tested: memory_is_short: it replaces functions of glibc");
	tcase_add_test(many, many_threads);
	return unit_run(suite);
}
