/* SPDX-License-Identifier: Apache-2.0 */
/*
 * finding-output: see finding-output.h.
 */
#include "layers/validation/report/finding-output.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "config/known-options.h"
#include "layers/frame/output-file.h"
#include "layers/frame/place/symbols.h"

#define LINE_BUFFER 131072
#define VALUE_BUFFER 4096
#define PREFIX "clrouter: validation: "
#define DETAIL PREFIX "    "

/* Used with the lock held, so one is enough. */
static char buffer[LINE_BUFFER + 1];

static struct output_file output;
static bool is_json;
static bool has_details;
static bool keeps_stacks;

void output_start(const char *path, bool json, bool details, bool stacks)
{
	is_json = json;
	has_details = details;
	keeps_stacks = stacks;
	output_file_open(&output, path, OUTPUT_APPEND);
}

const char *output_level(enum level level)
{
	return known_options[KNOWN_VALIDATION_LEVELS].words[level];
}

static void ask_place(char text[OUTPUT_PLACE], const void *site)
{
	struct line line = line_in(text, OUTPUT_PLACE);

	if (site)
		symbols_add(&line, site);
}

void output_ask_places(struct output_names *names, const struct problem *problem)
{
	names->count = 0;
	names->stack = NULL;
	ask_place(names->place, problem->site);
	ask_place(names->other_place, problem->other_site);
}

void output_ask_names(struct output_names *names, const struct problem *problem)
{
	output_ask_places(names, problem);
	names->count = problem->param_count;
	for (unsigned i = 0; i < problem->param_count; i++) {
		struct line line = line_in(names->texts[i], sizeof(names->texts[i]));

		if (is_json || has_details)
			values_add_name(&line, problem->call, problem->params[i]);
	}
	if (keeps_stacks)
		names->stack = live_take_stack();
}

static const char *code_text(const struct problem *problem)
{
	return problem->code ? problem->code : "-";
}

static const char *param_name(const struct problem *problem, unsigned index)
{
	if (problem->param_count == 0)
		return problem->subject ? problem->subject : "event";
	return signatures[problem->slot].params[problem->params[index]].name;
}

static void add_value(struct line *line, const struct problem *problem, unsigned index)
{
	if (problem->call && index < problem->param_count)
		values_add(line, problem->call, problem->params[index]);
	else
		line_add(line, "%s", problem->found);
}

/* -- text -------------------------------------------------------------------------------- */

static void add_place(struct line *line, const char *what, const char *place)
{
	if (*place)
		line_add(line, "; %s at %s", what, place);
}

static void write_first_line(const struct problem *problem, const struct output_names *names)
{
	const char *separator = "; ";
	struct line line = line_in(buffer, LINE_BUFFER);

	line_add(&line, PREFIX "%s: %s: %s: %s: %s = ", output_level(problem->level), problem->id,
		 signatures[problem->slot].name, code_text(problem), param_name(problem, 0));
	add_value(&line, problem, 0);
	line_add(&line, ": expected %s", problem->expected);
	for (unsigned i = 1; i < problem->param_count; i++) {
		line_add(&line, "%s%s = ", separator, param_name(problem, i));
		add_value(&line, problem, i);
		separator = ", ";
	}
	if (problem->found && problem->call)
		line_add(&line, "; found %s", problem->found);
	if (problem->explained)
		line_add(&line, "; %s", problem->explained);
	add_place(&line, "called", names->place);
	add_place(&line, "earlier call", names->other_place);
	output_file_write_line(&output, &line);
}

static void write_detail(const char *what, const char *text)
{
	struct line line = line_in(buffer, LINE_BUFFER);

	line_add(&line, DETAIL "%s: %s", what, text);
	output_file_write_line(&output, &line);
}

static void write_stack(const char *what, const struct stack *stack)
{
	for (int i = 0; stack && i < stack->depth; i++) {
		struct line line = line_in(buffer, LINE_BUFFER);

		if (symbols_is_own(stack->frames[i]))
			continue;
		line_add(&line, DETAIL "%s: ", what);
		symbols_add(&line, stack->frames[i]);
		output_file_write_line(&output, &line);
	}
}

static void write_object(const struct problem *problem, unsigned index, const char *name)
{
	const struct object *object = values_object(problem->call, problem->params[index]);
	struct line line = line_in(buffer, LINE_BUFFER);

	if (!object)
		return;
	line_add(&line, DETAIL "object: %s = %s", param_name(problem, index),
		 names_kind(object->kind));
	if (!object->is_root)
		line_add(&line, " #%" PRIu32, object->number);
	if (*name)
		line_add(&line, " %s", name);
	if (!object->is_root)
		line_add(&line, ", made by %s", signatures[object->made_by].name);
	if (!object->is_root && object->references == 0)
		line_add(&line, ", last released by %s", signatures[object->released_by].name);
	output_file_write_line(&output, &line);
	write_stack("made at", object->made_at);
	write_stack("released at", object->references == 0 ? object->released_at : NULL);
}

/* The section as a sentence would name it: it is a number, or the name of an extension. */
static void add_section(struct line *line, const struct problem *problem)
{
	if (isdigit((unsigned char)problem->section[0]))
		line_add(line, "section %s of the OpenCL API specification", problem->section);
	else
		line_add(line, "the extension %s", problem->section);
	if (problem->since && isdigit((unsigned char)problem->since[0]))
		line_add(line, ", since OpenCL %s", problem->since);
}

static void write_details(const struct problem *problem, const struct output_names *names)
{
	char text[256];
	struct line section = line_in(text, sizeof(text));

	for (unsigned i = 0; i < names->count; i++)
		write_object(problem, i, names->texts[i]);
	write_stack("called at", names->stack);
	add_section(&section, problem);
	write_detail("specification", text);
	if (problem->mend)
		write_detail("mend", problem->mend);
}

/* -- JSON -------------------------------------------------------------------------------- */

/* Adds the member NAME with a TEXT; nothing if that is NULL or empty. */
static void add_member(struct line *line, const char *name, const char *text)
{
	if (!text || *text == '\0')
		return;
	line_add(line, "%s\"%s\":", line->text[line->length - 1] == '{' ? "" : ",", name);
	line_add_json(line, text);
}

static void add_stack(struct line *line, const char *name, const struct stack *stack)
{
	const char *separator = "";
	char place[OUTPUT_PLACE];

	if (!stack)
		return;
	line_add(line, ",\"%s\":[", name);
	for (int i = 0; i < stack->depth; i++) {
		if (symbols_is_own(stack->frames[i]))
			continue;
		line_add(line, "%s", separator);
		ask_place(place, stack->frames[i]);
		line_add_json(line, place);
		separator = ",";
	}
	line_add(line, "]");
}

static void add_parameters(struct line *line, const struct problem *problem)
{
	char text[VALUE_BUFFER];

	line_add(line, ",\"parameters\":{");
	for (unsigned i = 0; i < problem->param_count || i == 0; i++) {
		struct line value = line_in(text, sizeof(text));

		add_value(&value, problem, i);
		add_member(line, param_name(problem, i), text);
	}
	line_add(line, "}");
}

/* The name is quoted already, as a string of C: its escape sequences stay as they are. */
static void add_object(struct line *line, const struct problem *problem, unsigned index,
		       const char *name, const char **separator)
{
	const struct object *object = values_object(problem->call, problem->params[index]);
	char text[sizeof(((struct output_names *)0)->texts[0])];
	struct line plain = line_in(text, sizeof(text));

	if (!object)
		return;
	line_add(line, "%s{", *separator);
	*separator = ",";
	add_member(line, "parameter", param_name(problem, index));
	add_member(line, "kind", names_kind(object->kind));
	if (*name) {
		line_add_bytes(&plain, name + 1, strlen(name) - 2);
		add_member(line, "name", text);
	}
	if (!object->is_root) {
		line_add(line, ",\"number\":%" PRIu32, object->number);
		add_member(line, "made_by", signatures[object->made_by].name);
		add_stack(line, "made_at", object->made_at);
	}
	if (!object->is_root && object->references == 0) {
		add_member(line, "released_by", signatures[object->released_by].name);
		add_stack(line, "released_at", object->released_at);
	}
	line_add(line, "}");
}

static void begin_json(struct line *line, enum level level, const char *id, unsigned slot)
{
	line_add(line, "{");
	add_member(line, "level", output_level(level));
	add_member(line, "id", id);
	add_member(line, "function", signatures[slot].name);
}

static void end_json(struct line *line)
{
	line_add(line, ",\"process\":%ld}", (long)getpid());
	output_file_write_line(&output, line);
}

static void write_json(const struct problem *problem, const struct output_names *names)
{
	struct line line = line_in(buffer, LINE_BUFFER);
	const char *separator = "";

	begin_json(&line, problem->level, problem->id, problem->slot);
	add_member(&line, "code", problem->code);
	add_member(&line, "parameter", param_name(problem, 0));
	add_parameters(&line, problem);
	add_member(&line, "expected", problem->expected);
	add_member(&line, "found", problem->found ? problem->found : problem->explained);
	add_member(&line, "section", problem->section);
	add_member(&line, "since", problem->since);
	add_member(&line, "mend", problem->mend);
	line_add(&line, ",\"objects\":[");
	for (unsigned i = 0; i < names->count; i++)
		add_object(&line, problem, i, names->texts[i], &separator);
	line_add(&line, "]");
	add_member(&line, "called_at", names->place);
	add_member(&line, "earlier_call_at", names->other_place);
	add_stack(&line, "stack", names->stack);
	if (line.is_truncated) {
		line = line_in(buffer, LINE_BUFFER);
		begin_json(&line, problem->level, problem->id, problem->slot);
	}
	end_json(&line);
}

/* -- both -------------------------------------------------------------------------------- */

void output_write(const struct problem *problem, const struct output_names *names)
{
	if (is_json)
		write_json(problem, names);
	else
		write_first_line(problem, names);
	if (!is_json && has_details)
		write_details(problem, names);
}

void output_write_count(const struct repeat *repeat)
{
	struct line line = line_in(buffer, LINE_BUFFER);
	char place[OUTPUT_PLACE];

	ask_place(place, repeat->site);
	if (!is_json) {
		line_add(&line, PREFIX "%s: %s: %lu times at one place%s%s",
			 output_level((enum level)repeat->level), repeat->id, repeat->count,
			 *place ? ": " : "", place);
		output_file_write_line(&output, &line);
		return;
	}
	begin_json(&line, (enum level)repeat->level, repeat->id, repeat->slot);
	line_add(&line, ",\"count\":%lu", repeat->count);
	add_member(&line, "called_at", place);
	end_json(&line);
}

void output_write_end(size_t findings, const char *unsought)
{
	struct line line = line_in(buffer, LINE_BUFFER);

	if (is_json || (findings == 0 && !output_file_is_same(&output)))
		return;
	if (findings == 0)
		line_add(&line, PREFIX "no finding");
	else
		line_add(&line, PREFIX "%zu finding%s", findings, findings == 1 ? "" : "s");
	if (*unsought)
		line_add(&line, "; not looked for: %s", unsought);
	output_file_write_line(&output, &line);
}

void output_end(void)
{
	output_file_close(&output);
}
