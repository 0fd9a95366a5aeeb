/* SPDX-License-Identifier: Apache-2.0 */
/* callers: see callers.h. */
#include "tool/report/view/callers.h"

#include <string.h>

#include "base/text.h"

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

/* Whose code a caller is; of the higher ones the first is chosen, and the lower only if there is none. */
enum caller_rank { CALLER_BETWEEN, CALLER_LIBC, CALLER_BINDING, CALLER_PROGRAM, CALLER_SCRIPT };

static bool begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

/* A module of C that Python loads passes on what a program in Python wants, as PyOpenCL's _cl does. */
static enum caller_rank rank_of(const struct code_place *place)
{
	const char *name = place->module ? text_base_name(place->module->path) : "";

	if (place->is_script)
		return CALLER_SCRIPT;
	if (place->module && place->module->is_between)
		return CALLER_BETWEEN;
	if (strstr(name, ".cpython-") || strstr(name, ".abi3.so") || begins(name, "_cl.") ||
	    begins(name, "libffi.so"))
		return CALLER_BINDING;
	return begins(name, "libc.so") ? CALLER_LIBC : CALLER_PROGRAM;
}

/* What a function of the interpreter does is not what the program does. */
static bool is_interpreter(const struct code_place *place)
{
	const char *name = place->module ? text_base_name(place->module->path) : "";

	return begins(name, "python3") || begins(name, "libpython3");
}

/* The index of the one that callers_choose() finds; `count` if there is none. */
static size_t choose(const struct model *model, const struct model_place *place,
		     const struct callers *callers)
{
	enum caller_rank best = CALLER_BETWEEN;
	size_t chosen = callers->count;

	for (size_t i = 0; i < callers->count; i++) {
		const enum caller_rank rank = rank_of(callers_get(model, place, callers, i));

		if (rank <= best)
			continue;
		best = rank;
		chosen = i;
	}
	return chosen;
}

bool callers_choose(const struct model *model, const struct model_place *place,
		    struct code_place *chosen)
{
	const struct callers callers = callers_find(model, place);
	const size_t index = choose(model, place, &callers);

	if (index == callers.count)
		return false;
	*chosen = *callers_get(model, place, &callers, index);
	return true;
}

void callers_add_chain(struct line *line, const struct model *model, const struct model_place *place,
		       size_t columns)
{
	const struct callers callers = callers_find(model, place);

	for (size_t i = choose(model, place, &callers) + 1; i < callers.count; i++) {
		const struct code_place *found = callers_get(model, place, &callers, i);
		char text[2 * CODE_NAME];
		struct line part = line_in(text, sizeof(text));

		code_add_text(&part, found);
		if (rank_of(found) < CALLER_PROGRAM || is_interpreter(found) ||
		    strcmp(found->function, "_start") == 0 || line->length + strlen(text) + 4 > columns)
			continue;
		line_add(line, "%s%s", line->length > 0 ? " < " : "", cell_name(text, columns).text);
	}
}

bool callers_need_names(const struct model *model)
{
	const char *program = model->program ? text_base_name(model->program) : "";

	return begins(program, "python") && model->code->modules.count > 0 && model->code->map.count == 0;
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
