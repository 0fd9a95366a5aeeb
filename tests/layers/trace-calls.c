/* SPDX-License-Identifier: Apache-2.0 */
/* trace-calls: see trace-calls.h. */
#include "layers/trace-calls.h"

#include "layers/layer-target.h"

static cl_device_id device;

static void gets_devices(void)
{
	cl_uint count;

	layer->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_CPU, 1, &device, &count);
}

void gets_none(void)
{
	layer->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ACCELERATOR, 0, NULL, NULL);
}

static void gets_name(void)
{
	char name[32];

	layer->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_GPU, 1, &device, NULL);
	layer->clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof(name), name, NULL);
}

void gets_type(void)
{
	cl_device_type type;
	size_t size;

	layer->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_GPU, 1, &device, NULL);
	layer->clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof(type), &type, &size);
}

static void fails_to_get(void)
{
	layer->clGetProgramInfo(NULL, CL_PROGRAM_SOURCE, 0, NULL, NULL);
	layer->clGetContextInfo(NULL, 0xfffe, 0, NULL, NULL);
}

void makes_buffer(void)
{
	layer->clCreateBuffer(NULL, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, 16, NULL, NULL);
}

static void fails_to_make(void)
{
	cl_int error;

	layer->clCreateBuffer(NULL, 0, 0, NULL, &error);
}

void makes_program(void)
{
	const char *strings[2] = { "kernel \"a\"\n\001", "bcdef" };
	const size_t lengths[2] = { 0, 2 };

	layer->clCreateProgramWithSource(NULL, 2, strings, lengths, NULL);
}

static void makes_long_program(void)
{
	const char *text = "0123456789012345678901234567890123456789"
			   "0123456789012345678901234567890123456789";

	layer->clCreateProgramWithSource(NULL, 1, &text, NULL, NULL);
}

static void makes_context(void)
{
	cl_platform_id platform;
	cl_context_properties properties[] = { CL_CONTEXT_PLATFORM, 0,
					       CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE, 0 };

	layer->clGetPlatformIDs(1, &platform, NULL);
	layer->clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL);
	properties[1] = (cl_context_properties)platform;
	layer->clCreateContext(properties, 1, &device, NULL, NULL, NULL);
}

static void makes_image(void)
{
	const cl_image_format format = { CL_RGBA, CL_UNORM_INT8 };
	const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8,
				     .image_height = 4 };

	layer->clCreateImage(NULL, CL_MEM_WRITE_ONLY, &format, &desc, NULL, NULL);
}

void sets_arguments(void)
{
	cl_mem mem = layer->clCreateBuffer(NULL, 0, 16, NULL, NULL);
	cl_uint number = 0x01020304;

	layer->clSetKernelArg(NULL, 0, sizeof(mem), &mem);
	layer->clSetKernelArg(NULL, 1, sizeof(number), &number);
	layer->clSetKernelArg(NULL, 2, 64, NULL);
}

static void makes_parts(void)
{
	const cl_device_partition_property properties[] = { CL_DEVICE_PARTITION_EQUALLY, 4, 0 };
	cl_device_id parts[4];
	cl_uint count;

	layer->clCreateSubDevices(NULL, properties, 4, parts, &count);
}

static void runs_kernel(void)
{
	const size_t global[2] = { 64, 32 };
	cl_event events[2];

	layer->clEnqueueNDRangeKernel(NULL, NULL, 2, NULL, global, NULL, 0, NULL, &events[0]);
	layer->clEnqueueNDRangeKernel(NULL, NULL, 2, NULL, global, NULL, 1, events, &events[1]);
	layer->clWaitForEvents(2, events);
}

static void gets_address_again(void)
{
	cl_mem mem = layer->clCreateBuffer(NULL, 0, 1, NULL, NULL);

	target.next = mem;
	layer->clCreateUserEvent(NULL, NULL);
	target.next = mem;
	layer->clCreateBuffer(NULL, 0, 1, NULL, NULL);
}

void *extension(unsigned int index, const char *name)
{
	cl_platform_id platforms[2];

	layer->clGetPlatformIDs(2, platforms, NULL);
	return layer->clGetExtensionFunctionAddressForPlatform(platforms[index], name);
}

static void makes_command_buffer(void)
{
	typedef cl_command_buffer_khr CL_API_CALL create_fn(
		cl_uint, const cl_command_queue *, const cl_properties *, cl_int *);
	create_fn *create = (create_fn *)extension(0, "clCreateCommandBufferKHR");
	const cl_properties properties[] = { CL_COMMAND_BUFFER_FLAGS_KHR, 1, 0 };
	cl_command_queue made = layer->clCreateCommandQueue(NULL, NULL, 0, NULL);
	cl_int error;

	create(1, &made, properties, &error);
}

static void sets_content_size(void)
{
	typedef cl_int CL_API_CALL set_size_fn(cl_mem, cl_mem);
	set_size_fn *set_size = (set_size_fn *)extension(1, "clSetContentSizeBufferPoCL");
	cl_mem mem = layer->clCreateBuffer(NULL, 0, 1, NULL, NULL);

	set_size(mem, mem);
}

const struct trace_call trace_calls[TRACE_CALLS] = {
	{ gets_devices, "clGetDeviceIDs(platform=NULL, device_type=CL_DEVICE_TYPE_CPU|"
	  "CL_DEVICE_TYPE_GPU, num_entries=1, devices=[device#1], num_devices=[2]) = CL_SUCCESS" },
	{ gets_none, "clGetDeviceIDs(platform=NULL, device_type=CL_DEVICE_TYPE_ACCELERATOR, "
	  "num_entries=0, devices=NULL, num_devices=NULL) = CL_DEVICE_NOT_FOUND" },
	{ gets_name, "clGetDeviceInfo(device=device#1, param_name=CL_DEVICE_NAME, "
	  "param_value_size=32, param_value=\"Alpha GPU\", param_value_size_ret=NULL) "
	  "= CL_SUCCESS" },
	{ gets_type, "clGetDeviceInfo(device=device#1, param_name=CL_DEVICE_TYPE, "
	  "param_value_size=8, param_value=CL_DEVICE_TYPE_DEFAULT|CL_DEVICE_TYPE_GPU, "
	  "param_value_size_ret=[8]) = CL_SUCCESS" },
	{ fails_to_get, "clGetContextInfo(context=NULL, param_name=0xfffe, param_value_size=0, "
	  "param_value=NULL, param_value_size_ret=NULL) = CL_INVALID_VALUE" },
	{ makes_buffer, "clCreateBuffer(context=NULL, flags=CL_MEM_READ_ONLY|CL_MEM_COPY_HOST_PTR, "
	  "size=16, host_ptr=NULL, errcode_ret=NULL) = mem#1" },
	{ fails_to_make, "clCreateBuffer(context=NULL, flags=0, size=0, host_ptr=NULL, "
	  "errcode_ret=[CL_INVALID_BUFFER_SIZE]) = NULL" },
	{ makes_program, "clCreateProgramWithSource(context=NULL, count=2, "
	  "strings=[\"kernel \\\"a\\\"\\n\\001\", \"bc\"], lengths=[0, 2], errcode_ret=NULL) "
	  "= program#1" },
	{ makes_long_program, "clCreateProgramWithSource(context=NULL, count=1, "
	  "strings=[\"0123456789012345678901234567890123456789012345678901234567890123\"...], "
	  "lengths=NULL, errcode_ret=NULL) = program#1" },
	{ makes_context, "clCreateContext(properties={CL_CONTEXT_PLATFORM: platform#1, "
	  "CL_CONTEXT_INTEROP_USER_SYNC: CL_TRUE}, num_devices=1, devices=[device#1], "
	  "pfn_notify=NULL, user_data=NULL, errcode_ret=NULL) = context#1" },
	{ makes_image, "clCreateImage(context=NULL, flags=CL_MEM_WRITE_ONLY, "
	  "image_format={CL_RGBA, CL_UNORM_INT8}, image_desc={CL_MEM_OBJECT_IMAGE2D, 8x4x0, "
	  "array=0, pitch=0/0, mem=NULL}, host_ptr=NULL, errcode_ret=NULL) = mem#1" },
	{ sets_arguments, "clSetKernelArg(kernel=NULL, arg_index=2, arg_size=64, arg_value=NULL) "
	  "= CL_SUCCESS" },
	{ makes_parts, "clCreateSubDevices(in_device=NULL, "
	  "properties=[CL_DEVICE_PARTITION_EQUALLY, 4], num_devices=4, out_devices=[device#1, "
	  "device#2], num_devices_ret=[2]) = CL_SUCCESS" },
	{ runs_kernel, "clWaitForEvents(num_events=2, event_list=[event#1, event#2]) "
	  "= CL_SUCCESS" },
	{ gets_address_again, "clCreateBuffer(context=NULL, flags=0, size=1, host_ptr=NULL, "
	  "errcode_ret=NULL) = mem#2" },
	{ makes_command_buffer, "clCreateCommandBufferKHR(num_queues=1, queues=[queue#1], "
	  "properties={CL_COMMAND_BUFFER_FLAGS_KHR: CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR}, "
	  "errcode_ret=[CL_SUCCESS]) = command_buffer#1" },
	{ sets_content_size, "clSetContentSizeBufferPoCL(buffer=mem#1, "
	  "content_size_buffer=mem#1) = CL_INVALID_VALUE" },
};
