/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tail-commands: see tail-commands.h.
 */
#include "layers/sanitize/tail-commands.h"

#include <stdlib.h>
#include <string.h>

#include "layers/frame/place/place.h"
#include "layers/sanitize/recorded-commands.h"
#include "layers/sanitize/tail-launches.h"
#include "opencl/constants.h"
#include "state/facts.h"
#include "state/life.h"

/* A recorded launch. Its memory may be gone when it is enqueued: other memory is not taken for it.
 */
struct tail_command {
	struct recorded_command command;
	const char *kernel;
	size_t count;
	struct tail_start {
		const void *start;
		uint64_t pattern; /* each tail has another one */
	} starts[TAIL_LAUNCH_MOST];
};

static void forget(struct recorded_command *command)
{
	free(command);
}

static struct recorded_commands commands = { .lock = LOCK_INIT,
					     .size = sizeof(struct tail_command),
					     .free = forget };

void tail_commands_start(void)
{
	life_add_lock(&commands.lock);
}

/* -- recording -------------------------------------------------------------------------------- */

/* Adds the tails of LIST to COMMAND. */
static void add_tails(struct tail_command *command, const struct tail_list *list)
{
	for (size_t i = 0; i < list->count && command->count < TAIL_LAUNCH_MOST; i++)
		command->starts[command->count++] =
			(struct tail_start){ .start = list->tails[i]->start,
					     .pattern = list->tails[i]->pattern };
}

void tail_commands_note_recorded(const struct call *call)
{
	const void *kernel = call_pointer(call, ARG_clCommandNDRangeKernelKHR_kernel);
	const cl_mutable_command_khr *handle =
		call_pointer(call, ARG_clCommandNDRangeKernelKHR_mutable_handle);
	struct tail_list list = { .count = 0 };
	struct tail_command *command = tails_are_on() ? calloc(1, sizeof(*command)) : NULL;

	if (!command)
		return;
	command->command.handle = handle ? *handle : NULL;
	command->kernel = tail_launches_name(kernel);
	tail_launches_find(&list, kernel);
	add_tails(command, &list);
	tail_launches_give(&list);
	recorded_commands_add(&commands, call_pointer(call, ARG_first), &command->command);
}

/* -- enqueues --------------------------------------------------------------------------------- */

/* The tails of COMMAND that are still there. */
static void take_tails(const struct tail_command *command, struct tail_list *list)
{
	list->count = 0;
	for (size_t i = 0; i < command->count; i++) {
		struct tail *tail = tails_take(command->starts[i].start);

		if (tail && tail->pattern == command->starts[i].pattern)
			list->tails[list->count++] = tail;
		else
			tails_give(tail);
	}
}

/* A copy of launch NUMBER of BUFFER, from the last one on; false: there is none. */
static bool find_command(const void *buffer, size_t number, struct tail_command *copy)
{
	const struct recorded_command *command;

	lock_take(&commands.lock);
	command = recorded_commands_last(&commands, buffer);
	for (; command && number > 0; number--)
		command = command->next;
	if (command)
		*copy = *(const struct tail_command *)command;
	lock_give(&commands.lock);
	return command != NULL;
}

static const void *enqueued_buffer(const struct call *call)
{
	return call->slot == CLROUTER_SLOT_clEnqueueCommandBufferKHR
		       ? call_pointer(call, ARG_clEnqueueCommandBufferKHR_command_buffer)
		       : NULL;
}

void tail_commands_before(const struct call *call)
{
	const void *buffer = tails_are_on() ? enqueued_buffer(call) : NULL;
	struct tail_command command;
	struct tail_list list;

	for (size_t i = 0; buffer && find_command(buffer, i, &command); i++) {
		take_tails(&command, &list);
		tail_launches_arm(&list);
		tail_launches_give(&list);
	}
}

/* An enqueue of a command buffer has no number: it is after all that have one. */
static void note_enqueued(const struct call *call, const void *buffer)
{
	const void *queue = recorded_commands_queue(call);
	const struct facts_queue *known = queue ? facts_of_queue(queue) : NULL;
	struct tail_group group = { .queue = queue ? queue : TAIL_QUEUES,
				    .number = known ? atomic_load(&known->last) + 1 : SIZE_MAX,
				    .site = place_of_finding(call->site),
				    .count = 1 };
	struct tail_command command;
	struct tail_list list;

	for (size_t i = 0; find_command(buffer, i, &command); i++) {
		take_tails(&command, &list);
		group.kernel = command.kernel;
		tail_launches_blame(&list, &group);
	}
}

/* -- updates ---------------------------------------------------------------------------------- */

/* The arguments that CONFIG sets of a command of BUFFER may be memory with tails. */
static void update(const void *buffer, const struct mutable_dispatch_config *config)
{
	const struct mutable_dispatch_arg *arguments = config->arg_list;
	const struct mutable_dispatch_arg *pointers = config->arg_svm_list;
	struct tail_list list = { .count = 0 };
	struct recorded_command *command;
	const void *object;

	for (cl_uint i = 0; arguments && i < config->num_args; i++) {
		if (!arguments[i].arg_value || arguments[i].arg_size != sizeof(object))
			continue;
		memcpy(&object, arguments[i].arg_value, sizeof(object));
		tail_launches_add(&list, facts_whole(object));
	}
	for (cl_uint i = 0; pointers && i < config->num_svm_args; i++)
		tail_launches_add(&list, pointers[i].arg_value);
	lock_take(&commands.lock);
	command = recorded_commands_last(&commands, buffer);
	while (command && command->handle != config->command)
		command = command->next;
	if (command)
		add_tails((struct tail_command *)command, &list);
	lock_give(&commands.lock);
	tail_launches_give(&list);
}

/* The driver has taken the update that CALL is, so its lists are right. */
static void note_updated(const struct call *call)
{
	const cl_uint *types = call_pointer(call, ARG_clUpdateMutableCommandsKHR_config_types);
	const struct mutable_dispatch_config *const *configs =
		call_pointer(call, ARG_clUpdateMutableCommandsKHR_configs);
	const uint64_t count = call_number(call, ARG_clUpdateMutableCommandsKHR_num_configs);

	for (uint64_t i = 0; types && configs && i < count; i++)
		if (types[i] == MUTABLE_DISPATCH_CONFIG)
			update(call_pointer(call, ARG_first), configs[i]);
}

void tail_commands_after(const struct call *call, const void *result)
{
	const void *handle;

	if (!tails_are_on())
		return;
	switch (call->slot) {
	case CLROUTER_SLOT_clEnqueueCommandBufferKHR:
		note_enqueued(call, enqueued_buffer(call));
		break;
	case CLROUTER_SLOT_clUpdateMutableCommandsKHR:
		note_updated(call);
		break;
	case CLROUTER_SLOT_clRemapCommandBufferKHR:
		memcpy(&handle, result, sizeof(handle));
		recorded_commands_remap(&commands, call, handle);
		break;
	default:
		break;
	}
}

void tail_commands_note_gone(const void *handle)
{
	recorded_commands_drop(&commands, handle);
}
