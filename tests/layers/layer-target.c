/* SPDX-License-Identifier: Apache-2.0 */
/* layer-target: see layer-target.h. */
#include "layers/layer-target.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include <clrouter/extension-functions.h>

#ifndef CL_DEVICE_UUID_KHR
#define CL_DEVICE_UUID_KHR 0x106A
#endif

#define OBJECTS 4096
#define CALLBACKS 64

struct clrouter_table clrouter_target;	/* layer.h declares it; unused here */
const struct clrouter_table *layer;
struct target_state target;

typedef cl_int CL_API_CALL init_fn(cl_uint num_entries, const void *table, cl_uint *count,
				   const void **table_ret);
typedef cl_int CL_API_CALL init_properties_fn(cl_uint num_entries, const void *table,
					      cl_uint *count, const void **table_ret,
					      const cl_properties *properties);

static struct clrouter_table below;
static void *library;

/* -- objects ------------------------------------------------------------------- */

struct object {
	unsigned int references;
	struct object *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct object objects[OBJECTS];
static unsigned int object_count;
static struct object *gone;

/* Threads call it, and check's assertions are for one thread: their messages mix in its pipe. */
static void *make(void)
{
	struct object *object = target.next;

	if (object) {
		target.next = NULL;
		return object;
	}
	pthread_mutex_lock(&lock);
	object = gone;
	if (object)
		gone = object->next;
	else
		object = &objects[object_count++];
	object->references = 1;
	if (object_count >= OBJECTS)
		abort();
	pthread_mutex_unlock(&lock);
	return object;
}

/* The address of the object that was released last is used first. */
static void change(void *changed, int by)
{
	struct object *object = changed;

	if (!target.reuses || object < objects || object >= objects + OBJECTS)
		return;
	pthread_mutex_lock(&lock);
	object->references += (unsigned int)by;
	if (object->references == 0) {
		object->next = gone;
		gone = object;
	}
	pthread_mutex_unlock(&lock);
}

static void *made(cl_int *errcode_ret)
{
	if (errcode_ret)
		*errcode_ret = CL_SUCCESS;
	return make();
}

#define COUNT(name) __atomic_fetch_add(&target.calls[CLROUTER_SLOT_##name], 1, __ATOMIC_RELAXED)

#define CHANGES(X) \
	X(clRetainContext, cl_context, 1) X(clReleaseContext, cl_context, -1) \
	X(clRetainCommandQueue, cl_command_queue, 1) \
	X(clReleaseCommandQueue, cl_command_queue, -1) \
	X(clRetainMemObject, cl_mem, 1) X(clReleaseMemObject, cl_mem, -1) \
	X(clRetainSampler, cl_sampler, 1) X(clReleaseSampler, cl_sampler, -1) \
	X(clRetainProgram, cl_program, 1) X(clReleaseProgram, cl_program, -1) \
	X(clRetainKernel, cl_kernel, 1) X(clReleaseKernel, cl_kernel, -1) \
	X(clRetainEvent, cl_event, 1) X(clReleaseEvent, cl_event, -1) \
	X(clRetainDevice, cl_device_id, 1) X(clReleaseDevice, cl_device_id, -1) \
	X(clFlush, cl_command_queue, 0) X(clFinish, cl_command_queue, 0)
#define CHANGE(name, type, by) \
	static cl_int CL_API_CALL target_##name(type object) \
	{ \
		COUNT(name); \
		change(object, by); \
		return target.fails ? CL_OUT_OF_RESOURCES : CL_SUCCESS; \
	}
CHANGES(CHANGE)

/* -- platforms and devices ----------------------------------------------------- */

/*
 * An object starts with a pointer to the driver's table (cl_khr_icd), which no test calls through.
 */
static const void *platforms[2];

static const struct {
	unsigned int platform;
	cl_device_type type;
	const char *name;
	const char *uuid;
} devices[] = {
	{ 0, CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_DEFAULT, "Alpha GPU",
	  "\xaa\xbb\xcc\xdd\x00\x11\x22\x33\x44\x55\x66\x77\x88\x99\xaa\xbb" },
	{ 0, CL_DEVICE_TYPE_CPU, "Alpha CPU", NULL },
	{ 0, CL_DEVICE_TYPE_CUSTOM, "Alpha DSP", NULL },
	{ 1, CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_DEFAULT, "Beta GPU",
	  "\x12\x34\x56\x78\x12\x34\x56\x78\x12\x34\x56\x78\x12\x34\x56\x78" },
	{ 1, CL_DEVICE_TYPE_ACCELERATOR, "Beta Card",
	  "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0" },
};

/* What cl_khr_pci_bus_info and cl_nv_device_attribute_query say of two of them. */
#define DEVICE_PCI_BUS_INFO 0x410F
#define DEVICE_PCI_BUS_ID_NV 0x4008
#define DEVICE_PCI_SLOT_ID_NV 0x4009
static const cl_uint pci_address[] = { 0, 1, 0, 0 };
static const cl_uint pci_bus = 0x86;
static const cl_uint pci_slot = 2 << 3 | 1;

#define DEVICES (sizeof(devices) / sizeof(devices[0]))

static cl_int CL_API_CALL get_platform_ids(cl_uint num_entries, cl_platform_id *ids, cl_uint *count)
{
	if ((!ids && !count) || (ids && num_entries == 0))
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; ids && i < num_entries && i < 2; i++)
		ids[i] = (cl_platform_id)&platforms[i];
	if (count)
		*count = 2;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_device_ids(cl_platform_id platform, cl_device_type type,
					 cl_uint num_entries, cl_device_id *ids, cl_uint *count)
{
	unsigned int index = !platform ? 0 : (unsigned int)((const void **)platform - platforms);
	/* "All" means all but custom devices. */
	cl_device_type wanted = type == CL_DEVICE_TYPE_ALL ? 15 : type;
	void (*inside)(void) = target.inside;
	cl_uint found = 0;

	target.inside = NULL;
	if (inside)
		inside();
	for (size_t i = 0; i < DEVICES; i++) {
		if (devices[i].platform != index || !(devices[i].type & wanted))
			continue;
		if (ids && found < num_entries)
			ids[found] = (cl_device_id)&devices[i];
		found++;
	}
	if (count)
		*count = found;
	return found > 0 ? CL_SUCCESS : CL_DEVICE_NOT_FOUND;
}

static cl_int store(const void *answer, size_t length, size_t size, void *value, size_t *size_ret)
{
	if (value && size < length)
		return CL_INVALID_VALUE;
	if (value)
		memcpy(value, answer, length);
	if (size_ret)
		*size_ret = length;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_platform_info(cl_platform_id platform, cl_platform_info name,
					    size_t size, void *value, size_t *size_ret)
{
	const char *text = (const void **)platform == &platforms[1] ? "Beta" : "Alpha";
	const bool is_second = (const void **)platform == &platforms[1];
	const cl_name_version buffers = {
		is_second ? CL_MAKE_VERSION(2, 0, 0) : CL_MAKE_VERSION(0, 9, 8),
		"cl_khr_command_buffer"
	};

	if (name == CL_PLATFORM_EXTENSIONS_WITH_VERSION)
		return store(is_second && target.extension ? target.extension : &buffers,
			     sizeof(buffers), size, value, size_ret);
	if (name != CL_PLATFORM_NAME)
		return CL_INVALID_VALUE;
	return store(text, strlen(text) + 1, size, value, size_ret);
}

static cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info name, size_t size,
					  void *value, size_t *size_ret)
{
	size_t i = (size_t)((const char *)device - (const char *)devices) / sizeof(devices[0]);

	if (i == 3 && target.has_same_device &&
	    (name == CL_DEVICE_UUID_KHR || name == DEVICE_PCI_BUS_INFO))
		i = 0;
	if (name == CL_DEVICE_TYPE)
		return store(&devices[i].type, sizeof(cl_device_type), size, value, size_ret);
	if (name == CL_DEVICE_NAME)
		return store(devices[i].name, strlen(devices[i].name) + 1, size, value, size_ret);
	if (name == CL_DEVICE_UUID_KHR && devices[i].uuid)
		return store(devices[i].uuid, 16, size, value, size_ret);
	if (i == 0 && name == DEVICE_PCI_BUS_INFO)
		return store(pci_address, sizeof(pci_address), size, value, size_ret);
	if (i == 3 && name == DEVICE_PCI_BUS_ID_NV)
		return store(&pci_bus, sizeof(pci_bus), size, value, size_ret);
	if (i == 3 && name == DEVICE_PCI_SLOT_ID_NV)
		return store(&pci_slot, sizeof(pci_slot), size, value, size_ret);
	return CL_INVALID_VALUE;
}

static cl_int CL_API_CALL create_sub_devices(cl_device_id device,
					     const cl_device_partition_property *properties,
					     cl_uint buffer, cl_device_id *out, cl_uint *count)
{
	(void)device;
	(void)properties;
	COUNT(clCreateSubDevices);
	for (cl_uint i = 0; out && i < buffer && i < 2; i++)
		out[i] = make();
	if (count)
		*count = 2;
	return CL_SUCCESS;
}

/* -- objects made from them ---------------------------------------------------- */

typedef void CL_CALLBACK context_notify(const char *errinfo, const void *private_info, size_t cb,
					void *user_data);

static cl_device_id context_devices[DEVICES];
static cl_uint context_device_count;
static cl_context context_of_queue;

static cl_context CL_API_CALL create_context(const cl_context_properties *properties,
					     cl_uint count, const cl_device_id *ids,
					     context_notify *notify, void *user_data,
					     cl_int *errcode_ret)
{
	(void)properties;
	(void)notify;
	(void)user_data;
	COUNT(clCreateContext);
	context_device_count = count;
	memcpy(context_devices, ids, count * sizeof(*ids));
	return made(errcode_ret);
}

static cl_context CL_API_CALL create_context_from_type(const cl_context_properties *properties,
						       cl_device_type type, context_notify *notify,
						       void *user_data, cl_int *errcode_ret)
{
	(void)properties;
	(void)type;
	(void)notify;
	(void)user_data;
	COUNT(clCreateContextFromType);
	return made(errcode_ret);
}

static cl_int CL_API_CALL get_context_info(cl_context context, cl_context_info name, size_t size,
					   void *value, size_t *size_ret)
{
	const intptr_t properties[] = { CL_CONTEXT_PLATFORM, (intptr_t)target.platform, 0 };

	(void)context;
	if (name == CL_CONTEXT_PROPERTIES && target.platform)
		return store(properties, sizeof(properties), size, value, size_ret);
	if (name != CL_CONTEXT_DEVICES)
		return CL_INVALID_VALUE;
	return store(context_devices, context_device_count * sizeof(cl_device_id), size, value,
		     size_ret);
}

static cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id device,
						 cl_command_queue_properties properties,
						 cl_int *errcode_ret)
{
	(void)device;
	(void)properties;
	context_of_queue = context;
	return made(errcode_ret);
}

static cl_int CL_API_CALL get_queue_info(cl_command_queue queue, cl_command_queue_info name,
					 size_t size, void *value, size_t *size_ret)
{
	const cl_command_queue_properties properties = 0;

	(void)queue;
	if (name == CL_QUEUE_CONTEXT)
		return store(&context_of_queue, sizeof(cl_context), size, value, size_ret);
	return store(&properties, sizeof(properties), size, value, size_ret);
}

static cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t size,
					void *host_ptr, cl_int *errcode_ret)
{
	(void)context;
	(void)flags;
	(void)host_ptr;
	if (size > 0)
		return made(errcode_ret);
	if (errcode_ret)
		*errcode_ret = CL_INVALID_BUFFER_SIZE;
	return NULL;
}

static cl_mem CL_API_CALL create_image(cl_context context, cl_mem_flags flags,
				       const cl_image_format *format, const cl_image_desc *desc,
				       void *host_ptr, cl_int *errcode_ret)
{
	(void)context;
	(void)flags;
	(void)format;
	(void)desc;
	(void)host_ptr;
	return made(errcode_ret);
}

static cl_sampler CL_API_CALL create_sampler(cl_context context, cl_bool normalized,
					     cl_addressing_mode addressing, cl_filter_mode filter,
					     cl_int *errcode_ret)
{
	(void)context;
	(void)normalized;
	(void)addressing;
	(void)filter;
	return made(errcode_ret);
}

static cl_program CL_API_CALL create_program(cl_context context, cl_uint count,
					     const char **strings, const size_t *lengths,
					     cl_int *errcode_ret)
{
	(void)context;
	(void)count;
	(void)strings;
	(void)lengths;
	return made(errcode_ret);
}

static cl_int CL_API_CALL build_program(cl_program program, cl_uint count,
					const cl_device_id *ids, const char *options,
					void (CL_CALLBACK *notify)(cl_program, void *),
					void *user_data)
{
	(void)count;
	(void)ids;
	(void)options;
	if (notify)
		notify(program, user_data);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_program_info(cl_program program, cl_program_info name, size_t size,
					   void *value, size_t *size_ret)
{
	const cl_uint answer = 7;

	(void)program;
	(void)name;
	return store(&answer, sizeof(answer), size, value, size_ret);
}

static cl_kernel CL_API_CALL create_kernel(cl_program program, const char *name,
					   cl_int *errcode_ret)
{
	(void)program;
	(void)name;
	return made(errcode_ret);
}

static cl_int CL_API_CALL create_kernels(cl_program program, cl_uint buffer, cl_kernel *kernels,
					 cl_uint *count)
{
	(void)program;
	for (cl_uint i = 0; kernels && i < buffer && i < 2; i++)
		kernels[i] = make();
	if (count)
		*count = 2;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL set_kernel_arg(cl_kernel kernel, cl_uint index, size_t size,
					 const void *value)
{
	(void)kernel;
	(void)index;
	(void)size;
	(void)value;
	COUNT(clSetKernelArg);
	return CL_SUCCESS;
}

static cl_kernel CL_API_CALL clone_kernel(cl_kernel kernel, cl_int *errcode_ret)
{
	(void)kernel;
	return made(errcode_ret);
}

static cl_int CL_API_CALL get_kernel_info(cl_kernel kernel, cl_kernel_info name, size_t size,
					  void *value, size_t *size_ret)
{
	(void)kernel;
	(void)name;
	return store("twice", sizeof("twice"), size, value, size_ret);
}

static cl_event CL_API_CALL create_user_event(cl_context context, cl_int *errcode_ret)
{
	(void)context;
	return made(errcode_ret);
}

/* A compiler that has nothing to do calls back at once. */
static cl_program CL_API_CALL link_program(cl_context context, cl_uint device_count,
					   const cl_device_id *list, const char *options,
					   cl_uint count, const cl_program *inputs,
					   void(CL_CALLBACK *notify)(cl_program, void *),
					   void *user_data, cl_int *errcode_ret)
{
	cl_program program = made(errcode_ret);

	(void)context;
	(void)device_count;
	(void)list;
	(void)options;
	(void)count;
	(void)inputs;
	if (notify)
		notify(program, user_data);
	return program;
}

/* -- commands ------------------------------------------------------------------ */

typedef void CL_CALLBACK event_notify(cl_event event, cl_int status, void *user_data);

static struct {
	cl_event event;
	event_notify *notify;
	void *user_data;
} callbacks[CALLBACKS];
static unsigned int callback_count;

static cl_int enqueue(cl_event *event)
{
	if (event)
		*event = make();
	return CL_SUCCESS;
}

static cl_int CL_API_CALL enqueue_kernel(cl_command_queue queue, cl_kernel kernel, cl_uint work_dim,
					 const size_t *offset, const size_t *global,
					 const size_t *local, cl_uint wait_count,
					 const cl_event *wait_list, cl_event *event)
{
	(void)queue;
	(void)kernel;
	(void)work_dim;
	(void)offset;
	(void)global;
	(void)local;
	(void)wait_count;
	(void)wait_list;
	COUNT(clEnqueueNDRangeKernel);
	return enqueue(event);
}

static cl_int CL_API_CALL enqueue_read(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
				       size_t offset, size_t size, void *ptr, cl_uint wait_count,
				       const cl_event *wait_list, cl_event *event)
{
	(void)queue;
	(void)buffer;
	(void)blocking;
	(void)offset;
	(void)size;
	(void)ptr;
	(void)wait_count;
	(void)wait_list;
	return enqueue(event);
}

static cl_int CL_API_CALL set_event_callback(cl_event event, cl_int type, event_notify *notify,
					     void *user_data)
{
	(void)type;
	if (!target.keeps_callbacks) {
		notify(event, CL_COMPLETE, user_data);
		return CL_SUCCESS;
	}
	if (callback_count >= CALLBACKS)
		abort();
	callbacks[callback_count].event = event;
	callbacks[callback_count].notify = notify;
	callbacks[callback_count++].user_data = user_data;
	return CL_SUCCESS;
}

void target_run_callbacks(void)
{
	while (callback_count > 0) {
		callback_count--;
		callbacks[callback_count].notify(callbacks[callback_count].event, CL_COMPLETE,
						 callbacks[callback_count].user_data);
	}
}

static cl_int CL_API_CALL wait_for_events(cl_uint count, const cl_event *list)
{
	(void)count;
	(void)list;
	COUNT(clWaitForEvents);
	return CL_SUCCESS;
}

static const char *CL_API_CALL get_option(const char *of_layer, const char *name)
{
	static char wanted[256];

	snprintf(wanted, sizeof(wanted), "%s.%s=", of_layer, name);
	if (!target.option || strncmp(target.option, wanted, strlen(wanted)) != 0)
		return NULL;
	return target.option + strlen(wanted);
}

static const char *CL_API_CALL get_driver(cl_platform_id platform, cl_uint index)
{
	static const char *const names[2][2] = {
		{ "/etc/OpenCL/vendors/a-driver.icd", "/opt/alpha/libAlphaCL.so.2" },
		{ NULL, "libbeta.so" },
	};

	return index < 2 ? names[(const void **)platform == &platforms[1]][index] : NULL;
}

/* -- extensions ---------------------------------------------------------------- */

static cl_command_buffer_khr CL_API_CALL create_command_buffer(
	cl_uint count, const cl_command_queue *queues,
	const cl_command_buffer_properties_khr *properties, cl_int *errcode_ret)
{
	(void)count;
	(void)queues;
	(void)properties;
	return made(errcode_ret);
}

static cl_semaphore_khr CL_API_CALL create_semaphore(cl_context context,
						     const cl_semaphore_properties_khr *properties,
						     cl_int *errcode_ret)
{
	(void)context;
	(void)properties;
	return made(errcode_ret);
}

/* Stores no command and no sync point: the program did not ask for them. */
static cl_int CL_API_CALL command_kernel(
	cl_command_buffer_khr buffer, cl_command_queue queue,
	const cl_command_properties_khr *properties, cl_kernel kernel, cl_uint dimensions,
	const size_t *offset, const size_t *global, const size_t *local, cl_uint count,
	const cl_sync_point_khr *list, cl_sync_point_khr *point, cl_mutable_command_khr *command)
{
	(void)buffer, (void)queue, (void)properties, (void)kernel, (void)dimensions;
	(void)offset, (void)global, (void)local, (void)count, (void)list, (void)point;
	if (command)
		*command = make();
	return CL_SUCCESS;
}

static cl_int CL_API_CALL change_nothing(void *object)
{
	(void)object;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL set_content_size(cl_mem buffer, cl_mem size)
{
	return buffer == size ? CL_INVALID_VALUE : CL_SUCCESS;
}

static const struct {
	const char *name;
	void *function;
} extension_functions[] = {
	{ "clCreateCommandBufferKHR", (void *)create_command_buffer },
	{ "clCreateSemaphoreWithPropertiesKHR", (void *)create_semaphore },
	{ "clCommandNDRangeKernelKHR", (void *)command_kernel },
	{ "clRetainCommandBufferKHR", (void *)change_nothing },
	{ "clReleaseCommandBufferKHR", (void *)change_nothing },
	{ "clFinalizeCommandBufferKHR", (void *)change_nothing },
	{ "clRemapCommandBufferKHR", (void *)change_nothing },
	{ "clUpdateMutableCommandsKHR", (void *)change_nothing },
	{ "clGetMutableCommandInfoKHR", (void *)change_nothing },
	{ "clSVMAllocWithPropertiesKHR", (void *)change_nothing },
	{ "clEnqueueSVMMemcpyWithPropertiesKHR", (void *)change_nothing },
	{ "clRetainSemaphoreKHR", (void *)change_nothing },
	{ "clReleaseSemaphoreKHR", (void *)change_nothing },
	{ "clSetContentSizeBufferPoCL", (void *)set_content_size },
	{ "clOther", (void *)change_nothing },
};

static void *CL_API_CALL get_function_for(cl_platform_id platform, const char *name)
{
	(void)platform;
	for (size_t i = 0; i < sizeof(extension_functions) / sizeof(*extension_functions); i++)
		if (strcmp(extension_functions[i].name, name) == 0)
			return extension_functions[i].function;
	return NULL;
}

static void *CL_API_CALL get_function(const char *name)
{
	if (strcmp(name, "clGetLayerOptionCLROUTER") == 0)
		return target.has_services ? (void *)get_option : NULL;
	if (strcmp(name, "clGetPlatformDriverCLROUTER") == 0)
		return target.has_services ? (void *)get_driver : NULL;
	return (void *)name;
}

/* -- the loader ---------------------------------------------------------------- */

static void fill(void)
{
#define FILL(name, type, by) below.name = target_##name;
	CHANGES(FILL)
	below.clGetPlatformIDs = get_platform_ids;
	below.clGetPlatformInfo = get_platform_info;
	below.clGetDeviceIDs = get_device_ids;
	below.clGetDeviceInfo = get_device_info;
	below.clCreateSubDevices = create_sub_devices;
	below.clCreateContext = create_context;
	below.clCreateContextFromType = create_context_from_type;
	below.clGetContextInfo = get_context_info;
	below.clCreateCommandQueue = create_queue;
	below.clGetCommandQueueInfo = get_queue_info;
	below.clCreateBuffer = create_buffer;
	below.clCreateImage = create_image;
	below.clCreateSampler = create_sampler;
	below.clCreateProgramWithSource = create_program;
	below.clBuildProgram = build_program;
	below.clLinkProgram = link_program;
	below.clGetProgramInfo = get_program_info;
	below.clCreateKernel = create_kernel;
	below.clCreateKernelsInProgram = create_kernels;
	below.clSetKernelArg = set_kernel_arg;
	below.clCloneKernel = clone_kernel;
	if (target.finish)
		below.clFinish = target.finish;
	below.clGetKernelInfo = get_kernel_info;
	below.clCreateUserEvent = create_user_event;
	below.clEnqueueNDRangeKernel = enqueue_kernel;
	below.clEnqueueReadBuffer = enqueue_read;
	below.clSetEventCallback = set_event_callback;
	below.clWaitForEvents = wait_for_events;
	below.clGetExtensionFunctionAddress = get_function;
	below.clGetExtensionFunctionAddressForPlatform = get_function_for;
}

static void *symbol(const char *name)
{
	void *function = dlsym(library, name);

	ck_assert_msg(function != NULL, "%s: %s", name, dlerror());
	return function;
}

cl_int target_start_again(void)
{
	init_properties_fn *init = (init_properties_fn *)symbol("clInitLayerWithProperties");
	const void *table;
	cl_uint count;

	return init(CLROUTER_SLOTS, &below, &count, &table, NULL);
}

void target_start(const char *name, bool legacy)
{
	cl_uint count = 0;
	char path[4096];
	cl_int error;

	snprintf(path, sizeof(path), "%s/lib%s.so", LAYER_DIR, name);
	library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	ck_assert_msg(library != NULL, "%s", dlerror());
	fill();
	if (legacy)
		error = ((init_fn *)symbol("clInitLayer"))(CLROUTER_SLOTS, &below, &count,
							   (const void **)&layer);
	else
		error = ((init_properties_fn *)symbol("clInitLayerWithProperties"))(
			CLROUTER_SLOTS, &below, &count, (const void **)&layer, NULL);
	ck_assert_int_eq(error, CL_SUCCESS);
	ck_assert_uint_eq(count, CLROUTER_SLOTS);
}

void target_stop(void)
{
	ck_assert_int_eq(((cl_int (CL_API_CALL *)(void))symbol("clDeinitLayer"))(), CL_SUCCESS);
}
