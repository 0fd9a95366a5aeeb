/* SPDX-License-Identifier: Apache-2.0 */
/*
 * uses: see uses.h.
 */
#include "layers/validation/races/uses.h"

#include "base/array.h"
#include "layers/validation/checks/check.h"
#include "state/facts.h"
#include "state/learn/addresses.h"

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

static void add_memory(struct finder *finder, const void *begin, uint64_t size, bool writes)
{
	const struct storage host = { .space = ACCESS_HOST };

	if (begin)
		add(finder, &host, region_bytes((uintptr_t)begin, size), writes);
}

/* From OpenCL 2.1 on, a launch may have no work-items: then it uses nothing. */
static bool has_work(const struct call *call)
{
	const size_t *global;

	if (call->slot != CLROUTER_SLOT_clEnqueueNDRangeKernel)
		return true;
	global = call_pointer(call, ARG_clEnqueueNDRangeKernel_global_work_size);
	for (uint64_t i = 0;
	     global && i < call_number(call, ARG_clEnqueueNDRangeKernel_work_dim); i++)
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
	const uint64_t number = handles ? call_number(finder->call, count) : 0;
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
		pointers &&
		!call_pointer(finder->call, ARG_clEnqueueSVMFree_pfn_free_func);
	const uint64_t count =
		is_known ? call_number(finder->call, ARG_clEnqueueSVMFree_num_svm_pointers) : 0;

	for (uint64_t i = 0; i < count; i++)
		add_memory(finder, pointers[i], memory_svm_freed_size(pointers[i]), true);
}

enum use_kind {
	USE_BYTES,    /* SIZE of them, OFFSET bytes after the beginning */
	USE_HOST,     /* SIZE of the host's, at OBJECT */
	USE_ROWS,     /* SIZE is an array, OFFSET, too; SHAPE is the row pitch, which the other follows */
	USE_ELEMENTS, /* the same without pitches */
	USE_PIXELS    /* bytes without gaps for the elements of the image SHAPE that SIZE says */
};

/* The parameters of a use. OBJECT is a memory object, or a pointer to memory of the host. */
struct command_use {
	unsigned short slot;
	enum use_kind kind;
	bool writes;
	unsigned char object, offset, size, shape;
};

#define READS false
#define WRITES true
#define USE(function, kind, writes, object, offset, size, shape) \
	{ \
		CLROUTER_SLOT_##function, USE_##kind, writes, ARG_##function##_##object, \
			ARG_##function##_##offset, ARG_##function##_##size, \
			ARG_##function##_##shape \
	}

/* What a kind of use does not have is OBJECT once more. */
static const struct command_use all_uses[] = {
	USE(clEnqueueReadBuffer, BYTES, READS, buffer, offset, size, buffer),
	USE(clEnqueueReadBuffer, HOST, WRITES, ptr, ptr, size, ptr),
	USE(clEnqueueWriteBuffer, BYTES, WRITES, buffer, offset, size, buffer),
	USE(clEnqueueWriteBuffer, HOST, READS, ptr, ptr, size, ptr),
	USE(clEnqueueReadBufferRect, ROWS, READS, buffer, buffer_origin, region, buffer_row_pitch),
	USE(clEnqueueReadBufferRect, ROWS, WRITES, ptr, host_origin, region, host_row_pitch),
	USE(clEnqueueWriteBufferRect, ROWS, WRITES, buffer, buffer_origin, region,
	    buffer_row_pitch),
	USE(clEnqueueWriteBufferRect, ROWS, READS, ptr, host_origin, region, host_row_pitch),
	USE(clEnqueueFillBuffer, BYTES, WRITES, buffer, offset, size, buffer),
	USE(clEnqueueCopyBuffer, BYTES, READS, src_buffer, src_offset, size, src_buffer),
	USE(clEnqueueCopyBuffer, BYTES, WRITES, dst_buffer, dst_offset, size, dst_buffer),
	USE(clEnqueueCopyBufferRect, ROWS, READS, src_buffer, src_origin, region, src_row_pitch),
	USE(clEnqueueCopyBufferRect, ROWS, WRITES, dst_buffer, dst_origin, region, dst_row_pitch),
	USE(clEnqueueReadImage, ELEMENTS, READS, image, origin, region, image),
	USE(clEnqueueWriteImage, ELEMENTS, WRITES, image, origin, region, image),
	USE(clEnqueueFillImage, ELEMENTS, WRITES, image, origin, region, image),
	USE(clEnqueueCopyImage, ELEMENTS, READS, src_image, src_origin, region, src_image),
	USE(clEnqueueCopyImage, ELEMENTS, WRITES, dst_image, dst_origin, region, dst_image),
	USE(clEnqueueCopyImageToBuffer, ELEMENTS, READS, src_image, src_origin, region, src_image),
	USE(clEnqueueCopyImageToBuffer, PIXELS, WRITES, dst_buffer, dst_offset, region, src_image),
	USE(clEnqueueCopyBufferToImage, PIXELS, READS, src_buffer, src_offset, region, dst_image),
	USE(clEnqueueCopyBufferToImage, ELEMENTS, WRITES, dst_image, dst_origin, region, dst_image),
	USE(clEnqueueSVMMemFill, HOST, WRITES, svm_ptr, svm_ptr, size, svm_ptr),
};

/* Where the memory is that parameter INDEX of CALL is or points to; false: that is not known. */
static bool find_storage(const struct call *call, unsigned index, struct storage *storage)
{
	const void *pointer = call_pointer(call, index);

	if (call_param(call, index)->object == OBJECT_MEM)
		return storage_of(pointer, storage);
	*storage = (struct storage){ .space = ACCESS_HOST, .base = (uintptr_t)pointer };
	return pointer != NULL;
}

/* The bytes of as many elements of the image SHAPE as USE says. */
static uint64_t count_pixels(const struct call *call, const struct command_use *use)
{
	const size_t *size = call_pointer(call, use->size);
	struct storage image;

	return size && storage_of(call_pointer(call, use->shape), &image)
		       ? size[0] * size[1] * size[2] * image.element_size
		       : 0;
}

/* The region of the memory at STORAGE that CALL uses as USE says; without bytes if it is not known. */
static struct region find_region(const struct call *call, const struct command_use *use,
				 const struct storage *storage)
{
	struct region rows;

	switch (use->kind) {
	case USE_BYTES:
		return region_bytes(storage->base + call_number(call, use->offset),
				    call_number(call, use->size));
	case USE_HOST:
		return region_bytes(storage->base, call_number(call, use->size));
	case USE_PIXELS:
		return region_bytes(storage->base + call_number(call, use->offset),
				    count_pixels(call, use));
	case USE_ELEMENTS:
		return storage->is_image && call_pointer(call, use->offset)
			       ? region_elements(call_pointer(call, use->offset),
						 call_pointer(call, use->size))
			       : storage_all(storage, use->writes).region;
	default:
		return call_pointer(call, use->size) &&
				       region_rows(&rows, storage->base,
						   call_pointer(call, use->offset),
						   call_pointer(call, use->size),
						   call_number(call, use->shape),
						   call_number(call, use->shape + 1)) == REGION_GOOD
			       ? rows
			       : region_bytes(storage->base, 0);
	}
}

/* Finds the uses that are in the table; false: CALL has none. */
static bool find_plain_uses(struct finder *finder)
{
	bool is_found = false;
	struct storage storage;

	for (size_t i = 0; i < ARRAY_SIZE(all_uses); i++) {
		const struct command_use *use = &all_uses[i];

		if (use->slot != finder->call->slot)
			continue;
		is_found = true;
		if (find_storage(finder->call, use->object, &storage))
			add(finder, &storage, find_region(finder->call, use, &storage), use->writes);
	}
	return is_found;
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
	case CLROUTER_SLOT_clEnqueueMapBuffer:
	case CLROUTER_SLOT_clEnqueueMapImage:
		add_mapped(finder);
		break;
	case CLROUTER_SLOT_clEnqueueUnmapMemObject:
		add_unmapped(finder);
		break;
	case CLROUTER_SLOT_clEnqueueSVMMap:
		add_memory(finder, call_pointer(call, ARG_clEnqueueSVMMap_svm_ptr),
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

	if (!find_plain_uses(&finder) && !find_copy_uses(&finder))
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
	    !call_pointer(call, ARG_clEnqueueNDRangeKernel_global_work_size))
		return range;
	range.kernel = call_pointer(call, ARG_clEnqueueNDRangeKernel_kernel);
	offset = call_pointer(call, ARG_clEnqueueNDRangeKernel_global_work_offset);
	size = call_pointer(call, ARG_clEnqueueNDRangeKernel_global_work_size);
	for (uint64_t i = 0; i < 3; i++) {
		const bool is_given = i < call_number(call, ARG_clEnqueueNDRangeKernel_work_dim);

		range.begin[i] = is_given && offset ? offset[i] : 0;
		range.end[i] = range.begin[i] + (is_given ? size[i] : 1);
	}
	return range;
}
