/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core-functions: the functions that the compatibility layer gives to older drivers, with right and
 * wrong calls, without memory and by many threads.
 */
#include <stdlib.h>
#include <string.h>

#include "layers/at-end.h"
#include "layers/old-driver.h"
#include "unit/unit.h"

static cl_context context;

static void start(unsigned version)
{
	old.version = version;
	old_start();
	context = layer->clCreateContext(NULL, 1, &old_device, NULL, NULL, NULL);
}

/* -- queues -------------------------------------------------------------------- */

#define ORDER CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE
#define PROFILING CL_QUEUE_PROFILING_ENABLE

static const struct {
	cl_queue_properties list[8];
	const char *extensions;
	cl_int error;
	cl_command_queue_properties flags;
} queues[] = {
	{ { 0 }, "", CL_SUCCESS, 0 },
	{ { CL_QUEUE_PROPERTIES, PROFILING, 0 }, "", CL_SUCCESS, PROFILING },
	{ { CL_QUEUE_PROPERTIES, ORDER | PROFILING, 0 }, "", CL_SUCCESS, ORDER | PROFILING },
	{ { CL_QUEUE_PROPERTIES, 0, 0 }, "", CL_SUCCESS, 0 },
	{ { CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | ORDER, 0 }, "",
	  CL_INVALID_QUEUE_PROPERTIES, 0 },
	{ { CL_QUEUE_PROPERTIES, 1 << 20, 0 }, "", CL_INVALID_VALUE, 0 },
	{ { CL_QUEUE_PROPERTIES, 0, CL_QUEUE_PROPERTIES, 0, 0 }, "", CL_INVALID_VALUE, 0 },
	{ { CL_QUEUE_SIZE, 4096, 0 }, "", CL_INVALID_QUEUE_PROPERTIES, 0 },
	{ { 0x7777, 1, 0 }, "", CL_INVALID_VALUE, 0 },
	{ { 0x1096, 1, 0 }, "", CL_INVALID_VALUE, 0 },
	{ { 0x1096, 1, CL_QUEUE_PROPERTIES, ORDER, 0 }, "cl_khr_priority_hints", CL_SUCCESS,
	  ORDER },
	{ { 0x1096, 3, 0 }, "cl_khr_priority_hints", CL_INVALID_VALUE, 0 },
	{ { 0x1097, 4, 0 }, "cl_khr_priority_hints cl_khr_throttle_hints", CL_SUCCESS, 0 },
	{ { 0x1097, 4, 0 }, "cl_khr_priority_hints", CL_INVALID_VALUE, 0 },
};

static size_t length_of(const cl_queue_properties *list)
{
	size_t length = 0;

	while (list[length] != 0)
		length += 2;
	return (length + 1) * sizeof(*list);
}

typedef cl_command_queue CL_API_CALL create_queue_fn(cl_context context, cl_device_id device,
						     const cl_queue_properties *properties,
						     cl_int *error);

/* By the function of OpenCL 2.0 or the extension's function. */
static void check_queue(create_queue_fn *create, int row)
{
	cl_queue_properties list[8];
	size_t size = 99;
	cl_int error = 1;
	cl_command_queue queue = create(context, old_device, queues[row].list, &error);

	ck_assert_msg(error == queues[row].error, "row %d: error %d", row, error);
	ck_assert_int_eq(queue != NULL, error == CL_SUCCESS);
	ck_assert_int_eq(create(context, old_device, queues[row].list, NULL) != NULL,
			 queue != NULL);
	if (!queue)
		return;
	ck_assert_uint_eq(old.flags, queues[row].flags);
	ck_assert_int_eq(layer->clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY,
						      sizeof(list), list, &size), CL_SUCCESS);
	ck_assert_uint_eq(size, length_of(queues[row].list));
	ck_assert_mem_eq(list, queues[row].list, size);
	ck_assert_int_eq(layer->clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY, 7, list,
						      NULL), CL_INVALID_VALUE);
}

/* On a driver that does not know of lists, and on one that says that there are none. */
START_TEST(queues_with_properties)
{
	create_queue_fn *create;

	old.extensions = queues[_i / 2].extensions;
	old.has_empty_lists = _i % 2;
	start(102);
	check_queue(layer->clCreateCommandQueueWithProperties, _i / 2);
	create = (create_queue_fn *)layer->clGetExtensionFunctionAddressForPlatform(
		old_platform, "clCreateCommandQueueWithPropertiesKHR");
	ck_assert(create);
	check_queue(create, _i / 2);
	ck_assert_uint_eq(old.native_calls, 0);
}
END_TEST

START_TEST(wrong_queues)
{
	create_queue_fn *create;
	cl_int error = 0;
	size_t size = 9;

	start(102);
	create = (create_queue_fn *)layer->clGetExtensionFunctionAddressForPlatform(
		old_platform, "clCreateCommandQueueWithPropertiesKHR");
	ck_assert_ptr_null(create(NULL, old_device, NULL, &error));
	ck_assert_int_eq(error, CL_INVALID_CONTEXT);
	ck_assert_ptr_null(create(context, NULL, NULL, &error));
	ck_assert_int_eq(error, CL_INVALID_DEVICE);
	ck_assert_ptr_null(layer->clCreateCommandQueueWithProperties(context, NULL, NULL, &error));
	ck_assert_int_eq(error, CL_INVALID_DEVICE);
	ck_assert_ptr_null(layer->clCreateCommandQueueWithProperties(context, new_device, NULL,
								     &error));
	ck_assert_int_eq(error, CL_INVALID_DEVICE);
	ck_assert_int_eq(layer->clGetCommandQueueInfo((cl_command_queue)context,
						      CL_QUEUE_PROPERTIES_ARRAY, 0, NULL, &size),
			 CL_INVALID_COMMAND_QUEUE);
}
END_TEST

/* A list of one queue does not belong to another queue that gets its address. */
START_TEST(addresses_are_used_again)
{
	const cl_queue_properties list[] = { CL_QUEUE_PROPERTIES, ORDER, 0 };
	size_t size = 9;
	cl_command_queue queue, again;

	start(102);
	queue = layer->clCreateCommandQueueWithProperties(context, old_device, list, NULL);
	layer->clRetainCommandQueue(queue);
	layer->clReleaseCommandQueue(queue);
	ck_assert_int_eq(layer->clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY, 0, NULL,
						      &size), CL_SUCCESS);
	ck_assert_uint_eq(size, sizeof(list));
	layer->clReleaseCommandQueue(queue);
	again = layer->clCreateCommandQueue(context, old_device, 0, NULL);
	ck_assert_ptr_eq(again, queue);
	ck_assert_int_eq(layer->clGetCommandQueueInfo(again, CL_QUEUE_PROPERTIES_ARRAY, 0, NULL,
						      &size), CL_SUCCESS);
	ck_assert_uint_eq(size, 0);
}
END_TEST

/* -- samplers ------------------------------------------------------------------ */

static const struct {
	cl_sampler_properties list[8];
	cl_int error;
	cl_uint sampler[3];
} samplers[] = {
	{ { 0 }, CL_SUCCESS, { CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST } },
	{ { CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE, CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_REPEAT,
	    CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0 },
	  CL_SUCCESS, { CL_FALSE, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR } },
	{ { CL_SAMPLER_NORMALIZED_COORDS, 7, 0 }, CL_INVALID_VALUE, { 0 } },
	{ { CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR | 1ull << 40, 0 }, CL_INVALID_VALUE, { 0 } },
	{ { CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0 },
	  CL_INVALID_VALUE, { 0 } },
	{ { 0x1155 /* CL_SAMPLER_MIP_FILTER_MODE_KHR */, CL_FILTER_NEAREST, 0 }, CL_INVALID_VALUE,
	  { 0 } },
	{ { 0x1156 /* CL_SAMPLER_LOD_MIN_KHR */, 0, 0 }, CL_INVALID_VALUE, { 0 } },
};

START_TEST(samplers_with_properties)
{
	cl_sampler_properties list[8];
	size_t size = 99;
	cl_int error = 1;
	cl_sampler sampler;

	start(102);
	sampler = layer->clCreateSamplerWithProperties(context, samplers[_i].list, &error);
	ck_assert_int_eq(error, samplers[_i].error);
	ck_assert_int_eq(sampler != NULL, error == CL_SUCCESS);
	if (!sampler)
		return;
	ck_assert_mem_eq(old.sampler, samplers[_i].sampler, sizeof(old.sampler));
	ck_assert_int_eq(layer->clGetSamplerInfo(sampler, CL_SAMPLER_PROPERTIES, sizeof(list), list,
						 &size), CL_SUCCESS);
	ck_assert_uint_eq(size, length_of(samplers[_i].list));
	ck_assert_mem_eq(list, samplers[_i].list, size);
}
END_TEST

/* The value of a name that does not exist need not be there. */
START_TEST(samplers_with_wrong_names)
{
	const cl_sampler_properties wrong = 0x1155;
	cl_int error = 1;

	start(102);
	ck_assert_ptr_null(layer->clCreateSamplerWithProperties(
		context, at_end(&wrong, sizeof(wrong)), &error));
	ck_assert_int_eq(error, CL_INVALID_VALUE);
}
END_TEST

/* -- memory objects ------------------------------------------------------------ */

START_TEST(memory_with_properties)
{
	const cl_mem_properties none[] = { 0 }, unknown[] = { 0x2051, 1, 0 };
	const cl_image_format format = { CL_R, CL_FLOAT };
	const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4,
				     .image_height = 4 };
	cl_mem_properties list[4];
	size_t size = 9;
	cl_int error = 1;
	cl_bool is_svm = 7;
	cl_mem memory;

	start(102);
	memory = layer->clCreateBufferWithProperties(context, none, 0, 8, NULL, &error);
	ck_assert(memory && error == CL_SUCCESS);
	layer->clGetMemObjectInfo(memory, CL_MEM_PROPERTIES, sizeof(list), list, &size);
	ck_assert_uint_eq(size, sizeof(*list));
	layer->clGetMemObjectInfo(memory, CL_MEM_USES_SVM_POINTER, sizeof(is_svm), &is_svm, NULL);
	ck_assert_uint_eq(is_svm, CL_FALSE);
	memory = layer->clCreateBufferWithProperties(context, NULL, 0, 8, NULL, &error);
	layer->clGetMemObjectInfo(memory, CL_MEM_PROPERTIES, 0, NULL, &size);
	ck_assert_uint_eq(size, 0);
	ck_assert_ptr_null(layer->clCreateBufferWithProperties(context, unknown, 0, 8, NULL,
							       &error));
	ck_assert_int_eq(error, CL_INVALID_PROPERTY);
	ck_assert_ptr_null(layer->clCreateBufferWithProperties(context, NULL, 0, 0, NULL, &error));
	ck_assert_int_eq(error, CL_INVALID_BUFFER_SIZE);
	memory = layer->clCreateImageWithProperties(context, none, 0, &format, &desc, NULL, &error);
	ck_assert(memory && error == CL_SUCCESS);
	ck_assert_ptr_null(layer->clCreateImageWithProperties(context, unknown, 0, &format, &desc,
							      NULL, &error));
	ck_assert_int_eq(error, CL_INVALID_PROPERTY);
	ck_assert_ptr_null(layer->clCreateImageWithProperties(context, NULL, 0, &format, NULL, NULL,
							      &error));
	ck_assert_int_eq(error, CL_INVALID_IMAGE_DESCRIPTOR);
	ck_assert_uint_eq(old.native_calls, 0);
}
END_TEST

/* OpenCL 1.1 has two kinds of images. */
START_TEST(images_of_1_1)
{
	const cl_image_format format = { CL_R, CL_FLOAT };
	cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4,
			       .image_height = 4 };
	cl_int error = 1;

	start(101);
	ck_assert(layer->clCreateImageWithProperties(context, NULL, 0, &format, &desc, NULL,
						     &error));
	ck_assert_int_eq(error, CL_SUCCESS);
	desc.num_samples = 4;
	ck_assert_ptr_null(layer->clCreateImageWithProperties(context, NULL, 0, &format, &desc,
							      NULL, &error));
	ck_assert_int_eq(error, CL_INVALID_IMAGE_DESCRIPTOR);
	desc.num_samples = 0;
	desc.image_type = CL_MEM_OBJECT_IMAGE1D;
	ck_assert_ptr_null(layer->clCreateImageWithProperties(context, NULL, 0, &format, &desc,
							      NULL, &error));
	ck_assert_int_eq(error, CL_INVALID_IMAGE_DESCRIPTOR);
}
END_TEST

/* -- what nobody can have right -------------------------------------------------- */

/* The table of the driver ends before these functions: reading it would end the test. */
START_TEST(functions_that_are_refused)
{
	cl_ulong time = 0;
	cl_int error = 1;
	cl_command_queue queue;
	cl_program program;
	cl_kernel kernel;
	void *pointer = &time;
	const void *list[] = { pointer };

	start(102);
	queue = layer->clCreateCommandQueue(context, old_device, 0, &error);
	program = layer->clCreateProgramWithSource(context, 0, NULL, NULL, &error);
	kernel = layer->clCreateKernel(program, "kernel", &error);
#define REFUSED(call) ck_assert_int_eq(layer->call, CL_INVALID_OPERATION)
	REFUSED(clGetHostTimer(old_device, &time));
	REFUSED(clGetDeviceAndHostTimer(old_device, &time, &time));
	REFUSED(clSetDefaultDeviceCommandQueue(context, old_device, queue));
	REFUSED(clSetProgramReleaseCallback(program, NULL, NULL));
	REFUSED(clSetProgramSpecializationConstant(program, 0, 4, &time));
	REFUSED(clEnqueueSVMFree(queue, 1, &pointer, NULL, NULL, 0, NULL, NULL));
	REFUSED(clEnqueueSVMMemcpy(queue, CL_TRUE, pointer, pointer, 1, 0, NULL, NULL));
	REFUSED(clEnqueueSVMMemFill(queue, pointer, pointer, 1, 1, 0, NULL, NULL));
	REFUSED(clEnqueueSVMMap(queue, CL_TRUE, 0, pointer, 1, 0, NULL, NULL));
	REFUSED(clEnqueueSVMUnmap(queue, pointer, 0, NULL, NULL));
	REFUSED(clEnqueueSVMMigrateMem(queue, 1, list, NULL, 0, 0, NULL, NULL));
	REFUSED(clSetKernelArgSVMPointer(kernel, 0, pointer));
	REFUSED(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 8, list));
	REFUSED(clGetKernelSubGroupInfo(kernel, old_device, 0, 0, NULL, 0, NULL, NULL));
	ck_assert_int_eq(layer->clGetPipeInfo((cl_mem)context, CL_PIPE_PACKET_SIZE, 0, NULL, NULL),
			 CL_INVALID_MEM_OBJECT);
	ck_assert_ptr_null(layer->clSVMAlloc(context, 0, 4, 0));
	layer->clSVMFree(context, pointer);
	ck_assert_ptr_null(layer->clCreatePipe(context, 0, 4, 4, NULL, &error));
	ck_assert_int_eq(error, CL_INVALID_OPERATION);
	ck_assert_ptr_null(layer->clCreateProgramWithIL(context, pointer, 4, &error));
	ck_assert_int_eq(error, CL_INVALID_OPERATION);
	ck_assert_uint_eq(old.native_calls, 0);
}
END_TEST

static cl_program CL_API_CALL create_il(cl_context of, const void *il, size_t length, cl_int *error)
{
	(void)il;
	(void)length;
	return layer->clCreateProgramWithSource(of, 0, NULL, NULL, error);
}

START_TEST(functions_by_extensions)
{
	cl_int error = 1;

	old.extensions = "cl_khr_il_program";
	old.function = "clCreateProgramWithILKHR";
	old.address = (void *)create_il;
	start(102);
	/* Its query is refused: then the repair hides it. */
	ck_assert_ptr_null(layer->clCreateProgramWithIL(context, "", 4, &error));
	ck_assert_int_eq(error, CL_INVALID_OPERATION);
}
END_TEST

static const struct old_answer has_il[] = { { CL_DEVICE_IL_VERSION, "SPIR-V_1.0", 11 }, { 0 } };

START_TEST(programs_by_an_extension)
{
	cl_int error = 1;
	size_t size = 9;
	cl_program program;

	old.extensions = "cl_khr_il_program";
	old.function = "clCreateProgramWithILKHR";
	old.address = (void *)create_il;
	old.answers = has_il;
	start(102);
	program = layer->clCreateProgramWithIL(context, "", 4, &error);
	ck_assert(program && error == CL_SUCCESS);
	ck_assert_int_eq(layer->clGetProgramInfo(program, CL_PROGRAM_IL, 0, NULL, &size),
			 CL_SUCCESS);
	ck_assert_uint_eq(size, 0);
	ck_assert_int_eq(layer->clGetProgramBuildInfo(program, old_device,
						      CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE,
						      0, NULL, &size), CL_SUCCESS);
	ck_assert_uint_eq(size, sizeof(size_t));
}
END_TEST

static cl_int CL_API_CALL sub_group_info(cl_kernel kernel, cl_device_id device,
					 cl_kernel_sub_group_info name, size_t input_size,
					 const void *input, size_t size, void *value,
					 size_t *size_ret)
{
	(void)kernel, (void)device, (void)name, (void)input_size, (void)input, (void)size;
	(void)size_ret;
	*(size_t *)value = 16;
	return CL_SUCCESS;
}

START_TEST(sub_groups_by_an_extension)
{
	size_t size = 0;
	cl_program program;
	cl_kernel kernel;

	old.extensions = "cl_khr_subgroups";
	old.function = "clGetKernelSubGroupInfoKHR";
	old.address = (void *)sub_group_info;
	start(102);
	program = layer->clCreateProgramWithSource(context, 0, NULL, NULL, NULL);
	kernel = layer->clCreateKernel(program, "kernel", NULL);
	ck_assert_int_eq(layer->clGetKernelSubGroupInfo(
				 kernel, old_device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, 0,
				 NULL, sizeof(size), &size, NULL), CL_SUCCESS);
	ck_assert_uint_eq(size, 16);
	/* How many there are at most, the extension does not say. */
	ck_assert_int_eq(layer->clGetDeviceInfo(old_device, CL_DEVICE_MAX_NUM_SUB_GROUPS, 0, NULL,
						&size), CL_INVALID_VALUE);
}
END_TEST

START_TEST(a_command_completes_when_it_ends)
{
	cl_ulong time = 0;
	cl_event event;

	start(102);
	event = (cl_event)context;
	ck_assert_int_eq(layer->clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_COMPLETE,
							sizeof(time), &time, NULL), CL_SUCCESS);
	ck_assert_uint_eq(time, 7);
	ck_assert_int_eq(layer->clGetEventProfilingInfo(event, 0x7777, sizeof(time), &time, NULL),
			 CL_INVALID_VALUE);
}
END_TEST

/* -- a driver that has it all ---------------------------------------------------- */

START_TEST(new_driver_is_left_alone)
{
	const cl_mem_properties list[] = { 0x2051, 1, 0 };
	cl_ulong time = 0;
	char text[8];
	cl_context other;
	cl_command_queue queue;

	start(102);
	other = layer->clCreateContext(NULL, 1, &new_device, NULL, NULL, NULL);
	queue = layer->clCreateCommandQueueWithProperties(other, new_device, NULL, NULL);
	ck_assert_uint_eq(old.native_calls, 1);
	ck_assert(layer->clCreateBufferWithProperties(other, list, 0, 4, NULL, NULL));
	ck_assert(layer->clCreateSamplerWithProperties(other, NULL, NULL));
	ck_assert_int_eq(layer->clGetHostTimer(new_device, &time), CL_SUCCESS);
	ck_assert_ptr_nonnull(layer->clSVMAlloc(other, 0, 4, 0));
	ck_assert_int_eq(layer->clSetContextDestructorCallback(other, NULL, NULL), CL_SUCCESS);
	ck_assert_uint_eq(old.native_calls, 6);
	ck_assert_int_eq(layer->clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY,
						      sizeof(text), text, NULL), CL_SUCCESS);
	ck_assert_mem_eq(text, "native", 6);
}
END_TEST

/* A driver of OpenCL 3.0 with a hole in its table. */
START_TEST(an_empty_slot_is_filled)
{
	cl_int error = 1;

	old.empty_slot = CLROUTER_SLOT_clCreateBufferWithProperties;
	start(300);
	ck_assert(layer->clCreateBufferWithProperties(context, NULL, 0, 4, NULL, &error));
	ck_assert_uint_eq(old.native_calls, 0);
	ck_assert(layer->clCreateSamplerWithProperties(context, NULL, &error));
	ck_assert_uint_eq(old.native_calls, 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("newer functions on older drivers");
	TCase *tcase = unit_tcase(suite, "functions", 20);

	tcase_add_loop_test(tcase, queues_with_properties, 0, 2 * UNIT_ROWS(queues));
	tcase_add_test(tcase, wrong_queues);
	tcase_add_test(tcase, addresses_are_used_again);
	tcase_add_loop_test(tcase, samplers_with_properties, 0, UNIT_ROWS(samplers));
	tcase_add_test(tcase, samplers_with_wrong_names);
	tcase_add_test(tcase, memory_with_properties);
	tcase_add_test(tcase, images_of_1_1);
	tcase_add_test(tcase, functions_that_are_refused);
	tcase_add_test(tcase, functions_by_extensions);
	tcase_add_test(tcase, programs_by_an_extension);
	tcase_add_test(tcase, sub_groups_by_an_extension);
	tcase_add_test(tcase, a_command_completes_when_it_ends);
	tcase_add_test(tcase, new_driver_is_left_alone);
	tcase_add_test(tcase, an_empty_slot_is_filled);
	return unit_run(suite);
}
