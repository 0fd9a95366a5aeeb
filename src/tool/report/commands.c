/* SPDX-License-Identifier: Apache-2.0 */
/*
 * commands: see commands.h. This file finds out what was enqueued; command-times and command-sums
 * have the rest.
 */
#include "tool/report/commands.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "tool/report/command-sums.h"
#include "tool/report/command-times.h"
#include "tool/report/list.h"
#include "tool/report/recorded-call.h"

static const struct {
	unsigned int function;
	enum command_kind kind;
	const char *image; /* the parameter whose pixels the region counts; NULL: bytes */
} kinds[] = {
	{ CLROUTER_SLOT_clEnqueueNDRangeKernel, COMMAND_KERNEL, NULL },
	{ CLROUTER_SLOT_clEnqueueTask, COMMAND_KERNEL, NULL },
	{ CLROUTER_SLOT_clEnqueueWriteBuffer, COMMAND_WRITE, NULL },
	{ CLROUTER_SLOT_clEnqueueWriteBufferRect, COMMAND_WRITE, NULL },
	{ CLROUTER_SLOT_clEnqueueWriteImage, COMMAND_WRITE, "image" },
	{ CLROUTER_SLOT_clEnqueueReadBuffer, COMMAND_READ, NULL },
	{ CLROUTER_SLOT_clEnqueueReadBufferRect, COMMAND_READ, NULL },
	{ CLROUTER_SLOT_clEnqueueReadImage, COMMAND_READ, "image" },
	{ CLROUTER_SLOT_clEnqueueCopyBuffer, COMMAND_COPY, NULL },
	{ CLROUTER_SLOT_clEnqueueCopyBufferRect, COMMAND_COPY, NULL },
	{ CLROUTER_SLOT_clEnqueueCopyImage, COMMAND_COPY, "src_image" },
	{ CLROUTER_SLOT_clEnqueueCopyImageToBuffer, COMMAND_COPY, "src_image" },
	{ CLROUTER_SLOT_clEnqueueCopyBufferToImage, COMMAND_COPY, "dst_image" },
	{ CLROUTER_SLOT_clEnqueueSVMMemcpy, COMMAND_SVM_COPY, NULL },
	{ CLROUTER_SLOT_clEnqueueFillBuffer, COMMAND_FILL, NULL },
	{ CLROUTER_SLOT_clEnqueueFillImage, COMMAND_FILL, "image" },
	{ CLROUTER_SLOT_clEnqueueSVMMemFill, COMMAND_FILL, NULL },
	{ CLROUTER_SLOT_clEnqueueMapBuffer, COMMAND_MAP, NULL },
	{ CLROUTER_SLOT_clEnqueueMapImage, COMMAND_MAP, "image" },
	{ CLROUTER_SLOT_clEnqueueSVMMap, COMMAND_MAP, NULL },
	{ CLROUTER_SLOT_clEnqueueUnmapMemObject, COMMAND_UNMAP, NULL },
	{ CLROUTER_SLOT_clEnqueueSVMUnmap, COMMAND_UNMAP, NULL },
	{ CLROUTER_SLOT_clEnqueueMigrateMemObjects, COMMAND_MIGRATE, NULL },
	{ CLROUTER_SLOT_clEnqueueSVMMigrateMem, COMMAND_MIGRATE, NULL },
};

const char *command_kind_name(enum command_kind kind)
{
	static const char *const names[COMMAND_KINDS] = {
		"other",    "kernel", "write", "read",	"copy",
		"svm-copy", "fill",   "map",   "unmap", "migrate",
	};

	return names[kind];
}

const char *command_direction(enum command_kind kind)
{
	static const char *const names[COMMAND_KINDS] = {
		"other",
		"kernel",
		"host to device",
		"device to host",
		"device to device",
		"SVM copy",
		"fill",
		"map",
		"unmap",
		"migrate",
	};

	return names[kind];
}

bool commands_init(struct commands *commands, const struct history *history)
{
	*commands = (struct commands){ .queue_count = (size_t)history->counts[OBJECT_QUEUE] + 1 };
	commands->queues = calloc(commands->queue_count, sizeof(*commands->queues));
	if (!commands->queues)
		return list_no_memory();
	for (size_t i = 0; i < history->count; i++) {
		const struct history_object *object = &history->objects[i];
		struct queue *queue = &commands->queues[object->number];
		const struct history_object *device;

		if (object->kind != OBJECT_QUEUE)
			continue;
		device = history_find(history, OBJECT_DEVICE, object->device, object->time);
		queue->handle = object->handle;
		queue->number = object->number;
		queue->device = device ? device->name : NULL;
	}
	return true;
}

/* -- bytes ------------------------------------------------------------------ */

static uint64_t region_bytes(const struct history *history, const struct record_call *call,
			     const char *image)
{
	uint64_t region[COMMAND_DIMENSIONS];
	uint64_t handle;
	const struct history_object *object;

	if (!recorded_sizes(call, "region", COMMAND_DIMENSIONS, region))
		return 0;
	if (!image)
		return region[0] * region[1] * region[2];
	recorded_argument(call, image, &handle);
	object = history_find(history, OBJECT_MEM, handle, call->begin);
	return object ? object->element * region[0] * region[1] * region[2] : 0;
}

/* Of clEnqueueMigrateMemObjects, the sizes of the buffers; of its SVM sister, of the pointers. */
static uint64_t migrated_bytes(const struct history *history, const struct record_call *call)
{
	const struct record_content *objects = recorded_content(call, "mem_objects");
	const struct record_content *sizes = recorded_content(call, "sizes");
	const struct record_content *content = objects ? objects : sizes;
	const size_t size = history->pointer_size;
	uint64_t bytes = 0;

	for (size_t i = 0; content && i < content->size / size; i++) {
		const uint64_t number =
			signature_number((const char *)(content + 1) + i * size, size);
		const struct history_object *object =
			objects ? history_find(history, OBJECT_MEM, number, call->begin) : NULL;

		bytes += sizes ? number : object ? object->size : 0;
	}
	return bytes;
}

static uint64_t command_bytes(const struct history *history, const struct record_call *call,
			      enum command_kind kind, const char *image)
{
	uint64_t size;

	if (kind == COMMAND_MIGRATE)
		return migrated_bytes(history, call);
	return recorded_argument(call, "size", &size) ? size : region_bytes(history, call, image);
}

/* -- adding ----------------------------------------------------------------- */

static void describe_kernel(const struct history *history, const struct record_call *call,
			    struct command *command)
{
	const struct history_object *kernel;
	uint64_t handle;
	uint64_t dimensions;

	recorded_argument(call, "kernel", &handle);
	kernel = history_find(history, OBJECT_KERNEL, handle, call->begin);
	command->name = kernel ? kernel->name : NULL;
	if (!recorded_argument(call, "work_dim", &dimensions)) {
		command->dimensions = 1; /* clEnqueueTask */
		command->sizes[0][0] = command->sizes[1][0] = 1;
		return;
	}
	if (dimensions > COMMAND_DIMENSIONS ||
	    !recorded_sizes(call, "global_work_size", dimensions, command->sizes[0]))
		return;
	command->dimensions = (uint8_t)dimensions;
	recorded_sizes(call, "local_work_size", dimensions, command->sizes[1]);
}

static void describe(const struct history *history, const struct record_call *call,
		     struct command *command)
{
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (kinds[i].function != call->head.detail)
			continue;
		command->kind = (uint8_t)kinds[i].kind;
		if (kinds[i].kind == COMMAND_KERNEL)
			describe_kernel(history, call, command);
		else
			command->bytes =
				command_bytes(history, call, kinds[i].kind, kinds[i].image);
	}
}

/* Does FUNCTION put something into the queue that is its first parameter? */
static bool is_enqueue(const struct signature *function)
{
	return function && function->param_count > 0 &&
	       function->params[0].object == OBJECT_QUEUE &&
	       strncmp(function->name, "clEnqueue", strlen("clEnqueue")) == 0;
}

bool commands_add_call(struct commands *commands, const struct history *history,
		       const struct record_call *call, struct record_place place)
{
	const struct history_object *queue;
	struct command command = {
		.reference = place.reference,
		.offset = place.offset,
		.thread = place.thread,
		.begin = call->begin,
		.end = RECORD_TIME(call->end),
		.function = call->head.detail,
	};
	int32_t code;

	if (!is_enqueue(recorded_signature(call->head.detail)) || call->head.arguments == 0 ||
	    recorded_failed(call, &code))
		return true;
	queue = history_find(history, OBJECT_QUEUE, call->arguments[0], call->begin);
	command.queue = queue ? queue->number : 0;
	describe(history, call, &command);
	if (!list_make_space(&commands->list, commands->count, sizeof(command)))
		return false;
	commands->list[commands->count++] = command;
	return true;
}

bool commands_add_times(struct commands *commands, const struct record_command *times)
{
	if (!list_make_space(&commands->times, commands->time_count, sizeof(*commands->times)))
		return false;
	commands->times[commands->time_count++] = (struct device_time){
		.call = times->call,
		.queued = times->queued,
		.started = times->started,
		.ended = times->ended,
		.status = times->status,
	};
	return true;
}

bool commands_join(struct commands *commands)
{
	command_times_join(commands);
	return command_times_place(commands) && command_sums_add(commands);
}

void commands_done(struct commands *commands)
{
	free(commands->list);
	free(commands->times);
	free(commands->ordered);
	free(commands->kernels);
	free(commands->queues);
	*commands = (struct commands){ 0 };
}
