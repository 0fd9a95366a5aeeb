/* SPDX-License-Identifier: Apache-2.0 */
/*
 * model: see model.h. A round visits what is new twice: first for the objects, whose handles the second
 * visit needs, because the calls of other threads may come before. A call that had not returned in
 * the first visit is kept with its thread, and looked at again in the next round.
 */
#include "tool/report/model.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/array.h"
#include "base/text.h"
#include "record/recorded-call.h"
#include "tool/output/format.h"
#include "tool/report/builds.h"
#include "tool/report/totals.h"
#include "tool/report/code/code-places.h"
#include "tool/report/space.h"

#define MOST_CALL ((size_t)2 << 20)	/* bytes of a call that had not returned */
#define MOST_UNDESCRIBED 65536
#define MOST_COMMAND ((size_t)16 << 10) /* bytes of a call that enqueues a command */

uint64_t model_clock(void)
{
	struct timespec now = { 0, 0 };

	clock_gettime(CLOCK_MONOTONIC, &now);
	return UINT64_C(1000000000) * (uint64_t)now.tv_sec + (uint64_t)now.tv_nsec;
}

/* -- opening ------------------------------------------------------------------ */

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

static void set_range(struct model *model)
{
	const struct model_options *options = &model->options;
	const uint64_t most = UINT64_MAX - model->start;

	model->commands.from = options->from > 0 ? model->start + (options->from < most ? options->from : most) : 0;
	model->commands.to = options->to > 0 && options->to < most ? model->start + options->to
								    : UINT64_MAX;
	model->ranges.from = model->commands.from;
	model->ranges.to = model->commands.to;
	model->ranges.keeps_marks = options->keeps_commands;
	model->commands.ranges = &model->ranges;
}

bool model_open(struct model *model, const char *path, const struct model_options *options)
{
	*model = (struct model){ .options = *options };
	model->reader = &model->own_reader;
	model->known.arena = &model->arena;
	model->end = MODEL_RUNS;
	if (!record_reader_open(model->reader, path))
		return false;
	model->start = model->stop = model->last = model->reader->header.monotonic;
	model->commands.keeps_list = options->keeps_commands;
	model->allocations.keeps_changes = options->keeps_commands;
	set_range(model);
	history_begin(&model->objects, &model->known, &model->names, &model->reader->header);
	model->objects.fresh.has_events = options->has_events;
	model->history = &model->objects.fresh;
	model->functions = calloc(MODEL_FUNCTIONS, sizeof(struct model_function *));
	return (model->functions && begin_code(model)) || space_is_short();
}

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
	const char **const places[] = { [RECORD_PROGRAM] = &model->program,
					[RECORD_DIRECTORY] = &model->directory,
					[RECORD_HOST] = &model->host,
					[RECORD_RANK] = &model->rank,
					[RECORD_JOB] = &model->job };

	return what < ARRAY_SIZE(places) ? places[what] : NULL;
}

static bool add_process(struct model *model, const struct record *record)
{
	const char **place = find_text(model, record->detail);
	const char *text;

	if (!place && record->detail != RECORD_ARGUMENT)
		return true;
	text = copy_text(model, record);
	if (!text)
		return space_is_short();
	if (place)
		*place = text;
	return record->detail != RECORD_ARGUMENT || add_argument(model, text);
}

static bool name_thread(struct model *model, const struct record *record, uint32_t id)
{
	struct thread *thread = threads_find(&model->threads, id);
	const char *text = (const char *)(record + 1);
	char name[64];
	size_t number;

	text_format(name, sizeof(name), "%.*s",
		    (int)strnlen(text, record->size - sizeof(*record)), text);
	number = strings_add(&model->names, name);
	if (!thread || number == STRINGS_NONE)
		return false;
	thread->name = *name ? model->names.list[number].text : NULL;
	return true;
}

static bool add_object(struct model *model, const struct record *record)
{
	if (record->size < sizeof(struct record_object))
		return true;
	return devices_add(&model->devices, (const struct record_object *)record, &model->arena) &&
	       history_add_record(&model->objects.fresh, record);
}

static bool add_profiled(struct model *model, const struct record *record)
{
	if (record->size < sizeof(*model->profiled))
		return true;
	if (!space_make(&model->profiled, model->profiled_count, sizeof(*model->profiled)))
		return false;
	memcpy(&model->profiled[model->profiled_count++], record, sizeof(*model->profiled));
	return true;
}

/* -- the first visit ----------------------------------------------------------- */

static void see_time(struct model *model, uint64_t time)
{
	if (time > model->last)
		model->last = time;
}

/* A call that has returned says what objects and memory are, before other calls need that. */
static bool see_objects(struct model *model, const struct record_call *call)
{
	return history_add_record(&model->objects.fresh, &call->head) &&
	       (call->end == 0 || pinned_add_call(&model->commands.pinned, &model->known, call));
}

static bool add_undescribed(struct model *model, uint64_t reference)
{
	if (model->undescribed_count == MOST_UNDESCRIBED)
		return true;
	if (!space_make(&model->undescribed, model->undescribed_count, sizeof(reference)))
		return false;
	model->undescribed[model->undescribed_count++] = reference;
	return true;
}

/* Another thread may describe a function after it was called first. */
static bool see_undescribed(struct model *model)
{
	bool is_good = true;

	for (size_t i = 0; is_good && i < model->undescribed_count; i++) {
		const struct record_call *call =
			record_reader_get_call(model->reader, model->undescribed[i], MOST_CALL);

		is_good = !call || see_objects(model, call);
	}
	model->undescribed_count = 0;
	return is_good;
}

static bool see_call(struct model *model, const struct record_call *call,
		     struct record_place place)
{
	struct thread *thread = threads_find(&model->threads, place.thread);
	const struct thread_call open = { .reference = place.reference,
					  .begin = call->begin,
					  .function = call->head.detail };

	if (!thread)
		return false;
	see_time(model, call->begin);
	see_time(model, RECORD_TIME(call->end));
	if (call->end == 0) {
		thread_begin(thread, &open);
		return true;
	}
	return known_functions_find(&model->known, call->head.detail)
		       ? see_objects(model, call)
		       : add_undescribed(model, place.reference);
}

/* A thread may have ranges and no call. */
static bool see_range(struct model *model, const struct record *record, uint32_t id)
{
	if (record->size < sizeof(struct record_range))
		return true;
	see_time(model, ((const struct record_range *)record)->time);
	return threads_find(&model->threads, id) != NULL;
}

static bool visit_names(const struct record *record, struct record_place place, void *data)
{
	struct model *model = data;

	if (!ranges_see(&model->ranges, record, place))
		return false;
	if (record_is_call(record))
		return see_call(model, (const struct record_call *)record, place);
	switch (record->type) {
	case RECORD_PROCESS:
		return add_process(model, record);
	case RECORD_THREAD:
		return name_thread(model, record, place.thread);
	case RECORD_FUNCTION:
		return known_functions_add(&model->known, record) || space_is_short();
	case RECORD_MODULE:
		return modules_add(&model->code->modules, record, &model->arena) ||
		       space_is_short();
	case RECORD_OBJECT:
		return add_object(model, record);
	case RECORD_QUEUE:
		return add_profiled(model, record);
	case RECORD_RANGE:
		return see_range(model, record, place.thread);
	default:
		return true;
	}
}

/* -- calls that had not returned ------------------------------------------------ */

/* The call as it is now; NULL: it cannot be found. */
static const struct record_call *get_call(struct model *model, const struct thread_call *call)
{
	const struct record_call *found =
		call->reference > 0
			? record_reader_get_call(model->reader, call->reference, MOST_CALL)
			: NULL;

	return found && found->head.detail == call->function ? found : NULL;
}

/* Those that have returned since tell what objects are, before any other call needs that. */
static bool look_at_open(struct model *model)
{
	for (size_t i = 0; i < model->threads.count; i++) {
		struct thread *thread = &model->threads.list[i];

		for (unsigned int k = thread->depth; k-- > 0;) {
			const struct record_call *call = get_call(model, &thread->calls[k]);

			if (call && call->end == 0)
				continue;
			thread->calls[k].has_returned = true;
			if (call && !see_objects(model, call))
				return false;
		}
	}
	return true;
}

/* -- calls that have returned --------------------------------------------------- */

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

static void add_open(struct model_open *open, const struct model_place *place, uint64_t duration)
{
	if (open->count < MODEL_OPEN)
		open->list[open->count] = (struct model_wait){ *place, duration };
	open->count++;
}

/* What is noted of a call that began in the range. */
static bool add_result(struct model *model, struct model_function *function,
		       const struct record_call *call, const struct model_place *place,
		       bool has_failed, int32_t code)
{
	if (function->times.count == 0 || recorded_duration(call) > function->times.most)
		function->longest = *place;
	place_choose(&function->place, &function->lead, place, recorded_duration(call));
	durations_add(&function->times, recorded_duration(call));
	model->left_calls += (call->end & RECORD_LEFT) != 0;
	if (has_failed) {
		function->now.errors++;
		totals_add_errors(model, code, 1, place);
	} else if (recorded_is_wait(&model->known, call)) {
		add_wait(model, place, recorded_duration(call));
	}
	return builds_add_call(model, call, place);
}

/* CALL of THREAD has returned. A call inside of another one takes no time of its thread. */
static bool add_returned_call(struct model *model, struct thread *thread,
			      const struct record_call *call, const struct model_place *place,
			      bool is_outermost)
{
	struct model_function *function = totals_find_function(model, call->head.detail);
	const struct signature *signature = known_functions_find(&model->known, call->head.detail);
	const uint64_t end = RECORD_TIME(call->end);
	const uint64_t from = call->begin > model->commands.from ? call->begin : model->commands.from;
	const uint64_t to = end < model->commands.to ? end : model->commands.to;
	int32_t code;
	const bool has_failed = recorded_failed(&model->known, call, &code);
	const bool is_in_range = model_has(model, call->begin);

	if (!function)
		return false;
	see_time(model, end);
	function->returned += to > from ? to - from : 0;
	if (recorded_is_wait(&model->known, call))
		function->waited += to > from ? to - from : 0;
	if (is_outermost)
		thread_cover(thread, from, to);
	if (!is_in_range && to > from)
		add_open(&model->earlier, place, to - from);
	if (is_in_range && !add_result(model, function, call, place, has_failed, code))
		return false;
	return has_failed || !signature || call->end & RECORD_LEFT ||
	       (allocations_add(&model->allocations, model->history, signature, call) &&
		commands_add_call(&model->commands, model->history, signature, call, place, thread));
}

static struct model_place place_of(const struct thread *thread, const struct thread_call *call)
{
	return (struct model_place){ .function = call->function,
				     .thread = thread->id,
				     .number = call->number,
				     .time = call->begin,
				     .reference = call->reference };
}

/* Before the others: they began earlier. */
static bool add_returned(struct model *model)
{
	for (size_t i = 0; i < model->threads.count; i++) {
		struct thread *thread = &model->threads.list[i];

		for (unsigned int k = thread->depth; k-- > 0;) {
			struct model_place place = place_of(thread, &thread->calls[k]);
			const struct record_call *call;

			if (!thread->calls[k].has_returned)
				continue;
			call = get_call(model, &thread->calls[k]);
			thread_end(thread, k);
			place.code = call ? place_code(model->history, call) : 0;
			if (call && !add_returned_call(model, thread, call, &place, k == 0))
				return false;
		}
	}
	return true;
}

/* -- the second visit ----------------------------------------------------------- */

static bool count_call(struct model *model, struct thread *thread, const struct record_call *call)
{
	struct model_function *function;

	thread->number++;
	if (!model_has(model, call->begin))
		return true;
	function = totals_find_function(model, call->head.detail);
	if (!function)
		return false;
	model->calls++;
	function->now.count++;
	thread->now.count++;
	ranges_add_call(&model->ranges, thread->id, call->begin);
	return true;
}

/* Is CALL in no call that goes on? */
static bool is_outermost(const struct thread *thread, const struct record_call *call)
{
	return thread->depth == 0 || RECORD_TIME(call->end) <= thread->calls[0].begin;
}

static bool visit_call(struct model *model, const struct record_call *call,
		       struct record_place where)
{
	struct thread *thread = threads_find(&model->threads, where.thread);
	struct thread_call *open;
	struct model_place place;

	if (!thread || !count_call(model, thread, call))
		return false;
	open = thread->depth > 0 ? thread_find_call(thread, where.reference) : NULL;
	if (open)
		open->number = thread->number;
	if (open || call->end == 0)
		return true;
	place = (struct model_place){ .function = call->head.detail,
				      .thread = thread->id,
				      .number = thread->number,
				      .time = call->begin,
				      .reference = where.reference,
				      .code = place_code(model->history, call) };
	return add_returned_call(model, thread, call, &place, is_outermost(thread, call));
}

/* The status of a command that failed is one of the call that has enqueued it. */
static bool add_times(struct model *model, const struct record_command *times, uint32_t thread)
{
	const struct record_call *call =
		record_reader_get_call(model->reader, times->call, MOST_COMMAND);
	const struct model_place place = { .function = call ? call->head.detail : 0,
					   .thread = thread,
					   .time = call ? call->begin : times->completed,
					   .reference = times->call };

	if (times->status < 0 && model_has(model, place.time))
		totals_add_errors(model, times->status, 1, call ? &place : NULL);
	return commands_add_times(&model->commands, model->history, times, call);
}

static bool change_owner(struct model *model, const struct record_owner *owner, uint32_t id)
{
	struct thread *thread = threads_find(&model->threads, id);

	if (thread && owner->thread != id)
		thread->has_ended = true;
	return thread != NULL;
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

/* How many bytes a record of TYPE has at least, if it is one of those below. */
static size_t least_size(unsigned int type)
{
	return type == RECORD_COMMAND  ? sizeof(struct record_command)
	       : type == RECORD_OBJECT ? sizeof(struct record_object)
	       : type == RECORD_OWNER  ? sizeof(struct record_owner)
				       : 0;
}

static bool visit_calls(const struct record *record, struct record_place place, void *data)
{
	struct model *model = data;

	if (record_is_call(record))
		return visit_call(model, (const struct record_call *)record, place);
	if (record->size < least_size(record->type))
		return true;
	switch (record->type) {
	case RECORD_COMMAND:
		return add_times(model, (const struct record_command *)record, place.thread);
	case RECORD_OWNER:
		return change_owner(model, (const struct record_owner *)record, place.thread);
	case RECORD_OBJECT:
		if (model_has(model, ((const struct record_object *)record)->time))
			builds_add_log(model, (const struct record_object *)record, place.thread);
		return true;
	case RECORD_CALLBACK:
		model->has_callbacks = true;
		return true;
	case RECORD_SUM:
		return !model->reader->header.has_sums || totals_add_sum(model, record, place.thread);
	case RECORD_UNKNOWN_FUNCTION:
		return add_unknown(model, record);
	default:
		return true;
	}
}

/* -- rounds ------------------------------------------------------------------------ */

static void begin_round(struct model *model)
{
	const bool has_sums = model->reader->header.has_sums != 0;

	model->calls_before = model->calls;
	for (size_t i = 0; i < model->called_count; i++)
		model->called[i]->before = model->called[i]->now;
	for (size_t i = 0; i < model->threads.count; i++)
		model->threads.list[i].before = model->threads.list[i].now;
	allocations_begin(&model->allocations);
	commands_begin(&model->commands, has_sums);
	if (has_sums)
		totals_begin_sums(model);
}

static enum model_end find_end(const struct model *model, bool is_written)
{
	switch (model->reader->header.state) {
	case RECORD_CLOSED:
		return MODEL_ENDED;
	case RECORD_FULL:
		return MODEL_FULL;
	case RECORD_LIMIT:
		return MODEL_LIMIT;
	default:
		return is_written ? MODEL_RUNS : MODEL_KILLED;
	}
}

/*
 * A call that did not return lasts until the process ended, if anybody saw that. The clock of another
 * machine, or of this one before it was started again, is another one.
 */
static uint64_t find_stop(const struct model *model)
{
	const struct record_header *header = &model->reader->header;
	const uint64_t now = model_clock();
	const uint64_t end = header->end > model->last ? header->end : model->last;

	if (model->end == MODEL_RUNS && now >= model->last)
		return now;
	if (model->end == MODEL_KILLED && header->died > end)
		return header->died;
	return end;
}

static void set_time(struct model *model)
{
	const struct model_options *options = &model->options;
	const uint64_t stop = find_stop(model);
	uint64_t end;

	model->before = model->rounds == 0 ? model->start : model->stop;
	model->stop = stop > model->before ? stop : model->before;
	model->rounds++;
	model->damaged = model->reader->bad_chunks + model->reader->bad_records;
	end = model_since_start(model, model->stop);
	if (options->to > 0 && options->to < end)
		end = options->to;
	model->run = end > options->from ? end - options->from : 0;
}

/* How many ns from BEGIN to END are in the range. */
static uint64_t part_of(const struct model *model, uint64_t begin, uint64_t end)
{
	const uint64_t from = begin > model->commands.from ? begin : model->commands.from;
	const uint64_t to = end < model->commands.to ? end : model->commands.to;

	return to > from ? to - from : 0;
}

/* Calls that go on count up to now. */
static void settle_calls(struct model *model)
{
	model->unfinished.count = 0;
	for (size_t i = 0; i < model->called_count; i++)
		model->called[i]->now.time = model->called[i]->returned;
	for (size_t i = 0; i < model->threads.count; i++) {
		struct thread *thread = &model->threads.list[i];

		thread->now.time = thread->returned;
		for (unsigned int k = 0; k < thread->depth; k++) {
			const struct thread_call *call = &thread->calls[k];
			struct model_function *function = totals_find_function(model, call->function);
			const uint64_t part = part_of(model, call->begin, model->stop);
			const struct model_place place = place_of(thread, call);

			if (function)
				function->now.time += part;
			if (k == 0)
				thread->now.time += part;
			if (part > 0 || model_has(model, call->begin))
				add_open(&model->unfinished, &place, part);
		}
	}
}

/* Another thread may have described a function after it was called first. */
static void name_functions(struct model *model)
{
	for (size_t i = 0; i < model->called_count; i++) {
		struct model_function *function = model->called[i];
		const struct signature *known =
			known_functions_find(&model->known, function->number);

		if (known)
			function->name = known->name;
		else if (!function->name)
			function->name = format_into(&model->arena, "function %u",
						     function->number);
	}
}

static bool set_profiling(struct model *model)
{
	bool is_good = true;

	for (size_t i = 0; is_good && i < model->profiled_count; i++)
		is_good = commands_set_profiling(&model->commands, model->history,
						 &model->profiled[i],
						 model->profiled[i].head.detail);
	model->profiled_count = 0;
	return is_good;
}

static bool read_round(struct model *model)
{
	if (!look_at_open(model) || !record_reader_visit(model->reader, visit_names, model) ||
	    !ranges_pair(&model->ranges) || !see_undescribed(model))
		return false;
	history_sort(&model->objects.fresh);
	devices_find_used(&model->devices, model->history);
	return set_profiling(model) && add_returned(model) &&
	       record_reader_visit(model->reader, visit_calls, model);
}

/* Gaps between measured commands are known when all of these have come. */
static bool find_idle(struct model *model)
{
	struct commands *commands = &model->commands;
	bool is_good = true;

	for (size_t i = 0; is_good && model->end != MODEL_RUNS && i < commands->device_count; i++)
		is_good = busy_settle(&commands->devices[i].busy);
	return is_good && idle_add(&model->idle, model);
}

/* Those who show calls one by one ask later what a handle meant at a time. */
static bool settle_objects(struct model *model)
{
	const struct model_options *options = &model->options;

	if (!options->keeps_commands && !options->has_events)
		return history_settle(&model->objects);
	return !options->keeps_commands ||
	       command_list_join(&model->commands.list, model->commands.from, model->commands.to);
}

bool model_refresh(struct model *model)
{
	/* Asked first: nothing is written after it if the answer is no. */
	const bool is_written = record_reader_is_written(model->reader);

	if (!record_reader_update(model->reader))
		return false;
	begin_round(model);
	model->end = find_end(model, is_written);
	if (!read_round(model))
		return false;
	set_time(model);
	commands_settle(&model->commands, model->end != MODEL_RUNS);
	settle_calls(model);
	ranges_settle(&model->ranges, &model->commands, model->stop);
	name_functions(model);
	builds_sort(model);
	if (!find_idle(model))
		return false;
	model->code->directory = model->directory;
	model->code->host = model->host;
	return settle_objects(model);
}

void model_done(struct model *model)
{
	commands_done(&model->commands);
	ranges_done(&model->ranges);
	idle_done(&model->idle);
	allocations_done(&model->allocations);
	threads_done(&model->threads);
	devices_done(&model->devices);
	history_rounds_done(&model->objects);
	strings_done(&model->names);
	known_functions_done(&model->known);
	free(model->profiled);
	free(model->undescribed);
	free(model->functions);
	free(model->called);
	free(model->builds);
	free(model->arguments);
	if (model->code)
		code_done(model->code);
	record_reader_close(&model->own_reader);
	arena_done(&model->arena);
	*model = (struct model){ .end = model->end };
}

/* -- for those who show it ----------------------------------------------------- */

bool model_has(const struct model *model, uint64_t time)
{
	return commands_have(&model->commands, time);
}

bool model_cut(const struct model *model, uint64_t *begin, uint64_t *end)
{
	const bool has_begun = model_has(model, *begin);

	if (*end == 0)
		*end = model->stop;
	if (*end < *begin)
		*end = *begin;
	if (!has_begun && part_of(model, *begin, *end) == 0)
		return false;
	if (*begin < model->commands.from)
		*begin = model->commands.from;
	if (*end > model->commands.to)
		*end = model->commands.to;
	return true;
}

bool model_cut_call(const struct model *model, const struct record_call *call, uint64_t *begin,
		    uint64_t *end)
{
	*begin = call->begin;
	*end = RECORD_TIME(call->end);
	return model_cut(model, begin, end);
}

const char *model_function_name(const struct model *model, unsigned int number)
{
	const struct model_function *function =
		number < MODEL_FUNCTIONS ? model->functions[number] : NULL;

	return function && function->name ? function->name : "a function";
}

const char *model_device_name(const struct model *model, uint64_t handle)
{
	const struct history_object *device =
		history_find(model->history, OBJECT_DEVICE, handle, UINT64_MAX);

	return device ? device->name : NULL;
}

bool model_has_waits(const struct model *model)
{
	return model->reader->header.minor >= RECORD_MINOR_WAITS && model->options.from == 0 &&
	       model->options.to == 0;
}

const char *const model_end_words[] = {
	[MODEL_ENDED] = "ended", [MODEL_KILLED] = "killed", [MODEL_RUNS] = "running",
	[MODEL_FULL] = "full",	 [MODEL_LIMIT] = "limit",
};

bool model_is_cut(const struct model *model)
{
	return model->end == MODEL_KILLED && model->reader->header.died == 0;
}

const struct model_wait *model_died_in(const struct model *model)
{
	const struct model_wait *longest = model->unfinished.list;

	if (model->end != MODEL_KILLED || model->unfinished.count == 0 ||
	    model->commands.to < model->stop)
		return NULL;
	for (size_t i = 1; i < model->unfinished.count && i < MODEL_OPEN; i++)
		if (model->unfinished.list[i].duration > longest->duration)
			longest = &model->unfinished.list[i];
	return longest;
}

uint64_t model_since_start(const struct model *model, uint64_t time)
{
	return time > model->start ? time - model->start : 0;
}
