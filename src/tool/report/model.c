/* SPDX-License-Identifier: Apache-2.0 */
/* model: see model.h. */
#include "tool/report/model.h"

#include <stdlib.h>
#include <string.h>

#include "record/recorded-call.h"
#include "tool/output/format.h"
#include "tool/report/builds.h"
#include "tool/report/code/code.h"
#include "tool/report/commands.h"
#include "tool/report/space.h"
#include "tool/report/sums.h"

/* -- what is said of the process --------------------------------------------- */

static const char *copy_text(struct model *model, const struct record *record)
{
	const char *text = (const char *)(record + 1);

	return arena_copy(&model->arena, text, strnlen(text, record->size - sizeof(*record)));
}

static bool add_argument(struct model *model, const char *text)
{
	if (!space_make(&model->arguments, model->argument_count, sizeof(text)))
		return false;
	model->arguments[model->argument_count++] = text;
	return true;
}

/* Where the model has a text that the process is described by once; NULL: nowhere. */
static const char **find_text(struct model *model, unsigned int what)
{
	switch (what) {
	case RECORD_PROGRAM:
		return &model->program;
	case RECORD_DIRECTORY:
		return &model->directory;
	case RECORD_HOST:
		return &model->host;
	case RECORD_RANK:
		return &model->rank;
	case RECORD_JOB:
		return &model->job;
	default:
		return NULL;
	}
}

static bool add_process(struct model *model, const struct record *record)
{
	const char *text = copy_text(model, record);
	const char **place = find_text(model, record->detail);

	if (!text)
		return space_is_short();
	if (place)
		*place = text;
	return record->detail != RECORD_ARGUMENT || add_argument(model, text);
}

static void see_time(struct model *model, uint64_t time)
{
	if (time > model->last)
		model->last = time;
}

/* The first reading: objects, names, and the last time. */
static bool visit_names(const struct record *record, struct record_place place, void *data)
{
	struct model *model = data;
	const struct record_call *call = (const struct record_call *)record;
	const char *name = record->type == RECORD_THREAD ? copy_text(model, record) : NULL;

	if (!threads_add(&model->threads, place.thread, name))
		return false;
	if (record->type == RECORD_PROCESS && !add_process(model, record))
		return false;
	if (record->type == RECORD_MODULE &&
	    !modules_add(&model->code->modules, record, &model->arena))
		return space_is_short();
	if (record->type == RECORD_FUNCTION && !known_functions_add(&model->known, record))
		return space_is_short();
	if (record_is_call(record)) {
		see_time(model, call->begin);
		see_time(model, RECORD_TIME(call->end));
		if (record->detail >= RECORD_FIRST_EXTENSION) {
			model->has_extensions = true;
			return true;
		}
	}
	if (record->type == RECORD_OBJECT && record->size >= sizeof(struct record_object) &&
	    !devices_add(&model->devices, (const struct record_object *)record, &model->arena))
		return false;
	return history_add_record(&model->history, record);
}

/* A thread may have called a function of an extension before another one described it. */
static bool visit_extensions(const struct record *record, struct record_place place, void *data)
{
	struct model *model = data;

	(void)place;
	return !record_is_call(record) || record->detail < RECORD_FIRST_EXTENSION ||
	       history_add_record(&model->history, record);
}

/* The first reading, and another one if there are functions of extensions. */
static bool read_names(struct model *model, struct record_reader *reader)
{
	return record_reader_visit(reader, visit_names, model) &&
	       (!model->has_extensions || record_reader_visit(reader, visit_extensions, model));
}

/* -- calls ------------------------------------------------------------------- */

static void add_error(struct model *model, int32_t code, const struct model_place *place)
{
	struct model_error *error = model->errors;
	struct model_error *end = error + model->error_count;

	while (error < end && error->code != code)
		error++;
	if (error == end && model->error_count == MODEL_ERRORS)
		error--;
	else if (error == end)
		*(model->errors + model->error_count++) = (struct model_error){ code, 0, *place };
	error->count++;
	if (place->time < error->first.time)
		error->first = *place;
}

static void add_wait(struct model *model, const struct model_place *place, uint64_t duration)
{
	size_t at = model->wait_count;

	while (at > 0 && model->waits[at - 1].duration < duration)
		at--;
	if (at == MODEL_WAITS)
		return;
	if (model->wait_count < MODEL_WAITS)
		model->wait_count++;
	memmove(&model->waits[at + 1], &model->waits[at],
		(model->wait_count - 1 - at) * sizeof(*model->waits));
	model->waits[at] = (struct model_wait){ *place, duration };
}

static void add_unfinished(struct model *model, const struct model_place *place)
{
	if (model->unfinished_count < MODEL_UNFINISHED)
		model->unfinished[model->unfinished_count] = *place;
	model->unfinished_count++;
}

static bool add_function(struct model *model, const struct record_call *call, bool has_failed)
{
	struct model_function *function = &model->functions[call->head.detail];

	function->count++;
	function->errors += has_failed;
	if (call->end == 0)
		return true;
	if (!function->times)
		function->times = arena_alloc(&model->arena, sizeof(*function->times));
	if (!function->times)
		return space_is_short();
	durations_add(function->times, recorded_duration(call));
	return true;
}

/* A call that did not return lasts until the end of the record. */
static struct model_place enter(struct model *model, const struct record_call *call,
				struct thread *thread, struct record_place where)
{
	const uint64_t end = call->end ? RECORD_TIME(call->end) : model->last;

	thread_enter(thread, call->begin, end);
	return (struct model_place){ .function = call->head.detail,
				     .thread = thread->id,
				     .number = thread->skipped + thread->calls,
				     .time = call->begin,
				     .offset = where.offset,
				     .reference = where.reference };
}

static bool add_call(struct model *model, struct thread *thread, const struct record_call *call,
		     struct record_place where)
{
	const struct model_place place = enter(model, call, thread, where);
	int32_t code;
	const bool has_failed = recorded_failed(&model->known, call, &code);

	model->calls++;
	if (!add_function(model, call, has_failed))
		return false;
	if (has_failed)
		add_error(model, code, &place);
	if (call->end == 0)
		add_unfinished(model, &place);
	else if (recorded_is_wait(&model->known, call))
		add_wait(model, &place, recorded_duration(call));
	model->left_calls += (call->end & RECORD_LEFT) != 0;
	return builds_add_call(model, call, &place) &&
	       commands_add_call(&model->commands, &model->history, call, where);
}

/* Of many look-ups of one name, one counts. More names than are kept are counted each time. */
static bool add_unknown(struct model *model, const struct record *record)
{
	const char *name = (const char *)(record + 1);
	const size_t length = strnlen(name, record->size - sizeof(*record));
	const size_t kept = model->unknown_functions < MODEL_UNKNOWN ? model->unknown_functions
								     : MODEL_UNKNOWN;
	struct model_unknown *unknown = &model->unknown[kept];

	for (size_t i = 0; i < kept; i++)
		if (strncmp(model->unknown[i].name, name, length) == 0 &&
		    !model->unknown[i].name[length])
			return true;
	model->unknown_functions++;
	if (kept == MODEL_UNKNOWN)
		return true;
	unknown->name = copy_text(model, record);
	unknown->reason = record->detail <= CLROUTER_EXTENSION_SOURCE
				  ? names_unseen((enum clrouter_extension_reason)record->detail)
				  : "the reason is not known";
	return unknown->name || space_is_short();
}

bool model_has(const struct model *model, uint64_t time)
{
	const uint64_t since = model_since_start(model, time);

	return since >= model->options.from &&
	       (model->options.to == 0 || since < model->options.to);
}

/* A call keeps its number if those before it are left out. */
static bool visit_call(struct model *model, struct thread *thread, const struct record_call *call,
		       struct record_place place)
{
	if (model_has(model, call->begin))
		return add_call(model, thread, call, place);
	thread->skipped++;
	return true;
}

/* The second reading. A thread that began since the first one is left out. */
static bool visit_calls(const struct record *record, struct record_place place, void *data)
{
	struct model *model = data;
	struct thread *thread = threads_find(&model->threads, place.thread);

	if (record_is_call(record))
		return !thread || visit_call(model, thread, (const struct record_call *)record,
					     place);
	if (record->type == RECORD_COMMAND && record->size >= sizeof(struct record_command))
		return commands_add_times(&model->commands, (const struct record_command *)record);
	if (record->type == RECORD_SUM)
		return sums_add(model, record, place.thread);
	if (record->type == RECORD_QUEUE && record->size >= sizeof(struct record_queue))
		commands_add_queue(&model->commands, (const struct record_queue *)record,
				   record->detail);
	if (record->type == RECORD_OBJECT && record->size >= sizeof(struct record_object) &&
	    model_has(model, ((const struct record_object *)record)->time))
		builds_add_log(model, (const struct record_object *)record, place.thread);
	return record->type != RECORD_UNKNOWN_FUNCTION || add_unknown(model, record);
}

/* -- the end ------------------------------------------------------------------ */

static void find_run(struct model *model)
{
	const struct model_options *options = &model->options;
	uint64_t end = model_since_start(model, model->stop);

	if (options->to > 0 && options->to < end)
		end = options->to;
	model->run = end > options->from ? end - options->from : 0;
}

static void find_end(struct model *model)
{
	const struct record_header *header = &model->reader->header;
	static const enum model_end ends[] = {
		[RECORD_OPEN] = MODEL_KILLED,
		[RECORD_CLOSED] = MODEL_ENDED,
		[RECORD_FULL] = MODEL_FULL,
		[RECORD_LIMIT] = MODEL_LIMIT,
	};

	model->end = header->state <= RECORD_LIMIT ? ends[header->state] : MODEL_KILLED;
	if (model->end == MODEL_KILLED && record_reader_is_written(model->reader))
		model->end = MODEL_RUNS;
	model->damaged = model->reader->bad_chunks + model->reader->bad_records;
	model->stop = header->end > model->last ? header->end : model->last;
	find_run(model);
}

struct model_place model_place_of(const struct command *command)
{
	return (struct model_place){ .function = command->function,
				     .thread = command->thread,
				     .time = command->begin,
				     .offset = command->offset,
				     .reference = command->reference };
}

/* Commands that failed on the device count as errors of the calls that have enqueued them. */
static void add_command_errors(struct model *model)
{
	for (size_t i = 0; i < model->commands.count; i++) {
		const struct command *command = &model->commands.list[i];
		const struct model_place place = model_place_of(command);

		if (command->status < 0)
			add_error(model, command->status, &place);
	}
}

static void name_functions(struct model *model)
{
	for (unsigned int i = 0; i < MODEL_FUNCTIONS; i++) {
		struct model_function *function = &model->functions[i];
		const struct signature *known = known_functions_find(&model->known, i);

		if (function->count == 0)
			continue;
		if (known)
			function->name = known->name;
		else
			function->name = format_into(&model->arena, "function %u", i);
	}
}

static bool begin_code(struct model *model)
{
	const struct record_header *header = &model->reader->header;

	model->code = arena_alloc(&model->arena, sizeof(*model->code));
	if (!model->code)
		return false;
	model->code->process = header->process;
	model->code->start = (int64_t)(header->realtime / 1000000000);
	model->code->owner = record_reader_owner(model->reader);
	return true;
}

bool model_read(struct model *model, struct record_reader *reader,
		const struct model_options *options)
{
	*model = (struct model){ .reader = reader,
				 .options = *options,
				 .start = reader->header.monotonic,
				 .arena = ARENA_INIT };
	model->known.arena = &model->arena;
	model->history = (struct history){
		.arena = &model->arena,
		.known = &model->known,
		.has_events = options->has_events,
		.has_places = reader->header.minor >= RECORD_MINOR_PLACES,
		.pointer_size = reader->header.pointer_size == 4 ? 4 : 8,
	};
	model->functions = calloc(MODEL_FUNCTIONS, sizeof(*model->functions));
	if (!model->functions || !begin_code(model))
		return space_is_short();
	if (!read_names(model, reader))
		return false;
	threads_sort(&model->threads);
	history_sort(&model->history);
	devices_find_used(&model->devices, &model->history);
	if (!commands_init(&model->commands, &model->history) ||
	    !record_reader_visit(reader, visit_calls, model) || !commands_join(&model->commands))
		return false;
	builds_sort(model);
	model->code->directory = model->directory;
	model->code->host = model->host;
	add_command_errors(model);
	name_functions(model);
	find_end(model);
	return true;
}

const char *model_end_word(enum model_end end)
{
	static const char *const words[] = {
		[MODEL_ENDED] = "ended", [MODEL_KILLED] = "killed", [MODEL_RUNS] = "running",
		[MODEL_FULL] = "full",	 [MODEL_LIMIT] = "limit",
	};

	return words[end];
}

/* -- for those who show it ----------------------------------------------------- */

const struct durations *model_times(const struct model_function *function)
{
	static const struct durations none;

	return function->times ? function->times : &none;
}

static int compare_functions(const void *left, const void *right, void *data)
{
	const struct model *model = data;
	const struct model_function *a = &model->functions[*(const unsigned int *)left];
	const struct model_function *b = &model->functions[*(const unsigned int *)right];

	const uint64_t a_total = model_times(a)->total;
	const uint64_t b_total = model_times(b)->total;

	if (a_total != b_total)
		return a_total > b_total ? -1 : 1;
	return a->count != b->count ? (a->count > b->count ? -1 : 1) : (a > b) - (a < b);
}

unsigned int *model_functions_by_time(const struct model *model, size_t *count)
{
	unsigned int *list = calloc(MODEL_FUNCTIONS, sizeof(*list));

	*count = 0;
	if (!list)
		return space_is_short(), NULL;
	for (unsigned int i = 0; i < MODEL_FUNCTIONS; i++)
		if (model->functions[i].count > 0)
			list[(*count)++] = i;
	qsort_r(list, *count, sizeof(*list), compare_functions, (void *)model);
	return list;
}

uint64_t model_since_start(const struct model *model, uint64_t time)
{
	return time > model->start ? time - model->start : 0;
}

void model_done(struct model *model)
{
	commands_done(&model->commands);
	free(model->functions);
	free(model->builds);
	free(model->arguments);
	history_done(&model->history);
	devices_done(&model->devices);
	known_functions_done(&model->known);
	threads_done(&model->threads);
	if (model->code)
		code_done(model->code);
	arena_done(&model->arena);
	*model = (struct model){ 0 };
}
