/* SPDX-License-Identifier: Apache-2.0 */
/*
 * learn-kept: which calls are kept of an object (kept.h). See learn.h.
 */
#include "state/learn/learn.h"

#include <stdlib.h>

#include "state/facts.h"

static bool is_wanted(enum object_kind kind)
{
	return (facts_kept_kinds() & FACTS_KIND(kind)) != 0;
}

/* Keeps CALL for the object HANDLE of KIND, if the layer wants that. */
static void keep(const void *handle, enum object_kind kind, enum kept_sort sort, size_t index,
		 const struct call *call)
{
	struct facts *facts = is_wanted(kind) ? facts_of(handle, kind) : NULL;

	if (facts)
		kept_set(&facts->kept, sort, index, call);
}

/* The call has made the objects in the array that its parameter INDEX is. */
static void keep_made(const struct call *call, unsigned int index)
{
	const struct signature_param *param = call_param(call, index);
	const void *const *made = call_pointer(call, index);
	const size_t count = made ? signature_stored(param, call->values) : 0;

	for (size_t i = 0; i < count; i++)
		keep(made[i], param->object, KEPT_MADE, 0, call);
}

/* An argument that is set by a function of an extension is not known. */
static void keep_argument(const struct call *call)
{
	struct facts_kernel *facts = facts_of_kernel(call_pointer(call, ARG_clSetKernelArg_kernel));
	const void *pointer = call_pointer(call, ARG_clSetKernelArgSVMPointer_arg_value);
	struct setup_value value;

	if (!is_wanted(OBJECT_KERNEL) || !facts)
		return;
	if (call->slot == CLROUTER_SLOT_clSetKernelArg)
		value = setup_bytes(call->slot, call_number(call, ARG_clSetKernelArg_arg_size),
				    call_pointer(call, ARG_clSetKernelArg_arg_value));
	else
		value = setup_pointer(call->slot, pointer);
	kept_set_argument(&facts->any.kept, call_number(call, ARG_clSetKernelArg_arg_index), &value);
}

static void keep_info(const struct call *call)
{
	struct facts_kernel *facts =
		facts_of_kernel(call_pointer(call, ARG_clSetKernelExecInfo_kernel));
	struct setup_value value;

	if (!is_wanted(OBJECT_KERNEL) || !facts)
		return;
	value = setup_bytes(call->slot,
			    call_number(call, ARG_clSetKernelExecInfo_param_value_size),
			    call_pointer(call, ARG_clSetKernelExecInfo_param_value));
	value.name = (unsigned)call_number(call, ARG_clSetKernelExecInfo_param_name);
	kept_set_info(&facts->any.kept, &value);
}

static void keep_clone(const struct call *call, const void *handle)
{
	const void *source = call_pointer(call, ARG_clCloneKernel_source_kernel);
	struct facts_kernel *from = facts_of_kernel(source);
	struct facts_kernel *to = facts_of_kernel(handle);

	if (is_wanted(OBJECT_KERNEL) && from && to)
		kept_copy_setup(&to->any.kept, &from->any.kept);
}

/* The programs at LIST, which CALL has linked or included, are parts of the program HANDLE. */
static void keep_parts(const void *handle, const void *const *list, size_t count)
{
	struct facts *facts = is_wanted(OBJECT_PROGRAM) ? facts_of(handle, OBJECT_PROGRAM) : NULL;
	kept_calls **parts = list && count > 0 ? calloc(count, sizeof(kept_calls *)) : NULL;
	struct facts *part;

	for (size_t i = 0; parts && i < count; i++) {
		part = facts_of(list[i], OBJECT_PROGRAM);
		parts[i] = part ? &part->kept : NULL;
	}
	if (facts)
		kept_set_parts(&facts->kept, parts, parts ? count : 0);
	free(parts);
}

/* A call has made one object, which it returned, or those that it stored. */
static void keep_new(const struct call *call, const void *handle)
{
	const struct signature *function = &signatures[call->slot];

	if (handle)
		keep(handle, function->result.object, KEPT_MADE, 0, call);
	for (unsigned int i = 0; i < function->param_count; i++)
		if (function->params[i].kind == PARAM_MADE)
			keep_made(call, i);
}

static void keep_built(const struct call *call)
{
	const void *program = call_pointer(call, ARG_clBuildProgram_program);

	keep(program, OBJECT_PROGRAM, KEPT_BUILT, 0, call);
	if (call->slot == CLROUTER_SLOT_clCompileProgram)
		keep_parts(program, call_pointer(call, ARG_clCompileProgram_input_headers),
			   call_number(call, ARG_clCompileProgram_num_input_headers));
	else
		keep_parts(program, NULL, 0);
}

void learn_kept(const struct call *call, const void *handle)
{
	keep_new(call, handle);
	switch (call->slot) {
	case CLROUTER_SLOT_clBuildProgram:
	case CLROUTER_SLOT_clCompileProgram:
		keep_built(call);
		break;
	case CLROUTER_SLOT_clLinkProgram:
		keep_parts(handle, call_pointer(call, ARG_clLinkProgram_input_programs),
			   call_number(call, ARG_clLinkProgram_num_input_programs));
		break;
	case CLROUTER_SLOT_clSetProgramSpecializationConstant:
		keep(call_pointer(call, ARG_clSetProgramSpecializationConstant_program),
		     OBJECT_PROGRAM, KEPT_CONSTANT,
		     call_number(call, ARG_clSetProgramSpecializationConstant_spec_id), call);
		break;
	case CLROUTER_SLOT_clSetKernelExecInfo:
		keep_info(call);
		break;
	case CLROUTER_SLOT_clSetKernelArg:
	case CLROUTER_SLOT_clSetKernelArgSVMPointer:
	case CLROUTER_SLOT_clSetKernelArgSVMPointerARM:
	case CLROUTER_SLOT_clSetKernelArgMemPointerINTEL:
	case CLROUTER_SLOT_clSetKernelArgDevicePointerEXT:
		keep_argument(call);
		break;
	case CLROUTER_SLOT_clCloneKernel:
		keep_clone(call, handle);
		break;
	default:
		break;
	}
}
