/* SPDX-License-Identifier: Apache-2.0 */
/* called: see called.h. */
#include "tool/report/called.h"

#include "tool/report/space.h"

struct model_function *called_find(struct model *model, unsigned int number)
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

void called_add_errors(struct model *model, int32_t code, uint64_t count,
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
