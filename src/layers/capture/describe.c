/* SPDX-License-Identifier: Apache-2.0 */
/*
 * describe: the launch, with the arguments of its kernel. See describe.h.
 */
#include "layers/capture/describe.h"

#include <stdlib.h>
#include <string.h>

#include "base/common/line.h"
#include "launch/launch-format.h"
#include "launch/launch-rules.h"
#include "layers/capture/job-queries.h"
#include "opencl/lists.h"
#include "state/facts.h"

/* -- how an argument is declared ----------------------------------------------------------- */

static const char *ask_address(const struct job *job, cl_uint index)
{
	cl_kernel_arg_address_qualifier address = 0;

	if (clrouter_target.clGetKernelArgInfo(job->kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER,
					       sizeof(address), &address, NULL) != CL_SUCCESS)
		return NULL;
	switch (address) {
	case CL_KERNEL_ARG_ADDRESS_GLOBAL:
		return "global";
	case CL_KERNEL_ARG_ADDRESS_LOCAL:
		return "local";
	case CL_KERNEL_ARG_ADDRESS_CONSTANT:
		return "constant";
	case CL_KERNEL_ARG_ADDRESS_PRIVATE:
		return "private";
	default:
		return NULL;
	}
}

/* How contents are compared that argument INDEX, such as a float4*, leads to. */
static struct describe_use use_of(const struct launch_argument *argument, size_t index)
{
	struct describe_use use = { .argument = index,
				    .is_const = argument->is_const != 0,
				    .rule = {
					    .as = LAUNCH_UNKNOWN, .element = 1, .components = 1 } };
	struct launch_type type;

	if (argument->type && launch_find_pointed_type(argument->type, &type))
		launch_set_range_type(&use.rule, &type);
	return use;
}

/* -- arguments ----------------------------------------------------------------------------- */

static void describe_sampler(struct job *job, struct launch_sampler *sampler,
			     const struct call *made)
{
	const cl_properties *list;
	char text[512];
	struct line line = line_in(text, sizeof(text));
	struct property property;

	if (made->slot == CLROUTER_SLOT_clCreateSampler) {
		sampler->normalized = call_number(made, ARG_clCreateSampler_normalized_coords) != 0;
		sampler->addressing = call_number(made, ARG_clCreateSampler_addressing_mode);
		sampler->filter = call_number(made, ARG_clCreateSampler_filter_mode);
		return;
	}
	*sampler = (struct launch_sampler){ 1, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, NULL };
	list = call_pointer(made, ARG_clCreateSamplerWithProperties_sampler_properties);
	if (lists_find(list, CL_SAMPLER_NORMALIZED_COORDS, &property))
		sampler->normalized = property.values[0] != 0;
	if (lists_find(list, CL_SAMPLER_ADDRESSING_MODE, &property))
		sampler->addressing = property.values[0];
	if (lists_find(list, CL_SAMPLER_FILTER_MODE, &property))
		sampler->filter = property.values[0];
	while (lists_next(&list, &property)) {
		line_add(&line, "%s%llu", line.length > 0 ? " " : "",
			 (unsigned long long)property.name);
		for (size_t i = 0; i < property.count; i++)
			line_add(&line, " %llu", (unsigned long long)property.values[i]);
	}
	if (!line.is_truncated)
		sampler->properties = job_copy_text(job, text);
}

static bool add_sampler(struct job *job, const void *handle, size_t index)
{
	struct launch *launch = &job->launch;
	uint64_t *place = &launch->arguments[index].index;
	struct facts *facts = facts_of(handle, OBJECT_SAMPLER);
	struct call *made;

	if (!facts)
		return job_refuse(job->reason,
				  live_is_live(live_record(handle), OBJECT_QUEUE)
					  ? "argument %zu is a queue of a device"
					  : "argument %zu is an object whose making was not seen",
				  index);
	launch->arguments[index].kind = LAUNCH_SAMPLER;
	for (*place = 0; *place < launch->sampler_count; ++*place)
		if (job->samplers[*place] == handle)
			return true;
	made = job_keep(job, kept_get(&facts->kept, KEPT_MADE, 0));
	if (!made || !JOB_ADD(job, job->samplers, job->sampler_count) ||
	    !JOB_ADD(job, launch->samplers, launch->sampler_count))
		return job_refuse_memory(job);
	job->samplers[*place] = handle;
	describe_sampler(job, &launch->samplers[*place], made);
	return true;
}

/* An argument that is a memory object or a sampler, by its handle. */
static bool add_object(struct job *job, const void *handle, size_t index)
{
	struct launch_argument *argument = &job->launch.arguments[index];
	const struct describe_use use = use_of(argument, index);

	if (!live_is_live(live_record(handle), OBJECT_MEM))
		return add_sampler(job, handle, index);
	argument->kind = LAUNCH_MEMORY;
	return describe_memory(job, handle, &use, &argument->index);
}

/* The handle that the value of the argument is, or has been taken for; NULL: it is none. */
static const void *find_handle(const struct setup_value *set, const struct kernel_argument *known,
			       enum argument_kind kind)
{
	const struct object *object = kernels_object(known);
	const void *handle = NULL;

	if (kind == ARGUMENT_VALUE || kind == ARGUMENT_LOCAL)
		return NULL;
	if (object)
		return object->handle;
	if (kind != ARGUMENT_UNKNOWN && set->sort == SETUP_BYTES && set->size == sizeof(handle))
		memcpy(&handle, setup_bytes_of(set), sizeof(handle));
	return handle;
}

static bool add_bytes(struct job *job, size_t index, const struct setup_value *set,
		      const struct kernel_argument *known, enum argument_kind kind)
{
	struct launch_argument *argument = &job->launch.arguments[index];
	const bool is_pointer =
		kind != ARGUMENT_UNKNOWN && kind != ARGUMENT_VALUE && kind != ARGUMENT_LOCAL;
	const void *handle;

	if (kernels_is_gone(known) && kind != ARGUMENT_VALUE)
		return job_refuse(job->reason, "argument %zu is an object that was released before",
				  index);
	handle = find_handle(set, known, kind);
	if (handle)
		return add_object(job, handle, index);
	argument->size = set->size;
	argument->kind = is_pointer		     ? LAUNCH_NULL
			 : set->sort == SETUP_LOCAL ? LAUNCH_LOCAL
						     : LAUNCH_VALUE;
	if (argument->kind != LAUNCH_VALUE)
		return true;
	argument->value = job_bytes(setup_bytes_of(set), argument->size);
	return argument->size <= LAUNCH_MOST_BYTES ||
	       job_refuse(job->reason, "argument %zu has %llu bytes", index,
			  (unsigned long long)argument->size);
}

static bool add_pointer(struct job *job, size_t index, const void *pointer)
{
	struct launch_argument *argument = &job->launch.arguments[index];
	const struct describe_use use = use_of(argument, index);

	argument->kind = pointer ? LAUNCH_POINTER : LAUNCH_NULL;
	if (pointer)
		return describe_shared(job, pointer, &use, &argument->index, &argument->offset);
	argument->size = sizeof(pointer);
	return true;
}

static bool add_argument(struct job *job, size_t index, struct facts_kernel *facts, bool has_failed)
{
	struct launch_argument *argument = &job->launch.arguments[index];
	const struct declaration declared = kernels_declared(facts->state, job->kernel, index);
	const struct ask ask = { .subject = ASK_ARGUMENT, .argument = (cl_uint)index };
	struct setup_value *set = job_keep(job, kept_get_argument(&facts->any.kept, index));

	argument->is_const = declared.is_only_read;
	argument->address = ask_address(job, (cl_uint)index);
	argument->name = ask_text(job, ask, CL_KERNEL_ARG_NAME);
	argument->type = ask_text(job, ask, CL_KERNEL_ARG_TYPE_NAME);
	if (!set && kept_has_lost(&facts->any.kept))
		return job_refuse_memory(job);
	if (!set) {
		argument->kind = LAUNCH_UNSET;
		return has_failed ||
		       job_refuse(job->reason, "argument %zu was not set, or not seen to be set",
				  index);
	}
	if (declared.kind == ARGUMENT_PIPE || declared.kind == ARGUMENT_QUEUE)
		return job_refuse(job->reason, "argument %zu is a %s", index,
				  declared.kind == ARGUMENT_PIPE ? "pipe" : "queue of a device");
	switch (set->by) {
	case CLROUTER_SLOT_clSetKernelArg:
		return add_bytes(job, index, set, &facts->state->arguments[index], declared.kind);
	case CLROUTER_SLOT_clSetKernelArgSVMPointer:
		return add_pointer(job, index, set->pointer);
	default:
		return job_refuse(job->reason, "argument %zu was set by %s", index,
				  signatures[set->by].name);
	}
}

static bool add_arguments(struct job *job, struct facts_kernel *facts, bool has_failed)
{
	struct launch *launch = &job->launch;

	if (facts->argument_count == UINT32_MAX || !facts->state)
		return job_refuse(job->reason, "the driver does not say how many arguments it has");
	if (facts->argument_count > LAUNCH_MOST_ARGUMENTS)
		return job_refuse(job->reason, "it has %zu arguments",
				  (size_t)facts->argument_count);
	launch->arguments =
		arena_alloc(&job->arena, (facts->argument_count + 1) * sizeof(*launch->arguments));
	if (!launch->arguments)
		return job_refuse_memory(job);
	while (launch->argument_count < facts->argument_count)
		if (!add_argument(job, launch->argument_count++, facts, has_failed))
			return false;
	return true;
}

/* -- settings ------------------------------------------------------------------------------- */

/* All that lets the kernel follow pointers is refused. */
static bool check_setting(struct job *job, const struct launch_setting *setting)
{
	cl_bool is_on = CL_FALSE;

	if (setting->name == CL_KERNEL_EXEC_INFO_SVM_PTRS)
		return setting->value.size == 0 ||
		       job_refuse(job->reason,
				  "the kernel finds shared memory by pointers "
				  "(CL_KERNEL_EXEC_INFO_SVM_PTRS)");
	if (setting->value.size >= sizeof(is_on))
		memcpy(&is_on, setting->value.bytes, sizeof(is_on));
	return is_on == CL_FALSE || job_refuse(job->reason,
					       "the kernel may follow pointers to any memory "
					       "(clSetKernelExecInfo, 0x%llx)",
					       (unsigned long long)setting->name);
}

static bool add_settings(struct job *job, struct facts_kernel *facts)
{
	struct launch *launch = &job->launch;
	struct launch_setting *setting;
	const struct setup_value *given;

	while ((given = job_keep(job, kept_get_info(&facts->any.kept, launch->setting_count)))) {
		setting = JOB_ADD(job, launch->settings, launch->setting_count);
		if (!setting)
			return false;
		setting->name = given->name;
		setting->value = job_bytes(setup_bytes_of(given), given->size);
		if (!check_setting(job, setting))
			return false;
	}
	return !kept_has_lost(&facts->any.kept) || job_refuse_memory(job);
}

/* -- the launch ----------------------------------------------------------------------------- */

/*
 * PoCL frees a sub-device although contexts, queues and events of it are left. A driver that tells
 * the parent has the functions that retain and release a device.
 */
static void retain_part(struct job *job)
{
	cl_device_id parent = NULL;

	clrouter_target.clGetDeviceInfo(job->device, CL_DEVICE_PARENT_DEVICE, sizeof(parent),
					&parent, NULL);
	if (parent && clrouter_target.clRetainDevice(job->device) == CL_SUCCESS)
		job->part = job->device;
}

static bool describe_queue(struct job *job, const struct facts_queue *facts)
{
	const cl_context context = (cl_context)(uintptr_t)facts->any.context;

	job->device = (cl_device_id)(uintptr_t)facts->devices.list[0];
	job->launch.call.queue_properties = facts->properties;
	if (clrouter_target.clRetainContext(context) != CL_SUCCESS)
		return job_refuse(job->reason, "its context is not valid");
	job->context = context;
	retain_part(job);
	return true;
}

bool describe_launch(struct job *job, const struct call *call, bool has_failed)
{
	const void *queue = call_pointer(call, ARG_clEnqueueNDRangeKernel_command_queue);
	const void *kernel = call_pointer(call, ARG_clEnqueueNDRangeKernel_kernel);
	const struct facts_queue *queue_facts = facts_of_queue(queue);
	struct facts_kernel *facts = facts_of_kernel(kernel);

	job->queue = (cl_command_queue)(uintptr_t)queue;
	job->kernel = (cl_kernel)(uintptr_t)kernel;
	if (!queue_facts || queue_facts->devices.count != 1)
		return job_refuse(job->reason, "it was not seen how its queue was made");
	if (!facts)
		return job_refuse(job->reason, "it was not seen how its kernel was made");
	if (!describe_queue(job, queue_facts) ||
	    !describe_programs(job, facts->program, facts->program_serial) ||
	    !add_settings(job, facts) || !add_arguments(job, facts, has_failed))
		return false;
	describe_merge_ranges(job);
	job->launch.call.program = job->launch.program_count - 1;
	job->launch.call.kernel =
		ask_text(job, (struct ask){ .subject = ASK_KERNEL }, CL_KERNEL_FUNCTION_NAME);
	ask_sizes(job, call);
	job->shared = memory_copy_svm(&job->shared_count);
	return (job->shared && !job->is_short) || job_refuse_memory(job);
}
