/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hints: see hints.h.
 */
#include "layers/validation/hints/hints.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/common/line.h"
#include "base/common/lock.h"
#include "base/common/pointer-map.h"
#include "base/common/system.h"
#include "layers/validation/query.h"
#include "layers/validation/report/finding-report.h"
#include "layers/validation/stages.h"
#include "state/facts.h"
#include "state/life.h"
#include "state/track.h"

#define SAFE_ARGUMENT_BYTES 1024 /* the least CL_DEVICE_MAX_PARAMETER_SIZE of the full profile */
#define SAFE_GROUP 256		 /* work-items */
#define MOST_ARGUMENTS 128	 /* of a kernel; later ones are not added up */
#define TRANSFERS 8		 /* between kernels of a queue; fewer are no habit */
#define GROUPS 16		 /* a few small work-groups cost nothing */

/* What is known of an object since it was made. */
struct notes {
	/* A queue. */
	bool has_kernel;	/* since the last transfer that blocked */
	bool has_transfer;	/* since the last kernel, after one */
	unsigned transfers;	/* that were between two kernels */

	/* A program: the hash of its source; 0: it has none. */
	uint64_t source;

	/* A kernel: the bytes that its arguments have, and who sets them. */
	uint32_t thread;
	bool is_given;		/* to a second thread, by the one that made the kernel */
	size_t total;
	size_t sizes[MOST_ARGUMENTS];
};

static bool is_wanted;
static struct lock lock = LOCK_INIT;
static struct pointer_map objects; /* handle -> struct notes */
static struct pointer_map built;   /* hash of source, options and context -> 1 */

bool hints_start(void)
{
	life_add_lock(&lock);
	hint_events_start();
	hint_held_start();
	is_wanted = false;
	for (unsigned i = 0; i < ADVICE_COUNT; i++)
		is_wanted |= advice[i].level > LEVEL_WARNING &&
			     report_wants(advice[i].level, advice[i].id);
	if (is_wanted)
		facts_number_commands();
	return is_wanted;
}

/* The notes about HANDLE, made if there are none; NULL: there is no memory. The lock is held. */
static struct notes *notes_of(const void *handle)
{
	struct notes *notes;

	if (!handle)
		return NULL;
	notes = (struct notes *)pointer_map_get(&objects, handle);
	if (notes)
		return notes;
	notes = calloc(1, sizeof(*notes));
	if (notes && !pointer_map_set(&objects, handle, (uintptr_t)notes)) {
		free(notes);
		return NULL;
	}
	return notes;
}

/* HANDLE is new: one that was at its address has nothing to do with it. */
static void note_new(const void *handle, uint64_t source)
{
	struct notes *notes;

	lock_take(&lock);
	notes = notes_of(handle);
	if (notes)
		*notes = (struct notes){ .source = source, .thread = system_thread_id() };
	lock_give(&lock);
}

/* -- limits ------------------------------------------------------------------------------ */

static void set_argument_size(const struct call *call)
{
	const uint64_t index = call_number(call, ARG_clSetKernelArg_arg_index);
	const size_t size = call_pointer(call, ARG_clSetKernelArg_arg_value)
				    ? call_number(call, ARG_clSetKernelArg_arg_size)
				    : 0;
	struct notes *kernel;
	size_t total = 0;

	if (index >= MOST_ARGUMENTS)
		return;
	lock_take(&lock);
	kernel = notes_of(call_pointer(call, ARG_clSetKernelArg_kernel));
	if (kernel) {
		kernel->total += size - kernel->sizes[index];
		kernel->sizes[index] = size;
		total = kernel->total;
	}
	lock_give(&lock);
	if (total > SAFE_ARGUMENT_BYTES)
		report_advice(ADVICE_LIMIT_ARGUMENT_SIZE, call, ARG_clSetKernelArg_arg_size,
			      ARG_clSetKernelArg_kernel, NULL);
}

/*
 * Sets a second thread the arguments of a kernel? The thread that made it may hand it over to
 * another one, once.
 */
static void check_thread(const struct call *call)
{
	const uint32_t thread = system_thread_id();
	struct notes *kernel;
	bool is_second = false;

	lock_take(&lock);
	kernel = notes_of(call_pointer(call, ARG_clSetKernelArg_kernel));
	if (kernel && kernel->thread != thread) {
		is_second = kernel->is_given;
		kernel->is_given = kernel->thread != 0;
		kernel->thread = thread;
	}
	lock_give(&lock);
	if (is_second)
		report_advice(ADVICE_LIMIT_KERNEL_THREADS, call, ARG_clSetKernelArg_kernel,
			      ARG_clSetKernelArg_arg_index, NULL);
}

static void note_new_kernels(const struct call *call)
{
	const void *const *list = call_pointer(call, ARG_clCreateKernelsInProgram_kernels);
	const size_t count = signature_stored(
		call_param(call, ARG_clCreateKernelsInProgram_kernels), call->values);

	for (size_t i = 0; list && i < count; i++)
		note_new(list[i], 0);
}

static void check_allocation(const struct call *call, unsigned index)
{
	const struct facts_context *context =
		facts_of_context(call_pointer(call, ARG_clCreateBuffer_context));
	const uint64_t size = call_number(call, index);

	for (unsigned i = 0; context && i < context->devices.count; i++) {
		const struct limits *limits = facts_limits(context->devices.list[i]);

		if (limits && limits->max_alloc != 0 &&
		    size > limits->max_alloc - limits->max_alloc / 8) {
			report_advice(ADVICE_LIMIT_ALLOCATION, call, index,
				      ARG_clCreateBuffer_context, NULL);
			return;
		}
	}
}

/* -- kernels ----------------------------------------------------------------------------- */

/* The product of the sizes that parameter INDEX of clEnqueueNDRangeKernel has; 0: it is NULL. */
static uint64_t product(const struct call *call, unsigned index)
{
	const size_t *sizes = call_pointer(call, index);
	const uint64_t dimensions = call_number(call, ARG_clEnqueueNDRangeKernel_work_dim);
	uint64_t result = sizes != NULL;

	for (uint64_t i = 0; sizes && i < dimensions && i < 3; i++)
		if (__builtin_mul_overflow(result, sizes[i], &result))
			return UINT64_MAX;
	return result;
}

static size_t preferred_group(const void *queue, const void *kernel)
{
	const struct facts_queue *facts = facts_of_queue(queue);
	size_t size = 0;

	if (!facts || facts->devices.count != 1 ||
	    !live_is_live(live_record(kernel), OBJECT_KERNEL))
		return 0;
	query_driver(CLROUTER_SLOT_clGetKernelWorkGroupInfo, kernel, facts->devices.list[0],
		     CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof(size), &size, NULL);
	return size;
}

static void check_group(const struct call *call)
{
	const uint64_t local = product(call, ARG_clEnqueueNDRangeKernel_local_work_size);
	const uint64_t global = product(call, ARG_clEnqueueNDRangeKernel_global_work_size);
	char found[64];
	struct line line = line_in(found, sizeof(found));
	size_t preferred;

	if (local > SAFE_GROUP)
		report_advice(ADVICE_LIMIT_WORK_GROUP, call,
			      ARG_clEnqueueNDRangeKernel_local_work_size,
			      ARG_clEnqueueNDRangeKernel_kernel, NULL);
	if (local == 0 || global / local < GROUPS)
		return;
	preferred = preferred_group(call_queue(call),
				    call_pointer(call, ARG_clEnqueueNDRangeKernel_kernel));
	line_add(&line, "a preferred multiple of %zu", preferred);
	if (local < preferred)
		report_advice(ADVICE_PERFORMANCE_SMALL_GROUP, call,
			      ARG_clEnqueueNDRangeKernel_local_work_size,
			      ARG_clEnqueueNDRangeKernel_kernel, found);
}

static void note_kernel(const void *queue)
{
	struct notes *habit;

	lock_take(&lock);
	habit = notes_of(queue);
	if (habit) {
		habit->transfers += habit->has_transfer;
		habit->has_transfer = false;
		habit->has_kernel = true;
	}
	lock_give(&lock);
}

/* -- transfers --------------------------------------------------------------------------- */

static void check_transfer(const struct call *call)
{
	const int blocking = signature_find_blocking(&signatures[call->slot]);
	struct notes *habit;
	bool is_habit = false;

	if (!call_blocks(call))
		return;
	lock_take(&lock);
	habit = notes_of(call_queue(call));
	if (habit && habit->has_kernel) {
		habit->has_kernel = false;
		habit->has_transfer = true;
		is_habit = habit->transfers >= TRANSFERS;
	}
	lock_give(&lock);
	if (is_habit)
		report_advice(ADVICE_PERFORMANCE_BLOCKING_TRANSFER, call, (unsigned)blocking,
			      ARG_first, NULL);
}

static void check_map(const struct call *call)
{
	const struct facts_mem *buffer =
		facts_of_mem(call_pointer(call, ARG_clEnqueueMapBuffer_buffer));

	if (buffer && call_number(call, ARG_clEnqueueMapBuffer_map_flags) == CL_MAP_WRITE &&
	    call_number(call, ARG_clEnqueueMapBuffer_offset) == 0 && buffer->size != 0 &&
	    call_number(call, ARG_clEnqueueMapBuffer_size) == buffer->size)
		report_advice(ADVICE_PERFORMANCE_MAP_INVALIDATE, call,
			      ARG_clEnqueueMapBuffer_map_flags, ARG_clEnqueueMapBuffer_buffer,
			      NULL);
}

/* -- programs ---------------------------------------------------------------------------- */

/* FNV-1a. */
static uint64_t add_hash(uint64_t hash, const void *bytes, size_t count)
{
	const unsigned char *at = bytes;

	while (count-- > 0)
		hash = (hash ^ *at++) * UINT64_C(0x100000001B3);
	return hash;
}

/* The hash of the source that CALL makes a program from, in its context. */
static uint64_t hash_source(const struct call *call)
{
	const cl_uint count = (cl_uint)call_number(call, ARG_clCreateProgramWithSource_count);
	const char *const *strings = call_pointer(call, ARG_clCreateProgramWithSource_strings);
	const size_t *lengths = call_pointer(call, ARG_clCreateProgramWithSource_lengths);
	const struct object *context =
		live_record(call_pointer(call, ARG_clCreateProgramWithSource_context));
	const uint32_t serial = context ? atomic_load(&context->serial) : 0;
	uint64_t hash = add_hash(UINT64_C(0xCBF29CE484222325), &serial, sizeof(serial));

	for (cl_uint i = 0; i < count; i++) {
		const bool has_length = lengths && lengths[i] != 0;

		hash = add_hash(hash, strings[i], has_length ? lengths[i] : strlen(strings[i]));
	}
	return hash | 1;
}

static void check_build(const struct call *call)
{
	size_t count;
	const void *devices = track_array(call, ARG_clBuildProgram_device_list, &count);
	const char *options = call_pointer(call, ARG_clBuildProgram_options);
	const struct notes *program;
	bool is_again = false;
	uint64_t hash;

	lock_take(&lock);
	program = notes_of(call_pointer(call, ARG_clBuildProgram_program));
	if (program && program->source != 0) {
		hash = add_hash(program->source, options, options ? strlen(options) : 0);
		hash = add_hash(hash, devices, count * sizeof(void *)) | 1;
		is_again = pointer_map_get(&built, (const void *)(uintptr_t)hash) != 0;
		pointer_map_set(&built, (const void *)(uintptr_t)hash, 1);
	}
	lock_give(&lock);
	if (is_again)
		report_advice(ADVICE_PERFORMANCE_SAME_SOURCE, call, ARG_clBuildProgram_program,
			      ARG_clBuildProgram_options, NULL);
}

/* -- which calls ------------------------------------------------------------------------- */

void hints_before(struct call *call)
{
	hint_events_before(call);
	hint_held_before(call);
	switch (call->slot) {
	case CLROUTER_SLOT_clEnqueueNDRangeKernel:
		check_group(call);
		note_kernel(call_queue(call));
		break;
	case CLROUTER_SLOT_clEnqueueTask:
		note_kernel(call_queue(call));
		break;
	case CLROUTER_SLOT_clEnqueueMapBuffer:
		check_map(call);
		check_transfer(call);
		break;
	case CLROUTER_SLOT_clEnqueueReadBuffer:
	case CLROUTER_SLOT_clEnqueueWriteBuffer:
	case CLROUTER_SLOT_clEnqueueReadBufferRect:
	case CLROUTER_SLOT_clEnqueueWriteBufferRect:
	case CLROUTER_SLOT_clEnqueueReadImage:
	case CLROUTER_SLOT_clEnqueueWriteImage:
	case CLROUTER_SLOT_clEnqueueMapImage:
		check_transfer(call);
		break;
	case CLROUTER_SLOT_clBuildProgram:
		hint_language_before(call);
		check_build(call);
		break;
	case CLROUTER_SLOT_clCompileProgram:
		hint_language_before(call);
		break;
	case CLROUTER_SLOT_clSetKernelArg:
		set_argument_size(call);
		check_thread(call);
		break;
	case CLROUTER_SLOT_clSetKernelArgSVMPointer:
		check_thread(call);
		break;
	case CLROUTER_SLOT_clCreateBuffer:
		check_allocation(call, ARG_clCreateBuffer_size);
		break;
	default:
		break;
	}
}

void hints_after(struct call *call, const void *result)
{
	const enum object_kind kind = signatures[call->slot].result.object;
	const void *made = NULL;

	hint_events_after(call, result);
	hint_held_after(call, result);
	if (call->slot == CLROUTER_SLOT_clCreateKernelsInProgram)
		note_new_kernels(call);
	if (signatures[call->slot].result.kind != PARAM_MADE)
		return;
	memcpy(&made, result, sizeof(made));
	if (kind == OBJECT_KERNEL || kind == OBJECT_QUEUE || kind == OBJECT_PROGRAM)
		note_new(made, call->slot == CLROUTER_SLOT_clCreateProgramWithSource
				       ? hash_source(call)
				       : 0);
}

/* -- the end ----------------------------------------------------------------------------- */

void hints_forget(void)
{
	hint_events_forget();
	hint_held_forget();
}

void hints_end(void)
{
	if (!is_wanted)
		return;
	never_released_events();
	hint_events_end();
	hint_held_end();
	lock_take(&lock);
	for (size_t i = 0; i < objects.size; i++)
		if (objects.slots[i].key != 0)
			free((void *)objects.slots[i].value);
	pointer_map_done(&objects);
	pointer_map_done(&built);
	lock_give(&lock);
}
