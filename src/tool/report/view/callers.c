/* SPDX-License-Identifier: Apache-2.0 */
/* callers: see callers.h. */
#include "tool/report/view/callers.h"

struct callers callers_find(const struct model *model, const struct model_place *place)
{
	struct callers callers;

	callers.count = record_reader_callers(model->reader, place->reference, callers.addresses);
	return callers;
}

const struct code_place *callers_get(const struct model *model, const struct model_place *place,
				     const struct callers *callers, size_t number)
{
	return code_find(model->code, callers->addresses[number], place->time);
}

bool callers_choose(const struct model *model, const struct model_place *place,
		    struct code_place *chosen)
{
	const struct callers callers = callers_find(model, place);
	bool has_chosen = false;

	for (size_t i = 0; i < callers.count; i++) {
		const struct code_place *found = callers_get(model, place, &callers, i);

		if (!has_chosen && !(found->module && found->module->is_between)) {
			*chosen = *found;
			has_chosen = true;
		}
		if (found->is_script) {
			*chosen = *found;
			return true;
		}
	}
	return has_chosen;
}
