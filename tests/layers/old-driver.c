/* SPDX-License-Identifier: Apache-2.0 */
/* old-driver: see old-driver.h. */
#include "layers/old-driver.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <check.h>

#include "api/table.h"

#define OBJECTS 256
#define ARGUMENTS 4

struct clrouter_table clrouter_target; /* layer.h declares it; unused here */
const struct clrouter_table *layer;
struct old_state old = { .version = 102, .extensions = "", .new_extensions = "",
			 .platform_extensions = "", .has_compiler = CL_TRUE };
cl_platform_id old_platform, new_platform;
cl_device_id old_device, new_device;

static struct clrouter_table below;
static void *library;
static const char *setting;

/* -- objects ------------------------------------------------------------------- */

struct argument {
	bool is_set;
	bool has_value;
	size_t size;
	unsigned char value[64];
};

struct object {
	const void *table;
	unsigned references;
	struct object *owner; /* its context, or the program of a kernel */
	struct object *device;
	char kind;
	struct argument arguments[ARGUMENTS];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct object objects[OBJECTS];
static struct object platforms[2] = { { .kind = 'P' }, { .kind = 'P' } };
static struct object devices[2] = { { .kind = 'D' }, { .kind = 'D' } };
static const void *tables[2];

static struct object *as_object(const void *handle)
{
	return (struct object *)(uintptr_t)handle;
}

static bool is_of_old(const void *handle)
{
	return as_object(handle)->table == tables[0];
}

static bool is_live(const void *handle, char kind)
{
	return handle != NULL && as_object(handle)->kind == kind &&
	       as_object(handle)->references > 0;
}

/* The first free address, as drivers use memory again. Threads call it. */
static void *make(char kind, const void *like, void *owner, cl_int *errcode_ret)
{
	struct object *object = objects;

	pthread_mutex_lock(&lock);
	while (object->references > 0)
		object++;
	if (object >= objects + OBJECTS - 1)
		abort();
	*object = (struct object){ as_object(like)->table, 1, owner, NULL, kind, { { false } } };
	old.live++;
	pthread_mutex_unlock(&lock);
	if (errcode_ret != NULL)
		*errcode_ret = CL_SUCCESS;
	return object;
}

static cl_int change(void *handle, char kind, int by)
{
	if (!is_live(handle, kind))
		return CL_INVALID_VALUE;
	pthread_mutex_lock(&lock);
	as_object(handle)->references += (unsigned)by;
	if (as_object(handle)->references == 0)
		old.live--;
	pthread_mutex_unlock(&lock);
	return CL_SUCCESS;
}

#define CHANGES(X)                                                                                 \
	X(Context, cl_context, 'C')                                                                \
	X(CommandQueue, cl_command_queue, 'Q')                                                     \
	X(MemObject, cl_mem, 'M')                                                                  \
	X(Sampler, cl_sampler, 'S')                                                                \
	X(Program, cl_program, 'R')                                                                \
	X(Kernel, cl_kernel, 'K')
#define CHANGE(name, type, kind)                                                                   \
	static cl_int CL_API_CALL retain_##name(type handle)                                       \
	{                                                                                          \
		return change(handle, kind, 1);                                                    \
	}                                                                                          \
	static cl_int CL_API_CALL release_##name(type handle)                                      \
	{                                                                                          \
		return change(handle, kind, -1);                                                   \
	}
CHANGES(CHANGE)

/* A function of VERSION was called for HANDLE. */
static void note_native(const void *handle, unsigned version)
{
	old.native_calls++;
	if (is_of_old(handle) && old.version < version) {
		fprintf(stderr, "a function of OpenCL %u is called\n", version);
		abort();
	}
}

/* -- queries ------------------------------------------------------------------- */

static cl_int store(const void *answer, size_t length, size_t size, void *value, size_t *size_ret)
{
	if (value != NULL && size < length)
		return CL_INVALID_VALUE;
	if (value != NULL)
		memcpy(value, answer, length);
	if (size_ret != NULL)
		*size_ret = length;
	return CL_SUCCESS;
}

#define STORE(variable) store(&(variable), sizeof(variable), size, value, size_ret)
#define STORE_TEXT(text) store(text, strlen(text) + 1, size, value, size_ret)

static cl_int CL_API_CALL get_platform_ids(cl_uint count, cl_platform_id *ids, cl_uint *count_ret)
{
	for (cl_uint i = 0; ids != NULL && i < count && i < 2; i++)
		ids[i] = (cl_platform_id)&platforms[i];
	if (count_ret != NULL)
		*count_ret = 2;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_device_ids(cl_platform_id platform, cl_device_type type,
					 cl_uint count, cl_device_id *ids, cl_uint *count_ret)
{
	const size_t index = platform == NULL ? 0 : (size_t)(as_object(platform) - platforms);

	(void)type;
	if (ids != NULL && count > 0)
		ids[0] = (cl_device_id)&devices[index];
	if (count_ret != NULL)
		*count_ret = 1;
	return CL_SUCCESS;
}

static unsigned version_of(const void *handle)
{
	return is_of_old(handle) ? old.version : 300;
}

static const char *version_text(const void *handle, const char *prefix)
{
	static char texts[2][64];
	char *text = texts[is_of_old(handle)];

	snprintf(text, sizeof(texts[0]), "%s %u.%u fake", prefix, version_of(handle) / 100,
		 version_of(handle) % 100);
	return text;
}

static cl_int CL_API_CALL get_platform_info(cl_platform_id platform, cl_platform_info name,
					    size_t size, void *value, size_t *size_ret)
{
	const cl_ulong timer = 1;

	switch (name) {
	case CL_PLATFORM_PROFILE:
		return STORE_TEXT("FULL_PROFILE");
	case CL_PLATFORM_NAME:
		return STORE_TEXT(is_of_old(platform) ? "Old" : "New");
	case CL_PLATFORM_VERSION:
		return STORE_TEXT(version_text(platform, "OpenCL"));
	case CL_PLATFORM_EXTENSIONS:
		return STORE_TEXT(is_of_old(platform) ? old.platform_extensions
						      : old.new_extensions);
	case CL_PLATFORM_HOST_TIMER_RESOLUTION:
		if (version_of(platform) < 201)
			return CL_INVALID_VALUE;
		return STORE(timer);
	default:
		return CL_INVALID_VALUE;
	}
}

/* What each version has: 1 in every query, in as many bytes as it has. */
static const struct {
	cl_device_info first, last;
	unsigned version;
} newer[] = {
	{ CL_DEVICE_IMAGE_PITCH_ALIGNMENT, CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, 200 },
	{ CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, 200 },
	{ CL_DEVICE_MAX_NUM_SUB_GROUPS, CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, 201 },
	{ CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, 300 },
	{ CL_DEVICE_OPENCL_C_FEATURES, CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED, 300 },
	{ CL_DEVICE_NUMERIC_VERSION, CL_DEVICE_NUMERIC_VERSION, 300 },
	{ CL_DEVICE_EXTENSIONS_WITH_VERSION, CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, 300 },
};

static bool is_newer(cl_device_id device, cl_device_info name)
{
	const unsigned version = version_of(device);

	for (size_t i = 0; i < sizeof(newer) / sizeof(newer[0]); i++)
		if (name >= newer[i].first && name <= newer[i].last)
			return newer[i].version <= version &&
			       !(is_of_old(device) && old.is_incomplete &&
				 newer[i].version > version - 100);
	return false;
}

static cl_int answer_newer(cl_device_info name, size_t size, void *value, size_t *size_ret)
{
	const cl_ulong one = 1;
	const cl_name_version none = { 0, "" };

	switch (name) {
	case CL_DEVICE_SVM_CAPABILITIES:
	case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES:
	case CL_DEVICE_ATOMIC_FENCE_CAPABILITIES:
	case CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE:
		return STORE(one);
	case CL_DEVICE_OPENCL_C_FEATURES:
	case CL_DEVICE_EXTENSIONS_WITH_VERSION:
		return store(&none, 0, size, value, size_ret);
	default:
		return store(&one, sizeof(cl_uint), size, value, size_ret);
	}
}

static cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info name, size_t size,
					  void *value, size_t *size_ret)
{
	const cl_platform_id platform = is_of_old(device) ? old_platform : new_platform;
	const cl_device_id none = NULL;
	const cl_uint dimensions = 3, bits = 64;
	const size_t sizes[] = { 1024, 1024, 64 };
	const struct old_answer *answer = is_of_old(device) ? old.answers : NULL;

	for (; answer != NULL && answer->name != 0; answer++)
		if (answer->name == name)
			return store(answer->value, answer->size, size, value, size_ret);
	switch (name) {
	case CL_DEVICE_PLATFORM:
		return STORE(platform);
	case CL_DEVICE_PARENT_DEVICE:
		return STORE(none);
	case CL_DEVICE_NAME:
		return STORE_TEXT(is_of_old(device) ? "Old Device" : "New Device");
	case CL_DEVICE_VERSION:
		return STORE_TEXT(version_text(device, "OpenCL"));
	case CL_DEVICE_OPENCL_C_VERSION:
		return STORE_TEXT(version_of(device) >= 300  ? "OpenCL C 1.2 "
				  : version_of(device) > 200 ? "OpenCL C 2.0"
							     : version_text(device, "OpenCL C"));
	case CL_DEVICE_PROFILE:
		return STORE_TEXT("FULL_PROFILE");
	case CL_DEVICE_EXTENSIONS:
		return STORE_TEXT(is_of_old(device) ? old.extensions : old.new_extensions);
	case CL_DEVICE_BUILT_IN_KERNELS:
		return STORE_TEXT("");
	case CL_DEVICE_IL_VERSION:
		return version_of(device) < 201 ? CL_INVALID_VALUE : STORE_TEXT("");
	case CL_DEVICE_COMPILER_AVAILABLE:
		return STORE(old.has_compiler);
	case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS:
		return STORE(dimensions);
	case CL_DEVICE_MAX_WORK_ITEM_SIZES:
		return STORE(sizes);
	case CL_DEVICE_ADDRESS_BITS:
		return STORE(bits);
	default:
		return is_newer(device, name) ? answer_newer(name, size, value, size_ret)
					      : CL_INVALID_VALUE;
	}
}

/* -- contexts and what is in them ---------------------------------------------- */

static void(CL_CALLBACK *notify)(const char *text, const void *info, size_t size, void *user_data);
static void *notify_data;

void old_notify(void)
{
	notify("an error", NULL, 0, notify_data);
}

static cl_context CL_API_CALL create_context(const cl_context_properties *properties,
					     cl_uint count, const cl_device_id *list,
					     void(CL_CALLBACK *function)(const char *, const void *,
									 size_t, void *),
					     void *user_data, cl_int *errcode_ret)
{
	struct object *context = make('C', list[0], NULL, errcode_ret);

	(void)properties;
	(void)count;
	context->device = as_object(list[0]);
	notify = function;
	notify_data = user_data;
	return (cl_context)context;
}

static cl_int CL_API_CALL get_context_info(cl_context context, cl_context_info name, size_t size,
					   void *value, size_t *size_ret)
{
	if (!is_live(context, 'C'))
		return CL_INVALID_CONTEXT;
	if (name == CL_CONTEXT_DEVICES)
		return STORE(as_object(context)->device);
	if (name == CL_CONTEXT_REFERENCE_COUNT)
		return STORE(as_object(context)->references);
	return CL_INVALID_VALUE;
}

static cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id device,
						 cl_command_queue_properties properties,
						 cl_int *errcode_ret)
{
	struct object *queue;

	if (device == NULL || as_object(context)->device != as_object(device)) {
		*errcode_ret = CL_INVALID_DEVICE;
		return NULL;
	}
	old.flags = properties;
	queue = make('Q', context, context, errcode_ret);
	queue->device = as_object(device);
	return (cl_command_queue)queue;
}

static cl_command_queue CL_API_CALL create_queue_with(cl_context context, cl_device_id device,
						      const cl_queue_properties *properties,
						      cl_int *errcode_ret)
{
	(void)properties;
	note_native(context, 200);
	return create_queue(context, device, 0, errcode_ret);
}

static cl_int CL_API_CALL get_queue_info(cl_command_queue queue, cl_command_queue_info name,
					 size_t size, void *value, size_t *size_ret)
{
	if (!is_live(queue, 'Q'))
		return CL_INVALID_COMMAND_QUEUE;
	if (name == CL_QUEUE_CONTEXT)
		return STORE(as_object(queue)->owner);
	if (name == CL_QUEUE_DEVICE)
		return STORE(as_object(queue)->device);
	if (name == CL_QUEUE_PROPERTIES_ARRAY && version_of(queue) == 300)
		return STORE_TEXT("native");
	return CL_INVALID_VALUE;
}

static cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t size,
					void *host, cl_int *errcode_ret)
{
	(void)flags;
	(void)host;
	if (size > 0)
		return make('M', context, context, errcode_ret);
	*errcode_ret = CL_INVALID_BUFFER_SIZE;
	return NULL;
}

static cl_mem CL_API_CALL create_buffer_with(cl_context context,
					     const cl_mem_properties *properties,
					     cl_mem_flags flags, size_t size, void *host,
					     cl_int *errcode_ret)
{
	(void)properties;
	note_native(context, 300);
	return create_buffer(context, flags, size, host, errcode_ret);
}

static cl_mem CL_API_CALL create_image(cl_context context, cl_mem_flags flags,
				       const cl_image_format *format, const cl_image_desc *desc,
				       void *host, cl_int *errcode_ret)
{
	(void)flags;
	(void)host;
	if (format != NULL && desc != NULL)
		return make('M', context, context, errcode_ret);
	*errcode_ret = CL_INVALID_IMAGE_DESCRIPTOR;
	return NULL;
}

static cl_int CL_API_CALL get_mem_info(cl_mem memory, cl_mem_info name, size_t size, void *value,
				       size_t *size_ret)
{
	const cl_uint type = CL_MEM_OBJECT_BUFFER;

	if (!is_live(memory, 'M'))
		return CL_INVALID_MEM_OBJECT;
	return name == CL_MEM_TYPE ? STORE(type) : CL_INVALID_VALUE;
}

static cl_sampler CL_API_CALL create_sampler(cl_context context, cl_bool normalized,
					     cl_addressing_mode addressing, cl_filter_mode filter,
					     cl_int *errcode_ret)
{
	old.sampler[0] = normalized;
	old.sampler[1] = addressing;
	old.sampler[2] = filter;
	return make('S', context, context, errcode_ret);
}

static cl_sampler CL_API_CALL create_sampler_with(cl_context context,
						  const cl_sampler_properties *properties,
						  cl_int *errcode_ret)
{
	(void)properties;
	note_native(context, 200);
	return make('S', context, context, errcode_ret);
}

static cl_int CL_API_CALL get_sampler_info(cl_sampler sampler, cl_sampler_info name, size_t size,
					   void *value, size_t *size_ret)
{
	if (!is_live(sampler, 'S'))
		return CL_INVALID_SAMPLER;
	return name == CL_SAMPLER_CONTEXT ? STORE(as_object(sampler)->owner) : CL_INVALID_VALUE;
}

/* -- programs and kernels ------------------------------------------------------ */

static cl_program CL_API_CALL create_program(cl_context context, cl_uint count, const char **texts,
					     const size_t *lengths, cl_int *errcode_ret)
{
	(void)count;
	(void)texts;
	(void)lengths;
	return make('R', context, context, errcode_ret);
}

static cl_int CL_API_CALL get_program_info(cl_program program, cl_program_info name, size_t size,
					   void *value, size_t *size_ret)
{
	if (!is_live(program, 'R'))
		return CL_INVALID_PROGRAM;
	return name == CL_PROGRAM_CONTEXT ? STORE(as_object(program)->owner) : CL_INVALID_VALUE;
}

static cl_int CL_API_CALL get_build_info(cl_program program, cl_device_id device,
					 cl_program_build_info name, size_t size, void *value,
					 size_t *size_ret)
{
	(void)device;
	if (!is_live(program, 'R'))
		return CL_INVALID_PROGRAM;
	return name == CL_PROGRAM_BUILD_STATUS ? STORE(old.status) : CL_INVALID_VALUE;
}

static cl_kernel CL_API_CALL create_kernel(cl_program program, const char *name,
					   cl_int *errcode_ret)
{
	if (strcmp(name, "kernel") == 0 && old.status == CL_BUILD_SUCCESS)
		return make('K', program, program, errcode_ret);
	*errcode_ret = CL_INVALID_PROGRAM_EXECUTABLE;
	return NULL;
}

static cl_int CL_API_CALL create_kernels(cl_program program, cl_uint count, cl_kernel *kernels,
					 cl_uint *count_ret)
{
	for (cl_uint i = 0; kernels != NULL && i < count && i < 2; i++)
		kernels[i] = make('K', program, program, NULL);
	if (count_ret != NULL)
		*count_ret = 2;
	return CL_SUCCESS;
}

static cl_int set(cl_kernel kernel, cl_uint index, size_t size, const void *value)
{
	struct argument *argument;

	if (!is_live(kernel, 'K'))
		return CL_INVALID_KERNEL;
	if (index >= ARGUMENTS)
		return CL_INVALID_ARG_INDEX;
	argument = &as_object(kernel)->arguments[index];
	if (value != NULL && size > sizeof(argument->value))
		return CL_INVALID_ARG_SIZE;
	argument->is_set = true;
	argument->has_value = value != NULL;
	argument->size = size;
	if (value != NULL)
		memcpy(argument->value, value, size);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL set_kernel_arg(cl_kernel kernel, cl_uint index, size_t size,
					 const void *value)
{
	return set(kernel, index, size, value);
}

static cl_int CL_API_CALL set_pointer(cl_kernel kernel, cl_uint index, const void *pointer)
{
	note_native(kernel, 200);
	return set(kernel, index, sizeof(pointer), &pointer);
}

const void *old_argument(cl_kernel kernel, cl_uint index, size_t *size)
{
	const struct argument *argument = &as_object(kernel)->arguments[index];

	*size = argument->is_set ? argument->size : 0;
	return argument->has_value ? argument->value : NULL;
}

static cl_int CL_API_CALL set_exec_info(cl_kernel kernel, cl_kernel_exec_info name, size_t size,
					const void *value)
{
	(void)name;
	note_native(kernel, 200);
	return set(kernel, ARGUMENTS - 1, size, value);
}

static cl_kernel CL_API_CALL clone_kernel(cl_kernel kernel, cl_int *errcode_ret)
{
	struct object *clone;

	if (kernel == NULL) {
		if (errcode_ret != NULL)
			*errcode_ret = CL_INVALID_KERNEL;
		return NULL;
	}
	note_native(kernel, 201);
	clone = make('K', kernel, as_object(kernel)->owner, errcode_ret);
	memcpy(clone->arguments, as_object(kernel)->arguments, sizeof(clone->arguments));
	return (cl_kernel)clone;
}

static cl_int CL_API_CALL get_kernel_info(cl_kernel kernel, cl_kernel_info name, size_t size,
					  void *value, size_t *size_ret)
{
	const cl_uint count = ARGUMENTS;

	if (!is_live(kernel, 'K'))
		return CL_INVALID_KERNEL;
	if (name == CL_KERNEL_PROGRAM)
		return STORE(as_object(kernel)->owner);
	if (name == CL_KERNEL_CONTEXT)
		return STORE(as_object(kernel)->owner->owner);
	if (name == CL_KERNEL_NUM_ARGS)
		return STORE(count);
	return name == CL_KERNEL_FUNCTION_NAME ? STORE_TEXT("kernel") : CL_INVALID_VALUE;
}

static cl_int CL_API_CALL get_group_info(cl_kernel kernel, cl_device_id device,
					 cl_kernel_work_group_info name, size_t size, void *value,
					 size_t *size_ret)
{
	const size_t largest = 512, multiple = 32;

	(void)kernel;
	(void)device;
	if (name == CL_KERNEL_WORK_GROUP_SIZE)
		return STORE(largest);
	if (name == CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE)
		return STORE(multiple);
	return name == CL_KERNEL_COMPILE_WORK_GROUP_SIZE ? STORE(old.required) : CL_INVALID_VALUE;
}

static cl_int CL_API_CALL enqueue_kernel(cl_command_queue queue, cl_kernel kernel,
					 cl_uint dimensions, const size_t *offset,
					 const size_t *global, const size_t *local, cl_uint waits,
					 const cl_event *list, cl_event *event)
{
	(void)queue, (void)kernel, (void)offset, (void)global, (void)waits, (void)list;
	(void)event;
	old.has_local = local != NULL;
	memset(old.local, 0, sizeof(old.local));
	if (local != NULL)
		memcpy(old.local, local, dimensions * sizeof(*local));
	return CL_SUCCESS;
}

/* A command that ended at 7. */
static cl_int CL_API_CALL get_profiling_info(cl_event event, cl_profiling_info name, size_t size,
					     void *value, size_t *size_ret)
{
	const cl_ulong end = 7;

	(void)event;
	return name == CL_PROFILING_COMMAND_END ? STORE(end) : CL_INVALID_VALUE;
}

/* -- functions that only New has ----------------------------------------------- */

static cl_int CL_API_CALL get_host_timer(cl_device_id device, cl_ulong *time)
{
	note_native(device, 201);
	*time = 5;
	return CL_SUCCESS;
}

static void *CL_API_CALL svm_alloc(cl_context context, cl_svm_mem_flags flags, size_t size,
				   cl_uint alignment)
{
	(void)flags, (void)size, (void)alignment;
	note_native(context, 200);
	return &below;
}

static cl_int CL_API_CALL set_destructor(cl_context context,
					 void(CL_CALLBACK *function)(cl_context, void *),
					 void *user_data)
{
	(void)function, (void)user_data;
	note_native(context, 300);
	return CL_SUCCESS;
}

/* -- the loader ---------------------------------------------------------------- */

static void *CL_API_CALL get_function_for(cl_platform_id platform, const char *name)
{
	return is_of_old(platform) && old.function != NULL && strcmp(name, old.function) == 0
		       ? old.address
		       : NULL;
}

static const char *CL_API_CALL get_option(const char *of_layer, const char *name)
{
	const size_t length = strlen(name);

	(void)of_layer;
	if (setting == NULL || strncmp(setting, name, length) != 0 || setting[length] != '=')
		return NULL;
	return setting + length + 1;
}

static void *CL_API_CALL get_function(const char *name)
{
	return strcmp(name, "clGetLayerOptionCLROUTER") == 0 ? (void *)get_option : NULL;
}

static void fill(void)
{
#define FILL(name, type, kind)                                                                     \
	below.clRetain##name = retain_##name;                                                      \
	below.clRelease##name = release_##name;
	CHANGES(FILL)
	below.clGetPlatformIDs = get_platform_ids;
	below.clGetPlatformInfo = get_platform_info;
	below.clGetDeviceIDs = get_device_ids;
	below.clGetDeviceInfo = get_device_info;
	below.clCreateContext = create_context;
	below.clGetContextInfo = get_context_info;
	below.clCreateCommandQueue = create_queue;
	below.clCreateCommandQueueWithProperties = create_queue_with;
	below.clGetCommandQueueInfo = get_queue_info;
	below.clCreateBuffer = create_buffer;
	below.clCreateBufferWithProperties = create_buffer_with;
	below.clCreateImage = create_image;
	below.clGetMemObjectInfo = get_mem_info;
	below.clCreateSampler = create_sampler;
	below.clCreateSamplerWithProperties = create_sampler_with;
	below.clGetSamplerInfo = get_sampler_info;
	below.clCreateProgramWithSource = create_program;
	below.clGetProgramInfo = get_program_info;
	below.clGetProgramBuildInfo = get_build_info;
	below.clCreateKernel = create_kernel;
	below.clCreateKernelsInProgram = create_kernels;
	below.clSetKernelArg = set_kernel_arg;
	below.clSetKernelArgSVMPointer = set_pointer;
	below.clSetKernelExecInfo = set_exec_info;
	below.clCloneKernel = clone_kernel;
	below.clGetKernelInfo = get_kernel_info;
	below.clGetKernelWorkGroupInfo = get_group_info;
	below.clEnqueueNDRangeKernel = enqueue_kernel;
	below.clGetEventProfilingInfo = get_profiling_info;
	below.clGetHostTimer = get_host_timer;
	below.clSVMAlloc = svm_alloc;
	below.clSetContextDestructorCallback = set_destructor;
	below.clGetExtensionFunctionAddress = get_function;
	below.clGetExtensionFunctionAddressForPlatform = get_function_for;
}

/* A table of LENGTH slots, after which no memory can be read. */
static void **make_table(unsigned length)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
			   0);
	void **table;

	ck_assert(pages != MAP_FAILED);
	ck_assert_int_eq(mprotect(pages + page, page, PROT_NONE), 0);
	table = (void **)(pages + page - length * sizeof(void *));
	for (unsigned i = 0; i < length; i++)
		table[i] = (void *)abort;
	return table;
}

static void make_platforms(void)
{
	const unsigned version = 1000 * (old.version / 100) + old.version % 100;
	void **table = make_table(table_length(version));

	if (old.empty_slot != 0)
		table[old.empty_slot] = NULL;
	tables[0] = table;
	tables[1] = make_table(table_length(3000));
	for (int i = 0; i < 2; i++) {
		platforms[i].table = devices[i].table = tables[i];
		platforms[i].references = devices[i].references = 1;
	}
	old_platform = (cl_platform_id)&platforms[0];
	new_platform = (cl_platform_id)&platforms[1];
	old_device = (cl_device_id)&devices[0];
	new_device = (cl_device_id)&devices[1];
}

void old_set(const char *text)
{
	setting = text;
}

void *old_library(void)
{
	return library;
}

void old_start(void)
{
	cl_int(CL_API_CALL * init)(cl_uint, const void *, cl_uint *, const void **,
				   const cl_properties *);
	cl_uint count = 0;

	make_platforms();
	fill();
	library = dlopen(LAYER_DIR "/libCLCompatibility.so", RTLD_NOW | RTLD_LOCAL);
	ck_assert_msg(library != NULL, "%s", dlerror());
	*(void **)&init = dlsym(library, "clInitLayerWithProperties");
	ck_assert_int_eq(init(CLROUTER_SLOTS, &below, &count, (const void **)&layer, NULL),
			 CL_SUCCESS);
}
