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
#include "tool/report/timeline/export-perfetto.h"
#include "tool/report/top/top-processes.h"
#include "tool/report/view/view.h"

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

static void check_screen(const struct view *view)
{
	struct output output;
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);

	FUZZ_CHECK(file);
	output_init(&output, OUTPUT_LINES, file);
	view_screen_put(&output, view);
	fclose(file);
	for (size_t i = 0; i < size; i++)
		FUZZ_CHECK(text[i] == '\n' || (unsigned char)text[i] >= ' ');
	FUZZ_CHECK(!memchr(text, 0x7F, size));
	free(text);
}

static void check_json(const struct view *view, FILE *sink)
{
	struct output output;

	output_init(&output, OUTPUT_JSON, sink);
	json_open_object(&output, NULL);
	view_json_put(&output, view);
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
	FUZZ_CHECK(export_html(file, model));
	fclose(file);
	if (expected == 0)
		expected = count(text, size, '<');
	FUZZ_CHECK(count(text, size, '<') == expected);
	free(text);
}

static void check_model(const struct model *model, FILE *sink)
{
	struct view view = { .model = model };
	uint64_t calls = 0;

	for (size_t i = 0; i < model->called_count; i++)
		calls += model->called[i]->now.count;
	FUZZ_CHECK(calls == model->calls);
	FUZZ_CHECK(view_find(&view));
	check_screen(&view);
	check_json(&view, sink);
	check_page(model);
	FUZZ_CHECK(export_perfetto(sink, model));
	FUZZ_CHECK(export_text(sink, model));
}

/* In the first round all of it is new, in the second nothing, but sums are read again. */
static void follow_file(FILE *sink)
{
	static struct top_processes processes;
	struct output output;
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);

	FUZZ_CHECK(file);
	FUZZ_CHECK(top_processes_add(&processes, file_path));
	for (int i = 0; i < 2; i++)
		FUZZ_CHECK(model_refresh(&processes.list[0]->model));
	output_init(&output, OUTPUT_LINES, file);
	FUZZ_CHECK(top_processes_put(&processes, &output));
	fclose(file);
	for (size_t i = 0; i < size; i++)
		FUZZ_CHECK(text[i] == '\n' || (unsigned char)text[i] >= ' ');
	free(text);
	output_init(&output, OUTPUT_JSON, sink);
	FUZZ_CHECK(top_processes_put(&processes, &output));
	top_processes_done(&processes);
}

static void read_file(FILE *sink)
{
	const struct model_options options = { .has_events = true, .keeps_commands = true };
	struct model model;

	if (!model_open(&model, file_path, &options)) {
		model_done(&model);
		return;
	}
	FUZZ_CHECK(model_refresh(&model));
	check_model(&model, sink);
	model_done(&model);
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
