/* SPDX-License-Identifier: Apache-2.0 */
/*
 * finding-output: see finding-output.h.
 */
#include "layers/validation/report/finding-output.h"

#include <ctype.h>
#include <inttypes.h>

#include "config/known-options.h"

#define VALUE_BUFFER 4096

static bool is_json;
static bool has_details;
static bool keeps_stacks;

void output_start(const char *path, const char *status, bool json, bool details, bool stacks)
{
	is_json = json;
	has_details = details;
	keeps_stacks = stacks;
	finding_start("validation", path, status, json);
}

const char *output_level(enum level level)
{
	return known_options[KNOWN_VALIDATION_LEVELS].words[level];
}

void output_ask_places(struct output_names *names, const struct problem *problem)
{
	names->count = 0;
	names->stack = NULL;
	finding_ask_place(names->place, problem->site);
	finding_ask_place(names->other_place, problem->other_site);
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

static struct finding_head head_of(enum level level, const char *id, unsigned slot)
{
	return (struct finding_head){ .level = output_level(level),
				      .id = id,
				      .key = "function",
				      .name = signatures[slot].name };
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

static void add_text(struct line *line, const struct problem *problem)
{
	const char *separator = "; ";

	line_add(line, "%s: %s: %s = ", signatures[problem->slot].name, code_text(problem),
		 param_name(problem, 0));
	add_value(line, problem, 0);
	line_add(line, ": expected %s", problem->expected);
	for (unsigned i = 1; i < problem->param_count; i++) {
		line_add(line, "%s%s = ", separator, param_name(problem, i));
		add_value(line, problem, i);
		separator = ", ";
	}
	if (problem->found && problem->call)
		line_add(line, "; found %s", problem->found);
	if (problem->explained)
		line_add(line, "; %s", problem->explained);
}

static void write_stack(const char *what, const struct stack *stack)
{
	if (stack)
		finding_write_stack(what, stack->frames, stack->depth);
}

static void write_object(const struct problem *problem, unsigned index, const char *name)
{
	const struct object *object = values_object(problem->call, problem->params[index]);
	struct line *line;

	if (!object)
		return;
	line = finding_begin_detail("object");
	line_add(line, "%s = %s", param_name(problem, index), names_kind(object->kind));
	if (!object->is_root)
		line_add(line, " #%" PRIu32, object->number);
	if (*name)
		line_add(line, " %s", name);
	if (!object->is_root)
		line_add(line, ", made by %s", signatures[object->made_by].name);
	if (!object->is_root && object->references == 0)
		line_add(line, ", last released by %s", signatures[object->released_by].name);
	finding_write();
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
	for (unsigned i = 0; i < names->count; i++)
		write_object(problem, i, names->texts[i]);
	write_stack("called at", names->stack);
	add_section(finding_begin_detail("specification"), problem);
	finding_write();
	if (!problem->mend)
		return;
	line_add(finding_begin_detail("mend"), "%s", problem->mend);
	finding_write();
}

/* -- JSON -------------------------------------------------------------------------------- */

static void add_stack(struct line *line, const char *key, const struct stack *stack)
{
	if (stack)
		finding_add_stack(line, key, stack->frames, stack->depth);
}

static void add_parameters(struct line *line, const struct problem *problem)
{
	char text[VALUE_BUFFER];

	line_add(line, ",\"parameters\":{");
	for (unsigned i = 0; i < problem->param_count || i == 0; i++) {
		struct line value = line_in(text, sizeof(text));

		add_value(&value, problem, i);
		finding_add_member(line, param_name(problem, i), text);
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
	finding_add_member(line, "parameter", param_name(problem, index));
	finding_add_member(line, "kind", names_kind(object->kind));
	if (*name) {
		line_add_bytes(&plain, name + 1, strlen(name) - 2);
		finding_add_member(line, "name", text);
	}
	if (!object->is_root) {
		line_add(line, ",\"number\":%" PRIu32, object->number);
		finding_add_member(line, "made_by", signatures[object->made_by].name);
		add_stack(line, "made_at", object->made_at);
	}
	if (!object->is_root && object->references == 0) {
		finding_add_member(line, "released_by", signatures[object->released_by].name);
		add_stack(line, "released_at", object->released_at);
	}
	line_add(line, "}");
}

static void add_members(struct line *line, const struct problem *problem,
			const struct output_names *names)
{
	const char *separator = "";

	finding_add_member(line, "code", problem->code);
	finding_add_member(line, "parameter", param_name(problem, 0));
	add_parameters(line, problem);
	finding_add_member(line, "expected", problem->expected);
	finding_add_member(line, "found", problem->found ? problem->found : problem->explained);
	finding_add_member(line, "section", problem->section);
	finding_add_member(line, "since", problem->since);
	finding_add_member(line, "mend", problem->mend);
	line_add(line, ",\"objects\":[");
	for (unsigned i = 0; i < names->count; i++)
		add_object(line, problem, i, names->texts[i], &separator);
	line_add(line, "]");
}

/* -- both -------------------------------------------------------------------------------- */

void output_write(const struct problem *problem, const struct output_names *names)
{
	const struct finding_head head = head_of(problem->level, problem->id, problem->slot);
	struct line *line = finding_begin(&head);

	if (is_json)
		add_members(line, problem, names);
	else
		add_text(line, problem);
	finding_add_place(line, "called", "called_at", names->place);
	finding_add_place(line, "earlier call", "earlier_call_at", names->other_place);
	if (is_json)
		add_stack(line, "stack", names->stack);
	finding_write();
	if (!is_json && has_details)
		write_details(problem, names);
}

void output_write_count(const struct repeat *repeat)
{
	const struct finding_head head =
		head_of((enum level)repeat->level, repeat->id, repeat->slot);

	finding_write_count(&head, repeat);
}
