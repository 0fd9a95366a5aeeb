/* SPDX-License-Identifier: Apache-2.0 */
/* sums: see sums.h. */
#include "tool/report/sums.h"

#include "tool/report/commands.h"
#include "tool/report/space.h"

/* Calls that began and have not ended: the program is in them, or died there. */
static void add_unfinished(struct model *model, const struct record_sum *sum, uint32_t thread)
{
	if (sum->count <= sum->times.count)
		return;
	if (model->unfinished_count < MODEL_UNFINISHED)
		model->unfinished[model->unfinished_count] = (struct model_place){
			.function = sum->function, .thread = thread, .time = sum->last
		};
	model->unfinished_count++;
}

static bool add_calls(struct model *model, const struct record_sum *sum, uint32_t thread)
{
	struct thread *own = threads_find(&model->threads, thread);
	struct model_function *function;

	if (sum->function >= MODEL_FUNCTIONS)
		return true;
	function = &model->functions[sum->function];
	if (!function->times)
		function->times = arena_alloc(&model->arena, sizeof(*function->times));
	if (!function->times)
		return space_is_short();
	function->count += sum->count;
	function->errors += sum->errors;
	durations_join(function->times, &sum->times);
	model->calls += sum->count;
	if (own) {
		own->calls += sum->count;
		own->inside += sum->times.total;
	}
	if (sum->last > model->last)
		model->last = sum->last;
	add_unfinished(model, sum, thread);
	return true;
}

/* Where an error was first, sums do not say. */
static void add_errors(struct model *model, const struct record_sum *sum)
{
	struct model_error *error = model->errors;
	struct model_error *end = error + model->error_count;

	while (error < end && error->code != sum->code)
		error++;
	if (error == end && model->error_count == MODEL_ERRORS)
		error--;
	else if (error == end)
		model->errors[model->error_count++] = (struct model_error){ .code = sum->code };
	error->count += sum->count;
}

bool sums_are_sound(const struct record *record)
{
	const struct record_sum *sum = (const struct record_sum *)record;

	return record->size >= sizeof(*sum) && sum->times.estimated <= sum->times.count;
}

bool sums_add(struct model *model, const struct record *record, uint32_t thread)
{
	const struct record_sum *sum = (const struct record_sum *)record;

	if (!sums_are_sound(record))
		return true;
	switch ((enum record_sum_kind)record->detail) {
	case RECORD_SUM_CALL:
		return add_calls(model, sum, thread);
	case RECORD_SUM_COMMAND:
	case RECORD_SUM_KERNEL:
		return commands_add_sum(&model->commands, sum);
	case RECORD_SUM_ERROR:
		add_errors(model, sum);
		return true;
	case RECORD_SUM_DEVICE:
		devices_use(&model->devices, sum->handle);
		return true;
	}
	return true;
}
