/* SPDX-License-Identifier: Apache-2.0 */
/*
 * addresses: see addresses.h.
 */
#include "state/learn/addresses.h"

#include <string.h>

#include "opencl/call.h"
#include "opencl/lists.h"
#include "state/facts.h"
#include "state/live.h"

#define WRITES (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)

static void note_svm(const struct call *call, const void *pointer)
{
	const struct object *context = live_record(call_pointer(call, ARG_clSVMAlloc_context));
	const struct memory_svm svm = {
		.start = (uintptr_t)pointer,
		.size = call_number(call, ARG_clSVMAlloc_size),
		.context = call_pointer(call, ARG_clSVMAlloc_context),
		.context_serial = context ? atomic_load(&context->serial) : 0,
		.is_fine = (call_number(call, ARG_clSVMAlloc_flags) &
			    CL_MEM_SVM_FINE_GRAIN_BUFFER) != 0,
		.flags = call_number(call, ARG_clSVMAlloc_flags),
		.alignment = (unsigned int)call_number(call, ARG_clSVMAlloc_alignment),
	};

	memory_note_svm(&svm);
}

static void note_each(const struct call *call, void (*note)(const void *pointer))
{
	const void *const *pointers = call_pointer(call, ARG_clEnqueueSVMFree_svm_pointers);
	const size_t count =
		pointers ? call_number(call, ARG_clEnqueueSVMFree_num_svm_pointers) : 0;

	for (size_t i = 0; i < count; i++)
		note(pointers[i]);
}

static void note_svm_there(const void *pointer)
{
	memory_note_svm_state(pointer, MEMORY_SVM_THERE);
}

static void note_svm_lent(const void *pointer)
{
	memory_note_svm_state(pointer, MEMORY_SVM_LENT);
}

static void note_svm_due(const void *pointer)
{
	memory_note_svm_state(pointer, MEMORY_SVM_DUE);
}

/* A callback may free the pointers later, or they live on without being known: that is silent. */
static void note_svm_frees(const struct call *call)
{
	note_each(call, call_pointer(call, ARG_clEnqueueSVMFree_pfn_free_func)
				? note_svm_lent
				: note_svm_due);
}

/* Functions of extensions may allocate and free memory that then is not known. */
static void note_extension(const struct call *call)
{
	const char *name = signatures[call->slot].name;

	if (strstr(name, "Alloc") || strstr(name, "Free"))
		memory_expect_unseen();
}

bool addresses_mapped_region(const struct call *call, struct memory_region *region)
{
	const void *handle = call_pointer(call, ARG_clEnqueueMapBuffer_buffer);
	const struct facts_mem *facts = facts_of_mem(handle);
	const size_t *origin = call_pointer(call, ARG_clEnqueueMapImage_origin);
	const size_t *size = call_pointer(call, ARG_clEnqueueMapImage_region);

	if (!facts)
		return false;
	*region = (struct memory_region){ .object = handle, .whole = facts_whole(handle) };
	region->serial = atomic_load(&facts->any.serial);
	region->is_written = (call_number(call, ARG_clEnqueueMapBuffer_map_flags) & WRITES) != 0;
	if (call->slot == CLROUTER_SLOT_clEnqueueMapBuffer) {
		region->origin[0] =
			facts->origin + call_number(call, ARG_clEnqueueMapBuffer_offset);
		region->size[0] = call_number(call, ARG_clEnqueueMapBuffer_size);
		region->size[1] = region->size[2] = 1;
	} else if (origin && size) {
		memcpy(region->origin, origin, sizeof(region->origin));
		memcpy(region->size, size, sizeof(region->size));
		if (facts_has_fourth_origin(facts))
			region->mip_level = origin[3];
	}
	return true;
}

/*
 * The properties are for memory that is in another address space than the host's. None is defined
 * yet, so with one it is not known which memory a pointer means.
 */
static bool has_properties(const struct call *call, unsigned index)
{
	const cl_properties *list = call_pointer(call, index);
	struct property property;

	return lists_next(&list, &property);
}

bool addresses_find_copy(const struct call *call, struct addresses_copy *copy)
{
	switch (call->slot) {
	case CLROUTER_SLOT_clEnqueueSVMMemcpy:
		copy->to = call_pointer(call, ARG_clEnqueueSVMMemcpy_dst_ptr);
		copy->from = call_pointer(call, ARG_clEnqueueSVMMemcpy_src_ptr);
		copy->size = call_number(call, ARG_clEnqueueSVMMemcpy_size);
		return true;
	case CLROUTER_SLOT_clEnqueueSVMMemcpyWithPropertiesKHR:
		copy->to = call_pointer(call, ARG_clEnqueueSVMMemcpyWithPropertiesKHR_dst_ptr);
		copy->from = call_pointer(call, ARG_clEnqueueSVMMemcpyWithPropertiesKHR_src_ptr);
		copy->size = call_number(call, ARG_clEnqueueSVMMemcpyWithPropertiesKHR_size);
		return !has_properties(call, ARG_clEnqueueSVMMemcpyWithPropertiesKHR_properties);
	default:
		return false;
	}
}

static void note_mapped(const struct call *call, const void *pointer)
{
	struct memory_region region;

	if (addresses_mapped_region(call, &region))
		memory_note_mapped(pointer, &region);
}

static void note_unmapping(const struct call *call)
{
	const void *object = call_pointer(call, ARG_clEnqueueUnmapMemObject_memobj);

	memory_note_unmapping(object, facts_whole(object),
			      call_pointer(call, ARG_clEnqueueUnmapMemObject_mapped_ptr));
}

static void note_unmapped(const struct call *call, bool has_failed)
{
	const void *object = call_pointer(call, ARG_clEnqueueUnmapMemObject_memobj);

	memory_note_unmapped(object, facts_whole(object),
			     call_pointer(call, ARG_clEnqueueUnmapMemObject_mapped_ptr),
			     has_failed);
}

static void note_svm_mapped(const struct call *call)
{
	const cl_map_flags flags = call_number(call, ARG_clEnqueueSVMMap_flags);

	memory_note_svm_mapped(call_pointer(call, ARG_clEnqueueSVMMap_svm_ptr),
			       call_number(call, ARG_clEnqueueSVMMap_size), (flags & WRITES) != 0);
}

/* USER uses what the arguments of the kernel of CALL, which launches it, point to. */
static void note_launch(const struct call *call, struct memory_user user)
{
	const struct facts_kernel *facts = facts_of_kernel_with(
		call_pointer(call, ARG_clEnqueueNDRangeKernel_kernel), KERNEL_HAS_SVM);
	const void *pointer;

	for (cl_uint i = 0; facts && i < facts->argument_count; i++) {
		pointer = kernels_pointer(&facts->state->arguments[i], KERNELS_SVM);
		if (pointer)
			memory_note_svm_command(pointer, user);
	}
}

void addresses_note_use(const struct call *call, const void *handle)
{
	const struct memory_user user = { handle, atomic_load(&live_record(handle)->serial) };
	struct addresses_copy copy;

	switch (call->slot) {
	case CLROUTER_SLOT_clEnqueueNDRangeKernel:
	case CLROUTER_SLOT_clEnqueueTask:
		note_launch(call, user);
		break;
	case CLROUTER_SLOT_clEnqueueSVMMap:
		memory_note_svm_command(call_pointer(call, ARG_clEnqueueSVMMap_svm_ptr), user);
		break;
	case CLROUTER_SLOT_clEnqueueSVMUnmap:
	case CLROUTER_SLOT_clEnqueueSVMMemFill:
		memory_note_svm_command(call_pointer(call, ARG_clEnqueueSVMUnmap_svm_ptr), user);
		break;
	default:
		if (addresses_find_copy(call, &copy)) {
			memory_note_svm_command(copy.from, user);
			memory_note_svm_command(copy.to, user);
		}
		break;
	}
}

void addresses_note_host_ptr(const void *pointer, const void *buffer)
{
	const struct memory_user user = { buffer, atomic_load(&live_record(buffer)->serial) };

	memory_note_svm_buffer(pointer, user);
}

void addresses_note(const struct call *call, const void *result)
{
	switch (call->slot) {
	case CLROUTER_SLOT_clEnqueueMapBuffer:
	case CLROUTER_SLOT_clEnqueueMapImage:
		note_mapped(call, *(void *const *)result);
		break;
	case CLROUTER_SLOT_clSVMAlloc:
		note_svm(call, *(void *const *)result);
		break;
	case CLROUTER_SLOT_clEnqueueUnmapMemObject:
		note_unmapped(call, false);
		break;
	case CLROUTER_SLOT_clSVMFree:
		memory_note_svm_freed(call_pointer(call, ARG_clSVMFree_svm_pointer));
		break;
	case CLROUTER_SLOT_clEnqueueSVMMap:
		note_svm_mapped(call);
		break;
	case CLROUTER_SLOT_clEnqueueSVMUnmap:
		memory_note_svm_unmapped(call_pointer(call, ARG_clEnqueueSVMUnmap_svm_ptr));
		break;
	default:
		if (call->slot >= CLROUTER_SLOTS)
			note_extension(call);
		break;
	}
}

void addresses_note_failed(const struct call *call)
{
	if (call->slot == CLROUTER_SLOT_clEnqueueUnmapMemObject)
		note_unmapped(call, true);
	else if (call->slot == CLROUTER_SLOT_clEnqueueSVMFree)
		note_each(call, note_svm_there);
}

void addresses_note_before(const struct call *call)
{
	switch (call->slot) {
	case CLROUTER_SLOT_clEnqueueUnmapMemObject:
		note_unmapping(call);
		break;
	case CLROUTER_SLOT_clSVMFree:
		memory_note_svm_freeing(call_pointer(call, ARG_clSVMFree_svm_pointer));
		break;
	case CLROUTER_SLOT_clEnqueueSVMFree:
		note_svm_frees(call);
		break;
	default:
		break;
	}
}
