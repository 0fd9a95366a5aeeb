/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core-kernels: clones of kernels, suggested local sizes and the end of contexts for drivers that
 * know none of them; without memory, and by many threads.
 */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
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

/* -- clones -------------------------------------------------------------------- */

START_TEST(a_clone_has_the_arguments)
{
	const unsigned char large[48] = { 1, 2, 3, [47] = 9 };
	cl_mem buffer;
	size_t size;
	cl_int error = 1;
	cl_kernel clone;

	start(102);
	buffer = layer->clCreateBuffer(context, 0, 4, NULL, NULL);
	layer->clSetKernelArg(kernel, 0, sizeof(large), large);
	layer->clSetKernelArg(kernel, 1, 100, NULL);
	layer->clSetKernelArg(kernel, 2, sizeof(buffer), &buffer);
	ck_assert_int_eq(layer->clSetKernelArg(kernel, 9, 4, large), CL_INVALID_ARG_INDEX);
	clone = layer->clCloneKernel(kernel, &error);
	ck_assert(clone != NULL && clone != kernel && error == CL_SUCCESS);
	ck_assert_mem_eq(old_argument(clone, 0, &size), large, sizeof(large));
	ck_assert_uint_eq(size, sizeof(large));
	ck_assert_ptr_null(old_argument(clone, 1, &size));
	ck_assert_uint_eq(size, 100);
	ck_assert_mem_eq(old_argument(clone, 2, &size), &buffer, sizeof(buffer));
	old_argument(clone, 3, &size);
	ck_assert_uint_eq(size, 0);

	/* It is another kernel, and can be cloned itself. */
	layer->clSetKernelArg(clone, 0, 1, "x");
	ck_assert_mem_eq(old_argument(kernel, 0, &size), large, sizeof(large));
	clone = layer->clCloneKernel(clone, NULL);
	ck_assert_mem_eq(old_argument(clone, 0, &size), "x", 1);
	ck_assert_mem_eq(old_argument(clone, 2, &size), &buffer, sizeof(buffer));
	ck_assert_uint_eq(old.native_calls, 0);
}
END_TEST

START_TEST(a_clone_has_the_pointers)
{
	const void *pointers[] = { &context, &program };
	size_t size;
	cl_kernel clone;

	start(200);
	ck_assert_int_eq(layer->clSetKernelArgSVMPointer(kernel, 0, &queue), CL_SUCCESS);
	ck_assert_int_eq(layer->clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS,
						    sizeof(pointers[0]), pointers), CL_SUCCESS);
	ck_assert_int_eq(layer->clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS,
						    sizeof(pointers), pointers), CL_SUCCESS);
	clone = layer->clCloneKernel(kernel, NULL);
	ck_assert_ptr_eq(*(void *const *)old_argument(clone, 0, &size), &queue);
	ck_assert_mem_eq(old_argument(clone, 3, &size), pointers, sizeof(pointers));
}
END_TEST

/* A handle of what is gone is not given to the driver, not even if another object has it now. */
START_TEST(a_clone_leaves_out_what_is_gone)
{
	cl_mem buffer, again;
	cl_kernel clone;
	size_t size;

	start(102);
	buffer = layer->clCreateBuffer(context, 0, 4, NULL, NULL);
	layer->clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
	layer->clSetKernelArg(kernel, 1, 4, "abc");
	layer->clReleaseMemObject(buffer);
	clone = layer->clCloneKernel(kernel, NULL);
	old_argument(clone, 0, &size);
	ck_assert_uint_eq(size, 0);
	ck_assert_mem_eq(old_argument(clone, 1, &size), "abc", 4);
	layer->clReleaseKernel(clone);
	again = layer->clCreateBuffer(context, 0, 4, NULL, NULL);
	ck_assert_ptr_eq(again, buffer);
	clone = layer->clCloneKernel(kernel, NULL);
	old_argument(clone, 0, &size);
	ck_assert_uint_eq(size, 0);
}
END_TEST

/* The arguments of a kernel are not those of a later one at its address. */
START_TEST(a_new_kernel_has_no_arguments)
{
	cl_kernel pair[2], clone;
	const cl_kernel first = (start(102), kernel);
	cl_uint count = 0;
	size_t size;

	layer->clSetKernelArg(kernel, 0, 4, "abc");
	layer->clRetainKernel(kernel);
	layer->clReleaseKernel(kernel);
	clone = layer->clCloneKernel(kernel, NULL);
	ck_assert_mem_eq(old_argument(clone, 0, &size), "abc", 4);
	layer->clReleaseKernel(clone);
	layer->clReleaseKernel(kernel);
	ck_assert_int_eq(layer->clCreateKernelsInProgram(program, 2, pair, &count), CL_SUCCESS);
	ck_assert_uint_eq(count, 2);
	ck_assert_ptr_eq(pair[0], first);
	clone = layer->clCloneKernel(pair[0], NULL);
	old_argument(clone, 0, &size);
	ck_assert_uint_eq(size, 0);
	ck_assert_int_eq(layer->clCreateKernelsInProgram(program, 0, NULL, &count), CL_SUCCESS);
}
END_TEST

START_TEST(wrong_clones)
{
	cl_int error = 1;

	start(102);
	ck_assert_ptr_null(layer->clCloneKernel(NULL, &error));
	ck_assert_int_eq(error, CL_INVALID_KERNEL);
	ck_assert_ptr_null(layer->clCloneKernel(NULL, NULL));
	old.status = CL_BUILD_ERROR;
	ck_assert_ptr_null(layer->clCloneKernel(kernel, &error));
	ck_assert_int_eq(error, CL_OUT_OF_RESOURCES);
	layer->clReleaseKernel(kernel);
	ck_assert_ptr_null(layer->clCloneKernel(kernel, &error));
	ck_assert_int_ne(error, CL_SUCCESS);
}
END_TEST

START_TEST(a_driver_clones_itself)
{
	size_t size;
	cl_kernel clone;

	start(102);
	make_objects(new_device);
	layer->clSetKernelArg(kernel, 0, 4, "abc");
	clone = layer->clCloneKernel(kernel, NULL);
	ck_assert_mem_eq(old_argument(clone, 0, &size), "abc", 4);
	ck_assert_uint_eq(old.native_calls, 1);
}
END_TEST

/* -- suggested sizes ------------------------------------------------------------- */

typedef cl_int CL_API_CALL suggest_fn(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
				      const size_t *offset, const size_t *global, size_t *local);

static suggest_fn *suggest_of(cl_platform_id platform)
{
	return (suggest_fn *)layer->clGetExtensionFunctionAddressForPlatform(
		platform, "clGetKernelSuggestedLocalWorkSizeKHR");
}

static bool launch(cl_uint dimensions, const size_t *offset, const size_t *global)
{
	ck_assert_int_eq(layer->clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global,
						       NULL, 0, NULL, NULL), CL_SUCCESS);
	return old.has_local;
}

static const struct {
	cl_uint dimensions;
	size_t global[3];
	size_t local[3];
} sizes[] = {
	{ 1, { 1024 }, { 256 } },
	{ 1, { 96 }, { 96 } },
	{ 1, { 97 }, { 97 } },
	{ 1, { 1000003 }, { 1 } },
	{ 1, { 600 }, { 200 } },
	{ 1, { 2 * 3 * 32 * 101 }, { 192 } },
	{ 2, { 64, 64 }, { 64, 4 } },
	{ 2, { 1024, 1024 }, { 256, 1 } },
	{ 3, { 4, 4, 128 }, { 4, 4, 16 } },
	{ 3, { 1, 1, 1024 }, { 1, 1, 64 } },
};

START_TEST(sizes_are_suggested_and_used)
{
	const size_t *global = sizes[_i].global;
	size_t local[3] = { 0, 0, 0 }, other[3] = { 5, 5, 5 }, offset[3] = { 1, 0, 0 };
	suggest_fn *suggest;
	const cl_uint dimensions = sizes[_i].dimensions;

	start(_i % 2 == 0 ? 102 : 300);
	suggest = suggest_of(old_platform);
	ck_assert(!launch(dimensions, NULL, global));
	ck_assert_int_eq(suggest(queue, kernel, dimensions, NULL, global, local),
			 CL_INVALID_KERNEL_ARGS + (old.version == 300) * -CL_INVALID_KERNEL_ARGS);
	for (cl_uint i = 0; i < 4; i++)
		layer->clSetKernelArg(kernel, i, 4, "abc");
	ck_assert_int_eq(suggest(queue, kernel, dimensions, NULL, global, local), CL_SUCCESS);
	ck_assert_mem_eq(local, sizes[_i].local, sizeof(local));
	ck_assert(launch(dimensions, NULL, global));
	ck_assert_mem_eq(old.local, local, sizeof(local));

	/* Everything else stays as it is. */
	ck_assert(!launch(dimensions, offset, global));
	ck_assert(!launch(dimensions, NULL, other));
	layer->clSetKernelArg(kernel, 0, 4, "xyz");
	ck_assert(!launch(dimensions, NULL, global));
	layer->clSetKernelArg(kernel, 0, 4, "abc");
	ck_assert(launch(dimensions, NULL, global));
	layer->clEnqueueNDRangeKernel(queue, kernel, dimensions, NULL, global, other, 0, NULL, NULL);
	ck_assert_uint_eq(old.local[0], 5);
	kernel = layer->clCreateKernel(program, "kernel", NULL);
	ck_assert(!launch(dimensions, NULL, global));
}
END_TEST

START_TEST(a_required_size_is_suggested)
{
	const size_t global[] = { 64, 64, 1 };
	size_t local[2] = { 0, 0 };

	start(102);
	old.required[0] = 4;
	old.required[1] = 2;
	old.required[2] = 1;
	for (cl_uint i = 0; i < 4; i++)
		layer->clSetKernelArg(kernel, i, 4, "abc");
	ck_assert_int_eq(layer->clGetKernelSuggestedLocalWorkSize(queue, kernel, 2, NULL, global,
								  local), CL_SUCCESS);
	ck_assert_uint_eq(local[0], 4);
	ck_assert_uint_eq(local[1], 2);
}
END_TEST

START_TEST(wrong_suggestions)
{
	const size_t global[] = { 64, 64, 64 }, zero[] = { 0 }, offset[] = { SIZE_MAX - 1 };
	size_t local[3];
	suggest_fn *suggest;
	cl_context other;
	cl_command_queue stranger;

	start(102);
	suggest = suggest_of(old_platform);
	for (cl_uint i = 0; i < 4; i++)
		layer->clSetKernelArg(kernel, i, 4, "abc");
	other = layer->clCreateContext(NULL, 1, &old_device, NULL, NULL, NULL);
	stranger = layer->clCreateCommandQueue(other, old_device, 0, NULL);
#define WRONG(error, ...) ck_assert_int_eq(suggest(__VA_ARGS__), error)
	WRONG(CL_INVALID_COMMAND_QUEUE, NULL, kernel, 1, NULL, global, local);
	WRONG(CL_INVALID_COMMAND_QUEUE, (cl_command_queue)kernel, kernel, 1, NULL, global, local);
	WRONG(CL_INVALID_KERNEL, queue, NULL, 1, NULL, global, local);
	WRONG(CL_INVALID_KERNEL, queue, (cl_kernel)program, 1, NULL, global, local);
	WRONG(CL_INVALID_CONTEXT, stranger, kernel, 1, NULL, global, local);
	WRONG(CL_INVALID_WORK_DIMENSION, queue, kernel, 0, NULL, global, local);
	WRONG(CL_INVALID_WORK_DIMENSION, queue, kernel, 4, NULL, global, local);
	WRONG(CL_INVALID_GLOBAL_WORK_SIZE, queue, kernel, 1, NULL, NULL, local);
	WRONG(CL_INVALID_GLOBAL_WORK_SIZE, queue, kernel, 1, NULL, zero, local);
	WRONG(CL_INVALID_GLOBAL_OFFSET, queue, kernel, 1, offset, global, local);
	WRONG(CL_INVALID_VALUE, queue, kernel, 1, NULL, global, NULL);
	old.status = CL_BUILD_ERROR;
	WRONG(CL_INVALID_PROGRAM_EXECUTABLE, queue, kernel, 1, NULL, global, local);
	old.status = CL_BUILD_SUCCESS;
	WRONG(CL_SUCCESS, queue, kernel, 3, NULL, global, local);
}
END_TEST

/* A driver that has the extension is asked itself. */
static cl_int CL_API_CALL native_suggest(cl_command_queue of, cl_kernel which, cl_uint dimensions,
					 const size_t *offset, const size_t *global, size_t *local)
{
	(void)of, (void)which, (void)dimensions, (void)offset, (void)global;
	local[0] = 77;
	return CL_SUCCESS;
}

START_TEST(a_driver_suggests_itself)
{
	const size_t global[] = { 1024 };
	size_t local = 0;

	old.extensions = old.platform_extensions = "cl_khr_suggested_local_work_size";
	old.function = "clGetKernelSuggestedLocalWorkSizeKHR";
	old.address = (void *)native_suggest;
	start(300);
	ck_assert_ptr_eq((void *)suggest_of(old_platform), (void *)native_suggest);
	ck_assert_int_eq(layer->clGetKernelSuggestedLocalWorkSize(queue, kernel, 1, NULL, global,
								  &local), CL_SUCCESS);
	ck_assert_uint_eq(local, 77);
	ck_assert(!launch(1, NULL, global));
}
END_TEST

/* Many sizes of one kernel: the oldest are given up, the last ones are there. */
START_TEST(many_suggestions)
{
	size_t global = 64, local = 0;

	start(102);
	for (cl_uint i = 0; i < 4; i++)
		layer->clSetKernelArg(kernel, i, 4, "abc");
	for (; global < 64 * 1000; global += 64)
		ck_assert_int_eq(layer->clGetKernelSuggestedLocalWorkSize(queue, kernel, 1, NULL,
									  &global, &local),
				 CL_SUCCESS);
	global -= 64;
	ck_assert(launch(1, NULL, &global));
	ck_assert_uint_eq(old.local[0], local);
}
END_TEST

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
	cl_mem buffer, part;

	start(102);
	context = layer->clCreateContext(NULL, 1, &old_device, note, &notices, NULL);
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

START_TEST(wrong_contexts)
{
	start(102);
	ck_assert_int_eq(layer->clSetContextDestructorCallback((cl_context)queue, tell, "a"),
			 CL_INVALID_CONTEXT);
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
	errors[3] = layer->clGetKernelSuggestedLocalWorkSize(queue, kernel, 1, NULL, global, &local);
	layer->clEnqueueNDRangeKernel(queue, kernel, 1, NULL, global, NULL, 0, NULL, NULL);
	if (of != NULL)
		errors[4] = layer->clSetContextDestructorCallback(of, tell, "");
	errors[5] = layer->clGetDeviceInfo(old_device, CL_DEVICE_EXTENSIONS, 0, NULL, &size);
	if (with != NULL) {
		layer->clGetCommandQueueInfo(with, CL_QUEUE_PROPERTIES_ARRAY, 0, NULL, &size);
		errors[6] = size == sizeof(list) ? CL_SUCCESS : 1;
		layer->clReleaseCommandQueue(with);
	}
	if (clone != NULL) {
		errors[7] = old_argument(clone, 3, &size) != NULL ? CL_SUCCESS : 1;
		layer->clReleaseKernel(clone);
	}
	layer->clReleaseKernel(kernel);
	if (of != NULL) {
		context = of;
		layer->clReleaseContext(of);
	}
	for (int i = 0; i < 8; i++)
		ck_assert_msg(errors[i] == CL_SUCCESS || errors[i] == CL_OUT_OF_HOST_MEMORY ||
				      (i == 2 && errors[i] == CL_OUT_OF_RESOURCES),
			      "call %d: error %d", i, errors[i]);
}

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
		cl_mem buffer = layer->clCreateBufferWithProperties(context, NULL, 0, 4, NULL, NULL);

		for (cl_uint k = 0; k < 3; k++)
			layer->clSetKernelArg(own, k, sizeof(value), &value);
		layer->clSetKernelArg(own, 3, sizeof(buffer), &buffer);
		layer->clGetKernelSuggestedLocalWorkSize(queue, own, 1, NULL, global, &local);
		clone = layer->clCloneKernel(own, NULL);
		if (clone == NULL || memcmp(old_argument(clone, 1, &size), &value, 4) != 0 ||
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
	Suite *suite = suite_create("kernels and contexts of older drivers");
	TCase *tcase = unit_tcase(suite, "kernels", 60);

	tcase_add_test(tcase, a_clone_has_the_arguments);
	tcase_add_test(tcase, a_clone_has_the_pointers);
	tcase_add_test(tcase, a_clone_leaves_out_what_is_gone);
	tcase_add_test(tcase, a_new_kernel_has_no_arguments);
	tcase_add_test(tcase, wrong_clones);
	tcase_add_test(tcase, a_driver_clones_itself);
	tcase_add_loop_test(tcase, sizes_are_suggested_and_used, 0, UNIT_ROWS(sizes));
	tcase_add_test(tcase, a_required_size_is_suggested);
	tcase_add_test(tcase, wrong_suggestions);
	tcase_add_test(tcase, a_driver_suggests_itself);
	tcase_add_test(tcase, many_suggestions);
	tcase_add_test(tcase, a_context_tells_when_it_is_gone);
	tcase_add_test(tcase, wrong_contexts);
	tcase_add_loop_test(tcase, memory_is_short, 0, 2);
	tcase_add_test(tcase, many_threads);
	return unit_run(suite);
}
