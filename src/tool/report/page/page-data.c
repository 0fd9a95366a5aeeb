/* SPDX-License-Identifier: Apache-2.0 */
/* page-data: see page-data.h. web/data.js reads what is written here. */
#include "tool/report/page/page-data.h"

#include <inttypes.h>
#include <stdlib.h>

#include "table/json.h"
#include "tool/report/page/idle-parts.h"
#include "tool/report/page/page-content.h"
#include "tool/report/page/range-lines.h"
#include "tool/report/timeline/protobuf.h"
#include "tool/report/space.h"

enum { IS_MERGED = 1, IS_MIXED = 2, HAS_FAILED = 4, FLAGS = 8 };

/* -- rows ------------------------------------------------------------------------ */

static void put_lane(struct output *output, const struct model *model,
		     const struct model_queue *queue, unsigned int lane)
{
	json_unsigned(output, "queue", queue->number);
	json_text(output, "device", model_device_name(model, queue->device));
	json_unsigned(output, "device_number",
		      history_number(model->history, OBJECT_DEVICE, queue->device, model->last));
	json_unsigned(output, "lane", lane);
}

static void put_row(struct output *output, const struct page_content *content, uint64_t row)
{
	const struct model *model = content->model;
	const struct thread *thread;
	uint32_t index;
	unsigned int lane;

	json_open_object(output, NULL);
	if (page_content_is_lane(content, row, &index, &lane)) {
		put_lane(output, model, model->commands.queues[index], lane);
	} else {
		thread = &model->threads.list[index];
		json_unsigned(output, "thread", thread->id);
		json_text(output, "name", thread->name);
		json_unsigned(output, "depth", lane);
	}
	json_close_object(output);
}

/* The numbers of the rows that have spans, *COUNT of them, for free(). NULL: there is no memory. */
static uint64_t *list_rows(const struct spans *spans, size_t *count)
{
	uint64_t *rows = calloc(spans->rows, sizeof(*rows));

	*count = 0;
	for (size_t i = 0; rows && i < spans->count && *count < spans->rows; i++)
		if (i == 0 || spans->list[i].row != spans->list[i - 1].row)
			rows[(*count)++] = spans->list[i].row;
	return rows;
}

static void put_rows(FILE *file, const struct page_content *content, const uint64_t *rows,
		     size_t count)
{
	struct output output;

	output_init(&output, OUTPUT_JSON, file);
	fputs("\"rows\":", file);
	json_open_array(&output, NULL);
	for (size_t i = 0; i < count; i++)
		put_row(&output, content, rows[i]);
	json_close_array(&output);
	fputs(",\n", file);
}

/* -- spans ------------------------------------------------------------------------- */

/*
 * A span: its begin after the end of the one before it in its row, its duration, and its name times
 * FLAGS with flags; if it is merged, its count and how long it was busy.
 */
static void pack_span(struct protobuf *bytes, const struct span *span, uint64_t before)
{
	const bool is_merged = span->count > 1;

	protobuf_put_signed(bytes, (int64_t)(span->begin - before));
	protobuf_put_bare(bytes, span->end - span->begin);
	protobuf_put_bare(bytes, span->name * (uint64_t)FLAGS + (is_merged ? IS_MERGED : 0) +
					 (span->is_mixed ? IS_MIXED : 0) +
					 (span->has_failed ? HAS_FAILED : 0));
	if (!is_merged)
		return;
	protobuf_put_bare(bytes, span->count);
	protobuf_put_bare(bytes, span->busy);
}

/* Frees BYTES. */
static bool put_packed(FILE *file, struct protobuf *bytes)
{
	const bool is_good = !bytes->is_short || space_is_short();

	protobuf_put_base64(file, bytes);
	fputs(",\n", file);
	protobuf_done(bytes);
	return is_good;
}

/* For each row, how many spans it has, and these. */
static bool put_spans(FILE *file, const struct spans *spans)
{
	struct protobuf bytes = { 0 };
	size_t next;

	for (size_t first = 0; first < spans->count; first = next) {
		uint64_t before = 0;

		for (next = first + 1;
		     next < spans->count && spans->list[next].row == spans->list[first].row;)
			next++;
		protobuf_put_bare(&bytes, next - first);
		for (size_t i = first; i < next; i++) {
			pack_span(&bytes, &spans->list[i], before);
			before = spans->list[i].end;
		}
	}
	fputs("\"spans\":", file);
	return put_packed(file, &bytes);
}

static bool put_bins(FILE *file, struct page_content *content, const uint64_t *rows, size_t count)
{
	struct protobuf bytes = { 0 };

	if (!content->has_bins || content->bins.is_full)
		return true;
	bins_pack(&content->bins, rows, count, &bytes);
	fprintf(file, "\"bin_ns\":%" PRIu64 ",\n\"bins\":", content->bins.width);
	return put_packed(file, &bytes);
}

typedef bool put_members(struct output *output, const struct model *model, unsigned int shares);

/* The object NAME, and a comma. */
static bool put_object(FILE *file, const char *name, put_members *put,
		       const struct page_content *content)
{
	struct output output;
	bool is_good;

	output_init(&output, OUTPUT_JSON, file);
	fprintf(file, "\"%s\":", name);
	json_open_object(&output, NULL);
	is_good = put(&output, content->model, content->shares);
	json_close_object(&output);
	fputs(",\n", file);
	return is_good;
}

/* -- all ----------------------------------------------------------------------------- */

static bool put_all(FILE *file, struct page_content *content)
{
	const struct spans *spans = &content->spans;
	size_t count;
	uint64_t *rows = list_rows(spans, &count);
	bool is_good;

	if (!rows)
		return space_is_short();
	fprintf(file,
		"{\"merged\":%" PRIu64 ",\"left_out\":%" PRIu64 ",\"resolution_ns\":%" PRIu64
		",\n\"most_spans\":%zu,\"span_count\":%zu,\n",
		spans->merged, spans->left_out, spans->resolution, spans->most, spans->count);
	put_rows(file, content, rows, count);
	fputs("\"names\":", file);
	strings_put(file, &content->names);
	fputs(",\n", file);
	is_good = put_spans(file, spans) && put_bins(file, content, rows, count) &&
		  details_put(file, content) && put_object(file, "gaps", idle_parts_put, content) &&
		  put_object(file, "ranges", range_lines_put, content);
	fputs("\"programs\":", file);
	programs_put(file, &content->programs);
	fprintf(file, ",\n\"programs_left_out\":%" PRIu64 "}", content->programs.left_out);
	free(rows);
	return is_good;
}

bool page_data_put(FILE *file, const struct model *model, unsigned int shares)
{
	struct page_content content;
	const bool is_good = page_content_read(&content, model, shares) && put_all(file, &content);

	page_content_done(&content);
	return is_good;
}
