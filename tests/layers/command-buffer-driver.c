/* SPDX-License-Identifier: Apache-2.0 */
/*
 * command-buffer-driver: see command-buffer-driver.h.
 */
#include "layers/command-buffer-driver.h"

#include <stdio.h>
#include <string.h>

#include "opencl/constants.h"

#define OUT_OF_ORDER CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE
#define PROFILING CL_QUEUE_PROFILING_ENABLE

struct clrouter_table clrouter_target; /* layer.h declares it; unused here */
struct fake fake;

static cl_int put(const void *bytes, size_t length, size_t size, void *value, size_t *size_ret)
{
	if (value && size < length)
		return CL_INVALID_VALUE;
	if (value)
		memcpy(value, bytes, length);
	if (size_ret)
		*size_ret = length;
	return CL_SUCCESS;
}
#define PUT(type, what) put(&(type){ what }, sizeof(type), size, value, size_ret)
#define PUT_TEXT(text) put(text, strlen(text) + 1, size, value, size_ret)

static cl_int CL_API_CALL get_platform_ids(cl_uint count, cl_platform_id *ids, cl_uint *found)
{
	if (ids && count > 0)
		ids[0] = (cl_platform_id)&fake.platform;
	if (found)
		*found = 1;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_platform_info(cl_platform_id id, cl_platform_info name, size_t size,
					    void *value, size_t *size_ret)
{
	(void)id;
	switch (name) {
	case CL_PLATFORM_NAME:
		return PUT_TEXT("Fake");
	case CL_PLATFORM_VERSION:
		return PUT_TEXT("OpenCL 3.0 fake");
	case CL_PLATFORM_EXTENSIONS:
		return PUT_TEXT("");
	default:
		return CL_INVALID_VALUE;
	}
}

static cl_int CL_API_CALL get_device_ids(cl_platform_id id, cl_device_type type, cl_uint count,
					 cl_device_id *ids, cl_uint *found)
{
	(void)id;
	(void)type;
	for (cl_uint i = 0; ids && i < count && i < 2; i++)
		ids[i] = (cl_device_id)&fake.devices[i];
	if (found)
		*found = 2;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_device_info(cl_device_id id, cl_device_info name, size_t size,
					  void *value, size_t *size_ret)
{
	const bool is_native =
		id == (cl_device_id)&fake.devices[1] && fake.native_extension;
	const cl_name_version list[] = { { fake.native_version, "cl_khr_command_buffer" },
					 { CL_MAKE_VERSION(0, 9, 2),
					   "cl_khr_command_buffer_multi_device" } };

	switch (name) {
	case CL_DEVICE_PLATFORM:
		return PUT(cl_platform_id, (cl_platform_id)&fake.platform);
	case CL_DEVICE_NAME:
		return PUT_TEXT(id == (cl_device_id)&fake.devices[0] ? "First" : "Second");
	case CL_DEVICE_VERSION:
		return PUT_TEXT("OpenCL 3.0 fake");
	case CL_DEVICE_EXTENSIONS:
		return PUT_TEXT(is_native ? fake.native_extension : "");
	case CL_DEVICE_EXTENSIONS_WITH_VERSION:
		return put(list, is_native ? sizeof(list) : 0, size, value, size_ret);
	case CL_DEVICE_QUEUE_PROPERTIES:
		return PUT(cl_bitfield, OUT_OF_ORDER | PROFILING);
	case CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR:
	case CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR:
		return is_native ? PUT(cl_bitfield, 0) : CL_INVALID_VALUE;
	case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS:
		return PUT(cl_uint, 3);
	default:
		return CL_INVALID_VALUE;
	}
}

static cl_int CL_API_CALL get_context_info(cl_context id, cl_context_info name, size_t size,
					   void *value, size_t *size_ret)
{
	/* Each device is alone in its context, which has its address. */
	(void)name;
	return PUT(cl_device_id, (cl_device_id)id);
}

static cl_int CL_API_CALL get_queue_info(cl_command_queue id, cl_command_queue_info name,
					 size_t size, void *value, size_t *size_ret)
{
	const struct object *queue = (const struct object *)id;

	switch (name) {
	case CL_QUEUE_CONTEXT:
		return PUT(cl_context, (cl_context)&fake.devices[queue->device]);
	case CL_QUEUE_DEVICE:
		return PUT(cl_device_id, (cl_device_id)&fake.devices[queue->device]);
	default:
		return PUT(cl_bitfield, queue->properties);
	}
}

static cl_int CL_API_CALL get_memory_info(cl_mem id, cl_mem_info name, size_t size, void *value,
					  size_t *size_ret)
{
	(void)id;
	switch (name) {
	case CL_MEM_CONTEXT:
		return PUT(cl_context, (cl_context)&fake.devices[0]);
	case CL_MEM_TYPE:
		return PUT(cl_mem_object_type, CL_MEM_OBJECT_BUFFER);
	case CL_MEM_SIZE:
		return PUT(size_t, 4096);
	default:
		return CL_INVALID_VALUE;
	}
}

static cl_int CL_API_CALL get_kernel_info(cl_kernel id, cl_kernel_info name, size_t size,
					  void *value, size_t *size_ret)
{
	(void)id;
	if (name == CL_KERNEL_NUM_ARGS)
		return PUT(cl_uint, COMMAND_BUFFER_ARGUMENTS);
	return PUT(cl_context, (cl_context)&fake.devices[0]);
}

static cl_int CL_API_CALL get_group_info(cl_kernel id, cl_device_id device,
					 cl_kernel_work_group_info name, size_t size, void *value,
					 size_t *size_ret)
{
	const size_t none[3] = { 0, 0, 0 };

	(void)id;
	(void)device;
	if (name == CL_KERNEL_COMPILE_WORK_GROUP_SIZE)
		return put(none, sizeof(none), size, value, size_ret);
	return PUT(size_t, 256);
}

static cl_int CL_API_CALL get_event_info(cl_event id, cl_event_info name, size_t size, void *value,
					 size_t *size_ret)
{
	const struct object *event = (const struct object *)id;

	switch (name) {
	case CL_EVENT_CONTEXT:
		return PUT(cl_context, (cl_context)&fake.devices[0]);
	case CL_EVENT_COMMAND_EXECUTION_STATUS:
		return PUT(cl_int, event->status);
	default:
		return PUT(cl_command_type, CL_COMMAND_FILL_BUFFER);
	}
}

static cl_int CL_API_CALL get_times(cl_event id, cl_profiling_info name, size_t size, void *value,
				    size_t *size_ret)
{
	const cl_ulong start = ((const struct object *)id)->time;

	return PUT(cl_ulong, name == CL_PROFILING_COMMAND_END ? start + 10 : start);
}

#define CHANGES(X) \
	X(cl_command_queue, queue) X(cl_mem, memory) X(cl_kernel, kernel) X(cl_event, event)
#define CHANGE(type, name) \
	static cl_int CL_API_CALL retain_##name(type id) \
	{ \
		((struct object *)id)->references++; \
		return CL_SUCCESS; \
	} \
	static cl_int CL_API_CALL release_##name(type id) \
	{ \
		((struct object *)id)->references--; \
		return CL_SUCCESS; \
	}
CHANGES(CHANGE)

static cl_kernel CL_API_CALL clone_kernel(cl_kernel source, cl_int *error)
{
	struct object *clone = &fake.kernels[fake.kernel_count++];

	clone->references = 1;
	clone->is_bare = ((struct object *)source)->is_bare;
	*error = CL_SUCCESS;
	return (cl_kernel)clone;
}

static cl_int CL_API_CALL set_argument(cl_kernel id, cl_uint index, size_t size, const void *value)
{
	struct object *kernel = (struct object *)id;

	(void)size;
	(void)value;
	if (index >= COMMAND_BUFFER_ARGUMENTS)
		return CL_INVALID_ARG_INDEX;
	kernel->is_bare &= index != 0;
	kernel->set |= 1u << index;
	return CL_SUCCESS;
}

/* -- commands of the driver -------------------------------------------------------------- */

struct object *command_buffer_driver_event(char name)
{
	struct object *event = &fake.events[fake.event_count++];

	event->references = 1;
	event->name = name != 0 ? name : (char)('a' + fake.event_count - 1);
	return event;
}

static cl_int note(const char *kind, cl_uint count, const cl_event *waits, cl_event *event)
{
	char *end = fake.calls + strlen(fake.calls);

	if (fake.left_until_error == 0)
		return CL_OUT_OF_RESOURCES;
	fake.left_until_error--;
	end += sprintf(end, "%s%s(", end == fake.calls ? "" : " ", kind);
	for (cl_uint i = 0; i < count; i++)
		*end++ = ((const struct object *)waits[i])->name;
	*end++ = ')';
	if (event) {
		struct object *made = command_buffer_driver_event(0);

		*event = (cl_event)made;
		*end++ = '=';
		*end++ = made->name;
	}
	*end = '\0';
	return CL_SUCCESS;
}

static cl_int CL_API_CALL fill(cl_command_queue queue, cl_mem memory, const void *pattern,
			       size_t pattern_size, size_t offset, size_t size, cl_uint count,
			       const cl_event *waits, cl_event *event)
{
	(void)queue;
	(void)pattern;
	(void)pattern_size;
	(void)offset;
	(void)size;
	return note(memory == (cl_mem)&fake.made ? "e" : "f", count, waits, event);
}

static cl_mem CL_API_CALL create_buffer(cl_context id, cl_mem_flags flags, size_t size, void *host,
					cl_int *error)
{
	(void)id;
	(void)flags;
	(void)size;
	(void)host;
	*error = CL_SUCCESS;
	fake.made.references++;
	return (cl_mem)&fake.made;
}

static cl_int CL_API_CALL mark(cl_command_queue queue, cl_uint count, const cl_event *waits,
			       cl_event *event)
{
	(void)queue;
	return note("m", count, waits, event);
}

static cl_int CL_API_CALL launch(cl_command_queue queue, cl_kernel id, cl_uint dims,
				 const size_t *offset, const size_t *global, const size_t *local,
				 cl_uint count, const cl_event *waits, cl_event *event)
{
	(void)queue;
	(void)dims;
	(void)offset;
	(void)local;
	if (((struct object *)id)->is_bare)
		return CL_INVALID_KERNEL_ARGS;
	return global[0] == 0 ? CL_SUCCESS : note("k", count, waits, event);
}

static cl_event CL_API_CALL create_user(cl_context id, cl_int *error)
{
	(void)id;
	*error = CL_SUCCESS;
	return (cl_event)command_buffer_driver_event('u');
}

static cl_int CL_API_CALL set_user(cl_event id, cl_int status)
{
	((struct object *)id)->status = status;
	return CL_SUCCESS;
}

/* -- the driver's own command buffers ---------------------------------------------------- */

static cl_command_buffer_khr CL_API_CALL native_create(cl_uint count, const cl_command_queue *list,
						       const cl_properties *properties,
						       cl_int *error)
{
	(void)count;
	(void)list;
	(void)properties;
	fake.native_calls++;
	if (error)
		*error = CL_SUCCESS;
	return (cl_command_buffer_khr)&fake.native;
}

static cl_int CL_API_CALL native_change(cl_command_buffer_khr commands)
{
	fake.native_calls++;
	return commands == (cl_command_buffer_khr)&fake.native ? CL_SUCCESS
							       : CL_INVALID_COMMAND_BUFFER_KHR;
}

static cl_command_buffer_khr CL_API_CALL native_remap(cl_command_buffer_khr commands,
						      cl_bool automatic, cl_uint queue_count,
						      const cl_command_queue *list, cl_uint count,
						      const cl_mutable_command_khr *handles,
						      cl_mutable_command_khr *handles_ret,
						      cl_int *error)
{
	(void)automatic;
	(void)queue_count;
	(void)list;
	(void)count;
	(void)handles;
	(void)handles_ret;
	fake.native_calls++;
	*error = commands == (cl_command_buffer_khr)&fake.native ? CL_SUCCESS : CL_INVALID_VALUE;
	return commands;
}

static void *CL_API_CALL find_function(cl_platform_id id, const char *name)
{
	(void)id;
	if (!fake.native_extension)
		return NULL;
	return strcmp(name, "clCreateCommandBufferKHR") == 0	 ? (void *)native_create
	       : strcmp(name, "clFinalizeCommandBufferKHR") == 0 ? (void *)native_change
	       : strcmp(name, "clRemapCommandBufferKHR") == 0	 ? (void *)native_remap
								 : NULL;
}

static void *CL_API_CALL find_any(const char *name)
{
	return find_function(NULL, name);
}

/* -- the table --------------------------------------------------------------------------- */

void command_buffer_driver(struct clrouter_table *table)
{
	table->clGetPlatformIDs = get_platform_ids;
	table->clGetPlatformInfo = get_platform_info;
	table->clGetDeviceIDs = get_device_ids;
	table->clGetDeviceInfo = get_device_info;
	table->clGetContextInfo = get_context_info;
	table->clGetCommandQueueInfo = get_queue_info;
	table->clRetainCommandQueue = retain_queue;
	table->clReleaseCommandQueue = release_queue;
	table->clGetMemObjectInfo = get_memory_info;
	table->clRetainMemObject = retain_memory;
	table->clReleaseMemObject = release_memory;
	table->clGetKernelInfo = get_kernel_info;
	table->clGetKernelWorkGroupInfo = get_group_info;
	table->clRetainKernel = retain_kernel;
	table->clReleaseKernel = release_kernel;
	table->clCloneKernel = clone_kernel;
	table->clSetKernelArg = set_argument;
	table->clGetEventInfo = get_event_info;
	table->clGetEventProfilingInfo = get_times;
	table->clRetainEvent = retain_event;
	table->clReleaseEvent = release_event;
	table->clCreateBuffer = create_buffer;
	table->clEnqueueFillBuffer = fill;
	table->clEnqueueMarkerWithWaitList = mark;
	table->clEnqueueNDRangeKernel = launch;
	table->clCreateUserEvent = create_user;
	table->clSetUserEventStatus = set_user;
	table->clGetExtensionFunctionAddress = find_any;
	table->clGetExtensionFunctionAddressForPlatform = find_function;
}
