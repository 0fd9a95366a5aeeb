/* SPDX-License-Identifier: Apache-2.0 */
/*
 * command-launches: see command-launches.h.
 */
#include "layers/sanitize/command-launches.h"

#include <stdlib.h>
#include <string.h>

#include "layers/frame/place/place.h"
#include "layers/sanitize/checked-launches.h"
#include "layers/sanitize/device-function.h"
#include "layers/sanitize/recorded-commands.h"
#include "opencl/constants.h"
#include "state/life.h"
#include "state/live.h"

/* A launch that a command buffer has. */
struct recorded_launch {
	struct recorded_command command;
	struct shadow_kernel *kernel; /* kept */
	cl_kernel handle;	      /* the program's kernel */
	struct kernel_part *part;
	uint32_t number; /* of its place */
};

static void take(struct recorded_command *command);
static void forget(struct recorded_command *command);

static struct recorded_commands launches = { .lock = LOCK_INIT,
					     .size = sizeof(struct recorded_launch),
					     .take = take,
					     .free = forget };
static struct pointer_map handles; /* to launches, with their lock */
static atomic_bool has_unseen;

void command_launches_start(void)
{
	life_add_lock(&launches.lock);
}

void command_launches_note_unseen(void)
{
	atomic_store(&has_unseen, true);
}

bool command_launches_has(unsigned slot)
{
	return slot == CLROUTER_SLOT_clCommandNDRangeKernelKHR;
}

/* -- recording -------------------------------------------------------------------------------- */

typedef cl_int CL_API_CALL command_kernel(cl_command_buffer_khr buffer, cl_command_queue queue,
					  const void *properties, cl_kernel kernel,
					  cl_uint work_dim, const size_t *offset,
					  const size_t *global, const size_t *local, cl_uint count,
					  const cl_sync_point_khr *list, cl_sync_point_khr *point,
					  cl_mutable_command_khr *command);

/* CALL as it is, but for the KERNEL. */
static cl_int record(const struct call *call, command_kernel *function, cl_kernel kernel)
{
	return function(
		(cl_command_buffer_khr)(uintptr_t)call_pointer(call, ARG_first),
		(cl_command_queue)(uintptr_t)call_pointer(
			call, ARG_clCommandNDRangeKernelKHR_command_queue),
		call_pointer(call, ARG_clCommandNDRangeKernelKHR_properties), kernel,
		(cl_uint)call_number(call, ARG_clCommandNDRangeKernelKHR_work_dim),
		call_pointer(call, ARG_clCommandNDRangeKernelKHR_global_work_offset),
		call_pointer(call, ARG_clCommandNDRangeKernelKHR_global_work_size),
		call_pointer(call, ARG_clCommandNDRangeKernelKHR_local_work_size),
		(cl_uint)call_number(call,
				     ARG_clCommandNDRangeKernelKHR_num_sync_points_in_wait_list),
		call_pointer(call, ARG_clCommandNDRangeKernelKHR_sync_point_wait_list),
		(void *)(uintptr_t)call_pointer(call, ARG_clCommandNDRangeKernelKHR_sync_point),
		(void *)(uintptr_t)call_pointer(call,
						ARG_clCommandNDRangeKernelKHR_mutable_handle));
}

/* LAUNCH can be found by its handle from now on. */
static void note_handle(struct recorded_launch *launch)
{
	if (!launch->command.handle)
		return;
	lock_take(&launches.lock);
	pointer_map_set(&handles, launch->command.handle, (uintptr_t)launch);
	lock_give(&launches.lock);
}

static void take(struct recorded_command *command)
{
	struct recorded_launch *launch = (struct recorded_launch *)command;

	atomic_fetch_add(&launch->kernel->references, 1);
	note_handle(launch);
}

static void forget(struct recorded_command *command)
{
	struct recorded_launch *launch = (struct recorded_launch *)command;

	if (command->handle) {
		lock_take(&launches.lock);
		pointer_map_remove(&handles, command->handle);
		lock_give(&launches.lock);
	}
	shadow_kernels_give(launch->kernel);
	free(launch);
}

/* What is needed for a launch of CALL, if it is checked; NULL: it is not. */
static struct recorded_launch *begin(const struct call *call)
{
	const void *queue = call_pointer(call, ARG_clCommandNDRangeKernelKHR_command_queue);
	struct recorded_launch *launch;

	if (atomic_load(&has_unseen) &&
	    call_pointer(call, ARG_clCommandNDRangeKernelKHR_mutable_handle))
		return NULL;
	launch = calloc(1, sizeof(*launch));
	if (!launch)
		return NULL;
	launch->handle =
		(cl_kernel)(uintptr_t)call_pointer(call, ARG_clCommandNDRangeKernelKHR_kernel);
	launch->kernel = shadow_kernels_take(launch->handle);
	if (launch->kernel)
		launch->part = checked_launches_part(launch->kernel,
						     queue ? queue : call_pointer(call, ARG_first));
	if (launch->part)
		return launch;
	shadow_kernels_give(launch->kernel);
	free(launch);
	return NULL;
}

/* Records LAUNCH, and the program's own kernel if the driver refuses that. */
static cl_int try_record(const struct call *call, command_kernel *function,
			 struct recorded_launch *launch, bool *is_checked)
{
	const void *site = place_of_finding(call->site);
	cl_int refusal = CL_INVALID_KERNEL_ARGS;
	cl_int error;

	lock_take(&launch->kernel->lock);
	*is_checked = shadow_kernels_prepare(launch->kernel, launch->part, site, true);
	launch->number = launch->part->number;
	if (*is_checked)
		refusal = record(call, function, launch->part->kernel);
	lock_give(&launch->kernel->lock);
	*is_checked = *is_checked && refusal == CL_SUCCESS;
	if (*is_checked)
		return CL_SUCCESS;
	error = record(call, function, launch->handle);
	if (error == CL_SUCCESS)
		checked_launches_refuse(launch->kernel, launch->part, refusal);
	return error;
}

bool command_launches_make(struct call *call, cl_int *error, bool *is_checked)
{
	const cl_mutable_command_khr *command =
		call_pointer(call, ARG_clCommandNDRangeKernelKHR_mutable_handle);
	struct recorded_launch *launch = begin(call);
	command_kernel *function;

	if (!launch)
		return false;
	function = (command_kernel *)device_function(launch->part->shadow->device,
						     signatures[call->slot].name);
	if (!function) {
		forget(&launch->command);
		return false;
	}
	*error = try_record(call, function, launch, is_checked);
	if (!*is_checked) {
		forget(&launch->command);
		return true;
	}
	launch->command.handle = command ? *command : NULL;
	note_handle(launch);
	recorded_commands_add(&launches, call_pointer(call, ARG_first), &launch->command);
	return true;
}

/* -- updates ---------------------------------------------------------------------------------- */

/* What one update needs. */
struct update_space {
	const struct mutable_dispatch_config **configs;
	struct mutable_dispatch_config *copies;
	struct mutable_dispatch_arg *arguments;
	uint64_t *sizes;
};

/*
 * How many arguments the COUNT configurations of CALL have; SIZE_MAX: one is not right, and the
 * driver says so. What is after it may not be there.
 */
static size_t count_arguments(const struct call *call, size_t count)
{
	const cl_uint *types = call_pointer(call, ARG_clUpdateMutableCommandsKHR_config_types);
	const struct mutable_dispatch_config *const *configs =
		call_pointer(call, ARG_clUpdateMutableCommandsKHR_configs);
	size_t arguments = 0;

	if (!types || !configs)
		return SIZE_MAX;
	for (size_t i = 0; i < count; i++) {
		if (types[i] != MUTABLE_DISPATCH_CONFIG || !configs[i] ||
		    !live_is_live(live_record(configs[i]->command), OBJECT_COMMAND))
			return SIZE_MAX;
		arguments += configs[i]->num_args + (size_t)configs[i]->num_svm_args;
	}
	return arguments;
}

/* One block with all of SPACE; NULL: there is no memory. */
static void *make_space(struct update_space *space, size_t count, size_t arguments)
{
	char *block = calloc(1, 1 + count * (sizeof(*space->configs) + sizeof(*space->copies)) +
					2 * arguments * sizeof(*space->arguments) +
					arguments * sizeof(*space->sizes));

	if (!block)
		return NULL;
	space->configs = (void *)block;
	space->copies = (void *)(space->configs + count);
	space->arguments = (void *)(space->copies + count);
	space->sizes = (void *)(space->arguments + 2 * arguments);
	return block;
}

/* Adds the size of ARGUMENT of LAUNCH to the list of COPY. */
static void add_size(struct update_space *space, struct mutable_dispatch_config *copy,
		     const struct recorded_launch *launch,
		     const struct mutable_dispatch_arg *argument, bool is_svm)
{
	const struct sites_kernel *sites = launch->part->sites;
	const int hidden = shadow_kernels_hidden(launch->part, argument->arg_index);
	bool is_local;

	if (hidden < 0)
		return;
	is_local = sites->sized[(unsigned)hidden - sites->arguments].space == SITES_LOCAL;
	*space->sizes =
		is_svm ? shadow_kernels_svm_size(argument->arg_value).bytes
		       : shadow_kernels_size(argument->arg_size, argument->arg_value, is_local)
				 .bytes;
	space->arguments[copy->num_args++] = (struct mutable_dispatch_arg){
		.arg_index = (cl_uint)hidden,
		.arg_size = sizeof(*space->sizes),
		.arg_value = space->sizes,
	};
	space->sizes++;
}

/* A copy of CONFIG, for LAUNCH, that updates the sizes, too. */
static const struct mutable_dispatch_config *extend(struct update_space *space,
						    const struct mutable_dispatch_config *config,
						    const struct recorded_launch *launch)
{
	const struct mutable_dispatch_arg *list = config->arg_list;
	const struct mutable_dispatch_arg *pointers = config->arg_svm_list;
	struct mutable_dispatch_config *copy = space->copies++;

	*copy = *config;
	if (config->num_args > 0)
		memcpy(space->arguments, list, config->num_args * sizeof(*list));
	for (cl_uint i = 0; i < config->num_args; i++)
		add_size(space, copy, launch, &list[i], false);
	for (cl_uint i = 0; i < config->num_svm_args; i++)
		add_size(space, copy, launch, &pointers[i], true);
	copy->arg_list = copy->num_args > 0 ? space->arguments : NULL;
	space->arguments += copy->num_args;
	return copy;
}

static const struct recorded_launch *find_command(const void *command)
{
	const struct recorded_launch *launch;

	lock_take(&launches.lock);
	launch =
		command ? (const struct recorded_launch *)pointer_map_get(&handles, command) : NULL;
	lock_give(&launches.lock);
	return launch;
}

void *command_launches_before_update(struct call *call)
{
	const struct mutable_dispatch_config *const *configs;
	const struct recorded_launch *launch;
	struct update_space space;
	size_t count, arguments;
	void *block;

	if (call->slot != CLROUTER_SLOT_clUpdateMutableCommandsKHR)
		return NULL;
	count = call_number(call, ARG_clUpdateMutableCommandsKHR_num_configs);
	configs = call_pointer(call, ARG_clUpdateMutableCommandsKHR_configs);
	arguments = count_arguments(call, count);
	block = arguments != SIZE_MAX ? make_space(&space, count, arguments) : NULL;
	if (!block)
		return NULL;
	for (size_t i = 0; i < count; i++) {
		launch = find_command(configs[i]->command);
		space.configs[i] = launch ? extend(&space, configs[i], launch) : configs[i];
	}
	memcpy(call->values[ARG_clUpdateMutableCommandsKHR_configs], &block, sizeof(block));
	return block;
}

/* -- answers and enqueues --------------------------------------------------------------------- */

/* The program asks which kernel its command has. */
static void answer_kernel(const struct call *call)
{
	const struct recorded_launch *launch = find_command(call_pointer(call, ARG_first));
	void *value =
		(void *)(uintptr_t)call_pointer(call, ARG_clGetMutableCommandInfoKHR_param_value);

	if (launch && value &&
	    call_number(call, ARG_clGetMutableCommandInfoKHR_param_name) ==
		    CL_MUTABLE_DISPATCH_KERNEL_KHR)
		memcpy(value, &launch->handle, sizeof(launch->handle));
}

static void note_enqueued(const struct call *call)
{
	const void *site = place_of_finding(call->site);
	const void *known = recorded_commands_queue(call);
	const cl_command_queue queue = known ? (cl_command_queue)(uintptr_t)known : SHADOW_QUEUES;
	const struct recorded_command *command;

	/* No driver is called for them. */
	lock_take(&launches.lock);
	command = recorded_commands_last(
		&launches, call_pointer(call, ARG_clEnqueueCommandBufferKHR_command_buffer));
	for (; command; command = command->next) {
		const struct recorded_launch *launch = (const struct recorded_launch *)command;

		shadow_note_enqueued(launch->part->shadow, launch->number, site);
		shadow_note_launch(launch->part->shadow, launch->part->sites, queue);
	}
	lock_give(&launches.lock);
}

void command_launches_after(const struct call *call, const void *result)
{
	const void *handle;

	switch (call->slot) {
	case CLROUTER_SLOT_clGetMutableCommandInfoKHR:
		answer_kernel(call);
		break;
	case CLROUTER_SLOT_clEnqueueCommandBufferKHR:
		note_enqueued(call);
		break;
	case CLROUTER_SLOT_clRemapCommandBufferKHR:
		memcpy(&handle, result, sizeof(handle));
		recorded_commands_remap(&launches, call, handle);
		break;
	default:
		break;
	}
}

void command_launches_note_gone(const void *handle)
{
	recorded_commands_drop(&launches, handle);
}
