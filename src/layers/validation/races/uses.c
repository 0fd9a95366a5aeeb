/* SPDX-License-Identifier: Apache-2.0 */
/*
 * uses: see uses.h.
 */
#include "layers/validation/races/uses.h"

#include "layers/validation/checks/check.h"
#include "state/facts.h"
#include "state/learn/addresses.h"

/* In place of a parameter: parameter 0 of a command is its queue. */
enum { NONE = 0 };

/* The uses of one call while they are found. */
struct finder {
	const struct call *call;
	struct access *list;
	size_t count;
};

static void add_access(struct finder *finder, const struct access *access)
{
	if (finder->count < USES_MOST && access->region.end > access->region.begin)
		finder->list[finder->count++] = *access;
}

static void add(struct finder *finder, const struct storage *storage, struct region region,
		bool writes)
{
	struct access access = access_of(storage->space, region, writes);

	access.number = storage->number;
	add_access(finder, &access);
}

/* Bytes of the buffer that parameter BUFFER is. */
static void add_bytes(struct finder *finder, unsigned buffer, uint64_t offset, uint64_t size,
		      bool writes)
{
	struct storage storage;

	if (storage_of(call_pointer(finder->call, buffer), &storage))
		add(finder, &storage, region_bytes(storage.base + offset, size), writes);
}

static void add_memory(struct finder *finder, const void *begin, uint64_t size, bool writes)
{
	const struct storage host = { .space = ACCESS_HOST };

	if (begin != NULL)
		add(finder, &host, region_bytes((uintptr_t)begin, size), writes);
}

static void add_host(struct finder *finder, unsigned pointer, uint64_t size, bool writes)
{
	add_memory(finder, call_pointer(finder->call, pointer), size, writes);
}

/*
 * Rows of the buffer BUFFER, or of the host's memory at POINTER if BUFFER is NONE. PITCH is that of
 * the rows, which that of the slices follows.
 */
static void add_rows(struct finder *finder, unsigned buffer, unsigned pointer, unsigned origin,
		     unsigned region, unsigned pitch, bool writes)
{
	const struct call *call = finder->call;
	struct storage storage = { .space = ACCESS_HOST };
	struct region rows;

	if (buffer == NONE)
		storage.base = (uintptr_t)call_pointer(call, pointer);
	else if (!storage_of(call_pointer(call, buffer), &storage))
		return;
	if (region_rows(&rows, storage.base, call_pointer(call, origin), call_pointer(call, region),
			call_number(call, pitch), call_number(call, pitch + 1)) == REGION_GOOD)
		add(finder, &storage, rows, writes);
}

static void add_elements(struct finder *finder, unsigned image, unsigned origin, unsigned region,
			 bool writes)
{
	struct storage storage;
	struct access all;

	if (!storage_of(call_pointer(finder->call, image), &storage))
		return;
	all = storage_all(&storage, writes);
	if (storage.is_image && call_pointer(finder->call, origin) != NULL)
		all.region = region_elements(call_pointer(finder->call, origin),
					     call_pointer(finder->call, region));
	add_access(finder, &all);
}

/* The bytes of a buffer that a copy from or to an image uses; they have no gaps. */
static void add_image_bytes(struct finder *finder, unsigned buffer, unsigned offset, unsigned image,
			    unsigned region, bool writes)
{
	const size_t *size = call_pointer(finder->call, region);
	struct storage storage;

	if (size != NULL && storage_of(call_pointer(finder->call, image), &storage))
		add_bytes(finder, buffer, call_number(finder->call, offset),
			  size[0] * size[1] * size[2] * storage.element_size, writes);
}

/* From OpenCL 2.1 on, a launch may have no work-items: then it uses nothing. */
static bool has_work(const struct call *call)
{
	const size_t *global;

	if (call->slot != CLROUTER_SLOT_clEnqueueNDRangeKernel)
		return true;
	global = call_pointer(call, ARG_clEnqueueNDRangeKernel_global_work_size);
	for (uint64_t i = 0;
	     global != NULL && i < call_number(call, ARG_clEnqueueNDRangeKernel_work_dim); i++)
		if (global[i] == 0)
			return false;
	return global != NULL;
}

static void add_arguments(struct finder *finder)
{
	if (!has_work(finder->call))
		return;
	finder->count +=
		storage_of_arguments(call_pointer(finder->call, ARG_clEnqueueNDRangeKernel_kernel),
				     finder->list + finder->count);
}

static void add_objects(struct finder *finder, unsigned count, unsigned list)
{
	const void *const *handles = call_pointer(finder->call, list);
	const uint64_t number = handles != NULL ? call_number(finder->call, count) : 0;
	struct storage storage;

	for (uint64_t i = 0; i < number; i++) {
		struct access access;

		if (!storage_of(handles[i], &storage))
			continue;
		access = storage_all(&storage, true);
		access.is_doubtful = true;
		add_access(finder, &access);
	}
}

static void add_region(struct finder *finder, const struct memory_region *region)
{
	struct access access;

	if (storage_of_region(region, &access))
		add_access(finder, &access);
}

static void add_mapped(struct finder *finder)
{
	struct memory_region region;

	if (addresses_mapped_region(finder->call, &region))
		add_region(finder, &region);
}

static void add_unmapped(struct finder *finder)
{
	const void *object = call_pointer(finder->call, ARG_clEnqueueUnmapMemObject_memobj);
	struct memory_region region;

	if (memory_find_unmapping(
		    object, facts_whole(object),
		    call_pointer(finder->call, ARG_clEnqueueUnmapMemObject_mapped_ptr), &region))
		add_region(finder, &region);
}

static void add_shared_unmapped(struct finder *finder)
{
	const void *pointer = call_pointer(finder->call, ARG_clEnqueueSVMUnmap_svm_ptr);
	bool is_written = false;
	const size_t size = memory_svm_mapped_size(pointer, &is_written);

	add_memory(finder, pointer, size, is_written);
}

/* A callback may wait for other commands before it frees the memory. */
static void add_freed(struct finder *finder)
{
	const void *const *pointers = call_pointer(finder->call, ARG_clEnqueueSVMFree_svm_pointers);
	const bool is_known =
		pointers != NULL &&
		call_pointer(finder->call, ARG_clEnqueueSVMFree_pfn_free_func) == NULL;
	const uint64_t count =
		is_known ? call_number(finder->call, ARG_clEnqueueSVMFree_num_svm_pointers) : 0;

	for (uint64_t i = 0; i < count; i++)
		add_memory(finder, pointers[i], memory_svm_freed_size(pointers[i]), true);
}

/* Commands on buffers; false if CALL is none. */
static bool find_buffer_uses(struct finder *finder)
{
	const struct call *call = finder->call;
	const bool writes = call->slot == CLROUTER_SLOT_clEnqueueWriteBuffer ||
			    call->slot == CLROUTER_SLOT_clEnqueueWriteBufferRect;

	switch (call->slot) {
	case CLROUTER_SLOT_clEnqueueReadBuffer:
	case CLROUTER_SLOT_clEnqueueWriteBuffer:
		add_bytes(finder, ARG_clEnqueueReadBuffer_buffer,
			  call_number(call, ARG_clEnqueueReadBuffer_offset),
			  call_number(call, ARG_clEnqueueReadBuffer_size), writes);
		add_host(finder, ARG_clEnqueueReadBuffer_ptr,
			 call_number(call, ARG_clEnqueueReadBuffer_size), !writes);
		return true;
	case CLROUTER_SLOT_clEnqueueReadBufferRect:
	case CLROUTER_SLOT_clEnqueueWriteBufferRect:
		add_rows(finder, ARG_clEnqueueReadBufferRect_buffer, NONE,
			 ARG_clEnqueueReadBufferRect_buffer_origin,
			 ARG_clEnqueueReadBufferRect_region,
			 ARG_clEnqueueReadBufferRect_buffer_row_pitch, writes);
		add_rows(finder, NONE, ARG_clEnqueueReadBufferRect_ptr,
			 ARG_clEnqueueReadBufferRect_host_origin,
			 ARG_clEnqueueReadBufferRect_region,
			 ARG_clEnqueueReadBufferRect_host_row_pitch, !writes);
		return true;
	case CLROUTER_SLOT_clEnqueueFillBuffer:
		add_bytes(finder, ARG_clEnqueueFillBuffer_buffer,
			  call_number(call, ARG_clEnqueueFillBuffer_offset),
			  call_number(call, ARG_clEnqueueFillBuffer_size), true);
		return true;
	case CLROUTER_SLOT_clEnqueueCopyBuffer:
		add_bytes(finder, ARG_clEnqueueCopyBuffer_src_buffer,
			  call_number(call, ARG_clEnqueueCopyBuffer_src_offset),
			  call_number(call, ARG_clEnqueueCopyBuffer_size), false);
		add_bytes(finder, ARG_clEnqueueCopyBuffer_dst_buffer,
			  call_number(call, ARG_clEnqueueCopyBuffer_dst_offset),
			  call_number(call, ARG_clEnqueueCopyBuffer_size), true);
		return true;
	case CLROUTER_SLOT_clEnqueueCopyBufferRect:
		add_rows(finder, ARG_clEnqueueCopyBufferRect_src_buffer, NONE,
			 ARG_clEnqueueCopyBufferRect_src_origin, ARG_clEnqueueCopyBufferRect_region,
			 ARG_clEnqueueCopyBufferRect_src_row_pitch, false);
		add_rows(finder, ARG_clEnqueueCopyBufferRect_dst_buffer, NONE,
			 ARG_clEnqueueCopyBufferRect_dst_origin, ARG_clEnqueueCopyBufferRect_region,
			 ARG_clEnqueueCopyBufferRect_dst_row_pitch, true);
		return true;
	case CLROUTER_SLOT_clEnqueueMapBuffer:
		add_mapped(finder);
		return true;
	default:
		return false;
	}
}

/* Commands on images. */
static bool find_image_uses(struct finder *finder)
{
	const struct call *call = finder->call;

	switch (call->slot) {
	case CLROUTER_SLOT_clEnqueueReadImage:
	case CLROUTER_SLOT_clEnqueueWriteImage:
		add_elements(finder, ARG_clEnqueueReadImage_image, ARG_clEnqueueReadImage_origin,
			     ARG_clEnqueueReadImage_region,
			     call->slot == CLROUTER_SLOT_clEnqueueWriteImage);
		return true;
	case CLROUTER_SLOT_clEnqueueFillImage:
		add_elements(finder, ARG_clEnqueueFillImage_image, ARG_clEnqueueFillImage_origin,
			     ARG_clEnqueueFillImage_region, true);
		return true;
	case CLROUTER_SLOT_clEnqueueCopyImage:
		add_elements(finder, ARG_clEnqueueCopyImage_src_image,
			     ARG_clEnqueueCopyImage_src_origin, ARG_clEnqueueCopyImage_region,
			     false);
		add_elements(finder, ARG_clEnqueueCopyImage_dst_image,
			     ARG_clEnqueueCopyImage_dst_origin, ARG_clEnqueueCopyImage_region,
			     true);
		return true;
	case CLROUTER_SLOT_clEnqueueCopyImageToBuffer:
		add_elements(finder, ARG_clEnqueueCopyImageToBuffer_src_image,
			     ARG_clEnqueueCopyImageToBuffer_src_origin,
			     ARG_clEnqueueCopyImageToBuffer_region, false);
		add_image_bytes(finder, ARG_clEnqueueCopyImageToBuffer_dst_buffer,
				ARG_clEnqueueCopyImageToBuffer_dst_offset,
				ARG_clEnqueueCopyImageToBuffer_src_image,
				ARG_clEnqueueCopyImageToBuffer_region, true);
		return true;
	case CLROUTER_SLOT_clEnqueueCopyBufferToImage:
		add_image_bytes(finder, ARG_clEnqueueCopyBufferToImage_src_buffer,
				ARG_clEnqueueCopyBufferToImage_src_offset,
				ARG_clEnqueueCopyBufferToImage_dst_image,
				ARG_clEnqueueCopyBufferToImage_region, false);
		add_elements(finder, ARG_clEnqueueCopyBufferToImage_dst_image,
			     ARG_clEnqueueCopyBufferToImage_dst_origin,
			     ARG_clEnqueueCopyBufferToImage_region, true);
		return true;
	case CLROUTER_SLOT_clEnqueueMapImage:
		add_mapped(finder);
		return true;
	default:
		return false;
	}
}

static bool find_copy_uses(struct finder *finder)
{
	struct addresses_copy copy;

	if (!addresses_find_copy(finder->call, &copy))
		return false;
	add_memory(finder, copy.to, copy.size, true);
	add_memory(finder, copy.from, copy.size, false);
	return true;
}

static void find_other_uses(struct finder *finder)
{
	const struct call *call = finder->call;

	switch (call->slot) {
	case CLROUTER_SLOT_clEnqueueNDRangeKernel:
	case CLROUTER_SLOT_clEnqueueTask:
		add_arguments(finder);
		break;
	case CLROUTER_SLOT_clEnqueueNativeKernel:
		add_objects(finder, ARG_clEnqueueNativeKernel_num_mem_objects,
			    ARG_clEnqueueNativeKernel_mem_list);
		break;
	case CLROUTER_SLOT_clEnqueueUnmapMemObject:
		add_unmapped(finder);
		break;
	case CLROUTER_SLOT_clEnqueueSVMMemFill:
		add_host(finder, ARG_clEnqueueSVMMemFill_svm_ptr,
			 call_number(call, ARG_clEnqueueSVMMemFill_size), true);
		break;
	case CLROUTER_SLOT_clEnqueueSVMMap:
		add_host(finder, ARG_clEnqueueSVMMap_svm_ptr,
			 call_number(call, ARG_clEnqueueSVMMap_size),
			 call_number(call, ARG_clEnqueueSVMMap_flags) != CL_MAP_READ);
		break;
	case CLROUTER_SLOT_clEnqueueSVMUnmap:
		add_shared_unmapped(finder);
		break;
	case CLROUTER_SLOT_clEnqueueSVMFree:
		add_freed(finder);
		break;
	default:
		break;
	}
}

bool uses_are_known(const struct call *call)
{
	struct addresses_copy copy;

	return call->slot < CLROUTER_SLOTS || addresses_find_copy(call, &copy);
}

size_t uses_find(const struct call *call, struct access list[USES_MOST])
{
	struct finder finder = { .call = call, .list = list };

	if (!find_buffer_uses(&finder) && !find_image_uses(&finder) && !find_copy_uses(&finder))
		find_other_uses(&finder);
	return finder.count;
}

/* The uses of a command. */
struct uses {
	const struct access *list;
	size_t count;
	bool is_certain;	/* that do not only read */
};

static bool is_used(const struct memory_region *region, const void *data)
{
	const struct uses *uses = data;
	struct access access;

	if (!storage_of_region(region, &access))
		return false;
	for (size_t i = 0; i < uses->count; i++)
		if (uses->list[i].number != 0 && access_conflicts(&uses->list[i], &access) &&
		    (!uses->is_certain || access_is_certain(&uses->list[i], &access)))
			return true;
	return false;
}

bool uses_find_mapped(const struct access *list, size_t count, struct access *mapped)
{
	const struct uses certain = { list, count, true };
	const struct uses any = { list, count, false };
	struct memory_region region;
	bool is_certain;

	if (!memory_find_mapped(is_used, &any, &region))
		return false;
	is_certain = memory_find_mapped(is_used, &certain, &region);
	if (!storage_of_region(&region, mapped))
		return false;
	mapped->is_doubtful = !is_certain;
	return true;
}

bool uses_find_shared_mapped(const struct access *list, size_t count, struct access *mapped)
{
	for (size_t i = 0; i < count; i++) {
		const void *pointer = (const void *)(uintptr_t)list[i].region.begin;
		const size_t size = list[i].region.end - list[i].region.begin;

		if (list[i].space != ACCESS_HOST || list[i].number != 0 ||
		    !memory_is_coarse(pointer) ||
		    !memory_overlaps_svm_mapped(pointer, size, !list[i].writes))
			continue;
		*mapped = list[i];
		mapped->writes = memory_overlaps_svm_mapped(pointer, size, true);
		mapped->is_doubtful &= !mapped->writes;
		return true;
	}
	return false;
}

struct order_range uses_range(const struct call *call)
{
	struct order_range range = { .kernel = NULL };
	const size_t *offset;
	const size_t *size;

	if (call->slot != CLROUTER_SLOT_clEnqueueNDRangeKernel ||
	    call_pointer(call, ARG_clEnqueueNDRangeKernel_global_work_size) == NULL)
		return range;
	range.kernel = call_pointer(call, ARG_clEnqueueNDRangeKernel_kernel);
	offset = call_pointer(call, ARG_clEnqueueNDRangeKernel_global_work_offset);
	size = call_pointer(call, ARG_clEnqueueNDRangeKernel_global_work_size);
	for (uint64_t i = 0; i < 3; i++) {
		const bool is_given = i < call_number(call, ARG_clEnqueueNDRangeKernel_work_dim);

		range.begin[i] = is_given && offset != NULL ? offset[i] : 0;
		range.end[i] = range.begin[i] + (is_given ? size[i] : 1);
	}
	return range;
}
