/* SPDX-License-Identifier: Apache-2.0 */
/* enqueue: see enqueue.h. */
#include "tool/report/enqueue.h"

#include <string.h>

#include "opencl/args.h"
#include "record/recorded-call.h"

const char *command_kind_name(enum command_kind kind)
{
	static const char *const names[COMMAND_KINDS] = {
		[COMMAND_KERNEL] = "kernel", [COMMAND_WRITE] = "write",
		[COMMAND_READ] = "read",     [COMMAND_COPY] = "copy",
		[COMMAND_FILL] = "fill",     [COMMAND_SVM_COPY] = "svm-copy",
		[COMMAND_MAP] = "map",	     [COMMAND_UNMAP] = "unmap",
		[COMMAND_MIGRATE] = "migrate",
	};

	return names[kind] ? names[kind] : "other";
}

const char *command_profiling_word(enum record_profiling profiling)
{
	static const char *const words[] = {
		[RECORD_PROFILING_AS_MADE] = "as-made",
		[RECORD_PROFILING_ALL] = "all",
		[RECORD_PROFILING_SAMPLED] = "sampled",
		[RECORD_PROFILING_OUT_OF_ORDER] = "out-of-order",
		[RECORD_PROFILING_COMMAND_BUFFERS] = "command-buffers",
		[RECORD_PROFILING_SLOW] = "slow",
		[RECORD_PROFILING_REFUSED] = "refused",
	};

	return words[profiling];
}

const char *command_direction(enum command_kind kind)
{
	static const char *const directions[COMMAND_KINDS] = {
		[COMMAND_WRITE] = "host to device",
		[COMMAND_READ] = "device to host",
		[COMMAND_COPY] = "device to device",
		[COMMAND_SVM_COPY] = "SVM copy",
	};

	return directions[kind] ? directions[kind] : command_kind_name(kind);
}

#define MOST_COMMAND ((size_t)16 << 10) /* bytes of a call that enqueues a command */

struct model_place place_read(struct record_reader *reader, uint64_t reference)
{
	const struct record_call *call = record_reader_get_call(reader, reference, MOST_COMMAND);

	if (!call)
		return (struct model_place){ .time = 0 };
	return (struct model_place){ .function = call->head.detail,
				     .time = call->begin,
				     .reference = reference };
}

void place_choose(struct model_place *place, struct place_lead *lead, const struct model_place *call,
		  uint64_t time)
{
	const uint64_t weight = time + 1;

	if (place->time > 0 && place->code != call->code && lead->time >= weight) {
		lead->time -= weight;
		return;
	}
	if (place->time > 0 && place->code == call->code) {
		lead->time += weight;
		if (time <= lead->most)
			return;
	} else {
		lead->time = weight - lead->time;
	}
	lead->most = time;
	*place = *call;
}

uint64_t place_code(const struct history *history, const struct record_call *call)
{
	return history->has_places && call->head.arguments > 0
		       ? call->arguments[call->head.arguments - 1]
		       : 0;
}

/* -- bytes ------------------------------------------------------------------ */

static uint64_t region_bytes(const struct history *history, const struct signature *function,
			     const struct record_call *call)
{
	const int image = signature_find_image(function);
	uint64_t region[COMMAND_DIMENSIONS];
	const struct history_object *object;

	if (!recorded_sizes(history->known, call, "region", COMMAND_DIMENSIONS, region))
		return 0;
	if (image < 0 || image >= call->head.arguments)
		return region[0] * region[1] * region[2];
	object = history_find(history, OBJECT_MEM, call->arguments[image], call->begin);
	return object ? object->element * region[0] * region[1] * region[2] : 0;
}

/* Of clEnqueueMigrateMemObjects, the sizes of the buffers; of its SVM sister, of the pointers. */
static uint64_t migrated_bytes(const struct history *history, const struct record_call *call)
{
	const struct record_content *objects =
		recorded_content(history->known, call, "mem_objects");
	const struct record_content *sizes = recorded_content(history->known, call, "sizes");
	const struct record_content *content = objects ? objects : sizes;
	const size_t size = history->pointer_size;
	uint64_t bytes = 0;

	for (size_t i = 0; i < recorded_handle_count(content, size); i++) {
		const uint64_t number = recorded_handle(content, i, size);
		const struct history_object *object =
			objects ? history_find(history, OBJECT_MEM, number, call->begin) : NULL;

		bytes += sizes ? number : object ? object->size : 0;
	}
	return bytes;
}

static uint64_t command_bytes(const struct history *history, const struct signature *function,
			      const struct record_call *call)
{
	uint64_t size;

	if (function->command == COMMAND_MIGRATE)
		return migrated_bytes(history, call);
	return recorded_argument(history->known, call, "size", &size)
		       ? size
		       : region_bytes(history, function, call);
}

/* -- adding ----------------------------------------------------------------- */

static void describe_kernel(const struct history *history, const struct record_call *call,
			    struct model_command *command)
{
	const struct history_object *kernel;
	uint64_t handle;
	uint64_t dimensions;

	recorded_argument(history->known, call, "kernel", &handle);
	kernel = history_find(history, OBJECT_KERNEL, handle, call->begin);
	command->name = kernel ? kernel->name : NULL;
	if (!recorded_argument(history->known, call, "work_dim", &dimensions)) {
		command->sizes.dimensions = 1; /* clEnqueueTask */
		command->sizes.global[0] = command->sizes.local[0] = 1;
		return;
	}
	if (dimensions > COMMAND_DIMENSIONS ||
	    !recorded_sizes(history->known, call, "global_work_size", dimensions,
			    command->sizes.global))
		return;
	command->sizes.dimensions = (uint8_t)dimensions;
	recorded_sizes(history->known, call, "local_work_size", dimensions, command->sizes.local);
}

static void describe(const struct history *history, const struct signature *function,
		     const struct record_call *call, struct model_command *command)
{
	if (function->command == COMMAND_COMMAND_BUFFER)
		command->name = "command buffer";
	else if (function->command == COMMAND_KERNEL)
		describe_kernel(history, call, command);
	else if (command_is_transfer(function->command))
		command->bytes = command_bytes(history, function, call);
}

/* The first of the queues of a command buffer; 0 if they are those that it was made for. */
static uint64_t queue_handle(const struct history *history, const struct signature *function,
			     const struct record_call *call)
{
	const struct record_content *queues = recorded_content(history->known, call, "queues");

	if (recorded_handle_count(queues, history->pointer_size) > 0)
		return recorded_handle(queues, 0, history->pointer_size);
	return function->params[ARG_first].kind == PARAM_HANDLE ? call->arguments[ARG_first] : 0;
}

bool enqueue_describe(const struct history *history, const struct record_call *call,
		      struct model_command *command, uint64_t *queue)
{
	const struct signature *function =
		known_functions_find(history->known, call->head.detail);
	int32_t code;

	if (!function || function->command == COMMAND_NONE || function->param_count == 0 ||
	    call->head.arguments == 0 ||
	    recorded_failed(history->known, call, &code))
		return false;
	*command = (struct model_command){
		.begin = call->begin,
		.end = RECORD_TIME(call->end),
		.function = call->head.detail,
		.kind = (uint8_t)function->command,
	};
	*queue = queue_handle(history, function, call);
	describe(history, function, call, command);
	return true;
}
