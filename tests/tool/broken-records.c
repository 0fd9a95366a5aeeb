/* SPDX-License-Identifier: Apache-2.0 */
/* broken-records: see broken-records.h. */
#include "tool/broken-records.h"

#include <string.h>

#include "base/array.h"
#include "tool/record-writer.h"

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
	writer_begin_chunk();
	writer_create_queue(1);
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
	writer_finish(8, 9, 0);
	writer_put_all();
}

static void make_empty(void)
{
	writer_begin();
	writer_put_header();
	writer_put(RECORD_HEADER_SIZE - 1, "", 1);
}

static void make_bad_magic(void)
{
	writer_begin_chunk();
	writer_header.magic[0] = 'X';
	writer_put_all();
}

static void make_bad_order(void)
{
	writer_begin_chunk();
	writer_header.byte_order = 0x04030201;
	writer_put_all();
}

static void make_bad_major(void)
{
	writer_begin_chunk();
	writer_header.major = 2;
	writer_put_all();
}

static void make_bad_header_size(void)
{
	writer_begin_chunk();
	writer_header.header_size = 1;
	writer_put_all();
}

/* The first chunk lies beyond the end of the file. */
static void make_far_header(void)
{
	writer_begin_chunk();
	writer_header.header_size = 0xFFFFF000;
	writer_put_all();
}

static void make_short(void)
{
	writer_begin();
	writer_put(0, &writer_header, 20);
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

	writer_begin();
	writer_put_header();
	for (size_t i = 0; i < ARRAY_SIZE(heads); i++, offset += RECORD_CHUNK_ALIGN)
		writer_put(offset, &heads[i], sizeof(heads[i]));
	maker_begin_chunk(1, offset);
	writer_finish(1, 2, 0);
	writer_put_chunk(offset);
}

/* A good call, then one whose size is SIZE; the call after it is not reached. */
static void make_bad_record(uint32_t size)
{
	size_t offset;

	writer_begin_chunk();
	writer_finish(1, 2, 0);
	offset = maker_used;
	writer_finish(3, 4, 0);
	writer_finish(5, 6, 0);
	((struct record *)(maker_chunk + offset))->size = size;
	writer_put_all();
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

	writer_begin_chunk();
	writer_finish(1, 2, 0);
	((struct record *)(maker_chunk + sizeof(struct record_chunk)))->arguments = 255;
	offset = maker_call(CLROUTER_SLOT_clCreateKernel, 3, 4, KERNEL, arguments, 3);
	maker_content(offset, 1, "abcdefg", 8);
	claim = (struct record_content *)(maker_chunk + maker_used - 16);
	claim->size = UINT32_MAX;
	writer_finish(5, 6, 0);
	writer_put_all();
}

/* The file ends in the middle of a chunk. */
static void make_cut(void)
{
	writer_begin_chunk();
	for (int i = 0; i < 1000; i++)
		writer_finish(1, 2, 0);
	writer_put_all();
	writer_cut(RECORD_HEADER_SIZE + 4100);
}

/* 1 TiB without data, and a chunk at its end. */
static void make_sparse(void)
{
	const uint64_t offset = UINT64_C(1) << 40;

	writer_begin();
	writer_put_header();
	maker_begin_chunk(1, offset);
	writer_finish(1, 2, 0);
	writer_put_chunk(offset);
}

static void put_sum(unsigned int kind, const struct record_sum *sum, size_t size)
{
	const size_t offset = maker_begin_record(RECORD_SUM, kind);

	maker_append(offset, &sum->head + 1, size);
}

/* One sum is good; of the others no number is right. */
static void make_bad_sums(void)
{
	const size_t size = sizeof(struct record_sum) - sizeof(struct record);
	struct record_sum sum = { .function = CLROUTER_SLOT_clFinish, .count = 1 };

	writer_begin_chunk();
	writer_header.has_sums = 1;
	put_sum(RECORD_SUM_CALL, &sum, size);
	put_sum(RECORD_SUM_CALL, &sum, size - 8);
	put_sum(RECORD_SUM_CALL, &sum, 0);
	put_sum(RECORD_SUM_KERNEL, &sum, size);
	memset(&sum, 0xff, sizeof(sum));
	for (unsigned int kind = 0; kind < 8; kind++)
		put_sum(kind, &sum, size);
	sum.times.estimated = 0;
	sum.function = RECORD_FIRST_EXTENSION + 99;
	for (unsigned int kind = RECORD_SUM_COMMAND; kind < 8; kind++)
		put_sum(kind, &sum, size);
	for (int i = 0; i < 200; i++) {
		sum.code = i;
		put_sum(RECORD_SUM_ERROR, &sum, size);
	}
	writer_put_all();
}

const struct record_case broken_records[] = {
	{ "bad-sums", make_bad_sums },
	{ "lies", make_lies },
	{ "empty", make_empty },
	{ "bad-magic", make_bad_magic },
	{ "bad-order", make_bad_order },
	{ "bad-major", make_bad_major },
	{ "bad-header", make_bad_header_size },
	{ "far-header", make_far_header },
	{ "short", make_short },
	{ "bad-chunks", make_bad_chunks },
	{ "small-record", make_small_record },
	{ "odd-record", make_odd_record },
	{ "long-record", make_long_record },
	{ "bad-call", make_bad_call },
	{ "cut", make_cut },
	{ "sparse", make_sparse },
	{ NULL, NULL },
};
