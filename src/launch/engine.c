/* SPDX-License-Identifier: Apache-2.0 */
/*
 * engine: makes a captured launch again on a device, and compares what is in memory then with what was
 * there when it was captured. It is C99 and needs nothing but OpenCL 1.2; what is newer is compiled if
 * the launch needs it.
 *
 * In the directory of a capture this file is replay.c, and launch.h has the launch as data:
 *
 *     make && ./replay [PLATFORM [DEVICE]]
 *
 * PLATFORM and DEVICE are numbers, from 0. It prints PASS and ends with status 0, or FAIL, with what
 * went wrong or the first difference, and status 1. With status 2 it could not be tried, or what
 * differs was not the same each time where it was captured (VARIES). "clrouter replay" compiles the
 * same file with the functions of one driver in place of libOpenCL's functions.
 */
#include "launch.h"

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#include <CL/cl.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All calls of OpenCL go through this, and it is asked before whether the function is there. */
#ifndef CL
#define CL(function) function
#define CL_HAS(function) 1
#endif

#define CHUNK ((size_t)4 << 20) /* bytes of zeros that are written at once */
#define TEXT 1024		/* bytes of what is said, and of what a device answers */
#define MOST_FORMATS 4096
#define MOST_LOG ((size_t)16 << 20)

/*
 * Who may access the object from the kernel is kept. Host memory and the rights of the host are not:
 * here is neither the memory of the program, nor its restrictions. Flags of extensions are left out.
 * The last one is CL_MEM_KERNEL_READ_AND_WRITE, which headers of OpenCL 1.2 do not have.
 */
#define FLAGS_KEPT \
	((cl_mem_flags)(CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY | (1 << 12)))

/* A launch on a device. What belongs to the caller comes first; the rest is zero. */
struct engine {
	const struct launch *launch;
	const struct launch_bounds *bounds; /* by enum launch_as */
	cl_platform_id platform;
	cl_device_id device;
	const char *more_options;   /* for the compiler; NULL: none */
	int takes_suggested_local;  /* if the program gave none */
	int writes_at_once;	    /* all of a buffer by one command */
	void *data;		    /* for the functions that follow */
	void (*say)(void *data, const char *word, const char *text);
	const char *(*name_of_code)(cl_int code); /* NULL: it has no names */
	unsigned long long (*now)(void);	  /* ns; NULL: there is no clock */
	/* Gets the contents of a range, in place of the comparison; NULL: they are compared. */
	void (*take)(void *data, size_t range, const unsigned char *bytes);
	cl_context context; /* with the queue, of a launch before this one; NULL: they are made */
	cl_command_queue queue;
	cl_program *programs; /* the same, with all of them built */
	cl_kernel kernel;
	cl_sampler *samplers;
	void **memory; /* cl_mem, or the address of shared memory */
	int has_difference;
};

/* -- what is said ---------------------------------------------------------------------------- */

#ifdef __GNUC__
__attribute__((format(__printf__, 3, 4)))
#endif
static void say(const struct engine *engine, const char *word, const char *format, ...)
{
	char text[TEXT];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	engine->say(engine->data, word, text);
}

static void begin(const struct engine *engine, enum launch_step step)
{
	say(engine, LAUNCH_SAYS_STEP, "%d", (int)step);
}

static const char *code_text(const struct engine *engine, cl_int code, char text[64])
{
	const char *name = engine->name_of_code ? engine->name_of_code(code) : NULL;

	if (name)
		snprintf(text, 64, "%s (%d)", name, (int)code);
	else
		snprintf(text, 64, "error %d", (int)code);
	return text;
}

/* Did FUNCTION succeed, which returned CODE? */
static int is_good(const struct engine *engine, const char *function, cl_int code)
{
	char text[64];

	if (code == CL_SUCCESS)
		return 1;
	say(engine, LAUNCH_SAYS_FAILED, "%s returned %s", function, code_text(engine, code, text));
	return 0;
}

/* The same for a function that returns OBJECT. */
static int is_made(const struct engine *engine, const char *function, const void *object, cl_int code)
{
	if (code != CL_SUCCESS || object)
		return is_good(engine, function, code);
	say(engine, LAUNCH_SAYS_FAILED, "%s returned NULL", function);
	return 0;
}

/* COUNT elements of SIZE bytes, all zero, at least one; NULL: there is no memory, which is said. */
static void *allocate(const struct engine *engine, uint64_t count, size_t size)
{
	void *memory = count <= SIZE_MAX ? calloc(count > 0 ? (size_t)count : 1, size) : NULL;

	if (!memory)
		say(engine, LAUNCH_SAYS_FAILED, "there is not enough memory");
	return memory;
}

/* -- what the device is able to do ------------------------------------------------------------ */

static int is_unable(const struct engine *engine, const char *why)
{
	say(engine, LAUNCH_SAYS_UNABLE, "%s", why);
	return 0;
}

/* The answer, or "" if there is none. */
static const char *device_text(const struct engine *engine, cl_device_info name, char text[TEXT])
{
	text[0] = '\0';
	if (CL(clGetDeviceInfo)(engine->device, name, TEXT, text, NULL) != CL_SUCCESS)
		text[0] = '\0';
	text[TEXT - 1] = '\0';
	return text;
}

/* Is TEXT what was CAPTURED? NULL is "". */
static int is_text(const char *text, const char *captured)
{
	return strcmp(text, captured ? captured : "") == 0;
}

/* A query that fails says nothing: the answer is then USUAL. */
static cl_bool device_flag(const struct engine *engine, cl_device_info name, cl_bool usual)
{
	cl_bool flag = usual;

	return CL(clGetDeviceInfo)(engine->device, name, sizeof(flag), &flag, NULL) == CL_SUCCESS ?
		       flag : usual;
}

static unsigned int device_version(const struct engine *engine)
{
	char text[TEXT];
	unsigned int major = 1;
	unsigned int minor = 0;

	/* NOLINTNEXTLINE(cert-err34-c): what is too large for it is no version */
	sscanf(device_text(engine, CL_DEVICE_VERSION, text), "OpenCL %u.%u", &major, &minor);
	return 100 * major + 10 * minor;
}

/* A function that the launch needs and that is not there; NULL: all are. */
static const char *missing_function(const struct launch *launch)
{
#define NEEDS(is_needed, function) \
	if ((is_needed) && !CL_HAS(function)) \
		return #function
	const int has_image = launch_has_memory(launch, LAUNCH_IMAGE);

	NEEDS(1, clCreateContext);
	NEEDS(1, clCreateCommandQueue);
	NEEDS(1, clCreateKernel);
	NEEDS(1, clSetKernelArg);
	NEEDS(1, clEnqueueNDRangeKernel);
	NEEDS(1, clFinish);
	NEEDS(1, clBuildProgram);
	NEEDS(1, clGetProgramBuildInfo);
	NEEDS(1, clCreateProgramWithSource);
	NEEDS(1, clCreateBuffer);
	NEEDS(1, clEnqueueReadBuffer);
	NEEDS(1, clEnqueueWriteBuffer);
	NEEDS(launch_has_memory(launch, LAUNCH_SUB_BUFFER), clCreateSubBuffer);
	NEEDS(has_image, clCreateImage);
	NEEDS(has_image, clGetImageInfo);
	NEEDS(has_image, clEnqueueReadImage);
	NEEDS(has_image, clEnqueueWriteImage);
	NEEDS(launch->sampler_count > 0, clCreateSampler);
	NEEDS(launch_has_program(launch, LAUNCH_BINARY), clCreateProgramWithBinary);
	NEEDS(launch_has_program(launch, LAUNCH_BUILT_IN), clCreateProgramWithBuiltInKernels);
	NEEDS(launch_has_program(launch, LAUNCH_LINKED), clLinkProgram);
	NEEDS(launch_has_program(launch, LAUNCH_LINKED), clCompileProgram);
#if CL_TARGET_OPENCL_VERSION >= 200
	NEEDS(launch_has_memory(launch, LAUNCH_SVM), clSVMAlloc);
	NEEDS(launch_has_memory(launch, LAUNCH_SVM), clEnqueueSVMMemcpy);
	NEEDS(launch_has_memory(launch, LAUNCH_SVM), clSetKernelArgSVMPointer);
	NEEDS(launch->setting_count > 0, clSetKernelExecInfo);
#endif
#if CL_TARGET_OPENCL_VERSION >= 210
	NEEDS(launch_has_program(launch, LAUNCH_IL), clCreateProgramWithIL);
#endif
#if CL_TARGET_OPENCL_VERSION >= 220
	NEEDS(launch->constant_count > 0, clSetProgramSpecializationConstant);
#endif
	return NULL;
}

static int can_have_programs(const struct engine *engine)
{
	const struct launch *launch = engine->launch;
	cl_device_type type = 0;
	char text[TEXT];

	CL(clGetDeviceInfo)(engine->device, CL_DEVICE_TYPE, sizeof(type), &type, NULL);
	if ((type & CL_DEVICE_TYPE_CUSTOM) && !launch_has_program(launch, LAUNCH_BUILT_IN))
		return is_unable(engine, "a custom device has no compiler");
	/* A binary is for the device that it was made for, and the version of its driver. */
	if (launch_has_program(launch, LAUNCH_BINARY) &&
	    (!is_text(device_text(engine, CL_DEVICE_NAME, text), launch->device.name) ||
	     !is_text(device_text(engine, CL_DRIVER_VERSION, text), launch->device.driver)))
		return is_unable(engine, "the program is a binary of another device or driver");
	if (launch_has_program(launch, LAUNCH_SOURCE) &&
	    !device_flag(engine, CL_DEVICE_COMPILER_AVAILABLE, CL_TRUE))
		return is_unable(engine, "it has no compiler (CL_DEVICE_COMPILER_AVAILABLE)");
#if CL_TARGET_OPENCL_VERSION >= 210
	if (launch_has_program(launch, LAUNCH_IL) &&
	    (device_version(engine) < 210 || !device_text(engine, CL_DEVICE_IL_VERSION, text)[0]))
		return is_unable(engine, "it accepts no intermediate language (CL_DEVICE_IL_VERSION)");
#endif
	return 1;
}

static int can_have_memory(const struct engine *engine)
{
	const struct launch *launch = engine->launch;

	if (launch_has_memory(launch, LAUNCH_IMAGE) &&
	    (device_version(engine) < 120 ||
	     !device_flag(engine, CL_DEVICE_IMAGE_SUPPORT, CL_TRUE)))
		return is_unable(engine, "it has no images (CL_DEVICE_IMAGE_SUPPORT)");
#if CL_TARGET_OPENCL_VERSION >= 200
	cl_device_svm_capabilities svm = 0;

	if (launch_has_memory(launch, LAUNCH_SVM) &&
	    (device_version(engine) < 200 ||
	     CL(clGetDeviceInfo)(engine->device, CL_DEVICE_SVM_CAPABILITIES, sizeof(svm), &svm,
				 NULL) != CL_SUCCESS ||
	     svm == 0))
		return is_unable(engine, "it has no shared virtual memory (CL_DEVICE_SVM_CAPABILITIES)");
#endif
	return 1;
}

/* Can the device have this launch at all? What it lacks by its own words, the driver may lack, too. */
static int is_able(const struct engine *engine)
{
	const cl_ushort one = 1;
	const cl_bool is_little = *(const unsigned char *)&one == 1 ? CL_TRUE : CL_FALSE;
	const char *missing = "clGetDeviceInfo";

	if (CL_HAS(clGetDeviceInfo)) {
		if (device_flag(engine, CL_DEVICE_ENDIAN_LITTLE, is_little) != is_little)
			return is_unable(engine, "its byte order differs from the host's "
						 "(CL_DEVICE_ENDIAN_LITTLE)");
		if (!can_have_programs(engine) || !can_have_memory(engine))
			return 0;
		missing = missing_function(engine->launch);
	}
	if (missing)
		say(engine, LAUNCH_SAYS_FAILED, "the driver does not have %s", missing);
	return !missing;
}

/* -- memory and samplers ---------------------------------------------------------------------- */

static cl_mem create_buffer(const struct engine *engine, const struct launch_memory *memory)
{
	cl_int code = CL_SUCCESS;
	cl_mem buffer = CL(clCreateBuffer)(engine->context, memory->flags & FLAGS_KEPT,
					   (size_t)memory->size, NULL, &code);

	return is_made(engine, "clCreateBuffer", buffer, code) ? buffer : NULL;
}

/* Does the device say that a sub-buffer cannot begin there? */
static int is_misaligned(const struct engine *engine, const struct launch_memory *memory)
{
	cl_uint bits = 0;

	CL(clGetDeviceInfo)(engine->device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof(bits), &bits, NULL);
	return bits >= 8 && memory->origin % (bits / 8) != 0;
}

static cl_mem create_sub_buffer(const struct engine *engine, const struct launch_memory *memory)
{
	const cl_buffer_region region = { (size_t)memory->origin, (size_t)memory->size };
	cl_int code = CL_SUCCESS;
	cl_mem buffer = CL(clCreateSubBuffer)(engine->memory[memory->parent],
					      memory->flags & FLAGS_KEPT,
					      CL_BUFFER_CREATE_TYPE_REGION, &region, &code);

	if (code == CL_MISALIGNED_SUB_BUFFER_OFFSET && is_misaligned(engine, memory)) {
		is_unable(engine, "its sub-buffers cannot begin there (CL_DEVICE_MEM_BASE_ADDR_ALIGN)");
		return NULL;
	}
	return is_made(engine, "clCreateSubBuffer", buffer, code) ? buffer : NULL;
}

/* Does the device have the format? If it does not tell, it may. */
static int has_format(const struct engine *engine, const struct launch_memory *memory)
{
	cl_image_format formats[MOST_FORMATS];
	cl_uint count = 0;

	if (!CL_HAS(clGetSupportedImageFormats) ||
	    CL(clGetSupportedImageFormats)(engine->context, memory->flags & FLAGS_KEPT,
					   (cl_mem_object_type)memory->type, MOST_FORMATS, formats,
					   &count) != CL_SUCCESS ||
	    count == 0 || count > MOST_FORMATS)
		return 1;
	for (cl_uint i = 0; i < count; i++)
		if (formats[i].image_channel_order == memory->order &&
		    formats[i].image_channel_data_type == memory->channel)
			return 1;
	return 0;
}

/* The contents would be read and written beyond their end otherwise. */
static int has_elements(const struct engine *engine, cl_mem image, const struct launch_memory *memory)
{
	size_t size = 0;

	if (CL(clGetImageInfo)(image, CL_IMAGE_ELEMENT_SIZE, sizeof(size), &size, NULL) == CL_SUCCESS &&
	    size == memory->element_size)
		return 1;
	say(engine, LAUNCH_SAYS_FAILED, "the driver says that an element of an image has %zu bytes, the "
	    "capture says %llu", size, (unsigned long long)memory->element_size);
	return 0;
}

static cl_mem create_image(const struct engine *engine, const struct launch_memory *memory)
{
	const int is_made_from = memory->parent != LAUNCH_NONE;
	const cl_image_format format = { (cl_channel_order)memory->order,
					 (cl_channel_type)memory->channel };
	cl_image_desc desc;
	cl_int code = CL_SUCCESS;
	cl_mem image;

	if (!has_format(engine, memory)) {
		say(engine, LAUNCH_SAYS_UNABLE, "it has no images of order 0x%X and type 0x%X",
		    format.image_channel_order, format.image_channel_data_type);
		return NULL;
	}
	memset(&desc, 0, sizeof(desc));
	desc.image_type = (cl_mem_object_type)memory->type;
	desc.image_width = (size_t)memory->width;
	desc.image_height = (size_t)memory->height;
	desc.image_depth = (size_t)memory->depth;
	desc.image_array_size = (size_t)memory->array_size;
	/* Without a buffer, pitches describe host memory, of which there is none. */
	desc.image_row_pitch = is_made_from ? (size_t)memory->row_pitch : 0;
	desc.image_slice_pitch = is_made_from ? (size_t)memory->slice_pitch : 0;
	desc.buffer = is_made_from ? engine->memory[memory->parent] : NULL;
	image = CL(clCreateImage)(engine->context, memory->flags & FLAGS_KEPT, &format, &desc, NULL,
				  &code);
	if (!is_made(engine, "clCreateImage", image, code))
		return NULL;
	return has_elements(engine, image, memory) ? image : NULL;
}

#if CL_TARGET_OPENCL_VERSION >= 200
/* One launch needs no fine grain, so it gets memory without it if the device has no other. */
static void *allocate_shared(const struct engine *engine, const struct launch_memory *memory)
{
	cl_device_svm_capabilities able = 0;
	cl_svm_mem_flags flags = memory->flags & FLAGS_KEPT;
	void *shared;

	CL(clGetDeviceInfo)(engine->device, CL_DEVICE_SVM_CAPABILITIES, sizeof(able), &able, NULL);
	if (able & CL_DEVICE_SVM_FINE_GRAIN_BUFFER)
		flags |= memory->flags & CL_MEM_SVM_FINE_GRAIN_BUFFER;
	if (able & CL_DEVICE_SVM_ATOMICS)
		flags |= memory->flags & CL_MEM_SVM_ATOMICS;
	shared = CL(clSVMAlloc)(engine->context, flags, (size_t)memory->size,
				(cl_uint)memory->alignment);
	return is_made(engine, "clSVMAlloc", shared, CL_SUCCESS) ? shared : NULL;
}
#endif

static void *create_memory(const struct engine *engine, const struct launch_memory *memory)
{
	switch (memory->kind) {
	case LAUNCH_BUFFER:
		return create_buffer(engine, memory);
	case LAUNCH_SUB_BUFFER:
		return create_sub_buffer(engine, memory);
	case LAUNCH_IMAGE:
		return create_image(engine, memory);
#if CL_TARGET_OPENCL_VERSION >= 200
	case LAUNCH_SVM:
		return allocate_shared(engine, memory);
#endif
	default:
		return NULL;
	}
}

static cl_sampler create_sampler(const struct engine *engine, const struct launch_sampler *sampler)
{
	cl_int code = CL_SUCCESS;
	cl_sampler made = CL(clCreateSampler)(engine->context, sampler->normalized ? CL_TRUE : CL_FALSE,
					      (cl_addressing_mode)sampler->addressing,
					      (cl_filter_mode)sampler->filter, &code);

	return is_made(engine, "clCreateSampler", made, code) ? made : NULL;
}

static int open_queue(struct engine *engine)
{
	const cl_context_properties properties[] = {
		CL_CONTEXT_PLATFORM, (cl_context_properties)engine->platform, 0
	};
	cl_int code = CL_SUCCESS;

	engine->context = CL(clCreateContext)(properties, 1, &engine->device, NULL, NULL, &code);
	if (!is_made(engine, "clCreateContext", engine->context, code))
		return 0;
	/* With profiling the device says how long a command took. It is of no other use. */
	engine->queue = CL(clCreateCommandQueue)(engine->context, engine->device,
						 CL_QUEUE_PROFILING_ENABLE, &code);
	if (!engine->queue || code != CL_SUCCESS)
		engine->queue = CL(clCreateCommandQueue)(engine->context, engine->device, 0, &code);
	return is_made(engine, "clCreateCommandQueue", engine->queue, code);
}

static int create_objects(struct engine *engine)
{
	const struct launch *launch = engine->launch;

	begin(engine, LAUNCH_CREATES);
	engine->memory = allocate(engine, launch->memory_count, sizeof(*engine->memory));
	engine->samplers = allocate(engine, launch->sampler_count, sizeof(*engine->samplers));
	if (!engine->memory || !engine->samplers || (!engine->queue && !open_queue(engine)))
		return 0;
	for (size_t i = 0; i < launch->memory_count; i++) {
		engine->memory[i] = create_memory(engine, &launch->memory[i]);
		if (!engine->memory[i])
			return 0;
	}
	for (size_t i = 0; i < launch->sampler_count; i++) {
		engine->samplers[i] = create_sampler(engine, &launch->samplers[i]);
		if (!engine->samplers[i])
			return 0;
	}
	return 1;
}

static void release(struct engine *engine)
{
	const struct launch *launch = engine->launch;

	begin(engine, LAUNCH_RELEASES);
	if (engine->kernel && CL_HAS(clReleaseKernel))
		CL(clReleaseKernel)(engine->kernel);
	for (size_t i = launch->program_count; engine->programs && i-- > 0;)
		if (engine->programs[i] && CL_HAS(clReleaseProgram))
			CL(clReleaseProgram)(engine->programs[i]);
	for (size_t i = 0; engine->samplers && i < launch->sampler_count; i++)
		if (engine->samplers[i] && CL_HAS(clReleaseSampler))
			CL(clReleaseSampler)(engine->samplers[i]);
	for (size_t i = launch->memory_count; engine->memory && i-- > 0;) {
		if (!engine->memory[i])
			continue;
#if CL_TARGET_OPENCL_VERSION >= 200
		if (launch->memory[i].kind == LAUNCH_SVM && CL_HAS(clSVMFree))
			CL(clSVMFree)(engine->context, engine->memory[i]);
#endif
		if (launch->memory[i].kind != LAUNCH_SVM && CL_HAS(clReleaseMemObject))
			CL(clReleaseMemObject)(engine->memory[i]);
	}
	if (engine->queue && CL_HAS(clReleaseCommandQueue))
		CL(clReleaseCommandQueue)(engine->queue);
	if (engine->context && CL_HAS(clReleaseContext))
		CL(clReleaseContext)(engine->context);
	free(engine->memory);
	free(engine->samplers);
	free(engine->programs);
}

/* -- programs --------------------------------------------------------------------------------- */

static cl_program create_source(const struct engine *engine, const struct launch_program *program)
{
	const char *string = (const char *)program->text;
	const size_t size = (size_t)program->size;
	cl_int code = CL_SUCCESS;
	cl_program made = CL(clCreateProgramWithSource)(engine->context, 1, &string, &size, &code);

	return is_made(engine, "clCreateProgramWithSource", made, code) ? made : NULL;
}

#if CL_TARGET_OPENCL_VERSION >= 210
static cl_program create_il(const struct engine *engine, const struct launch_program *program)
{
	cl_int code = CL_SUCCESS;
	cl_program made = CL(clCreateProgramWithIL)(engine->context, program->text,
						    (size_t)program->size, &code);

	return is_made(engine, "clCreateProgramWithIL", made, code) ? made : NULL;
}
#endif

static cl_program create_binary(const struct engine *engine, const struct launch_program *program)
{
	const unsigned char *binary = program->text;
	const size_t size = (size_t)program->size;
	cl_int status = CL_SUCCESS;
	cl_int code = CL_SUCCESS;
	cl_program made = CL(clCreateProgramWithBinary)(engine->context, 1, &engine->device, &size,
							&binary, &status, &code);

	return is_made(engine, "clCreateProgramWithBinary", made, code) ? made : NULL;
}

static cl_program create_built_in(const struct engine *engine, const struct launch_program *program)
{
	cl_int code = CL_SUCCESS;
	cl_program made = CL(clCreateProgramWithBuiltInKernels)(engine->context, 1, &engine->device,
								program->names, &code);

	return is_made(engine, "clCreateProgramWithBuiltInKernels", made, code) ? made : NULL;
}

static cl_program create_program(const struct engine *engine, const struct launch_program *program)
{
	switch (program->kind) {
	case LAUNCH_SOURCE:
		return create_source(engine, program);
#if CL_TARGET_OPENCL_VERSION >= 210
	case LAUNCH_IL:
		return create_il(engine, program);
#endif
	case LAUNCH_BINARY:
		return create_binary(engine, program);
	case LAUNCH_BUILT_IN:
		return create_built_in(engine, program);
	default:
		return NULL;
	}
}

static int set_constants(const struct engine *engine, size_t index)
{
	(void)engine;
	(void)index;
#if CL_TARGET_OPENCL_VERSION >= 220
	const struct launch *launch = engine->launch;

	for (size_t i = 0; i < launch->constant_count; i++) {
		const struct launch_constant *constant = &launch->constants[i];

		if (constant->program == index &&
		    !is_good(engine, "clSetProgramSpecializationConstant",
			     CL(clSetProgramSpecializationConstant)(
				     engine->programs[index], (cl_uint)constant->id,
				     (size_t)constant->value.size, constant->value.bytes)))
			return 0;
	}
#endif
	return 1;
}

/* Program INDEX, which may include the programs that clCompileProgram got. */
static cl_int compile_program(const struct engine *engine, size_t index, const char *options)
{
	const struct launch *launch = engine->launch;
	cl_program *headers = allocate(engine, launch->header_count, sizeof(*headers));
	const char **names = allocate(engine, launch->header_count, sizeof(*names));
	cl_int code = CL_OUT_OF_HOST_MEMORY;
	cl_uint count = 0;

	for (size_t i = 0; headers && names && i < launch->header_count; i++)
		if (launch->headers[i].program == index) {
			headers[count] = engine->programs[launch->headers[i].header];
			names[count++] = launch->headers[i].name;
		}
	if (headers && names)
		code = CL(clCompileProgram)(engine->programs[index], 1, &engine->device, options, count,
					    count > 0 ? headers : NULL, count > 0 ? names : NULL, NULL,
					    NULL);
	free(headers);
	free(names);
	return code;
}

static cl_int link_program(const struct engine *engine, size_t index, const char *options)
{
	const struct launch *launch = engine->launch;
	cl_program *inputs = allocate(engine, launch->input_count, sizeof(*inputs));
	cl_int code = CL_OUT_OF_HOST_MEMORY;
	cl_uint count = 0;

	if (!inputs)
		return code;
	for (size_t i = 0; i < launch->input_count; i++)
		if (launch->inputs[i].program == index)
			inputs[count++] = engine->programs[launch->inputs[i].input];
	if (engine->programs[index] && CL_HAS(clReleaseProgram))
		CL(clReleaseProgram)(engine->programs[index]);
	engine->programs[index] = CL(clLinkProgram)(engine->context, 1, &engine->device, options, count,
						    inputs, NULL, NULL, &code);
	free(inputs);
	return code;
}

static void say_log(const struct engine *engine, cl_program program)
{
	size_t size = 0;
	char *log;

	if (!program || CL(clGetProgramBuildInfo)(program, engine->device, CL_PROGRAM_BUILD_LOG, 0, NULL,
						  &size) != CL_SUCCESS || size > MOST_LOG)
		return;
	log = calloc(1, size + 1);
	if (log && CL(clGetProgramBuildInfo)(program, engine->device, CL_PROGRAM_BUILD_LOG, size, log,
					     NULL) == CL_SUCCESS)
		engine->say(engine->data, LAUNCH_SAYS_LOG, log);
	free(log);
}

/* Builds, compiles or links program INDEX with these OPTIONS, after which there are more. */
static int attempt(const struct engine *engine, size_t index, const char *options)
{
	const struct launch_program *program = &engine->launch->programs[index];
	const char *more = engine->more_options;
	const size_t size = (options ? strlen(options) : 0) + (more ? strlen(more) : 0) + 2;
	const char *function = "clBuildProgram";
	char *all = more ? allocate(engine, 1, size) : NULL;
	cl_int code;

	if (more && !all)
		return 0;
	if (all)
		snprintf(all, size, "%s %s", options ? options : "", more);
	if (program->kind == LAUNCH_LINKED) {
		function = "clLinkProgram";
		code = link_program(engine, index, all ? all : options);
		if (code == CL_SUCCESS && !engine->programs[index])
			code = CL_LINK_PROGRAM_FAILURE;
	} else if (program->build == LAUNCH_COMPILED) {
		function = "clCompileProgram";
		code = compile_program(engine, index, all ? all : options);
	} else {
		code = CL(clBuildProgram)(engine->programs[index], 1, &engine->device,
					  all ? all : options, NULL, NULL);
	}
	free(all);
	if (is_good(engine, function, code))
		return 1;
	say_log(engine, engine->programs[index]);
	return 0;
}

/* Is the platform another one than the capture's, whose options it need not know? */
static int is_elsewhere(const struct engine *engine)
{
	char name[TEXT] = "";

	if (!CL_HAS(clGetPlatformInfo) ||
	    CL(clGetPlatformInfo)(engine->platform, CL_PLATFORM_NAME, sizeof(name), name, NULL) !=
		    CL_SUCCESS)
		return 0;
	name[sizeof(name) - 1] = '\0';
	return !is_text(name, engine->launch->platform.name);
}

static int build_program(const struct engine *engine, size_t index)
{
	const struct launch_program *program = &engine->launch->programs[index];
	const char *options = program->here ? program->here : program->options;

	if (program->kind != LAUNCH_LINKED) {
		engine->programs[index] = create_program(engine, program);
		if (!engine->programs[index] || !set_constants(engine, index))
			return 0;
		if (program->build == LAUNCH_UNBUILT)
			return 1;
	}
	if (attempt(engine, index, options))
		return 1;
	if (!program->portable || !is_elsewhere(engine))
		return 0;
	say(engine, LAUNCH_SAYS_OPTIONS, "%s", program->portable);
	return attempt(engine, index, program->portable);
}

static unsigned long long now(const struct engine *engine)
{
	return engine->now ? engine->now() : 0;
}

static int build(struct engine *engine)
{
	const struct launch *launch = engine->launch;
	const unsigned long long start = now(engine);
	const int is_built = engine->programs != NULL;
	cl_int code = CL_SUCCESS;

	begin(engine, LAUNCH_BUILDS);
	if (!is_built)
		engine->programs =
			allocate(engine, launch->program_count, sizeof(*engine->programs));
	if (!engine->programs)
		return 0;
	for (size_t i = 0; !is_built && i < launch->program_count; i++)
		if (!build_program(engine, i))
			return 0;
	engine->kernel = CL(clCreateKernel)(engine->programs[launch->call.program], launch->call.kernel,
					    &code);
	if (!is_made(engine, "clCreateKernel", engine->kernel, code))
		return 0;
	if (engine->now)
		say(engine, LAUNCH_SAYS_BUILD_NS, "%llu", now(engine) - start);
	return 1;
}

/* -- arguments -------------------------------------------------------------------------------- */

static cl_int set_argument(const struct engine *engine, cl_uint index)
{
	const struct launch_argument *argument = &engine->launch->arguments[index];

	switch (argument->kind) {
	case LAUNCH_VALUE:
		return CL(clSetKernelArg)(engine->kernel, index, (size_t)argument->size,
					  argument->value.bytes);
	case LAUNCH_LOCAL:
	case LAUNCH_NULL:
		return CL(clSetKernelArg)(engine->kernel, index, (size_t)argument->size, NULL);
	case LAUNCH_MEMORY:
		return CL(clSetKernelArg)(engine->kernel, index, sizeof(cl_mem),
					  &engine->memory[argument->index]);
	case LAUNCH_SAMPLER:
		return CL(clSetKernelArg)(engine->kernel, index, sizeof(cl_sampler),
					  &engine->samplers[argument->index]);
#if CL_TARGET_OPENCL_VERSION >= 200
	case LAUNCH_POINTER:
		return CL(clSetKernelArgSVMPointer)(engine->kernel, index,
						    (const char *)engine->memory[argument->index] +
							    argument->offset);
#endif
	default:
		return CL_SUCCESS;
	}
}

#if CL_TARGET_OPENCL_VERSION >= 200
/* A setting that is false is as if it was not set. */
static int is_set(const struct launch_setting *setting)
{
	for (uint64_t i = 0; i < setting->value.size; i++)
		if (setting->value.bytes[i] != 0)
			return 1;
	return 0;
}
#endif

static int set_arguments(const struct engine *engine)
{
	const struct launch *launch = engine->launch;

	begin(engine, LAUNCH_PREPARES);
	for (cl_uint i = 0; i < launch->argument_count; i++) {
		const cl_int code = set_argument(engine, i);
		char what[64];

		snprintf(what, sizeof(what), "clSetKernelArg for argument %u", i);
		if (!is_good(engine, what, code))
			return 0;
	}
#if CL_TARGET_OPENCL_VERSION >= 200
	for (size_t i = 0; i < launch->setting_count; i++) {
		const struct launch_setting *setting = &launch->settings[i];

		if (is_set(setting) &&
		    !is_good(engine, "clSetKernelExecInfo",
			     CL(clSetKernelExecInfo)(engine->kernel, (cl_kernel_exec_info)setting->name,
						     (size_t)setting->value.size,
						     setting->value.bytes)))
			return 0;
	}
#endif
	return 1;
}

/* -- contents --------------------------------------------------------------------------------- */

/* The size of an image as commands have it: an image of a 1D array is a row. */
static void image_region(const struct launch_memory *memory, size_t region[3])
{
	const int is_1d_array = memory->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
	const int is_array = memory->type == CL_MEM_OBJECT_IMAGE2D_ARRAY;

	region[0] = (size_t)memory->width;
	region[1] = is_1d_array ? (size_t)memory->array_size :
		    memory->height > 0 ? (size_t)memory->height : 1;
	region[2] = is_array ? (size_t)memory->array_size :
		    memory->type == CL_MEM_OBJECT_IMAGE3D ? (size_t)memory->depth : 1;
}

/* Writes SIZE bytes at OFFSET of the memory INDEX, which is no image. */
static int write_bytes(const struct engine *engine, size_t index, uint64_t offset, size_t size,
		       const void *bytes)
{
#if CL_TARGET_OPENCL_VERSION >= 200
	if (engine->launch->memory[index].kind == LAUNCH_SVM)
		return is_good(engine, "clEnqueueSVMMemcpy",
			       CL(clEnqueueSVMMemcpy)(engine->queue, CL_TRUE,
						      (char *)engine->memory[index] + offset, bytes,
						      size, 0, NULL, NULL));
#endif
	return is_good(engine, "clEnqueueWriteBuffer",
		       CL(clEnqueueWriteBuffer)(engine->queue, engine->memory[index], CL_TRUE,
						(size_t)offset, size, bytes, 0, NULL, NULL));
}

static int write_zeros(const struct engine *engine, const struct launch_range *range)
{
	const size_t most = range->size < CHUNK ? (size_t)range->size : CHUNK;
	void *zeros = allocate(engine, most, 1);
	int is_written = zeros != NULL;

	for (uint64_t done = 0; is_written && done < range->size; done += most) {
		const uint64_t left = range->size - done;

		is_written = write_bytes(engine, (size_t)range->memory, range->offset + done,
					 left < most ? (size_t)left : most, zeros);
	}
	free(zeros);
	return is_written;
}

static int write_image(const struct engine *engine, const struct launch_range *range)
{
	const size_t origin[3] = { 0, 0, 0 };
	void *zeros = range->old_bytes ? NULL : allocate(engine, range->size, 1);
	const void *bytes = range->old_bytes ? range->old_bytes : zeros;
	size_t region[3];
	cl_int code;

	if (!bytes)
		return 0;
	image_region(&engine->launch->memory[range->memory], region);
	code = CL(clEnqueueWriteImage)(engine->queue, engine->memory[range->memory], CL_TRUE, origin,
				       region, 0, 0, bytes, 0, NULL, NULL);
	free(zeros);
	return is_good(engine, "clEnqueueWriteImage", code);
}

/* Writes a buffer from its start to the end of its last range, in one command. */
static int write_at_once(const struct engine *engine, size_t index)
{
	const struct launch *launch = engine->launch;
	uint64_t size = 0;
	unsigned char *bytes;
	int is_written;

	for (size_t i = 0; i < launch->range_count; i++)
		if (launch->ranges[i].memory == index)
			size = launch->ranges[i].offset + launch->ranges[i].size;
	if (size == 0)
		return 1;
	bytes = allocate(engine, size, 1);
	if (!bytes)
		return 0;
	for (size_t i = 0; i < launch->range_count; i++) {
		const struct launch_range *range = &launch->ranges[i];

		if (range->memory == index && range->old_bytes)
			memcpy(bytes + range->offset, range->old_bytes, (size_t)range->size);
	}
	is_written = write_bytes(engine, index, 0, (size_t)size, bytes);
	free(bytes);
	return is_written;
}

/* Writes what was in RANGE before the launch. */
static int write_range(const struct engine *engine, const struct launch_range *range)
{
	const enum launch_memory_kind kind =
		(enum launch_memory_kind)engine->launch->memory[range->memory].kind;

	if (!range->before || (engine->writes_at_once && kind == LAUNCH_BUFFER))
		return 1;
	if (kind == LAUNCH_IMAGE)
		return write_image(engine, range);
	if (range->old_bytes)
		return write_bytes(engine, (size_t)range->memory, range->offset, (size_t)range->size,
				   range->old_bytes);
	return write_zeros(engine, range);
}

/* Writes what was in all memory before the launch. */
static int write_contents(const struct engine *engine)
{
	const struct launch *launch = engine->launch;
	int is_written = 1;

	begin(engine, LAUNCH_PREPARES);
	for (size_t i = 0; is_written && i < launch->memory_count; i++)
		if (engine->writes_at_once && launch->memory[i].kind == LAUNCH_BUFFER)
			is_written = write_at_once(engine, i);
	for (size_t i = 0; is_written && i < launch->range_count; i++)
		is_written = write_range(engine, &launch->ranges[i]);
	return is_written;
}

/* Reads RANGE into BYTES. */
static int read_range(const struct engine *engine, const struct launch_range *range,
		      unsigned char *bytes)
{
	const struct launch_memory *memory = &engine->launch->memory[range->memory];
	const size_t origin[3] = { 0, 0, 0 };
	size_t region[3];

	if (memory->kind == LAUNCH_IMAGE) {
		image_region(memory, region);
		return is_good(engine, "clEnqueueReadImage",
			       CL(clEnqueueReadImage)(engine->queue, engine->memory[range->memory],
						      CL_TRUE, origin, region, 0, 0, bytes, 0, NULL,
						      NULL));
	}
#if CL_TARGET_OPENCL_VERSION >= 200
	if (memory->kind == LAUNCH_SVM)
		return is_good(engine, "clEnqueueSVMMemcpy",
			       CL(clEnqueueSVMMemcpy)(engine->queue, CL_TRUE, bytes,
						      (char *)engine->memory[range->memory] +
							      range->offset,
						      (size_t)range->size, 0, NULL, NULL));
#endif
	return is_good(engine, "clEnqueueReadBuffer",
		       CL(clEnqueueReadBuffer)(engine->queue, engine->memory[range->memory], CL_TRUE,
					       (size_t)range->offset, (size_t)range->size, bytes, 0,
					       NULL, NULL));
}

/* -- the comparison --------------------------------------------------------------------------- */

/* How many numbers of SIZE bytes are between the two; or whole numbers, if they are no floats. */
static uint64_t distance(uint64_t a, uint64_t b, size_t size, int is_signed_whole)
{
	const uint64_t sign = (uint64_t)1 << (8 * size - 1);
	int64_t first;
	int64_t second;

	if (is_signed_whole) {
		a ^= sign;
		b ^= sign;
		return a > b ? a - b : b - a;
	}
	first = a & sign ? -(int64_t)(a & ~sign) : (int64_t)a;
	second = b & sign ? -(int64_t)(b & ~sign) : (int64_t)b;
	return first > second ? (uint64_t)first - (uint64_t)second : (uint64_t)second - (uint64_t)first;
}

/*
 * Equal bits, two NaNs, or two finite numbers whose difference is in one of the bounds: units in the
 * last place, relative to the greater one, absolute.
 */
static int is_equal(const struct launch_bounds *bounds, uint64_t as, uint64_t a, uint64_t b, size_t size)
{
	double first;
	double second;
	double difference;
	double greater;

	if (a == b || as < LAUNCH_FLOAT16)
		return a == b;
	if (as > LAUNCH_FLOAT64)
		return (as >= LAUNCH_SNORM8 ? distance(a, b, size, 1) : a > b ? a - b : b - a) <=
		       bounds->ulps;
	first = launch_real(a, size);
	second = launch_real(b, size);
	if (first != first || second != second)
		return first != first && second != second;
	if (first - first != 0 || second - second != 0)
		return 0;
	difference = first > second ? first - second : second - first;
	first = first < 0 ? -first : first;
	second = second < 0 ? -second : second;
	greater = first > second ? first : second;
	return distance(a, b, size, 0) <= bounds->ulps || difference <= bounds->absolute ||
	       difference <= bounds->relative * greater;
}

/* What differs in one range: how many elements, and where and how large the first one is. */
struct difference {
	uint64_t count;
	uint64_t first;
	size_t size;
};

static void note(struct difference *difference, uint64_t offset, size_t size)
{
	if (difference->count++ > 0)
		return;
	difference->first = offset;
	difference->size = size;
}

/* Compares FOUND with what was captured. Bytes after the last whole number are compared as bits. */
static struct difference compare_range(const struct engine *engine, const struct launch_range *range,
				       const unsigned char *found)
{
	const struct launch_bounds *bounds = &engine->bounds[range->as];
	const unsigned char *expected = range->new_bytes;
	const size_t element = range->element > 0 ? (size_t)range->element : 1;
	struct difference difference = { 0, 0, 0 };
	uint64_t at = 0;

	if (expected && memcmp(expected, found, (size_t)range->size) == 0)
		return difference;
	for (uint64_t i = 0; range->size - at >= element; i++, at += element) {
		if (range->as >= LAUNCH_FLOAT16 && range->components == 3 && i % 4 == 3)
			continue;
		if (!is_equal(bounds, range->as,
			      launch_bits(expected ? expected + at : NULL, element),
			      launch_bits(found + at, element), element))
			note(&difference, at, element);
	}
	for (; at < range->size; at++)
		if (found[at] != (expected ? expected[at] : 0))
			note(&difference, at, 1);
	return difference;
}

/* The SIZE bytes at BYTES, or zeros: a number for people if RANGE has such, and its bits. */
static void put_value(const struct launch_range *range, const unsigned char *bytes, size_t size,
		      char text[64])
{
	const uint64_t bits = launch_bits(bytes, size);

	if (size == 1 || range->as < LAUNCH_FLOAT16 || range->as > LAUNCH_FLOAT64)
		snprintf(text, 64, "0x%0*llx", (int)(2 * size), (unsigned long long)bits);
	else
		snprintf(text, 64, "%.*g (0x%0*llx)", size == 8 ? 17 : 9, launch_real(bits, size),
			 (int)(2 * size), (unsigned long long)bits);
}

static void say_difference(const struct engine *engine, size_t index,
			   const struct difference *difference, const unsigned char *found)
{
	const struct launch_range *range = &engine->launch->ranges[index];
	char text[64];

	say(engine, LAUNCH_SAYS_RANGE, "%zu", index);
	say(engine, LAUNCH_SAYS_OFFSET, "%llu",
	    (unsigned long long)range->offset + difference->first);
	say(engine, LAUNCH_SAYS_ELEMENT, "%zu", difference->size);
	put_value(range, found + difference->first, difference->size, text);
	say(engine, LAUNCH_SAYS_FOUND, "%s", text);
	put_value(range, range->new_bytes ? range->new_bytes + difference->first : NULL,
		  difference->size, text);
	say(engine, LAUNCH_SAYS_EXPECTED, "%s", text);
}

/* Compares range INDEX, or gives it away; *COUNT are the elements that differ so far. */
static int look_at_range(const struct engine *engine, size_t index, uint64_t *count)
{
	const struct launch_range *range = &engine->launch->ranges[index];
	unsigned char *found = allocate(engine, range->size, 1);
	const int is_read = found && read_range(engine, range, found);

	if (is_read && engine->take) {
		engine->take(engine->data, index, found);
	} else if (is_read) {
		const struct difference difference = compare_range(engine, range, found);

		if (difference.count > 0 && *count == 0 && !engine->has_difference)
			say_difference(engine, index, &difference, found);
		*count += difference.count;
	}
	free(found);
	return is_read;
}

/*
 * Contents that are not the same each time are compared last: they say the least. Only the first
 * difference of all runs is said.
 */
static int compare(struct engine *engine)
{
	const struct launch *launch = engine->launch;
	uint64_t count = 0;

	for (int varies = 0; varies < 2; varies++)
		for (size_t i = 0; i < launch->range_count; i++)
			if (launch->ranges[i].after && (launch->ranges[i].varies > 0) == varies &&
			    !look_at_range(engine, i, &count))
				return 0;
	if (engine->take)
		return 1;
	if (count > 0 && !engine->has_difference)
		say(engine, LAUNCH_SAYS_COUNT, "%llu", (unsigned long long)count);
	engine->has_difference = engine->has_difference || count > 0;
	say(engine, count == 0 ? LAUNCH_SAYS_SAME : LAUNCH_SAYS_DIFFERS, "%s", "");
	return 1;
}

/* -- the launch ------------------------------------------------------------------------------- */

/* SIZES in COPY; NULL if there are none. */
static const size_t *copy_sizes(size_t copy[LAUNCH_DIMENSIONS], const uint64_t *sizes)
{
	for (int i = 0; sizes && i < LAUNCH_DIMENSIONS; i++)
		copy[i] = (size_t)sizes[i];
	return sizes ? copy : NULL;
}

/* The local size that is passed; NULL: the driver chooses one. */
static const uint64_t *local_size(const struct engine *engine)
{
	const struct launch_call *call = &engine->launch->call;

	if (call->has_local)
		return call->local;
	return engine->takes_suggested_local && call->has_suggested ? call->suggested : NULL;
}

/* Does the device say that it has no such work-groups? */
static int has_small_groups(const struct engine *engine)
{
	const uint64_t *local = local_size(engine);
	size_t most = 0;

	if (!local || CL(clGetDeviceInfo)(engine->device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof(most),
					  &most, NULL) != CL_SUCCESS)
		return 0;
	for (uint64_t i = 0; i < engine->launch->call.dimensions; i++)
		most /= local[i] > 0 ? (size_t)local[i] : 1;
	return most == 0;
}

static cl_int enqueue(const struct engine *engine, cl_event *event)
{
	const struct launch_call *call = &engine->launch->call;
	size_t offset[LAUNCH_DIMENSIONS];
	size_t global[LAUNCH_DIMENSIONS];
	size_t local[LAUNCH_DIMENSIONS];

	if (call->is_task && CL_HAS(clEnqueueTask))
		return CL(clEnqueueTask)(engine->queue, engine->kernel, 0, NULL, event);
	return CL(clEnqueueNDRangeKernel)(
		engine->queue, engine->kernel, (cl_uint)call->dimensions,
		copy_sizes(offset, call->has_offset ? call->offset : NULL),
		copy_sizes(global, call->has_global ? call->global : NULL),
		copy_sizes(local, local_size(engine)),
		0, NULL, event);
}

/* Says how long it took: by the device, or else by the clock. */
static void say_time(const struct engine *engine, cl_event event, unsigned long long start)
{
	const unsigned long long took = now(engine) - start;
	cl_ulong from = 0;
	cl_ulong to = 0;

	if (!engine->now)
		return;
	if (event && CL_HAS(clGetEventProfilingInfo) &&
	    CL(clGetEventProfilingInfo)(event, CL_PROFILING_COMMAND_START, sizeof(from), &from, NULL) ==
		    CL_SUCCESS &&
	    CL(clGetEventProfilingInfo)(event, CL_PROFILING_COMMAND_END, sizeof(to), &to, NULL) ==
		    CL_SUCCESS && to > from && to - from < (cl_ulong)INT32_MAX * 1000)
		say(engine, LAUNCH_SAYS_LAUNCH_NS, "%llu", (unsigned long long)(to - from));
	else
		say(engine, LAUNCH_SAYS_LAUNCH_NS, "%llu", took);
}

/* The state in which the command of EVENT ended, or CODE, which clFinish() returned. */
static cl_int status_of(cl_event event, cl_int code)
{
	cl_int status = code;

	if (event && CL_HAS(clGetEventInfo) &&
	    CL(clGetEventInfo)(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
			       NULL) != CL_SUCCESS)
		return code;
	return status < 0 ? status : code;
}

enum launched { LAUNCHED, LAUNCH_JUDGED, LAUNCH_FAILED };

/* The launch, or WHAT of it, gave CODE. If one of the two is a failure, the run is judged by that. */
static enum launched judge(const struct engine *engine, const char *what, cl_int code, int64_t expected)
{
	char texts[2][64];

	if (code == CL_SUCCESS && expected == CL_SUCCESS)
		return LAUNCHED;
	if (code == CL_INVALID_WORK_GROUP_SIZE && expected == CL_SUCCESS && has_small_groups(engine)) {
		is_unable(engine, "its work-groups are smaller (CL_DEVICE_MAX_WORK_GROUP_SIZE)");
		return LAUNCH_FAILED;
	}
	code_text(engine, code, texts[0]);
	code_text(engine, (cl_int)expected, texts[1]);
	if (expected == CL_SUCCESS)
		say(engine, LAUNCH_SAYS_FAILED, "%s %s", what, texts[0]);
	else if (code == expected)
		say(engine, LAUNCH_SAYS_SAME, "%s %s", what, texts[0]);
	else
		say(engine, LAUNCH_SAYS_DIFFERS, "%s %s, expected %s", what, texts[0], texts[1]);
	return expected == CL_SUCCESS ? LAUNCH_FAILED : LAUNCH_JUDGED;
}

/* Launches and waits. */
static enum launched launch_once(const struct engine *engine)
{
	const struct launch_call *call = &engine->launch->call;
	const unsigned long long start = now(engine);
	cl_event event = NULL;
	enum launched launched;
	cl_int code;

	begin(engine, LAUNCH_RUNS);
	code = enqueue(engine, &event);
	launched = judge(engine, call->error == 0 ? "clEnqueueNDRangeKernel returned" :
						    "the launch returned", code, call->error);
	if (code == CL_SUCCESS)
		code = status_of(event, CL(clFinish)(engine->queue));
	if (launched == LAUNCHED)
		launched = judge(engine, "the launch ended with", code, call->status);
	if (launched == LAUNCHED)
		say_time(engine, event, start);
	if (event && CL_HAS(clReleaseEvent))
		CL(clReleaseEvent)(event);
	return launched;
}

/* Runs the launch COUNT times, each with the contents that it had, and looks at the results. */
static int run(struct engine *engine, unsigned int count)
{
	for (unsigned int i = 0; i < count; i++) {
		enum launched launched;

		if (!write_contents(engine))
			return 0;
		launched = launch_once(engine);
		if (launched == LAUNCH_FAILED || (launched == LAUNCHED && !compare(engine)))
			return 0;
	}
	return 1;
}

/* Makes all that the launch needs, and runs it. The caller calls release() in any case. */
static int prepare_and_run(struct engine *engine, unsigned int count)
{
	return is_able(engine) && create_objects(engine) && build(engine) && set_arguments(engine) &&
	       run(engine, count);
}

/* -- the program ------------------------------------------------------------------------------ */

#ifdef LAUNCH_PROGRAM

#define MOST 64 /* platforms, and devices of one */

/* What became of the launch. */
struct printed {
	int is_other;
	int is_unable;
	char failed[TEXT]; /* the last function that failed; "": none */
	size_t range; /* of the first difference, and what follows */
	uint64_t offset;
	size_t element;
	char found[64];
	char expected[64];
};

static void stop(const char *what, const char *why)
{
	fprintf(stderr, "%s: %s\n", what, why);
	exit(2);
}

/* The file NAME of SIZE bytes, which stays. */
static unsigned char *load(const char *name, uint64_t size)
{
	unsigned char *bytes = calloc(1, (size_t)size + 1);
	FILE *file = fopen(name, "rb");

	if (!bytes)
		stop(name, "there is not enough memory");
	if (!file)
		stop(name, "it cannot be opened; start the program in the directory of the capture");
	if (fread(bytes, 1, (size_t)size, file) != size || fgetc(file) != EOF)
		stop(name, "it does not have the size that it had");
	fclose(file);
	return bytes;
}

static const unsigned char *load_contents(const char *hash, uint64_t size)
{
	char name[128];

	if (!hash || strcmp(hash, LAUNCH_ZERO) == 0)
		return NULL;
	snprintf(name, sizeof(name), "contents/%s", hash);
	return load(name, size);
}

static void load_files(void)
{
	static const char *const ends[] = { ".cl", ".spv", ".bin" };
	char name[64];

	for (size_t i = 0; i < launch.program_count; i++) {
		struct launch_program *program = &launch.programs[i];

		if (program->kind > LAUNCH_BINARY)
			continue;
		snprintf(name, sizeof(name), "program-%u%s", (unsigned int)i, ends[program->kind]);
		program->text = load(name, program->size);
	}
	for (size_t i = 0; i < launch.range_count; i++) {
		launch.ranges[i].old_bytes = load_contents(launch.ranges[i].before, launch.ranges[i].size);
		launch.ranges[i].new_bytes = load_contents(launch.ranges[i].after, launch.ranges[i].size);
	}
}

/* Names the argument that leads to the first difference, and says what is there. */
static void print_difference(const struct printed *outcome, const char *count)
{
	const struct launch_range *range = &launch.ranges[outcome->range];
	struct launch_range place = *range;
	size_t index;

	place.offset = outcome->offset;
	place.size = 1;
	index = launch_argument_of(&launch, &place);
	printf("%s: ", range->varies ? "VARIES" : "FAIL");
	if (index < launch.argument_count)
		printf("argument %zu%s%s", index, launch.arguments[index].name ? ", " : "",
		       launch.arguments[index].name ? launch.arguments[index].name : "");
	else
		printf("memory %zu", (size_t)range->memory);
	printf(": byte %llu is %s, expected %s; %s differ\n", (unsigned long long)outcome->offset,
	       outcome->found, outcome->expected, count);
	if (range->varies)
		printf("These contents were not the same each time where the launch was captured.\n");
}

static void print(void *data, const char *word, const char *text)
{
	struct printed *outcome = data;

	if (strcmp(word, LAUNCH_SAYS_UNABLE) == 0) {
		outcome->is_unable = 1;
		printf("the device cannot have this launch: %s\n", text);
	} else if (strcmp(word, LAUNCH_SAYS_FAILED) == 0) {
		snprintf(outcome->failed, sizeof(outcome->failed), "%s", text);
	} else if (strcmp(word, LAUNCH_SAYS_DIFFERS) == 0) {
		outcome->is_other = 1;
		if (*text)
			printf("FAIL: %s\n", text);
	} else if (strcmp(word, LAUNCH_SAYS_LOG) == 0) {
		printf("%s\n", text);
	} else if (strcmp(word, LAUNCH_SAYS_OPTIONS) == 0) {
		printf("%s; it is built again with the options \"%s\"\n", outcome->failed, text);
		outcome->failed[0] = '\0';
	} else if (strcmp(word, LAUNCH_SAYS_RANGE) == 0) {
		outcome->range = (size_t)strtoull(text, NULL, 10);
	} else if (strcmp(word, LAUNCH_SAYS_OFFSET) == 0) {
		outcome->offset = strtoull(text, NULL, 10);
	} else if (strcmp(word, LAUNCH_SAYS_FOUND) == 0) {
		snprintf(outcome->found, sizeof(outcome->found), "%s", text);
	} else if (strcmp(word, LAUNCH_SAYS_EXPECTED) == 0) {
		snprintf(outcome->expected, sizeof(outcome->expected), "%s", text);
	} else if (strcmp(word, LAUNCH_SAYS_COUNT) == 0) {
		print_difference(outcome, text);
	}
}

static cl_uint list_devices(cl_platform_id platform, cl_device_id devices[MOST])
{
	cl_uint count = 0;

	if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, MOST, devices, &count) != CL_SUCCESS)
		return 0;
	return count < MOST ? count : MOST;
}

static void print_device(cl_platform_id platform, unsigned int p, cl_device_id device, unsigned int d)
{
	char names[3][TEXT] = { "?", "?", "?" };

	clGetPlatformInfo(platform, CL_PLATFORM_NAME, TEXT, names[0], NULL);
	clGetDeviceInfo(device, CL_DEVICE_NAME, TEXT, names[1], NULL);
	clGetDeviceInfo(device, CL_DRIVER_VERSION, TEXT, names[2], NULL);
	printf("platform %u: %s, device %u: %s, driver %s\n", p, names[0], d, names[1], names[2]);
}

/* Lists all devices if there is none with these numbers. */
static void choose_device(struct engine *engine, unsigned int p, unsigned int d)
{
	cl_platform_id platforms[MOST];
	cl_device_id devices[MOST];
	cl_uint count = 0;

	if (clGetPlatformIDs(MOST, platforms, &count) != CL_SUCCESS)
		count = 0;
	count = count < MOST ? count : MOST;
	if (p >= count || d >= list_devices(platforms[p], devices)) {
		for (cl_uint i = 0; i < count; i++)
			for (cl_uint j = 0; j < list_devices(platforms[i], devices); j++)
				print_device(platforms[i], i, devices[j], j);
		stop("replay", "there is no device with these numbers: ./replay PLATFORM DEVICE");
	}
	engine->platform = platforms[p];
	engine->device = devices[d];
	print_device(engine->platform, p, engine->device, d);
}

/* The number that WORD is; a number that no device has if it is something else. */
static unsigned int number_of(const char *word)
{
	char *end;
	const unsigned long number = strtoul(word, &end, 10);

	return end == word || *end || number > MOST ? MOST : (unsigned int)number;
}

int main(int argc, char **argv)
{
	struct printed outcome;
	struct engine engine;

	/* What was said is not lost if the driver ends the process. */
	setvbuf(stdout, NULL, _IONBF, 0);
	memset(&outcome, 0, sizeof(outcome));
	memset(&engine, 0, sizeof(engine));
	engine.launch = &launch;
	engine.bounds = bounds;
	engine.takes_suggested_local = CAPTURED_LOCAL;
	engine.data = &outcome;
	engine.say = print;
	choose_device(&engine, argc > 1 ? number_of(argv[1]) : 0, argc > 2 ? number_of(argv[2]) : 0);
	load_files();
	prepare_and_run(&engine, 1);
	release(&engine);
	if (outcome.is_unable)
		return 2;
	if (outcome.failed[0])
		printf("FAIL: %s\n", outcome.failed);
	else if (!outcome.is_other)
		printf("PASS\n");
	if (engine.has_difference && launch.ranges[outcome.range].varies)
		return 2;
	return outcome.is_other || outcome.failed[0];
}

#endif
