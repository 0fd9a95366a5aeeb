/* SPDX-License-Identifier: Apache-2.0 */
/*
 * uses: see uses.h.
 */
#include "layers/validation/uses.h"

#include <stdlib.h>

#include "layers/common/pointer-map.h"
#include "layers/validation/check.h"

/* The memory of an object. */
struct memory {
	uint64_t space;		/* ACCESS_HOST with CL_MEM_USE_HOST_PTR */
	uint64_t base;
	uint64_t size;
	cl_mem_flags flags;
	bool is_image;		/* with memory of its own */
	size_t element_size;
	uint32_t number;
};

struct kernel {
	bool is_used[USES_ARGUMENTS];
	struct access arguments[USES_ARGUMENTS];
	struct uses_answers answers;
};

/* What clSVMAlloc has allocated and what only one command at a time may use. */
struct allocation {
	struct allocation *next;
	const char *begin;
	const char *end;
};

struct mapping {
	struct mapping *next;
	struct access access;
	const void *object;
	uint32_t serial;	/* of the object */
};

static struct pointer_map memories;	/* memory object -> struct memory */
static struct pointer_map kernels;	/* kernel -> struct kernel */
static struct pointer_map mappings;	/* pointer -> struct mapping, of every map that is not undone */
static struct allocation *allocations;
static uint64_t last_space = ACCESS_HOST;

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

static const struct memory *memory_of(const void *handle)
{
	return handle != NULL ? (const struct memory *)pointer_map_get(&memories, handle) : NULL;
}

/* -- objects ----------------------------------------------------------------------------- */

static bool ask_argument(const void *kernel, cl_uint index, cl_kernel_arg_info name, void *value,
			 size_t size)
{
	return clrouter_target.clGetKernelArgInfo((cl_kernel)(uintptr_t)kernel, index, name, size,
						  value, NULL) == CL_SUCCESS;
}

static void ask_arguments(struct uses_answers *answers, const void *kernel)
{
	clrouter_target.clGetKernelInfo((cl_kernel)(uintptr_t)kernel, CL_KERNEL_NUM_ARGS,
					sizeof(cl_uint), &answers->argument_count, NULL);
	for (cl_uint i = 0; i < answers->argument_count && i < USES_ARGUMENTS; i++) {
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

void uses_ask(struct uses_answers *answers, const void *handle, enum object_kind kind)
{
	*answers = (struct uses_answers){ .element_size = 0 };
	if (handle != NULL && kind == OBJECT_KERNEL)
		ask_arguments(answers, handle);
	else if (handle != NULL && kind == OBJECT_MEM)
		clrouter_target.clGetImageInfo((cl_mem)(uintptr_t)handle, CL_IMAGE_ELEMENT_SIZE,
					       sizeof(answers->element_size),
					       &answers->element_size, NULL);
}

static void set_memory(const void *handle, struct memory value)
{
	struct memory *memory = get(&memories, handle, sizeof(*memory));
	const struct object *object = live_record(handle);

	if (memory == NULL)
		return;
	value.number = object != NULL ? object->number : 0;
	if (value.space == ACCESS_HOST && value.base == 0)
		value.space = ++last_space;
	*memory = value;
}

static void note_buffer(const struct call *call, const void *handle, unsigned first)
{
	const cl_mem_flags flags = check_number(call, first);
	const void *host = check_pointer(call, first + 2);
	struct memory memory = { .flags = flags, .size = check_number(call, first + 1) };

	if ((flags & CL_MEM_USE_HOST_PTR) != 0)
		memory.base = (uintptr_t)host;
	set_memory(handle, memory);
}

#define ACCESS (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY)

static void note_sub_buffer(const struct call *call, const void *handle)
{
	const struct memory *parent = memory_of(check_pointer(call, 0));
	const cl_buffer_region *region = check_pointer(call, 3);
	const cl_mem_flags flags = check_number(call, 1);
	struct memory memory;

	if (parent == NULL || region == NULL) {
		uses_forget_memory(handle);
		return;
	}
	memory = *parent;
	memory.base += region->origin;
	memory.size = region->size;
	if ((flags & ACCESS) != 0)
		memory.flags = flags;
	set_memory(handle, memory);
}

/* An image made from a buffer or another image has the memory of that. */
static void note_image(const struct call *call, const void *handle, unsigned first,
		       size_t element_size)
{
	const cl_image_desc *desc = first != 0 ? check_pointer(call, first + 2) : NULL;
	const struct memory *parent = desc != NULL ? memory_of(desc->mem_object) : NULL;
	struct memory memory = { .size = UINT64_MAX, .is_image = true };

	if (desc != NULL && desc->mem_object != NULL && parent == NULL) {
		uses_forget_memory(handle);
		return;
	}
	if (parent != NULL)
		memory = *parent;
	memory.flags = check_number(call, first != 0 ? first : 1);
	memory.element_size = element_size;
	set_memory(handle, memory);
}

void uses_note_made(const struct call *call, const void *handle, const struct uses_answers *answers)
{
	switch (call->slot) {
	case CLROUTER_SLOT_clCreateBuffer:
		note_buffer(call, handle, 1);
		break;
	case CLROUTER_SLOT_clCreateBufferWithProperties:
		note_buffer(call, handle, 2);
		break;
	case CLROUTER_SLOT_clCreateSubBuffer:
		note_sub_buffer(call, handle);
		break;
	case CLROUTER_SLOT_clCreateImage:
		note_image(call, handle, 1, answers->element_size);
		break;
	case CLROUTER_SLOT_clCreateImageWithProperties:
		note_image(call, handle, 2, answers->element_size);
		break;
	case CLROUTER_SLOT_clCreateImage2D:
	case CLROUTER_SLOT_clCreateImage3D:
		note_image(call, handle, 0, answers->element_size);
		break;
	default:
		uses_forget_memory(handle);
		break;
	}
}

void uses_forget_memory(const void *handle)
{
	free((void *)pointer_map_get(&memories, handle));
	pointer_map_remove(&memories, handle);
}

/* -- what commands use ------------------------------------------------------------------- */

/* The uses of one call while they are found. */
struct finder {
	const struct call *call;
	struct access *list;
	size_t count;
};

static void add(struct finder *finder, struct access access, const struct memory *memory)
{
	access.number = memory != NULL ? memory->number : 0;
	if (finder->count < USES_MOST && access.end > access.begin)
		finder->list[finder->count++] = access;
}

static struct access all_of(const struct memory *memory, bool writes)
{
	struct access access = access_bytes(memory->space, memory->base, memory->size, writes);

	if (memory->size == UINT64_MAX)
		access.end = UINT64_MAX;
	return access;
}

/* Bytes of the buffer that parameter BUFFER is. */
static void add_bytes(struct finder *finder, unsigned buffer, uint64_t offset, uint64_t size,
		      bool writes)
{
	const struct memory *memory = memory_of(check_pointer(finder->call, buffer));

	if (memory != NULL)
		add(finder, access_bytes(memory->space, memory->base + offset, size, writes), memory);
}

static void add_host(struct finder *finder, unsigned pointer, uint64_t size, bool writes)
{
	const void *begin = check_pointer(finder->call, pointer);

	if (begin != NULL)
		add(finder, access_bytes(ACCESS_HOST, (uintptr_t)begin, size, writes), NULL);
}

/* Rows of the buffer BUFFER, or of the host's memory at POINTER if BUFFER is 0. */
static void add_rows(struct finder *finder, unsigned buffer, unsigned pointer, unsigned origin,
		     unsigned region, unsigned pitch, bool writes)
{
	const struct call *call = finder->call;
	const struct memory *memory = buffer != 0 ? memory_of(check_pointer(call, buffer)) : NULL;
	const uint64_t base = memory != NULL ? memory->base : (uintptr_t)check_pointer(call, pointer);
	const size_t *size = check_pointer(call, region);

	if ((buffer != 0 && memory == NULL) || size == NULL || size[0] * size[1] * size[2] == 0)
		return;
	add(finder,
	    access_rows(memory != NULL ? memory->space : ACCESS_HOST, base,
			check_pointer(call, origin), size, check_number(call, pitch),
			check_number(call, pitch + 1), writes),
	    memory);
}

static void add_elements(struct finder *finder, unsigned image, unsigned origin, unsigned region,
			 bool writes)
{
	const struct memory *memory = memory_of(check_pointer(finder->call, image));

	if (memory == NULL)
		return;
	if (memory->is_image && check_pointer(finder->call, origin) != NULL)
		add(finder,
		    access_elements(memory->space, check_pointer(finder->call, origin),
				    check_pointer(finder->call, region), writes),
		    memory);
	else
		add(finder, all_of(memory, writes), memory);
}

/* The bytes of a buffer that a copy from or to an image uses; they have no gaps. */
static void add_image_bytes(struct finder *finder, unsigned buffer, unsigned offset, unsigned image,
			    unsigned region, bool writes)
{
	const struct memory *memory = memory_of(check_pointer(finder->call, image));
	const size_t *size = check_pointer(finder->call, region);

	if (memory != NULL && size != NULL)
		add_bytes(finder, buffer, check_number(finder->call, offset),
			  size[0] * size[1] * size[2] * memory->element_size, writes);
}

static void add_arguments(struct finder *finder)
{
	const struct kernel *kernel =
		(const struct kernel *)pointer_map_get(&kernels, check_pointer(finder->call, 1));

	for (unsigned i = 0; kernel != NULL && i < USES_ARGUMENTS; i++)
		if (kernel->is_used[i] && finder->count < USES_MOST)
			finder->list[finder->count++] = kernel->arguments[i];
}

static void add_objects(struct finder *finder, unsigned count, unsigned list)
{
	const void *const *handles = check_pointer(finder->call, list);
	const uint64_t number = handles != NULL ? check_number(finder->call, count) : 0;

	for (uint64_t i = 0; i < number; i++) {
		const struct memory *memory = memory_of(handles[i]);

		if (memory != NULL)
			add(finder, all_of(memory, true), memory);
	}
}

static void add_unmapped(struct finder *finder, unsigned pointer)
{
	const void *address = check_pointer(finder->call, pointer);
	const struct mapping *mapping =
		address != NULL ? (const struct mapping *)pointer_map_get(&mappings, address) : NULL;

	if (mapping != NULL && finder->count < USES_MOST)
		finder->list[finder->count++] = mapping->access;
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
		add_bytes(finder, 1, check_number(call, 3), check_number(call, 4), writes);
		add_host(finder, 5, check_number(call, 4), !writes);
		return true;
	case CLROUTER_SLOT_clEnqueueReadBufferRect:
	case CLROUTER_SLOT_clEnqueueWriteBufferRect:
		add_rows(finder, 1, 0, 3, 5, 6, writes);
		add_rows(finder, 0, 10, 4, 5, 8, !writes);
		return true;
	case CLROUTER_SLOT_clEnqueueFillBuffer:
		add_bytes(finder, 1, check_number(call, 4), check_number(call, 5), true);
		return true;
	case CLROUTER_SLOT_clEnqueueCopyBuffer:
		add_bytes(finder, 1, check_number(call, 3), check_number(call, 5), false);
		add_bytes(finder, 2, check_number(call, 4), check_number(call, 5), true);
		return true;
	case CLROUTER_SLOT_clEnqueueCopyBufferRect:
		add_rows(finder, 1, 0, 3, 5, 6, false);
		add_rows(finder, 2, 0, 4, 5, 8, true);
		return true;
	case CLROUTER_SLOT_clEnqueueMapBuffer:
		add_bytes(finder, 1, check_number(call, 4), check_number(call, 5),
			  check_number(call, 3) != CL_MAP_READ);
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
		add_elements(finder, 1, 3, 4, call->slot == CLROUTER_SLOT_clEnqueueWriteImage);
		return true;
	case CLROUTER_SLOT_clEnqueueFillImage:
		add_elements(finder, 1, 3, 4, true);
		return true;
	case CLROUTER_SLOT_clEnqueueCopyImage:
		add_elements(finder, 1, 3, 5, false);
		add_elements(finder, 2, 4, 5, true);
		return true;
	case CLROUTER_SLOT_clEnqueueCopyImageToBuffer:
		add_elements(finder, 1, 3, 4, false);
		add_image_bytes(finder, 2, 5, 1, 4, true);
		return true;
	case CLROUTER_SLOT_clEnqueueCopyBufferToImage:
		add_image_bytes(finder, 1, 3, 2, 5, false);
		add_elements(finder, 2, 4, 5, true);
		return true;
	case CLROUTER_SLOT_clEnqueueMapImage:
		add_elements(finder, 1, 4, 5, check_number(call, 3) != CL_MAP_READ);
		return true;
	default:
		return false;
	}
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
		add_objects(finder, 4, 5);
		break;
	case CLROUTER_SLOT_clEnqueueUnmapMemObject:
		add_unmapped(finder, 2);
		break;
	case CLROUTER_SLOT_clEnqueueSVMMemcpy:
		add_host(finder, 2, check_number(call, 4), true);
		add_host(finder, 3, check_number(call, 4), false);
		break;
	case CLROUTER_SLOT_clEnqueueSVMMemFill:
		add_host(finder, 1, check_number(call, 4), true);
		break;
	case CLROUTER_SLOT_clEnqueueSVMMap:
		add_host(finder, 3, check_number(call, 4), check_number(call, 2) != CL_MAP_READ);
		break;
	default:
		break;
	}
}

size_t uses_find(const struct call *call, struct access list[USES_MOST])
{
	struct finder finder = { .call = call, .list = list };

	if (!find_buffer_uses(&finder) && !find_image_uses(&finder))
		find_other_uses(&finder);
	return finder.count;
}

/* -- kernels ----------------------------------------------------------------------------- */

void uses_note_kernel(const void *handle, const struct uses_answers *answers)
{
	struct kernel *kernel = get(&kernels, handle, sizeof(*kernel));

	if (kernel == NULL)
		return;
	memset(kernel, 0, sizeof(*kernel));
	kernel->answers = *answers;
}

static struct access argument_access(const struct kernel *kernel, uint64_t index,
				     const struct memory *memory)
{
	const bool only_reads = kernel->answers.reads[index] ||
				(memory->flags & CL_MEM_READ_ONLY) != 0;
	struct access access = all_of(memory, !only_reads);

	access.number = memory->number;
	return access;
}

void uses_note_svm(const struct call *call, const void *pointer)
{
	struct allocation *allocation;

	if (pointer == NULL || (check_number(call, 1) & CL_MEM_SVM_FINE_GRAIN_BUFFER) != 0)
		return;
	allocation = malloc(sizeof(*allocation));
	if (allocation == NULL)
		return;
	*allocation = (struct allocation){ allocations, pointer,
					   (const char *)pointer + check_number(call, 2) };
	allocations = allocation;
}

struct access uses_forget_svm(const void *pointer)
{
	struct access access = { .begin = 0 };

	for (struct allocation **at = &allocations; *at != NULL; at = &(*at)->next) {
		struct allocation *allocation = *at;

		if (allocation->begin != (const char *)pointer)
			continue;
		access = access_bytes(ACCESS_HOST, (uintptr_t)pointer,
				      (uint64_t)(allocation->end - allocation->begin), true);
		*at = allocation->next;
		free(allocation);
		break;
	}
	return access;
}

static bool is_coarse(const void *pointer)
{
	for (const struct allocation *one = allocations; one != NULL; one = one->next)
		if ((const char *)pointer >= one->begin && (const char *)pointer < one->end)
			return true;
	return false;
}

/* Which bytes of shared virtual memory a kernel uses is not known, but it has the first one. */
static struct access pointer_access(const struct kernel *kernel, uint64_t index,
				    const void *pointer)
{
	return access_bytes(ACCESS_HOST, (uintptr_t)pointer, 1, !kernel->answers.reads[index]);
}

void uses_note_copy(const struct call *call, const void *copy)
{
	const struct kernel *from =
		(const struct kernel *)pointer_map_get(&kernels, check_pointer(call, 0));
	struct kernel *to = from != NULL ? get(&kernels, copy, sizeof(*to)) : NULL;

	if (to != NULL)
		*to = *from;
}

void uses_note_argument(const struct call *call)
{
	const void *handle = check_pointer(call, 0);
	struct kernel *kernel = (struct kernel *)pointer_map_get(&kernels, handle);
	const uint64_t index = check_number(call, 1);
	const bool is_pointer = call->slot == CLROUTER_SLOT_clSetKernelArgSVMPointer;
	const void *value = check_pointer(call, is_pointer ? 2 : 3);
	const struct memory *memory = NULL;

	if (kernel == NULL || index >= USES_ARGUMENTS)
		return;
	kernel->is_used[index] = is_pointer && is_coarse(value);
	if (kernel->is_used[index])
		kernel->arguments[index] = pointer_access(kernel, index, value);
	if (is_pointer || value == NULL || check_number(call, 2) != sizeof(void *))
		return;
	memcpy(&handle, value, sizeof(handle));
	memory = memory_of(handle);
	kernel->is_used[index] = memory != NULL;
	if (memory != NULL)
		kernel->arguments[index] = argument_access(kernel, index, memory);
}

struct order_range uses_range(const struct call *call)
{
	struct order_range range = { .kernel = NULL };
	const size_t *offset;
	const size_t *size;

	if (call->slot != CLROUTER_SLOT_clEnqueueNDRangeKernel || check_pointer(call, 4) == NULL)
		return range;
	range.kernel = check_pointer(call, 1);
	offset = check_pointer(call, 3);
	size = check_pointer(call, 4);
	for (uint64_t i = 0; i < 3; i++) {
		const bool is_given = i < check_number(call, 2);

		range.begin[i] = is_given && offset != NULL ? offset[i] : 0;
		range.end[i] = range.begin[i] + (is_given ? size[i] : 1);
	}
	return range;
}

/* -- mapped regions ---------------------------------------------------------------------- */

/* 0: the object is gone, and with it what was mapped of it. */
static uint32_t serial_of(const void *handle)
{
	const struct object *object = live_record(handle);

	return live_is_live(object, OBJECT_MEM) ? atomic_load(&object->serial) : 0;
}

void uses_note_mapped(const struct call *call, const void *pointer)
{
	struct access list[USES_MOST];
	struct mapping *mapping;

	if (pointer == NULL || uses_find(call, list) == 0)
		return;
	mapping = malloc(sizeof(*mapping));
	if (mapping == NULL)
		return;
	mapping->access = list[0];
	mapping->object = check_pointer(call, 1);
	mapping->serial = serial_of(mapping->object);
	mapping->next = (struct mapping *)pointer_map_get(&mappings, pointer);
	if (!pointer_map_set(&mappings, pointer, (uintptr_t)mapping))
		free(mapping);
}

void uses_note_unmapped(const struct call *call)
{
	const void *pointer = check_pointer(call, 2);
	struct mapping *mapping =
		pointer != NULL ? (struct mapping *)pointer_map_get(&mappings, pointer) : NULL;

	if (mapping == NULL)
		return;
	if (mapping->next == NULL)
		pointer_map_remove(&mappings, pointer);
	else
		pointer_map_set(&mappings, pointer, (uintptr_t)mapping->next);
	free(mapping);
}

const struct access *uses_find_mapped(const struct access *access)
{
	for (size_t i = 0; i < mappings.size; i++) {
		const struct mapping *mapping =
			mappings.slots[i].key != NULL ?
				(const struct mapping *)mappings.slots[i].value : NULL;

		for (; mapping != NULL; mapping = mapping->next)
			if (serial_of(mapping->object) == mapping->serial &&
			    access_conflicts(access, &mapping->access))
				return &mapping->access;
	}
	return NULL;
}

static void free_mappings(struct mapping *mapping)
{
	while (mapping != NULL) {
		struct mapping *next = mapping->next;

		free(mapping);
		mapping = next;
	}
}

void uses_forget_all(void)
{
	while (allocations != NULL)
		uses_forget_svm(allocations->begin);
	for (size_t i = 0; i < mappings.size; i++)
		if (mappings.slots[i].key != NULL)
			free_mappings((struct mapping *)mappings.slots[i].value);
	for (size_t i = 0; i < memories.size; i++)
		if (memories.slots[i].key != NULL)
			free((void *)memories.slots[i].value);
	for (size_t i = 0; i < kernels.size; i++)
		if (kernels.slots[i].key != NULL)
			free((void *)kernels.slots[i].value);
	pointer_map_done(&mappings);
	pointer_map_done(&memories);
	pointer_map_done(&kernels);
}
