/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core-kernels: clones of kernels and suggested local sizes for drivers that know neither.
 */
#include <stdlib.h>
#include <string.h>

#include "layers/at-end.h"
#include "layers/old-driver.h"
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
	ck_assert(clone && clone != kernel && error == CL_SUCCESS);
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

/* A later kernel at the address of a kernel does not get its arguments. */
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
	layer->clEnqueueNDRangeKernel(queue, kernel, dimensions, NULL, global, other, 0, NULL,
				      NULL);
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
	const size_t *last = at_end(global, sizeof(*last));
	const cl_uint dimensions[] = { 0, 4, UINT32_MAX };
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
	for (int i = 0; i < UNIT_ROWS(dimensions); i++)
		WRONG(CL_INVALID_WORK_DIMENSION, queue, kernel, dimensions[i], last, last, local);
	WRONG(CL_INVALID_GLOBAL_WORK_SIZE, queue, kernel, 1, NULL, NULL, local);
	WRONG(CL_INVALID_GLOBAL_WORK_SIZE, queue, kernel, 1, NULL, zero, local);
	/* The device has 64 bits, so a host with fewer has no offset that is too large. */
	if (sizeof(size_t) == sizeof(cl_ulong))
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

int main(void)
{
	Suite *suite = suite_create("kernels of older drivers");
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
	return unit_run(suite);
}
