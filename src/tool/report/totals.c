/* SPDX-License-Identifier: Apache-2.0 */
/* totals: see totals.h. */
#include "tool/report/totals.h"

#include "tool/report/space.h"

struct model_function *totals_find_function(struct model *model, unsigned int number)
{
	struct model_function *function = model->functions[number];

	if (function)
		return function;
	if (!space_make(&model->called, model->called_count, sizeof(function)))
		return NULL;
	function = arena_alloc(&model->arena, sizeof(*function));
	if (!function)
		return space_is_short(), NULL;
	function->number = number;
	model->functions[number] = model->called[model->called_count++] = function;
	return function;
}

void totals_add_errors(struct model *model, int32_t code, uint64_t count,
		       const struct model_place *place)
{
	static const struct model_place unknown;
	struct model_error *error = model->errors;
	struct model_error *end = error + model->error_count;
	const struct model_place *first = place ? place : &unknown;

	while (error < end && error->code != code)
		error++;
	if (error == end && model->error_count == MODEL_ERRORS)
		error--;
	else if (error == end)
		*(model->errors + model->error_count++) = (struct model_error){ code, 0, *first };
	error->count += count;
	model->failed += count;
	if (first->time < error->first.time)
		error->first = *first;
}

/* -- sums ---------------------------------------------------------------------------------- */

void totals_begin_sums(struct model *model)
{
	model->calls = model->failed = 0;
	model->error_count = 0;
	for (size_t i = 0; i < model->called_count; i++) {
		struct model_function *function = model->called[i];

		function->now = (struct model_numbers){ .count = 0 };
		function->times = (struct durations){ .count = 0 };
		function->returned = 0;
	}
	for (size_t i = 0; i < model->threads.count; i++) {
		struct thread *thread = &model->threads.list[i];

		thread->now = (struct model_numbers){ .count = 0 };
		thread->returned = 0;
		thread->depth = 0;
	}
}

static bool add_calls(struct model *model, const struct record_sum *sum, uint32_t id)
{
	const struct thread_call open = { .begin = sum->last, .function = sum->function };
	struct thread *thread;
	struct model_function *function;

	if (sum->function >= MODEL_FUNCTIONS)
		return true;
	function = totals_find_function(model, sum->function);
	thread = threads_find(&model->threads, id);
	if (!function || !thread)
		return false;
	function->now.count += sum->count;
	function->now.errors += sum->errors;
	function->returned += sum->times.total;
	durations_join(&function->times, &sum->times);
	model->calls += sum->count;
	thread->now.count += sum->count;
	thread->returned += sum->times.total;
	if (sum->last > model->last)
		model->last = sum->last;
	/* More calls than times: the thread is in one of them, or died there. */
	if (sum->count > sum->times.count)
		thread_begin(thread, &open);
	return true;
}

bool totals_add_sum(struct model *model, const struct record *record, uint32_t thread)
{
	const struct record_sum *sum = (const struct record_sum *)record;

	if (record->size < sizeof(*sum) || sum->times.estimated > sum->times.count)
		return true;
	switch ((enum record_sum_kind)record->detail) {
	case RECORD_SUM_CALL:
		return add_calls(model, sum, thread);
	case RECORD_SUM_COMMAND:
	case RECORD_SUM_KERNEL:
		return commands_add_sum(&model->commands, &model->known, sum);
	case RECORD_SUM_ERROR:
		totals_add_errors(model, sum->code, sum->count, NULL);
		return true;
	case RECORD_SUM_DEVICE:
		devices_use(&model->devices, sum->handle);
		return true;
	}
	return true;
}
