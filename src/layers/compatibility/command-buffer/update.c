/* SPDX-License-Identifier: Apache-2.0 */
/*
 * update: clUpdateMutableCommandsKHR. All changes are made to copies, and take effect together for
 * later enqueues; after an error there are none. A thread that finds that another one has updated
 * the same commands meanwhile begins again, so that both updates take effect.
 */
#include "layers/compatibility/command-buffer/command-buffer.h"

#include "base/common/pointer-map.h"
#include "layers/compatibility/command-buffer/buffers.h"
#include "layers/compatibility/lookup.h"
#include "layers/frame/auto-free.h"
#include "opencl/constants.h"

/* A command that changes. */
struct launch_change {
	struct buffer_command *command; /* held */
	struct kernel_launch *from; /* what it runs now; held */
	struct kernel_launch *to;   /* what it is to run */
};

struct update {
	struct command_buffer *buffer;
	struct launch_change *changes;
	size_t count;
	struct pointer_map numbers; /* from a command to the number of its change, from 1 */
	struct launches *launches;  /* after the update */
};

/* -- what a configuration may change --------------------------------------------------- */

static bool has_field(const struct buffer_command *command, cl_bitfield field)
{
	return (command->fields & field) != 0;
}

/* The sum of the numbers may be too large for one. */
static bool has_arguments(const struct mutable_dispatch_config *config)
{
	return config->num_args != 0 || config->num_svm_args != 0;
}

static cl_int check_config(const struct buffer_command *command,
			   const struct mutable_dispatch_config *config, cl_uint dims)
{
	if (config->work_dim != 0 && config->work_dim != dims)
		return CL_INVALID_OPERATION;
	if ((config->arg_list == NULL) != (config->num_args == 0) ||
	    (config->arg_svm_list == NULL) != (config->num_svm_args == 0) ||
	    (config->exec_info_list == NULL) != (config->num_exec_infos == 0))
		return CL_INVALID_VALUE;
	if ((config->global_work_offset &&
	     !has_field(command, CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR)) ||
	    (config->global_work_size &&
	     !has_field(command, CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR)) ||
	    (config->local_work_size &&
	     !has_field(command, CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR)) ||
	    (has_arguments(config) && !has_field(command, CL_MUTABLE_DISPATCH_ARGUMENTS_KHR)) ||
	    (config->num_exec_infos != 0 && !has_field(command, CL_MUTABLE_DISPATCH_EXEC_INFO_KHR)))
		return CL_INVALID_OPERATION;
	return CL_SUCCESS;
}

/* -- one configuration ----------------------------------------------------------------- */

static cl_int set_arguments(struct kernel_launch *launch,
			    const struct mutable_dispatch_config *config)
{
	const struct mutable_dispatch_arg *args = config->arg_list;
	const struct mutable_dispatch_arg *pointers = config->arg_svm_list;
	const struct mutable_dispatch_exec_info *infos = config->exec_info_list;
	cl_int error = CL_SUCCESS;

	if (has_arguments(config) || config->num_exec_infos != 0)
		error = launch_own_kernel(launch);
	for (cl_uint i = 0; error == CL_SUCCESS && i < config->num_args; i++)
		error = launch_set_argument(launch, args[i].arg_index, args[i].arg_size,
					    args[i].arg_value);
	for (cl_uint i = 0; error == CL_SUCCESS && i < config->num_svm_args; i++)
		error = launch_set_pointer(launch, pointers[i].arg_index, pointers[i].arg_value);
	for (cl_uint i = 0; error == CL_SUCCESS && i < config->num_exec_infos; i++)
		error = launch_set_info(launch, infos[i].param_name, infos[i].param_value_size,
					infos[i].param_value);
	return error;
}

static cl_int set_sizes(struct kernel_launch *launch, const struct mutable_dispatch_config *config,
			cl_device_id device)
{
	const bool was_uniform = launch_is_uniform(launch);
	cl_int error;

	for (cl_uint i = 0; i < launch->dims; i++) {
		if (config->global_work_offset)
			launch->offset[i] = config->global_work_offset[i];
		if (config->global_work_size)
			launch->global[i] = config->global_work_size[i];
		if (config->local_work_size)
			launch->local[i] = config->local_work_size[i];
	}
	launch->has_local |= config->local_work_size != NULL;
	error = launch_check(launch, device);
	if (error == CL_SUCCESS && launch_is_uniform(launch) != was_uniform)
		error = CL_INVALID_OPERATION;
	return error;
}

/* A change of COMMAND, which is held and belongs to UPDATE from now on; NULL: no memory. */
static struct launch_change *add_change(struct update *update, struct buffer_command *command)
{
	struct launch_change *change = &update->changes[update->count];

	if (!pointer_map_set(&update->numbers, command, ++update->count)) {
		update->count--;
		notes_drop(&command->note);
		return NULL;
	}
	change->command = command;
	buffers_lock();
	change->from = command->launch;
	launch_hold(change->from);
	buffers_unlock();
	change->to = launch_like(change->from);
	return !change->to ? NULL : change;
}

/* The same, of which there may be one already. */
static struct launch_change *find_change(struct update *update, struct buffer_command *command)
{
	const uintptr_t number = pointer_map_get(&update->numbers, command);

	if (number == 0)
		return add_change(update, command);
	notes_drop(&command->note);
	return &update->changes[number - 1];
}

static cl_int add_config(struct update *update, const struct mutable_dispatch_config *config)
{
	struct buffer_command *command = notes_hold(config->command, NOTE_COMMAND);
	struct launch_change *change;
	cl_int error;

	if (!command)
		return CL_INVALID_MUTABLE_COMMAND_KHR;
	if (command->buffer != update->buffer) {
		notes_drop(&command->note);
		return CL_INVALID_MUTABLE_COMMAND_KHR;
	}
	change = find_change(update, command);
	if (!change)
		return CL_OUT_OF_HOST_MEMORY;
	error = check_config(command, config, change->to->dims);
	if (error == CL_SUCCESS)
		error = set_arguments(change->to, config);
	if (error == CL_SUCCESS)
		error = set_sizes(change->to, config, update->buffer->device);
	return error;
}

/* -- all of them ----------------------------------------------------------------------- */

static cl_int make_changes(struct update *update, cl_uint count, const void *const *configs)
{
	const struct command_buffer *buffer = update->buffer;
	cl_int error = CL_SUCCESS;

	for (cl_uint i = 0; error == CL_SUCCESS && i < count; i++)
		error = add_config(update, configs[i]);
	for (size_t i = 0; error == CL_SUCCESS && i < update->count; i++)
		error = launch_check_arguments(update->changes[i].to, buffer->queue);
	update->launches = error == CL_SUCCESS ? buffers_make_launches(buffer->count) : NULL;
	return error == CL_SUCCESS && !update->launches ? CL_OUT_OF_HOST_MEMORY : error;
}

static void swap(struct kernel_launch **one, struct kernel_launch **other)
{
	struct kernel_launch *launch = *one;

	*one = *other;
	*other = launch;
}

/* Makes the changes visible. False: some of what they began with is not there any more. */
static bool apply_changes(struct update *update)
{
	struct command_buffer *buffer = update->buffer;
	struct launches *launches;
	bool is_current = true;

	buffers_lock();
	for (size_t i = 0; i < update->count; i++)
		is_current &= update->changes[i].command->launch == update->changes[i].from;
	if (is_current) {
		for (size_t i = 0; i < update->count; i++)
			swap(&update->changes[i].command->launch, &update->changes[i].to);
		if (buffers_fill_launches(buffer, update->launches))
			buffer->state = CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR;
		launches = buffer->launches;
		buffer->launches = update->launches;
		update->launches = launches;
	}
	buffers_unlock();
	return is_current;
}

/* Drops what there was before, or what could not take effect. */
static void forget_changes(struct update *update)
{
	for (size_t i = 0; i < update->count; i++) {
		launch_drop(update->changes[i].from);
		launch_drop(update->changes[i].to);
		notes_drop(&update->changes[i].command->note);
	}
	buffers_drop_launches(update->launches);
	pointer_map_done(&update->numbers);
	update->launches = NULL;
	update->count = 0;
}

static cl_int update_buffer(struct command_buffer *buffer, cl_uint count,
			    const void *const *configs)
{
	struct launch_change *changes AUTO_FREE = calloc((size_t)count + 1, sizeof(*changes));
	struct update update = { .buffer = buffer, .changes = changes };
	bool is_applied = false;
	cl_int error = !changes ? CL_OUT_OF_HOST_MEMORY : CL_SUCCESS;

	while (error == CL_SUCCESS && !is_applied) {
		error = make_changes(&update, count, configs);
		is_applied = error == CL_SUCCESS && apply_changes(&update);
		forget_changes(&update);
	}
	return error;
}

/* The lists are read up to the first wrong element: a number that is too large leads no further. */
static cl_int check_update(const struct command_buffer *buffer, cl_uint count,
			   const cl_command_buffer_update_type_khr *types,
			   const void *const *configs)
{
	cl_uint state;

	buffers_lock();
	state = buffer->state;
	buffers_unlock();
	if (state == CL_COMMAND_BUFFER_STATE_RECORDING_KHR ||
	    (buffer->flags & CL_COMMAND_BUFFER_MUTABLE_KHR) == 0)
		return CL_INVALID_OPERATION;
	if ((types == NULL) != (count == 0) || (configs == NULL) != (count == 0))
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < count; i++) {
		const struct mutable_dispatch_config *config = configs[i];

		if (types[i] != MUTABLE_DISPATCH_CONFIG || !config)
			return CL_INVALID_VALUE;
		if (!notes_has(config->command, NOTE_COMMAND))
			return CL_INVALID_MUTABLE_COMMAND_KHR;
	}
	return CL_SUCCESS;
}

/* Is a command of those that are to be the driver's emulated? A wrong element ends the lists. */
static bool has_emulated(cl_uint count, const cl_command_buffer_update_type_khr *types,
			 const void *const *configs)
{
	for (cl_uint i = 0; types && configs && i < count; i++) {
		const struct mutable_dispatch_config *config = configs[i];

		if (types[i] != MUTABLE_DISPATCH_CONFIG || !config)
			return false;
		if (notes_has(config->command, NOTE_COMMAND))
			return true;
	}
	return false;
}

CLROUTER_WRAP_EXTENSION(clUpdateMutableCommandsKHR)
{
	struct command_buffer *buffer;
	cl_int error;

	if (!notes_has(command_buffer, NOTE_COMMAND_BUFFER) &&
	    has_emulated(num_configs, config_types, (const void *const *)configs))
		return CL_INVALID_MUTABLE_COMMAND_KHR;
	BUFFERS_PASS_ON(clUpdateMutableCommandsKHR);
	buffer = notes_hold(command_buffer, NOTE_COMMAND_BUFFER);
	if (!buffer)
		return CL_INVALID_COMMAND_BUFFER_KHR;
	error = check_update(buffer, num_configs, config_types, configs);
	if (error == CL_SUCCESS && num_configs != 0)
		error = update_buffer(buffer, num_configs, configs);
	notes_drop(&buffer->note);
	return error;
}

void update_start(void)
{
	static struct lookup lookup = LOOKUP(clUpdateMutableCommandsKHR, FEATURE_COMMAND_BUFFER);

	lookup_add(&lookup);
}
