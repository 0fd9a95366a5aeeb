/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tails: see tails.h.
 */
#include "layers/sanitize/tails.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/array.h"
#include "base/common/pointer-map.h"
#include "layers/frame/ask.h"
#include "layers/frame/place/place.h"
#include "layers/sanitize/tail-places.h"
#include "state/facts.h"
#include "state/life.h"

#define MOST_BYTES ((size_t)64 << 20) /* of all tails together */
#define MOST_COPY ((size_t)256 << 20) /* of the program's memory */
#define MOST_KEPT ((size_t)1 << 30)   /* of buffers that the program has released */
#define PAUSE 20000		      /* ns */

/* Flags that leave the size and the contents to OpenCL and the program. */
#define KNOWN_FLAGS \
	(CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY | CL_MEM_ALLOC_HOST_PTR | \
	 CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | \
	 CL_MEM_HOST_NO_ACCESS)
#define KNOWN_SVM_FLAGS \
	(CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY | CL_MEM_SVM_FINE_GRAIN_BUFFER | \
	 CL_MEM_SVM_ATOMICS)

struct lock tails_lock = LOCK_INIT;
static struct pointer_map tails; /* from where they start */
static struct tail *_Atomic waiting;
static size_t used_bytes;
static size_t kept_bytes;
static uint64_t pattern_count;

static atomic_bool is_on;
static atomic_uint buffer_count;
static atomic_uint svm_count;

/* Why memory has no tail. */
enum tail_refusal {
	REFUSAL_NONE,
	REFUSAL_HOST,
	REFUSAL_FLAGS,
	REFUSAL_DEVICES,
	REFUSAL_LARGE,
	REFUSAL_COPY,
	REFUSAL_TOTAL,
	REFUSAL_MEMORY,
	REFUSALS
};

static const char *const reasons[REFUSALS] = {
	[REFUSAL_HOST] = "it is memory of the host",
	[REFUSAL_FLAGS] = "it has properties or flags that may say what its size has to be",
	[REFUSAL_DEVICES] = "its context has several devices, or is not known",
	[REFUSAL_LARGE] = "it would be larger than the device allows",
	[REFUSAL_COPY] = "it begins as a copy of more than 256 MiB",
	[REFUSAL_TOTAL] = "all tails together have 64 MiB",
	[REFUSAL_MEMORY] = "the driver or the host has no memory for it",
};
static atomic_ullong refused[REFUSALS];

void tails_start(bool wanted)
{
	atomic_store(&is_on, wanted);
	life_add_lock(&tails_lock);
	tail_places_start();
}

bool tails_are_on(void)
{
	return atomic_load_explicit(&is_on, memory_order_relaxed);
}

/* -- the pattern ------------------------------------------------------------------------------ */

/*
 * A kernel that copies one buffer to another, both beyond the end, must not write what is there: so
 * the patterns of tails that are made one after the other have no byte in common at a place.
 */
size_t tails_pattern(const struct tail *tail, unsigned char pattern[TAIL_UNIT])
{
	size_t unit = TAIL_UNIT;

	while (tail->size % unit != 0)
		unit /= 2;
	for (size_t i = 0; i < unit; i++)
		pattern[i] = (unsigned char)((tail->pattern * 89 + i * 29) % 251 + 3);
	return unit;
}

/* -- making ----------------------------------------------------------------------------------- */

/* A call that makes memory. */
struct memory_request {
	const struct call *call;
	bool is_svm;
	cl_context context;
	cl_device_id device;
	uint64_t flags;
	size_t size;
	void *host;
	const cl_mem_properties *properties;
	cl_uint alignment;
};

static bool read_request(const struct call *call, struct memory_request *request)
{
	*request = (struct memory_request){ .call = call };
	switch (call->slot) {
	case CLROUTER_SLOT_clCreateBuffer:
		request->flags = call_number(call, ARG_clCreateBuffer_flags);
		request->size = call_number(call, ARG_clCreateBuffer_size);
		request->host = (void *)(uintptr_t)call_pointer(call, ARG_clCreateBuffer_host_ptr);
		break;
	case CLROUTER_SLOT_clCreateBufferWithProperties:
		request->flags = call_number(call, ARG_clCreateBufferWithProperties_flags);
		request->size = call_number(call, ARG_clCreateBufferWithProperties_size);
		request->host = (void *)(uintptr_t)call_pointer(
			call, ARG_clCreateBufferWithProperties_host_ptr);
		request->properties =
			call_pointer(call, ARG_clCreateBufferWithProperties_properties);
		break;
	case CLROUTER_SLOT_clSVMAlloc:
		request->is_svm = true;
		request->flags = call_number(call, ARG_clSVMAlloc_flags);
		request->size = call_number(call, ARG_clSVMAlloc_size);
		request->alignment = (cl_uint)call_number(call, ARG_clSVMAlloc_alignment);
		break;
	default:
		return false;
	}
	request->context = (cl_context)(uintptr_t)call_pointer(call, ARG_first);
	return request->size != 0;
}

/* Will the driver refuse it whatever its size is? Then it says so itself. */
static bool is_wrong(const struct memory_request *request)
{
	const bool takes_host =
		(request->flags & (CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR)) != 0;

	return !request->is_svm && takes_host != (request->host != NULL);
}

/* How large an allocation may be; 0: the driver does not say it. */
static cl_ulong most_of(cl_device_id device)
{
	const struct limits *limits = facts_limits(device);
	cl_ulong most = 0;

	if (limits)
		return limits->max_alloc;
	ASK(clGetDeviceInfo, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, most);
	return most;
}

static enum tail_refusal judge(struct memory_request *request)
{
	const uint64_t known = request->is_svm ? KNOWN_SVM_FLAGS : KNOWN_FLAGS;
	const struct facts_context *context = facts_of_context(request->context);
	cl_ulong most;

	if ((request->flags & CL_MEM_USE_HOST_PTR) != 0)
		return REFUSAL_HOST;
	if ((request->flags & ~known) != 0 || (request->properties && *request->properties != 0))
		return REFUSAL_FLAGS;
	if (!context || context->devices.count != 1)
		return REFUSAL_DEVICES;
	request->device = (cl_device_id)(uintptr_t)context->devices.list[0];
	most = most_of(request->device);
	if (request->size > SIZE_MAX - TAIL_BYTES ||
	    (most != 0 && request->size + TAIL_BYTES > most))
		return REFUSAL_LARGE;
	return request->host && request->size > MOST_COPY ? REFUSAL_COPY : REFUSAL_NONE;
}

/* Space for one more; false: all tails together are as large as they may be. */
static bool reserve(struct tail *tail)
{
	bool has_space;

	lock_take(&tails_lock);
	has_space = used_bytes <= MOST_BYTES - TAIL_BYTES;
	used_bytes += has_space ? TAIL_BYTES : 0;
	tail->pattern = has_space ? pattern_count++ : 0;
	lock_give(&tails_lock);
	return has_space;
}

static void free_tail(struct tail *tail)
{
	lock_take(&tails_lock);
	used_bytes -= TAIL_BYTES;
	lock_give(&tails_lock);
	if (tail->state != TAIL_NEW)
		tail_places_leave_context(tail->context);
	free(tail->seen);
	free(tail);
}

static void fill(const struct tail *tail, unsigned char *bytes)
{
	unsigned char pattern[TAIL_UNIT];
	const size_t unit = tails_pattern(tail, pattern);

	for (size_t i = 0; i < TAIL_BYTES; i += unit)
		memcpy(bytes + i, pattern, unit);
}

/* The driver reads the program's bytes, and no more of them, from a copy that has the pattern. */
static cl_mem make_buffer(const struct memory_request *request, struct tail *tail)
{
	const size_t size = request->size + TAIL_BYTES;
	unsigned char *copy = NULL;
	cl_mem made;

	if (request->host) {
		copy = malloc(size);
		if (!copy)
			return NULL;
		memcpy(copy, request->host, request->size);
		fill(tail, copy + request->size);
		tail->has_pattern = true;
	}
	if (request->call->slot == CLROUTER_SLOT_clCreateBuffer)
		made = clrouter_target.clCreateBuffer(request->context, request->flags, size, copy,
						      NULL);
	else
		made = clrouter_target.clCreateBufferWithProperties(
			request->context, request->properties, request->flags, size, copy, NULL);
	free(copy);
	return made;
}

static void *make_svm(const struct memory_request *request, struct tail *tail)
{
	unsigned char *made = clrouter_target.clSVMAlloc(
		request->context, request->flags, request->size + TAIL_BYTES, request->alignment);

	tail->is_svm = true;
	tail->is_fine = (request->flags & CL_MEM_SVM_FINE_GRAIN_BUFFER) != 0;
	if (made && tail->is_fine) {
		fill(tail, made + request->size);
		tail->has_pattern = true;
	}
	return made;
}

static struct tail *new_tail(const struct memory_request *request, enum tail_refusal *refusal)
{
	struct tail *tail = calloc(1, sizeof(*tail));

	if (!tail || !reserve(tail)) {
		*refusal = tail ? REFUSAL_TOTAL : REFUSAL_MEMORY;
		free(tail);
		return NULL;
	}
	tail->context = request->context;
	tail->device = request->device;
	tail->size = request->size;
	return tail;
}

static bool add(struct tail *tail)
{
	struct tail *old;
	bool is_added;

	/* What had the address was released in a way that was not seen. */
	lock_take(&tails_lock);
	old = (struct tail *)pointer_map_get(&tails, tail->start);
	if (old) {
		old->is_gone = true;
		pointer_map_remove(&tails, tail->start);
	}
	is_added = pointer_map_set(&tails, tail->start, (uintptr_t)tail);
	lock_give(&tails_lock);
	return is_added;
}

/* Gives back what has no tail that is known. */
static void undo(const struct memory_request *request, void *made)
{
	if (made && request->is_svm)
		clrouter_target.clSVMFree(request->context, made);
	else if (made)
		clrouter_target.clReleaseMemObject(made);
}

/* What a REQUEST makes, with a tail; NULL: it is to be made without one. */
static void *make(struct memory_request *request, enum tail_refusal *refusal)
{
	struct tail *tail = new_tail(request, refusal);
	void *made;

	if (!tail)
		return NULL;
	made = request->is_svm ? make_svm(request, tail) : (void *)make_buffer(request, tail);
	tail->start = made;
	tail->made = made ? place_of_finding(request->call->site) : NULL;
	if (made && add(tail))
		return made;
	undo(request, made);
	free_tail(tail);
	*refusal = REFUSAL_MEMORY;
	return NULL;
}

bool tails_make(const struct call *call, void **made)
{
	struct memory_request request;
	enum tail_refusal refusal;

	if (!tails_are_on() || !read_request(call, &request) || is_wrong(&request))
		return false;
	refusal = judge(&request);
	*made = refusal == REFUSAL_NONE ? make(&request, &refusal) : NULL;
	if (!*made)
		atomic_fetch_add(&refused[refusal], 1);
	return *made != NULL;
}

void tails_note_made(const struct call *call, const void *result)
{
	const bool is_svm = call->slot == CLROUTER_SLOT_clSVMAlloc;
	const void *start;
	struct tail *tail;
	unsigned number;

	if (!tails_are_on() || (!is_svm && call->slot != CLROUTER_SLOT_clCreateBuffer &&
				call->slot != CLROUTER_SLOT_clCreateBufferWithProperties))
		return;
	memcpy(&start, result, sizeof(start));
	number = atomic_fetch_add(is_svm ? &svm_count : &buffer_count, 1) + 1;
	tail = start ? tails_take(start) : NULL;
	if (!tail)
		return;
	lock_take(&tails_lock);
	tail->number = number;
	lock_give(&tails_lock);
	tails_give(tail);
}

/* -- finding ---------------------------------------------------------------------------------- */

struct tail *tails_take(const void *start)
{
	struct tail *tail;

	if (!tails_are_on() || !start)
		return NULL;
	lock_take(&tails_lock);
	tail = (struct tail *)pointer_map_get(&tails, start);
	if (tail)
		tail->users++;
	lock_give(&tails_lock);
	return tail;
}

/* With the lock: does anybody need TAIL, which the program has released? */
static bool is_needed(const struct tail *tail)
{
	return !tail->is_gone || tail->users > 0 || tail->is_waiting;
}

/* TAIL is needed by nobody. */
static void end_tail(struct tail *tail)
{
	if (tail->is_kept) {
		lock_take(&tails_lock);
		kept_bytes -= tail->size;
		lock_give(&tails_lock);
		clrouter_target.clReleaseMemObject((cl_mem)(uintptr_t)tail->start);
	}
	free_tail(tail);
}

void tails_give(struct tail *tail)
{
	bool is_last;

	if (!tail)
		return;
	lock_take(&tails_lock);
	tail->users--;
	is_last = !is_needed(tail);
	lock_give(&tails_lock);
	if (is_last)
		end_tail(tail);
}

size_t tails_size(const void *start)
{
	struct tail *tail = tails_take(start);
	const size_t size = tail ? tail->size : 0;

	tails_give(tail);
	return size;
}

void tails_note_mapped(const void *start)
{
	struct tail *tail = tails_take(start);

	if (!tail)
		return;
	lock_take(&tails_lock);
	tail->is_mapped = true;
	lock_give(&tails_lock);
	tails_give(tail);
}

/* -- those that wait for a look --------------------------------------------------------------- */

bool tails_are_waiting(void)
{
	return atomic_load_explicit(&waiting, memory_order_relaxed) != NULL;
}

struct tail *tails_waiting(void)
{
	return waiting;
}

void tails_wait(struct tail *tail)
{
	if (tail->is_waiting)
		return;
	tail->is_waiting = true;
	tail->next = waiting;
	waiting = tail;
}

/* A launch that the rewriter checks is no reason to look. */
static bool is_idle(const struct tail *tail)
{
	for (unsigned i = 0; i < tail->group_count; i++)
		if (!tail->groups[i].is_checked)
			return tail->state == TAIL_LOST;
	return true;
}

void tails_drop_idle(void)
{
	struct tail *kept = NULL, *next;

	for (struct tail *tail = waiting; tail; tail = next) {
		next = tail->next;
		tail->is_waiting = !is_idle(tail);
		if (!tail->is_waiting)
			continue;
		tail->next = kept;
		kept = tail;
	}
	waiting = kept;
}

/* -- the end ---------------------------------------------------------------------------------- */

/* With the lock: a look needs the buffer of TAIL, which the program is about to release. */
static bool is_to_keep(struct tail *tail)
{
	tail->is_kept = !tail->is_svm && (tail->is_waiting || tail->users > 1) &&
			kept_bytes < MOST_KEPT && tail->size < MOST_KEPT;
	kept_bytes += tail->is_kept ? tail->size : 0;
	return tail->is_kept;
}

/* With the lock: nobody looks at TAIL any more. */
static void stop_waiting(struct tail *tail)
{
	tail->group_count = 0;
	tail->state = tail->state == TAIL_NEW ? TAIL_NEW : TAIL_LOST;
	tails_drop_idle();
}

/* Waits until no other thread reads the memory of TAIL. */
static void await_users(const struct tail *tail)
{
	const struct timespec pause = { .tv_nsec = PAUSE };
	unsigned users;

	do {
		lock_take(&tails_lock);
		users = tail->users;
		lock_give(&tails_lock);
	} while (users > 1 && nanosleep(&pause, NULL) == 0);
}

void tails_note_gone(const void *start)
{
	struct tail *tail = tails_take(start);
	bool is_kept;

	if (!tail)
		return;
	lock_take(&tails_lock);
	pointer_map_remove(&tails, start);
	tail->is_gone = true;
	is_kept = is_to_keep(tail);
	if (!is_kept)
		stop_waiting(tail);
	lock_give(&tails_lock);
	if (is_kept)
		clrouter_target.clRetainMemObject((cl_mem)(uintptr_t)start);
	else
		await_users(tail);
	tails_give(tail);
}

void tails_visit_reasons(void (*visit)(uint64_t count, const char *reason))
{
	for (size_t i = REFUSAL_NONE + 1; i < REFUSALS; i++)
		if (atomic_load(&refused[i]) > 0)
			visit(atomic_load(&refused[i]), reasons[i]);
}

void tails_disown(void)
{
	for (struct tail *tail = waiting; tail; tail = tail->next) {
		tail->is_waiting = false;
		tail->group_count = 0;
	}
	waiting = NULL;
	for (size_t i = 0; i < REFUSALS; i++)
		atomic_store(&refused[i], 0);
}

/* A thread that uses TAIL may still be in a call. */
static void forget(struct tail *tail)
{
	if (tail->users > 0)
		return;
	free(tail->seen);
	free(tail);
}

void tails_forget_all(void)
{
	struct tail *tail, *next;

	lock_take(&tails_lock);
	for (tail = waiting; tail; tail = next) {
		next = tail->next;
		tail->is_waiting = false;
		if (tail->is_gone)
			forget(tail);
	}
	waiting = NULL;
	for (size_t i = 0; i < tails.size; i++)
		if (tails.slots[i].key != 0)
			forget((struct tail *)tails.slots[i].value);
	pointer_map_done(&tails);
	atomic_store(&is_on, false);
	used_bytes = kept_bytes = 0;
	lock_give(&tails_lock);
}
