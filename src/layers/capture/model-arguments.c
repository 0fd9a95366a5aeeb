/* SPDX-License-Identifier: Apache-2.0 */
/*
 * model-arguments: the launch, with the arguments of its kernel. See model.h.
 */
#include "layers/capture/model.h"

#include <stdlib.h>
#include <string.h>

#include "capture/capture-format.h"
#include "capture/numbers.h"
#include "state/facts.h"

/* -- how an argument is declared ----------------------------------------------------------- */

/* What the driver says of argument INDEX; nothing if it does not know. */
static void ask_text(const struct model *model, size_t index, cl_kernel_arg_info query, char *text)
{
	size_t size = 0;

	text[0] = '\0';
	if (clrouter_target.clGetKernelArgInfo((cl_kernel)(uintptr_t)model->kernel, (cl_uint)index,
					       query, MODEL_TEXT, text, &size) != CL_SUCCESS ||
	    size == 0 || size > MODEL_TEXT)
		text[0] = '\0';
	text[MODEL_TEXT - 1] = '\0';
}

static const char *ask_address(const struct model *model, size_t index)
{
	cl_kernel_arg_address_qualifier address = 0;

	if (clrouter_target.clGetKernelArgInfo((cl_kernel)(uintptr_t)model->kernel, (cl_uint)index,
					       CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(address),
					       &address, NULL) != CL_SUCCESS)
		return "";
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
		return "";
	}
}

/* How contents are compared that a pointer to TYPE, such as "float4*", leads to. */
static struct model_use use_of_type(const char *type)
{
	struct model_use use = { .rule = numbers_rule(CAPTURE_UNKNOWN, 1) };

	numbers_rule_of_type(type, &use.rule);
	return use;
}

/* -- arguments ----------------------------------------------------------------------------- */

/* An argument that is a memory object or a sampler, by its handle. */
static bool add_object(struct model *model, size_t index, const void *handle)
{
	struct model_argument *argument = &model->arguments[index];
	struct model_use use = use_of_type(argument->type);
	struct model_sampler *sampler;
	struct facts *facts;

	use.is_const = argument->is_const;
	if (live_is_live(live_record(handle), OBJECT_MEM)) {
		argument->kind = MODEL_OBJECT;
		return model_add_memory(model, handle, index, &use, &argument->index);
	}
	facts = facts_of(handle, OBJECT_SAMPLER);
	if (facts == NULL)
		return model_refuse(model,
				    live_is_live(live_record(handle), OBJECT_QUEUE)
					    ? "argument %zu is a queue of a device"
					    : "argument %zu is an object whose making was not seen",
				    index);
	argument->kind = MODEL_SAMPLER;
	for (argument->index = 0; argument->index < model->sampler_count; argument->index++)
		if (model->samplers[argument->index].handle == handle)
			return true;
	sampler = model_add(model, &model->samplers, &model->sampler_count, sizeof(*sampler));
	if (sampler == NULL || (sampler->made = kept_get(&facts->kept, KEPT_MADE, 0)) == NULL)
		return model_refuse_memory(model);
	sampler->handle = handle;
	return true;
}

/* The handle that the value of the argument is, or has been taken for; NULL: it is none. */
static const void *find_handle(const struct model *model, size_t index,
			       const struct facts_kernel *facts, struct declaration declared)
{
	const struct call *set = model->arguments[index].set;
	const struct object *object = kernels_object(&facts->state->arguments[index]);
	const void *handle = NULL;

	if (declared.kind == ARGUMENT_VALUE || declared.kind == ARGUMENT_LOCAL)
		return NULL;
	if (object != NULL)
		return object->handle;
	if (declared.kind != ARGUMENT_UNKNOWN && call_pointer(set, ARG_clSetKernelArg_arg_value) &&
	    model->arguments[index].size == sizeof(handle))
		memcpy(&handle, call_pointer(set, ARG_clSetKernelArg_arg_value), sizeof(handle));
	return handle;
}

static bool describe_bytes(struct model *model, size_t index, const struct facts_kernel *facts,
			   struct declaration declared)
{
	struct model_argument *argument = &model->arguments[index];
	const bool is_pointer = declared.kind != ARGUMENT_UNKNOWN &&
				declared.kind != ARGUMENT_VALUE && declared.kind != ARGUMENT_LOCAL;
	const void *handle;

	argument->size = call_number(argument->set, ARG_clSetKernelArg_arg_size);
	if (kernels_is_gone(&facts->state->arguments[index]) && declared.kind != ARGUMENT_VALUE)
		return model_refuse(model, "argument %zu is an object that was released before",
				    index);
	handle = find_handle(model, index, facts, declared);
	if (handle != NULL)
		return add_object(model, index, handle);
	if (is_pointer)
		argument->kind = MODEL_NULL;
	else if (call_pointer(argument->set, ARG_clSetKernelArg_arg_value) == NULL)
		argument->kind = MODEL_LOCAL;
	else
		argument->kind = MODEL_VALUE;
	return argument->kind != MODEL_VALUE || argument->size <= CAPTURE_MOST_BYTES ||
	       model_refuse(model, "argument %zu has %llu bytes", index,
			    (unsigned long long)argument->size);
}

static bool describe_pointer(struct model *model, size_t index)
{
	struct model_argument *argument = &model->arguments[index];
	struct model_use use = use_of_type(argument->type);
	const void *pointer =
		call_pointer(argument->set, ARG_clSetKernelArgSVMPointer_arg_value);

	argument->size = sizeof(pointer);
	argument->kind = pointer != NULL ? MODEL_POINTER : MODEL_NULL;
	use.is_const = argument->is_const;
	return pointer == NULL || model_add_svm(model, pointer, index, &use, &argument->index,
						&argument->offset);
}

static bool describe(struct model *model, size_t index, struct facts_kernel *facts,
		     bool has_failed)
{
	struct model_argument *argument = &model->arguments[index];
	const struct declaration declared =
		kernels_declared(facts->state, model->kernel, index);

	argument->is_const = declared.is_only_read;
	argument->address = ask_address(model, index);
	ask_text(model, index, CL_KERNEL_ARG_NAME, argument->name);
	ask_text(model, index, CL_KERNEL_ARG_TYPE_NAME, argument->type);
	argument->set = kept_get(&facts->any.kept, KEPT_ARGUMENT, index);
	if (argument->set == NULL && (kept_has(&facts->any.kept, KEPT_ARGUMENT, index) ||
				      kept_has_lost(&facts->any.kept)))
		return model_refuse_memory(model);
	if (argument->set == NULL) {
		argument->kind = MODEL_UNSET;
		return has_failed ||
		       model_refuse(model, "argument %zu was not set, or not seen to be set", index);
	}
	if (declared.kind == ARGUMENT_PIPE || declared.kind == ARGUMENT_QUEUE)
		return model_refuse(model, "argument %zu is a %s", index,
				    declared.kind == ARGUMENT_PIPE ? "pipe" : "queue of a device");
	switch (argument->set->slot) {
	case CLROUTER_SLOT_clSetKernelArg:
		return describe_bytes(model, index, facts, declared);
	case CLROUTER_SLOT_clSetKernelArgSVMPointer:
		return describe_pointer(model, index);
	default:
		return model_refuse(model, "argument %zu was set by %s", index,
				    signatures[argument->set->slot].name);
	}
}

static bool add_arguments(struct model *model, struct facts_kernel *facts, bool has_failed)
{
	if (facts->argument_count == UINT32_MAX || facts->state == NULL)
		return model_refuse(model, "the driver does not say how many arguments it has");
	model->arguments = arena_alloc(&model->arena, (facts->argument_count + 1) *
							      sizeof(*model->arguments));
	if (model->arguments == NULL)
		return model_refuse_memory(model);
	for (size_t i = 0; i < facts->argument_count; i++) {
		model->argument_count = i + 1;
		if (!describe(model, i, facts, has_failed))
			return false;
	}
	return true;
}

/* -- the launch ----------------------------------------------------------------------------- */

/* What clSetKernelExecInfo has set: all that lets the kernel follow pointers is refused. */
static bool add_settings(struct model *model, struct facts_kernel *facts)
{
	struct call *call;
	struct call **place;
	cl_bool is_on = CL_FALSE;

	while ((call = kept_get_at(&facts->any.kept, KEPT_SETTING, model->setting_count)) != NULL) {
		const void *value = call_pointer(call, ARG_clSetKernelExecInfo_param_value);
		const uint64_t size = call_number(call, ARG_clSetKernelExecInfo_param_value_size);
		const uint64_t name = call_number(call, ARG_clSetKernelExecInfo_param_name);

		place = model_add(model, &model->settings, &model->setting_count, sizeof(*place));
		if (place == NULL) {
			free(call);
			return model_refuse_memory(model);
		}
		*place = call;
		if (name == CL_KERNEL_EXEC_INFO_SVM_PTRS && size > 0)
			return model_refuse(model, "the kernel finds shared memory by pointers "
						   "(CL_KERNEL_EXEC_INFO_SVM_PTRS)");
		if (value != NULL && size >= sizeof(is_on))
			memcpy(&is_on, value, sizeof(is_on));
		if (name != CL_KERNEL_EXEC_INFO_SVM_PTRS && is_on != CL_FALSE)
			return model_refuse(model, "the kernel may follow pointers to any memory "
						   "(clSetKernelExecInfo, 0x%llx)",
					    (unsigned long long)name);
	}
	return !kept_has_lost(&facts->any.kept) || model_refuse_memory(model);
}

bool model_make(struct model *model, const struct call *call, bool has_failed)
{
	const void *queue = call_pointer(call, ARG_clEnqueueNDRangeKernel_command_queue);
	const struct facts_queue *queue_facts = facts_of_queue(queue);
	struct facts_kernel *facts;

	model->kernel = call_pointer(call, ARG_clEnqueueNDRangeKernel_kernel);
	facts = facts_of_kernel(model->kernel);
	if (queue_facts == NULL || queue_facts->devices.count != 1)
		return model_refuse(model, "it was not seen how its queue was made");
	if (facts == NULL)
		return model_refuse(model, "it was not seen how its kernel was made");
	model->device = queue_facts->devices.list[0];
	model->context = queue_facts->any.context;
	if (!model_add_programs(model, facts->program, facts->program_serial) ||
	    !add_settings(model, facts) || !add_arguments(model, facts, has_failed))
		return false;
	model_merge_ranges(model);
	return true;
}
