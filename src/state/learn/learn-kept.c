/* SPDX-License-Identifier: Apache-2.0 */
/*
 * learn-kept: which calls are kept of an object (kept.h). See learn.h.
 */
#include "state/learn/learn.h"

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

	if (facts != NULL)
		kept_set(&facts->kept, sort, index, call);
}

/* The call has made the objects in the array that its parameter INDEX is. */
static void keep_made(const struct call *call, unsigned int index)
{
	const struct signature_param *param = call_param(call, index);
	const void *const *made = call_pointer(call, index);
	const size_t count = made != NULL ? signature_stored(param, call->values) : 0;

	for (size_t i = 0; i < count; i++)
		keep(made[i], param->object, KEPT_MADE, 0, call);
}

static void keep_clone(const struct call *call, const void *handle)
{
	const void *source = call_pointer(call, ARG_clCloneKernel_source_kernel);
	struct facts_kernel *from = facts_of_kernel(source);
	struct facts_kernel *to = facts_of_kernel(handle);

	if (is_wanted(OBJECT_KERNEL) && from != NULL && to != NULL)
		kept_copy_arguments(&to->any.kept, &from->any.kept);
}

/* A call has made one object, which it returned, or those that it stored. */
static void keep_new(const struct call *call, const void *handle)
{
	const struct signature *function = &signatures[call->slot];

	if (handle != NULL)
		keep(handle, function->result.object, KEPT_MADE, 0, call);
	for (unsigned int i = 0; i < function->param_count; i++)
		if (function->params[i].kind == PARAM_MADE)
			keep_made(call, i);
}

void learn_kept(const struct call *call, const void *handle)
{
	keep_new(call, handle);
	switch (call->slot) {
	case CLROUTER_SLOT_clBuildProgram:
	case CLROUTER_SLOT_clCompileProgram:
		keep(call_pointer(call, ARG_clBuildProgram_program), OBJECT_PROGRAM, KEPT_BUILT, 0,
		     call);
		break;
	case CLROUTER_SLOT_clSetKernelArg:
	case CLROUTER_SLOT_clSetKernelArgSVMPointer:
	case CLROUTER_SLOT_clSetKernelArgSVMPointerARM:
	case CLROUTER_SLOT_clSetKernelArgMemPointerINTEL:
	case CLROUTER_SLOT_clSetKernelArgDevicePointerEXT:
		keep(call_pointer(call, ARG_clSetKernelArg_kernel), OBJECT_KERNEL, KEPT_ARGUMENT,
		     call_number(call, ARG_clSetKernelArg_arg_index), call);
		break;
	case CLROUTER_SLOT_clCloneKernel:
		keep_clone(call, handle);
		break;
	default:
		break;
	}
}
