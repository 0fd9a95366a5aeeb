/* SPDX-License-Identifier: Apache-2.0 */
/*
 * learn-programs: the part of facts.h about programs, kernels and their arguments. See learn.h.
 */
#include "state/learn/learn.h"

#include <limits.h>
#include <string.h>

#include "base/text.h"
#include "opencl/call.h"
#include "state/facts.h"
#include "state/live.h"
#include "state/memory.h"
#include "state/track.h"

/* -- programs ---------------------------------------------------------------------------- */

/* The devices of CONTEXT, which may be NULL: then none is known. */
static void copy_devices(struct facts_devices *devices, const struct facts_context *context)
{
	if (context)
		*devices = context->devices;
}

/* A call without a list of devices means the devices of the context. */
static void set_devices(struct facts_program *facts, const void *handle, const void *const *list,
			size_t count)
{
	const void *answered[FACTS_DEVICES];
	size_t size = 0;

	if (!list) {
		copy_devices(&facts->devices, facts_of_context(facts->any.context));
		return;
	}
	facts_set_devices(&facts->devices, list, count);
	if (clrouter_target.clGetProgramInfo((cl_program)(uintptr_t)handle, CL_PROGRAM_DEVICES,
					     sizeof(answered), answered, &size) == CL_SUCCESS &&
	    size <= sizeof(answered))
		facts_add_answered(&facts->devices, answered, size / sizeof(*answered));
}

/* For which devices the driver could not use the binary that it got. */
static unsigned int refused_binaries(const struct call *call, const struct facts_program *facts)
{
	const void *const *list = call_pointer(call, ARG_clCreateProgramWithBinary_device_list);
	const cl_int *status = call_pointer(call, ARG_clCreateProgramWithBinary_binary_status);
	const uint64_t count = call_number(call, ARG_clCreateProgramWithBinary_num_devices);
	unsigned int refused = 0;

	for (unsigned i = 0; status && i < count; i++)
		refused |= status[i] != CL_SUCCESS ? facts_device_bit(&facts->devices, list[i]) : 0;
	return refused;
}

/*
 * What a build has left for the devices of BITS. A build with a callback may go on after its call,
 * and one that failed may have left anything: then only the driver knows.
 */
enum product { PRODUCT_UNKNOWN, PRODUCT_OBJECT, PRODUCT_EXECUTABLE };

static void set_product(struct facts_program *facts, unsigned int bits, enum product product)
{
	atomic_fetch_and(&facts->objects, ~bits);
	atomic_fetch_and(&facts->executables, ~bits);
	if (product == PRODUCT_OBJECT)
		atomic_fetch_or(&facts->objects, bits);
	else if (product == PRODUCT_EXECUTABLE)
		atomic_fetch_or(&facts->executables, bits);
}

static bool makes_library(const struct call *call)
{
	const char *options = call_pointer(call, ARG_clLinkProgram_options);

	return options && strstr(options, "-create-library");
}

/* The product of CALL, a build, compilation or link that succeeded. */
static enum product product_of(const struct call *call)
{
	switch (call->slot) {
	case CLROUTER_SLOT_clBuildProgram:
		return !call_pointer(call, ARG_clBuildProgram_pfn_notify)
			       ? PRODUCT_EXECUTABLE
			       : PRODUCT_UNKNOWN;
	case CLROUTER_SLOT_clCompileProgram:
		return !call_pointer(call, ARG_clCompileProgram_pfn_notify)
			       ? PRODUCT_OBJECT
			       : PRODUCT_UNKNOWN;
	case CLROUTER_SLOT_clLinkProgram:
		if (call_pointer(call, ARG_clLinkProgram_pfn_notify))
			return PRODUCT_UNKNOWN;
		return makes_library(call) ? PRODUCT_OBJECT : PRODUCT_EXECUTABLE;
	default:
		return PRODUCT_UNKNOWN;
	}
}

static bool has_input_with_queues(const struct call *call)
{
	const void *const *inputs = call_pointer(call, ARG_clLinkProgram_input_programs);
	const uint64_t count =
		inputs ? call_number(call, ARG_clLinkProgram_num_input_programs) : 0;
	const struct facts_program *facts;

	for (uint64_t i = 0; i < count; i++) {
		facts = facts_of_program(inputs[i]);
		if (facts && atomic_load(&facts->has_queues))
			return true;
	}
	return false;
}

/* Without an option the language is OpenCL C 1.2 at most. */
static void note_language(const struct call *call, struct facts_program *facts)
{
	const char *options = call_pointer(call, ARG_clBuildProgram_options);
	const char *version =
		options ? strstr(options, "-cl-std=CL") : NULL;

	if (version)
		version += strlen("-cl-std=CL");
	atomic_store(&facts->has_queues, version && *version >= '2' && *version <= '9');
}

static void note_program(const struct call *call, const void *handle)
{
	struct facts_program *facts = facts_begin(
		handle, OBJECT_PROGRAM, call_pointer(call, ARG_clCreateProgramWithBinary_context));
	const bool has_list = call->slot != CLROUTER_SLOT_clCreateProgramWithSource &&
			      call->slot != CLROUTER_SLOT_clCreateProgramWithIL &&
			      call->slot != CLROUTER_SLOT_clCreateProgramWithILKHR;
	const void *const *list =
		has_list ? call_pointer(call, ARG_clCreateProgramWithBinary_device_list) : NULL;

	if (!facts)
		return;
	set_devices(facts, handle, list,
		    has_list ? call_number(call, ARG_clCreateProgramWithBinary_num_devices) : 0);
	atomic_store(&facts->is_built,
		     call->slot == CLROUTER_SLOT_clLinkProgram ||
			     call->slot == CLROUTER_SLOT_clCreateProgramWithBuiltInKernels);
	atomic_store(&facts->built, atomic_load(&facts->is_built) ? UINT_MAX : 0);
	if (call->slot == CLROUTER_SLOT_clCreateProgramWithBinary)
		facts->has_no_binary = refused_binaries(call, facts);
	set_product(facts, UINT_MAX, product_of(call));
	if (call->slot == CLROUTER_SLOT_clLinkProgram)
		atomic_store(&facts->has_queues, has_input_with_queues(call));
	facts_finish(&facts->any, handle);
}

/* The bits of the devices that a call builds, compiles or links for; all without a list. */
static unsigned int built_devices(const struct call *call, const struct facts_program *facts)
{
	size_t count;
	const void *const *list = track_array(call, ARG_clBuildProgram_device_list, &count);

	return facts_device_bits(&facts->devices, list, count);
}

static void note_built(const struct call *call, const void *handle)
{
	struct facts_program *facts =
		facts_of_program(call_pointer(call, ARG_clBuildProgram_program));

	(void)handle;
	if (!facts)
		return;
	atomic_fetch_or(&facts->built, built_devices(call, facts));
	atomic_store(&facts->is_built, true);
	atomic_store(&facts->failed_code, CL_SUCCESS);
	set_product(facts, built_devices(call, facts), product_of(call));
	note_language(call, facts);
}

static void note_compiled(const struct call *call, const void *handle)
{
	struct facts_program *facts =
		facts_of_program(call_pointer(call, ARG_clCompileProgram_program));

	(void)handle;
	if (!facts)
		return;
	atomic_store(&facts->failed_code, CL_SUCCESS);
	set_product(facts, built_devices(call, facts), product_of(call));
	note_language(call, facts);
}

/*
 * A build for several devices fails if it fails for one, and only the driver says for which. With
 * one device there is nothing to ask.
 */
static void note_built_others(const struct call *call, struct facts_program *facts)
{
	const unsigned int count = facts->devices.count + facts->devices.answered;
	const unsigned int wanted = built_devices(call, facts);
	const cl_program program =
		(cl_program)(uintptr_t)call_pointer(call, ARG_clBuildProgram_program);

	for (unsigned int i = 0; count > 1 && i < count; i++) {
		const unsigned int bit =
			wanted & facts_device_bit(&facts->devices, facts->devices.list[i]);
		cl_build_status status = CL_BUILD_NONE;

		if (bit == 0 ||
		    clrouter_target.clGetProgramBuildInfo(
			    program, (cl_device_id)(uintptr_t)facts->devices.list[i],
			    CL_PROGRAM_BUILD_STATUS, sizeof(status), &status, NULL) != CL_SUCCESS ||
		    status != CL_BUILD_SUCCESS)
			continue;
		atomic_fetch_or(&facts->built, bit);
		atomic_store(&facts->is_built, true);
	}
}

struct facts_program *learn_program_to_build(const struct call *call)
{
	const bool is_build = call->slot == CLROUTER_SLOT_clBuildProgram ||
			      call->slot == CLROUTER_SLOT_clCompileProgram;

	return is_build ? facts_of_program(call_pointer(call, ARG_clBuildProgram_program)) : NULL;
}

void learn_program_failed(const struct call *call)
{
	struct facts_program *facts = learn_program_to_build(call);

	if (!facts)
		return;
	set_product(facts, UINT_MAX, PRODUCT_UNKNOWN);
	if (call->slot == CLROUTER_SLOT_clBuildProgram)
		note_built_others(call, facts);
}

/* -- kernels ----------------------------------------------------------------------------- */

static void note_kernel(const void *handle, const void *program)
{
	struct facts_program *owner = facts_of_program(program);
	struct facts_kernel *facts =
		facts_begin(handle, OBJECT_KERNEL, owner ? owner->any.context : NULL);
	struct kernel_state *kernel = NULL;

	if (!facts)
		return;
	facts->program = program;
	facts->program_serial = owner ? atomic_load(&owner->any.serial) : 0;
	facts->argument_count = UINT32_MAX;
	if (clrouter_target.clGetKernelInfo((cl_kernel)(uintptr_t)handle, CL_KERNEL_NUM_ARGS,
					    sizeof(cl_uint), &facts->argument_count,
					    NULL) == CL_SUCCESS &&
	    facts->argument_count <= KERNELS_ARGUMENTS) {
		kernel = kernels_begin(facts->state, facts->argument_count);
		facts->state = kernel ? kernel : facts->state;
	}
	if (!kernel)
		facts->argument_count = UINT32_MAX;
	else
		kernel->has_queues = owner && atomic_load(&owner->has_queues);
	if (owner) {
		atomic_fetch_add(&owner->kernel_count, 1);
		atomic_store(&facts->built, atomic_load(&owner->built));
		facts->devices = owner->devices;
	}
	facts_finish(&facts->any, handle);
}

static void note_new_kernel(const struct call *call, const void *handle)
{
	note_kernel(handle, call_pointer(call, ARG_clCreateKernel_program));
}

static void note_kernels(const struct call *call, const void *handle)
{
	const void *const *kernels = call_pointer(call, ARG_clCreateKernelsInProgram_kernels);
	const size_t count =
		!kernels
			? 0
			: signature_stored(call_param(call, ARG_clCreateKernelsInProgram_kernels),
					   call->values);

	(void)handle;
	for (size_t i = 0; i < count; i++)
		note_kernel(kernels[i], call_pointer(call, ARG_clCreateKernelsInProgram_program));
}

static void note_clone(const struct call *call, const void *handle)
{
	const struct facts_kernel *from =
		facts_of_kernel(call_pointer(call, ARG_clCloneKernel_source_kernel));
	struct facts_kernel *facts;

	if (!from)
		return;
	note_kernel(handle, from->program);
	facts = facts_of_kernel(handle);
	if (!facts)
		return;
	/* If memory was short for one of them, nothing is known of the arguments of the other. */
	if (facts->argument_count == from->argument_count)
		kernels_copy(facts->state, from->state, from->argument_count);
	else
		facts->argument_count = UINT32_MAX;
}

void facts_note_kernel_gone(const void *handle)
{
	const struct facts_kernel *facts = facts_last(handle, OBJECT_KERNEL);
	struct facts_program *owner;

	if (!facts)
		return;
	/* The program has had its last release, perhaps, and is found by a query later. */
	owner = facts_last(facts->program, OBJECT_PROGRAM);
	if (owner && atomic_load(&owner->any.serial) == facts->program_serial)
		atomic_fetch_sub(&owner->kernel_count, 1);
}

/* What the kernel has now: it is looked for before a command only then. */
static void note_has(struct kernel_state *kernel, unsigned int bits)
{
	if ((atomic_load_explicit(&kernel->has, memory_order_relaxed) & bits) != bits)
		atomic_fetch_or_explicit(&kernel->has, bits, memory_order_relaxed);
}

/* A memory object, sampler or queue; a number can only look like one. */
static void set_object(struct kernel_state *kernel, uint64_t index, const struct object *object)
{
	const struct facts_mem *facts = facts_of_mem(object->handle);
	unsigned int bits = KERNEL_HAS_OBJECT;

	if (facts && facts->type != CL_MEM_OBJECT_BUFFER)
		bits |= KERNEL_HAS_IMAGE;
	else if (facts && facts->parent)
		bits |= KERNEL_HAS_SUB_BUFFER;
	note_has(kernel, bits);
	kernels_set(kernel, index, object->handle, object);
}

/* Is argument INDEX declared as a number, so that its value only looks like a handle? */
static bool is_number(const struct facts_kernel *facts, uint64_t index)
{
	struct declaration declared;

	if (index >= facts->argument_count)
		return true;
	declared = atomic_load_explicit(&facts->state->arguments[index].declared,
					memory_order_relaxed);
	return declared.kind == ARGUMENT_VALUE;
}

static void note_argument(const struct call *call, const void *made)
{
	struct facts_kernel *facts = facts_of_kernel(call_pointer(call, ARG_clSetKernelArg_kernel));
	const uint64_t index = call_number(call, ARG_clSetKernelArg_arg_index);
	const void *handle = NULL;
	const struct object *object = NULL;

	(void)made;
	if (!facts || !facts->state)
		return;
	if (call->slot == CLROUTER_SLOT_clSetKernelArg && !is_number(facts, index) &&
	    call_number(call, ARG_clSetKernelArg_arg_size) == sizeof(handle) &&
	    call_pointer(call, ARG_clSetKernelArg_arg_value))
		memcpy(&handle, call_pointer(call, ARG_clSetKernelArg_arg_value), sizeof(handle));
	if (handle)
		object = live_record(handle);
	if (kernels_is_live(object))
		set_object(facts->state, index, object);
	else
		kernels_set(facts->state, index, &kernels_no_object, NULL);
}

/* Pointers of extensions may be unknown. */
static void note_svm_argument(const struct call *call, const void *handle)
{
	struct facts_kernel *facts =
		facts_of_kernel(call_pointer(call, ARG_clSetKernelArgSVMPointer_kernel));
	const void *pointer = call_pointer(call, ARG_clSetKernelArgSVMPointer_arg_value);
	const uint64_t index = call_number(call, ARG_clSetKernelArgSVMPointer_arg_index);
	bool is_svm;

	(void)handle;
	if (!facts || !facts->state)
		return;
	if (!pointer) {
		kernels_set(facts->state, index, &kernels_no_object, NULL);
		return;
	}
	is_svm = memory_expects_unseen() || memory_is_svm(pointer, 0);
	note_has(facts->state, is_svm ? KERNEL_HAS_SVM : KERNEL_HAS_SYSTEM);
	kernels_set_pointer(facts->state, index, pointer, is_svm ? KERNELS_SVM : KERNELS_SYSTEM);
}

/* Each call replaces the list of the one before. */
static void note_exec_info(const struct call *call, const void *handle)
{
	struct facts_kernel *facts =
		facts_of_kernel(call_pointer(call, ARG_clSetKernelExecInfo_kernel));
	const void *const *pointers = call_pointer(call, ARG_clSetKernelExecInfo_param_value);

	(void)handle;
	if (!facts || !facts->state ||
	    call_number(call, ARG_clSetKernelExecInfo_param_name) != CL_KERNEL_EXEC_INFO_SVM_PTRS)
		return;
	note_has(facts->state, KERNEL_HAS_LIST);
	kernels_set_list(facts->state, pointers,
			 !pointers
				 ? 0
				 : call_number(call, ARG_clSetKernelExecInfo_param_value_size) /
					   sizeof(*pointers));
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
	[CLROUTER_SLOT_clCompileProgram] = note_compiled,
	[CLROUTER_SLOT_clCreateKernel] = note_new_kernel,
	[CLROUTER_SLOT_clCloneKernel] = note_clone,
	[CLROUTER_SLOT_clCreateKernelsInProgram] = note_kernels,
	[CLROUTER_SLOT_clSetKernelArg] = note_argument,
	[CLROUTER_SLOT_clSetKernelArgSVMPointer] = note_svm_argument,
	[CLROUTER_SLOT_clSetKernelExecInfo] = note_exec_info,
};

/* Functions of extensions that set an argument begin with the kernel and the index, too. */
bool learn_program(const struct call *call, const void *handle)
{
	if (notes[call->slot])
		notes[call->slot](call, handle);
	else if (call->slot >= CLROUTER_SLOTS &&
		 text_skip_prefix(signatures[call->slot].name, "clSetKernelArg"))
		note_argument(call, handle);
	else
		return false;
	return true;
}

/* -- callbacks that come before their call returns ---------------------------------------- */

void learn_program_before(const struct call *call)
{
	if (call->slot == CLROUTER_SLOT_clBuildProgram &&
	    call_pointer(call, ARG_clBuildProgram_pfn_notify))
		note_built(call, NULL);
	else if (call->slot == CLROUTER_SLOT_clCompileProgram &&
		 call_pointer(call, ARG_clCompileProgram_pfn_notify))
		note_compiled(call, NULL);
}
