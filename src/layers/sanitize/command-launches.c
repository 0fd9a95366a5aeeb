/* SPDX-License-Identifier: Apache-2.0 */
/*
 * command-launches: see command-launches.h.
 */
#include "layers/sanitize/command-launches.h"

#include <stdlib.h>
#include <string.h>

#include "base/common/pointer-map.h"
#include "layers/frame/place/place.h"
#include "layers/sanitize/checked-launches.h"
#include "layers/sanitize/device-function.h"
#include "opencl/constants.h"
#include "state/facts.h"
#include "state/life.h"
#include "state/recording.h"

/* A launch that a command buffer has. */
struct recorded_launch {
	struct recorded_launch *next; /* of the same command buffer */
	struct shadow_kernel *kernel; /* kept */
	cl_kernel handle;	      /* the program's kernel */
	struct kernel_part *part;
	uint32_t number; /* of its place */
	cl_mutable_command_khr command;
};

static struct lock lock = LOCK_INIT;
static struct pointer_map buffers;  /* to the last launch of each */
static struct pointer_map commands; /* to launches */
static atomic_bool has_unseen;

void command_launches_start(void)
{
	life_add_lock(&lock);
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

/* Adds LAUNCH to the command buffer HANDLE. False: there is no memory. */
static bool add(const void *handle, struct recorded_launch *launch)
{
	bool is_added;

	lock_take(&lock);
	launch->next = (struct recorded_launch *)pointer_map_get(&buffers, handle);
	is_added = pointer_map_set(&buffers, handle, (uintptr_t)launch);
	if (is_added && launch->command)
		pointer_map_set(&commands, launch->command, (uintptr_t)launch);
	lock_give(&lock);
	return is_added;
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

static void forget(struct recorded_launch *launch)
{
	shadow_kernels_give(launch->kernel);
	free(launch);
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
		forget(launch);
		return false;
	}
	*error = try_record(call, function, launch, is_checked);
	launch->command = *is_checked && command ? *command : NULL;
	if (!*is_checked || !add(call_pointer(call, ARG_first), launch))
		forget(launch);
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

	lock_take(&lock);
	launch = command ? (const struct recorded_launch *)pointer_map_get(&commands, command)
			 : NULL;
	lock_give(&lock);
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

/* The queue of CALL, an enqueue; SHADOW_QUEUES: several, or it is not known. */
static cl_command_queue queue_of(const struct call *call)
{
	const struct facts_queue *facts = facts_of_command_buffer(
		call_pointer(call, ARG_clEnqueueCommandBufferKHR_command_buffer));
	const void *queue = NULL;

	if (facts)
		queue = recording_queue_of(
			facts->recording, call_pointer(call, ARG_clEnqueueCommandBufferKHR_queues),
			call_number(call, ARG_clEnqueueCommandBufferKHR_num_queues));
	return queue ? (cl_command_queue)(uintptr_t)queue : SHADOW_QUEUES;
}

static void note_enqueued(const struct call *call)
{
	const void *site = place_of_finding(call->site);
	const cl_command_queue queue = queue_of(call);
	struct recorded_launch *launch;

	/* No driver is called for them. */
	lock_take(&lock);
	launch = (struct recorded_launch *)pointer_map_get(
		&buffers, call_pointer(call, ARG_clEnqueueCommandBufferKHR_command_buffer));
	for (; launch; launch = launch->next) {
		shadow_note_enqueued(launch->part->shadow, launch->number, site);
		shadow_note_launch(launch->part->shadow, launch->part->sites, queue);
	}
	lock_give(&lock);
}

/* The new command buffer has the launches of the old one, by other handles. */
static void note_remapped(const struct call *call, const void *handle)
{
	const cl_mutable_command_khr *from =
		call_pointer(call, ARG_clRemapCommandBufferKHR_handles);
	const cl_mutable_command_khr *to =
		call_pointer(call, ARG_clRemapCommandBufferKHR_handles_ret);
	const size_t count =
		from && to ? call_number(call, ARG_clRemapCommandBufferKHR_num_handles) : 0;
	const struct recorded_launch *old;
	struct recorded_launch *new;

	lock_take(&lock);
	old = (const struct recorded_launch *)pointer_map_get(&buffers,
							      call_pointer(call, ARG_first));
	lock_give(&lock);
	for (; old; old = old->next) {
		new = malloc(sizeof(*new));
		if (!new)
			return;
		*new = *old;
		new->command = NULL;
		for (size_t i = 0; old->command && i < count; i++)
			if (from[i] == old->command)
				new->command = to[i];
		atomic_fetch_add(&new->kernel->references, 1);
		if (!add(handle, new))
			forget(new);
	}
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
		note_remapped(call, handle);
		break;
	default:
		break;
	}
}

void command_launches_note_gone(const void *handle)
{
	struct recorded_launch *launch, *next;

	lock_take(&lock);
	launch = (struct recorded_launch *)pointer_map_get(&buffers, handle);
	if (launch)
		pointer_map_remove(&buffers, handle);
	for (next = launch; next; next = next->next)
		if (next->command)
			pointer_map_remove(&commands, next->command);
	lock_give(&lock);
	for (; launch; launch = next) {
		next = launch->next;
		forget(launch);
	}
}
