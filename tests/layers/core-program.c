/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core-program: uses what OpenCL 2.0 to 3.0 added and prints the results, so that a driver's
 * results can be compared with the compatibility layer's over older functions of the same driver.
 * Lines that begin with "layer" are about what the driver may not have; addresses are not printed.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

static const char source[] =
	"kernel void fill(global uint *out, uint value, local uint *space, global const uint *in)\n"
	"{\n"
	"	space[get_local_id(0)] = value;\n"
	"	barrier(CLK_LOCAL_MEM_FENCE);\n"
	"	out[get_global_id(0)] = space[0] + in[0] + 1000 * get_local_size(0);\n"
	"}\n";

static cl_platform_id platform;
static cl_device_id device;
static cl_context context;

static void print_bytes(const unsigned char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		printf("%02x", bytes[i]);
	printf("\n");
}

static void print_device(void)
{
	static const cl_device_info names[] = {
		CL_DEVICE_NUMERIC_VERSION, CL_DEVICE_ILS_WITH_VERSION,
		CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES,
		CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT,
		CL_DEVICE_OPENCL_C_ALL_VERSIONS, CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
		CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT,
		CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, CL_DEVICE_OPENCL_C_FEATURES,
		CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, CL_DEVICE_PIPE_SUPPORT,
		CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED, CL_DEVICE_SVM_CAPABILITIES,
		CL_DEVICE_MAX_PIPE_ARGS, CL_DEVICE_MAX_NUM_SUB_GROUPS,
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		unsigned char value[8192];
		size_t size = 0;
		const cl_int error = clGetDeviceInfo(device, names[i], sizeof(value), value, &size);

		printf("device 0x%x: %d, size %zu: ", names[i], error, size);
		print_bytes(value, error == CL_SUCCESS ? size : 0);
	}
}

static void print_queue(const char *what, const cl_queue_properties *list)
{
	cl_int error = 1, query;
	cl_queue_properties found[8];
	cl_command_queue_properties flags = 0;
	size_t size = 0;
	cl_command_queue queue =
		clCreateCommandQueueWithProperties(context, device, list, &error);

	printf("queue with %s: %d\n", what, error);
	if (!queue)
		return;
	query = clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY, sizeof(found), found,
				      &size);
	clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof(flags), &flags, NULL);
	printf("its properties: %d, %llx, ", query, (unsigned long long)flags);
	print_bytes((const unsigned char *)found, size);
	clReleaseCommandQueue(queue);
}

static void print_sampler(const char *what, const cl_sampler_properties *list)
{
	cl_int error = 1, query;
	cl_sampler_properties found[8];
	cl_uint modes[3] = { 0 };
	size_t size = 0;
	cl_sampler sampler = clCreateSamplerWithProperties(context, list, &error);

	printf("sampler with %s: %d\n", what, error);
	if (!sampler)
		return;
	query = clGetSamplerInfo(sampler, CL_SAMPLER_PROPERTIES, sizeof(found), found, &size);
	clGetSamplerInfo(sampler, CL_SAMPLER_NORMALIZED_COORDS, 4, &modes[0], NULL);
	clGetSamplerInfo(sampler, CL_SAMPLER_ADDRESSING_MODE, 4, &modes[1], NULL);
	clGetSamplerInfo(sampler, CL_SAMPLER_FILTER_MODE, 4, &modes[2], NULL);
	printf("its properties: %d, %x %x %x, ", query, modes[0], modes[1], modes[2]);
	print_bytes((const unsigned char *)found, size);
	clReleaseSampler(sampler);
}

static void print_memory(const char *what, const cl_mem_properties *list)
{
	const cl_image_format format = { CL_RGBA, CL_FLOAT };
	const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8,
				     .image_height = 8 };
	cl_int errors[2] = { 1, 1 };
	cl_mem memory[2];

	memory[0] = clCreateBufferWithProperties(context, list, CL_MEM_READ_WRITE, 64, NULL,
						 &errors[0]);
	memory[1] = clCreateImageWithProperties(context, list, CL_MEM_READ_WRITE, &format, &desc,
						NULL, &errors[1]);
	for (int i = 0; i < 2; i++) {
		cl_mem_properties found[8];
		size_t size = 0;

		printf("memory %d with %s: %d\n", i, what, errors[i]);
		if (!memory[i])
			continue;
		errors[i] = clGetMemObjectInfo(memory[i], CL_MEM_PROPERTIES, sizeof(found), found,
					       &size);
		printf("its properties: %d, ", errors[i]);
		print_bytes((const unsigned char *)found, size);
		clReleaseMemObject(memory[i]);
	}
}

/* -- kernels ------------------------------------------------------------------- */

static cl_uint run(cl_command_queue queue, cl_kernel kernel, cl_mem out, const size_t *local)
{
	const size_t global = 48;
	cl_uint result = 0;
	cl_int error = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, local, 0, NULL,
					      NULL);

	if (error != CL_SUCCESS)
		printf("launch: %d\n", error);
	clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof(result), &result, 0, NULL, NULL);
	return result;
}

typedef cl_int CL_API_CALL suggest_fn(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
				      const size_t *offset, const size_t *global, size_t *local);

/* Is the size that is suggested the one that the kernel has? */
static void print_suggestion(cl_command_queue queue, cl_kernel kernel, cl_mem out)
{
	const size_t global = 48;
	size_t local = 0;
	suggest_fn *suggest = (suggest_fn *)clGetExtensionFunctionAddressForPlatform(
		platform, "clGetKernelSuggestedLocalWorkSizeKHR");
	cl_int error;

	if (!suggest)
		return;
	error = suggest(queue, kernel, 1, NULL, &global, &local);
	printf("layer suggests: %d, %s\n", error,
	       local > 0 && run(queue, kernel, out, NULL) / 1000 == local ? "the size that is used"
									   : "another size");
}

static void print_kernels(void)
{
	const char *text = source;
	const size_t local = 4;
	cl_uint value = 7;
	cl_int error = 1;
	cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, NULL);
	cl_mem out = clCreateBufferWithProperties(context, NULL, 0, 4096, NULL, NULL);
	cl_mem in = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof(value), &value, NULL);
	cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
	cl_kernel kernel, clone;

	clBuildProgram(program, 1, &device, "", NULL, NULL);
	kernel = clCreateKernel(program, "fill", NULL);
	clSetKernelArg(kernel, 0, sizeof(out), &out);
	clSetKernelArg(kernel, 1, sizeof(value), &value);
	clSetKernelArg(kernel, 2, 4 * 4096, NULL);
	clSetKernelArg(kernel, 3, sizeof(in), &in);
	clone = clCloneKernel(kernel, &error);
	value = 100;
	clSetKernelArg(kernel, 1, sizeof(value), &value);
	printf("clone: %d, %u and %u\n", error, run(queue, kernel, out, &local),
	       run(queue, clone, out, &local));
	clone = clCloneKernel(NULL, &error);
	printf("clone of nothing: %d\n", error);
	print_suggestion(queue, kernel, out);
	clReleaseKernel(kernel);
}

/* -- contexts ------------------------------------------------------------------ */

static char told[8];

static void CL_CALLBACK tell(cl_context of, void *user_data)
{
	(void)of;
	strcat(told, user_data);
}

static void print_end(void)
{
	cl_context other = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	cl_command_queue queue = clCreateCommandQueueWithProperties(other, device, NULL, NULL);
	cl_mem buffer = clCreateBuffer(other, 0, 64, NULL, NULL);
	const cl_int none = clSetContextDestructorCallback(other, NULL, NULL);

	clSetContextDestructorCallback(other, tell, "a");
	clSetContextDestructorCallback(other, tell, "b");
	clReleaseContext(other);
	clReleaseCommandQueue(queue);
	printf("end: %d, \"%s\", ", none, told);
	clReleaseMemObject(buffer);
	printf("\"%s\"\n", told);
}

int main(void)
{
	cl_uint count = 0;

	if (clGetPlatformIDs(1, &platform, &count) != CL_SUCCESS || count == 0 ||
	    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS) {
		printf("No device to compute on\n");
		return 1;
	}
	context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	print_device();
	print_queue("nothing", NULL);
	print_queue("an empty list", (const cl_queue_properties[]){ 0 });
	print_queue("profiling", (const cl_queue_properties[]){ CL_QUEUE_PROPERTIES,
								 CL_QUEUE_PROFILING_ENABLE, 0 });
	print_queue("an unknown property", (const cl_queue_properties[]){ 0x7777, 1, 0 });
	print_sampler("nothing", NULL);
	print_sampler("all", (const cl_sampler_properties[]){
			CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE, CL_SAMPLER_ADDRESSING_MODE,
			CL_ADDRESS_CLAMP_TO_EDGE, CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0 });
	print_sampler("an unknown property", (const cl_sampler_properties[]){ 0x7777, 1, 0 });
	print_memory("nothing", NULL);
	print_memory("an empty list", (const cl_mem_properties[]){ 0 });
	print_memory("an unknown property", (const cl_mem_properties[]){ 0x7777, 1, 0 });
	print_kernels();
	print_end();
	return 0;
}
