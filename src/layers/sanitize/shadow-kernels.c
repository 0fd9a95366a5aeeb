/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shadow-kernels: see shadow-kernels.h.
 */
#include "layers/sanitize/shadow-kernels.h"

#include <stdlib.h>
#include <string.h>

#include "base/common/pointer-map.h"
#include "base/text.h"
#include "layers/sanitize/device-function.h"
#include "layers/sanitize/tails.h"
#include "opencl/call.h"
#include "state/life.h"
#include "state/memory.h"

#define MOST_NAME 4096
#define MOST_ARGUMENTS 4096
#define UNSET UINT32_MAX

static struct lock lock = LOCK_INIT;
static struct pointer_map kernels; /* from handles */

void shadow_kernels_start(void)
{
	life_add_lock(&lock);
}

/* -- the table -------------------------------------------------------------------------------- */

static void free_kernel(struct shadow_kernel *kernel)
{
	for (size_t i = 0; i < kernel->part_count; i++) {
		struct kernel_part *part = &kernel->parts[i];

		if (part->kernel)
			clrouter_target.clReleaseKernel(part->kernel);
		regions_give(part->regions);
		free(part->sizes);
		shadow_leave(part->shadow);
	}
	shadow_programs_give(kernel->program);
	free(kernel->parts);
	free(kernel->arguments);
	free(kernel);
}

struct shadow_kernel *shadow_kernels_take(cl_kernel handle)
{
	struct shadow_kernel *kernel;

	lock_take(&lock);
	kernel = handle ? (struct shadow_kernel *)pointer_map_get(&kernels, handle) : NULL;
	if (kernel && atomic_load_explicit(&kernel->program->is_unchecked, memory_order_relaxed))
		kernel = NULL;
	if (kernel)
		atomic_fetch_add(&kernel->references, 1);
	lock_give(&lock);
	return kernel;
}

void shadow_kernels_give(struct shadow_kernel *kernel)
{
	if (kernel && atomic_fetch_sub(&kernel->references, 1) == 1)
		free_kernel(kernel);
}

void shadow_kernels_note_gone(cl_kernel handle)
{
	struct shadow_kernel *kernel;

	lock_take(&lock);
	kernel = handle ? (struct shadow_kernel *)pointer_map_get(&kernels, handle) : NULL;
	if (kernel)
		pointer_map_remove(&kernels, handle);
	lock_give(&lock);
	shadow_kernels_give(kernel);
}

static void add(struct shadow_kernel *kernel)
{
	bool is_added;

	shadow_kernels_note_gone(kernel->handle);
	lock_take(&lock);
	is_added = pointer_map_set(&kernels, kernel->handle, (uintptr_t)kernel);
	lock_give(&lock);
	if (is_added)
		return;
	shadow_programs_refuse(kernel->program, "there was no memory for a kernel");
	free_kernel(kernel);
}

/* -- new kernels ------------------------------------------------------------------------------ */

/* A kernel with COUNT arguments and space for PARTS parts, which keeps PROGRAM. NULL: no memory. */
static struct shadow_kernel *new_kernel(cl_kernel handle, struct shadow_program *program,
					cl_uint count, size_t parts)
{
	struct shadow_kernel *kernel = calloc(1, sizeof(*kernel));

	if (!kernel)
		return NULL;
	kernel->arguments = calloc(count + 1, sizeof(*kernel->arguments));
	kernel->parts = calloc(parts + 1, sizeof(*kernel->parts));
	if (!kernel->arguments || !kernel->parts) {
		free(kernel->arguments);
		free(kernel->parts);
		free(kernel);
		return NULL;
	}
	kernel->handle = handle;
	kernel->program = program;
	kernel->argument_count = count;
	kernel->lock = (struct lock)LOCK_INIT;
	atomic_store(&kernel->references, 1);
	shadow_programs_keep(program);
	return kernel;
}

static cl_uint count_arguments(cl_kernel kernel)
{
	cl_uint count = UINT32_MAX;

	clrouter_target.clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof(count), &count, NULL);
	return count;
}

/* The number of the hidden argument with the records. */
static cl_uint records_index(const struct sites_kernel *sites)
{
	return sites->arguments + (cl_uint)sites->sized_count;
}

/* Adds the part of SHADOW, whose kernel has NAME, too. */
static bool add_part(struct shadow_kernel *kernel, struct shadow *shadow, const char *name)
{
	struct kernel_part *part = &kernel->parts[kernel->part_count];

	part->sites = sites_find_kernel(&shadow->sites, name);
	if (!part->sites || part->sites->arguments != kernel->argument_count)
		return false;
	part->sizes = calloc(part->sites->sized_count + 1, sizeof(*part->sizes));
	part->kernel =
		part->sizes ? clrouter_target.clCreateKernel(shadow->program, name, NULL) : NULL;
	part->number = UNSET;
	part->shadow = shadow;
	if (part->kernel) {
		shadow_use(shadow);
		kernel->part_count++;
	} else {
		free(part->sizes);
	}
	if (!part->kernel || count_arguments(part->kernel) != records_index(part->sites) + 3 ||
	    clrouter_target.clSetKernelArg(part->kernel, records_index(part->sites), sizeof(cl_mem),
					   &shadow->records.buffer) != CL_SUCCESS)
		return false;
	for (size_t i = 0; i < part->sites->sized_count; i++) {
		const struct sites_sized *sized = &part->sites->sized[i];

		kernel->arguments[sized->index].is_sized = true;
		kernel->arguments[sized->index].is_local = sized->space == SITES_LOCAL;
	}
	return true;
}

static void make_kernel(cl_kernel handle, struct shadow_program *program)
{
	const cl_uint count = count_arguments(handle);
	struct shadow_kernel *kernel = NULL;
	char name[MOST_NAME] = "";
	bool is_made = count <= MOST_ARGUMENTS;

	if (is_made)
		kernel = new_kernel(handle, program, count, program->count);
	is_made = kernel &&
		  clrouter_target.clGetKernelInfo(handle, CL_KERNEL_FUNCTION_NAME, sizeof(name) - 1,
						  name, NULL) == CL_SUCCESS;
	for (size_t i = 0; is_made && i < program->count; i++)
		is_made = add_part(kernel, program->shadows[i], name);
	if (is_made) {
		add(kernel);
		return;
	}
	shadow_programs_refuse(program, "its checked form does not have a kernel as it has it");
	if (kernel)
		free_kernel(kernel);
}

void shadow_kernels_note_made(cl_kernel handle, cl_program program)
{
	struct shadow_program *of = shadow_programs_take(program);

	if (!of)
		return;
	make_kernel(handle, of);
	shadow_programs_give(of);
}

/* The lock of FROM is held. */
static bool clone_part(struct shadow_kernel *kernel, const struct kernel_part *from)
{
	struct kernel_part *part = &kernel->parts[kernel->part_count];
	const size_t size = (from->sites->sized_count + 1) * sizeof(*part->sizes);

	*part = *from;
	part->sizes = malloc(size);
	part->kernel = part->sizes ? clrouter_target.clCloneKernel(from->kernel, NULL) : NULL;
	if (!part->kernel) {
		free(part->sizes);
		return false;
	}
	memcpy(part->sizes, from->sizes, size);
	if (part->regions)
		atomic_fetch_add(&part->regions->references, 1);
	shadow_use(part->shadow);
	kernel->part_count++;
	return true;
}

void shadow_kernels_note_clone(cl_kernel clone, cl_kernel source)
{
	struct shadow_kernel *from = shadow_kernels_take(source);
	struct shadow_kernel *kernel;
	bool is_made;

	if (!from)
		return;
	kernel = new_kernel(clone, from->program, from->argument_count, from->part_count);
	is_made = kernel != NULL;
	lock_take(&from->lock);
	if (kernel)
		memcpy(kernel->arguments, from->arguments,
		       from->argument_count * sizeof(*kernel->arguments));
	for (size_t i = 0; is_made && i < from->part_count; i++)
		is_made = clone_part(kernel, &from->parts[i]);
	lock_give(&from->lock);
	if (is_made) {
		add(kernel);
	} else {
		shadow_programs_refuse(from->program, "the driver does not clone a checked kernel");
		if (kernel)
			free_kernel(kernel);
	}
	shadow_kernels_give(from);
}

/* -- arguments -------------------------------------------------------------------------------- */

bool shadow_kernels_sets(unsigned slot)
{
	return slot == CLROUTER_SLOT_clSetKernelArg ||
	       slot == CLROUTER_SLOT_clSetKernelArgSVMPointer ||
	       slot == CLROUTER_SLOT_clSetKernelExecInfo ||
	       (slot >= CLROUTER_SLOTS &&
		text_skip_prefix(signatures[slot].name, "clSetKernelArg"));
}

struct argument_size shadow_kernels_size(size_t size, const void *value, bool is_local)
{
	struct argument_size result = { .is_sized = true, .is_local = is_local };
	cl_mem object = NULL;
	size_t bytes = 0;

	if (is_local)
		result.bytes = size;
	if (!is_local && value && size == sizeof(object))
		memcpy(&object, value, sizeof(object));
	if (!object)
		return result;
	/* The driver's buffer may be longer than the program's. */
	result.bytes = tails_size(object);
	if (result.bytes != 0)
		return result;
	result.bytes = clrouter_target.clGetMemObjectInfo(object, CL_MEM_SIZE, sizeof(bytes),
							  &bytes, NULL) == CL_SUCCESS
			       ? bytes
			       : SANITIZE_UNKNOWN;
	return result;
}

struct argument_size shadow_kernels_svm_size(const void *pointer)
{
	struct argument_size result = { .is_sized = true, .svm = pointer };
	struct memory_svm found;

	if (!pointer)
		return result;
	result.moment = regions_moment();
	result.bytes = memory_find_svm(pointer, 0, &found) && found.start == (uintptr_t)pointer
			       ? found.size
			       : SANITIZE_UNKNOWN;
	return result;
}

static cl_int set_part(const struct call *call, const struct kernel_part *part)
{
	const cl_uint index = (cl_uint)call_number(call, ARG_clSetKernelArg_arg_index);
	const void *pointer = call_pointer(call, ARG_clSetKernelArgSVMPointer_arg_value);
	void *function;

	switch (call->slot) {
	case CLROUTER_SLOT_clSetKernelArg:
		return clrouter_target.clSetKernelArg(
			part->kernel, index, call_number(call, ARG_clSetKernelArg_arg_size),
			call_pointer(call, ARG_clSetKernelArg_arg_value));
	case CLROUTER_SLOT_clSetKernelArgSVMPointer:
		return clrouter_target.clSetKernelArgSVMPointer(part->kernel, index, pointer);
	case CLROUTER_SLOT_clSetKernelExecInfo:
		return clrouter_target.clSetKernelExecInfo(
			part->kernel,
			(cl_kernel_exec_info)call_number(call, ARG_clSetKernelExecInfo_param_name),
			call_number(call, ARG_clSetKernelExecInfo_param_value_size),
			call_pointer(call, ARG_clSetKernelExecInfo_param_value));
	default:
		function = device_function(part->shadow->device, signatures[call->slot].name);
	}
	if (!function)
		return CL_INVALID_OPERATION;
	if (call->slot == CLROUTER_SLOT_clSetKernelArgDevicePointerEXT)
		return ((cl_int(CL_API_CALL *)(cl_kernel, cl_uint, cl_ulong))function)(
			part->kernel, index,
			call_number(call, ARG_clSetKernelArgDevicePointerEXT_arg_value));
	return ((cl_int(CL_API_CALL *)(cl_kernel, cl_uint, const void *))function)(part->kernel,
										   index, pointer);
}

static struct argument_size size_of(const struct call *call, bool is_local)
{
	const void *pointer = call_pointer(call, ARG_clSetKernelArgSVMPointer_arg_value);

	switch (call->slot) {
	case CLROUTER_SLOT_clSetKernelArg:
		return shadow_kernels_size(call_number(call, ARG_clSetKernelArg_arg_size),
					   call_pointer(call, ARG_clSetKernelArg_arg_value),
					   is_local);
	case CLROUTER_SLOT_clSetKernelArgSVMPointer:
		return shadow_kernels_svm_size(pointer);
	default:
		regions_note_open();
		return (struct argument_size){ .is_sized = true, .bytes = SANITIZE_UNKNOWN };
	}
}

void shadow_kernels_note_set(const struct call *call)
{
	struct shadow_kernel *kernel =
		shadow_kernels_take((cl_kernel)(uintptr_t)call_pointer(call, ARG_first));
	const uint64_t index = call_number(call, ARG_clSetKernelArg_arg_index);
	bool is_set = true;

	if (!kernel)
		return;
	lock_take(&kernel->lock);
	for (size_t i = 0; is_set && i < kernel->part_count; i++)
		is_set = set_part(call, &kernel->parts[i]) == CL_SUCCESS;
	if (call->slot != CLROUTER_SLOT_clSetKernelExecInfo && index < kernel->argument_count &&
	    kernel->arguments[index].is_sized)
		kernel->arguments[index] = size_of(call, kernel->arguments[index].is_local);
	lock_give(&kernel->lock);
	if (!is_set)
		shadow_programs_refuse(kernel->program,
				       "the driver refuses an argument of a checked kernel");
	shadow_kernels_give(kernel);
}

/* -- launches --------------------------------------------------------------------------------- */

struct kernel_part *shadow_kernels_part(struct shadow_kernel *kernel, cl_device_id device)
{
	size_t i = 0;

	if (!device)
		return kernel->part_count == 1 ? &kernel->parts[0] : NULL;
	while (i < kernel->part_count && kernel->parts[i].shadow->device != device)
		i++;
	return i < kernel->part_count ? &kernel->parts[i] : NULL;
}

int shadow_kernels_hidden(const struct kernel_part *part, cl_uint argument)
{
	for (size_t i = 0; i < part->sites->sized_count; i++)
		if (part->sites->sized[i].index == argument)
			return (int)(part->sites->arguments + i);
	return -1;
}

static bool set(const struct kernel_part *part, size_t index, size_t size, const void *value)
{
	return clrouter_target.clSetKernelArg(part->kernel, (cl_uint)index, size, value) ==
	       CL_SUCCESS;
}

static bool set_sizes(struct shadow_kernel *kernel, struct kernel_part *part)
{
	for (size_t i = 0; i < part->sites->sized_count; i++) {
		struct argument_size *size = &kernel->arguments[part->sites->sized[i].index];

		/* Another allocation may have the address now. */
		if (size->svm && size->moment != regions_moment())
			*size = shadow_kernels_svm_size(size->svm);
		if (part->has_sizes && part->sizes[i] == size->bytes)
			continue;
		if (!set(part, part->sites->arguments + i, sizeof(size->bytes), &size->bytes))
			return false;
		part->sizes[i] = size->bytes;
	}
	part->has_sizes = true;
	return true;
}

/* A command may be enqueued when there are other allocations, so all memory may be right for it. */
static bool set_regions(struct kernel_part *part, bool is_command)
{
	struct own_context *context = part->shadow->context;
	struct regions *regions;

	if (part->regions && part->regions->moment == regions_moment() &&
	    part->is_command == is_command)
		return true;
	regions = regions_take(is_command ? &context->command_regions : &context->regions,
			       context->handle);
	if (!regions ||
	    !set(part, records_index(part->sites) + 1, sizeof(cl_mem), &regions->buffer)) {
		regions_give(regions);
		return false;
	}
	regions_give(part->regions);
	part->regions = regions;
	return true;
}

static bool set_number(struct kernel_part *part, const void *site, bool is_command)
{
	uint32_t number;

	if (part->number != UNSET && part->site == site && part->is_command == is_command)
		return true;
	number = shadow_place_number(part->shadow, part->sites, site, is_command);
	if (number != part->number &&
	    !set(part, records_index(part->sites) + 2, sizeof(number), &number))
		return false;
	part->number = number;
	part->site = site;
	part->is_command = is_command;
	return true;
}

bool shadow_kernels_prepare(struct shadow_kernel *kernel, struct kernel_part *part,
			    const void *site, bool is_command)
{
	return set_sizes(kernel, part) && set_regions(part, is_command) &&
	       set_number(part, site, is_command);
}
