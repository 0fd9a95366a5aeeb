/* SPDX-License-Identifier: Apache-2.0 */
/*
 * learn-programs: the part of facts.h about programs, kernels and their arguments. See learn.h.
 */
#include "layers/validation/learn.h"

#include <limits.h>
#include <string.h>

#include "base/text.h"
#include "layers/validation/check.h"
#include "layers/validation/facts.h"
#include "layers/validation/memory.h"

/* -- programs ---------------------------------------------------------------------------- */

/* A program without a list of devices, for example, has those of its context. */
static void copy_devices(struct facts *facts, const void *context)
{
	const struct facts *from = facts_of(context, OBJECT_CONTEXT);

	if (from != NULL)
		facts_set_devices(facts, from->devices, from->device_count);
}

/* For which devices the driver could not use the binary that it got. */
static unsigned int refused_binaries(const struct call *call)
{
	const cl_int *status = check_pointer(call, 5);
	const uint64_t count = check_number(call, 1);
	unsigned int refused = 0;

	for (unsigned i = 0; status != NULL && i < count && i < FACTS_DEVICES; i++)
		refused |= status[i] != CL_SUCCESS ? 1u << i : 0;
	return refused;
}

static void note_program(const struct call *call, const void *handle)
{
	struct facts *facts = facts_begin(handle, OBJECT_PROGRAM, check_pointer(call, 0));
	const bool has_list = call->slot != CLROUTER_SLOT_clCreateProgramWithSource &&
			      call->slot != CLROUTER_SLOT_clCreateProgramWithIL &&
			      call->slot != CLROUTER_SLOT_clCreateProgramWithILKHR;
	const void *const *list = has_list ? check_pointer(call, 2) : NULL;

	if (facts == NULL)
		return;
	if (list != NULL)
		facts_set_devices(facts, list, check_number(call, 1));
	else
		copy_devices(facts, check_pointer(call, 0));
	atomic_store(&facts->is_built,
		     call->slot == CLROUTER_SLOT_clLinkProgram ||
			     call->slot == CLROUTER_SLOT_clCreateProgramWithBuiltInKernels);
	atomic_store(&facts->built, atomic_load(&facts->is_built) ? UINT_MAX : 0);
	if (call->slot == CLROUTER_SLOT_clCreateProgramWithBinary)
		facts->has_no_binary = refused_binaries(call);
	facts_finish(facts, handle);
}

/* The bits of the devices that a call builds for; all without a list. */
static unsigned int built_devices(const struct call *call, const struct facts *facts)
{
	const void *const *list = check_pointer(call, 2);
	const uint64_t count = check_number(call, 1);
	unsigned int bits = 0;

	if (list == NULL)
		return UINT_MAX;
	for (uint64_t k = 0; k < count; k++)
		for (unsigned i = 0; i < facts->device_count; i++)
			bits |= facts->devices[i] == list[k] ? 1u << i : 0;
	return bits;
}

static void note_built(const struct call *call, const void *handle)
{
	struct facts *facts = facts_of(check_pointer(call, 0), OBJECT_PROGRAM);

	(void)handle;
	if (facts == NULL)
		return;
	atomic_fetch_or(&facts->built, built_devices(call, facts));
	atomic_store(&facts->is_built, true);
}

/* -- kernels ----------------------------------------------------------------------------- */

static void note_kernel(const void *handle, const void *program)
{
	struct facts *owner = facts_of(program, OBJECT_PROGRAM);
	struct facts *facts =
		facts_begin(handle, OBJECT_KERNEL, owner != NULL ? owner->context : NULL);
	struct kernel_facts *kernel = NULL;

	if (facts == NULL)
		return;
	facts->program = program;
	facts->argument_count = UINT32_MAX;
	if (clrouter_target.clGetKernelInfo((cl_kernel)(uintptr_t)handle, CL_KERNEL_NUM_ARGS,
					    sizeof(cl_uint), &facts->argument_count,
					    NULL) == CL_SUCCESS &&
	    facts->argument_count <= KERNELS_ARGUMENTS) {
		kernel = kernels_begin(facts->kernel, facts->argument_count);
		facts->kernel = kernel != NULL ? kernel : facts->kernel;
	}
	if (kernel == NULL)
		facts->argument_count = UINT32_MAX;
	if (owner != NULL) {
		atomic_fetch_add(&owner->kernel_count, 1);
		atomic_store(&facts->built, atomic_load(&owner->built));
		facts_set_devices(facts, owner->devices, owner->device_count);
	}
	facts_finish(facts, handle);
}

static void note_new_kernel(const struct call *call, const void *handle)
{
	note_kernel(handle, check_pointer(call, 0));
}

static void note_kernels(const struct call *call, const void *handle)
{
	const void *const *kernels = check_pointer(call, 2);
	const size_t count =
		kernels == NULL ? 0 : signature_stored(check_param(call, 2), call->values);

	(void)handle;
	for (size_t i = 0; i < count; i++)
		note_kernel(kernels[i], check_pointer(call, 0));
}

static void note_clone(const struct call *call, const void *handle)
{
	const struct facts *from = facts_of(check_pointer(call, 0), OBJECT_KERNEL);
	struct facts *facts;

	if (from == NULL)
		return;
	note_kernel(handle, from->program);
	facts = facts_of(handle, OBJECT_KERNEL);
	if (facts != NULL && facts->argument_count == from->argument_count)
		kernels_copy(facts->kernel, from->kernel, from->argument_count);
}

void facts_note_kernel_gone(const void *handle)
{
	const struct facts *facts = facts_last(handle);
	struct facts *owner;

	if (facts == NULL)
		return;
	owner = facts_of(facts->program, OBJECT_PROGRAM);
	if (owner != NULL)
		atomic_fetch_sub(&owner->kernel_count, 1);
}

/* What the kernel has now: it is looked for before a command only then. */
static void note_has(struct kernel_facts *kernel, unsigned int bits)
{
	if ((atomic_load_explicit(&kernel->has, memory_order_relaxed) & bits) != bits)
		atomic_fetch_or_explicit(&kernel->has, bits, memory_order_relaxed);
}

/* A memory object or sampler; a number can only look like one. */
static void set_object(struct kernel_facts *kernel, uint64_t index, const struct object *object)
{
	const struct facts *facts = facts_of(object->handle, OBJECT_MEM);
	unsigned int bits = KERNEL_HAS_OBJECT;

	if (facts != NULL && facts->type != CL_MEM_OBJECT_BUFFER)
		bits |= KERNEL_HAS_IMAGE;
	else if (facts != NULL && facts->parent != NULL)
		bits |= KERNEL_HAS_SUB_BUFFER;
	note_has(kernel, bits);
	kernels_set(kernel, index, object->handle, object);
}

/* Is argument INDEX declared as a number, so that its value only looks like a handle? */
static bool is_number(const struct facts *facts, uint64_t index)
{
	struct declaration declared;

	if (index >= facts->argument_count)
		return true;
	declared = atomic_load_explicit(&facts->kernel->arguments[index].declared,
					memory_order_relaxed);
	return declared.kind == ARGUMENT_VALUE;
}

static void note_argument(const struct call *call, const void *made)
{
	struct facts *facts = facts_of(check_pointer(call, 0), OBJECT_KERNEL);
	const uint64_t index = check_number(call, 1);
	const void *handle = NULL;
	const struct object *object = NULL;

	(void)made;
	if (facts == NULL || facts->kernel == NULL)
		return;
	if (call->slot == CLROUTER_SLOT_clSetKernelArg && !is_number(facts, index) &&
	    check_number(call, 2) == sizeof(handle) && check_pointer(call, 3) != NULL)
		memcpy(&handle, check_pointer(call, 3), sizeof(handle));
	if (handle != NULL)
		object = live_record(handle);
	if (object != NULL && live_is_live(object, OBJECT_MEM))
		set_object(facts->kernel, index, object);
	else
		kernels_set(facts->kernel, index, &kernels_no_object, NULL);
}

/* Pointers of extensions may be unknown. */
static void note_svm_argument(const struct call *call, const void *handle)
{
	struct facts *facts = facts_of(check_pointer(call, 0), OBJECT_KERNEL);
	const void *pointer = check_pointer(call, 2);
	const uint64_t index = check_number(call, 1);
	bool is_svm;

	(void)handle;
	if (facts == NULL || facts->kernel == NULL)
		return;
	if (pointer == NULL) {
		kernels_set(facts->kernel, index, &kernels_no_object, NULL);
		return;
	}
	is_svm = memory_expects_unseen() || memory_is_svm(pointer, 0);
	note_has(facts->kernel, is_svm ? KERNEL_HAS_SVM : KERNEL_HAS_SYSTEM);
	kernels_set_pointer(facts->kernel, index, pointer, is_svm ? KERNELS_SVM : KERNELS_SYSTEM);
}

/* -- which call makes what --------------------------------------------------------------- */

static void (*const notes[CLROUTER_ALL_SLOTS])(const struct call *call, const void *handle) = {
	[CLROUTER_SLOT_clCreateProgramWithSource] = note_program,
	[CLROUTER_SLOT_clCreateProgramWithBinary] = note_program,
	[CLROUTER_SLOT_clCreateProgramWithBuiltInKernels] = note_program,
	[CLROUTER_SLOT_clCreateProgramWithIL] = note_program,
	[CLROUTER_SLOT_clCreateProgramWithILKHR] = note_program,
	[CLROUTER_SLOT_clLinkProgram] = note_program,
	[CLROUTER_SLOT_clBuildProgram] = note_built,
	[CLROUTER_SLOT_clCreateKernel] = note_new_kernel,
	[CLROUTER_SLOT_clCloneKernel] = note_clone,
	[CLROUTER_SLOT_clCreateKernelsInProgram] = note_kernels,
	[CLROUTER_SLOT_clSetKernelArg] = note_argument,
	[CLROUTER_SLOT_clSetKernelArgSVMPointer] = note_svm_argument,
};

/* Functions of extensions that set an argument begin with the kernel and the index, too. */
bool learn_program(const struct call *call, const void *handle)
{
	if (notes[call->slot] != NULL)
		notes[call->slot](call, handle);
	else if (call->slot >= CLROUTER_SLOTS &&
		 text_skip_prefix(signatures[call->slot].name, "clSetKernelArg"))
		note_argument(call, handle);
	else
		return false;
	return true;
}

/* -- callbacks that come before their call returns ---------------------------------------- */

/* The calls of clLinkProgram with a callback: it gets a program that no call has returned. */
static atomic_int link_count;

bool facts_are_linking(void)
{
	return atomic_load(&link_count) > 0;
}

static bool is_link(const struct call *call)
{
	return call->slot == CLROUTER_SLOT_clLinkProgram && check_pointer(call, 6) != NULL;
}

void learn_program_before(const struct call *call)
{
	if (is_link(call))
		atomic_fetch_add(&link_count, 1);
	else if (call->slot == CLROUTER_SLOT_clBuildProgram && check_pointer(call, 4) != NULL)
		note_built(call, NULL);
}

void facts_note_after(const struct call *call)
{
	if (is_link(call))
		atomic_fetch_sub(&link_count, 1);
}
