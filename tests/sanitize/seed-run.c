/* SPDX-License-Identifier: Apache-2.0 */
/*
 * seed-run: see seed-run.h. The memory of a buffer is between bytes that nobody else uses, so a
 * kernel that leaves it does no harm on a driver that uses this memory itself.
 */
#include "seed-run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#define SPACE ((size_t)1 << 20)
#define WIDE_SPACE ((size_t)32 << 30)

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_mem memories[SEED_ARGUMENTS];
static void *lists[SEED_ARGUMENTS][2];

static void stop(const char *what, cl_int error)
{
	printf("%s: %d\n", what, error);
	exit(SEED_FAILED);
}

/* The size of one component of TYPE; *COUNT: how many it has. */
static size_t size_of(const char *type, size_t *count)
{
	static const struct {
		const char *name;
		size_t size;
	} types[] = { { "char", 1 }, { "uchar", 1 }, { "short", 2 }, { "ushort", 2 },
		      { "half", 2 }, { "int", 4 },   { "uint", 4 },  { "float", 4 },
		      { "long", 8 }, { "ulong", 8 }, { "double", 8 } };
	const size_t length = strcspn(type, "0123456789");

	*count = type[length] ? strtoul(type + length, NULL, 10) : 1;
	*count += *count == 3;
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (strlen(types[i].name) == length && strncmp(types[i].name, type, length) == 0)
			return types[i].size;
	stop(type, 0);
	return 0;
}

/* Numbers that count upwards, in components of SIZE bytes. */
static void fill(char *to, const char *type, size_t size, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const double real = (double)i;
		const float small = (float)i;

		if (strncmp(type, "float", 5) == 0)
			memcpy(to + i * size, &small, size);
		else if (strncmp(type, "double", 6) == 0)
			memcpy(to + i * size, &real, size);
		else
			memcpy(to + i * size, &i, size); /* of a little-endian machine */
	}
}

static cl_mem make_buffer(const char *type, size_t count, size_t space)
{
	size_t components;
	const size_t size = size_of(type, &components);
	const size_t bytes = count * size * components;
	char *host = mmap(NULL, 2 * space + bytes, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	cl_int error;
	cl_mem memory;

	if (host == MAP_FAILED)
		stop("mmap", 0);
	fill(host + space, type, size, count * components);
	memory = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes,
				host + space, &error);
	if (error)
		stop("clCreateBuffer", error);
	return memory;
}

static cl_mem make_part(cl_mem parent, const struct seed_argument *argument)
{
	size_t components;
	const size_t size = size_of(argument->type, &components) * components;
	const cl_buffer_region region = { argument->first * size, argument->count * size };
	cl_int error;
	cl_mem part = clCreateSubBuffer(parent, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
					&region, &error);

	if (error)
		stop("clCreateSubBuffer", error);
	return part;
}

static void *make_svm(const char *type, size_t count)
{
	size_t components;
	const size_t size = size_of(type, &components);
	const size_t bytes = size * components * count;
	void *memory = clSVMAlloc(context, CL_MEM_READ_WRITE, bytes, 0);
	cl_int error;

	if (!memory)
		stop("clSVMAlloc", 0);
	error = clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, memory, bytes, 0, NULL, NULL);
	if (error)
		stop("clEnqueueSVMMap", error);
	fill(memory, type, size, components * count);
	clEnqueueSVMUnmap(queue, memory, 0, NULL, NULL);
	clFinish(queue);
	return memory;
}

static void *make_list(const struct seed_argument *argument, void *others[2])
{
	void **list = make_svm("ulong", 2);

	clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, list, 2 * sizeof(void *), 0, NULL, NULL);
	for (int i = 0; i < 2; i++)
		list[i] = others[i] = make_svm(argument->type, argument->count);
	clEnqueueSVMUnmap(queue, list, 0, NULL, NULL);
	clFinish(queue);
	return list;
}

static cl_int set_svm(cl_kernel kernel, unsigned index, const struct seed_argument *argument)
{
	size_t components;
	const size_t size = size_of(argument->type, &components) * components;
	char *memory;

	if (argument->kind == SEED_SVM) {
		memory = make_svm(argument->type, argument->count);
		return clSetKernelArgSVMPointer(kernel, index, memory + argument->first * size);
	}
	memory = make_list(argument, lists[index]);
	clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(lists[index]),
			    lists[index]);
	return clSetKernelArgSVMPointer(kernel, index, memory);
}

static cl_int set_memory(cl_kernel kernel, unsigned index, const struct seed_argument *argument)
{
	cl_mem *memory = &memories[index];

	switch (argument->kind) {
	case SEED_SUB:
		*memory = make_part(make_buffer(argument->type, argument->all, SPACE), argument);
		break;
	case SEED_SUBOF:
		*memory = make_part(memories[argument->from], argument);
		break;
	case SEED_SAME:
		*memory = memories[argument->from];
		break;
	case SEED_NULL:
		*memory = NULL;
		break;
	default:
		*memory = make_buffer(argument->type, argument->count,
				      argument->kind == SEED_WIDE ? WIDE_SPACE : SPACE);
		break;
	}
	return clSetKernelArg(kernel, index, sizeof(*memory), memory);
}

static cl_int set_argument(cl_kernel kernel, unsigned index, const struct seed_argument *argument)
{
	static const char zeros[256];
	const cl_int number = (cl_int)argument->count;

	switch (argument->kind) {
	case SEED_SVM:
	case SEED_LIST:
		return set_svm(kernel, index, argument);
	case SEED_LOCAL:
		return clSetKernelArg(kernel, index, argument->count, NULL);
	case SEED_INT:
		return clSetKernelArg(kernel, index, sizeof(number), &number);
	case SEED_BYTES:
		return clSetKernelArg(kernel, index, argument->count, zeros);
	default:
		return set_memory(kernel, index, argument);
	}
}

static void launch(const struct seed *seed, cl_program program, const char *name)
{
	const size_t offset[3] = { seed->offset };
	cl_int error;
	cl_kernel kernel = clCreateKernel(program, name, &error);

	if (error)
		stop("clCreateKernel", error);
	for (unsigned i = 0; i < seed->argument_count; i++) {
		error = set_argument(kernel, i, &seed->arguments[i]);
		if (error)
			stop("clSetKernelArg", error);
	}
	error = clEnqueueNDRangeKernel(queue, kernel, seed->dimensions, offset, seed->global,
				       seed->local[0] ? seed->local : NULL, 0, NULL, NULL);
	if (error)
		stop("clEnqueueNDRangeKernel", error);
	error = clFinish(queue);
	if (error)
		stop("clFinish", error);
	clReleaseKernel(kernel);
}

static cl_ulong ask(cl_device_info name)
{
	cl_ulong value = 0;

	clGetDeviceInfo(device, name, sizeof(value), &value, NULL);
	return value;
}

static bool has_extension(const char *name)
{
	static char list[65536];

	clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof(list) - 1, list, NULL);
	return strstr(list, name);
}

static bool has(const char *word)
{
	char version[128] = "";

	clGetDeviceInfo(device, CL_DEVICE_VERSION, sizeof(version) - 1, version, NULL);
	if (strcmp(word, "fp64") == 0)
		return has_extension("cl_khr_fp64");
	if (strcmp(word, "fp16") == 0)
		return has_extension("cl_khr_fp16");
	if (strcmp(word, "svm") == 0)
		return ask(CL_DEVICE_SVM_CAPABILITIES) & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER;
	if (strcmp(word, "cpu") == 0)
		return ask(CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU;
	if (strcmp(word, "atomics") == 0)
		return strncmp(version, "OpenCL 3", 8) == 0;
	if (strcmp(word, "generic") == 0)
		return strncmp(version, "OpenCL 3", 8) == 0 &&
		       ask(CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT);
	return *word == '\0';
}

static cl_program build(const struct seed *seed)
{
	static char log[8192];
	const char *source = seed->source;
	cl_int error;
	cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);

	if (error)
		stop("clCreateProgramWithSource", error);
	error = clBuildProgram(program, 1, &device, seed->options, NULL, NULL);
	if (error) {
		clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof(log) - 1, log,
				      NULL);
		stop(log, error);
	}
	return program;
}

enum seed_status seed_run(const struct seed *seed, const char *only)
{
	cl_platform_id platform;
	cl_int error = clGetPlatformIDs(1, &platform, NULL);
	cl_program program;

	if (!error)
		error = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
	if (error)
		stop("no device", error);
	if (!has(seed->needs))
		return SEED_SKIPPED;
	if ((strcmp(seed->fault.object, "global") == 0 ||
	     strcmp(seed->fault.object, "nearest") == 0) &&
	    ask(CL_DEVICE_SVM_CAPABILITIES) & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM)
		return SEED_UNJUDGED;
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	if (error)
		stop("clCreateContext", error);
	queue = clCreateCommandQueue(context, device, 0, &error);
	if (error)
		stop("clCreateCommandQueue", error);
	program = build(seed);
	if (!only || strcmp(only, "lawful") == 0)
		launch(seed, program, "lawful");
	if (!only || strcmp(only, "faulty") == 0)
		launch(seed, program, "faulty");
	clReleaseProgram(program);
	clReleaseCommandQueue(queue);
	clReleaseContext(context);
	return SEED_RAN;
}
