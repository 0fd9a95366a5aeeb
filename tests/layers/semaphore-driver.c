/* SPDX-License-Identifier: Apache-2.0 */
/* semaphore-driver: see semaphore-driver.h. */
#include "layers/semaphore-driver.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/constants.h"

struct clrouter_table clrouter_target; /* layer.h declares it; unused here */
struct driver_state driver;
const struct clrouter_table *driver_layer;

#define LISTED "cl_khr_semaphore cl_khr_external_semaphore"
#define DEPENDENCIES 16

/* Every object starts with a word that leads to a table. */
static const void *words[3];
#define PLATFORM ((cl_platform_id)(void *)&words[0])
const cl_device_id native_device = (cl_device_id)(void *)&words[1];
const cl_device_id plain_device = (cl_device_id)(void *)&words[2];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *library;

struct object {
	const void *word;
	unsigned references;
	unsigned *alive; /* what counts it */
};

struct context {
	struct object object;
	cl_device_id devices[2];
	cl_uint count;
};

struct queue {
	struct object object;
	struct context *context;
	cl_device_id device;
	cl_command_queue_properties properties;
	struct event *last;
};

typedef void CL_CALLBACK event_notify(cl_event event, cl_int status, void *data);

struct event {
	struct object object;
	struct context *context;
	struct queue *queue; /* NULL: a user event */
	cl_int status;
	cl_command_type type;
	struct event *needs[DEPENDENCIES];
	unsigned count;
	event_notify *notify; /* one is enough for this layer */
	void *data;
	struct event *next; /* of those that have not ended */
};

static struct event *waiting;

static bool fails(void)
{
	return __atomic_add_fetch(&driver.calls, 1, __ATOMIC_RELAXED) ==
	       __atomic_load_n(&driver.fails, __ATOMIC_RELAXED);
}

/* With the lock. */
static void *make(size_t size, unsigned *alive)
{
	struct object *object = calloc(1, size);

	if (!object)
		abort();
	object->references = 1;
	object->alive = alive;
	(*alive)++;
	return object;
}

static void release(void *value)
{
	struct object *object = value;

	if (!object || --object->references > 0)
		return;
	(*object->alive)--;
	if (object->alive == &driver.events) {
		struct event *event = value;

		driver.unset += !event->queue && event->status > CL_COMPLETE;
		for (unsigned i = 0; i < event->count; i++)
			release(event->needs[i]);
		release(event->context);
	}
	free(object);
}

static cl_int change(void *value, int by)
{
	struct object *object = value;

	pthread_mutex_lock(&lock);
	if (by > 0)
		object->references++;
	else
		release(object);
	pthread_mutex_unlock(&lock);
	return CL_SUCCESS;
}

/* -- events ---------------------------------------------------------------------------- */

/* The status that EVENT can end with; CL_QUEUED: it cannot yet. With the lock. */
static cl_int end_of(const struct event *event)
{
	cl_int status = CL_COMPLETE;

	for (unsigned i = 0; i < event->count; i++) {
		if (event->needs[i]->status > CL_COMPLETE)
			return CL_QUEUED;
		if (event->needs[i]->status < 0)
			status = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
	}
	return status;
}

static void call_back(struct event *event)
{
	if (!event->notify || (event->status < 0 && driver.callbacks == CALLBACKS_NONE))
		return;
	event->notify((cl_event)event,
		      driver.callbacks == CALLBACKS_RIGHT ? event->status : CL_COMPLETE,
		      event->data);
}

/* Ends what can end, one after the other, with callbacks. */
static void settle(void)
{
	for (;;) {
		struct event **at = &waiting;
		struct event *event;

		pthread_mutex_lock(&lock);
		while (*at && end_of(*at) > CL_COMPLETE)
			at = &(*at)->next;
		event = *at;
		if (event) {
			event->status = end_of(event);
			*at = event->next;
		}
		pthread_mutex_unlock(&lock);
		if (!event)
			return;
		call_back(event);
		change(event, -1);
	}
}

static void need(struct event *event, struct event *needed)
{
	if (event->count == DEPENDENCIES)
		abort();
	needed->object.references++;
	event->needs[event->count++] = needed;
}

static cl_int enqueue(struct queue *queue, cl_command_type type, cl_uint count,
		      const cl_event *list, cl_event *out)
{
	struct event *event;

	if (fails())
		return CL_OUT_OF_RESOURCES;
	pthread_mutex_lock(&lock);
	event = make(sizeof(*event), &driver.events);
	event->context = queue->context;
	event->context->object.references++;
	event->queue = queue;
	event->type = type;
	event->status = CL_QUEUED;
	for (cl_uint i = 0; i < count; i++)
		need(event, (struct event *)list[i]);
	if (!(queue->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)) {
		if (queue->last && queue->last->status > CL_COMPLETE)
			need(event, queue->last);
		release(queue->last);
		event->object.references++;
		queue->last = event;
	}
	/* The list of what waits has a reference, and the program, if it wants one. */
	event->object.references += out != NULL;
	event->next = waiting;
	waiting = event;
	if (out)
		*out = (cl_event)event;
	pthread_mutex_unlock(&lock);
	settle();
	return CL_SUCCESS;
}

static cl_int CL_API_CALL enqueue_marker(cl_command_queue queue, cl_uint count,
					 const cl_event *list, cl_event *event)
{
	return enqueue((struct queue *)queue, CL_COMMAND_MARKER, count, list, event);
}

static cl_int CL_API_CALL enqueue_fill(cl_command_queue queue, cl_mem memory, const void *pattern,
				       size_t pattern_size, size_t offset, size_t size,
				       cl_uint count, const cl_event *list, cl_event *event)
{
	(void)memory, (void)pattern, (void)pattern_size, (void)offset, (void)size;
	return enqueue((struct queue *)queue, CL_COMMAND_FILL_BUFFER, count, list, event);
}

static cl_event CL_API_CALL create_user_event(cl_context context, cl_int *error)
{
	struct event *event = NULL;

	*error = fails() ? CL_OUT_OF_HOST_MEMORY : CL_SUCCESS;
	if (*error != CL_SUCCESS)
		return NULL;
	pthread_mutex_lock(&lock);
	event = make(sizeof(*event), &driver.events);
	event->context = (struct context *)context;
	event->context->object.references++;
	event->status = CL_SUBMITTED;
	event->type = CL_COMMAND_USER;
	pthread_mutex_unlock(&lock);
	return (cl_event)event;
}

static cl_int CL_API_CALL set_user_event_status(cl_event event, cl_int status)
{
	pthread_mutex_lock(&lock);
	((struct event *)event)->status = status;
	pthread_mutex_unlock(&lock);
	settle();
	return CL_SUCCESS;
}

static cl_int CL_API_CALL set_event_callback(cl_event value, cl_int type, event_notify *notify,
					     void *data)
{
	struct event *event = (struct event *)value;
	bool has_ended;

	(void)type;
	if (fails())
		return CL_OUT_OF_RESOURCES;
	pthread_mutex_lock(&lock);
	has_ended = event->status <= CL_COMPLETE;
	event->notify = notify;
	event->data = data;
	event->object.references++;
	pthread_mutex_unlock(&lock);
	if (has_ended)
		call_back(event);
	change(event, -1);
	return CL_SUCCESS;
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

static cl_int CL_API_CALL get_event_info(cl_event value, cl_event_info name, size_t size, void *out,
					 size_t *size_ret)
{
	const struct event *event = (const struct event *)value;
	cl_int status;

	pthread_mutex_lock(&lock);
	status = event->status;
	pthread_mutex_unlock(&lock);
	if (name == CL_EVENT_CONTEXT)
		return store(&event->context, sizeof(cl_context), size, out, size_ret);
	if (name == CL_EVENT_COMMAND_TYPE)
		return store(&event->type, sizeof(event->type), size, out, size_ret);
	if (name == CL_EVENT_COMMAND_EXECUTION_STATUS)
		return store(&status, sizeof(status), size, out, size_ret);
	return CL_INVALID_VALUE;
}

/* -- other objects --------------------------------------------------------------------- */

static cl_context CL_API_CALL create_context(const cl_context_properties *properties, cl_uint count,
					     const cl_device_id *devices,
					     void(CL_CALLBACK *notify)(const char *, const void *,
								       size_t, void *),
					     void *data, cl_int *error)
{
	struct context *context;

	(void)properties, (void)notify, (void)data;
	pthread_mutex_lock(&lock);
	context = make(sizeof(*context), &driver.contexts);
	pthread_mutex_unlock(&lock);
	context->count = count;
	memcpy(context->devices, devices, count * sizeof(*devices));
	if (error)
		*error = CL_SUCCESS;
	return (cl_context)context;
}

static cl_int CL_API_CALL get_context_info(cl_context value, cl_context_info name, size_t size,
					   void *out, size_t *size_ret)
{
	const struct context *context = (const struct context *)value;

	if (!context)
		return CL_INVALID_CONTEXT;
	if (name != CL_CONTEXT_DEVICES)
		return store(&context->object.references, sizeof(cl_uint), size, out, size_ret);
	return store(context->devices, context->count * sizeof(cl_device_id), size, out, size_ret);
}

static cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id device,
						 cl_command_queue_properties properties,
						 cl_int *error)
{
	static unsigned queues; /* they stay */
	struct queue *queue;

	pthread_mutex_lock(&lock);
	queue = make(sizeof(*queue), &queues);
	pthread_mutex_unlock(&lock);
	queue->context = (struct context *)context;
	queue->device = device;
	queue->properties = properties;
	if (error)
		*error = CL_SUCCESS;
	return (cl_command_queue)queue;
}

static cl_int CL_API_CALL release_queue(cl_command_queue value)
{
	struct queue *queue = (struct queue *)value;

	pthread_mutex_lock(&lock);
	release(queue->last);
	release(queue);
	pthread_mutex_unlock(&lock);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_queue_info(cl_command_queue value, cl_command_queue_info name,
					 size_t size, void *out, size_t *size_ret)
{
	const struct queue *queue = (const struct queue *)value;

	if (!queue)
		return CL_INVALID_COMMAND_QUEUE;
	if (name == CL_QUEUE_CONTEXT)
		return store(&queue->context, sizeof(cl_context), size, out, size_ret);
	if (name == CL_QUEUE_DEVICE)
		return store(&queue->device, sizeof(cl_device_id), size, out, size_ret);
	return store(&queue->properties, sizeof(queue->properties), size, out, size_ret);
}

static cl_int CL_API_CALL flush(cl_command_queue queue)
{
	(void)queue;
	return CL_SUCCESS;
}

static cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t size,
					void *host, cl_int *error)
{
	void *memory;

	(void)context, (void)flags, (void)size, (void)host;
	*error = fails() ? CL_MEM_OBJECT_ALLOCATION_FAILURE : CL_SUCCESS;
	if (*error != CL_SUCCESS)
		return NULL;
	pthread_mutex_lock(&lock);
	memory = make(sizeof(struct object), &driver.memory);
	pthread_mutex_unlock(&lock);
	return memory;
}

#define CHANGE(name, type, by) \
	static cl_int CL_API_CALL name(type object) \
	{ \
		return change(object, by); \
	}
CHANGE(retain_context, cl_context, 1)
CHANGE(release_context, cl_context, -1)
CHANGE(release_event, cl_event, -1)
CHANGE(release_memory, cl_mem, -1)

static cl_int CL_API_CALL retain_event(cl_event event)
{
	return fails() ? CL_OUT_OF_RESOURCES : change(event, 1);
}

/* -- platform and devices -------------------------------------------------------------- */

static cl_int CL_API_CALL get_platform_ids(cl_uint size, cl_platform_id *list, cl_uint *count)
{
	if (list && size > 0)
		*list = PLATFORM;
	if (count)
		*count = 1;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_device_ids(cl_platform_id platform, cl_device_type type, cl_uint size,
					 cl_device_id *list, cl_uint *count)
{
	(void)platform, (void)type;
	for (cl_uint i = 0; i < size && i < 2; i++)
		list[i] = i == 0 ? native_device : plain_device;
	if (count)
		*count = 2;
	return CL_SUCCESS;
}

static cl_int store_text(const char *text, size_t size, void *value, size_t *size_ret)
{
	return store(text, strlen(text) + 1, size, value, size_ret);
}

static cl_int CL_API_CALL get_platform_info(cl_platform_id platform, cl_platform_info name,
					    size_t size, void *value, size_t *size_ret)
{
	(void)platform;
	if (name == CL_PLATFORM_EXTENSIONS_WITH_VERSION)
		return CL_INVALID_VALUE;
	return store_text(name == CL_PLATFORM_EXTENSIONS ? "cl_khr_icd" : "OpenCL 1.2 fake", size,
			  value, size_ret);
}

static cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info name, size_t size,
					  void *value, size_t *size_ret)
{
	const cl_platform_id platform = PLATFORM;
	const cl_semaphore_type_khr binary = CL_SEMAPHORE_TYPE_BINARY_KHR;

	if (device == native_device && name == CL_DEVICE_SEMAPHORE_TYPES_KHR)
		return store(&binary, sizeof(binary), size, value, size_ret);
	if (device == native_device && (name == CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR ||
					name == CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR))
		return store(NULL, 0, 0, NULL, size_ret);
	if (name == CL_DEVICE_PLATFORM)
		return store(&platform, sizeof(platform), size, value, size_ret);
	if (name == CL_DEVICE_VERSION)
		return store_text("OpenCL 1.2 fake", size, value, size_ret);
	if (name == CL_DEVICE_NAME)
		return store_text(device == native_device ? "Native" : "Plain", size, value,
				  size_ret);
	if (name == CL_DEVICE_EXTENSIONS)
		return store_text(device == native_device ? LISTED : "cl_khr_fp64", size, value,
				  size_ret);
	return CL_INVALID_VALUE;
}

/* -- its own semaphores, all of which have the same handle -------------------------------- */

static cl_semaphore_khr CL_API_CALL create_native(cl_context context,
						  const cl_semaphore_properties_khr *properties,
						  cl_int *error)
{
	(void)context, (void)properties;
	driver.native++;
	if (error)
		*error = CL_SUCCESS;
	return (cl_semaphore_khr)(void *)words;
}

static cl_int CL_API_CALL change_native(cl_semaphore_khr semaphore)
{
	driver.native++;
	return semaphore == (cl_semaphore_khr)(void *)words ? CL_SUCCESS : CL_INVALID_VALUE;
}

static cl_int CL_API_CALL use_native(cl_command_queue queue, cl_uint count,
				     const cl_semaphore_khr *list,
				     const cl_semaphore_payload_khr *payloads, cl_uint events,
				     const cl_event *event_list, cl_event *event)
{
	(void)queue, (void)count, (void)payloads, (void)events, (void)event_list, (void)event;
	return change_native(list[0]);
}

static cl_int CL_API_CALL get_native(cl_semaphore_khr semaphore, cl_semaphore_info_khr name,
				     size_t size, void *value, size_t *size_ret)
{
	(void)name, (void)size, (void)value, (void)size_ret;
	return change_native(semaphore);
}

static cl_int CL_API_CALL get_native_handle(cl_semaphore_khr semaphore, cl_device_id device,
					    cl_external_semaphore_handle_type_khr type, size_t size,
					    void *handle, size_t *size_ret)
{
	(void)device, (void)type, (void)size, (void)handle, (void)size_ret;
	return change_native(semaphore);
}

static void *CL_API_CALL find_for(cl_platform_id platform, const char *name)
{
	static const struct {
		const char *name;
		void *function;
	} rows[] = {
		{ "clCreateSemaphoreWithPropertiesKHR", (void *)create_native },
		{ "clRetainSemaphoreKHR", (void *)change_native },
		{ "clReleaseSemaphoreKHR", (void *)change_native },
		{ "clGetSemaphoreInfoKHR", (void *)get_native },
		{ "clEnqueueWaitSemaphoresKHR", (void *)use_native },
		{ "clEnqueueSignalSemaphoresKHR", (void *)use_native },
		{ "clGetSemaphoreHandleForTypeKHR", (void *)get_native_handle },
	};

	(void)platform;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (strcmp(rows[i].name, name) == 0)
			return rows[i].function;
	return NULL;
}

static void *CL_API_CALL find(const char *name)
{
	return find_for(PLATFORM, name);
}

/* -- the layer ------------------------------------------------------------------------- */

static const struct clrouter_table below = {
	.clGetPlatformIDs = get_platform_ids,
	.clGetPlatformInfo = get_platform_info,
	.clGetDeviceIDs = get_device_ids,
	.clGetDeviceInfo = get_device_info,
	.clCreateContext = create_context,
	.clRetainContext = retain_context,
	.clReleaseContext = release_context,
	.clGetContextInfo = get_context_info,
	.clCreateCommandQueue = create_queue,
	.clReleaseCommandQueue = release_queue,
	.clGetCommandQueueInfo = get_queue_info,
	.clFlush = flush,
	.clCreateBuffer = create_buffer,
	.clReleaseMemObject = release_memory,
	.clGetEventInfo = get_event_info,
	.clCreateUserEvent = create_user_event,
	.clSetUserEventStatus = set_user_event_status,
	.clSetEventCallback = set_event_callback,
	.clRetainEvent = retain_event,
	.clReleaseEvent = release_event,
	.clEnqueueMarkerWithWaitList = enqueue_marker,
	.clEnqueueFillBuffer = enqueue_fill,
	.clGetExtensionFunctionAddress = find,
	.clGetExtensionFunctionAddressForPlatform = find_for,
};

typedef cl_int CL_API_CALL init_fn(cl_uint count, const void *table, cl_uint *count_ret,
				   const void **table_ret, const cl_properties *properties);

void *driver_symbol(const char *name)
{
	return dlsym(library, name);
}

void driver_start(const char *path)
{
	cl_uint count;
	init_fn *init;

	/* Other features would repair what this driver does not answer; "core" ends contexts. */
	setenv("OPENCL_COMPATIBILITY_PROVIDE", "semaphore,core", 0);
	library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	init = !library ? NULL : (init_fn *)driver_symbol("clInitLayerWithProperties");
	if (!init || init(CLROUTER_SLOTS, &below, &count, (const void **)&driver_layer,
				 NULL) != CL_SUCCESS) {
		fprintf(stderr, "%s: %s\n", path, dlerror());
		abort();
	}
}

void *driver_find(const char *name)
{
	return driver_layer->clGetExtensionFunctionAddressForPlatform(PLATFORM, name);
}
