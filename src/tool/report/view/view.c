/* SPDX-License-Identifier: Apache-2.0 */
/* view: see view.h. */
#include "tool/report/view/view.h"

#include <stdlib.h>
#include <string.h>

#include "tool/report/numbers.h"
#include "tool/report/space.h"

/* -- numbers ---------------------------------------------------------------------------------- */

bool view_has_interval(const struct model *model)
{
	return model->end == MODEL_RUNS && model->stop > model->before && model->rounds > 1;
}

static bool is_recent(const struct view *view)
{
	return !view->is_total && view_has_interval(view->model);
}

uint64_t view_elapsed(const struct view *view)
{
	return is_recent(view) ? view->model->stop - view->model->before : view->model->run;
}

/* Estimates may become less. */
static uint64_t less(uint64_t now, uint64_t before)
{
	return now > before ? now - before : 0;
}

/* NOW is all so far, BEFORE what that was at the end of the round before. */
static void set_numbers(struct view_row *row, const struct view *view, struct model_numbers now,
			struct model_numbers before)
{
	row->run = view->model->run;
	row->elapsed = view_elapsed(view);
	row->all = row->recent = now;
	if (!is_recent(view))
		return;
	row->recent = (struct model_numbers){ .count = less(now.count, before.count),
					      .errors = less(now.errors, before.errors),
					      .bytes = less(now.bytes, before.bytes),
					      .time = less(now.time, before.time) };
}

static void set_times(struct view_row *row, const struct durations *times)
{
	row->measured = times->count - times->estimated;
	row->estimated = times->estimated;
	row->mean = durations_mean(times);
	row->least = times->least;
	row->most = times->most;
	row->mark = times->count == 0	    ? TABLE_UNMEASURED
		    : times->estimated == 0 ? TABLE_KNOWN
					    : TABLE_ESTIMATED;
}

static struct view_row row_of_work(const struct view *view, const struct model_work *work,
				   const char *name)
{
	struct view_row row = { .name = name };
	struct durations times;

	work_times(work, &times);
	set_times(&row, &times);
	set_numbers(&row, view, work_numbers(work), work->before);
	return row;
}

/* -- the order ---------------------------------------------------------------------------------- */

static uint64_t key_of(const struct view_row *row, enum view_order order)
{
	const uint64_t keys[] = {
		[VIEW_BY_TIME] = row->recent.time,
		[VIEW_BY_COUNT] = row->recent.count,
		[VIEW_BY_ERRORS] = row->recent.errors,
		[VIEW_BY_NAME] = 0,
	};

	return keys[order];
}

static int compare_rows(const void *left, const void *right, void *data)
{
	const struct view_row *a = left;
	const struct view_row *b = right;
	const struct view *view = data;
	int order = number_order(key_of(b, view->order), key_of(a, view->order));

	if (order == 0 && view->order != VIEW_BY_NAME)
		order = number_order(b->all.time, a->all.time);
	return order ? order : strcmp(a->name ? a->name : "", b->name ? b->name : "");
}

static struct view_rows make_rows(size_t most)
{
	struct view_rows rows = { .list = calloc(most + 1, sizeof(*rows.list)) };

	if (!rows.list)
		space_is_short();
	return rows;
}

static void sort(const struct view *view, struct view_rows *rows)
{
	if (rows->count > 1)
		qsort_r(rows->list, rows->count, sizeof(*rows->list), compare_rows, (void *)view);
}

/* -- rows -------------------------------------------------------------------------------------- */

struct view_rows view_threads(const struct view *view)
{
	const struct threads *threads = &view->model->threads;
	struct view_rows rows = make_rows(threads->count);

	for (size_t i = 0; rows.list && i < threads->count; i++) {
		const struct thread *thread = &threads->list[i];
		struct view_row row = { .name = thread->name, .number = thread->id, .of = thread };

		set_numbers(&row, view, thread->now, thread->before);
		rows.list[rows.count++] = row;
	}
	sort(view, &rows);
	return rows;
}

/* A call that did not return takes time, but has no duration yet. */
struct view_rows view_functions(const struct view *view)
{
	const struct model *model = view->model;
	struct view_rows rows = make_rows(model->called_count);

	for (size_t i = 0; rows.list && i < model->called_count; i++) {
		const struct model_function *function = model->called[i];
		struct view_row row = { .name = function->name, .of = function };

		if (function->now.count == 0 && function->now.time == 0)
			continue;
		set_times(&row, &function->times);
		set_numbers(&row, view, function->now, function->before);
		rows.list[rows.count++] = row;
	}
	sort(view, &rows);
	return rows;
}

static bool was_used(const struct model_work *work)
{
	return work->count > 0 || work->total > 0;
}

struct view_rows view_kernels(const struct view *view)
{
	const struct commands *commands = &view->model->commands;
	struct view_rows rows = make_rows(commands->kernel_count);

	for (size_t i = 0; rows.list && i < commands->kernel_count; i++) {
		const struct kernel *kernel = &commands->kernels[i];

		if (!was_used(&kernel->work))
			continue;
		rows.list[rows.count] = row_of_work(view, &kernel->work, kernel->name);
		rows.list[rows.count++].of = kernel;
	}
	sort(view, &rows);
	return rows;
}

struct view_rows view_transfers(const struct view *view)
{
	struct view_rows rows = make_rows(COMMAND_KINDS);

	for (int kind = COMMAND_WRITE; rows.list && kind < COMMAND_KINDS; kind++) {
		const struct transfer *transfer = &view->model->commands.transfers[kind];
		struct view_row row;

		if (!was_used(&transfer->work))
			continue;
		row = row_of_work(view, &transfer->work, command_direction((enum command_kind)kind));
		row.moved = transfer->measured_bytes;
		row.moving = transfer->measured_time;
		rows.list[rows.count++] = row;
	}
	return rows;
}

/* Their time is the one in which at least one command was executed, not the sum of all. */
struct view_rows view_queues(const struct view *view)
{
	const struct commands *commands = &view->model->commands;
	struct view_rows rows = make_rows(commands->queue_count);

	for (size_t i = 0; rows.list && i < commands->queue_count; i++) {
		const struct model_queue *queue = commands->queues[i];
		struct view_row row;

		if (!queue || !was_used(&queue->work))
			continue;
		row = row_of_work(view, &queue->work,
				  model_device_name(view->model, queue->device));
		row.number = queue->number;
		row.of = queue;
		row.all.time = queue->busy_now < row.run ? queue->busy_now : row.run;
		row.recent.time = row.all.time;
		if (is_recent(view))
			row.recent.time = less(queue->busy_now, queue->busy_before);
		if (row.recent.time > row.elapsed)
			row.recent.time = row.elapsed;
		rows.list[rows.count++] = row;
	}
	return rows;
}

/* -- what is looked for ------------------------------------------------------------------------- */

void view_init(struct view *view, const struct model *model)
{
	*view = (struct view){ .model = model };
	memcpy(view->errors, model->errors, sizeof(view->errors));
}

#define MOST_PLACES (REMARKS_MOST + MODEL_ERRORS + MODEL_OPEN)

/* Places of calls that are known by the records that refer to them only. */
struct view_places {
	const struct model *model;
	struct model_place *list[MOST_PLACES];
	size_t count;
	size_t found;
	struct pointer_map map;		/* from the reference of a call to the index, plus 1 */
	uint64_t *calls;		/* so far, by the index of the thread */
};

static bool add_place(struct view_places *places, struct model_place *place)
{
	if (place->reference == 0 || place->number > 0 || places->count == MOST_PLACES)
		return true;
	places->list[places->count++] = place;
	return number_map_get(&places->map, place->reference) > 0 ||
	       number_map_set(&places->map, place->reference, places->count) || space_is_short();
}

static bool visit(const struct record *record, struct record_place where, void *data)
{
	struct view_places *places = data;
	const struct threads *threads = &places->model->threads;
	const struct thread *thread;
	size_t index;

	if (!record_is_call(record))
		return true;
	thread = threads_get(threads, where.thread);
	index = number_map_get(&places->map, where.reference);
	if (!thread)
		return true;
	places->calls[thread - threads->list]++;
	if (index == 0)
		return true;
	for (size_t i = index - 1; i < places->count; i++) {
		if (places->list[i]->reference != where.reference)
			continue;
		places->list[i]->thread = where.thread;
		places->list[i]->number = places->calls[thread - threads->list];
		places->found++;
	}
	return places->found < places->count;
}

static bool number_places(struct view_places *places)
{
	if (places->count == 0)
		return true;
	places->calls = calloc(places->model->threads.count + 1, sizeof(*places->calls));
	if (!places->calls)
		return space_is_short();
	record_reader_visit(places->model->reader, visit, places);
	return true;
}

/* The errors are the model's errors, which only learns more about them. */
static bool find_places(struct view *view)
{
	struct view_places places = { .model = view->model };
	bool is_good = true;

	for (size_t i = 0; is_good && i < view->remarks.count; i++)
		is_good = add_place(&places, &view->remarks.list[i].place);
	for (size_t i = 0; is_good && i < view->model->error_count; i++)
		is_good = add_place(&places, &view->errors[i].first);
	for (size_t i = 0; is_good && i < MODEL_OPEN; i++)
		is_good = add_place(&places, &view->hangs[i].place);
	is_good = is_good && number_places(&places);
	pointer_map_done(&places.map);
	free(places.calls);
	return is_good;
}

static bool find_hangs(struct view *view)
{
	const struct model_open *unfinished = &view->model->unfinished;
	bool is_good = true;

	for (size_t i = 0; is_good && i < unfinished->count && i < MODEL_OPEN; i++)
		is_good = hang_find(&view->hangs[i], view->model, &unfinished->list[i].place);
	return is_good;
}

/* A later round does not visit the records of those before it again. */
bool view_find(struct view *view)
{
	const bool can_visit = view->model->rounds <= 1;
	const bool is_good = !can_visit || find_hangs(view);

	remarks_find(&view->remarks, view->model, view->hangs);
	return is_good && (!can_visit || find_places(view));
}
