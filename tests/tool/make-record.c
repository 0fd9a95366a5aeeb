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
#include "tool/record-maker.h"

#define START MAKER_START
#define MS MAKER_MS
#define DEVICE 0x20
#define CONTEXT 0x30
#define QUEUE 0x40
#define PROGRAM 0x50
#define KERNEL 0x60
#define BUFFER 0x70

static struct record_header header;

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

/* -- calls of OpenCL ---------------------------------------------------------- */

static void create_queue(unsigned int begin)
{
	const uint64_t arguments[] = { CONTEXT, DEVICE, CL_QUEUE_PROFILING_ENABLE, 0 };

	maker_call(CLROUTER_SLOT_clCreateCommandQueue, begin, begin + 1, QUEUE, arguments, 4);
}

static void create_kernel(unsigned int begin, uint64_t handle, const char *name)
{
	const uint64_t arguments[] = { PROGRAM, 1, 0 };

	maker_content(maker_call(CLROUTER_SLOT_clCreateKernel, begin, begin + 1, handle, arguments, 3), 1, name,
		strlen(name) + 1);
}

static size_t enqueue_kernel(unsigned int begin, uint64_t kernel, uint64_t size)
{
	const uint64_t arguments[] = { QUEUE, kernel, 1, 0, 1, 1, 0, 0, 0 };
	const uint64_t local = 16;
	const size_t offset = maker_call(CLROUTER_SLOT_clEnqueueNDRangeKernel, begin, begin + 1, 0,
				   arguments, 9);

	maker_content(offset, 4, &size, sizeof(size));
	maker_content(offset, 5, &local, sizeof(local));
	return offset;
}

static size_t read_buffer(unsigned int begin, unsigned int end, uint64_t size)
{
	const uint64_t arguments[] = { QUEUE, BUFFER, CL_TRUE, 0, size, 1, 0, 0, 0 };

	return maker_call(CLROUTER_SLOT_clEnqueueReadBuffer, begin, end, 0, arguments, 9);
}

static void finish(unsigned int begin, unsigned int end, uint64_t result)
{
	const uint64_t arguments[] = { QUEUE };

	maker_call(CLROUTER_SLOT_clFinish, begin, end, result, arguments, 1);
}

static void build(unsigned int begin, unsigned int end, cl_int result, const char *options,
		  const char *log)
{
	const uint64_t arguments[] = { PROGRAM, 0, 0, 1, 0, 0 };

	maker_content(maker_call(CLROUTER_SLOT_clBuildProgram, begin, end, (uint64_t)result, arguments, 6), 3,
		options, strlen(options) + 1);
	maker_object(OBJECT_PROGRAM, PROGRAM, end, CL_PROGRAM_BUILD_LOG, log);
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
	struct record_chunk *head = (struct record_chunk *)maker_chunk;

	head->size = (uint32_t)((maker_used + sizeof(struct record) + RECORD_CHUNK_ALIGN - 1) /
				RECORD_CHUNK_ALIGN * RECORD_CHUNK_ALIGN);
	write_at(offset, maker_chunk, head->size);
}

static void write_header(void)
{
	write_at(0, &header, sizeof(header));
}

static void begin_only_chunk(void)
{
	begin_file();
	maker_begin_chunk(1, RECORD_HEADER_SIZE);
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
	maker_text(RECORD_PROCESS, RECORD_PROGRAM, "/bin/" EVIL_TERMINAL);
	maker_text(RECORD_PROCESS, RECORD_ARGUMENT, EVIL_TERMINAL);
	maker_text(RECORD_PROCESS, RECORD_ARGUMENT, EVIL_HTML);
	maker_text(RECORD_PROCESS, RECORD_DIRECTORY, EVIL_HTML EVIL_TERMINAL);
	maker_text(RECORD_THREAD, 0, EVIL_HTML EVIL_TERMINAL);
	maker_text(RECORD_FUNCTION, RECORD_FIRST_EXTENSION, EVIL_HTML EVIL_TERMINAL);
	maker_text(RECORD_UNKNOWN_FUNCTION, 0, EVIL_TERMINAL);
	maker_object(OBJECT_DEVICE, DEVICE, 1, CL_DEVICE_NAME, EVIL_HTML EVIL_TERMINAL);
	create_queue(2);
	build(4, 9, CL_BUILD_PROGRAM_FAILURE, EVIL_TERMINAL, "\n\n" EVIL_HTML EVIL_TERMINAL);
	create_kernel(10, KERNEL, EVIL_HTML);
	create_kernel(12, KERNEL + 1, EVIL_TERMINAL);
	called = enqueue_kernel(14, KERNEL, 1024);
	maker_command(called, QUEUE, 16, 26, 0);
	called = enqueue_kernel(16, KERNEL + 1, 2048);
	maker_command(called, QUEUE, 26, 29, 0);
	maker_call(RECORD_FIRST_EXTENSION, 30, 32, 0, NULL, 0);
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
	maker_command(called[1], QUEUE, 20, 40, 500 * MS);
	maker_command(called[0], QUEUE, 10, 20, 500 * MS);
	maker_command(called[2], QUEUE, 35, 40, 500 * MS);
	maker_command(called[3], QUEUE, 50, 54, 500 * MS);
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
	maker_begin_chunk(5, RECORD_HEADER_SIZE + 2 * RECORD_CHUNK_ALIGN);
	finish(30, 31, 0);
	write_chunk(RECORD_HEADER_SIZE);
	maker_begin_chunk(5, RECORD_HEADER_SIZE + RECORD_CHUNK_ALIGN);
	create_queue(1);
	finish(10, 12, 0);
	write_chunk(RECORD_HEADER_SIZE + RECORD_CHUNK_ALIGN);
	/* A copy of the first one that was emptied only in part: it does not count. */
	maker_begin_chunk(6, RECORD_HEADER_SIZE + RECORD_CHUNK_ALIGN);
	finish(10, 99, 0);
	write_chunk(RECORD_HEADER_SIZE + 4 * RECORD_CHUNK_ALIGN);
}

/* A second thread went on with the chunk of the first, which has ended. */
static void make_owner(void)
{
	const uint32_t thread[] = { 9, 0 };

	begin_only_chunk();
	finish(1, 11, 0);
	maker_append(maker_begin_record(RECORD_OWNER, 0), thread, sizeof(thread));
	maker_text(RECORD_THREAD, 0, "second");
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
	maker_content(maker_call(CLROUTER_SLOT_clCreateKernelsInProgram, 3, 4, 0, create, 4), 2, kernels,
		sizeof(kernels));
	maker_object(OBJECT_KERNEL, KERNEL, 5, CL_KERNEL_FUNCTION_NAME, "one");
	maker_object(OBJECT_KERNEL, KERNEL + 1, 5, CL_KERNEL_FUNCTION_NAME, "two");
	maker_content(maker_call(CLROUTER_SLOT_clEnqueueNDRangeKernel, 6, 7, 0, enqueue, 9), 4, sizes,
		sizeof(sizes));
	write_all();
}

/* More calls than a page shows. */
static void make_many(void)
{
	begin_file();
	write_header();
	for (unsigned int i = 0; i < 30; i++) {
		const uint64_t offset = RECORD_HEADER_SIZE + i * MAKER_CHUNK;

		maker_begin_chunk(1 + i % 3, offset);
		for (unsigned int k = 0; k < 5000; k++) {
			struct record_call *last;

			finish(0, 1, 0);
			last = (struct record_call *)(maker_chunk + maker_used - 40);
			last->begin = START + i * MS + k * 200;
			last->end = last->begin + 100;
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
		const size_t offset = maker_call(slot, 5, 1, UINT64_MAX, ones, 16);

		for (uint8_t argument = 0; argument < 16; argument++)
			maker_content(offset, argument, ones, argument * 3);
		maker_command(offset, QUEUE, 0, UINT32_MAX, UINT64_MAX / 2);
		maker_call(slot, 5, 6, 0, ones, 0);
		maker_call(slot, 5, 0, 0, ones, 1);
	}
	maker_call(UINT16_MAX, 1, 2, 0, ones, 16);
	write_all();
}

/* A description of a function of an extension; TEXT has NUL bytes inside. */
#define DESCRIBE(number, text) \
	maker_append(maker_begin_record(RECORD_FUNCTION, (number)), (text), sizeof(text))

enum { CREATE_BUFFER = RECORD_FIRST_EXTENSION, FINALIZE_BUFFER, ENQUEUE_BUFFER };

/*
 * Functions of extensions, which a thread calls before another one describes them. The command
 * buffer is enqueued to the queue that it was made for.
 */
static void make_functions(void)
{
	const uint64_t create[] = { 1, 1, 0, 1 };
	const uint64_t finalize[] = { BUFFER };
	const uint64_t enqueue[] = { 0, 0, BUFFER, 0, 0, 0 };
	const uint64_t queue = QUEUE;
	const cl_int error = CL_SUCCESS;
	size_t offset;

	begin_file();
	write_header();
	maker_begin_chunk(1, RECORD_HEADER_SIZE);
	create_queue(1);
	offset = maker_call(CREATE_BUFFER, 3, 4, BUFFER, create, 4);
	maker_content(offset, 1, &queue, sizeof(queue));
	maker_stored(offset, 3, &error, sizeof(error));
	maker_call(FINALIZE_BUFFER, 5, 6, (uint64_t)CL_INVALID_OPERATION, finalize, 1);
	offset = maker_call(ENQUEUE_BUFFER, 7, 8, 0, enqueue, 6);
	maker_command(offset, QUEUE, 10, 30, 0);
	maker_text(RECORD_UNKNOWN_FUNCTION, 0, "clNobodyKnowsThis");
	maker_text(RECORD_UNKNOWN_FUNCTION, 0, "clNobodyKnowsThis");
	maker_text(RECORD_UNKNOWN_FUNCTION, 1, "clAnotherVersion");
	maker_text(RECORD_UNKNOWN_FUNCTION, 999, "clReason");
	write_chunk(RECORD_HEADER_SIZE);
	maker_begin_chunk(2, RECORD_HEADER_SIZE + RECORD_CHUNK_ALIGN);
	DESCRIBE(CREATE_BUFFER, "clCreateCommandBufferKHR\0return made command_buffer 8 -1 -1 1\0"
				"num_queues number - 4 -1 -1 0\0queues handles queue 8 0 -1 0\0"
				"properties pairs - 8 -1 -1 0\0"
				"errcode_ret result cl_error 4 -1 -1 1");
	DESCRIBE(FINALIZE_BUFFER, "clFinalizeCommandBufferKHR\0return names cl_error 4 -1 -1 0\0"
				  "command_buffer handle command_buffer 8 -1 -1 0");
	DESCRIBE(ENQUEUE_BUFFER, "clEnqueueCommandBufferKHR\0return names cl_error 4 -1 -1 0\0"
				 "num_queues number - 4 -1 -1 0\0queues handles queue 8 0 -1 0\0"
				 "command_buffer handle command_buffer 8 -1 -1 0\0"
				 "num_events_in_wait_list number - 4 -1 -1 0\0"
				 "event_wait_list handles event 8 3 -1 0\0"
				 "event made event 8 -1 -1 1");
	/* The first description counts. */
	DESCRIBE(FINALIZE_BUFFER, "clSomethingElse\0return nothing - 0 0 0 0");
	write_chunk(RECORD_HEADER_SIZE + RECORD_CHUNK_ALIGN);
}

/* Descriptions that no recorder writes. Two parameters at least, of which the first is the lie. */
#define LIE(param) \
	"clEnqueueLie\0return names cl_error 4 -1 -1 0\0" param "\0second number - 4 -1 -1 0"
static const struct {
	const char *text;
	size_t size;
} lies[] = {
#define ROW(text) { text, sizeof(text) }
	ROW(LIE("x value - 1 1 -1 0")),		ROW(LIE("x value - 1 1 2 0")),
	ROW(LIE("x value - 1 99 99 0")),	ROW(LIE("x numbers - 0 1 -1 0")),
	ROW(LIE("x numbers - 3 1 -1 0")),	ROW(LIE("x pairs - 0 -1 -1 0")),
	ROW(LIE("x pairs - 255 -1 -1 0")),	ROW(LIE("x list - 1 -1 -1 0")),
	ROW(LIE("x list cl_error 2 -1 -1 0")),	ROW(LIE("x numbers - 4 -128 -128 -1")),
	ROW(LIE("x numbers - 4 9999 0 999")),	ROW(LIE("x handles cl_error 8 1 -1 0")),
	ROW(LIE("x handle - 8 -1 -1 0")),	ROW(LIE("x number queue 4 -1 -1 0")),
	ROW(LIE("x found command 1 1 -1 0")),	ROW(LIE("x made queue 8 0 0 255")),
	ROW(LIE("x made kernel 8 1 1 255")),	ROW(LIE("x desc - 8 -1 -1 0")),
	ROW(LIE("x format - 8 -1 -1 0")),	ROW(LIE("x strings - 8 1 1 0")),
	ROW(LIE("x bytes - 8 0 0 0")),		ROW(LIE("x nothing - 0 0 0 0")),
	ROW(LIE("x callback - 8 0 0 0")),	ROW(LIE("x invented invented 8 0 0 0")),
	ROW(LIE("x")),				ROW(LIE("")),
	ROW(LIE("\033[2J\302\233m handle queue 8 -1 -1 0")),
	ROW(LIE("</script> number - 4 -1 -1 0")),
	ROW(LIE("image_format numbers - 4 1 -1 0")),
	ROW(LIE("region numbers - 8 1 -1 0")),
	ROW(LIE("size number - 8 -1 -1 0")),
	ROW(LIE("blocking number - 4 -1 -1 0")),
	ROW("clEnqueueLie\0return made queue 8 -1 -1 1\0device number - 4 -1 -1 0"),
	ROW("clEnqueueLie\0return made kernel 8 -1 -1 1\0kernel_name value - 8 1 0 0"),
	ROW("clEnqueueLie\0return value - 8 -1 -1 1\0errcode_ret number - 4 -1 -1 0"),
	ROW("clEnqueueCommandBufferKHR\0return names cl_error 4 -1 -1 0\0queues bytes - 4 -1 -1 0"),
	ROW("clEnqueueCommandBufferKHR"), ROW("\0\0\0"), ROW(""),
	{ "clNoEnd", 7 }, { "clNoEnd\0return", 14 }, { "", 0 },
#undef ROW
};

static void describe_many_params(unsigned int number)
{
	static const char param[] = "x number - 4 -1 -1 0";
	const size_t offset = maker_begin_record(RECORD_FUNCTION, number);
	char text[300 * sizeof(param)];

	for (size_t i = 0; i < 300; i++)
		memcpy(text + i * sizeof(param), param, sizeof(param));
	maker_append(offset, text, sizeof(text));
}

/* Of each lie: calls with many arguments and with none, that return and that do not. */
static void make_lies(void)
{
	uint64_t arguments[16];

	for (unsigned int i = 0; i < ARRAY_SIZE(arguments); i++)
		arguments[i] = i == 0 ? UINT64_MAX : i;
	begin_only_chunk();
	create_queue(1);
	for (unsigned int i = 0; i <= ARRAY_SIZE(lies); i++) {
		const unsigned int number = RECORD_FIRST_EXTENSION + i;
		size_t offset;

		if (i == ARRAY_SIZE(lies))
			describe_many_params(number);
		else
			maker_append(maker_begin_record(RECORD_FUNCTION, number), lies[i].text,
				     lies[i].size);
		offset = maker_call(number, 3, 4, 0, arguments, 16);
		for (uint8_t argument = 0; argument < 16; argument++)
			maker_stored(offset, argument, arguments, argument * 5 + 1);
		maker_command(offset, QUEUE + i, 5, 6, 0);
		maker_call(number, 5, 6, UINT64_MAX, arguments, 0);
		maker_call(number, 7, 0, 0, arguments, 1);
	}
	/* A function of the dispatch table stays what it is. */
	DESCRIBE(CLROUTER_SLOT_clFinish, "clLie\0return value - 8 -1 -1 1");
	finish(8, 9, 0);
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
	maker_begin_chunk(1, offset);
	finish(1, 2, 0);
	write_chunk(offset);
}

/* A good call, then one whose size is SIZE; the call after it is not reached. */
static void make_bad_record(uint32_t size)
{
	size_t offset;

	begin_only_chunk();
	finish(1, 2, 0);
	offset = maker_used;
	finish(3, 4, 0);
	finish(5, 6, 0);
	((struct record *)(maker_chunk + offset))->size = size;
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
	((struct record *)(maker_chunk + sizeof(struct record_chunk)))->arguments = 255;
	offset = maker_call(CLROUTER_SLOT_clCreateKernel, 3, 4, KERNEL, arguments, 3);
	maker_content(offset, 1, "abcdefg", 8);
	claim = (struct record_content *)(maker_chunk + maker_used - 16);
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
	maker_begin_chunk(1, offset);
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
	{ "functions", make_functions },     { "lies", make_lies },
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
