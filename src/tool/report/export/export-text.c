/* SPDX-License-Identifier: Apache-2.0 */
/* export-text: see export.h. */
#include "tool/report/export/export.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "record/recorded-call.h"
#include "table/cell.h"
#include "tool/report/recorded-values.h"
#include "tool/report/numbers.h"
#include "tool/report/space.h"

#define LINE_BYTES 16384

#define MOST_CALL ((size_t)2 << 20) /* bytes of a call that is listed */

/* Where a call is; calls of several threads are sorted by time. */
struct listed_call {
	uint64_t begin;
	uint64_t reference;
	uint32_t thread;
	unsigned int depth;
};

struct listing {
	const struct model *model;
	struct thread_nesting *nestings; /* by the index of the thread */
	struct listed_call *entries;
	size_t count;
	uint64_t launches; /* before those that are listed */
};

/* Does CALL launch a kernel? Launches are numbered as "clrouter capture --launch" counts them. */
static bool is_launch(const struct model *model, const struct record_call *call)
{
	const struct signature *function = known_functions_find(&model->known, call->head.detail);

	return function && function->command == COMMAND_KERNEL;
}

static bool visit(const struct record *record, struct record_place place, void *data)
{
	struct listing *listing = data;
	const struct record_call *call = (const struct record_call *)record;
	const struct threads *threads = &listing->model->threads;
	const struct thread *thread = threads_get(threads, place.thread);

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
	listing->entries[listing->count++] = (struct listed_call){
		.begin = call->begin,
		.reference = place.reference,
		.thread = place.thread,
		.depth = thread_enter(&listing->nestings[thread - threads->list], call->begin,
				      call->end ? RECORD_TIME(call->end) : UINT64_MAX),
	};
	return true;
}

static int compare_entries(const void *left, const void *right)
{
	const struct listed_call *a = left;
	const struct listed_call *b = right;

	return number_order_then(a->begin, b->begin, a->reference, b->reference);
}

/* A call that did not return lasts until the program ended. */
static uint64_t duration_of(const struct model *model, const struct record_call *call)
{
	if (call->end != 0)
		return recorded_duration(call);
	return model->stop > call->begin ? model->stop - call->begin : 0;
}

/* LAUNCH is the number of the launch that CALL is; 0: it is none. */
static void put_call(FILE *file, const struct model *model, const struct listed_call *entry,
		     const struct record_call *call, uint64_t launch)
{
	char buffer[LINE_BYTES];
	struct line line = line_in(buffer, sizeof(buffer));
	const uint64_t since = model_since_start(model, call->begin);
	const char *name = model_function_name(model, call->head.detail);

	line_add(&line, "[%" PRIu32 " %" PRIu64 ".%06" PRIu64 "] %*s%s(", entry->thread,
		 since / 1000000000, since / 1000 % 1000000, (int)(2 * entry->depth), "",
		 cell_name(name, CELL_BYTES / 8).text);
	recorded_add_arguments(&line, call, model->history);
	line_add(&line, ") = ");
	recorded_add_result(&line, call, model->history);
	line_add(&line, " <%s%.3f us>", call->end == 0 && model_is_cut(model) ? "at least " : "",
		 (double)duration_of(model, call) / 1e3);
	if (launch != 0)
		line_add(&line, " launch %" PRIu64, launch);
	fprintf(file, "%s\n", line.text);
}

static void put_calls(FILE *file, const struct listing *listing)
{
	const struct model *model = listing->model;
	uint64_t launches = listing->launches;

	for (size_t i = 0; i < listing->count; i++) {
		const struct listed_call *entry = &listing->entries[i];
		const struct record_call *call =
			record_reader_get_call(model->reader, entry->reference, MOST_CALL);

		if (call)
			put_call(file, model, entry, call,
				 is_launch(model, call) ? ++launches : 0);
	}
}

bool export_text(FILE *file, const struct model *model)
{
	struct listing listing = { .model = model };
	bool is_good;

	listing.nestings = calloc(model->threads.count + 1, sizeof(*listing.nestings));
	is_good = listing.nestings ? record_reader_visit(model->reader, visit, &listing)
				   : space_is_short();
	if (is_good && listing.count > 0)
		qsort(listing.entries, listing.count, sizeof(*listing.entries), compare_entries);
	if (is_good)
		put_calls(file, &listing);
	free(listing.entries);
	free(listing.nestings);
	return is_good;
}
