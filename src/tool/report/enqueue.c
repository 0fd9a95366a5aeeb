/* SPDX-License-Identifier: Apache-2.0 */
/* enqueue: see enqueue.h. */
#include "tool/report/enqueue.h"

#include <string.h>

#include "base/array.h"
#include "opencl/args.h"
#include "record/recorded-call.h"

static const struct enqueue {
	const char *function;
	enum command_kind kind;
	const char *image; /* the parameter whose pixels the region counts; NULL: bytes */
} kinds[] = {
	{ "clEnqueueNDRangeKernel", COMMAND_KERNEL, NULL },
	{ "clEnqueueTask", COMMAND_KERNEL, NULL },
	{ "clEnqueueWriteBuffer", COMMAND_WRITE, NULL },
	{ "clEnqueueWriteBufferRect", COMMAND_WRITE, NULL },
	{ "clEnqueueWriteImage", COMMAND_WRITE, "image" },
	{ "clEnqueueReadBuffer", COMMAND_READ, NULL },
	{ "clEnqueueReadBufferRect", COMMAND_READ, NULL },
	{ "clEnqueueReadImage", COMMAND_READ, "image" },
	{ "clEnqueueCopyBuffer", COMMAND_COPY, NULL },
	{ "clEnqueueCopyBufferRect", COMMAND_COPY, NULL },
	{ "clEnqueueCopyImage", COMMAND_COPY, "src_image" },
	{ "clEnqueueCopyImageToBuffer", COMMAND_COPY, "src_image" },
	{ "clEnqueueCopyBufferToImage", COMMAND_COPY, "dst_image" },
	{ "clEnqueueSVMMemcpy", COMMAND_SVM_COPY, NULL },
	{ "clEnqueueFillBuffer", COMMAND_FILL, NULL },
	{ "clEnqueueFillImage", COMMAND_FILL, "image" },
	{ "clEnqueueSVMMemFill", COMMAND_FILL, NULL },
	{ "clEnqueueMapBuffer", COMMAND_MAP, NULL },
	{ "clEnqueueMapImage", COMMAND_MAP, "image" },
	{ "clEnqueueSVMMap", COMMAND_MAP, NULL },
	{ "clEnqueueUnmapMemObject", COMMAND_UNMAP, NULL },
	{ "clEnqueueSVMUnmap", COMMAND_UNMAP, NULL },
	{ "clEnqueueMigrateMemObjects", COMMAND_MIGRATE, NULL },
	{ "clEnqueueSVMMigrateMem", COMMAND_MIGRATE, NULL },
	{ "clEnqueueMigrateMemObjectEXT", COMMAND_MIGRATE, NULL },
	{ "clEnqueueMigrateMemINTEL", COMMAND_MIGRATE, NULL },
	{ "clEnqueueMemcpyINTEL", COMMAND_SVM_COPY, NULL },
	{ "clEnqueueMemFillINTEL", COMMAND_FILL, NULL },
	{ "clEnqueueMemsetINTEL", COMMAND_FILL, NULL },
	{ "clEnqueueSVMMemcpyARM", COMMAND_SVM_COPY, NULL },
	{ "clEnqueueSVMMemcpyWithPropertiesKHR", COMMAND_SVM_COPY, NULL },
	{ "clEnqueueSVMMemFillARM", COMMAND_FILL, NULL },
	{ "clEnqueueSVMMapARM", COMMAND_MAP, NULL },
	{ "clEnqueueSVMUnmapARM", COMMAND_UNMAP, NULL },
};

static const char command_buffer_function[] = "clEnqueueCommandBufferKHR";

const char *command_kind_name(enum command_kind kind)
{
	static const char *const names[COMMAND_KINDS] = {
		"other",    "kernel", "write", "read",	"copy",
		"svm-copy", "fill",   "map",   "unmap", "migrate",
	};

	return names[kind];
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

/* -- bytes ------------------------------------------------------------------ */

static uint64_t region_bytes(const struct history *history, const struct record_call *call,
			     const char *image)
{
	uint64_t region[COMMAND_DIMENSIONS];
	uint64_t handle;
	const struct history_object *object;

	if (!recorded_sizes(history->known, call, "region", COMMAND_DIMENSIONS, region))
		return 0;
	if (!image)
		return region[0] * region[1] * region[2];
	recorded_argument(history->known, call, image, &handle);
	object = history_find(history, OBJECT_MEM, handle, call->begin);
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
	return recorded_argument(history->known, call, "size", &size)
		       ? size
		       : region_bytes(history, call, image);
}

/* -- adding ----------------------------------------------------------------- */

static void describe_kernel(const struct history *history, const struct record_call *call,
			    struct command *command)
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

/* NULL: its commands are COMMAND_OTHER. */
static const struct enqueue *find_kind(const char *function)
{
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (strcmp(kinds[i].function, function) == 0)
			return &kinds[i];
	return NULL;
}

enum command_kind enqueue_kind(const char *function)
{
	const struct enqueue *enqueue = find_kind(function);

	return enqueue ? enqueue->kind : COMMAND_OTHER;
}

static void describe(const struct history *history, const struct record_call *call,
		     const char *function, struct command *command)
{
	const struct enqueue *enqueue = find_kind(function);

	if (strcmp(function, command_buffer_function) == 0)
		command->name = "command buffer";
	if (!enqueue)
		return;
	command->kind = (uint8_t)enqueue->kind;
	if (enqueue->kind == COMMAND_KERNEL)
		describe_kernel(history, call, command);
	else
		command->bytes = command_bytes(history, call, enqueue->kind, enqueue->image);
}

/* Does FUNCTION put something into a queue? That is its first parameter, or a command buffer's. */
static bool is_enqueue(const struct signature *function)
{
	return function && function->param_count > 0 &&
	       ((function->params[ARG_first].object == OBJECT_QUEUE &&
		 strncmp(function->name, "clEnqueue", strlen("clEnqueue")) == 0) ||
		strcmp(function->name, command_buffer_function) == 0);
}

/* The first of the queues of a command buffer; 0 if they are those that it was made for. */
static uint64_t queue_handle(const struct history *history, const struct signature *function,
			     const struct record_call *call)
{
	const struct record_content *queues = recorded_content(history->known, call, "queues");

	if (queues && queues->size >= history->pointer_size)
		return signature_number(queues + 1, history->pointer_size);
	return function->params[ARG_first].kind == PARAM_HANDLE ? call->arguments[ARG_first] : 0;
}

bool enqueue_describe(const struct history *history, const struct record_call *call,
		      struct command *command, uint64_t *queue)
{
	const struct signature *function =
		known_functions_find(history->known, call->head.detail);
	int32_t code;

	if (!is_enqueue(function) || call->head.arguments == 0 ||
	    recorded_failed(history->known, call, &code))
		return false;
	*command = (struct command){
		.begin = call->begin,
		.end = RECORD_TIME(call->end),
		.function = call->head.detail,
	};
	*queue = queue_handle(history, function, call);
	describe(history, call, function->name, command);
	return true;
}
