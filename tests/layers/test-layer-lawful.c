/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lawful: calls that the specification allows are no findings, whatever the driver answers to
 * queries; and which wrong calls the driver gets. OPENCL_VALIDATION_CALLS=answer: a lawful call that
 * the layer took for a wrong one could fail.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layers/accept-driver.h"
#include "unit/unit.h"

static const size_t one = 1;

static void start(void)
{
	setenv("OPENCL_VALIDATION_CALLS", "answer", 1);
	setenv("OPENCL_VALIDATION_RACES", "yes", 1);
	accept_start();
}

static void expect_nothing(void)
{
	const char *findings = accept_stop();

	ck_assert_msg(accept_is_nothing(findings), "%s", findings);
}

static unsigned count_of(const char *part, const char *text)
{
	unsigned count = 0;

	while ((text = strstr(text, part))) {
		text += strlen(part);
		count++;
	}
	return count;
}

/* The only findings are of the rule ID. */
static void expect_only(const char *id)
{
	const char *findings = accept_stop();
	char part[64];

	snprintf(part, sizeof(part), ": %s: cl", id);
	ck_assert_msg(!accept_is_nothing(findings), "no finding, expected %s", id);
	ck_assert_msg(accept_count(findings) == count_of(part, findings), "%s", findings);
}

/* -- devices ----------------------------------------------------------------------------- */

/* A part of the device. The driver answers a context of it with the whole device, as PoCL 3.1 does. */
static cl_device_id make_part(void)
{
	const cl_device_partition_property parts[] = { CL_DEVICE_PARTITION_EQUALLY, 100, 0 };
	cl_device_id part;

	ck_assert_int_eq(layer->clCreateSubDevices(device, parts, 1, &part, NULL), CL_SUCCESS);
	return part;
}

/* Builds, links and runs a program in CONTEXT on EACH device, with and without lists of devices. */
static void use_devices(cl_context in, cl_device_id each)
{
	const char *text = "kernel void twice(global int *a, global int *b, int c) {}";
	const unsigned char *binary = (const unsigned char *)text;
	const size_t length = 16;
	cl_command_queue run = layer->clCreateCommandQueue(in, each, 0, NULL);
	cl_program made = layer->clCreateProgramWithSource(in, 1, &text, NULL, NULL);
	cl_program compiled = layer->clCreateProgramWithSource(in, 1, &text, NULL, NULL);
	cl_program linked, loaded;
	cl_kernel task;

	ck_assert_ptr_nonnull(run);
	ck_assert_int_eq(layer->clBuildProgram(made, 1, &each, NULL, NULL, NULL), CL_SUCCESS);
	layer->clGetProgramBuildInfo(made, each, CL_PROGRAM_BUILD_STATUS, 0, NULL, NULL);
	task = layer->clCreateKernel(made, "twice", NULL);
	layer->clGetKernelWorkGroupInfo(task, each, CL_KERNEL_WORK_GROUP_SIZE, 0, NULL, NULL);
	for (cl_uint i = 0; i < 3; i++)
		layer->clSetKernelArg(task, i, sizeof(i), &i);
	ck_assert_int_eq(layer->clEnqueueNDRangeKernel(run, task, 1, NULL, &one, NULL, 0, NULL, NULL),
			 CL_SUCCESS);
	ck_assert_int_eq(layer->clCompileProgram(compiled, 1, &each, NULL, 0, NULL, NULL, NULL, NULL),
			 CL_SUCCESS);
	linked = layer->clLinkProgram(in, 1, &each, NULL, 1, &compiled, NULL, NULL, NULL);
	ck_assert_ptr_nonnull(linked);
	loaded = layer->clCreateProgramWithBinary(in, 1, &each, &length, &binary, NULL, NULL);
	ck_assert_ptr_nonnull(loaded);
	ck_assert_int_eq(layer->clBuildProgram(loaded, 1, &each, NULL, NULL, NULL), CL_SUCCESS);
	layer->clReleaseKernel(task);
	layer->clReleaseProgram(made);
	layer->clReleaseProgram(linked);
	layer->clReleaseProgram(compiled);
	layer->clReleaseProgram(loaded);
	layer->clReleaseCommandQueue(run);
}

START_TEST(parts_are_devices_of_their_context)
{
	cl_device_id parts[2];
	cl_context shared;

	start();
	parts[0] = make_part();
	parts[1] = make_part();
	shared = layer->clCreateContext(NULL, 2, parts, NULL, NULL, NULL);
	use_devices(shared, parts[0]);
	use_devices(shared, parts[1]);
	layer->clReleaseContext(shared);
	expect_nothing();
}
END_TEST

/* A program that asks the driver for the devices uses what it was answered. */
START_TEST(devices_that_the_driver_answers_count)
{
	cl_device_id part, answered;
	cl_context of_part;

	start();
	part = make_part();
	of_part = layer->clCreateContext(NULL, 1, &part, NULL, NULL, NULL);
	layer->clGetContextInfo(of_part, CL_CONTEXT_DEVICES, sizeof(answered), &answered, NULL);
	ck_assert_ptr_eq(answered, device);
	use_devices(of_part, answered);
	expect_nothing();
}
END_TEST

/* It has not asked: then it has the device from elsewhere, and the context was not made for it. */
START_TEST(devices_that_nobody_asked_for_do_not)
{
	const bool makes_queue = _i == 0;
	cl_device_id part;
	cl_context of_part;
	cl_ulong count;

	start();
	part = make_part();
	of_part = layer->clCreateContext(NULL, 1, &part, NULL, NULL, NULL);
	layer->clGetContextInfo(of_part, CL_CONTEXT_REFERENCE_COUNT, sizeof(count), &count, NULL);
	layer->clGetContextInfo(of_part, CL_CONTEXT_DEVICES, 0, NULL, NULL);
	if (makes_queue)
		layer->clCreateCommandQueue(of_part, device, 0, NULL);
	else
		layer->clCreateProgramWithBinary(of_part, 1, &device, &one,
						 &(const unsigned char *){ (const unsigned char *)"" },
						 NULL, NULL);
	expect_only(makes_queue ? "clCreateCommandQueue-device-2"
				: "clCreateProgramWithBinary-device_list-2");
}
END_TEST

/* The program has the device from a queue or a program of the context. */
START_TEST(devices_of_what_is_in_the_context_count)
{
	const char *text = "kernel void f() {}";
	cl_device_id part, answered;
	cl_context of_part;

	start();
	part = make_part();
	of_part = layer->clCreateContext(NULL, 1, &part, NULL, NULL, NULL);
	if (_i == 0)
		layer->clGetCommandQueueInfo(layer->clCreateCommandQueue(of_part, part, 0, NULL),
					     CL_QUEUE_DEVICE, sizeof(answered), &answered, NULL);
	else
		layer->clGetProgramInfo(layer->clCreateProgramWithSource(of_part, 1, &text, NULL, NULL),
					CL_PROGRAM_DEVICES, sizeof(answered), &answered, NULL);
	layer->clCreateCommandQueue(of_part, device, 0, NULL);
	expect_nothing();
}
END_TEST

/* A kernel of a context with one device has one, also if the driver answers another. */
START_TEST(a_device_that_is_given_twice_is_one)
{
	cl_device_id part, twice[2];
	cl_context of_part;
	cl_program made;
	cl_kernel task;
	const char *text = "kernel void twice(global int *a, global int *b, int c) {}";

	start();
	part = make_part();
	twice[0] = twice[1] = part;
	of_part = layer->clCreateContext(NULL, 2, twice, NULL, NULL, NULL);
	made = layer->clCreateProgramWithSource(of_part, 1, &text, NULL, NULL);
	layer->clBuildProgram(made, 0, NULL, NULL, NULL, NULL);
	task = layer->clCreateKernel(made, "twice", NULL);
	ck_assert_int_eq(layer->clGetKernelWorkGroupInfo(task, NULL, CL_KERNEL_WORK_GROUP_SIZE, 0,
							 NULL, NULL), CL_SUCCESS);
	expect_nothing();
}
END_TEST

START_TEST(other_devices_are_none_of_the_context)
{
	cl_device_id parts[2];
	cl_context of_part;

	start();
	parts[0] = make_part();
	parts[1] = make_part();
	of_part = layer->clCreateContext(NULL, 1, parts, NULL, NULL, NULL);
	layer->clCreateCommandQueue(of_part, parts[1], 0, NULL);
	expect_only("clCreateCommandQueue-device-2");
}
END_TEST

/* Of so many devices none is known, so that none is wrong. */
START_TEST(many_devices_are_not_known)
{
	cl_device_id parts[33];
	cl_context large;

	start();
	for (int i = 0; i < 33; i++)
		parts[i] = make_part();
	large = layer->clCreateContext(NULL, (cl_uint)(32 + _i), parts, NULL, NULL, NULL);
	layer->clCreateCommandQueue(large, parts[31], 0, NULL);
	layer->clCreateCommandQueue(large, device, 0, NULL);
	expect_nothing();
}
END_TEST

/* A part that gets the address of another is asked for its own limits. */
START_TEST(parts_have_limits_of_their_own)
{
	const cl_device_partition_property quarters[] = { CL_DEVICE_PARTITION_EQUALLY, 25, 0 };
	cl_device_id part, small[4];

	start();
	answers.next = &answers;
	answers.compute_units = 10;
	part = make_part();
	ck_assert_ptr_eq(part, &answers);
	layer->clReleaseDevice(part);
	answers.next = &answers;
	answers.compute_units = 100;
	part = make_part();
	layer->clCreateSubDevices(part, quarters, 4, small, NULL);
	expect_nothing();
}
END_TEST

/* What is built for a device can be used by its parts. */
START_TEST(programs_of_a_device_are_those_of_its_parts)
{
	const char *text = "kernel void twice(global int *a, global int *b, int c) {}";
	cl_device_id both[2] = { NULL, NULL };
	cl_context shared;
	cl_command_queue run;
	cl_program made, linked;
	cl_kernel task;

	start();
	both[0] = device;
	both[1] = make_part();
	shared = layer->clCreateContext(NULL, 2, both, NULL, NULL, NULL);
	run = layer->clCreateCommandQueue(shared, both[1], 0, NULL);
	made = layer->clCreateProgramWithSource(shared, 1, &text, NULL, NULL);
	layer->clBuildProgram(made, 1, &device, NULL, NULL, NULL);
	task = layer->clCreateKernel(made, "twice", NULL);
	for (cl_uint i = 0; i < 3; i++)
		layer->clSetKernelArg(task, i, sizeof(i), &i);
	layer->clEnqueueNDRangeKernel(run, task, 1, NULL, &one, NULL, 0, NULL, NULL);
	made = layer->clCreateProgramWithSource(shared, 1, &text, NULL, NULL);
	layer->clCompileProgram(made, 1, &device, NULL, 0, NULL, NULL, NULL, NULL);
	linked = layer->clLinkProgram(shared, 1, &both[1], NULL, 1, &made, NULL, NULL, NULL);
	ck_assert_ptr_nonnull(linked);
	expect_nothing();
}
END_TEST

/* PoCL 3.1 returns a pointer together with CL_DEVICE_NOT_FOUND; clinfo releases what is there. */
START_TEST(a_context_with_an_error_may_be_one)
{
	cl_context none;
	cl_int error;

	start();
	answers.errcode = CL_DEVICE_NOT_FOUND;
	for (int i = 0; i < 2; i++) {
		answers.next = &answers;
		none = layer->clCreateContextFromType(NULL, CL_DEVICE_TYPE_GPU, NULL, NULL, &error);
		ck_assert_ptr_eq(none, &answers);
		ck_assert_int_eq(layer->clReleaseContext(none), CL_SUCCESS);
	}
	expect_nothing();
}
END_TEST

/* -- programs ---------------------------------------------------------------------------- */

/* The driver answers CL_PROGRAM_BINARY_TYPE_NONE for every program. */
static cl_program make_compiled(void)
{
	const char *text = "kernel void twice(global int *a, global int *b, int c) {}";
	cl_program made = layer->clCreateProgramWithSource(context, 1, &text, NULL, NULL);

	layer->clCompileProgram(made, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL);
	return made;
}

START_TEST(compiled_programs_and_libraries_are_linked)
{
	cl_program inputs[2];

	start();
	inputs[0] = make_compiled();
	inputs[1] = layer->clLinkProgram(context, 0, NULL, "-create-library", 1, inputs, NULL, NULL,
					 NULL);
	ck_assert_ptr_nonnull(layer->clLinkProgram(context, 0, NULL, NULL, 2, inputs, NULL, NULL, NULL));
	expect_nothing();
}
END_TEST

START_TEST(built_programs_are_not_linked)
{
	cl_program inputs[2];

	start();
	inputs[0] = make_compiled();
	inputs[1] = program;
	layer->clLinkProgram(context, 0, NULL, NULL, 2, inputs, NULL, NULL, NULL);
	expect_only("clLinkProgram-input_programs-3");
}
END_TEST

/* A query finds the program after its last release, since a kernel still has it. */
START_TEST(released_kernels_do_not_count)
{
	const char *text = "kernel void twice(global int *a, global int *b, int c) {}";
	cl_program made, found;
	cl_kernel task, other;

	start();
	made = layer->clCreateProgramWithSource(context, 1, &text, NULL, NULL);
	layer->clBuildProgram(made, 0, NULL, NULL, NULL, NULL);
	task = layer->clCreateKernel(made, "twice", NULL);
	other = layer->clCreateKernel(made, "twice", NULL);
	layer->clReleaseProgram(made);
	layer->clReleaseKernel(task);
	answers.found = made;
	layer->clGetKernelInfo(other, CL_KERNEL_PROGRAM, sizeof(found), &found, NULL);
	ck_assert_ptr_eq(found, made);
	layer->clRetainProgram(found);
	layer->clReleaseKernel(other);
	ck_assert_int_eq(layer->clBuildProgram(found, 0, NULL, NULL, NULL, NULL), CL_SUCCESS);
	expect_nothing();
}
END_TEST

/* Types of the program whose names look like types of the language. */
static const struct {
	const char *type;
	const char *options;
	cl_kernel_arg_address_qualifier address;
	bool is_other;		/* it is the type of the language */
} types[] = {
	{ "pipeline_t*", NULL, CL_KERNEL_ARG_ADDRESS_GLOBAL, false },
	{ "struct pipe *", NULL, CL_KERNEL_ARG_ADDRESS_GLOBAL, false },
	{ "queue_t", NULL, CL_KERNEL_ARG_ADDRESS_PRIVATE, false },
	{ "queue_t", "-cl-std=CL1.2", CL_KERNEL_ARG_ADDRESS_PRIVATE, false },
	{ "queue_t", "-cl-std=CL3.0", CL_KERNEL_ARG_ADDRESS_PRIVATE, true },
	{ "struct queue_t", "-cl-std=CL3.0", CL_KERNEL_ARG_ADDRESS_PRIVATE, false },
	{ "struct sampler_t", NULL, CL_KERNEL_ARG_ADDRESS_PRIVATE, false },
	{ "sampler_t", NULL, CL_KERNEL_ARG_ADDRESS_PRIVATE, true },
};

START_TEST(names_of_types_are_compared_as_a_whole)
{
	const char *text = "kernel void twice(global int *a, global int *b, int c) {}";
	const int number[4] = { 0 };
	cl_program made;
	cl_kernel task;

	start();
	answers.has_argument_info = true;
	answers.access = CL_KERNEL_ARG_ACCESS_NONE;
	answers.argument_type = types[_i].type;
	answers.argument_address = types[_i].address;
	made = layer->clCreateProgramWithSource(context, 1, &text, NULL, NULL);
	layer->clBuildProgram(made, 0, NULL, types[_i].options, NULL, NULL);
	task = layer->clCreateKernel(made, "twice", NULL);
	if (types[_i].address == CL_KERNEL_ARG_ADDRESS_GLOBAL)
		layer->clSetKernelArg(task, 0, sizeof(buffer), &buffer);
	else
		layer->clSetKernelArg(task, 0, sizeof(number), number);
	if (types[_i].is_other)
		ck_assert(!accept_is_nothing(accept_stop()));
	else
		expect_nothing();
}
END_TEST

/* -- memory ------------------------------------------------------------------------------ */

/* Levels of a mip-mapped image have memory of their own. _i tells whether they differ. */
START_TEST(mip_levels_do_not_overlap)
{
	const cl_image_format format = { CL_RGBA, CL_UNORM_INT8 };
	const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE3D, .image_width = 8,
				     .image_height = 8, .image_depth = 8, .num_mip_levels = 3 };
	const size_t levels[2][4] = { { 0, 0, 0, 0 }, { 0, 0, 0, (size_t)_i } };
	const size_t region[] = { 2, 2, 2 };
	size_t pitches[2];
	cl_mem image;

	setenv("OPENCL_VALIDATION_RULES", "clEnqueueMapImage-map_flags-*,race-*", 1);
	start();
	image = layer->clCreateImage(context, 0, &format, &desc, NULL, NULL);
	for (int i = 0; i < 2; i++)
		layer->clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_WRITE, levels[i], region,
					 &pitches[0], &pitches[1], 0, NULL, NULL, NULL);
	if (_i == 0)
		expect_only("clEnqueueMapImage-map_flags-4");
	else
		expect_nothing();
}
END_TEST

/* CL_MEM_ALLOW_UNRESTRICTED_SIZE_INTEL */
START_TEST(a_flag_of_a_vendor_allows_large_buffers)
{
	const cl_mem_flags flags[] = { 0, 1u << 23 };

	start();
	layer->clCreateBuffer(context, flags[_i], 1u << 30, NULL, NULL);
	if (_i == 0)
		expect_only("clCreateBuffer-size-2");
	else
		expect_nothing();
}
END_TEST

/* -- launches of no work-items ------------------------------------------------------------- */

/* Two queues that nothing orders: _i tells which sizes the launches have. */
START_TEST(no_work_items_race_with_nobody)
{
	static const size_t sizes[][3] = { { 0, 4, 4 }, { 4, 0, 4 }, { 4, 4, 0 }, { 4, 4, 4 } };
	const size_t *global = _i < 4 ? sizes[_i] : NULL;
	char byte;

	start();
	ck_assert_int_eq(layer->clEnqueueNDRangeKernel(queue, kernel, 3, NULL, global, NULL, 0, NULL,
						       NULL), CL_SUCCESS);
	ck_assert_int_eq(layer->clEnqueueNDRangeKernel(other_queue, kernel, 3, NULL, global, NULL, 0,
						       NULL, NULL), CL_SUCCESS);
	layer->clEnqueueReadBuffer(unordered_queue, buffer, CL_FALSE, 0, 1, &byte, 0, NULL, NULL);
	if (_i == 3)
		expect_only("race-memory");
	else
		expect_nothing();
}
END_TEST

/* -- which wrong calls the driver gets ------------------------------------------------------ */

/* The driver accepts everything, so an error code is the layer's. */
static cl_int set_no_default_queue(void)
{
	return layer->clSetDefaultDeviceCommandQueue(context, device, NULL);
}

static cl_int set_host_queue_as_default(void)
{
	return layer->clSetDefaultDeviceCommandQueue(context, device, queue);
}

static cl_int retain_nothing(void)
{
	return layer->clRetainMemObject(NULL);
}

static cl_int launch_no_kernel(void)
{
	return layer->clEnqueueNDRangeKernel(queue, NULL, 1, NULL, &one, NULL, 0, NULL, NULL);
}

static cl_int launch_in_no_dimension(void)
{
	return layer->clEnqueueNDRangeKernel(queue, kernel, 0, NULL, &one, NULL, 0, NULL, NULL);
}

static cl_int make_with_two_accesses(void)
{
	cl_int error = CL_SUCCESS;

	layer->clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 16, NULL, &error);
	return error;
}

static cl_int retain_released(void)
{
	cl_mem released = layer->clCreateBuffer(context, 0, 16, NULL, NULL);

	layer->clReleaseMemObject(released);
	return layer->clRetainMemObject(released);
}

static cl_int launch_a_buffer(void)
{
	return layer->clEnqueueNDRangeKernel(queue, (cl_kernel)buffer, 1, NULL, &one, NULL, 0, NULL,
					     NULL);
}

/* Also of the rules whose first test is about the number of events. */
static cl_int wait_for_a_released_event(void)
{
	cl_event event = layer->clCreateUserEvent(context, NULL);

	layer->clReleaseEvent(event);
	return layer->clEnqueueMarkerWithWaitList(queue, 1, &event, NULL);
}

static cl_int build_for_a_released_part(void)
{
	const cl_device_id part = make_part();

	layer->clReleaseDevice(part);
	return layer->clBuildProgram(program, 1, &part, NULL, NULL, NULL);
}

static cl_int compile_for_a_queue(void)
{
	const cl_device_id wrong_kind = (cl_device_id)queue;

	return layer->clCompileProgram(program, 1, &wrong_kind, NULL, 0, NULL, NULL, NULL, NULL);
}

static cl_int compile_with_a_released_header(void)
{
	const char *text = "";
	cl_program header = layer->clCreateProgramWithSource(context, 1, &text, NULL, NULL);

	layer->clReleaseProgram(header);
	return layer->clCompileProgram(program, 0, NULL, NULL, 1, &header, &text, NULL, NULL);
}

static void CL_CALLBACK run_natively(void *arguments)
{
	(void)arguments;
}

static cl_int run_natively_with_a_queue(void)
{
	cl_mem wrong_kind = (cl_mem)queue;
	const void *place = &wrong_kind;

	return layer->clEnqueueNativeKernel(queue, run_natively, &wrong_kind, sizeof(wrong_kind), 1,
					    &wrong_kind, &place, 0, NULL, NULL);
}

static cl_int wait_for_no_event(void)
{
	const cl_event none = NULL;

	return layer->clEnqueueWaitForEvents(queue, 1, &none);
}

/* PoCL 3.1 ends the program for it. */
static cl_int wait_for_itself(void)
{
	cl_event event = layer->clCreateUserEvent(context, NULL);

	return layer->clEnqueueMarkerWithWaitList(queue, 1, &event, &event);
}

static cl_int make_an_image_from_a_queue(void)
{
	const cl_image_format format = { CL_RGBA, CL_UNORM_INT8 };
	const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER,
				     .image_width = 4,
				     .mem_object = (cl_mem)queue };
	cl_int error = CL_SUCCESS;

	layer->clCreateImage(context, 0, &format, &desc, NULL, &error);
	return error;
}

static cl_int launch_with_a_released_sampler(void)
{
	cl_sampler sampler = layer->clCreateSampler(context, CL_TRUE, CL_ADDRESS_REPEAT,
						    CL_FILTER_NEAREST, NULL);

	for (cl_uint i = 0; i < 3; i++)
		layer->clSetKernelArg(kernel, i, sizeof(sampler), &sampler);
	layer->clReleaseSampler(sampler);
	return layer->clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
}

static cl_int read_too_far(void)
{
	static char bytes[16];

	return layer->clEnqueueReadBuffer(queue, buffer, CL_TRUE, 4090, 16, bytes, 0, NULL, NULL);
}

static cl_int ask_timer_for_nothing(void)
{
	return layer->clGetHostTimer(device, NULL);
}

static cl_int read_to_nowhere(void)
{
	return layer->clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 16, NULL, 0, NULL, NULL);
}

static const struct {
	cl_int (*call)(void);
	cl_int by_default;
	cl_int answered;	/* with OPENCL_VALIDATION_CALLS=answer */
} wrong[] = {
	{ set_no_default_queue, CL_SUCCESS, CL_SUCCESS },
	{ set_host_queue_as_default, CL_SUCCESS, CL_SUCCESS },
	{ retain_nothing, CL_INVALID_MEM_OBJECT, CL_INVALID_MEM_OBJECT },
	{ launch_no_kernel, CL_INVALID_KERNEL, CL_INVALID_KERNEL },
	{ launch_in_no_dimension, CL_SUCCESS, CL_SUCCESS },
	{ make_with_two_accesses, CL_SUCCESS, CL_SUCCESS },
	{ retain_released, CL_INVALID_MEM_OBJECT, CL_INVALID_MEM_OBJECT },
	{ launch_a_buffer, CL_INVALID_KERNEL, CL_INVALID_KERNEL },
	{ wait_for_a_released_event, CL_INVALID_EVENT_WAIT_LIST, CL_INVALID_EVENT_WAIT_LIST },
	{ build_for_a_released_part, CL_INVALID_DEVICE, CL_INVALID_DEVICE },
	{ compile_for_a_queue, CL_INVALID_DEVICE, CL_INVALID_DEVICE },
	{ compile_with_a_released_header, CL_INVALID_PROGRAM, CL_INVALID_PROGRAM },
	{ run_natively_with_a_queue, CL_INVALID_MEM_OBJECT, CL_INVALID_MEM_OBJECT },
	{ wait_for_no_event, CL_INVALID_EVENT, CL_INVALID_EVENT },
	{ wait_for_itself, CL_SUCCESS, CL_INVALID_OPERATION },
	{ make_an_image_from_a_queue, CL_SUCCESS, CL_INVALID_IMAGE_DESCRIPTOR },
	{ launch_with_a_released_sampler, CL_SUCCESS, CL_INVALID_OPERATION },
	{ read_too_far, CL_SUCCESS, CL_INVALID_VALUE },
	{ read_to_nowhere, CL_SUCCESS, CL_INVALID_VALUE },
	/* The driver has no timer, and says so. */
	{ ask_timer_for_nothing, CL_SUCCESS, CL_SUCCESS },
};

static void check_wrong(int row, const char *calls, cl_int expected)
{
	setenv("OPENCL_VALIDATION_CALLS", calls, 1);
	accept_start();
	ck_assert_int_eq(wrong[row].call(), expected);
	ck_assert(!accept_is_nothing(accept_stop()));
}

START_TEST(wrong_handles_are_answered)
{
	check_wrong(_i, "handles", wrong[_i].by_default);
}
END_TEST

START_TEST(what_is_not_there_is_answered)
{
	check_wrong(_i, "answer", wrong[_i].answered);
}
END_TEST

START_TEST(every_call_is_passed_on)
{
	check_wrong(_i, "pass", CL_SUCCESS);
}
END_TEST

/* -- shared memory ----------------------------------------------------------------------- */

static void *allocate_shared(void)
{
	return layer->clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0);
}

static void fill_shared(void *svm)
{
	layer->clEnqueueSVMMemFill(queue, svm, &one, sizeof(one), 64, 0, NULL, NULL);
}

/* A command frees the memory after an event that the program sets when it needs it no more. */
static void freed_after_a_user_event(void)
{
	cl_event gate = layer->clCreateUserEvent(context, NULL);
	void *svm = allocate_shared();

	layer->clEnqueueSVMFree(other_queue, 1, &svm, NULL, NULL, 1, &gate, NULL);
	fill_shared(svm);
	layer->clFinish(queue);
	layer->clSetUserEventStatus(gate, CL_COMPLETE);
}

/* The fill runs after the region is unmapped, because the program sets the event after that. */
static void mapped_until_a_user_event(void)
{
	cl_event gate = layer->clCreateUserEvent(context, NULL);
	void *svm = allocate_shared();

	layer->clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, svm, 64, 0, NULL, NULL);
	layer->clEnqueueBarrierWithWaitList(other_queue, 1, &gate, NULL);
	layer->clEnqueueSVMMemFill(other_queue, svm, &one, sizeof(one), 64, 0, NULL, NULL);
	layer->clEnqueueSVMUnmap(queue, svm, 0, NULL, NULL);
	layer->clFinish(queue);
	layer->clSetUserEventStatus(gate, CL_COMPLETE);
}

static void CL_CALLBACK free_shared(cl_mem mem, void *svm)
{
	(void)mem;
	layer->clSVMFree(context, svm);
}

static void freed_by_a_destructor(void)
{
	void *svm = allocate_shared();
	cl_mem mem = layer->clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 64, svm, NULL);

	layer->clSetMemObjectDestructorCallback(mem, free_shared, svm);
	layer->clReleaseMemObject(mem);
	free_shared(mem, svm);
}

static void allocated_again_after_a_command_freed_it(void)
{
	void *svm = allocate_shared();

	layer->clEnqueueSVMFree(queue, 1, &svm, NULL, NULL, 0, NULL, NULL);
	answers.next = svm;
	fill_shared(allocate_shared());
	layer->clFinish(queue);
	layer->clSVMFree(context, svm);
}

/* The driver may free the memory with its context, and the host may get the addresses again. */
static void of_a_context_that_is_gone(void)
{
	cl_context made = layer->clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	char *svm = layer->clSVMAlloc(made, CL_MEM_READ_WRITE, 64, 0);

	layer->clReleaseContext(made);
	layer->clEnqueueSVMMemcpy(queue, CL_TRUE, svm + 32, &one, 64, 0, NULL, NULL);
}

static void list_shared(void *const *pointers, size_t count)
{
	layer->clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, count * sizeof(*pointers),
				   pointers);
}

static void run_with(cl_kernel made)
{
	for (cl_uint i = 0; i < 3; i++)
		layer->clSetKernelArg(made, i, sizeof(buffer), &buffer);
	layer->clEnqueueNDRangeKernel(queue, made, 1, NULL, &one, NULL, 0, NULL, NULL);
}

/* Another allocation has the address when the kernel runs. */
static void listed_and_allocated_again(void)
{
	void *svm = allocate_shared();

	list_shared(&svm, 1);
	layer->clSVMFree(context, svm);
	answers.next = svm;
	run_with(allocate_shared() == svm ? kernel : NULL);
}

/* A later kernel at the address of the one with the list has none. */
static void listed_for_a_former_kernel(void)
{
	void *svm = allocate_shared();

	list_shared(&svm, 1);
	layer->clReleaseKernel(kernel);
	layer->clSVMFree(context, svm);
	answers.next = kernel;
	run_with(layer->clCreateKernel(program, "later", NULL));
}

/* Of a list of so many pointers none is known; the list before does not count any more. */
static void listed_among_many(void)
{
	void *pointers[257];

	for (size_t i = 0; i < 257; i++)
		pointers[i] = allocate_shared();
	list_shared(pointers, 256);
	list_shared(pointers, 257);
	layer->clSVMFree(context, pointers[0]);
	run_with(kernel);
	list_shared(pointers + 1, 1);
	list_shared(pointers, 0);
	layer->clSVMFree(context, pointers[1]);
	run_with(kernel);
}

static void (*const shared[])(void) = {
	freed_after_a_user_event, mapped_until_a_user_event, freed_by_a_destructor,
	allocated_again_after_a_command_freed_it, of_a_context_that_is_gone,
	listed_and_allocated_again, listed_for_a_former_kernel, listed_among_many,
};

START_TEST(shared_memory_is_used_as_it_may_be)
{
	start();
	shared[_i]();
	expect_nothing();
}
END_TEST

static void fill_after_a_free(void)
{
	void *svm = allocate_shared();

	layer->clEnqueueSVMFree(queue, 1, &svm, NULL, NULL, 0, NULL, NULL);
	fill_shared(svm);
}

static void fill_after_a_user_event_is_set(void)
{
	cl_event gate = layer->clCreateUserEvent(context, NULL);
	void *svm = allocate_shared();

	layer->clEnqueueSVMFree(queue, 1, &svm, NULL, NULL, 1, &gate, NULL);
	layer->clSetUserEventStatus(gate, CL_COMPLETE);
	fill_shared(svm);
}

static void freed_twice_behind_a_user_event(void)
{
	cl_event gate = layer->clCreateUserEvent(context, NULL);
	void *svm = allocate_shared();

	layer->clEnqueueSVMFree(queue, 1, &svm, NULL, NULL, 1, &gate, NULL);
	layer->clSVMFree(context, svm);
}

static void fill_of_a_mapped_region(void)
{
	void *svm = allocate_shared();

	layer->clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, svm, 64, 0, NULL, NULL);
	fill_shared(svm);
}

static void listed_and_freed(void)
{
	void *svm[] = { allocate_shared(), allocate_shared() };

	list_shared(svm, 2);
	layer->clSVMFree(context, svm[1]);
	run_with(kernel);
}

static void listed_for_a_clone(void)
{
	void *svm = allocate_shared();
	cl_kernel clone;

	list_shared(&svm, 1);
	clone = layer->clCloneKernel(kernel, NULL);
	list_shared(&svm, 0);
	layer->clSVMFree(context, svm);
	run_with(kernel);
	ck_assert_uint_eq(count_of("-kernel-12", accept_findings()), 0);
	run_with(clone);
}

static const struct {
	void (*run)(void);
	const char *id;
} wrongly_shared[] = {
	{ fill_after_a_free, "clEnqueueSVMMemFill-svm_ptr-3" },
	{ fill_after_a_user_event_is_set, "clEnqueueSVMMemFill-svm_ptr-3" },
	{ freed_twice_behind_a_user_event, "clSVMFree-svm_pointer-1" },
	{ fill_of_a_mapped_region, "clEnqueueSVMMemFill-svm_ptr-5" },
	{ listed_and_freed, "clEnqueueNDRangeKernel-kernel-12" },
	{ listed_for_a_clone, "clEnqueueNDRangeKernel-kernel-12" },
};

START_TEST(shared_memory_is_used_as_it_may_not_be)
{
	start();
	wrongly_shared[_i].run();
	ck_assert_ptr_nonnull(strstr(accept_stop(), wrongly_shared[_i].id));
}
END_TEST

/* A function without a result has no code. */
START_TEST(functions_without_a_code_have_none)
{
	start();
	layer->clSVMFree(context, (void *)(uintptr_t)&one);
	ck_assert_ptr_nonnull(strstr(accept_stop(), ": clSVMFree-svm_pointer-1: clSVMFree: -: "));
	ck_assert_ptr_null(strstr(accept_findings(), ": NULL: "));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("lawful calls and the validation layer");
	TCase *tcase = unit_tcase(suite, "lawful", 60);

	tcase_add_test(tcase, parts_are_devices_of_their_context);
	tcase_add_test(tcase, devices_that_the_driver_answers_count);
	tcase_add_loop_test(tcase, devices_that_nobody_asked_for_do_not, 0, 2);
	tcase_add_loop_test(tcase, devices_of_what_is_in_the_context_count, 0, 2);
	tcase_add_test(tcase, a_device_that_is_given_twice_is_one);
	tcase_add_test(tcase, other_devices_are_none_of_the_context);
	tcase_add_loop_test(tcase, many_devices_are_not_known, 0, 2);
	tcase_add_test(tcase, parts_have_limits_of_their_own);
	tcase_add_test(tcase, programs_of_a_device_are_those_of_its_parts);
	tcase_add_test(tcase, a_context_with_an_error_may_be_one);
	tcase_add_test(tcase, released_kernels_do_not_count);
	tcase_add_loop_test(tcase, names_of_types_are_compared_as_a_whole, 0, UNIT_ROWS(types));
	tcase_add_loop_test(tcase, mip_levels_do_not_overlap, 0, 2);
	tcase_add_loop_test(tcase, a_flag_of_a_vendor_allows_large_buffers, 0, 2);
	tcase_add_test(tcase, compiled_programs_and_libraries_are_linked);
	tcase_add_test(tcase, built_programs_are_not_linked);
	tcase_add_loop_test(tcase, no_work_items_race_with_nobody, 0, 5);
	tcase_add_loop_test(tcase, wrong_handles_are_answered, 0, UNIT_ROWS(wrong));
	tcase_add_loop_test(tcase, what_is_not_there_is_answered, 0, UNIT_ROWS(wrong));
	tcase_add_loop_test(tcase, every_call_is_passed_on, 0, UNIT_ROWS(wrong));
	tcase_add_test(tcase, functions_without_a_code_have_none);
	tcase_add_loop_test(tcase, shared_memory_is_used_as_it_may_be, 0, UNIT_ROWS(shared));
	tcase_add_loop_test(tcase, shared_memory_is_used_as_it_may_not_be, 0,
			    UNIT_ROWS(wrongly_shared));
	return unit_run(suite);
}
