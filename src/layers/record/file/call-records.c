/* SPDX-License-Identifier: Apache-2.0 */
/*
 * call-records: see call-records.h.
 */
#include "layers/record/file/call-records.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/common/lock.h"
#include "base/common/system.h"
#include "base/os.h"
#include "layers/frame/auto-free.h"
#include "layers/frame/thread-data.h"
#include "layers/record/file/call-contents.h"
#include "layers/record/file/module.h"
#include "layers/record/file/own-process.h"
#include "layers/record/file/sums.h"
#include "opencl/signature.h"

#define MOST_VALUE ((size_t)1 << 20) /* bytes of what is said of an object */
#define THREAD_NAME 64		     /* bytes of the name of a thread */

static struct {
	atomic_uint open;	       /* the generation while calls are recorded, otherwise 0 */
	struct events_options options; /* written before `open` */
	atomic_bool is_paused;
	atomic_uint generation; /* counts the files: starts and forks */
	atomic_bool is_new;	/* the file has no description of the process yet */
	struct lock lock;
	struct event_thread *idle;
} recorder = { .lock = LOCK_INIT };

/* What THREAD has recorded goes to its home; modules are recorded again: they may have changed. */
static bool empty_chunk(struct event_thread *thread)
{
	thread->places = (struct places){ { { 0 } } };
	return store_empty_chunk(&thread->chunk, thread->id);
}

/* -- threads ------------------------------------------------------------------- */

/* At the end of a thread: another one may go on with its chunk. */
static void retire(void *data)
{
	struct event_thread *thread = data;

	lock_take(&recorder.lock);
	thread->next = recorder.idle;
	recorder.idle = thread;
	lock_give(&recorder.lock);
}

/* What the calling thread shall have; NULL: no memory. */
static struct event_thread *employ(void)
{
	struct event_thread *thread;

	lock_take(&recorder.lock);
	thread = recorder.idle;
	if (thread)
		recorder.idle = thread->next;
	lock_give(&recorder.lock);
	if (!thread)
		thread = calloc(1, sizeof(*thread));
	if (thread && !thread_data_set(thread)) {
		free(thread);
		thread = NULL;
	}
	return thread;
}

static void add(struct event_thread *thread, enum record_type type, unsigned int detail,
		const void *fields, size_t fields_size, const void *value, size_t value_size);

/*
 * Before its calls, also if recording ends in this moment. Sums do not say how many threads there
 * were.
 */
static void introduce(struct event_thread *thread)
{
	const struct record_owner owner = { .thread = thread->id };
	char name[THREAD_NAME];

	if (recorder.options.adds_up)
		return;
	if (thread->chunk.head)
		add(thread, RECORD_OWNER, 0, &owner.thread, sizeof(owner) - sizeof(owner.head),
		    NULL, 0);
	own_process_thread_name(name, sizeof(name));
	add(thread, RECORD_THREAD, 0, NULL, 0, name, strnlen(name, sizeof(name) - 1) + 1);
}

/* The first record of a thread in this file. NULL: nothing is recorded. */
static struct event_thread *begin_thread(void)
{
	const unsigned int generation = atomic_load_explicit(&recorder.open, memory_order_acquire);
	struct event_thread *own = thread_data_get();

	if (generation == 0)
		return NULL;
	if (!own)
		own = employ();
	if (!own) {
		store_count_lost();
		return NULL;
	}
	if (own->generation != generation)
		own->chunk = (struct store_chunk){ .start = store_starts() };
	/* If the layer was started again meanwhile, the chunk may be for the next file. */
	if (atomic_load(&recorder.open) != generation)
		return NULL;
	own->generation = generation;
	own->id = system_thread_id();
	own->places = (struct places){ { { 0 } } };
	introduce(own);
	if (atomic_exchange(&recorder.is_new, false))
		recorder.options.describe();
	return own;
}

static inline struct event_thread *this_thread(void)
{
	struct event_thread *thread = thread_data_get();

	if (thread &&
	    thread->generation == atomic_load_explicit(&recorder.open, memory_order_relaxed))
		return thread;
	return begin_thread();
}

/* -- start, stop, fork --------------------------------------------------------- */

static void open_file(void)
{
	const unsigned int generation = atomic_fetch_add(&recorder.generation, 1) + 1;

	atomic_store(&recorder.is_new, true);
	atomic_store(&recorder.open, generation);
}

bool events_start(const struct events_options *options)
{
	uint64_t frames[PLACES_FRAMES];

	contents_start();
	recorder.options = *options;
	/* The first stack makes the C library load another library. */
	if (options->has_stacks)
		places_take_stack(frames, 0);
	if (!thread_data_start(retire))
		return false;
	open_file();
	return true;
}

void events_stop(void)
{
	atomic_store(&recorder.open, 0);
}

unsigned int events_generation(void)
{
	return atomic_load_explicit(&recorder.open, memory_order_acquire);
}

bool events_are_recorded(void)
{
	return events_generation() != 0;
}

bool events_are_summed(void)
{
	return recorder.options.adds_up;
}

void events_pause(bool is_paused)
{
	atomic_store_explicit(&recorder.is_paused, is_paused, memory_order_relaxed);
}

/* Does the function SLOT say what an object is? */
static bool is_about_objects(unsigned int slot)
{
	static const char *const verbs[] = { "Create",	"Build",	  "Compile",
					     "Link",	"Clone",	  "Retain",
					     "Release", "GetPlatformIDs", "GetDeviceIDs" };

	for (size_t i = 0; i < ARRAY_SIZE(verbs); i++)
		if (strncmp(signatures[slot].name + 2, verbs[i], strlen(verbs[i])) == 0)
			return true;
	return false;
}

/* Apart from its callers, which every call goes through. */
__attribute__((noinline)) static struct event_thread *thread_if_paused(unsigned int slot)
{
	return is_about_objects(slot) ? this_thread() : NULL;
}

void events_before_fork(void)
{
	module_before_fork();
	lock_take(&recorder.lock);
}

void events_after_fork_in_parent(void)
{
	lock_give(&recorder.lock);
	module_after_fork();
}

/* The chunks of the parent are not mapped here; a call around the fork is recorded there. */
void events_after_fork_in_child(void)
{
	struct event_thread *own = thread_data_get();

	if (own)
		own->chunk = (struct store_chunk){ .head = NULL };
	lock_give(&recorder.lock);
	module_after_fork();
	if (events_are_recorded())
		open_file();
}

/* -- calls --------------------------------------------------------------------- */

/*
 * Writes a call that has not ended to CALL, but for its size and time. Returns the size that it
 * needs, a multiple of 8; if that is more than SPACE, it is not complete.
 */
static inline size_t fill(struct record_call *call, size_t space, unsigned int slot,
			  unsigned int count, const uint64_t *arguments)
{
	const unsigned int words = count + 1;
	const size_t size = sizeof(*call) + words * sizeof(uint64_t);

	if (size > space)
		return size + contents_write(slot, arguments, NULL, 0);
	call->head = (struct record){
		.type = RECORD_CALL,
		.arguments = (uint8_t)words,
		.detail = (uint16_t)store_function(slot),
	};
	call->end = 0;
	call->result = 0;
	for (unsigned int i = 0; i < words; i++)
		call->arguments[i] = arguments[i];
	return size +
	       contents_write(slot, arguments, (char *)&call->arguments[words], space - size);
}

/*
 * Writes a chunk with one record. The thread's own chunk gets a home after it, so that records are
 * in the order in which they began if a reader visits chunks in the order of their homes.
 */
static uint64_t put_alone(struct event_thread *thread, struct record_chunk *head, size_t size)
{
	const uint64_t home = store_put_chunk(head, size, &thread->chunk, thread->id);

	if (home != 0 && thread->chunk.head)
		empty_chunk(thread);
	return home;
}

/* Not for the next file, if the layer was started again meanwhile. */
static void count_lost_call(const struct event_thread *thread)
{
	if (thread->chunk.start == store_starts())
		store_count_lost();
}

/* A call of SIZE bytes gets a chunk of its own. If it has grown meanwhile, it is lost. */
static void begin_alone(struct event_frame *frame, size_t size, unsigned int slot,
			unsigned int count, const uint64_t *arguments)
{
	AUTO_FREE struct record_chunk *head = malloc(sizeof(*head) + size);
	struct record_call *call = head ? (struct record_call *)(head + 1) : NULL;

	if (call && fill(call, size, slot, count, arguments) == size) {
		frame->begin = call->begin = system_now();
		call->head.size = (uint32_t)size;
		frame->home = put_alone(frame->thread, head, size);
	}
	frame->offset = frame->home + sizeof(*head);
	frame->size = (uint32_t)size;
	if (frame->home == 0)
		count_lost_call(frame->thread);
}

/* This call is the last one. */
static void stop_early(void)
{
	if (atomic_exchange(&recorder.open, 0) != 0)
		store_finish();
}

static inline void stop_if_asked(uint64_t now)
{
	if (now >= recorder.options.stop_at || store_shall_stop())
		stop_early();
}

void events_stop_if_asked(uint64_t now)
{
	if (events_are_recorded())
		stop_if_asked(now);
}

static inline void begin_in_chunk(struct event_frame *frame, struct record_call *call, size_t size)
{
	struct store_chunk *chunk = &frame->thread->chunk;

	frame->call = call;
	frame->home = chunk->home;
	frame->offset = chunk->home + (uint64_t)((char *)call - (char *)chunk->head);
	frame->size = (uint32_t)size;
	frame->begin = call->begin = system_now();
	store_commit(chunk, &call->head, size);
	stop_if_asked(call->begin);
}

/* There was no space for the call, which needs SIZE bytes. */
static void begin_slowly(struct event_frame *frame, size_t size, unsigned int slot,
			 unsigned int count, const uint64_t *arguments)
{
	struct store_chunk *chunk = &frame->thread->chunk;
	struct record_call *call;

	if (size <= STORE_RECORD) {
		if (!empty_chunk(frame->thread)) {
			count_lost_call(frame->thread);
			return;
		}
		call = (struct record_call *)chunk->next;
		size = fill(call, store_space_in(chunk), slot, count, arguments);
		if (size <= store_space_in(chunk)) {
			begin_in_chunk(frame, call, size);
			return;
		}
	}
	begin_alone(frame, size, slot, count, arguments);
}

static inline void begin(struct event_frame *frame, unsigned int slot, unsigned int count,
			 const uint64_t *arguments)
{
	struct store_chunk *chunk = &frame->thread->chunk;
	struct record_call *call = (struct record_call *)chunk->next;
	const size_t size = fill(call, store_space_in(chunk), slot, count, arguments);

	if (size > store_space_in(chunk))
		begin_slowly(frame, size, slot, count, arguments);
	else
		begin_in_chunk(frame, call, size);
}

/* The sums of THREAD in this file; NULL: there is no memory. */
static struct sums *sums_of(struct event_thread *thread)
{
	struct sums *sums = thread->sums;

	if (thread->sums_generation == thread->generation)
		return sums;
	sums = sums_renew(thread->sums, thread->id);
	if (!sums)
		return NULL;
	thread->sums = sums;
	thread->sums_generation = thread->generation;
	return sums;
}

/* Apart from its caller, for which it is the exception. */
__attribute__((noinline)) static void begin_summed(struct event_frame *frame, unsigned int slot,
						   const uint64_t *arguments)
{
	struct sums *sums = sums_of(frame->thread);

	if (!sums) {
		count_lost_call(frame->thread);
		return;
	}
	frame->is_summed = true;
	frame->slot = slot;
	frame->arguments = arguments;
	frame->begin = system_now();
	sums_begin_call(sums, slot, frame->begin);
	stop_if_asked(frame->begin);
}

/* -- places -------------------------------------------------------------------- */

/*
 * Apart from its caller, which every call goes through: PLACE is not where the last call was. The
 * stack of the thread may be too small for a path.
 */
__attribute__((noinline)) static void change_place(struct event_thread *thread, uint64_t place)
{
	AUTO_FREE char *path = NULL;
	struct record_module module;

	if (places_find(&thread->places, place))
		return;
	path = malloc(OS_PATH_SIZE);
	if (!path)
		return;
	if (places_describe(place, &module, path, OS_PATH_SIZE)) {
		module.time = system_now();
		add(thread, RECORD_MODULE, module.head.detail, &module.begin,
		    sizeof(module) - sizeof(module.head), path, strlen(path) + 1);
	}
	/* After the record, for which the chunk may have been emptied. */
	places_add(&thread->places, &module);
}

static inline void note_place(struct event_thread *thread, uint64_t place)
{
	if (!places_have_first(&thread->places, place))
		change_place(thread, place);
}

/* The stack is taken before the call begins, so that it is not counted as its time. */
__attribute__((noinline)) static void begin_with_stack(struct event_frame *frame, unsigned int slot,
						       unsigned int count,
						       const uint64_t *arguments)
{
	struct {
		uint64_t call;
		uint64_t frames[PLACES_FRAMES];
	} fields;
	const size_t taken = places_take_stack(fields.frames, arguments[count]);

	for (size_t i = 0; i < taken; i++)
		/* cppcheck-suppress uninitvar ; places_take_stack() has set these */
		note_place(frame->thread, fields.frames[i]);
	/* So the stack can follow the call, unless that is a large one. */
	if (store_space_in(&frame->thread->chunk) < 2 * sizeof(fields))
		empty_chunk(frame->thread);
	begin(frame, slot, count, arguments);
	fields.call = frame->offset;
	if (frame->home != 0 && taken > 0)
		add(frame->thread, RECORD_STACK, 0, &fields,
		    sizeof(fields.call) + taken * sizeof(*fields.frames), NULL, 0);
}

void event_begin(struct event_frame *frame, unsigned int slot, unsigned int count,
		 const uint64_t *arguments)
{
	struct event_thread *thread =
		atomic_load_explicit(&recorder.is_paused, memory_order_relaxed)
			? thread_if_paused(slot)
			: this_thread();

	frame->home = 0;
	frame->event = NULL;
	frame->has_ended = false;
	frame->is_summed = false;
	frame->thread = thread;
	if (!thread)
		return;
	frame->generation = thread->generation;
	if (recorder.options.adds_up) {
		begin_summed(frame, slot, arguments);
		return;
	}
	note_place(thread, arguments[count]);
	if (recorder.options.has_stacks)
		begin_with_stack(frame, slot, count, arguments);
	else
		begin(frame, slot, count, arguments);
}

/*
 * In a child that was forked inside of the call, its record is the parent's. Otherwise the record
 * is no longer in the chunk of the thread: calls in a callback have filled that, or it was too
 * large.
 */
static bool is_in_file(const struct event_frame *frame)
{
	return frame->generation ==
	       atomic_load_explicit(&recorder.generation, memory_order_relaxed);
}

/* Chunks of different files have the same homes. */
static bool is_in_chunk(const struct event_frame *frame)
{
	return frame->thread->chunk.home == frame->home &&
	       frame->thread->generation == frame->generation;
}

static void end_in_file(const struct event_frame *frame, uint64_t end, uint64_t result)
{
	const uint64_t words[] = { end, result };

	if (is_in_file(frame))
		store_write(words, sizeof(words),
			    frame->offset + offsetof(struct record_call, end));
}

/* The sums that the call FRAME belongs to; NULL if the thread's sums are of another file. */
static struct sums *sums_of_call(const struct event_frame *frame)
{
	return frame->is_summed && is_in_file(frame) &&
			       frame->thread->sums_generation == frame->generation
		       ? frame->thread->sums
		       : NULL;
}

__attribute__((noinline)) static void end_summed(const struct event_frame *frame, uint64_t result)
{
	struct sums *sums = sums_of_call(frame);

	if (sums)
		sums_end_call(sums, frame->slot, frame->arguments, result, frame->begin,
			      system_now());
}

void event_end(struct event_frame *frame, uint64_t result)
{
	uint64_t now;

	frame->has_ended = true;
	if (frame->home == 0) {
		end_summed(frame, result);
		return;
	}
	now = system_now();
	if (!is_in_chunk(frame)) {
		end_in_file(frame, now, result);
		return;
	}
	frame->call->result = result;
	/* With `end`, the rest counts as well. */
	__atomic_store_n(&frame->call->end, now, __ATOMIC_RELEASE);
}

static void store_in_file(const struct event_frame *frame, unsigned int slot, size_t fixed,
			  const uint64_t *arguments, uint64_t result)
{
	const size_t size = frame->size - fixed;
	AUTO_FREE char *contents = is_in_file(frame) ? malloc(size) : NULL;

	if (!contents || !store_read(contents, size, frame->offset + fixed))
		return;
	contents_store(slot, arguments, result, contents, size);
	store_write(contents, size, frame->offset + fixed);
}

void event_end_stored(struct event_frame *frame, unsigned int slot, unsigned int count,
		      const uint64_t *arguments, uint64_t result)
{
	const size_t fixed = sizeof(*frame->call) + (count + 1) * sizeof(uint64_t);

	if (frame->home != 0 && frame->size > fixed) {
		if (is_in_chunk(frame))
			contents_store(slot, arguments, result, (char *)frame->call + fixed,
				       frame->size - fixed);
		else
			store_in_file(frame, slot, fixed, arguments, result);
	}
	event_end(frame, result);
}

void event_abandon(struct event_frame *frame)
{
	struct sums *sums = sums_of_call(frame);
	uint64_t end;

	if (sums)
		sums_leave_call(sums, frame->slot, frame->begin, system_now());
	if (frame->home == 0)
		return;
	end = system_now() | RECORD_LEFT;
	if (is_in_chunk(frame))
		__atomic_store_n(&frame->call->end, end, __ATOMIC_RELEASE);
	else
		end_in_file(frame, end, 0);
}

/* -- other records ------------------------------------------------------------- */

/* Names and the like are not counted: the number is for those who look for calls. */
static void count_lost(enum record_type type)
{
	if (type == RECORD_COMMAND)
		store_count_lost();
}

static void write_record(struct record *record, size_t size, struct record head, const void *fields,
			 size_t fields_size, const void *value, size_t value_size)
{
	*record = head;
	memset((char *)record + size - sizeof(uint64_t), 0,
	       size > sizeof(head) ? sizeof(uint64_t) : 0);
	if (fields_size > 0)
		memcpy(record + 1, fields, fields_size);
	if (value_size > 0)
		memcpy((char *)(record + 1) + fields_size, value, value_size);
}

static void add(struct event_thread *thread, enum record_type type, unsigned int detail,
		const void *fields, size_t fields_size, const void *value, size_t value_size)
{
	const size_t kept = value_size < MOST_VALUE ? value_size : MOST_VALUE;
	const size_t size = (sizeof(struct record) + fields_size + kept + 7) & ~(size_t)7;
	const struct record head = { .type = (uint8_t)type, .detail = (uint16_t)detail };
	AUTO_FREE struct record_chunk *alone = NULL;
	struct record *record;

	if (size > store_space_in(&thread->chunk) && size <= STORE_RECORD && !empty_chunk(thread)) {
		count_lost(type);
		return;
	}
	if (size <= store_space_in(&thread->chunk)) {
		record = (struct record *)thread->chunk.next;
		write_record(record, size, head, fields, fields_size, value, kept);
		store_commit(&thread->chunk, record, size);
		return;
	}
	alone = malloc(sizeof(*alone) + size);
	if (alone) {
		record = (struct record *)(alone + 1);
		write_record(record, size, head, fields, fields_size, value, kept);
		record->size = (uint32_t)size;
	}
	if (!alone || put_alone(thread, alone, size) == 0)
		count_lost(type);
}

void event_add(enum record_type type, unsigned int detail, const void *fields, size_t fields_size,
	       const void *value, size_t value_size)
{
	struct event_thread *thread = this_thread();

	if (thread)
		add(thread, type, detail, fields, fields_size, value, value_size);
}

/* -- commands that are summed ---------------------------------------------------- */

uint64_t event_sum_command(const struct event_frame *frame, uint64_t bytes)
{
	struct sums *sums = sums_of_call(frame);

	return sums ? sums_add_command(sums, frame->command, bytes, frame->stands_for > 0)
			    : 1;
}

/*
 * By any thread: times are added to the sums of the one that has read them. The layer may have been
 * started again meanwhile, for a record of calls.
 */
void event_sum_times(unsigned int command, const struct record_command *fields, uint64_t count)
{
	struct event_thread *thread = recorder.options.adds_up ? this_thread() : NULL;
	struct sums *sums = thread ? sums_of(thread) : NULL;

	if (!sums)
		return;
	if (fields->status < CL_COMPLETE)
		sums_add_error(sums, fields->status);
	else if (fields->ended >= fields->started)
		sums_add_time(sums, command, fields->ended - fields->started, count);
}
