/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wait-driver: see wait-driver.h.
 */
#include "layers/wait-driver.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "layers/wait-transfers.h"
#include "layers/wait/clock.h"
#include "unit/unit.h"

#define NEVER UINT64_MAX
#define MOST 4000
#define MOST_TIME (100000 * MS) /* of a test */

struct fake_driver fake = { .version = "OpenCL 3.0 fake", .duration = MS };
const struct clrouter_table *layer;

struct command {
	struct fake_object object;
	struct queue_object *queue;	     /* NULL: a user event */
	uint64_t duration, begin_after, end; /* end: NEVER as long as it is not known */
	unsigned int references;
	size_t place; /* in its queue */
	struct command *events[8];
	cl_uint event_count;
	bool waits_for_all, is_barrier, is_flushed, is_user;
	cl_int status; /* of a user event that was set */
	void(CL_CALLBACK *notify)(cl_event, cl_int, void *);
	void *user_data;
};

const char driver_word;
static struct fake_object platform = { &driver_word, FAKE_OTHER, 0 };
static struct fake_object device = { &driver_word, FAKE_OTHER, 0 };
static struct fake_object contexts[2] = { { &driver_word, FAKE_OTHER, 0 },
					  { &driver_word, FAKE_OTHER, 1 } };

struct queue_object {
	struct fake_object object;
	unsigned int references;
	struct command *commands[MOST];
	size_t count;
};

/* The macros of check write a word to a file at each look, of which there are millions here. */
static void want(bool is_good, const char *what)
{
	if (!is_good)
		ck_abort_msg("%s", what);
}

struct made {
	struct made *before;
	max_align_t object[];
};

/* Zeroed memory for an object. None is freed, and what looks for leaks finds each from here. */
static void *make_object(size_t size)
{
	static struct made *last;
	struct made *made = calloc(1, sizeof(*made) + size);

	want(made, "there is no memory");
	made->before = last;
	last = made;
	return made->object;
}

/* -- the clock ------------------------------------------------------------------------------- */

uint64_t clock_now(void)
{
	fake.now += 100;
	fake.cpu += 100;
	want(fake.now < MOST_TIME, "it waits for ever");
	return fake.now;
}

struct clock_spent clock_thread(void)
{
	return (struct clock_spent){ fake.cpu, fake.switches };
}

void clock_sleep(uint64_t duration)
{
	fake.sleeps++;
	fake.slept += duration;
	fake.now += duration + OVERSLEEP + fake.stall;
	fake.stall = 0;
	fake.is_stale = fake.is_lazy;
	fake.cpu += 5 * US;
	fake.switches++;
}

/* -- commands -------------------------------------------------------------------------------- */

static uint64_t end_of(struct command *command);

/* The later of *TIME and the end of COMMAND, unless either is never. */
static void wait_for(uint64_t *time, struct command *command)
{
	const uint64_t end = end_of(command);

	if (*time != NEVER && (end == NEVER || end > *time))
		*time = end;
}

static uint64_t end_of(struct command *command)
{
	struct queue_object *queue = command->queue;
	uint64_t begin = command->begin_after;

	if (command->end != NEVER || command->is_user || !command->is_flushed)
		return command->end;
	for (cl_uint i = 0; i < command->event_count; i++) {
		wait_for(&begin, command->events[i]);
		/* As in PoCL. */
		if (command->events[i]->status < 0)
			begin = NEVER;
	}
	for (size_t i = command->place; i-- > 0 && begin != NEVER;) {
		struct command *before = queue->commands[i];

		if (!fake.has_no_order || command->waits_for_all || before->is_barrier)
			wait_for(&begin, before);
		if (!fake.has_no_order)
			break;
	}
	if (begin != NEVER && (fake.kind != WORKS || command->duration == 0))
		command->end = begin + command->duration;
	return command->end;
}

/* In a driver that works in its waits: executes what the command waits for, and itself. */
static void execute(struct command *command)
{
	if (!command->queue || !command->is_flushed || command->end != NEVER)
		return;
	for (cl_uint i = 0; i < command->event_count; i++)
		execute(command->events[i]);
	for (size_t i = 0; i < command->place; i++)
		execute(command->queue->commands[i]);
	for (cl_uint i = 0; i < command->event_count; i++)
		if (end_of(command->events[i]) == NEVER)
			return;
	fake.now += command->duration;
	fake.cpu += command->duration;
	command->end = fake.now;
}

static struct command *add(cl_command_queue handle, uint64_t duration, cl_uint count,
			   const cl_event *events, cl_event *event)
{
	struct queue_object *queue = (struct queue_object *)handle;
	struct command *command = make_object(sizeof(*command));

	want(queue->count < MOST && count <= 8, "too many commands, or a list too long");
	*command = (struct command){
		.object = { &driver_word, FAKE_EVENT, queue->object.context },
		.queue = queue,
		.duration = duration,
		.begin_after = fake.now,
		.end = NEVER,
		.references = 1,
		.place = queue->count,
		.event_count = count,
	};
	for (cl_uint i = 0; i < count; i++)
		command->events[i] = (struct command *)events[i];
	queue->commands[queue->count++] = command;
	if (event) {
		command->references++;
		*event = (cl_event)command;
	}
	return command;
}

static void flush_all(struct queue_object *queue)
{
	for (size_t i = 0; i < queue->count; i++)
		queue->commands[i]->is_flushed = true;
}

/* The driver waits until COMMAND has ended, as its kind does. */
static void wait_here(struct command *command)
{
	uint64_t end;

	if (fake.kind == WORKS)
		execute(command);
	end = end_of(command);
	if (end == NEVER) {
		fake.hangs++;
		return;
	}
	if (end <= fake.now)
		return;
	fake.early++;
	fake.cpu += fake.kind == SPINS ? end - fake.now : 20 * US;
	fake.switches += fake.kind != SPINS;
	fake.now = end;
}

/* -- functions ------------------------------------------------------------------------------- */

static cl_int CL_API_CALL get_platform_info(cl_platform_id id, cl_platform_info name, size_t size,
					    void *value, size_t *size_ret)
{
	(void)id, (void)name, (void)size_ret;
	strncpy(value, "Fake", size);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_device_info(cl_device_id id, cl_device_info name, size_t size,
					  void *value, size_t *size_ret)
{
	(void)id, (void)size_ret;
	if (name == CL_DEVICE_PLATFORM)
		return ANSWER(cl_platform_id, (cl_platform_id)&platform);
	if (name == CL_DEVICE_MEM_BASE_ADDR_ALIGN)
		return ANSWER(cl_uint, 1024);
	if (name == CL_DEVICE_SVM_CAPABILITIES)
		return ANSWER(cl_device_svm_capabilities,
			      fake.has_no_svm ? 0 : CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
	if (name == CL_DEVICE_IMAGE_SUPPORT)
		return ANSWER(cl_bool, !fake.has_no_images);
	if (name != CL_DEVICE_VERSION)
		return CL_INVALID_VALUE;
	strncpy(value, fake.version, size);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_kernel_info(cl_kernel kernel, cl_kernel_info name, size_t size,
					  void *value, size_t *size_ret)
{
	(void)kernel, (void)name, (void)size_ret;
	strncpy(value, "spend", size);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_context_info(cl_context context, cl_context_info name, size_t size,
					   void *value, size_t *size_ret)
{
	cl_device_id *devices = value;
	const cl_uint count = fake.has_two_devices ? 2 : 1;

	(void)context;
	if (name != CL_CONTEXT_DEVICES || (value && size < count * sizeof(*devices)))
		return CL_INVALID_VALUE;
	if (size_ret)
		*size_ret = count * sizeof(*devices);
	for (cl_uint i = 0; value && i < count; i++)
		devices[i] = (cl_device_id)&device;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_queue_info(cl_command_queue handle, cl_command_queue_info name,
					 size_t size, void *value, size_t *size_ret)
{
	const struct queue_object *queue = (const struct queue_object *)handle;

	(void)size_ret;
	if (!driver_has(handle, FAKE_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	switch (name) {
	case CL_QUEUE_PROPERTIES:
		return ANSWER(cl_command_queue_properties,
			      (fake.has_no_order ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0) |
				      (fake.is_on_device ? CL_QUEUE_ON_DEVICE : 0));
	case CL_QUEUE_CONTEXT:
		return ANSWER(cl_context, driver_context(queue->object.context));
	case CL_QUEUE_DEVICE:
		return ANSWER(cl_device_id, (cl_device_id)&device);
	case CL_QUEUE_REFERENCE_COUNT:
		return ANSWER(cl_uint, queue->references);
	default:
		return CL_INVALID_VALUE;
	}
}

static bool is_event(cl_event event)
{
	return driver_has(event, FAKE_EVENT) && ((const struct command *)event)->references > 0;
}

/* Of a command that has not ended: is there a time at which it will? */
static cl_int status_of(struct command *command)
{
	return end_of(command) != NEVER ? CL_RUNNING : CL_QUEUED;
}

static bool sees_end(cl_event event)
{
	const bool is_stale = fake.is_stale;

	fake.is_stale = false;
	return !is_stale && driver_has_ended(event);
}

static cl_int CL_API_CALL get_event_info(cl_event event, cl_event_info name, size_t size,
					 void *value, size_t *size_ret)
{
	struct command *command = (struct command *)event;

	(void)size_ret;
	driver_check_dispatch(event);
	if (!is_event(event))
		return CL_INVALID_EVENT;
	switch (name) {
	case CL_EVENT_COMMAND_QUEUE:
		return ANSWER(cl_command_queue, (cl_command_queue)command->queue);
	case CL_EVENT_CONTEXT:
		return ANSWER(cl_context, driver_context(command->object.context));
	case CL_EVENT_COMMAND_TYPE:
		return ANSWER(cl_command_type,
			      command->is_user ? CL_COMMAND_USER : CL_COMMAND_MARKER);
	case CL_EVENT_COMMAND_EXECUTION_STATUS:
		fake.polls++;
		if (fake.polled)
			fake.polled();
		return ANSWER(cl_int,
			      sees_end(event) ? command->status : status_of(command));
	default:
		return CL_INVALID_VALUE;
	}
}

static cl_int CL_API_CALL retain_event(cl_event event)
{
	((struct command *)event)->references++;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL release_event(cl_event event)
{
	want(((struct command *)event)->references > 0, "an event that was released");
	((struct command *)event)->references--;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL set_event_callback(cl_event event, cl_int type,
					     void(CL_CALLBACK *notify)(cl_event, cl_int, void *),
					     void *user_data)
{
	(void)type;
	((struct command *)event)->notify = notify;
	((struct command *)event)->user_data = user_data;
	return CL_SUCCESS;
}

/* What calls back does so at once. */
static cl_int CL_API_CALL build_program(cl_program program, cl_uint count, const cl_device_id *list,
					const char *options,
					void(CL_CALLBACK *notify)(cl_program, void *), void *data)
{
	(void)count, (void)list, (void)options;
	notify(program, data);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL compile_program(cl_program program, cl_uint count,
					  const cl_device_id *list, const char *options,
					  cl_uint headers, const cl_program *header_list,
					  const char **names,
					  void(CL_CALLBACK *notify)(cl_program, void *), void *data)
{
	(void)headers, (void)header_list, (void)names;
	return build_program(program, count, list, options, notify, data);
}

static cl_program CL_API_CALL link_program(cl_context context, cl_uint count,
					   const cl_device_id *list, const char *options,
					   cl_uint programs, const cl_program *program_list,
					   void(CL_CALLBACK *notify)(cl_program, void *),
					   void *data, cl_int *errcode_ret)
{
	(void)context, (void)programs, (void)program_list;
	*errcode_ret = build_program((cl_program)&platform, count, list, options, notify, data);
	return (cl_program)&platform;
}

static cl_int CL_API_CALL set_program_callback(cl_program program,
					       void(CL_CALLBACK *notify)(cl_program, void *),
					       void *data)
{
	notify(program, data);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL set_context_callback(cl_context context,
					       void(CL_CALLBACK *notify)(cl_context, void *),
					       void *data)
{
	notify(context, data);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL set_memory_callback(cl_mem memory,
					      void(CL_CALLBACK *notify)(cl_mem, void *), void *data)
{
	notify(memory, data);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL svm_free(cl_command_queue queue, cl_uint count, void **pointers,
				   void(CL_CALLBACK *notify)(cl_command_queue, cl_uint, void **,
							     void *),
				   void *data, cl_uint listed, const cl_event *events,
				   cl_event *event)
{
	(void)listed, (void)events, (void)event;
	if (fake.refuses)
		return CL_OUT_OF_RESOURCES;
	notify(queue, count, pointers, data);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL set_user_status(cl_event event, cl_int status)
{
	struct command *command = (struct command *)event;

	command->end = fake.now;
	command->status = status;
	if (command->notify)
		command->notify(event, status, command->user_data);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL flush(cl_command_queue queue)
{
	if (fake.refuses)
		return CL_OUT_OF_RESOURCES;
	flush_all((struct queue_object *)queue);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL finish(cl_command_queue handle)
{
	struct queue_object *queue = (struct queue_object *)handle;

	fake.calls++;
	if (fake.refuses)
		return CL_OUT_OF_RESOURCES;
	flush_all(queue);
	for (size_t i = 0; i < queue->count; i++)
		wait_here(queue->commands[i]);
	return CL_SUCCESS;
}

/* What the driver refuses, it refuses at once. */
static cl_int check_events(cl_uint count, const cl_event *events, unsigned int context)
{
	if ((count == 0) != (events == NULL))
		return CL_INVALID_EVENT_WAIT_LIST;
	for (cl_uint i = 0; i < count; i++) {
		if (!is_event(events[i]))
			return CL_INVALID_EVENT_WAIT_LIST;
		if (((const struct command *)events[i])->object.context != context)
			return CL_INVALID_CONTEXT;
	}
	return CL_SUCCESS;
}

static cl_int CL_API_CALL wait_for_events(cl_uint count, const cl_event *events)
{
	cl_int error = CL_SUCCESS;

	fake.calls++;
	if (count == 0 || !events)
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < count; i++)
		if (!is_event(events[i]))
			return CL_INVALID_EVENT;
	if (check_events(count, events, ((const struct command *)events[0])->object.context) !=
	    CL_SUCCESS)
		return CL_INVALID_CONTEXT;
	for (cl_uint i = 0; i < count; i++) {
		struct command *command = (struct command *)events[i];

		if (command->queue)
			flush_all(command->queue);
		wait_here(command);
		if (command->status < 0)
			error = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
	}
	return error;
}

static cl_int CL_API_CALL marker_with_list(cl_command_queue queue, cl_uint count,
					   const cl_event *events, cl_event *event)
{
	const cl_int error =
		check_events(count, events, ((const struct queue_object *)queue)->object.context);

	want(strcmp(fake.version, "OpenCL 1.1 fake") != 0, "not there in this version");
	if (error != CL_SUCCESS)
		return error;
	fake.markers++;
	add(queue, 0, count, events, event)->waits_for_all = count == 0;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL marker(cl_command_queue queue, cl_event *event)
{
	fake.markers++;
	add(queue, 0, 0, NULL, event)->waits_for_all = true;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL barrier(cl_command_queue queue)
{
	struct command *command = add(queue, 0, 0, NULL, NULL);

	command->waits_for_all = command->is_barrier = true;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL barrier_with_list(cl_command_queue queue, cl_uint count,
					    const cl_event *events, cl_event *event)
{
	struct command *command = add(queue, 0, count, events, event);

	command->waits_for_all = count == 0;
	command->is_barrier = true;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
				 const size_t *offset, const size_t *global, const size_t *local,
				 cl_uint count, const cl_event *events, cl_event *event)
{
	(void)kernel, (void)dimensions, (void)offset, (void)global, (void)local;
	add(queue, fake.duration, count, events, event);
	return CL_SUCCESS;
}

cl_int driver_transfer(cl_command_queue queue, cl_bool blocking, cl_uint count,
		       const cl_event *events, cl_event *event)
{
	const cl_int error =
		check_events(count, events, ((const struct queue_object *)queue)->object.context);
	struct command *command;

	if (error != CL_SUCCESS)
		return error;
	if (fake.refuses)
		return CL_OUT_OF_RESOURCES;
	for (cl_uint i = 0; i < count; i++) {
		if (blocking)
			wait_here((struct command *)events[i]);
		if (((const struct command *)events[i])->status < 0)
			return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
	}
	command = add(queue, 0, count, events, event);
	if (blocking) {
		flush_all((struct queue_object *)queue);
		wait_here(command);
	}
	return CL_SUCCESS;
}

static cl_int CL_API_CALL release_queue(cl_command_queue queue)
{
	flush_all((struct queue_object *)queue);
	((struct queue_object *)queue)->references--;
	return CL_SUCCESS;
}

static void CL_API_CALL write_log(cl_uint level, const char *text)
{
	(void)level;
	strncat(fake.log, text, sizeof(fake.log) - strlen(fake.log) - 1);
	strncat(fake.log, "\n", sizeof(fake.log) - strlen(fake.log) - 1);
}

/* The semaphore is a user event. */
static cl_int CL_API_CALL wait_semaphores(cl_command_queue queue, cl_uint count,
					  const cl_semaphore_khr *semaphores,
					  const cl_semaphore_payload_khr *payloads, cl_uint listed,
					  const cl_event *events, cl_event *event)
{
	(void)payloads, (void)listed, (void)events;
	add(queue, 0, count, (const cl_event *)semaphores, event);
	return CL_SUCCESS;
}

static void *CL_API_CALL find_for_platform(cl_platform_id id, const char *name)
{
	(void)id;
	return strcmp(name, "clEnqueueWaitSemaphoresKHR") == 0 ? (void *)wait_semaphores : NULL;
}

static void *CL_API_CALL find_function(const char *name)
{
	return strcmp(name, "clWriteLogCLROUTER") == 0 ? (void *)write_log : NULL;
}

/* -- for wait-transfers.c ------------------------------------------------------------------- */

bool driver_has(const void *handle, enum fake_kind kind)
{
	const struct fake_object *object = handle;

	return (uintptr_t)handle > 0x10000 && (uintptr_t)handle % sizeof(void *) == 0 &&
	       object->table == &driver_word && object->kind == kind;
}

void driver_check_dispatch(const void *handle)
{
	want((uintptr_t)handle % sizeof(void *) == 0 &&
		     *(const void *const *)handle == &driver_word,
	     "a query of a foreign object");
}

cl_context driver_context(unsigned int number)
{
	return (cl_context)&contexts[number];
}

/* -- for tests ------------------------------------------------------------------------------- */

void driver_start(void)
{
	static struct clrouter_table table = {
		.clGetPlatformInfo = get_platform_info,
		.clGetDeviceInfo = get_device_info,
		.clGetContextInfo = get_context_info,
		.clGetKernelInfo = get_kernel_info,
		.clGetCommandQueueInfo = get_queue_info,
		.clGetEventInfo = get_event_info,
		.clRetainEvent = retain_event,
		.clReleaseEvent = release_event,
		.clSetEventCallback = set_event_callback,
		.clSetUserEventStatus = set_user_status,
		.clBuildProgram = build_program,
		.clCompileProgram = compile_program,
		.clLinkProgram = link_program,
		.clSetProgramReleaseCallback = set_program_callback,
		.clSetContextDestructorCallback = set_context_callback,
		.clSetMemObjectDestructorCallback = set_memory_callback,
		.clEnqueueSVMFree = svm_free,
		.clFlush = flush,
		.clFinish = finish,
		.clWaitForEvents = wait_for_events,
		.clEnqueueMarkerWithWaitList = marker_with_list,
		.clEnqueueMarker = marker,
		.clEnqueueBarrier = barrier,
		.clEnqueueBarrierWithWaitList = barrier_with_list,
		.clEnqueueNDRangeKernel = launch,
		.clReleaseCommandQueue = release_queue,
		.clGetExtensionFunctionAddress = find_function,
		.clGetExtensionFunctionAddressForPlatform = find_for_platform,
	};
	cl_uint count;
	const struct _cl_icd_dispatch *started;

	transfers_add(&table);
	ck_assert_int_eq(clInitLayerWithProperties(CLROUTER_SLOTS,
						   (const struct _cl_icd_dispatch *)&table, &count,
						   &started, NULL),
			 CL_SUCCESS);
	layer = (const struct clrouter_table *)started;
}

cl_command_queue driver_queue(unsigned int context)
{
	struct queue_object *queue = make_object(sizeof(*queue));

	queue->object = (struct fake_object){ &driver_word, FAKE_QUEUE, context };
	queue->references = 1;
	return (cl_command_queue)queue;
}

cl_event driver_user_event(void)
{
	struct command *command = make_object(sizeof(*command));

	command->object = (struct fake_object){ &driver_word, FAKE_EVENT, 0 };
	command->is_user = true;
	command->end = NEVER;
	command->references = 1;
	return (cl_event)command;
}

cl_event driver_command(cl_command_queue queue, cl_uint count, const cl_event *events)
{
	static const size_t size = 64;
	cl_event event = NULL;

	ck_assert_int_eq(layer->clEnqueueNDRangeKernel(queue, (cl_kernel)&platform, 1, NULL, &size,
						       NULL, count, events, &event),
			 CL_SUCCESS);
	return event;
}

void driver_semaphore_wait(cl_command_queue queue, cl_event held)
{
	cl_int(CL_API_CALL *wait)(cl_command_queue, cl_uint, const cl_semaphore_khr *,
				  const cl_semaphore_payload_khr *, cl_uint, const cl_event *, cl_event *);

	wait = (__typeof__(wait))layer->clGetExtensionFunctionAddressForPlatform(
		(cl_platform_id)&platform, "clEnqueueWaitSemaphoresKHR");
	ck_assert(wait && wait != wait_semaphores);
	ck_assert_int_eq(wait(queue, 1, (const cl_semaphore_khr *)&held, NULL, 0, NULL, NULL),
			 CL_SUCCESS);
}

bool driver_has_ended(cl_event event)
{
	return end_of((struct command *)event) <= fake.now;
}

bool driver_is_released(cl_command_queue handle)
{
	const struct queue_object *queue = (const struct queue_object *)handle;

	for (size_t i = 0; i < queue->count; i++)
		if (queue->commands[i]->duration == 0 && queue->commands[i]->references != 1)
			return false;
	return true;
}
