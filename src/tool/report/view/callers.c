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

/* What does not fit is left out: file and line say more than the function. */
struct cell_name callers_text(const struct model *model, const struct model_place *place,
			      size_t columns)
{
	struct code_place code;
	struct cell_name cell = { "" };
	struct line line = line_in(cell.text, sizeof(cell.text));

	if (!callers_choose(model, place, &code))
		return cell;
	code_add_text(&line, &code);
	if (line.length > columns && code.line > 0) {
		*code.function = '\0';
		line = line_in(cell.text, sizeof(cell.text));
		code_add_text(&line, &code);
	}
	return cell_name(cell.text, columns);
}
