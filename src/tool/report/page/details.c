/* SPDX-License-Identifier: Apache-2.0 */
/*
 * details: see details.h. A detail is the index of its span, its size in bytes, and numbers, which
 * web/data.js reads. A number of a span is one more than its index; 0: it has no span of its own.
 */
#include "tool/report/page/details.h"

#include <stdlib.h>

#include "base/common/line.h"
#include "record/recorded-call.h"
#include "tool/report/page/kernel-args.h"
#include "tool/report/page/packed.h"
#include "tool/report/recorded-values.h"
#include "tool/report/space.h"
#include "tool/report/timeline/rows.h"

#define MOST_TEXT_BYTES ((size_t)7 << 20)
#define NO_SPAN UINT32_MAX

/* A call whose record is needed, and what for. */
struct wanted {
	uint64_t reference;
	uint32_t call;	  /* index of its span, or NO_SPAN */
	uint32_t command; /* index of the span of its command, or NO_SPAN */
};

struct details {
	struct collected *collected;
	struct wanted *calls; /* all calls with a span of their own, by reference */
	size_t call_count;
	uint32_t *commands;    /* by command: the index of its span, or NO_SPAN */
	struct wanted *wanted; /* by reference */
	size_t wanted_count;
	size_t next; /* the one that is visited next */
	struct texts texts;
	struct kernel_args args;
	struct protobuf bytes;
	struct protobuf part;
};

/* -- which spans have them ------------------------------------------------------ */

static bool is_command(const struct details *details, const struct span *span)
{
	uint32_t index;
	unsigned int lane;

	return collected_is_lane(details->collected, span->row, &index, &lane);
}

static int compare_wanted(const void *left, const void *right)
{
	const struct wanted *a = left;
	const struct wanted *b = right;

	return a->reference < b->reference ? -1 : a->reference > b->reference;
}

/* Finds the spans that are one call or command. */
static bool find_single(struct details *details)
{
	const struct spans *spans = &details->collected->spans;
	const size_t count = details->collected->model->commands.list.count;

	details->commands = malloc((count + 1) * sizeof(*details->commands));
	details->calls = calloc(spans->count + 1, sizeof(*details->calls));
	if (!details->commands || !details->calls)
		return space_is_short();
	for (size_t i = 0; i < count; i++)
		details->commands[i] = NO_SPAN;
	for (uint32_t i = 0; i < spans->count; i++) {
		const struct span *span = &spans->list[i];

		if (span->count > 1)
			continue;
		if (is_command(details, span))
			details->commands[span->id] = i;
		else
			details->calls[details->call_count++] =
				(struct wanted){ span->id, i, NO_SPAN };
	}
	qsort(details->calls, details->call_count, sizeof(*details->calls), compare_wanted);
	return true;
}

static int compare_longest(const void *left, const void *right)
{
	const uint64_t a = *(const uint64_t *)left;
	const uint64_t b = *(const uint64_t *)right;

	return a > b ? -1 : a < b;
}

/*
 * The duration from which on a span has details; *EQUAL of those that take exactly so long have
 * them, too. Durations are those of calls, or of commands.
 */
static bool find_shortest(const struct details *details, bool is_of_commands, size_t most,
			  uint64_t *shortest, size_t *equal)
{
	const struct spans *spans = &details->collected->spans;
	uint64_t *durations = malloc((spans->count + 1) * sizeof(*durations));
	size_t count = 0;

	*shortest = 0;
	*equal = SIZE_MAX;
	if (!durations)
		return space_is_short();
	for (size_t i = 0; i < spans->count; i++)
		if (spans->list[i].count == 1 &&
		    is_command(details, &spans->list[i]) == is_of_commands)
			durations[count++] = spans->list[i].busy;
	if (count > most) {
		qsort(durations, count, sizeof(*durations), compare_longest);
		*shortest = durations[most - 1];
		for (*equal = 0; *equal < most && durations[most - 1 - *equal] == *shortest;)
			(*equal)++;
	}
	free(durations);
	return true;
}

static bool want(struct details *details, const struct wanted *wanted)
{
	if (!space_make(&details->wanted, details->wanted_count, sizeof(*wanted)))
		return false;
	details->wanted[details->wanted_count++] = *wanted;
	return true;
}

static bool choose(struct details *details, bool is_of_commands, size_t most)
{
	const struct spans *spans = &details->collected->spans;
	const struct command *list = details->collected->model->commands.list.list;
	uint64_t shortest;
	size_t equal;

	if (!find_shortest(details, is_of_commands, most, &shortest, &equal))
		return false;
	for (uint32_t i = 0; i < spans->count; i++) {
		const struct span *span = &spans->list[i];
		struct wanted wanted = { span->id, i, NO_SPAN };

		if (span->count > 1 || is_command(details, span) != is_of_commands ||
		    span->busy < shortest || (span->busy == shortest && equal == 0))
			continue;
		equal -= span->busy == shortest;
		if (is_of_commands)
			wanted = (struct wanted){ list[span->id].reference, NO_SPAN, i };
		if (!want(details, &wanted))
			return false;
	}
	return true;
}

/* -- calls ------------------------------------------------------------------------ */

/* 0: there is no space for more texts. */
static bool put_text(struct details *details, const char *text)
{
	uint32_t number;

	if (!texts_add(&details->texts, text, &number))
		return false;
	protobuf_put_bare(&details->part, number == TEXTS_NONE ? 0 : number + (uint64_t)1);
	return true;
}

static int compare_references(const void *key, const void *element)
{
	const uint64_t reference = *(const uint64_t *)key;
	const uint64_t other = ((const struct command *)element)->reference;

	return reference < other ? -1 : reference > other;
}

/* The commands whose events CALL waits for: how many, and their spans. */
static void put_waits(struct details *details, const struct record_call *call)
{
	const struct command_list *commands = &details->collected->model->commands.list;
	uint64_t references[WAITS_LENGTH];
	const size_t count = waits_find(&details->collected->waits, call, references);

	protobuf_put_bare(&details->part, count);
	for (size_t i = 0; i < count; i++) {
		const struct command *command =
			bsearch(&references[i], commands->list, commands->count, sizeof(*command),
				compare_references);
		const uint32_t span =
			command ? details->commands[command - commands->list] : NO_SPAN;

		protobuf_put_bare(&details->part, span == NO_SPAN ? 0 : span + (uint64_t)1);
	}
}

/* The queue that a call waits for; 0: it waits for none. */
static uint32_t waited_queue(const struct model *model, const struct record_call *call)
{
	uint64_t handle;

	if (!recorded_is_wait(&model->known, call) ||
	    !recorded_argument(&model->known, call, "command_queue", &handle))
		return 0;
	return history_number(model->history, OBJECT_QUEUE, handle, call->begin);
}

static bool put_call(struct details *details, const struct record_call *call)
{
	const struct model *model = details->collected->model;
	char text[ROW_ARGUMENTS];
	struct line line;

	row_arguments(text, model, call);
	if (!put_text(details, text))
		return false;
	line = line_in(text, sizeof(text));
	recorded_add_result(&line, call, model->history);
	if (!put_text(details, line.text))
		return false;
	protobuf_put_bare(&details->part, waited_queue(model, call));
	protobuf_put_bare(&details->part, recorded_is_wait(&model->known, call));
	put_waits(details, call);
	return true;
}

/* -- commands ------------------------------------------------------------------------ */

static void put_sizes(struct details *details, const struct command *command)
{
	const struct command_sizes *sizes = &command->sizes;

	protobuf_put_bare(&details->part, sizes->dimensions);
	for (int i = 0; i < sizes->dimensions; i++)
		protobuf_put_bare(&details->part, sizes->global[i]);
	for (int i = 0; i < sizes->dimensions; i++)
		protobuf_put_bare(&details->part, sizes->local[i]);
}

static uint32_t span_of_call(const struct details *details, uint64_t reference)
{
	const struct wanted key = { .reference = reference };
	const struct wanted *found =
		bsearch(&key, details->calls, details->call_count, sizeof(key), compare_wanted);

	return found ? found->call : NO_SPAN;
}

static bool put_command(struct details *details, const struct record_call *call,
			struct record_place place, const struct command *command)
{
	struct protobuf *part = &details->part;
	char text[ROW_ARGUMENTS];
	const uint32_t span = span_of_call(details, command->reference);

	protobuf_put_bare(part, span == NO_SPAN ? 0 : span + (uint64_t)1);
	packed_signed(part, (int64_t)(command->started - command->queued));
	packed_signed(part, (int64_t)(command->started - command->submitted));
	protobuf_put_bare(part, command->bytes);
	protobuf_put_bare(part, command->stands_for);
	protobuf_put_bare(part, programs_of_kernel(details->collected->model, call));
	put_sizes(details, command);
	put_waits(details, call);
	kernel_args_put(&details->args, call, place, text);
	return put_text(details, text);
}

static bool visit(const struct record *record, struct record_place place, void *data)
{
	struct details *details = data;
	const struct collected *collected = details->collected;
	const struct record_call *call = (const struct record_call *)record;

	if (record_is_call(record))
		kernel_args_note(&details->args, call, place);
	while (details->next < details->wanted_count &&
	       details->wanted[details->next].reference < place.reference)
		details->next++;
	for (; details->next < details->wanted_count &&
	       details->wanted[details->next].reference == place.reference;
	     details->next++) {
		const struct wanted *wanted = &details->wanted[details->next];

		if (!record_is_call(record))
			continue;
		if (wanted->call != NO_SPAN && !put_call(details, call))
			return false;
		if (wanted->command != NO_SPAN &&
		    !put_command(details, call, place,
				 &collected->model->commands.list
					  .list[collected->spans.list[wanted->command].id]))
			return false;
		protobuf_put_bare(&details->bytes,
				  wanted->call != NO_SPAN ? wanted->call : wanted->command);
		packed_part(&details->bytes, &details->part);
	}
	return true;
}

/* -- all ------------------------------------------------------------------------------ */

static bool collect(struct details *details)
{
	if (!kernel_args_init(&details->args, details->collected->model) || !find_single(details) ||
	    !choose(details, false, DETAILS_CALLS) || !choose(details, true, DETAILS_COMMANDS))
		return false;
	if (details->wanted_count > 0)
		qsort(details->wanted, details->wanted_count, sizeof(*details->wanted),
		      compare_wanted);
	return record_reader_visit(details->collected->model->reader, visit, details) &&
	       (!details->bytes.is_short || space_is_short());
}

bool details_put(FILE *file, struct collected *collected)
{
	struct details details = { .collected = collected };
	bool is_good;

	texts_init(&details.texts, MOST_TEXT_BYTES);
	is_good = collect(&details);
	if (is_good) {
		fputs("\"texts\":", file);
		texts_put(file, &details.texts);
		fputs(",\n\"details\":", file);
		packed_put(file, &details.bytes);
		fputs(",\n", file);
	}
	free(details.calls);
	free(details.commands);
	free(details.wanted);
	kernel_args_done(&details.args);
	texts_done(&details.texts);
	protobuf_done(&details.bytes);
	protobuf_done(&details.part);
	return is_good;
}
