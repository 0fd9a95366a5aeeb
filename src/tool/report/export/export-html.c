/* SPDX-License-Identifier: Apache-2.0 */
/* export-html: see export-html.h. page.html, page.css and page.js are the page without its data. */
#include "tool/report/export/export-html.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/text.h"
#include "record/recorded-call.h"
#include "tool/output/json.h"
#include "tool/output/message.h"
#include "tool/report/commands.h"
#include "tool/report/export/facts.h"
#include "tool/report/timeline/rows.h"
#include "tool/report/export/page-files.h"
#include "tool/report/space.h"
#include "tool/report/spans.h"

/* Threads come before queues. */
#define QUEUE_ROWS (UINT64_C(1) << 60)

/* -- the timeline ------------------------------------------------------------- */

struct collector {
	const struct model *model;
	struct spans spans;
	struct threads threads;
};

static bool add_call(const struct record *record, struct record_place place, void *data)
{
	struct collector *collector = data;
	const struct model *model = collector->model;
	const struct record_call *call = (const struct record_call *)record;
	const struct thread *threads = collector->threads.list;
	struct thread *thread = threads_find(&collector->threads, place.thread);
	struct span span;

	if (!record_is_call(record) || !thread || !model_has(model, call->begin))
		return true;
	span = (struct span){
		.begin = model_since_start(model, call->begin),
		.end = model_since_start(model, call->end ? RECORD_TIME(call->end) : model->last),
		.name = model->functions[call->head.detail].name,
		.count = 1,
	};
	if (span.end < span.begin)
		span.end = span.begin;
	span.row =
		(uint64_t)(thread - threads) * THREAD_DEPTH +
		thread_enter(thread, call->begin, call->end ? RECORD_TIME(call->end) : model->last);
	spans_add(&collector->spans, &span);
	return true;
}

static void add_commands(struct collector *collector)
{
	struct lanes lanes = { .count = 0 };
	const struct commands *commands = &collector->model->commands;

	for (size_t i = 0; i < commands->ordered_count; i++) {
		const struct command *command = commands->ordered[i];
		struct span span = {
			.begin = model_since_start(collector->model, command->host_started),
			.end = model_since_start(collector->model, command->host_ended),
			.name = row_command_name(command),
			.count = 1,
		};

		lanes_next(&lanes, commands, i);
		span.row = QUEUE_ROWS + (uint64_t)command->queue * LANES + lanes.lane;
		spans_add(&collector->spans, &span);
	}
}

/* -- its JSON ----------------------------------------------------------------- */

static void put_row_label(FILE *file, const struct collector *collector, uint64_t row)
{
	const struct commands *commands = &collector->model->commands;
	const struct thread *thread;
	const struct queue *queue;
	char label[160];

	if (row >= QUEUE_ROWS) {
		queue = &commands->queues[(row - QUEUE_ROWS) / LANES];
		text_format(label, sizeof(label), "queue#%" PRIu32 " %s", queue->number,
			    queue->device ? queue->device : "");
	} else {
		thread = &collector->model->threads.list[row / THREAD_DEPTH];
		text_format(label, sizeof(label), "thread %" PRIu32 " %s", thread->id,
			    thread->name ? thread->name : "");
		if (row % THREAD_DEPTH > 0)
			text_format(label, sizeof(label), "  called in callbacks");
	}
	json_put_string(file, label);
}

static void put_rows(FILE *file, const struct collector *collector)
{
	const struct spans *spans = &collector->spans;
	const char *between = "";

	fputs(",\n\"rows\":[", file);
	for (size_t i = 0; i < spans->count; i++) {
		if (i > 0 && spans->list[i].row == spans->list[i - 1].row)
			continue;
		fputs(between, file);
		put_row_label(file, collector, spans->list[i].row);
		between = ",\n";
	}
	fputs("]", file);
}

static int compare_names(const void *left, const void *right)
{
	return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* The names of all spans, each once; *COUNT of them. NULL: no memory. */
static const char **list_names(const struct spans *spans, size_t *count)
{
	const char **names = calloc(spans->count + 1, sizeof(*names));
	size_t all = 0;

	*count = 0;
	for (size_t i = 0; names && i < spans->count; i++)
		if (spans->list[i].name)
			names[all++] = spans->list[i].name;
	if (names)
		qsort(names, all, sizeof(*names), compare_names);
	for (size_t i = 0; i < all; i++)
		if (*count == 0 || strcmp(names[*count - 1], names[i]) != 0)
			names[(*count)++] = names[i];
	return names;
}

/* Each span is five numbers: row, begin, duration, name (-1: several) and count. */
static bool put_spans(FILE *file, const struct spans *spans)
{
	size_t count;
	const char **names = list_names(spans, &count);
	size_t row = 0;

	if (!names)
		return space_is_short();
	fputs(",\n\"names\":[", file);
	for (size_t i = 0; i < count; i++) {
		fputs(i > 0 ? ",\n" : "", file);
		json_put_string(file, names[i]);
	}
	fputs("],\n\"spans\":[", file);
	for (size_t i = 0; i < spans->count; i++) {
		const struct span *span = &spans->list[i];
		const char **name = span->name ? bsearch(&span->name, names, count, sizeof(*names),
							 compare_names)
					       : NULL;

		row += i > 0 && span->row != spans->list[i - 1].row;
		fprintf(file, "%s%zu,%" PRIu64 ",%" PRIu64 ",%td,%" PRIu64, i > 0 ? ",\n" : "", row,
			span->begin, span->end - span->begin, name ? name - names : -1,
			span->count);
	}
	fputs("]", file);
	free(names);
	return true;
}

static bool put_timeline(FILE *file, const struct model *model)
{
	struct collector collector = { .model = model };
	bool is_good = spans_init(&collector.spans) &&
		       threads_copy(&collector.threads, &model->threads) &&
		       record_reader_visit(model->reader, add_call, &collector);

	if (is_good) {
		add_commands(&collector);
		spans_finish(&collector.spans);
		fprintf(file,
			"{\"merged\":%" PRIu64 ",\"left_out\":%" PRIu64
			",\"resolution_ns\":%" PRIu64,
			collector.spans.merged, collector.spans.left_out,
			collector.spans.resolution);
		put_rows(file, &collector);
		is_good = put_spans(file, &collector.spans);
		fputs("}", file);
	}
	spans_done(&collector.spans);
	threads_done(&collector.threads);
	return is_good;
}

/* -- the page ----------------------------------------------------------------- */

/*
 * In JSON these characters are found in strings only, where they may be escapes. Escaped, nothing
 * in the data ends the script element that it is in. U+2028 and U+2029 end lines in JavaScript.
 */
static void put_escaped(FILE *file, const char *json, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		if (json[i] == '<' || json[i] == '>' || json[i] == '&') {
			fprintf(file, "\\u%04X", (unsigned)json[i]);
		} else if (size - i >= 3 && (memcmp(json + i, "\xE2\x80\xA8", 3) == 0 ||
					     memcmp(json + i, "\xE2\x80\xA9", 3) == 0)) {
			fputs(json[i + 2] == '\xA8' ? "\\u2028" : "\\u2029", file);
			i += 2;
		} else {
			fputc(json[i], file);
		}
	}
}

static bool put_data(FILE *file, const struct model *model)
{
	char *json = NULL;
	size_t size = 0;
	FILE *memory = open_memstream(&json, &size);
	struct output output;
	bool is_good;

	if (!memory)
		return space_is_short();
	output_init(&output, OUTPUT_JSON, memory);
	fputs("{\"report\":", memory);
	json_open_object(&output, NULL);
	facts_put(&output, model);
	json_close_object(&output);
	fputs(",\"timeline\":", memory);
	is_good = put_timeline(memory, model);
	fputs("}", memory);
	if (ferror(memory) | fclose(memory))
		is_good = space_is_short();
	if (is_good)
		put_escaped(file, json, size);
	free(json);
	return is_good;
}

/* Only elements with this word count as the page's own: nobody can know it before. */
static bool make_nonce(char *text, size_t size)
{
	unsigned char bytes[16];
	size_t used = 0;

	if (getrandom(bytes, sizeof(bytes), 0) != (ssize_t)sizeof(bytes)) {
		message_error("the system has no random numbers for the page's security policy");
		return false;
	}
	for (size_t i = 0; i < sizeof(bytes); i++)
		used += text_format(text + used, size - used, "%02x", bytes[i]);
	return true;
}

static void put_lines(FILE *file, const char *const *lines)
{
	for (; *lines; lines++)
		fprintf(file, "%s\n", *lines);
}

/* Lines of page.html that are @WORD@ stand for something else; @NONCE@ may be in a line. */
static bool put_line(FILE *file, const char *line, const char *nonce, const struct model *model)
{
	const char *mark = strstr(line, "@NONCE@");

	if (strcmp(line, "@STYLE@") == 0)
		put_lines(file, page_css);
	else if (strcmp(line, "@SCRIPT@") == 0)
		put_lines(file, page_js);
	else if (strcmp(line, "@DATA@") == 0)
		return put_data(file, model);
	else if (mark)
		return fprintf(file, "%.*s%s", (int)(mark - line), line, nonce),
		       put_line(file, mark + strlen("@NONCE@"), nonce, model);
	else
		fprintf(file, "%s\n", line);
	return true;
}

bool export_html(FILE *file, const struct model *model)
{
	char nonce[64];
	bool is_good = make_nonce(nonce, sizeof(nonce));

	for (const char *const *line = page_html; is_good && *line; line++)
		is_good = put_line(file, *line, nonce, model);
	return is_good;
}
