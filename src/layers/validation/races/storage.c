/* SPDX-License-Identifier: Apache-2.0 */
/*
 * storage: see storage.h.
 */
#include "layers/validation/races/storage.h"

#include "opencl/kernel-writes.h"
#include "state/facts.h"

/* -- memory objects ---------------------------------------------------------------------- */

/* The memory object that the one of FACTS is a part of, or was made from; NULL: none. */
static const void *origin_of(const struct facts_mem *facts)
{
	return facts->parent ? facts->parent : facts->made_from;
}

/*
 * Follows FACTS to the object whose memory they are about; NULL: it is not known. The program may
 * have released that one: it stays for those that were made from it, and is older than they are.
 * If a destructor callback tells the host when all commands have ended, the layer does not see it.
 */
static const struct facts_mem *find_owner(const struct facts_mem *facts, struct storage *storage)
{
	const struct facts_mem *origin;

	for (; facts && !atomic_load(&facts->has_destructor); facts = origin) {
		if (storage->size == UINT64_MAX && facts->type == CL_MEM_OBJECT_BUFFER)
			storage->size = facts->size;
		storage->base += facts->origin;
		if (!origin_of(facts))
			return facts;
		origin = facts_last(origin_of(facts), OBJECT_MEM);
		if (origin &&
		    atomic_load(&origin->any.serial) >= atomic_load(&facts->any.serial))
			return NULL;
	}
	return NULL;
}

bool storage_of(const void *handle, struct storage *storage)
{
	const struct facts_mem *facts = facts_of_mem(handle);
	const struct facts_mem *owner;

	*storage = (struct storage){ .size = UINT64_MAX };
	owner = find_owner(facts, storage);
	/* Of the memory of other interfaces the type is not known, and accesses have three dimensions. */
	if (!owner || owner->type == 0 || owner->type == CL_MEM_OBJECT_PIPE ||
	    facts_has_fourth_origin(owner))
		return false;
	storage->space = owner->host_ptr ? ACCESS_HOST : atomic_load(&owner->any.serial);
	storage->base += (uintptr_t)owner->host_ptr;
	storage->is_image = owner->type != CL_MEM_OBJECT_BUFFER;
	storage->number = live_record(handle)->number;
	storage->flags = facts->flags;
	storage->type = facts->type;
	storage->origin = facts->origin;
	storage->element_size = formats_element_size(&facts->format);
	return true;
}

struct access storage_all(const struct storage *storage, bool writes)
{
	struct access access =
		access_of(storage->space, region_bytes(storage->base, storage->size), writes);

	if (storage->size == UINT64_MAX)
		access.region.end = UINT64_MAX;
	access.number = storage->number;
	return access;
}

bool storage_of_region(const struct memory_region *region, struct access *access)
{
	struct storage storage;

	if (!storage_of(region->object, &storage))
		return false;
	if (storage.is_image)
		*access = access_of(storage.space, region_elements(region->origin, region->size),
				    region->is_written);
	else if (storage.type != CL_MEM_OBJECT_BUFFER)
		*access = storage_all(&storage, region->is_written);
	else
		*access = access_of(storage.space,
				    region_bytes(storage.base + region->origin[0] - storage.origin,
						 region->size[0]),
				    region->is_written);
	access->number = storage.number;
	return true;
}

/* -- kernels ----------------------------------------------------------------------------- */

/*
 * Which bytes of shared virtual memory a kernel uses is not known, but it has the first one. What it
 * can only write, it writes.
 */
static bool find_argument(const struct kernel_argument *argument, struct access *access)
{
	const void *pointer = kernels_pointer(argument, KERNELS_SVM);
	const struct object *object = kernels_object(argument);
	struct storage storage;

	if (pointer && memory_is_coarse(pointer)) {
		*access = access_of(ACCESS_HOST, region_bytes((uintptr_t)pointer, 1), true);
		access->is_doubtful = true;
		return true;
	}
	if (!object || !storage_of(object->handle, &storage))
		return false;
	*access = storage_all(&storage, (storage.flags & CL_MEM_READ_ONLY) == 0);
	access->is_doubtful = (storage.flags & CL_MEM_WRITE_ONLY) == 0;
	return true;
}

/* Is argument INDEX, an image, declared as one that is only written? */
static bool is_only_written(struct declaration declared)
{
	return declared.kind == ARGUMENT_IMAGE &&
	       declared.access == CL_KERNEL_ARG_ACCESS_WRITE_ONLY - CL_KERNEL_ARG_ACCESS_READ_ONLY;
}

size_t storage_of_arguments(const void *kernel, struct access list[STORAGE_ARGUMENTS])
{
	const struct facts_kernel *facts = facts_of_kernel(kernel);
	size_t count = 0;
	uint64_t written;

	if (!facts || !facts->state || facts->argument_count == UINT32_MAX)
		return 0;
	written = kernels_written(facts->state, kernel, facts->argument_count);
	for (cl_uint i = 0; i < facts->argument_count && i < STORAGE_ARGUMENTS; i++) {
		struct declaration declared;

		if (!find_argument(&facts->state->arguments[i], &list[count]))
			continue;
		declared = kernels_declared(facts->state, kernel, i);
		list[count].writes &= !declared.is_only_read;
		list[count].is_doubtful &= !is_only_written(declared) &&
					   (i >= KERNEL_WRITES_MOST || (written >> i & 1) == 0);
		count++;
	}
	return count;
}
