/* SPDX-License-Identifier: Apache-2.0 */
/*
 * command-buffer: what the compatibility layer enqueues for a command buffer, which events that
 * waits for, and what is left afterwards. The driver is a fake one that executes nothing. Its first
 * device has no command buffers, its second one has them if a test says so.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <clrouter/extension.h>

#include "opencl/constants.h"
#include "unit/unit.h"

#define OUT_OF_ORDER CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE
#define PROFILING CL_QUEUE_PROFILING_ENABLE

struct clrouter_table clrouter_target; /* layer.h declares it; unused here */

/* -- objects of the driver --------------------------------------------------------------- */

/* The first word of an object leads to the table of its driver; nobody calls through it here. */
struct object {
	const void *dispatch;
	int references;
	cl_command_queue_properties properties; /* of a queue */
	int device;
	bool is_bare;  /* a kernel without arguments */
	int status;    /* of an event */
	cl_ulong time; /* of its start; it ends 10 later */
	char name;
};

static struct object platform, devices[2], buffer, kernel, native;
static struct object queues[4]; /* in order and not, of the first device; the same of the second */
static struct object events[64];
static struct object kernels[64];
static int event_count;
static int kernel_count;
static char calls[512]; /* what was enqueued: kind(events that it waits for)=its event */
static int left_until_error; /* enqueues; negative: none fails */
static const char *native_extension;
static cl_version native_version;
static int native_calls;

static cl_int put(const void *bytes, size_t length, size_t size, void *value, size_t *size_ret)
{
	if (value != NULL && size < length)
		return CL_INVALID_VALUE;
	if (value != NULL)
		memcpy(value, bytes, length);
	if (size_ret != NULL)
		*size_ret = length;
	return CL_SUCCESS;
}
#define PUT(type, what) put(&(type){ what }, sizeof(type), size, value, size_ret)
#define PUT_TEXT(text) put(text, strlen(text) + 1, size, value, size_ret)

static cl_int CL_API_CALL get_platform_ids(cl_uint count, cl_platform_id *ids, cl_uint *found)
{
	if (ids != NULL && count > 0)
		ids[0] = (cl_platform_id)&platform;
	if (found != NULL)
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
	for (cl_uint i = 0; ids != NULL && i < count && i < 2; i++)
		ids[i] = (cl_device_id)&devices[i];
	if (found != NULL)
		*found = 2;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_device_info(cl_device_id id, cl_device_info name, size_t size,
					  void *value, size_t *size_ret)
{
	const bool is_native = id == (cl_device_id)&devices[1] && native_extension != NULL;
	const cl_name_version list[] = { { native_version, "cl_khr_command_buffer" },
					 { CL_MAKE_VERSION(0, 9, 2),
					   "cl_khr_command_buffer_multi_device" } };

	switch (name) {
	case CL_DEVICE_PLATFORM:
		return PUT(cl_platform_id, (cl_platform_id)&platform);
	case CL_DEVICE_NAME:
		return PUT_TEXT(id == (cl_device_id)&devices[0] ? "First" : "Second");
	case CL_DEVICE_VERSION:
		return PUT_TEXT("OpenCL 3.0 fake");
	case CL_DEVICE_EXTENSIONS:
		return PUT_TEXT(is_native ? native_extension : "");
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
		return PUT(cl_context, (cl_context)&devices[queue->device]);
	case CL_QUEUE_DEVICE:
		return PUT(cl_device_id, (cl_device_id)&devices[queue->device]);
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
		return PUT(cl_context, (cl_context)&devices[0]);
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
	(void)name;
	return PUT(cl_context, (cl_context)&devices[0]);
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
		return PUT(cl_context, (cl_context)&devices[0]);
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
	struct object *clone = &kernels[kernel_count++];

	clone->references = 1;
	clone->is_bare = ((struct object *)source)->is_bare;
	*error = CL_SUCCESS;
	return (cl_kernel)clone;
}

static cl_int CL_API_CALL set_argument(cl_kernel id, cl_uint index, size_t size, const void *value)
{
	(void)size;
	(void)value;
	if (index != 0)
		return CL_INVALID_ARG_INDEX;
	((struct object *)id)->is_bare = false;
	return CL_SUCCESS;
}

/* -- commands of the driver -------------------------------------------------------------- */

static struct object *make_event(char name)
{
	struct object *event = &events[event_count++];

	event->references = 1;
	event->name = name != 0 ? name : (char)('a' + event_count - 1);
	return event;
}

static cl_int note(const char *kind, cl_uint count, const cl_event *waits, cl_event *event)
{
	char *end = calls + strlen(calls);

	if (left_until_error == 0)
		return CL_OUT_OF_RESOURCES;
	left_until_error--;
	end += sprintf(end, "%s%s(", end == calls ? "" : " ", kind);
	for (cl_uint i = 0; i < count; i++)
		*end++ = ((const struct object *)waits[i])->name;
	*end++ = ')';
	if (event != NULL) {
		struct object *made = make_event(0);

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
	(void)memory;
	(void)pattern;
	(void)pattern_size;
	(void)offset;
	(void)size;
	return note("f", count, waits, event);
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
	return (cl_event)make_event('u');
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
	native_calls++;
	if (error != NULL)
		*error = CL_SUCCESS;
	return (cl_command_buffer_khr)&native;
}

static cl_int CL_API_CALL native_change(cl_command_buffer_khr commands)
{
	native_calls++;
	return commands == (cl_command_buffer_khr)&native ? CL_SUCCESS :
							    CL_INVALID_COMMAND_BUFFER_KHR;
}

static cl_command_buffer_khr CL_API_CALL native_remap(
	cl_command_buffer_khr commands, cl_bool automatic, cl_uint queue_count,
	const cl_command_queue *list, cl_uint count, const cl_mutable_command_khr *handles,
	cl_mutable_command_khr *handles_ret, cl_int *error)
{
	(void)automatic;
	(void)queue_count;
	(void)list;
	(void)count;
	(void)handles;
	(void)handles_ret;
	native_calls++;
	*error = commands == (cl_command_buffer_khr)&native ? CL_SUCCESS : CL_INVALID_VALUE;
	return commands;
}

static void *CL_API_CALL find_function(cl_platform_id id, const char *name)
{
	(void)id;
	if (native_extension == NULL)
		return NULL;
	return strcmp(name, "clCreateCommandBufferKHR") == 0   ? (void *)native_create :
	       strcmp(name, "clFinalizeCommandBufferKHR") == 0 ? (void *)native_change :
	       strcmp(name, "clRemapCommandBufferKHR") == 0    ? (void *)native_remap :
								 NULL;
}

static void *CL_API_CALL find_any(const char *name)
{
	return find_function(NULL, name);
}

/* -- the program ------------------------------------------------------------------------- */

static const struct clrouter_table *layer;

#define FUNCTIONS(X) \
	X(clCreateCommandBufferKHR) X(clFinalizeCommandBufferKHR) X(clReleaseCommandBufferKHR) \
	X(clEnqueueCommandBufferKHR) X(clCommandBarrierWithWaitListKHR) X(clCommandFillBufferKHR) \
	X(clCommandNDRangeKernelKHR) X(clUpdateMutableCommandsKHR) X(clRemapCommandBufferKHR)
#define MEMBER(id, text, extension, first, last, ret, give, args, ...) \
	ret(CL_API_CALL *id)(__VA_ARGS__);
#define DECLARE(name) CLROUTER_EXTENSION_##name(MEMBER)
static struct {
	FUNCTIONS(DECLARE)
} api;

typedef cl_int CL_API_CALL start_layer(cl_uint count, const void *target, cl_uint *count_ret,
				       const struct clrouter_table **table,
				       const cl_properties *properties);

static void fill_table(struct clrouter_table *table)
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
	table->clEnqueueFillBuffer = fill;
	table->clEnqueueMarkerWithWaitList = mark;
	table->clEnqueueNDRangeKernel = launch;
	table->clCreateUserEvent = create_user;
	table->clSetUserEventStatus = set_user;
	table->clGetExtensionFunctionAddress = find_any;
	table->clGetExtensionFunctionAddressForPlatform = find_function;
}

/* Starts the layer; PROVIDE may be NULL. */
static void start(const char *provide)
{
	static struct clrouter_table target;
	void *library = dlopen(LAYER_DIR "/libCLCompatibility.so", RTLD_NOW);
	start_layer *init;
	cl_uint count;

	ck_assert_msg(library != NULL, "%s", dlerror());
	if (provide != NULL)
		setenv("OPENCL_COMPATIBILITY_PROVIDE", provide, 1);
	for (int i = 0; i < 4; i++) {
		queues[i].references = 1;
		queues[i].properties = (i % 2 == 0 ? 0 : OUT_OF_ORDER) | PROFILING;
		queues[i].device = i / 2;
	}
	buffer.references = 1;
	kernel.references = 1;
	left_until_error = -1;
	fill_table(&target);
	init = (start_layer *)dlsym(library, "clInitLayerWithProperties");
	ck_assert_int_eq(init(CLROUTER_SLOTS, &target, &count, &layer, NULL), CL_SUCCESS);
#define LOOK_UP(name) \
	api.name = layer->clGetExtensionFunctionAddressForPlatform((cl_platform_id)&platform, \
								   #name);
	FUNCTIONS(LOOK_UP)
}

static cl_command_buffer_khr create(int queue, cl_bitfield flags)
{
	const cl_properties properties[] = { CL_COMMAND_BUFFER_FLAGS_KHR, flags, 0 };
	cl_command_queue list[] = { (cl_command_queue)&queues[queue] };
	cl_int error = 1;
	cl_command_buffer_khr commands = api.clCreateCommandBufferKHR(1, list, properties, &error);

	ck_assert_int_eq(error, CL_SUCCESS);
	return commands;
}

/*
 * Records what SCRIPT says: words that begin with f (a fill) or b (a barrier), each with the
 * numbers of the words that it waits for.
 */
static void record(cl_command_buffer_khr commands, const char *script)
{
	cl_sync_point_khr points[16] = { 0 };
	cl_uint count = 0;

	while (*script != '\0') {
		const char kind = *script++;
		cl_sync_point_khr waits[8];
		cl_uint n = 0;
		const cl_sync_point_khr *list;

		for (; *script >= '1' && *script <= '9'; script++)
			waits[n++] = points[*script - '1'];
		script += *script == ' ';
		list = n > 0 ? waits : NULL;
		ck_assert_int_eq(kind == 'b' ? api.clCommandBarrierWithWaitListKHR(
						       commands, NULL, NULL, n, list,
						       &points[count], NULL) :
					       api.clCommandFillBufferKHR(
						       commands, NULL, NULL, (cl_mem)&buffer, &n, 4,
						       0, 4, n, list, &points[count], NULL),
				 CL_SUCCESS);
		count++;
	}
	ck_assert_int_eq(api.clFinalizeCommandBufferKHR(commands), CL_SUCCESS);
}

/* Nothing of the driver is held any more. */
static void check_balance(void)
{
	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(queues[i].references, 1);
	ck_assert_int_eq(buffer.references, 1);
	ck_assert_int_eq(kernel.references, 1);
	for (int i = 0; i < event_count; i++)
		ck_assert_int_eq(events[i].references, 0);
	for (int i = 0; i < kernel_count; i++)
		ck_assert_int_eq(kernels[i].references, 0);
}

/* -- tests ------------------------------------------------------------------------------- */

static const struct {
	int queue;	  /* 0: in order, 1: not */
	int enqueued_to;
	const char *script;
	bool waits;	  /* the call has a wait list, with the event w */
	bool wants_event;
	const char *calls;
} plans[] = {
	/* In order: no events but those that the call asks for. */
	{ 0, 0, "f f f", false, false, "f() f() f()" },
	{ 0, 0, "f f f", true, true, "f(w)=b f() f()=c" },
	{ 0, 0, "b f b f b", true, true, "f(w)=b f()=c" },
	{ 0, 0, "f", false, true, "f()=a" },
	{ 1, 0, "f f1 b f", true, false, "f(w) f() f()" },
	/* Nothing is done: the marker waits for nothing else in the queue. */
	{ 0, 0, "", false, false, "" },
	{ 0, 0, "", true, true, "m(w)=b" },
	{ 1, 1, "b b", false, true, "m(u)=b" },
	/* Out of order: one after another if they were recorded so. */
	{ 0, 1, "f f f", true, true, "f(w)=b f(b)=c f(c)=d" },
	{ 0, 1, "f b f", false, false, "f()=a f(a)" },
	/* Out of order: only what they say, and all after the wait list. */
	{ 1, 1, "f f f", false, false, "f() f() f()" },
	{ 1, 1, "f f f", true, true, "f(w)=b f(w)=c f(w)=d m(bcd)=e" },
	{ 1, 1, "f f1 f1 f23", true, true, "f(w)=b f(b)=c f(b)=d f(cd)=e" },
	{ 1, 1, "f f f12", false, false, "f()=a f()=b f(ab)" },
	{ 1, 1, "f f11", false, false, "f()=a f(a)" },
	/* A barrier holds back what follows; it is a marker if it waits for several. */
	{ 1, 1, "f f b f f", false, true, "f()=a f()=b m(ab)=c f(c)=d f(c)=e m(de)=f" },
	{ 1, 1, "f b f", false, false, "f()=a f(a)" },
	{ 1, 1, "b f", true, false, "f(w)" },
	{ 1, 1, "f f b1 f", false, true, "f()=a f()=b f(a)=c m(bc)=d" },
	{ 1, 1, "f f b1 f b f", false, false, "f()=a f()=b f(a)=c m(bc)=d f(d)" },
	{ 1, 1, "f f b1 b2 f", false, false, "f()=a f()=b m(ab)=c f(c)" },
	{ 1, 1, "f f b f b b f3", false, false, "f()=a f()=b m(ab)=c f(c)=d f(dc)" },
	{ 1, 1, "f f b", false, true, "f()=a f()=b m(ab)=c" },
};

START_TEST(commands_wait_for_each_other)
{
	const int at = _i;
	cl_command_buffer_khr commands;
	cl_command_queue to[] = { (cl_command_queue)&queues[plans[at].enqueued_to] };
	cl_event waits[1];
	cl_event event = NULL;

	start(NULL);
	if (plans[at].waits)
		waits[0] = (cl_event)make_event('w');
	commands = create(plans[at].queue, 0);
	record(commands, plans[at].script);
	ck_assert_int_eq(api.clEnqueueCommandBufferKHR(1, to, commands, plans[at].waits,
						       plans[at].waits ? waits : NULL,
						       plans[at].wants_event ? &event : NULL),
			 CL_SUCCESS);
	ck_assert_str_eq(calls, plans[at].calls);
	ck_assert_int_eq(api.clReleaseCommandBufferKHR(commands), CL_SUCCESS);
	if (event != NULL)
		ck_assert_int_eq(layer->clReleaseEvent(event), CL_SUCCESS);
	if (plans[at].waits)
		ck_assert_int_eq(layer->clReleaseEvent(waits[0]), CL_SUCCESS);
	check_balance();
}
END_TEST

/* The driver has no resources for one of the commands. */
START_TEST(driver_fails)
{
	for (int queue = 0; queue < 2; queue++)
		for (int left = 0; left < 5; left++) {
			cl_command_buffer_khr commands;
			cl_event event = NULL;

			if (queue == 0 && left == 0)
				start(NULL);
			left_until_error = -1;
			commands = create(queue, 0);
			record(commands, "f f b f f");
			left_until_error = left;
			ck_assert_int_eq(api.clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL,
								       &event),
					 queue == 0 && left == 4 ? CL_SUCCESS :
								   CL_OUT_OF_RESOURCES);
			if (event != NULL)
				layer->clReleaseEvent(event);
			ck_assert_int_eq(api.clReleaseCommandBufferKHR(commands), CL_SUCCESS);
			check_balance();
		}
}
END_TEST

static cl_int status_of(cl_event event)
{
	cl_int status = 99;

	ck_assert_int_eq(layer->clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS,
					       sizeof(status), &status, NULL),
			 CL_SUCCESS);
	return status;
}

static cl_ulong time_of(cl_event event, cl_profiling_info what)
{
	cl_ulong time = 0;

	ck_assert_int_eq(layer->clGetEventProfilingInfo(event, what, sizeof(time), &time, NULL),
			 CL_SUCCESS);
	return time;
}

/* Two fills and the marker after them are one command. */
START_TEST(event_is_of_the_whole)
{
	cl_command_buffer_khr commands;
	cl_event event = NULL;
	cl_command_type type = 0;
	cl_ulong time;

	start(NULL);
	commands = create(1, 0);
	record(commands, "f f");
	ck_assert_int_eq(api.clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, &event),
			 CL_SUCCESS);
	ck_assert_ptr_eq(event, &events[2]);
	for (int i = 0; i < 3; i++)
		events[i].status = CL_QUEUED;
	ck_assert_int_eq(status_of(event), CL_QUEUED);
	events[1].status = CL_SUBMITTED;
	ck_assert_int_eq(status_of(event), CL_SUBMITTED);
	events[0].status = CL_COMPLETE;
	ck_assert_int_eq(status_of(event), CL_RUNNING);
	ck_assert_int_eq(layer->clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START,
							sizeof(time), &time, NULL),
			 CL_PROFILING_INFO_NOT_AVAILABLE);
	events[1].status = events[2].status = CL_COMPLETE;
	ck_assert_int_eq(status_of(event), CL_COMPLETE);
	events[0].time = 50;
	events[1].time = 40;
	events[2].time = 0; /* of a marker: a driver may have none */
	ck_assert_uint_eq(time_of(event, CL_PROFILING_COMMAND_START), 40);
	ck_assert_uint_eq(time_of(event, CL_PROFILING_COMMAND_END), 60);
	events[2].status = -5;
	ck_assert_int_eq(status_of(event), -5);
	ck_assert_int_eq(layer->clRetainEvent(event), CL_SUCCESS);
	ck_assert_int_eq(layer->clReleaseEvent(event), CL_SUCCESS);
	layer->clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL);
	ck_assert_uint_eq(type, CL_COMMAND_COMMAND_BUFFER_KHR);
	ck_assert_int_eq(layer->clReleaseEvent(event), CL_SUCCESS);
	/* The next event at this address is another one. */
	layer->clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL);
	ck_assert_uint_eq(type, CL_COMMAND_FILL_BUFFER);
	ck_assert_int_eq(api.clReleaseCommandBufferKHR(commands), CL_SUCCESS);
	check_balance();
}
END_TEST

/* Kernels are copied when they are recorded, and when an update changes their arguments. */
START_TEST(kernels_are_copied)
{
	const size_t one = 1;
	const struct mutable_dispatch_arg right = { 0, 4, &one };
	const struct mutable_dispatch_arg wrong = { 1, 4, &one };
	const cl_command_buffer_update_type_khr type = MUTABLE_DISPATCH_CONFIG;
	struct mutable_dispatch_config config = { .num_args = 1, .arg_list = &wrong };
	const void *configs[] = { &config };
	cl_command_buffer_khr commands;
	cl_mutable_command_khr command = NULL;

	start(NULL);
	kernel.is_bare = true;
	commands = create(0, CL_COMMAND_BUFFER_MUTABLE_KHR);
	ck_assert_int_eq(api.clCommandNDRangeKernelKHR(commands, NULL, NULL, (cl_kernel)&kernel, 1,
						       NULL, &one, NULL, 0, NULL, NULL, &command),
			 CL_SUCCESS);
	ck_assert_int_eq(kernel_count, 1);
	ck_assert_int_eq(api.clFinalizeCommandBufferKHR(commands), CL_SUCCESS);
	ck_assert_int_eq(api.clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, NULL),
			 CL_INVALID_OPERATION);
	config.command = command;
	ck_assert_int_eq(api.clUpdateMutableCommandsKHR(commands, 1, &type, configs),
			 CL_INVALID_ARG_INDEX);
	ck_assert_int_eq(kernel_count, 2);
	ck_assert_int_eq(kernels[1].references, 0);
	config.arg_list = &right;
	ck_assert_int_eq(api.clUpdateMutableCommandsKHR(commands, 1, &type, configs), CL_SUCCESS);
	ck_assert_int_eq(kernels[0].references, 0);
	config = (struct mutable_dispatch_config){ .command = command, .global_work_size = &one };
	ck_assert_int_eq(api.clUpdateMutableCommandsKHR(commands, 1, &type, configs), CL_SUCCESS);
	ck_assert_int_eq(kernel_count, 3);
	ck_assert_int_eq(api.clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, NULL),
			 CL_SUCCESS);
	ck_assert_str_eq(calls, "k()");
	ck_assert_int_eq(api.clReleaseCommandBufferKHR(commands), CL_SUCCESS);
	check_balance();
}
END_TEST

/* One device has command buffers of its driver, the other one emulated ones. */
START_TEST(native_ones_stay_native)
{
	cl_command_buffer_khr own;
	cl_command_buffer_khr emulated;
	cl_int error = 1;

	native_extension = "cl_khr_command_buffer cl_khr_command_buffer_multi_device";
	native_version = CL_MAKE_VERSION(0, 9, 8);
	start(NULL);
	emulated = create(0, 0);
	ck_assert_int_eq(native_calls, 0);
	own = create(2, 0);
	ck_assert_int_eq(native_calls, 1);
	ck_assert_ptr_eq(own, &native);
	ck_assert_int_eq(api.clFinalizeCommandBufferKHR(own), CL_SUCCESS);
	ck_assert_int_eq(native_calls, 2);
	ck_assert_int_eq(api.clFinalizeCommandBufferKHR(emulated), CL_SUCCESS);
	ck_assert_int_eq(native_calls, 2);
	ck_assert_ptr_eq(api.clRemapCommandBufferKHR(own, CL_TRUE, 0, NULL, 0, NULL, NULL, &error),
			 own);
	ck_assert_int_eq(error, CL_SUCCESS);
	ck_assert_ptr_null(api.clRemapCommandBufferKHR(emulated, CL_TRUE, 0, NULL, 0, NULL, NULL,
						       &error));
	ck_assert_int_eq(error, CL_INVALID_OPERATION);
	ck_assert_int_eq(native_calls, 3);
	ck_assert_int_eq(api.clReleaseCommandBufferKHR(emulated), CL_SUCCESS);
	ck_assert_int_eq(api.clReleaseCommandBufferKHR(emulated), CL_INVALID_COMMAND_BUFFER_KHR);
	check_balance();
}
END_TEST

/* Where all are emulated, a wrong handle never gets to the driver, which would follow it. */
START_TEST(wrong_handles_stay_here)
{
	native_extension = "cl_khr_command_buffer";
	native_version = CL_MAKE_VERSION(0, 9, 0);
	start("command_buffer");
	ck_assert_ptr_null(api.clRemapCommandBufferKHR);
	ck_assert_ptr_ne(create(2, 0), &native);
	ck_assert_int_eq(api.clFinalizeCommandBufferKHR((cl_command_buffer_khr)&native),
			 CL_INVALID_COMMAND_BUFFER_KHR);
	ck_assert_int_eq(native_calls, 0);
}
END_TEST

static Suite *command_buffer_suite(void)
{
	Suite *suite = suite_create("command-buffer");
	TCase *tc = unit_tcase(suite, "command buffers", 20);

	tcase_add_loop_test(tc, commands_wait_for_each_other, 0, UNIT_ROWS(plans));
	tcase_add_test(tc, driver_fails);
	tcase_add_test(tc, event_is_of_the_whole);
	tcase_add_test(tc, kernels_are_copied);
	tcase_add_test(tc, native_ones_stay_native);
	tcase_add_test(tc, wrong_handles_stay_here);
	return suite;
}

int main(void)
{
	return unit_run(command_buffer_suite());
}
