/* SPDX-License-Identifier: Apache-2.0 */
/*
 * race-objects: see race-objects.h.
 */
#include "layers/validation/race-objects.h"

#include <stdlib.h>
#include <string.h>

#include "layers/common/pointer-map.h"
#include "layers/validation/check.h"
#include "layers/validation/facts.h"
#include "layers/validation/memory.h"

struct kernel {
	bool is_used[RACE_OBJECTS_ARGUMENTS];
	struct access arguments[RACE_OBJECTS_ARGUMENTS];
	struct race_objects_answers answers;
};

static struct pointer_map kernels;	/* kernel -> struct kernel */

/* What MAP has for KEY, made if there is nothing; NULL: there is no memory. */
static void *get(struct pointer_map *map, const void *key, size_t size)
{
	void *value = (void *)pointer_map_get(map, key);

	if (value != NULL)
		return value;
	value = calloc(1, size);
	if (value == NULL || pointer_map_set(map, key, (uintptr_t)value))
		return value;
	free(value);
	return NULL;
}

/* -- memory objects ---------------------------------------------------------------------- */

/* The memory object that the one of FACTS is a part of, or was made from; NULL: none. */
static const void *origin_of(const struct facts *facts)
{
	return facts->parent != NULL ? facts->parent : facts->made_from;
}

/*
 * Follows FACTS to the object whose memory they are about; NULL: it is not known. The program may
 * have released that one: it stays for those that were made from it, and is older than they are.
 */
static const struct facts *find_owner(const struct facts *facts, struct race_memory *memory)
{
	const struct facts *origin;

	for (; facts != NULL && !atomic_load(&facts->has_destructor); facts = origin) {
		if (memory->size == UINT64_MAX && facts->type == CL_MEM_OBJECT_BUFFER)
			memory->size = facts->size;
		memory->base += facts->origin;
		if (origin_of(facts) == NULL)
			return facts;
		origin = facts_last(origin_of(facts));
		if (origin != NULL && atomic_load(&origin->serial) >= atomic_load(&facts->serial))
			return NULL;
	}
	return NULL;
}

bool race_objects_memory(const void *handle, struct race_memory *memory)
{
	const struct facts *facts = facts_of(handle, OBJECT_MEM);
	const struct facts *owner;

	*memory = (struct race_memory){ .size = UINT64_MAX };
	owner = find_owner(facts, memory);
	/* Of the memory of other interfaces the type is not known. */
	if (owner == NULL || owner->type == 0 || owner->type == CL_MEM_OBJECT_PIPE)
		return false;
	memory->space = owner->host_ptr != NULL ? ACCESS_HOST : atomic_load(&owner->serial);
	memory->base += (uintptr_t)owner->host_ptr;
	memory->flags = facts->flags;
	memory->is_image = owner->type != CL_MEM_OBJECT_BUFFER;
	memory->element_size = formats_element_size(&facts->format);
	memory->number = live_record(handle)->number;
	return true;
}

struct access race_objects_all_of(const struct race_memory *memory, bool writes)
{
	struct access access = access_bytes(memory->space, memory->base, memory->size, writes);

	if (memory->size == UINT64_MAX)
		access.end = UINT64_MAX;
	return access;
}

bool race_objects_region(const struct memory_region *region, struct access *access)
{
	const struct facts *facts = facts_of(region->object, OBJECT_MEM);
	struct race_memory memory;

	if (!race_objects_memory(region->object, &memory))
		return false;
	if (memory.is_image)
		*access = access_elements(memory.space, region->origin, region->size,
					  region->is_written);
	else if (facts->type != CL_MEM_OBJECT_BUFFER)
		*access = race_objects_all_of(&memory, region->is_written);
	else
		*access = access_bytes(memory.space,
				       memory.base + region->origin[0] - facts->origin,
				       region->size[0], region->is_written);
	access->number = memory.number;
	return true;
}

/* -- kernels ----------------------------------------------------------------------------- */

static bool ask_argument(const void *kernel, cl_uint index, cl_kernel_arg_info name, void *value,
			 size_t size)
{
	return clrouter_target.clGetKernelArgInfo((cl_kernel)(uintptr_t)kernel, index, name, size,
						  value, NULL) == CL_SUCCESS;
}

static void ask_arguments(struct race_objects_answers *answers, const void *kernel)
{
	clrouter_target.clGetKernelInfo((cl_kernel)(uintptr_t)kernel, CL_KERNEL_NUM_ARGS,
					sizeof(cl_uint), &answers->argument_count, NULL);
	for (cl_uint i = 0; i < answers->argument_count && i < RACE_OBJECTS_ARGUMENTS; i++) {
		cl_kernel_arg_address_qualifier space = 0;
		cl_kernel_arg_access_qualifier access = 0;
		cl_kernel_arg_type_qualifier type = 0;

		ask_argument(kernel, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, &space, sizeof(space));
		ask_argument(kernel, i, CL_KERNEL_ARG_ACCESS_QUALIFIER, &access, sizeof(access));
		ask_argument(kernel, i, CL_KERNEL_ARG_TYPE_QUALIFIER, &type, sizeof(type));
		answers->reads[i] = space == CL_KERNEL_ARG_ADDRESS_CONSTANT ||
				    access == CL_KERNEL_ARG_ACCESS_READ_ONLY ||
				    (type & CL_KERNEL_ARG_TYPE_CONST) != 0;
		answers->writes[i] = access == CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
	}
}

void race_objects_ask(struct race_objects_answers *answers, const void *handle)
{
	*answers = (struct race_objects_answers){ .argument_count = 0 };
	ask_arguments(answers, handle);
}

void race_objects_note_kernel(const void *handle, const struct race_objects_answers *answers)
{
	struct kernel *kernel = get(&kernels, handle, sizeof(*kernel));

	if (kernel == NULL)
		return;
	memset(kernel, 0, sizeof(*kernel));
	kernel->answers = *answers;
}

static struct access argument_access(const struct kernel *kernel, uint64_t index,
				     const struct race_memory *memory)
{
	const bool only_reads = kernel->answers.reads[index] ||
				(memory->flags & CL_MEM_READ_ONLY) != 0;
	struct access access = race_objects_all_of(memory, !only_reads);

	access.number = memory->number;
	return access;
}

size_t race_objects_arguments(const void *handle, struct access list[RACE_OBJECTS_ARGUMENTS])
{
	const struct kernel *kernel = (const struct kernel *)pointer_map_get(&kernels, handle);
	size_t count = 0;

	for (unsigned i = 0; kernel != NULL && i < RACE_OBJECTS_ARGUMENTS; i++)
		if (kernel->is_used[i])
			list[count++] = kernel->arguments[i];
	return count;
}

/* Which bytes of shared virtual memory a kernel uses is not known, but it has the first one. */
static struct access pointer_access(const struct kernel *kernel, uint64_t index,
				    const void *pointer)
{
	return access_bytes(ACCESS_HOST, (uintptr_t)pointer, 1, !kernel->answers.reads[index]);
}

void race_objects_note_copy(const struct call *call, const void *copy)
{
	const struct kernel *from =
		(const struct kernel *)pointer_map_get(&kernels, check_pointer(call, 0));
	struct kernel *to = from != NULL ? get(&kernels, copy, sizeof(*to)) : NULL;

	if (to != NULL)
		*to = *from;
}

void race_objects_note_argument(const struct call *call)
{
	const void *handle = check_pointer(call, 0);
	struct kernel *kernel = (struct kernel *)pointer_map_get(&kernels, handle);
	const uint64_t index = check_number(call, 1);
	const bool is_pointer = call->slot == CLROUTER_SLOT_clSetKernelArgSVMPointer;
	const void *value = check_pointer(call, is_pointer ? 2 : 3);
	struct race_memory memory;

	if (kernel == NULL || index >= RACE_OBJECTS_ARGUMENTS)
		return;
	kernel->is_used[index] = is_pointer && memory_is_coarse(value);
	if (kernel->is_used[index])
		kernel->arguments[index] = pointer_access(kernel, index, value);
	if (is_pointer || value == NULL || check_number(call, 2) != sizeof(void *))
		return;
	memcpy(&handle, value, sizeof(handle));
	kernel->is_used[index] = race_objects_memory(handle, &memory);
	if (kernel->is_used[index])
		kernel->arguments[index] = argument_access(kernel, index, &memory);
}

/* -- all --------------------------------------------------------------------------------- */

void race_objects_forget_all(void)
{
	for (size_t i = 0; i < kernels.size; i++)
		if (kernels.slots[i].key != NULL)
			free((void *)kernels.slots[i].value);
	pointer_map_done(&kernels);
}
