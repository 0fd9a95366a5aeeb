/* SPDX-License-Identifier: Apache-2.0 */
/*
 * store: see store.h.
 */
#include "layers/record/file/store.h"

#include <string.h>
#include <unistd.h>

#include "base/common/line.h"
#include "base/common/lock.h"
#include "base/common/status-line.h"
#include "base/common/system.h"
#include "layers/frame/layer-message.h"
#include "layers/frame/status.h"
#include "layers/record/file/own-process.h"
#include "layers/record/file/raw-file.h"
#include "layers/record/file/record-file.h"

#define AHEAD ((uint64_t)1 << 20) /* bytes that are reserved at once for homes */
#define PAGE RECORD_CHUNK_ALIGN

static struct {
	struct lock lock;
	struct store_options options;
	struct record_file file;
	struct record_header *header; /* NULL: no file. Read without the lock, too */
	uint64_t used;		      /* bytes of the file that were given out */
	uint64_t reserved;	      /* bytes of the file for which there is space */
	unsigned int start;	      /* counts the starts. Read without the lock, too */
	bool is_over;		      /* nothing can be recorded any more. The same as the header */
} store = { .lock = LOCK_INIT };

static const uint32_t no_stop;
const uint32_t *store_stop = &no_stop;

static uint64_t real_time(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static struct record_header *find_header(void)
{
	return __atomic_load_n(&store.header, __ATOMIC_ACQUIRE);
}

bool store_is_over(void)
{
	return __atomic_load_n(&store.is_over, __ATOMIC_RELAXED);
}

/* With the lock: what was recorded stays, and nothing is added to it. */
static bool give_up(enum record_state state, const char *why)
{
	if (!store.is_over)
		layer_message("record: %s: %s; nothing more is recorded", store.file.path, why);
	__atomic_store_n(&store.is_over, true, __ATOMIC_RELAXED);
	if (store.header && store.header->state == RECORD_OPEN)
		store.header->state = state;
	return false;
}

/* With the lock: is the file open? Opens it again if the program has closed it. */
static bool has_file(void)
{
	return raw_file_find(&store.file.raw, store.file.path);
}

/* With the lock: may the file be END bytes? */
static bool may_reach(uint64_t end)
{
	if (!has_file())
		return give_up(RECORD_FULL, "the program has closed it, and it is no longer there");
	return raw_file_may_reach(end) || give_up(RECORD_FULL, "the file size limit is reached");
}

/* With the lock: maps SIZE bytes of the file at OFFSET, for which the device has space. */
static void *map(uint64_t offset, size_t size)
{
	void *place;
	int error;

	if (!may_reach(offset + size))
		return NULL;
	place = raw_file_map(&store.file.raw, offset, size, &error);
	if (!place)
		give_up(RECORD_FULL, strerror(-error));
	return place;
}

static void write_header(struct record_header *header)
{
	memcpy(header->magic, RECORD_MAGIC, sizeof(header->magic));
	header->byte_order = RECORD_BYTE_ORDER;
	header->major = RECORD_MAJOR;
	header->minor = RECORD_MINOR;
	header->header_size = RECORD_HEADER_SIZE;
	header->pointer_size = sizeof(void *);
	header->monotonic = system_now();
	header->realtime = real_time();
	header->process = (uint32_t)getpid();
	header->parent = own_process_parent();
	header->has_sums = store.options.has_sums;
}

/* With the lock. */
static bool make_file(void)
{
	struct record_header *header = NULL;

	store.used = store.reserved = STORE_CHUNK;
	if (record_file_open(&store.file, store.options.path, store.options.keeps))
		header = map(0, RECORD_HEADER_SIZE);
	if (!header) {
		__atomic_store_n(&store.is_over, true, __ATOMIC_RELAXED);
		return false;
	}
	write_header(header);
	status_say(STATUS_RECORD, store.file.path);
	__atomic_store_n(&store.header, header, __ATOMIC_RELEASE);
	__atomic_store_n(&store_stop, &header->stop, __ATOMIC_RELEASE);
	return true;
}

/* With the lock: the next record makes a file. */
static void forget_header(void)
{
	__atomic_store_n(&store.header, NULL, __ATOMIC_RELEASE);
	__atomic_store_n(&store_stop, &no_stop, __ATOMIC_RELEASE);
}

void store_start(const struct store_options *options)
{
	lock_take(&store.lock);
	store.options = *options;
	__atomic_add_fetch(&store.start, 1, __ATOMIC_RELEASE);
	forget_header();
	__atomic_store_n(&store.is_over, false, __ATOMIC_RELAXED);
	lock_give(&store.lock);
}

/*
 * With the lock: space for SIZE bytes at the end of the file. It begins at a multiple of
 * STORE_CHUNK, where file systems write twice as fast as between two; what is left over takes no
 * space on the device.
 */
static bool take_offset(uint64_t size, uint64_t *offset)
{
	const uint64_t space = (size + STORE_CHUNK - 1) / STORE_CHUNK * STORE_CHUNK;

	if (store.is_over || (!store.header && !make_file()))
		return false;
	if (store.used + space > store.options.limit)
		return give_up(RECORD_LIMIT, "the size limit is reached (OPENCL_RECORD_LIMIT)");
	*offset = store.used;
	store.used += space;
	return true;
}

/* With the lock: writing to space that was reserved takes half the time. It may fail. */
static void reserve_ahead(uint64_t end)
{
	if (end <= store.reserved)
		return;
	store.reserved = end + AHEAD;
	raw_file_reserve(&store.file.raw, end, AHEAD);
}

/* SIZE bytes of a chunk, without its magic. */
static int write_unmarked(const struct record_chunk *head, size_t size)
{
	struct record_chunk unmarked = *head;

	unmarked.magic = 0;
	return raw_file_write_two(&store.file.raw, &unmarked, sizeof(unmarked), head + 1,
				  size - sizeof(*head), head->home);
}

/*
 * With the lock: copies SIZE bytes of a chunk to its home. The magic comes last: with it the copy
 * counts, and the program may be killed while the rest is written.
 */
static bool write_chunk(const struct record_chunk *head, size_t size)
{
	int error;

	if (!may_reach(head->home + size))
		return false;
	reserve_ahead(head->home + head->size);
	error = write_unmarked(head, size);
	if (error == 0)
		error = raw_file_write(&store.file.raw, &head->magic, sizeof(head->magic),
				       head->home);
	return error == 0 || give_up(RECORD_FULL, strerror(-error));
}

/* The magic is written last: a reader that finds it finds a chunk. */
static void begin_chunk(struct store_chunk *chunk, uint64_t home, uint32_t thread)
{
	struct record_chunk *head = chunk->head;
	struct record *first = (struct record *)(head + 1);

	first->size = 0;
	head->size = STORE_CHUNK;
	head->thread = thread;
	head->home = chunk->home = home;
	chunk->next = (char *)first;
	chunk->end = (char *)head + STORE_CHUNK - sizeof(struct record);
	__atomic_store_n(&head->magic, RECORD_CHUNK_MAGIC, __ATOMIC_RELEASE);
}

/* With the lock: a place that is mapped, and a home elsewhere. */
static bool new_chunk(struct store_chunk *chunk, uint64_t *home)
{
	uint64_t offset;

	if (!take_offset(STORE_CHUNK, &offset) || !take_offset(STORE_CHUNK, home))
		return false;
	chunk->head = map(offset, STORE_CHUNK);
	return chunk->head != NULL;
}

/*
 * The bytes of a chunk that have to be copied, with the size of zero after the last record. Whole
 * pages: one that is written in part takes the time of eight.
 */
static size_t used_size(const struct store_chunk *chunk)
{
	const size_t used = (size_t)(chunk->next - (char *)chunk->head) + sizeof(struct record);

	return (used + PAGE - 1) / PAGE * PAGE;
}

/*
 * With the lock. Once the copy is written it counts, so nothing may fail after it: later changes
 * in the chunk would be lost. The magic is cleared because the records are overwritten.
 */
static bool copy_chunk(struct store_chunk *chunk, uint64_t *home)
{
	if (!take_offset(STORE_CHUNK, home) || !write_chunk(chunk->head, used_size(chunk)))
		return false;
	__atomic_store_n(&chunk->head->magic, 0, __ATOMIC_RELEASE);
	return true;
}

unsigned int store_starts(void)
{
	return __atomic_load_n(&store.start, __ATOMIC_ACQUIRE);
}

bool store_empty_chunk(struct store_chunk *chunk, uint32_t thread)
{
	uint64_t home;
	bool is_empty;

	if (store_is_over())
		return false;
	lock_take(&store.lock);
	if (chunk->start != store.start)
		is_empty = false;
	else if (!chunk->head)
		is_empty = new_chunk(chunk, &home);
	else
		is_empty = copy_chunk(chunk, &home);
	lock_give(&store.lock);
	if (is_empty)
		begin_chunk(chunk, home, thread);
	return is_empty;
}

uint64_t store_put_chunk(struct record_chunk *head, size_t size, const struct store_chunk *own,
			 uint32_t thread)
{
	const size_t whole = sizeof(*head) + size;
	bool is_written;

	*head = (struct record_chunk){
		.magic = RECORD_CHUNK_MAGIC,
		.size = (uint32_t)((whole + sizeof(struct record) + PAGE - 1) / PAGE * PAGE),
		.thread = thread,
	};
	if (store_is_over())
		return 0;
	lock_take(&store.lock);
	is_written = own->start == store.start && take_offset(head->size, &head->home) &&
		     write_chunk(head, whole);
	lock_give(&store.lock);
	return is_written ? head->home : 0;
}

bool store_read(void *bytes, size_t size, uint64_t offset)
{
	bool is_read;

	lock_take(&store.lock);
	is_read = has_file() && raw_file_read(&store.file.raw, bytes, size, offset) == 0;
	lock_give(&store.lock);
	return is_read;
}

bool store_write(const void *bytes, size_t size, uint64_t offset)
{
	bool is_written;

	lock_take(&store.lock);
	is_written = has_file() && raw_file_write(&store.file.raw, bytes, size, offset) == 0;
	lock_give(&store.lock);
	return is_written;
}

/* NULL: none, or it is closed. A call that finds it closed came after its end. */
static struct record_header *find_open_header(void)
{
	struct record_header *header = find_header();

	return header && __atomic_load_n(&header->state, __ATOMIC_RELAXED) != RECORD_CLOSED
		       ? header
		       : NULL;
}

void store_count_lost(void)
{
	struct record_header *header = find_open_header();

	if (header)
		__atomic_add_fetch(&header->lost, 1, __ATOMIC_RELAXED);
}

void store_add_wait(uint64_t time, uint64_t cpu)
{
	struct record_header *header = find_open_header();

	if (!header)
		return;
	__atomic_add_fetch(&header->wait_time, time, __ATOMIC_RELAXED);
	__atomic_add_fetch(&header->wait_cpu, cpu, __ATOMIC_RELAXED);
}

/* With the lock. */
static void write_end(void)
{
	if (!store.header || store.header->state == RECORD_CLOSED)
		return;
	store.header->end = system_now();
	if (store.header->state == RECORD_OPEN)
		__atomic_store_n(&store.header->state, RECORD_CLOSED, __ATOMIC_RELEASE);
}

void store_finish(void)
{
	lock_take(&store.lock);
	write_end();
	lock_give(&store.lock);
}

void store_close(void)
{
	lock_take(&store.lock);
	write_end();
	raw_file_close(&store.file.raw, store.file.path);
	__atomic_store_n(&store.is_over, true, __ATOMIC_RELAXED);
	lock_give(&store.lock);
}

void store_before_fork(void)
{
	lock_take(&store.lock);
}

void store_after_fork_in_parent(void)
{
	lock_give(&store.lock);
}

void store_after_fork_in_child(void)
{
	raw_file_forget(&store.file.raw);
	forget_header();
	/* Its parent may have ended, and then nobody has the parent's file locked. */
	store.options.keeps = true;
	__atomic_store_n(&store.is_over, false, __ATOMIC_RELAXED);
	lock_give(&store.lock);
}
