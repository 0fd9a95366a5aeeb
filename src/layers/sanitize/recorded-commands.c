/* SPDX-License-Identifier: Apache-2.0 */
/* recorded-commands: see recorded-commands.h. */
#include "layers/sanitize/recorded-commands.h"

#include <stdlib.h>
#include <string.h>

#include "opencl/constants.h"
#include "state/facts.h"
#include "state/recording.h"

bool recorded_commands_add(struct recorded_commands *all, const void *buffer,
			   struct recorded_command *command)
{
	bool is_added;

	lock_take(&all->lock);
	command->next = recorded_commands_last(all, buffer);
	is_added = pointer_map_set(&all->buffers, buffer, (uintptr_t)command);
	lock_give(&all->lock);
	if (!is_added)
		all->free(command);
	return is_added;
}

struct recorded_command *recorded_commands_last(const struct recorded_commands *all,
						const void *buffer)
{
	return (struct recorded_command *)pointer_map_get(&all->buffers, buffer);
}

/* The handle that CALL gives to the command that had the handle OLD. */
static const void *new_handle(const struct call *call, const void *old)
{
	const cl_mutable_command_khr *from =
		call_pointer(call, ARG_clRemapCommandBufferKHR_handles);
	const cl_mutable_command_khr *to =
		call_pointer(call, ARG_clRemapCommandBufferKHR_handles_ret);
	const size_t count =
		from && to ? call_number(call, ARG_clRemapCommandBufferKHR_num_handles) : 0;
	const void *handle = NULL;

	for (size_t i = 0; old && i < count; i++)
		if (from[i] == old)
			handle = to[i];
	return handle;
}

void recorded_commands_remap(struct recorded_commands *all, const struct call *call,
			     const void *buffer)
{
	const struct recorded_command *old;

	lock_take(&all->lock);
	old = recorded_commands_last(all, call_pointer(call, ARG_first));
	lock_give(&all->lock);
	for (; old; old = old->next) {
		struct recorded_command *copy = malloc(all->size);

		if (!copy)
			return;
		memcpy(copy, old, all->size);
		copy->handle = new_handle(call, old->handle);
		if (all->take)
			all->take(copy);
		recorded_commands_add(all, buffer, copy);
	}
}

void recorded_commands_drop(struct recorded_commands *all, const void *buffer)
{
	struct recorded_command *command, *next;

	lock_take(&all->lock);
	command = recorded_commands_last(all, buffer);
	if (command)
		pointer_map_remove(&all->buffers, buffer);
	lock_give(&all->lock);
	for (; command; command = next) {
		next = command->next;
		all->free(command);
	}
}

const void *recorded_commands_queue(const struct call *call)
{
	const struct facts_queue *facts = facts_of_command_buffer(
		call_pointer(call, ARG_clEnqueueCommandBufferKHR_command_buffer));

	return facts ? recording_queue_of(
			       facts->recording,
			       call_pointer(call, ARG_clEnqueueCommandBufferKHR_queues),
			       call_number(call, ARG_clEnqueueCommandBufferKHR_num_queues))
		     : NULL;
}
