/* SPDX-License-Identifier: Apache-2.0 */
/* export-text: see export-text.h. */
#include "tool/report/export/export-text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "record/recorded-call.h"
#include "table/cell.h"
#include "tool/report/recorded-values.h"
#include "tool/report/space.h"

#define LINE_BYTES 16384

/* Where a call is; calls of several threads are sorted by time. */
struct entry {
	uint64_t begin;
	uint64_t offset;
	uint32_t size;
	uint32_t thread;
	unsigned int depth;
};

struct listing {
	const struct model *model;
	struct threads threads;
	struct entry *entries;
	size_t count;
	uint32_t largest; /* bytes of a record */
	uint64_t launches; /* before those that are listed */
};

/* Does CALL launch a kernel? Launches are numbered as "clrouter capture --launch" counts them. */
static bool is_launch(const struct model *model, const struct record_call *call)
{
	const char *name = model->functions[call->head.detail].name;

	return name && (strcmp(name, "clEnqueueNDRangeKernel") == 0 ||
			strcmp(name, "clEnqueueTask") == 0);
}

static bool visit(const struct record *record, struct record_place place, void *data)
{
	struct listing *listing = data;
	const struct record_call *call = (const struct record_call *)record;
	struct thread *thread = threads_find(&listing->threads, place.thread);

	if (!record_is_call(record) || !thread)
		return true;
	if (!model_has(listing->model, call->begin)) {
		listing->launches += model_since_start(listing->model, call->begin) <
					     listing->model->options.from &&
				     is_launch(listing->model, call);
		return true;
	}
	if (!space_make(&listing->entries, listing->count, sizeof(*listing->entries)))
		return false;
	listing->entries[listing->count++] = (struct entry){
		.begin = call->begin,
		.offset = place.offset,
		.size = record->size,
		.thread = place.thread,
		.depth = thread_enter(thread, call->begin,
				      call->end ? RECORD_TIME(call->end) : UINT64_MAX),
	};
	if (record->size > listing->largest)
		listing->largest = record->size;
	return true;
}

static int compare_entries(const void *left, const void *right)
{
	const struct entry *a = left;
	const struct entry *b = right;

	if (a->begin != b->begin)
		return a->begin < b->begin ? -1 : 1;
	return a->offset < b->offset ? -1 : a->offset > b->offset;
}

/* LAUNCH is the number of the launch that CALL is; 0: it is none. */
static void put_call(FILE *file, const struct model *model, const struct entry *entry,
		     const struct record_call *call, uint64_t launch)
{
	char buffer[LINE_BYTES];
	struct line line = line_in(buffer, sizeof(buffer));
	const uint64_t since = model_since_start(model, call->begin);
	const char *name = model->functions[call->head.detail].name;

	line_add(&line, "[%" PRIu32 " %" PRIu64 ".%06" PRIu64 "] %*s%s(", entry->thread,
		 since / 1000000000, since / 1000 % 1000000, (int)(2 * entry->depth), "",
		 cell_name(name ? name : "unknown", CELL_BYTES / 8).text);
	recorded_add_arguments(&line, call, &model->history);
	line_add(&line, ") = ");
	recorded_add_result(&line, call, &model->history);
	line_add(&line, " <%.3f us>", (double)recorded_duration(call) / 1e3);
	if (launch != 0)
		line_add(&line, " launch %" PRIu64, launch);
	fprintf(file, "%s\n", line.text);
}

static bool put_calls(FILE *file, const struct listing *listing)
{
	struct record *record = malloc(listing->largest);
	const struct record_call *call = (const struct record_call *)record;
	uint64_t launches = listing->launches;

	if (!record && listing->largest > 0)
		return space_is_short();
	for (size_t i = 0; i < listing->count; i++) {
		const struct entry *entry = &listing->entries[i];

		if (record_reader_get(listing->model->reader, entry->offset, entry->size, record) &&
		    record_is_call(record))
			put_call(file, listing->model, entry, call,
				 is_launch(listing->model, call) ? ++launches : 0);
	}
	free(record);
	return true;
}

bool export_text(FILE *file, const struct model *model)
{
	struct listing listing = { .model = model };
	bool is_good = threads_copy(&listing.threads, &model->threads) &&
		       record_reader_visit(model->reader, visit, &listing);

	if (is_good && listing.count > 0)
		qsort(listing.entries, listing.count, sizeof(*listing.entries), compare_entries);
	is_good = is_good && put_calls(file, &listing);
	free(listing.entries);
	threads_done(&listing.threads);
	return is_good;
}
