/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz-record: a record file, read and shown in every form. The first byte of an input says what
 * the rest is: f a whole file, c what follows the header, r the records of one chunk. It is also read
 * as clrouter top does it, in two rounds. Nothing in a record may get into the markup of the page,
 * or as a control character to the terminal.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "record/record-format.h"
#include "table/json.h"
#include "tool/report/export/export.h"
#include "tool/report/export/facts.h"
#include "tool/report/export/screen.h"
#include "tool/report/live/view/live-processes.h"

#define MAX_FILE ((size_t)64 << 10)

const char fuzz_target[] = "record";

static char file_path[256];

static size_t put_header(char *file)
{
	const struct record_header header = {
		.magic = "CLRECOR",
		.byte_order = RECORD_BYTE_ORDER,
		.major = RECORD_MAJOR,
		.header_size = RECORD_HEADER_SIZE,
		.pointer_size = 8,
	};

	memcpy(file, &header, sizeof(header));
	memcpy(file, RECORD_MAGIC, strlen(RECORD_MAGIC));
	return RECORD_HEADER_SIZE;
}

static size_t put_chunk(char *chunk, size_t size)
{
	const struct record_chunk head = {
		.magic = RECORD_CHUNK_MAGIC,
		.thread = 1,
		.home = RECORD_HEADER_SIZE,
		.size = (uint32_t)((size + sizeof(head) + RECORD_CHUNK_ALIGN - 1) /
				   RECORD_CHUNK_ALIGN * RECORD_CHUNK_ALIGN),
	};

	memcpy(chunk, &head, sizeof(head));
	return sizeof(head);
}

static void write_file(const uint8_t *data, size_t size)
{
	static char file[MAX_FILE];
	size_t used = 0;

	memset(file, 0, sizeof(file));
	if (data[0] == 'c' || data[0] == 'r')
		used = put_header(file);
	if (data[0] == 'r')
		used += put_chunk(file + used, size);
	memcpy(file + used, data + 1, size - 1);
	used += size - 1;
	if (data[0] == 'r')
		used = (used + RECORD_CHUNK_ALIGN - 1) / RECORD_CHUNK_ALIGN * RECORD_CHUNK_ALIGN;
	fuzz_write("/record", file, used);
	snprintf(file_path, sizeof(file_path), "%s/record", fuzz_root());
}

static size_t count(const char *text, size_t size, char character)
{
	size_t found = 0;

	for (size_t i = 0; i < size; i++)
		found += text[i] == character;
	return found;
}

static void check_screen(const struct model *model)
{
	struct output output;
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);

	FUZZ_CHECK(file);
	output_init(&output, OUTPUT_LINES, file);
	screen_put(&output, model);
	fclose(file);
	for (size_t i = 0; i < size; i++)
		FUZZ_CHECK(text[i] == '\n' || (unsigned char)text[i] >= ' ');
	FUZZ_CHECK(!memchr(text, 0x7F, size));
	free(text);
}

static void check_json(const struct model *model, FILE *sink)
{
	struct output output;

	output_init(&output, OUTPUT_JSON, sink);
	json_open_object(&output, NULL);
	facts_put(&output, model);
	json_close_object(&output);
	FUZZ_CHECK(output.depth == 0);
}

/* Only the page itself has markup, so each page has as much of it as the first one. */
static void check_page(const struct model *model)
{
	static size_t expected;
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);

	FUZZ_CHECK(file);
	FUZZ_CHECK(export_put("html", file, model));
	fclose(file);
	if (expected == 0)
		expected = count(text, size, '<');
	FUZZ_CHECK(count(text, size, '<') == expected);
	free(text);
}

static void check_model(const struct model *model, FILE *sink)
{
	uint64_t calls = 0;
	uint64_t commands = 0;

	for (unsigned int i = 0; i < MODEL_FUNCTIONS; i++)
		calls += model->functions[i].count;
	FUZZ_CHECK(calls == model->calls);
	for (size_t i = 0; i < model->commands.queue_count; i++)
		commands += model->commands.queues[i].sum.count;
	FUZZ_CHECK(commands == model->commands.count);
	check_screen(model);
	check_json(model, sink);
	check_page(model);
	FUZZ_CHECK(export_put("chrome", sink, model));
	FUZZ_CHECK(export_put("text", sink, model));
}

/* In the first round all of it is new, in the second nothing, but sums are read again. */
static void follow_file(FILE *sink)
{
	static struct live_processes processes;
	struct output output;
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);

	FUZZ_CHECK(file);
	FUZZ_CHECK(live_processes_add(&processes, file_path));
	for (int i = 0; i < 2; i++)
		FUZZ_CHECK(live_refresh(&processes.list[0]->live));
	output_init(&output, OUTPUT_LINES, file);
	live_processes_put(&processes, &output, (struct live_view){ LIVE_BY_TIME, false });
	fclose(file);
	for (size_t i = 0; i < size; i++)
		FUZZ_CHECK(text[i] == '\n' || (unsigned char)text[i] >= ' ');
	free(text);
	output_init(&output, OUTPUT_JSON, sink);
	live_processes_put(&processes, &output, (struct live_view){ LIVE_BY_TIME, true });
	live_processes_done(&processes);
}

static void read_file(FILE *sink)
{
	struct record_reader reader;
	struct model model;

	if (!record_reader_open(&reader, file_path))
		return;
	FUZZ_CHECK(model_read(&model, &reader, &(struct model_options){ .has_events = true }));
	check_model(&model, sink);
	model_done(&model);
	record_reader_close(&reader);
	follow_file(sink);
}

/* Inputs that are surely refused are not read: each would print a message. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static FILE *sink;

	if (size == 0 || size > MAX_FILE / 2)
		return 0;
	if (!sink)
		sink = fopen("/dev/null", "we");
	FUZZ_CHECK(sink);
	write_file(data, size);
	if (data[0] == 'c' || data[0] == 'r' ||
	    (size > RECORD_HEADER_SIZE &&
	     memcmp(data + 1, RECORD_MAGIC, strlen(RECORD_MAGIC)) == 0))
		read_file(sink);
	return 0;
}
