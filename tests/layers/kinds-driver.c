/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kinds-driver: PoCL with what it lacks, for the tests of the capture layer. It changes functions in
 * PoCL's table, or gives them to the loader if PoCL is of the second generation of cl_khr_icd, so all
 * objects are PoCL's. The variable KINDS_DRIVER_LIBRARY is PoCL's library. What
 * it adds is just enough for one launch:
 *
 * - an intermediate language, which is a magic number and then the text of a source, with
 *   specialization constants, which become macros SPEC_ID;
 * - a built-in kernel, stub_next, which adds 1 to a number;
 * - a buffer and a texture of OpenGL (names 7 and 8), with known contents;
 * - a 2D image in a buffer, which gets the buffer's bytes at each launch;
 * - pipes, which are buffers; and kernels that may follow pointers to all memory.
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_gl.h>
#include <CL/cl_icd.h>

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))
#define GL_BUFFER 7
#define GL_BYTES 4096
#define GL_WIDTH 8
#define GL_HEIGHT 4
#define MAGIC 4 /* bytes */

typedef cl_int CL_API_CALL get_platforms(cl_uint count, cl_platform_id *platforms, cl_uint *found);
typedef void *CL_API_CALL get_address(const char *name);
typedef void *CL_API_CALL get_platform_address(cl_platform_id platform, const char *name);

/* All PoCL's objects begin with it. */
struct object {
	cl_icd_dispatch *table;
};

static void *library;
static cl_icd_dispatch pocl; /* before the change */
static char options[1024];   /* macros for the constants */

/* -- programs ------------------------------------------------------------------------------- */

static cl_program CL_API_CALL create_with_il(cl_context context, const void *il, size_t size,
					     cl_int *error)
{
	const char *text = (const char *)il + MAGIC;
	const size_t length = size - MAGIC;

	return pocl.clCreateProgramWithSource(context, 1, &text, &length, error);
}

static cl_int CL_API_CALL set_constant(cl_program program, cl_uint id, size_t size,
				       const void *value)
{
	const size_t used = strlen(options);
	cl_uint number;

	(void)program;
	if (size != sizeof(number))
		return CL_INVALID_VALUE;
	memcpy(&number, value, size);
	snprintf(options + used, sizeof(options) - used, " -DSPEC_%u=%u", id, number);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL build(cl_program program, cl_uint count, const cl_device_id *devices,
				const char *given, void(CL_CALLBACK *notify)(cl_program, void *),
				void *data)
{
	char all[4096];

	snprintf(all, sizeof(all), "%s%s", given ? given : "", options);
	return pocl.clBuildProgram(program, count, devices, all, notify, data);
}

static cl_program CL_API_CALL create_built_in(cl_context context, cl_uint count,
					      const cl_device_id *devices, const char *names,
					      cl_int *error)
{
	const char *text = "kernel void stub_next(global int *to) { to[0]++; }\n";
	cl_program program;

	if (strcmp(names, "stub_next") != 0) {
		if (error)
			*error = CL_INVALID_VALUE;
		return NULL;
	}
	program = pocl.clCreateProgramWithSource(context, 1, &text, NULL, error);
	if (program)
		pocl.clBuildProgram(program, count, devices, "", NULL, NULL);
	return program;
}

static cl_int CL_API_CALL device_info(cl_device_id device, cl_device_info query, size_t size,
				      void *value, size_t *stored)
{
	static const char version[] = "SPIR-V_1.0";

	if (query != CL_DEVICE_IL_VERSION)
		return pocl.clGetDeviceInfo(device, query, size, value, stored);
	if (value && size < sizeof(version))
		return CL_INVALID_VALUE;
	if (value)
		memcpy(value, version, sizeof(version));
	if (stored)
		*stored = sizeof(version);
	return CL_SUCCESS;
}

/* -- objects ---------------------------------------------------------------------------------- */

static const unsigned char *contents(void)
{
	static unsigned char bytes[GL_BYTES];

	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (unsigned char)(i % 251);
	return bytes;
}

static cl_mem CL_API_CALL from_gl_buffer(cl_context context, cl_mem_flags flags, cl_GLuint name,
					 cl_int *error)
{
	if (name == GL_BUFFER)
		return pocl.clCreateBuffer(context, flags | CL_MEM_COPY_HOST_PTR, GL_BYTES,
					   (void *)(uintptr_t)contents(), error);
	if (error)
		*error = CL_INVALID_GL_OBJECT;
	return NULL;
}

static cl_mem CL_API_CALL from_gl_texture(cl_context context, cl_mem_flags flags, cl_GLenum target,
					  cl_GLint level, cl_GLuint name, cl_int *error)
{
	const cl_image_format format = { CL_RGBA, CL_UNSIGNED_INT8 };
	const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
				     .image_width = GL_WIDTH, .image_height = GL_HEIGHT };

	(void)target;
	(void)level;
	(void)name;
	return pocl.clCreateImage(context, flags | CL_MEM_COPY_HOST_PTR, &format, &desc,
				  (void *)(uintptr_t)contents(), error);
}

static cl_int CL_API_CALL hand_over(cl_command_queue queue, cl_uint count, const cl_mem *objects,
				    cl_uint events, const cl_event *list, cl_event *event)
{
	(void)count;
	(void)objects;
	return pocl.clEnqueueMarkerWithWaitList(queue, events, list, event);
}

static cl_mem CL_API_CALL create_pipe(cl_context context, cl_mem_flags flags, cl_uint packet,
				      cl_uint most, const cl_pipe_properties *properties,
				      cl_int *error)
{
	(void)properties;
	return pocl.clCreateBuffer(context, flags, (size_t)packet * most, NULL, error);
}

/* The image that was made last in a buffer. */
static struct {
	cl_mem image;
	cl_mem buffer;
	cl_image_desc desc;
} placed;

static cl_mem CL_API_CALL create_image(cl_context context, cl_mem_flags flags,
				       const cl_image_format *format, const cl_image_desc *given,
				       void *bytes, cl_int *error)
{
	cl_image_desc desc = *given;

	if (desc.image_type != CL_MEM_OBJECT_IMAGE2D || !desc.buffer)
		return pocl.clCreateImage(context, flags, format, given, bytes, error);
	placed.desc = desc;
	placed.buffer = desc.buffer;
	desc.buffer = NULL;
	desc.image_row_pitch = 0;
	placed.image = pocl.clCreateImage(context, flags, format, &desc, NULL, error);
	return placed.image;
}

static cl_int CL_API_CALL launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
				 const size_t *offset, const size_t *global, const size_t *local,
				 cl_uint events, const cl_event *list, cl_event *event)
{
	const size_t row[3] = { placed.desc.image_width, 1, 1 };

	for (size_t y = 0; placed.image && y < placed.desc.image_height; y++) {
		const size_t at[3] = { 0, y, 0 };
		const cl_int error = pocl.clEnqueueCopyBufferToImage(
			queue, placed.buffer, placed.image, y * placed.desc.image_row_pitch, at, row,
			events, list, NULL);

		if (error != CL_SUCCESS)
			return error;
	}
	return pocl.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, events,
					   list, event);
}

static cl_int CL_API_CALL set_exec_info(cl_kernel kernel, cl_kernel_exec_info name, size_t size,
					const void *value)
{
	return name == CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM
		       ? CL_SUCCESS
		       : pocl.clSetKernelExecInfo(kernel, name, size, value);
}

/* -- the library ------------------------------------------------------------------------------ */

#define CHANGES(X) \
	X(clCreateProgramWithIL, create_with_il) \
	X(clSetProgramSpecializationConstant, set_constant) \
	X(clBuildProgram, build) \
	X(clCreateProgramWithBuiltInKernels, create_built_in) \
	X(clGetDeviceInfo, device_info) \
	X(clCreateFromGLBuffer, from_gl_buffer) \
	X(clCreateFromGLTexture, from_gl_texture) \
	X(clEnqueueAcquireGLObjects, hand_over) \
	X(clEnqueueReleaseGLObjects, hand_over) \
	X(clCreateImage, create_image) \
	X(clEnqueueNDRangeKernel, launch) \
	X(clCreatePipe, create_pipe) \
	X(clSetKernelExecInfo, set_exec_info)

static void change(cl_icd_dispatch *table)
{
	const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	const uintptr_t first = (uintptr_t)table & ~(page - 1);

	if (table->clBuildProgram == build)
		return;
	pocl = *table;
	if (mprotect((void *)first, (uintptr_t)(table + 1) - first, PROT_READ | PROT_WRITE) != 0)
		return;
#define CHANGE(name, function) table->name = function;
	CHANGES(CHANGE)
}

static get_address *find_address(void)
{
	get_address *address = NULL;

	if (!library)
		library = dlopen(getenv("KINDS_DRIVER_LIBRARY"), RTLD_NOW);
	if (library)
		*(void **)&address = dlsym(library, "clGetExtensionFunctionAddress");
	return address;
}

static cl_int CL_API_CALL platforms(cl_uint count, cl_platform_id *list, cl_uint *found)
{
	get_address *address = find_address();
	get_platforms *get = NULL;
	cl_platform_id first = NULL;

	if (address)
		*(void **)&get = address("clIcdGetPlatformIDsKHR");
	if (!get || get(1, &first, NULL) != CL_SUCCESS)
		return CL_PLATFORM_NOT_FOUND_KHR;
	change(((struct object *)first)->table);
	return get(count, list, found);
}

/* For the second generation: the function NAME of a platform. */
static void *CL_API_CALL platform_address(cl_platform_id platform, const char *name)
{
	get_address *address = find_address();
	get_platform_address *get = NULL;
	cl_icd_dispatch own = pocl;
	cl_icd_dispatch *const table = &own;
	void *function = NULL;

	CHANGES(CHANGE)
#define FIND(member, changed) \
	if (strcmp(name, #member) == 0) \
		memcpy(&function, &own.member, sizeof(function));
	CHANGES(FIND)
	if (function)
		return function;
	*(void **)&get = address("clIcdGetFunctionAddressForPlatformKHR");
	return get ? get(platform, name) : NULL;
}

EXPORTED void *CL_API_CALL clGetExtensionFunctionAddress(const char *name)
{
	get_address *address = find_address();
	get_platforms *own = platforms;
	get_platform_address *own_address = platform_address;
	void *function = address ? address(name) : NULL;

	if (strcmp(name, "clIcdGetPlatformIDsKHR") == 0)
		memcpy(&function, &own, sizeof(function));
	else if (function && strcmp(name, "clIcdGetFunctionAddressForPlatformKHR") == 0)
		memcpy(&function, &own_address, sizeof(function));
	return function;
}

EXPORTED cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info query,
					      size_t size, void *value, size_t *stored)
{
	return pocl.clGetPlatformInfo(platform, query, size, value, stored);
}
