/* SPDX-License-Identifier: Apache-2.0 */
/*
 * make-record: writes record files by hand, as no driver and no good recorder would write them:
 *
 *	make-record CASE FILE
 *
 * The cases are in the table at the end. Times are small numbers: a record starts at START.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "layers/common/names.h"
#include "layers/record/record-format.h"

#define START UINT64_C(1000000000)	/* ns */
#define MS UINT64_C(1000000)
#define CHUNK ((size_t)1 << 20)		/* bytes; enough for all cases but one */
#define DEVICE 0x20
#define CONTEXT 0x30
#define QUEUE 0x40
#define PROGRAM 0x50
#define KERNEL 0x60
#define BUFFER 0x70

static struct record_header header;
static char chunk[CHUNK];
static size_t used;	/* bytes of `chunk` */

/* -- records ------------------------------------------------------------------ */

static void begin_file(void)
{
	memcpy(header.magic, RECORD_MAGIC, sizeof(header.magic));
	header.byte_order = RECORD_BYTE_ORDER;
	header.major = RECORD_MAJOR;
	header.minor = RECORD_MINOR;
	header.header_size = RECORD_HEADER_SIZE;
	header.pointer_size = 8;
	header.monotonic = START;
	header.realtime = START;
	header.process = 77;
	header.end = START + 100 * MS;
	header.state = RECORD_CLOSED;
}

static void begin_chunk(uint32_t thread, uint64_t home)
{
	const struct record_chunk head = { RECORD_CHUNK_MAGIC, RECORD_CHUNK_ALIGN, thread, 0, home };

	memset(chunk, 0, sizeof(chunk));
	memcpy(chunk, &head, sizeof(head));
	used = sizeof(head);
}

/* Adds bytes to the record at OFFSET, and zeros up to a multiple of 8. */
static void append(size_t offset, const void *bytes, size_t size)
{
	struct record *record = (struct record *)(chunk + offset);

	if (size > 0)
		memcpy(chunk + used, bytes, size);
	used += (size + 7) / 8 * 8;
	record->size = (uint32_t)(used - offset);
}

static size_t begin_record(enum record_type type, unsigned int detail)
{
	const struct record head = { .type = (uint8_t)type, .detail = (uint16_t)detail };
	const size_t offset = used;

	append(offset, &head, sizeof(head));
	return offset;
}

static void text(enum record_type type, unsigned int detail, const char *value)
{
	append(begin_record(type, detail), value, strlen(value) + 1);
}

/* A call of COUNT arguments from BEGIN to END, ms after the start; END 0: it does not return. */
static size_t call(unsigned int function, unsigned int begin, unsigned int end, uint64_t result,
		   const uint64_t *arguments, uint8_t count)
{
	const uint64_t words[] = { START + begin * MS, end ? START + end * MS : 0, result };
	const size_t offset = begin_record(RECORD_CALL, function);

	((struct record *)(chunk + offset))->arguments = count;
	append(offset, words, sizeof(words));
	append(offset, arguments, count * sizeof(*arguments));
	return offset;
}

static void content(size_t offset, uint8_t argument, const void *bytes, size_t size)
{
	const struct record_content head = { .argument = argument, .size = (uint32_t)size };

	append(offset, &head, sizeof(head));
	append(offset, bytes, size);
}

static void object(enum object_kind kind, uint64_t handle, unsigned int time, cl_uint query,
		   const char *value)
{
	struct record_object fields = { .handle = handle, .time = START + time * MS, .query = query,
					.size = (uint32_t)strlen(value) + 1 };
	const size_t offset = begin_record(RECORD_OBJECT, kind);

	append(offset, &fields.handle, sizeof(fields) - sizeof(fields.head));
	append(offset, value, strlen(value) + 1);
}

/* The device's clock shows OFFSET ns less than the host's. */
static void command(size_t called, unsigned int begin, unsigned int end, uint64_t offset)
{
	const struct record_chunk *head = (const struct record_chunk *)chunk;
	const struct record_call *enqueued = (const struct record_call *)(chunk + called);
	const struct record_command fields = {
		.call = head->home + called,
		.queue = QUEUE,
		.queued = enqueued->begin - offset,
		.submitted = enqueued->begin - offset,
		.started = START + begin * MS - offset,
		.ended = START + end * MS - offset,
	};

	append(begin_record(RECORD_COMMAND, 0), &fields.call, sizeof(fields) - sizeof(fields.head));
}

/* -- calls of OpenCL ---------------------------------------------------------- */

static void create_queue(unsigned int begin)
{
	const uint64_t arguments[] = { CONTEXT, DEVICE, CL_QUEUE_PROFILING_ENABLE, 0 };

	call(CLROUTER_SLOT_clCreateCommandQueue, begin, begin + 1, QUEUE, arguments, 4);
}

static void create_kernel(unsigned int begin, uint64_t handle, const char *name)
{
	const uint64_t arguments[] = { PROGRAM, 1, 0 };

	content(call(CLROUTER_SLOT_clCreateKernel, begin, begin + 1, handle, arguments, 3), 1, name,
		strlen(name) + 1);
}

static size_t enqueue_kernel(unsigned int begin, uint64_t kernel, uint64_t size)
{
	const uint64_t arguments[] = { QUEUE, kernel, 1, 0, 1, 1, 0, 0, 0 };
	const uint64_t local = 16;
	const size_t offset = call(CLROUTER_SLOT_clEnqueueNDRangeKernel, begin, begin + 1, 0,
				   arguments, 9);

	content(offset, 4, &size, sizeof(size));
	content(offset, 5, &local, sizeof(local));
	return offset;
}

static size_t read_buffer(unsigned int begin, unsigned int end, uint64_t size)
{
	const uint64_t arguments[] = { QUEUE, BUFFER, CL_TRUE, 0, size, 1, 0, 0, 0 };

	return call(CLROUTER_SLOT_clEnqueueReadBuffer, begin, end, 0, arguments, 9);
}

static void finish(unsigned int begin, unsigned int end, uint64_t result)
{
	const uint64_t arguments[] = { QUEUE };

	call(CLROUTER_SLOT_clFinish, begin, end, result, arguments, 1);
}

static void build(unsigned int begin, unsigned int end, cl_int result, const char *options,
		  const char *log)
{
	const uint64_t arguments[] = { PROGRAM, 0, 0, 1, 0, 0 };

	content(call(CLROUTER_SLOT_clBuildProgram, begin, end, (uint64_t)result, arguments, 6), 3,
		options, strlen(options) + 1);
	object(OBJECT_PROGRAM, PROGRAM, end, CL_PROGRAM_BUILD_LOG, log);
}

/* -- files -------------------------------------------------------------------- */

static FILE *file;

static void write_at(uint64_t offset, const void *bytes, size_t size)
{
	if (fseeko(file, (off_t)offset, SEEK_SET) != 0 || fwrite(bytes, 1, size, file) != size) {
		perror("make-record");
		exit(1);
	}
}

/* The chunk has whole pages. */
static void write_chunk(uint64_t offset)
{
	struct record_chunk *head = (struct record_chunk *)chunk;

	head->size = (uint32_t)((used + sizeof(struct record) + RECORD_CHUNK_ALIGN - 1) /
				RECORD_CHUNK_ALIGN * RECORD_CHUNK_ALIGN);
	write_at(offset, chunk, head->size);
}

static void write_header(void)
{
	write_at(0, &header, sizeof(header));
}

static void begin_only_chunk(void)
{
	begin_file();
	begin_chunk(1, RECORD_HEADER_SIZE);
}

static void write_all(void)
{
	write_header();
	write_chunk(RECORD_HEADER_SIZE);
}

/* -- cases -------------------------------------------------------------------- */

#define EVIL_HTML "</script><img src=x onerror=document.title='harm'>"
#define EVIL_TERMINAL "a\033[2J\033]0;harm\007b\302\233c\342\200\256d\377e\nf\342\200\250g&<b>"

/* Names that would harm a page or a terminal, wherever a record has texts. */
static void make_names(void)
{
	size_t called;

	begin_only_chunk();
	text(RECORD_PROCESS, RECORD_PROGRAM, "/bin/" EVIL_TERMINAL);
	text(RECORD_PROCESS, RECORD_ARGUMENT, EVIL_TERMINAL);
	text(RECORD_PROCESS, RECORD_ARGUMENT, EVIL_HTML);
	text(RECORD_PROCESS, RECORD_DIRECTORY, EVIL_HTML EVIL_TERMINAL);
	text(RECORD_THREAD, 0, EVIL_HTML EVIL_TERMINAL);
	text(RECORD_FUNCTION, RECORD_FIRST_EXTENSION, EVIL_HTML EVIL_TERMINAL);
	text(RECORD_UNKNOWN_FUNCTION, 0, EVIL_TERMINAL);
	object(OBJECT_DEVICE, DEVICE, 1, CL_DEVICE_NAME, EVIL_HTML EVIL_TERMINAL);
	create_queue(2);
	build(4, 9, CL_BUILD_PROGRAM_FAILURE, EVIL_TERMINAL, "\n\n" EVIL_HTML EVIL_TERMINAL);
	create_kernel(10, KERNEL, EVIL_HTML);
	create_kernel(12, KERNEL + 1, EVIL_TERMINAL);
	called = enqueue_kernel(14, KERNEL, 1024);
	command(called, 16, 26, 0);
	called = enqueue_kernel(16, KERNEL + 1, 2048);
	command(called, 26, 29, 0);
	call(RECORD_FIRST_EXTENSION, 30, 32, 0, NULL, 0);
	finish(40, 50, 0);
	write_all();
}

/*
 * A handle that means two kernels, one after the other, a device whose clock is 500 ms slow, and
 * overlapping commands: 10 + 20 ms of "first", 5 ms of "second", 4 KB in 4 us.
 */
static void make_reused(void)
{
	size_t called[4];

	begin_only_chunk();
	create_queue(1);
	create_kernel(3, KERNEL, "first");
	called[0] = enqueue_kernel(5, KERNEL, 64);
	called[1] = enqueue_kernel(7, KERNEL, 64);
	create_kernel(9, KERNEL, "second");
	called[2] = enqueue_kernel(11, KERNEL, 128);
	called[3] = read_buffer(13, 63, 4000000);
	command(called[1], 20, 40, 500 * MS);
	command(called[0], 10, 20, 500 * MS);
	command(called[2], 35, 40, 500 * MS);
	command(called[3], 50, 54, 500 * MS);
	write_all();
}

/* The program died in clFinish, after a call that was made by a callback inside of another. */
static void make_killed(void)
{
	begin_only_chunk();
	header.state = RECORD_OPEN;
	header.end = 0;
	header.lost = 3;
	create_queue(1);
	build(10, 30, 0, "-O2", "a warning\nand more");
	finish(12, 20, 0);
	finish(40, 50, (uint64_t)CL_OUT_OF_RESOURCES);
	finish(60, 0, 0);
	write_all();
}

/* One thread wrote three chunks; the last one is where the first one was, which is at its home. */
static void make_moved(void)
{
	begin_file();
	write_header();
	begin_chunk(5, RECORD_HEADER_SIZE + 2 * RECORD_CHUNK_ALIGN);
	finish(30, 31, 0);
	write_chunk(RECORD_HEADER_SIZE);
	begin_chunk(5, RECORD_HEADER_SIZE + RECORD_CHUNK_ALIGN);
	create_queue(1);
	finish(10, 12, 0);
	write_chunk(RECORD_HEADER_SIZE + RECORD_CHUNK_ALIGN);
	/* A copy of the first one that was emptied only in part: it does not count. */
	begin_chunk(6, RECORD_HEADER_SIZE + RECORD_CHUNK_ALIGN);
	finish(10, 99, 0);
	write_chunk(RECORD_HEADER_SIZE + 4 * RECORD_CHUNK_ALIGN);
}

/* A second thread went on with the chunk of the first, which has ended. */
static void make_owner(void)
{
	const uint32_t thread[] = { 9, 0 };

	begin_only_chunk();
	finish(1, 11, 0);
	append(begin_record(RECORD_OWNER, 0), thread, sizeof(thread));
	text(RECORD_THREAD, 0, "second");
	finish(5, 8, 0);
	finish(12, 18, 0);
	write_all();
}

/* A program of 32 bits: sizes and handles have 4 bytes where an argument points to them. */
static void make_narrow(void)
{
	const uint64_t create[] = { PROGRAM, 2, 1, 0 };
	const uint64_t enqueue[] = { QUEUE, KERNEL + 1, 2, 0, 1, 0, 0, 0, 0 };
	const uint32_t kernels[] = { KERNEL, KERNEL + 1 };
	const uint32_t sizes[] = { 640, 480 };

	begin_only_chunk();
	header.pointer_size = 4;
	create_queue(1);
	content(call(CLROUTER_SLOT_clCreateKernelsInProgram, 3, 4, 0, create, 4), 2, kernels,
		sizeof(kernels));
	object(OBJECT_KERNEL, KERNEL, 5, CL_KERNEL_FUNCTION_NAME, "one");
	object(OBJECT_KERNEL, KERNEL + 1, 5, CL_KERNEL_FUNCTION_NAME, "two");
	content(call(CLROUTER_SLOT_clEnqueueNDRangeKernel, 6, 7, 0, enqueue, 9), 4, sizes,
		sizeof(sizes));
	write_all();
}

/* More calls than a page shows. */
static void make_many(void)
{
	begin_file();
	write_header();
	for (unsigned int i = 0; i < 30; i++) {
		const uint64_t offset = RECORD_HEADER_SIZE + i * CHUNK;

		begin_chunk(1 + i % 3, offset);
		for (unsigned int k = 0; k < 5000; k++) {
			finish(0, 1, 0);
			((struct record_call *)(chunk + used - 40))->begin = START + i * MS + k * 200;
			((struct record_call *)(chunk + used - 40))->end = START + i * MS + k * 200 + 100;
		}
		write_chunk(offset);
	}
}

/* Records of extreme numbers, each of which is a valid record. */
static void make_extreme(void)
{
	const uint64_t ones[16] = { UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX,
				    UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX,
				    UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX,
				    UINT64_MAX };

	begin_only_chunk();
	header.monotonic = UINT64_MAX;
	header.end = UINT64_MAX;
	header.state = 99;
	for (unsigned int slot = 0; slot < CLROUTER_SLOTS + 2; slot++) {
		const size_t offset = call(slot, 5, 1, UINT64_MAX, ones, 16);

		for (uint8_t argument = 0; argument < 16; argument++)
			content(offset, argument, ones, argument * 3);
		command(offset, 0, UINT32_MAX, UINT64_MAX / 2);
		call(slot, 5, 6, 0, ones, 0);
		call(slot, 5, 0, 0, ones, 1);
	}
	call(UINT16_MAX, 1, 2, 0, ones, 16);
	write_all();
}

static void make_empty(void)
{
	begin_file();
	write_header();
	write_at(RECORD_HEADER_SIZE - 1, "", 1);
}

static void make_bad_magic(void)
{
	begin_only_chunk();
	header.magic[0] = 'X';
	write_all();
}

static void make_bad_order(void)
{
	begin_only_chunk();
	header.byte_order = 0x04030201;
	write_all();
}

static void make_bad_major(void)
{
	begin_only_chunk();
	header.major = 2;
	write_all();
}

static void make_bad_header_size(void)
{
	begin_only_chunk();
	header.header_size = 1;
	write_all();
}

/* The first chunk lies beyond the end of the file. */
static void make_far_header(void)
{
	begin_only_chunk();
	header.header_size = 0xFFFFF000;
	write_all();
}

static void make_short(void)
{
	begin_file();
	write_at(0, &header, 20);
}

/* Chunks whose heads are wrong, each in a page of its own; then a good one with one call. */
static void make_bad_chunks(void)
{
	static const struct record_chunk heads[] = {
		{ RECORD_CHUNK_MAGIC, 0, 1, 0, RECORD_HEADER_SIZE },
		{ RECORD_CHUNK_MAGIC, 8, 1, 0, RECORD_HEADER_SIZE },
		{ RECORD_CHUNK_MAGIC, RECORD_CHUNK_ALIGN + 8, 1, 0, RECORD_HEADER_SIZE },
		{ RECORD_CHUNK_MAGIC, UINT32_MAX - RECORD_CHUNK_ALIGN + 1, 1, 0, RECORD_HEADER_SIZE },
		{ RECORD_CHUNK_MAGIC, RECORD_CHUNK_ALIGN, 1, 0, 0 },
		{ RECORD_CHUNK_MAGIC, RECORD_CHUNK_ALIGN, 1, 0, RECORD_HEADER_SIZE + 1 },
	};
	uint64_t offset = RECORD_HEADER_SIZE;

	begin_file();
	write_header();
	for (size_t i = 0; i < ARRAY_SIZE(heads); i++, offset += RECORD_CHUNK_ALIGN)
		write_at(offset, &heads[i], sizeof(heads[i]));
	begin_chunk(1, offset);
	finish(1, 2, 0);
	write_chunk(offset);
}

/* A good call, then one whose size is SIZE; the call after it is not reached. */
static void make_bad_record(uint32_t size)
{
	size_t offset;

	begin_only_chunk();
	finish(1, 2, 0);
	offset = used;
	finish(3, 4, 0);
	finish(5, 6, 0);
	((struct record *)(chunk + offset))->size = size;
	write_all();
}

static void make_small_record(void)
{
	make_bad_record(4);
}

static void make_odd_record(void)
{
	make_bad_record(41);
}

static void make_long_record(void)
{
	make_bad_record(RECORD_CHUNK_ALIGN);
}

/* Calls that claim more arguments, and contents that claim more bytes, than there are. */
static void make_bad_call(void)
{
	const uint64_t arguments[] = { PROGRAM, 1, 0 };
	struct record_content *claim;
	size_t offset;

	begin_only_chunk();
	finish(1, 2, 0);
	((struct record *)(chunk + sizeof(struct record_chunk)))->arguments = 255;
	offset = call(CLROUTER_SLOT_clCreateKernel, 3, 4, KERNEL, arguments, 3);
	content(offset, 1, "abcdefg", 8);
	claim = (struct record_content *)(chunk + used - 16);
	claim->size = UINT32_MAX;
	finish(5, 6, 0);
	write_all();
}

/* The file ends in the middle of a chunk. */
static void make_cut(void)
{
	begin_only_chunk();
	for (int i = 0; i < 1000; i++)
		finish(1, 2, 0);
	write_all();
	fflush(file);
	if (ftruncate(fileno(file), RECORD_HEADER_SIZE + 4100) != 0)
		perror("make-record");
}

/* 1 TiB without data, and a chunk at its end. */
static void make_sparse(void)
{
	const uint64_t offset = UINT64_C(1) << 40;

	begin_file();
	write_header();
	begin_chunk(1, offset);
	finish(1, 2, 0);
	write_chunk(offset);
}

static const struct {
	const char *name;
	void (*make)(void);
} cases[] = {
	{ "names", make_names },	     { "reused", make_reused },
	{ "killed", make_killed },	     { "moved", make_moved },
	{ "owner", make_owner },	     { "narrow", make_narrow },
	{ "many", make_many },		     { "extreme", make_extreme },
	{ "empty", make_empty },	     { "bad-magic", make_bad_magic },
	{ "bad-order", make_bad_order },     { "bad-major", make_bad_major },
	{ "bad-header", make_bad_header_size }, { "far-header", make_far_header },
	{ "short", make_short },	     { "bad-chunks", make_bad_chunks },
	{ "small-record", make_small_record }, { "odd-record", make_odd_record },
	{ "long-record", make_long_record }, { "bad-call", make_bad_call },
	{ "cut", make_cut },		     { "sparse", make_sparse },
};

int main(int argc, char **argv)
{
	for (size_t i = 0; argc == 3 && i < ARRAY_SIZE(cases); i++) {
		if (strcmp(cases[i].name, argv[1]) != 0)
			continue;
		file = fopen(argv[2], "we");
		if (!file) {
			perror(argv[2]);
			return 1;
		}
		cases[i].make();
		return fclose(file) != 0;
	}
	fprintf(stderr, "usage: make-record CASE FILE\n");
	return 2;
}
