/* SPDX-License-Identifier: Apache-2.0 */
/*
 * extension-program: gets PoCL's extension functions and calls them. Prints the library of each
 * and what the calls return.
 */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_ENABLE_BETA_EXTENSIONS
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <CL/cl.h>
#include <CL/cl_ext.h>

typedef cl_int set_size_fn(cl_mem buffer, cl_mem size);
typedef cl_command_buffer_khr create_fn(cl_uint count, const cl_command_queue *queues,
					const cl_properties *properties, cl_int *errcode_ret);
typedef cl_int change_fn(cl_command_buffer_khr commands);
/* Version 0.9.5 inserted the properties. */
typedef cl_int old_barrier_fn(cl_command_buffer_khr commands, cl_command_queue queue,
			      cl_uint count, const cl_uint *list, cl_uint *point, void *command);
typedef cl_int barrier_fn(cl_command_buffer_khr commands, cl_command_queue queue,
			  const cl_properties *properties, cl_uint count, const cl_uint *list,
			  cl_uint *point, void *command);
typedef cl_int enqueue_fn(cl_uint count, cl_command_queue *queues, cl_command_buffer_khr commands,
			  cl_uint event_count, const cl_event *list, cl_event *event);

static cl_platform_id platform;
static cl_device_id device;

/* The function NAME, which is the same whenever it is looked up. */
static void *find(const char *name)
{
	void *function = clGetExtensionFunctionAddressForPlatform(platform, name);
	Dl_info info;

	if (!function || dladdr(function, &info) == 0) {
		printf("%s is missing\n", name);
		exit(2);
	}
	if (function != clGetExtensionFunctionAddressForPlatform(platform, name))
		printf("%s has two addresses\n", name);
	printf("%s in %s\n", name, strrchr(info.dli_fname, '/') + 1);
	return function;
}

/*
 * The version of NAME that the device lists, 0 if it lists none. PoCL 7 hands out functions of
 * extensions that none of its devices has.
 */
static cl_version version_of(const char *name)
{
	cl_name_version extensions[200];
	size_t size = 0;

	clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, sizeof(extensions), extensions,
			&size);
	for (size_t i = 0; i < size / sizeof(*extensions); i++)
		if (strcmp(extensions[i].name, name) == 0)
			return extensions[i].version;
	return 0;
}

static cl_int put_barrier(cl_command_buffer_khr commands)
{
	void *barrier = find("clCommandBarrierWithWaitListKHR");

	if (version_of("cl_khr_command_buffer") < CL_MAKE_VERSION(0, 9, 5))
		return ((old_barrier_fn *)barrier)(commands, NULL, 0, NULL, NULL, NULL);
	return ((barrier_fn *)barrier)(commands, NULL, NULL, 0, NULL, NULL, NULL);
}

static void use_command_buffer(cl_command_queue queue)
{
	create_fn *create = (create_fn *)find("clCreateCommandBufferKHR");
	change_fn *finalize = (change_fn *)find("clFinalizeCommandBufferKHR");
	enqueue_fn *enqueue = (enqueue_fn *)find("clEnqueueCommandBufferKHR");
	change_fn *retain = (change_fn *)find("clRetainCommandBufferKHR");
	change_fn *release = (change_fn *)find("clReleaseCommandBufferKHR");
	cl_int error;
	cl_command_buffer_khr commands = create(1, &queue, NULL, &error);

	printf("create: %d\n", error);
	printf("barrier: %d\n", put_barrier(commands));
	printf("finalize: %d\n", finalize(commands));
	printf("enqueue: %d\n", enqueue(0, NULL, commands, 0, NULL, NULL));
	printf("finish: %d\n", clFinish(queue));
	printf("retain: %d\n", retain(commands));
	printf("release: %d\n", release(commands));
	printf("release: %d\n", release(commands));
}

int main(void)
{
	cl_context context;
	cl_command_queue queue;
	cl_mem buffer, size;
	set_size_fn *set_size;

	if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS ||
	    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS)
		return 1;
	if (version_of("cl_khr_command_buffer") == 0) {
		printf("its device does not list cl_khr_command_buffer\n");
		return 2;
	}
	context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	queue = clCreateCommandQueueWithProperties(context, device, NULL, NULL);
	buffer = clCreateBuffer(context, 0, 64, NULL, NULL);
	size = clCreateBuffer(context, 0, sizeof(cl_ulong), NULL, NULL);
	set_size = (set_size_fn *)find("clSetContentSizeBufferPoCL");
	printf("set size: %d\n", set_size(buffer, size));
	use_command_buffer(queue);
	clReleaseMemObject(size);
	clReleaseMemObject(buffer);
	clReleaseCommandQueue(queue);
	clReleaseContext(context);
	return 0;
}
