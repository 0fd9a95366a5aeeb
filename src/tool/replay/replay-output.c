/* SPDX-License-Identifier: Apache-2.0 */
/* replay-output: see replay-output.h. */
#include "tool/replay/replay-output.h"

#include "base/text.h"
#include "capture/rules.h"
#include "table/cell.h"
#include "table/json.h"
#include "table/lines.h"
#include "table/table.h"
#include "tool/output/format.h"
#include "tool/replay/notes.h"

#define MOST_GROUPS 8	/* ways to compare that are shown */

/* -- what was captured ----------------------------------------------------------------------- */

/* Contents that are compared in the same way, and the arguments that lead to them. */
struct group {
	const struct capture_rule *rule;
	const char *arguments;
	size_t last;		/* argument */
};

/* COUNT of the groups, and the new one if ARGUMENT leads to the first contents with RULE. */
static size_t add_to_group(struct group groups[MOST_GROUPS], size_t count, const struct capture_rule *rule,
			   size_t argument, struct arena *arena)
{
	size_t i = 0;

	while (i < count && !rules_are_alike(groups[i].rule, rule))
		i++;
	if (i == MOST_GROUPS || (i < count && groups[i].last == argument))
		return count;
	groups[i].arguments = i < count ? format_into(arena, "%s, %zu", groups[i].arguments, argument) :
					  format_into(arena, "argument %zu", argument);
	groups[i].rule = rule;
	groups[i].last = argument;
	return count + (i == count);
}

/* For each contents, in the order of capture_next(), the argument that is named; NULL: no memory. */
static size_t *name_arguments(const struct capture *capture, struct arena *arena)
{
	struct capture_cursor at = { 0 };
	const struct capture_range *range;
	size_t count = 0;
	size_t *named;

	for (size_t i = 0; i < capture->memory_count; i++)
		count += capture->memory[i].range_count;
	named = arena_alloc(arena, (count + 1) * sizeof(*named));
	for (size_t i = 0; named && (range = capture_next(capture, &at)); i++)
		named[i] = rules_argument_of(capture, at.memory, range);
	return named;
}

/*
 * Of contents that another argument may write, one that only reads them is left out. What is named is
 * looked up before, as a capture may have thousands of arguments and of contents.
 */
static size_t list_groups(const struct capture *capture, struct group groups[MOST_GROUPS],
			  struct arena *arena)
{
	const size_t *named = name_arguments(capture, arena);
	size_t count = 0;

	for (size_t i = 0; named && i < capture->argument_count; i++) {
		const struct capture_argument *argument = &capture->arguments[i];
		const struct capture_range *range;
		struct capture_cursor at = { 0 };

		for (size_t j = 0; (range = capture_next(capture, &at)); j++)
			if (range->after.hash && rules_reaches(capture, argument, at.memory, range) &&
			    (!argument->is_const || named[j] == i))
				count = add_to_group(groups, count, &range->rule, i, arena);
	}
	return count;
}

static void put_groups(struct output *output, const struct capture *capture, const struct said *said,
		       struct arena *arena)
{
	struct group groups[MOST_GROUPS];
	const size_t count = list_groups(capture, groups, arena);

	json_open_array(output, "compared");
	for (size_t i = 0; i < count; i++) {
		const char *text = notes_rule(groups[i].rule, arena);

		lines_fact(output, "compared", "%s: %s", groups[i].arguments, text);
		json_open_object(output, NULL);
		json_text(output, "what", groups[i].arguments);
		json_text(output, "how", text);
		json_close_object(output);
	}
	json_close_array(output);
	json_flag(output, "bounds_were_said", said_has_bounds(said));
	if (said_has_bounds(said) && count > 0)
		lines_fact(output, "note", "these bounds are not those of the capture: options say so");
}

static void put_texts(struct output *output, const char *name, const char *key, const char *after,
		      const struct capture_texts *texts)
{
	json_open_array(output, name);
	for (size_t i = 0; i < texts->count; i++) {
		if (key)
			lines_fact(output, key, "%s%s", texts->texts[i], after);
		json_text(output, NULL, texts->texts[i]);
	}
	json_close_array(output);
}

/* What was found when the launch was replayed where it was captured. */
static void put_findings(struct output *output, const struct capture_findings *findings)
{
	const bool is_clean = findings->is_asked && findings->list.count == 0;

	if (findings->is_asked)
		put_texts(output, "findings", "findings", "", &findings->list);
	else
		json_text(output, "findings", NULL);
	put_texts(output, "checked_by", is_clean ? "findings" : NULL, " found nothing wrong",
		  &findings->by);
	put_texts(output, "unchecked", "unchecked", "", &findings->problems);
	if (!findings->is_asked && findings->problems.count == 0)
		lines_fact(output, "findings", "not looked for");
}

void replay_output_capture(struct output *output, const char *directory,
			   const struct capture *capture, const struct said *said,
			   struct arena *arena)
{
	const char *local = notes_local(capture, arena);

	const struct capture_launch *launch = &capture->launch;

	lines_head(output, LINES_PLAIN, "capture", "%s: kernel %s, launch %llu of %s", directory,
		   launch->kernel, (unsigned long long)launch->number, capture->process);
	lines_fact(output, "captured", "%s on %s: %s, driver %s", capture->created,
		   capture->platform.name, capture->device.name, capture->device.driver);
	json_open_object(output, "capture");
	json_text(output, "directory", directory);
	json_text(output, "kernel", launch->kernel);
	json_unsigned(output, "launch", launch->number);
	json_text(output, "process", capture->process);
	json_text(output, "created", capture->created);
	json_text(output, "platform", capture->platform.name);
	json_text(output, "device", capture->device.name);
	json_text(output, "driver_version", capture->device.driver);
	put_groups(output, capture, said, arena);
	if (local)
		lines_fact(output, "local size", "%s", local);
	json_text(output, "local_size", local);
	put_findings(output, &capture->findings);
	json_close_object(output);
}

/* -- one row --------------------------------------------------------------------------------- */

static enum lines_shade shade_of(enum replay_outcome outcome)
{
	if (outcome == REPLAY_RIGHT)
		return LINES_GOOD;
	if (outcome == REPLAY_UNABLE)
		return LINES_DIM;
	return replay_probe_is_bad(outcome) ? LINES_PROBLEM : LINES_WARNING;
}

/* "argument 2, out (float*)"; the argument INDEX, if there is one that reaches MEMORY. */
static const char *argument_text(const struct capture *capture, size_t index, size_t memory,
				 struct arena *arena)
{
	const struct capture_argument *argument = &capture->arguments[index];

	if (index == capture->argument_count)
		return format_into(arena, "memory %zu", memory);
	return format_into(arena, "argument %zu%s%s%s%s%s", index, *argument->name ? ", " : "",
			   argument->name, *argument->type ? " (" : "", argument->type,
			   *argument->type ? ")" : "");
}

static const char *kind_text(enum capture_memory_kind kind)
{
	static const char *const kinds[] = { "buffer", "sub-buffer", "image", "shared memory" };

	return kinds[kind];
}

/* "number 7 of its buffer (byte 28)", as ARGUMENT has it; NULL: no argument reaches it. */
static const char *place_text(const struct replay_probe *probe, const struct capture_argument *argument,
			      struct arena *arena)
{
	const struct capture_memory *memory = &probe->capture->memory[probe->memory];
	unsigned long long offset = probe->offset;
	const char *whole = "";

	if (argument && probe->capture->memory[argument->index].kind == CAPTURE_SUB_BUFFER) {
		memory = &probe->capture->memory[argument->index];
		offset -= memory->origin;
		whole = format_into(arena, "; byte %llu of the whole buffer",
				    (unsigned long long)probe->offset);
	}
	if (probe->element > 1)
		return format_into(arena, "number %llu of its %s (byte %llu%s)", offset / probe->element,
				   kind_text(memory->kind), offset, whole);
	return format_into(arena, "byte %llu of its %s%s", offset, kind_text(memory->kind), whole);
}

static const char *difference_text(const struct replay_probe *probe, struct arena *arena)
{
	const struct capture *capture = probe->capture;
	const struct capture_range byte = { .offset = probe->offset, .size = 1 };
	size_t index;

	if (!probe->has_difference || probe->memory >= capture->memory_count || probe->element == 0)
		return NULL;
	index = rules_argument_of(capture, probe->memory, &byte);
	return format_into(arena, "%s: %s is %s, expected %s; %llu differ%s",
			   argument_text(capture, index, probe->memory, arena),
			   place_text(probe, index < capture->argument_count ?
						     &capture->arguments[index] : NULL, arena),
			   format_or(probe->found, "?"), format_or(probe->expected, "?"),
			   (unsigned long long)probe->count, probe->count == 1 ? "s" : "");
}

/* Why the row is not right, in a sentence; NULL: it is, or there is nothing to say. */
static const char *why(const struct replay_probe *probe, struct arena *arena)
{
	switch (probe->outcome) {
	case REPLAY_RIGHT:
		return probe->text;
	case REPLAY_WRONG:
	case REPLAY_VARIES:
		return format_or(difference_text(probe, arena), format_or(probe->text, "?"));
	default:
		return replay_probe_failure(probe, arena);
	}
}

/* What the driver printed says more than its error codes: Oclgrind's findings, for example. */
static const char *words_of(const struct replay_probe *probe, struct arena *arena)
{
	return probe->outcome == REPLAY_NOT_TRIED ? NULL : child_last_words(&probe->child, arena);
}

/* What may be the reason why a program cannot be built; NULL: nothing is known. */
static const char *missing_files(const struct replay_probe *probe, struct arena *arena)
{
	return probe->outcome == REPLAY_NO_BUILD ? notes_missing_files(probe->capture, arena) : NULL;
}

static void put_lines(struct output *output, const struct replay_row *row, struct arena *arena)
{
	const struct replay_probe *probe = &row->probe;
	const char *text = why(probe, arena);
	const char *words = words_of(probe, arena);
	const char *missing = missing_files(probe, arena);
	const char *doubt = probe->outcome == REPLAY_WRONG ? notes_doubt(probe->capture, arena) : NULL;

	lines_head(output, shade_of(probe->outcome), replay_probe_outcome(probe->outcome),
		   "%s%s%s%s%s", row->driver, row->platform ? ": " : "",
		   format_or(row->platform, ""), row->device ? ": " : "", format_or(row->device, ""));
	if (row->version)
		lines_fact(output, "version", "%s", row->version);
	if (text)
		lines_fact(output, probe->has_difference ? "first" : "why", "%s", text);
	if (probe->outcome == REPLAY_VARIES)
		lines_fact(output, "note", "these contents were not the same each time where the "
			   "launch was captured, either");
	if (doubt)
		lines_fact(output, "note", "%s", doubt);
	if (probe->portable)
		lines_fact(output, "options", "%s with those of the capture; tried again with %s",
			   format_or(probe->refused, "a build failed"),
			   *probe->portable ? probe->portable : "none");
	if (missing)
		lines_fact(output, "missing", "the program includes %s: such files are not in a capture",
			   missing);
	if (probe->log)
		lines_fact(output, "build log", "%s", probe->log);
	if (words)
		lines_fact(output, "it said", "%s", words);
	if (probe->right + probe->wrong > 1)
		lines_fact(output, "runs", "%u right, %u wrong", probe->right, probe->wrong);
	if (probe->build_ns || probe->launch_ns)
		lines_fact(output, "times", "build %s, launch %s",
			   probe->build_ns ? cell_time(probe->build_ns).text : "-",
			   probe->launch_ns ? cell_time(probe->launch_ns).text : "-");
}

static void put_difference(struct output *output, const struct replay_probe *probe)
{
	if (!probe->has_difference)
		return;
	json_open_object(output, "first");
	json_unsigned(output, "memory", probe->memory);
	json_unsigned(output, "range", probe->range);
	json_unsigned(output, "offset", probe->offset);
	json_unsigned(output, "element_size", probe->element);
	json_text(output, "found", probe->found);
	json_text(output, "expected", probe->expected);
	json_unsigned(output, "count", probe->count);
	json_close_object(output);
}

void replay_output_row(struct output *output, const struct replay_row *row, struct arena *arena)
{
	const struct replay_probe *probe = &row->probe;

	put_lines(output, row, arena);
	json_open_object(output, NULL);
	json_text(output, "driver", row->driver);
	json_text(output, "platform", row->platform);
	json_text(output, "device", row->device);
	json_text(output, "driver_version", row->version);
	json_text(output, "outcome", replay_probe_outcome(probe->outcome));
	json_text(output, "why", why(probe, arena));
	put_difference(output, probe);
	json_text(output, "build_log", probe->log);
	json_text(output, "portable_options", probe->portable);
	json_text(output, "refused_options", probe->refused);
	json_text(output, "missing_files", missing_files(probe, arena));
	json_text(output, "said", words_of(probe, arena));
	json_unsigned(output, "right", probe->right);
	json_unsigned(output, "wrong", probe->wrong);
	json_unsigned(output, "build_ns", probe->build_ns);
	json_unsigned(output, "launch_ns", probe->launch_ns);
	json_close_object(output);
}

/* -- all rows -------------------------------------------------------------------------------- */

static void get_outcome(const void *outcome, const void *context, struct table_value *value)
{
	(void)context;
	value->text = replay_probe_outcome(*(const enum replay_outcome *)outcome);
}

static void get_device(const void *member, const void *context, struct table_value *value)
{
	const struct replay_row *row = member;

	(void)context;
	text_format(value->space, sizeof(value->space), "%s%s%s", row->driver,
		    row->device ? ": " : "", format_or(row->device, ""));
	value->text = value->space;
}

#define AT(member) TABLE_AT(struct replay_row, member)
static const struct table_column columns[] = {
	{ NULL, TABLE_TEXT, AT(probe.outcome), "result", 10, get_outcome },
	{ NULL, TABLE_TIME, AT(probe.build_ns), "build", 10, table_get_measured },
	{ NULL, TABLE_TIME, AT(probe.launch_ns), "launch", 10, table_get_measured },
	{ NULL, TABLE_TEXT, .title = "driver", .get = get_device },
};
static const struct table table = TABLE(NULL, columns);

void replay_output_table(struct output *output, const struct replay_row *rows)
{
	struct table_view view = { .output = output, .table = &table };

	if (!rows || !rows->next || output->form != OUTPUT_LINES)
		return;
	for (const struct replay_row *row = rows; row; row = row->next)
		table_put(&view, row);
	table_end(&view);
}
