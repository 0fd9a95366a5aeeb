/* SPDX-License-Identifier: Apache-2.0 */
/*
 * diverge-driver: PoCL with a fault, for the test of clrouter diverge. It is the driver whose library the
 * variable DIVERGE_DRIVER names, under the name "Spoiling", and changes a byte of the second argument after
 * some launches:
 *
 *	DIVERGE_KERNEL=NAME	only of this kernel
 *	DIVERGE_EACH=N		only the Nth, the 2Nth, ... of these in the process
 *	DIVERGE_INPUT=N		only if the first argument begins with this number, an int
 *	DIVERGE_FAULT=WORD	does something else instead: crash, hang, exit, or refuse the launch
 *	DIVERGE_WHERE=WORD	does that in another function: build, or platforms if the file DIVERGE_AFTER exists
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl_icd.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))
#define NAME "Spoiling"

typedef void *CL_API_CALL find_address(const char *name);
typedef void *CL_API_CALL find_for_platform(cl_platform_id platform, const char *name);

static cl_icd_dispatch *table;
static cl_icd_dispatch real;
static cl_mem arguments[2]; /* of one kernel at a time, as the programs of the test have it */
static int launches;

static const char *setting(const char *name)
{
	const char *value = getenv(name);

	return value ? value : "";
}

static cl_int CL_API_CALL set_argument(cl_kernel kernel, cl_uint index, size_t size, const void *value)
{
	if (index < 2 && size == sizeof(cl_mem) && value)
		memcpy(&arguments[index], value, size);
	return real.clSetKernelArg(kernel, index, size, value);
}

static int is_wanted(cl_command_queue queue, cl_kernel kernel)
{
	const char *wanted = setting("DIVERGE_KERNEL");
	const int each = atoi(setting("DIVERGE_EACH"));
	const char *input = setting("DIVERGE_INPUT");
	char name[64] = "";
	cl_int first = 0;

	real.clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof(name), name, NULL);
	if (*wanted && strcmp(wanted, name) != 0)
		return 0;
	launches++;
	if (each > 0 && launches % each != 0)
		return 0;
	if (*input)
		real.clEnqueueReadBuffer(queue, arguments[0], CL_TRUE, 0, sizeof(first), &first, 0, NULL, NULL);
	return !*input || first == atoi(input);
}

static cl_int fail(const char *fault)
{
	if (strcmp(fault, "crash") == 0)
		abort();
	if (strcmp(fault, "exit") == 0)
		_exit(3);
	while (strcmp(fault, "hang") == 0)
		pause();
	return CL_OUT_OF_RESOURCES;
}

/* Is there a fault in the function that WORD stands for? */
static int is_faulty(const char *word)
{
	return *setting("DIVERGE_FAULT") && strcmp(setting("DIVERGE_WHERE"), word) == 0;
}

static cl_int CL_API_CALL build(cl_program program, cl_uint count, const cl_device_id *devices,
				const char *options, void(CL_CALLBACK *notify)(cl_program, void *), void *data)
{
	if (is_faulty("build"))
		return fail(setting("DIVERGE_FAULT"));
	return real.clBuildProgram(program, count, devices, options, notify, data);
}

static cl_int CL_API_CALL launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
				 const size_t *offset, const size_t *global, const size_t *local,
				 cl_uint count, const cl_event *list, cl_event *event)
{
	const int is_spoiled = is_wanted(queue, kernel);
	unsigned char byte = 0;
	cl_int error;

	if (is_spoiled && is_faulty(""))
		return fail(setting("DIVERGE_FAULT"));
	error = real.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, count, list,
					    event);
	if (error != CL_SUCCESS || !is_spoiled || *setting("DIVERGE_FAULT"))
		return error;
	real.clFinish(queue);
	real.clEnqueueReadBuffer(queue, arguments[1], CL_TRUE, 11, 1, &byte, 0, NULL, NULL);
	byte ^= 0x40;
	real.clEnqueueWriteBuffer(queue, arguments[1], CL_TRUE, 11, 1, &byte, 0, NULL, NULL);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL platform_info(cl_platform_id platform, cl_platform_info query, size_t size, void *value,
					size_t *stored)
{
	if (query != CL_PLATFORM_NAME)
		return real.clGetPlatformInfo(platform, query, size, value, stored);
	if (value && size < sizeof(NAME))
		return CL_INVALID_VALUE;
	if (value)
		memcpy(value, NAME, sizeof(NAME));
	if (stored)
		*stored = sizeof(NAME);
	return CL_SUCCESS;
}

/* The table of PLATFORM is changed where it is: all objects lead to it. */
static void change(cl_platform_id platform)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *start;

	memcpy(&table, platform, sizeof(table));
	real = *table;
	start = (char *)((size_t)table / page * page);
	mprotect(start, (size_t)((char *)(table + 1) - start), PROT_READ | PROT_WRITE);
	table->clSetKernelArg = set_argument;
	table->clEnqueueNDRangeKernel = launch;
	table->clBuildProgram = build;
	table->clGetPlatformInfo = platform_info;
}

static find_address *find_real(void)
{
	void *library = dlopen(setting("DIVERGE_DRIVER"), RTLD_NOW | RTLD_LOCAL);

	return library ? (find_address *)dlsym(library, "clGetExtensionFunctionAddress") : NULL;
}

static cl_int CL_API_CALL list_platforms(cl_uint count, cl_platform_id *platforms, cl_uint *found)
{
	find_address *find = find_real();
	clIcdGetPlatformIDsKHR_fn list =
		find ? (clIcdGetPlatformIDsKHR_fn)find("clIcdGetPlatformIDsKHR") : NULL;
	cl_platform_id platform = NULL;

	if (is_faulty("platforms") && access(setting("DIVERGE_AFTER"), F_OK) == 0)
		return fail(setting("DIVERGE_FAULT"));
	if (!list || list(1, &platform, NULL) != CL_SUCCESS)
		return -1001;
	if (!table)
		change(platform);
	if (platforms && count > 0)
		platforms[0] = platform;
	if (found)
		*found = 1;
	return CL_SUCCESS;
}

static find_for_platform *real_for_platform;

/* Newer versions of PoCL are ICD 2: a loader asks for each function, and ignores the table. */
static void *CL_API_CALL find_function(cl_platform_id platform, const char *name)
{
	if (strcmp(name, "clGetPlatformInfo") == 0)
		return (void *)platform_info;
	if (strcmp(name, "clSetKernelArg") == 0)
		return (void *)set_argument;
	if (strcmp(name, "clEnqueueNDRangeKernel") == 0)
		return (void *)launch;
	if (strcmp(name, "clBuildProgram") == 0)
		return (void *)build;
	return real_for_platform(platform, name);
}

EXPORTED void *CL_API_CALL clGetExtensionFunctionAddress(const char *name);

EXPORTED void *CL_API_CALL clGetExtensionFunctionAddress(const char *name)
{
	find_address *find = find_real();

	if (strcmp(name, "clIcdGetPlatformIDsKHR") == 0)
		return (void *)list_platforms;
	if (strcmp(name, "clGetPlatformInfo") == 0)
		return (void *)platform_info;
	if (!find)
		return NULL;
	if (strcmp(name, "clIcdGetFunctionAddressForPlatformKHR") == 0) {
		real_for_platform = (find_for_platform *)find(name);
		return real_for_platform ? (void *)find_function : NULL;
	}
	return strcmp(name, "clIcdSetPlatformDispatchDataKHR") == 0 ? find(name) : NULL;
}
