/* SPDX-License-Identifier: Apache-2.0 */
/* page-content: see page-content.h. */
#include "tool/report/page/page-content.h"

#include <stdlib.h>

#include "record/recorded-call.h"
#include "tool/report/numbers.h"
#include "tool/report/space.h"
#include "tool/report/timeline/rows.h"

/* Threads come before queues. */
#define QUEUE_ROWS (UINT64_C(1) << 60)
#define MOST_LANES 16 /* of a queue: what overlaps with more is in the last one */
#define MOST_NAME_BYTES ((size_t)4 << 20)

/* -- rows ----------------------------------------------------------------------- */

static int compare_queues(const void *left, const void *right, void *data)
{
	const struct commands *commands = data;
	const uint32_t a = *(const uint32_t *)left;
	const uint32_t b = *(const uint32_t *)right;
	const uint64_t of_a = commands->queues[a] ? commands->queues[a]->device : 0;
	const uint64_t of_b = commands->queues[b] ? commands->queues[b]->device : 0;

	return number_order_then(of_a, of_b, a, b);
}

static bool order_queues(struct page_content *content)
{
	const struct commands *commands = &content->model->commands;
	const size_t count = commands->queue_count;

	content->queues = calloc(count + 1, sizeof(*content->queues));
	content->queue_order = calloc(count + 1, sizeof(*content->queue_order));
	if (!content->queues || !content->queue_order)
		return space_is_short();
	for (uint32_t i = 0; i < count; i++)
		content->queues[i] = i;
	qsort_r(content->queues, count, sizeof(*content->queues), compare_queues,
		(void *)commands);
	for (uint32_t i = 0; i < count; i++)
		content->queue_order[content->queues[i]] = i;
	return true;
}

bool page_content_is_lane(const struct page_content *content, uint64_t row, uint32_t *index,
		       unsigned int *lane)
{
	if (row < QUEUE_ROWS) {
		*index = (uint32_t)(row / THREAD_DEPTH);
		*lane = row % THREAD_DEPTH;
		return false;
	}
	*index = content->queues[(row - QUEUE_ROWS) / MOST_LANES];
	*lane = row % MOST_LANES;
	return true;
}

/* -- events -------------------------------------------------------------------- */

/* Notes the event that CALL has made, if any. */
static bool waits_add(struct waits *waits, const struct record_call *call, uint64_t reference)
{
	const struct model *model = waits->model;
	const uint64_t handle =
		recorded_event(&model->known, call, model->history->pointer_size);
	int32_t code;

	if (call->end == 0 || handle == 0 || recorded_failed(&model->known, call, &code))
		return true;
	if (!space_make(&waits->list, waits->count, sizeof(*waits->list)))
		return false;
	waits->list[waits->count++] = (struct event){ handle, RECORD_TIME(call->end), reference };
	return true;
}

static int compare_events(const void *left, const void *right)
{
	const struct event *a = left;
	const struct event *b = right;

	return number_order_then(a->handle, b->handle, a->time, b->time);
}

static void waits_sort(struct waits *waits)
{
	if (waits->count > 0)
		qsort(waits->list, waits->count, sizeof(*waits->list), compare_events);
}

/* The last event with HANDLE that was there at TIME; NULL if there was none. */
static const struct event *find(const struct waits *waits, uint64_t handle, uint64_t time)
{
	const struct event key = { handle, time, 0 };
	const size_t end = number_find_end(&key, waits->list, waits->count, sizeof(key), compare_events);

	return end > 0 && waits->list[end - 1].handle == handle ? &waits->list[end - 1] : NULL;
}

size_t waits_find(const struct waits *waits, const struct record_call *call,
		  uint64_t references[WAITS_LENGTH])
{
	const struct record_content *content = recorded_waits(&waits->model->known, call);
	const size_t size = waits->model->history->pointer_size;
	size_t count = recorded_handle_count(content, size);

	if (count > WAITS_LENGTH)
		count = WAITS_LENGTH;
	for (size_t i = 0; i < count; i++) {
		const struct event *event =
			find(waits, recorded_handle(content, i, size), call->begin);

		references[i] = event ? event->reference : 0;
	}
	return count;
}

/* -- spans ---------------------------------------------------------------------- */

/* All names after very many share the first number. */
static bool number_name(struct page_content *content, const char *name, uint32_t *number)
{
	const size_t found = strings_add(&content->names, name);

	*number = found == STRINGS_FULL ? 0 : (uint32_t)found;
	return found != STRINGS_NONE;
}

static bool add_span(struct page_content *content, const struct span *span)
{
	spans_add(&content->spans, span);
	return !content->has_bins ||
	       bins_add(&content->bins, span->row, span->name, span->begin, span->end);
}

static bool has_failed(const struct model *model, const struct record_call *call)
{
	int32_t code;

	return recorded_failed(&model->known, call, &code);
}

static bool add_call(const struct record *record, struct record_place place, void *data)
{
	struct page_content *content = data;
	const struct model *model = content->model;
	const struct record_call *call = (const struct record_call *)record;
	const struct thread *thread = threads_get(&model->threads, place.thread);
	struct span span = { .id = place.reference };
	size_t index;
	uint32_t *name = &content->function_names[record->detail];

	if (!record_is_call(record) || !thread)
		return true;
	if (!programs_add(&content->programs, call))
		return false;
	if (!model_cut_call(model, call, &span.begin, &span.end))
		return true;
	if (*name == 0) {
		if (!number_name(content, model_function_name(model, record->detail), name))
			return false;
		++*name;
	}
	index = (size_t)(thread - model->threads.list);
	span.row = (uint64_t)index * THREAD_DEPTH +
		   thread_enter(&content->nestings[index], span.begin, span.end);
	span.begin = model_since_start(model, span.begin);
	span.end = model_since_start(model, span.end);
	span.name = *name - 1;
	span.has_failed = has_failed(model, call);
	return waits_add(&content->waits, call, place.reference) && add_span(content, &span);
}

static bool add_command(struct page_content *content, const struct model_command *command,
			unsigned int lane)
{
	const struct model *model = content->model;
	const uint64_t place = content->queue_order[command->queue];
	struct span span = { .id = (uint64_t)(command - model->commands.list.list),
			     .row = QUEUE_ROWS + place * MOST_LANES + lane,
			     .begin = command->host_started,
			     .end = command->host_ended };

	if (!model_cut(model, &span.begin, &span.end))
		return true;
	span.begin = model_since_start(model, span.begin);
	span.end = model_since_start(model, span.end);
	return number_name(content, row_command_name(command), &span.name) &&
	       add_span(content, &span);
}

static bool add_commands(struct page_content *content)
{
	const struct command_list *commands = &content->model->commands.list;
	struct lanes lanes = { .most = MOST_LANES };
	bool is_good = true;

	for (size_t i = 0; is_good && i < commands->ordered_count; i++)
		is_good = lanes_next(&lanes, commands, i) &&
			  add_command(content, commands->ordered[i], lanes.lane);
	lanes_done(&lanes);
	return is_good;
}

static bool prepare(struct page_content *content)
{
	const struct model *model = content->model;
	const size_t most = SPANS_MAX / content->shares;
	uint32_t first;

	content->has_bins = model->calls + model->commands.list.ordered_count > most;
	content->function_names = calloc(MODEL_FUNCTIONS, sizeof(*content->function_names));
	content->nestings = calloc(model->threads.count + 1, sizeof(*content->nestings));
	if (!content->function_names || !content->nestings)
		return space_is_short();
	content->names.most = MOST_NAME_BYTES / content->shares;
	programs_init(&content->programs, model, content->shares);
	return number_name(content, "(other names)", &first) && order_queues(content) &&
	       spans_init(&content->spans, most, SPANS_ROWS / content->shares) &&
	       (!content->has_bins ||
		bins_init(&content->bins, model->options.from + model->run, content->shares));
}

bool page_content_read(struct page_content *content, const struct model *model,
		       unsigned int shares)
{
	*content = (struct page_content){ .model = model,
					  .waits = { .model = model },
					  .shares = shares };
	if (!prepare(content) || !record_reader_visit(model->reader, add_call, content) ||
	    !add_commands(content))
		return false;
	spans_finish(&content->spans);
	waits_sort(&content->waits);
	return true;
}

void page_content_done(struct page_content *content)
{
	spans_done(&content->spans);
	strings_done(&content->names);
	bins_done(&content->bins);
	free(content->waits.list);
	programs_done(&content->programs);
	free(content->nestings);
	free(content->function_names);
	free(content->queue_order);
	free(content->queues);
}
