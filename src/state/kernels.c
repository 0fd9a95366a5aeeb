/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kernels: see kernels.h.
 */
#include "state/kernels.h"

#include <stdlib.h>
#include <string.h>

#include <clrouter/layer.h>

#include "base/array.h"
#include "base/text.h"
#include "opencl/kernel-writes.h"

#define LEAST_ARGUMENTS 8
#define TYPE_NAME 256
#define FUNCTION_NAME 1024	/* longer ones are not looked for */

const char kernels_no_object;

struct kernel_state *kernels_begin(struct kernel_state *old, size_t count)
{
	size_t capacity = LEAST_ARGUMENTS;
	struct kernel_state *state = old;
	struct kernel_list *list;
	struct kernel_state *older;

	while (capacity < count)
		capacity *= 2;
	if (!old || old->capacity < capacity) {
		state = calloc(1, sizeof(*state) + capacity * sizeof(state->arguments[0]));
		if (!state)
			return NULL;
		state->capacity = capacity;
		state->older = old;
		return state;
	}
	capacity = old->capacity;
	older = old->older;
	list = atomic_load(&old->list);
	memset(state, 0, sizeof(*state) + capacity * sizeof(state->arguments[0]));
	state->capacity = capacity;
	state->older = older;
	if (list)
		atomic_store(&list->count, 0);
	atomic_store(&state->list, list);
	return state;
}

struct kernel_state *kernels_grow(struct kernel_state *state, size_t count)
{
	struct kernel_state *larger = kernels_begin(NULL, count);

	if (!larger)
		return NULL;
	larger->serial = state->serial;
	larger->older = state;
	kernels_copy(larger, state, state->capacity);
	return larger;
}

/* -- declarations ------------------------------------------------------------------------ */

static bool ask(const void *handle, size_t index, cl_kernel_arg_info name, void *value, size_t size)
{
	return clrouter_target.clGetKernelArgInfo((cl_kernel)(uintptr_t)handle, (cl_uint)index,
						  name, size, value, NULL) == CL_SUCCESS;
}

/* Types that are no objects, with the bytes of one element. */
static const struct {
	const char *name;
	unsigned short size;
} types[] = {
	{ "char", 1 },	     { "uchar", 1 },	    { "unsigned char", 1 },
	{ "short", 2 },	     { "ushort", 2 },	    { "unsigned short", 2 },
	{ "half", 2 },	     { "int", 4 },	    { "uint", 4 },
	{ "unsigned int", 4 }, { "unsigned", 4 },   { "float", 4 },
	{ "long", 8 },	     { "ulong", 8 },	    { "unsigned long", 8 },
	{ "double", 8 },
};

/* How many elements the vector has whose type ends in TEXT; one of 3 takes as much as one of 4. */
static unsigned short vector_size(const char *text)
{
	static const struct {
		const char *suffix;
		unsigned short size;
	} sizes[] = { { "", 1 }, { "2", 2 }, { "3", 4 }, { "4", 4 }, { "8", 8 }, { "16", 16 } };

	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++)
		if (strcmp(text, sizes[i].suffix) == 0)
			return sizes[i].size;
	return 0;
}

static unsigned short value_size(const char *name)
{
	const char *rest;
	unsigned short size;

	for (size_t i = 0; i < ARRAY_SIZE(types); i++) {
		rest = text_skip_prefix(name, types[i].name);
		size = !rest ? 0 : vector_size(rest);
		if (size != 0)
			return (unsigned short)(types[i].size * size);
	}
	return 0;
}

/* The type of the images that an argument of the type NAME takes; 0: not known. */
static unsigned short image_type(const char *name)
{
	static const struct {
		const char *name;
		cl_mem_object_type type;
	} images[] = {
		{ "image1d_t", CL_MEM_OBJECT_IMAGE1D },
		{ "image1d_array_t", CL_MEM_OBJECT_IMAGE1D_ARRAY },
		{ "image1d_buffer_t", CL_MEM_OBJECT_IMAGE1D_BUFFER },
		{ "image2d_t", CL_MEM_OBJECT_IMAGE2D },
		{ "image2d_depth_t", CL_MEM_OBJECT_IMAGE2D },
		{ "image2d_array_t", CL_MEM_OBJECT_IMAGE2D_ARRAY },
		{ "image2d_array_depth_t", CL_MEM_OBJECT_IMAGE2D_ARRAY },
		{ "image3d_t", CL_MEM_OBJECT_IMAGE3D },
	};

	for (size_t i = 0; i < ARRAY_SIZE(images); i++)
		if (strcmp(name, images[i].name) == 0)
			return (unsigned short)images[i].type;
	return 0;
}

/* The type NAME without the qualifiers before it. */
static const char *last_word(const char *name)
{
	const char *space = strrchr(name, ' ');

	return !space ? name : space + 1;
}

/* Is NAME the type TYPE of the language, and not a struct that is called so? */
static bool is_type(const char *name, const char *type)
{
	return strcmp(last_word(name), type) == 0 && !text_skip_prefix(name, "struct ") &&
	       !text_skip_prefix(name, "union ") && !text_skip_prefix(name, "enum ");
}

static struct declaration private_declaration(const char *name, bool has_queues)
{
	struct declaration declared = { .kind = ARGUMENT_VALUE };

	/* A driver can leave the names out, or give its compiler's names. */
	if (name[0] == '\0' || strchr(name, '*') || strstr(name, "image") ||
	    strstr(name, "pipe"))
		declared.kind = ARGUMENT_UNKNOWN;
	else if (is_type(name, "sampler_t"))
		declared.kind = ARGUMENT_SAMPLER;
	else if (is_type(name, "queue_t"))
		declared.kind = has_queues ? ARGUMENT_QUEUE : ARGUMENT_UNKNOWN;
	else
		declared.detail = value_size(name);
	return declared;
}

/* An argument in global memory: a pointer, an image or a pipe. */
static struct declaration global_declaration(const char *name,
					     cl_kernel_arg_access_qualifier access,
					     cl_kernel_arg_type_qualifier qualifiers)
{
	struct declaration declared = { .kind = ARGUMENT_UNKNOWN };

	if ((qualifiers & CL_KERNEL_ARG_TYPE_PIPE) != 0 || text_skip_prefix(name, "pipe ")) {
		declared.kind = ARGUMENT_PIPE;
	} else if (name[0] != '\0' && name[strlen(name) - 1] == '*') {
		declared.kind = ARGUMENT_BUFFER;
	} else if (image_type(last_word(name)) != 0) {
		declared.kind = ARGUMENT_IMAGE;
		declared.detail = image_type(last_word(name));
		declared.access = (access - CL_KERNEL_ARG_ACCESS_READ_ONLY) & 3;
	}
	return declared;
}

static struct declaration make_declaration(const char *name,
					   cl_kernel_arg_address_qualifier address,
					   cl_kernel_arg_access_qualifier access,
					   cl_kernel_arg_type_qualifier qualifiers,
					   bool has_queues)
{
	switch (address) {
	case CL_KERNEL_ARG_ADDRESS_LOCAL:
		return (struct declaration){ .kind = ARGUMENT_LOCAL };
	case CL_KERNEL_ARG_ADDRESS_GLOBAL:
	case CL_KERNEL_ARG_ADDRESS_CONSTANT:
		return global_declaration(name, access, qualifiers);
	case CL_KERNEL_ARG_ADDRESS_PRIVATE:
		/* Some drivers say so of images. */
		return access != CL_KERNEL_ARG_ACCESS_NONE
			       ? global_declaration(name, access, qualifiers)
			       : private_declaration(name, has_queues);
	default:
		return (struct declaration){ .kind = ARGUMENT_UNKNOWN };
	}
}

static atomic_bool lacks_declarations;

static struct declaration ask_declaration(const void *handle, size_t index, bool has_queues)
{
	cl_kernel_arg_address_qualifier address = 0;
	cl_kernel_arg_access_qualifier access = CL_KERNEL_ARG_ACCESS_NONE;
	cl_kernel_arg_type_qualifier qualifiers = 0;
	struct declaration declared;
	char name[TYPE_NAME] = "";

	if (!ask(handle, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, &address, sizeof(address))) {
		atomic_store_explicit(&lacks_declarations, true, memory_order_relaxed);
		return (struct declaration){ .kind = ARGUMENT_UNKNOWN };
	}
	ask(handle, index, CL_KERNEL_ARG_ACCESS_QUALIFIER, &access, sizeof(access));
	ask(handle, index, CL_KERNEL_ARG_TYPE_QUALIFIER, &qualifiers, sizeof(qualifiers));
	if (!ask(handle, index, CL_KERNEL_ARG_TYPE_NAME, name, sizeof(name)))
		name[0] = '\0';
	declared = make_declaration(name, address, access, qualifiers, has_queues);
	declared.is_only_read = address == CL_KERNEL_ARG_ADDRESS_CONSTANT ||
				access == CL_KERNEL_ARG_ACCESS_READ_ONLY ||
				(qualifiers & CL_KERNEL_ARG_TYPE_CONST) != 0;
	return declared;
}

bool kernels_lack_declarations(void)
{
	return atomic_load_explicit(&lacks_declarations, memory_order_relaxed);
}

struct declaration kernels_declared(struct kernel_state *state, const void *handle, size_t index)
{
	struct kernel_argument *argument;
	struct declaration declared = { .kind = ARGUMENT_UNKNOWN };

	if (!state || index >= state->capacity)
		return declared;
	argument = &state->arguments[index];
	declared = atomic_load_explicit(&argument->declared, memory_order_relaxed);
	if (declared.kind == ARGUMENT_UNASKED) {
		declared = ask_declaration(handle, index, state->has_queues);
		atomic_store_explicit(&argument->declared, declared, memory_order_relaxed);
	}
	return declared;
}

/* -- what its source says ---------------------------------------------------------------- */

#define ASKED (UINT64_C(1) << KERNEL_WRITES_MOST) /* after the bits of arguments */

/* The source of the program of KERNEL; free() it. NULL: there is none. */
static char *ask_source(cl_kernel kernel)
{
	cl_program program = NULL;
	size_t size = 0;
	char *source = NULL;

	if (clrouter_target.clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof(program), &program,
					    NULL) == CL_SUCCESS &&
	    program &&
	    clrouter_target.clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, NULL, &size) == CL_SUCCESS)
		source = calloc(1, size + 1);
	if (source && clrouter_target.clGetProgramInfo(program, CL_PROGRAM_SOURCE, size, source,
							       NULL) == CL_SUCCESS)
		return source;
	free(source);
	return NULL;
}

static uint64_t ask_written(cl_kernel kernel, size_t count)
{
	char name[FUNCTION_NAME + 1] = "";
	char *source = ask_source(kernel);
	uint64_t written = 0;

	if (source && clrouter_target.clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME,
							      FUNCTION_NAME, name, NULL) == CL_SUCCESS)
		written = kernel_writes_find(source, name, count);
	free(source);
	return written;
}

uint64_t kernels_written(struct kernel_state *state, const void *handle, size_t count)
{
	uint64_t written = atomic_load_explicit(&state->written, memory_order_relaxed);

	if ((written & ASKED) == 0) {
		written = ASKED | ask_written((cl_kernel)(uintptr_t)handle, count);
		atomic_store_explicit(&state->written, written, memory_order_relaxed);
	}
	return written & ~ASKED;
}

/* -- values ------------------------------------------------------------------------------ */

static void copy_number(atomic_uint *to, const atomic_uint *from)
{
	atomic_store_explicit(to, atomic_load_explicit(from, memory_order_relaxed),
			      memory_order_relaxed);
}

void kernels_set(struct kernel_state *state, size_t index, const void *value,
		 const struct object *object)
{
	struct kernel_argument *argument;

	if (!state || index >= state->capacity)
		return;
	argument = &state->arguments[index];
	if (object) {
		copy_number(&argument->serial, &object->serial);
		copy_number(&argument->number, &object->number);
		copy_number(&argument->kind, &object->live_kind);
	}
	atomic_store_explicit(&argument->value, value, memory_order_relaxed);
}

void kernels_set_pointer(struct kernel_state *state, size_t index, const void *pointer,
			 unsigned int sort)
{
	if (!state || index >= state->capacity)
		return;
	atomic_store_explicit(&state->arguments[index].serial, sort, memory_order_relaxed);
	atomic_store_explicit(&state->arguments[index].value, pointer, memory_order_relaxed);
}

const void *kernels_pointer(const struct kernel_argument *argument, unsigned int sort)
{
	const void *value = atomic_load_explicit(&argument->value, memory_order_relaxed);

	return value != &kernels_no_object &&
			       atomic_load_explicit(&argument->serial, memory_order_relaxed) == sort
		       ? value
		       : NULL;
}

/* The memory for the list of STATE; NULL: there is none. */
static struct kernel_list *list_of(struct kernel_state *state)
{
	struct kernel_list *list = atomic_load(&state->list);
	struct kernel_list *made;

	if (list)
		return list;
	made = calloc(1, sizeof(*made));
	if (!made || atomic_compare_exchange_strong(&state->list, &list, made))
		return made;
	free(made);
	return list;
}

void kernels_set_list(struct kernel_state *state, const void *const *pointers, size_t count)
{
	struct kernel_list *list;

	if (count > KERNELS_LISTED)
		count = 0;
	list = count != 0 ? list_of(state) : atomic_load(&state->list);
	if (!list)
		return;
	atomic_store(&list->count, 0);
	for (size_t i = 0; i < count; i++)
		atomic_store(&list->pointers[i], pointers[i]);
	atomic_store(&list->count, (unsigned int)count);
}

static void copy_list(struct kernel_state *copy, const struct kernel_state *state)
{
	const struct kernel_list *list = atomic_load(&state->list);
	const void *pointers[KERNELS_LISTED];
	const size_t count = list ? atomic_load(&list->count) : 0;

	for (size_t i = 0; i < count; i++)
		pointers[i] = atomic_load(&list->pointers[i]);
	kernels_set_list(copy, pointers, count);
}

void kernels_copy(struct kernel_state *copy, const struct kernel_state *state, size_t count)
{
	if (!copy || !state)
		return;
	atomic_store(&copy->has, atomic_load(&state->has));
	copy_list(copy, state);
	for (size_t i = 0; i < count && i < copy->capacity && i < state->capacity; i++) {
		copy_number(&copy->arguments[i].serial, &state->arguments[i].serial);
		copy_number(&copy->arguments[i].number, &state->arguments[i].number);
		copy_number(&copy->arguments[i].kind, &state->arguments[i].kind);
		atomic_store(&copy->arguments[i].value, atomic_load(&state->arguments[i].value));
	}
}

const struct object *kernels_object(const struct kernel_argument *argument)
{
	const void *handle = atomic_load_explicit(&argument->value, memory_order_relaxed);
	const struct object *object;

	if (!handle || handle == &kernels_no_object)
		return NULL;
	object = live_record(handle);
	return object && atomic_load_explicit(&object->serial, memory_order_relaxed) ==
					 atomic_load_explicit(&argument->serial,
							      memory_order_relaxed)
		       ? object
		       : NULL;
}

bool kernels_is_gone(const struct kernel_argument *argument)
{
	const void *handle = atomic_load_explicit(&argument->value, memory_order_relaxed);
	const struct object *object = live_record(handle);

	/* Another object at the address is no object of the kernel either. */
	return !kernels_pointer(argument, KERNELS_SVM) &&
	       !kernels_pointer(argument, KERNELS_SYSTEM) && object &&
	       !object->is_lent &&
	       (!kernels_is_live(object) ||
		atomic_load_explicit(&object->serial, memory_order_relaxed) !=
			atomic_load_explicit(&argument->serial, memory_order_relaxed));
}

/* -- work-groups ------------------------------------------------------------------------- */

static struct kernel_group ask_group(const void *handle, const void *device, unsigned int version)
{
	struct kernel_group group = { 0 };
	cl_kernel kernel = (cl_kernel)(uintptr_t)handle;
	cl_device_id id = (cl_device_id)(uintptr_t)device;

	clrouter_target.clGetKernelWorkGroupInfo(kernel, id, CL_KERNEL_WORK_GROUP_SIZE,
						 sizeof(group.size), &group.size, NULL);
	if (clrouter_target.clGetKernelWorkGroupInfo(kernel, id, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
						     sizeof(group.required), group.required,
						     NULL) != CL_SUCCESS ||
	    group.required[1] == 0 || group.required[2] == 0)
		memset(group.required, 0, sizeof(group.required));
	if (version >= 201 &&
	    clrouter_target.clGetKernelSubGroupInfo(kernel, id, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, 0,
						    NULL, sizeof(group.sub_groups),
						    &group.sub_groups, NULL) != CL_SUCCESS)
		group.sub_groups = 0;
	return group;
}

struct kernel_group kernels_group(struct kernel_state *state, const void *handle,
				  const void *device, unsigned int version)
{
	struct kernel_group group;
	const void *none = NULL;

	for (unsigned i = 0; state && i < KERNELS_GROUPS; i++)
		if (atomic_load_explicit(&state->devices[i], memory_order_relaxed) == device &&
		    atomic_load_explicit(&state->is_kept[i], memory_order_acquire))
			return state->groups[i];
	group = ask_group(handle, device, version);
	for (unsigned i = 0; state && i < KERNELS_GROUPS; i++, none = NULL) {
		if (!atomic_compare_exchange_strong(&state->devices[i], &none, device))
			continue;
		state->groups[i] = group;
		atomic_store_explicit(&state->is_kept[i], true, memory_order_release);
		break;
	}
	return group;
}
