/* SPDX-License-Identifier: Apache-2.0 */
/* replay-output: see replay-output.h. */
#include "tool/replay/replay-output.h"

#include "base/text.h"
#include "table/cell.h"
#include "table/json.h"
#include "table/lines.h"
#include "table/table.h"
#include "tool/output/format.h"
#include "tool/replay/notes.h"

/* -- what was captured ----------------------------------------------------------------------- */

/* For each range the argument that is named of those that lead to it. */
static size_t *name_arguments(const struct launch *launch, struct arena *arena)
{
	size_t *named = arena_alloc(arena, (launch->range_count + 1) * sizeof(*named));

	for (size_t i = 0; named && i < launch->range_count; i++)
		named[i] = launch_argument_of(launch, &launch->ranges[i]);
	return named;
}

/*
 * Does argument INDEX lead to contents that are compared as AS? If another argument may write these, one
 * that only reads them does not count.
 */
static bool leads_to(const struct launch *launch, size_t index, enum launch_as as,
		     const size_t *named)
{
	const struct launch_argument *argument = &launch->arguments[index];

	for (size_t i = 0; i < launch->range_count; i++) {
		const struct launch_range *range = &launch->ranges[i];

		if (range->as == as && range->after && (!argument->is_const || named[i] == index) &&
		    launch_reaches(launch, argument, range))
			return true;
	}
	return false;
}

/* "argument 1, 2": those that lead to contents that are compared as AS; NULL: none. */
static const char *arguments_of(const struct launch *launch, enum launch_as as, const size_t *named,
				struct arena *arena)
{
	const char *text = NULL;
	size_t i = 0;

	while (i < launch->range_count && (launch->ranges[i].as != as || !launch->ranges[i].after))
		i++;
	if (!named || i == launch->range_count)
		return NULL;
	for (i = 0; i < launch->argument_count; i++)
		if (leads_to(launch, i, as, named))
			text = text ? format_into(arena, "%s, %zu", text, i) :
				      format_into(arena, "argument %zu", i);
	return text;
}

/* What is looked up is kept, as a capture may have thousands of arguments and of contents. */
static void put_compared(struct output *output, const struct replay_capture *capture,
			 const struct replay_options *options, struct arena *arena)
{
	const size_t *named = name_arguments(&capture->launch, arena);
	bool is_any = false;

	json_open_array(output, "compared");
	for (int as = LAUNCH_UNKNOWN; as < LAUNCH_KINDS; as++) {
		const char *arguments =
			arguments_of(&capture->launch, (enum launch_as)as, named, arena);
		const char *rule = notes_rule((enum launch_as)as, &capture->bounds[as], arena);

		if (!arguments)
			continue;
		is_any = true;
		lines_fact(output, "compared", "%s: %s", arguments, rule);
		json_open_object(output, NULL);
		json_text(output, "what", arguments);
		json_text(output, "how", rule);
		json_close_object(output);
	}
	json_close_array(output);
	json_flag(output, "bounds_were_said", replay_options_has_bounds(options));
	if (replay_options_has_bounds(options) && is_any)
		lines_fact(output, "note",
			   "these bounds are from options, not from the capture");
}

/* The notes of this KIND; as lines with KEY, if that is not NULL. Returns how many there are. */
static size_t put_notes(struct output *output, const struct launch *launch,
			enum launch_note_kind kind, const char *name, const char *key,
			const char *after)
{
	size_t count = 0;

	json_open_array(output, name);
	for (size_t i = 0; i < launch->note_count; i++) {
		if (launch->notes[i].kind != kind)
			continue;
		count++;
		if (key)
			lines_fact(output, key, "%s%s", launch->notes[i].text, after);
		json_text(output, NULL, launch->notes[i].text);
	}
	json_close_array(output);
	return count;
}

/* What was found when the launch was replayed where it was captured. */
static void put_findings(struct output *output, const struct launch *launch)
{
	const bool is_clean =
		put_notes(output, launch, LAUNCH_FINDING, "findings", "findings", "") == 0;

	put_notes(output, launch, LAUNCH_CHECKED_BY, "checked_by", is_clean ? "findings" : NULL,
		  " found nothing wrong");
	put_notes(output, launch, LAUNCH_UNCHECKED, "unchecked", "unchecked", "");
	if (launch->note_count == 0)
		lines_fact(output, "findings", "not looked for");
}

void replay_output_capture(struct output *output, const struct replay_capture *capture,
			   const struct replay_options *options, struct arena *arena)
{
	const struct launch *launch = &capture->launch;
	const char *local = notes_local(launch, arena);

	lines_head(output, LINES_PLAIN, "capture", "%s: kernel %s, launch %llu of %s",
		   capture->directory, launch->call.kernel, (unsigned long long)launch->call.number,
		   format_or(launch->call.process, "?"));
	lines_fact(output, "captured", "%s on %s: %s, driver %s",
		   format_or(launch->call.created, "?"), format_or(launch->platform.name, "?"),
		   format_or(launch->device.name, "?"), format_or(launch->device.driver, "?"));
	json_open_object(output, "capture");
	json_text(output, "directory", capture->directory);
	json_text(output, "kernel", launch->call.kernel);
	json_unsigned(output, "launch", launch->call.number);
	json_text(output, "process", launch->call.process);
	json_text(output, "created", launch->call.created);
	json_text(output, "platform", launch->platform.name);
	json_text(output, "device", launch->device.name);
	json_text(output, "driver_version", launch->device.driver);
	put_compared(output, capture, options, arena);
	if (local)
		lines_fact(output, "local size", "%s", local);
	json_text(output, "local_size", local);
	put_findings(output, launch);
	json_close_object(output);
}

/* -- one row --------------------------------------------------------------------------------- */

static enum lines_shade shade_of(enum replay_outcome outcome)
{
	if (outcome == REPLAY_SAME)
		return LINES_GOOD;
	if (outcome == REPLAY_UNABLE)
		return LINES_DIM;
	return replay_probe_is_bad(outcome) ? LINES_PROBLEM : LINES_WARNING;
}

/* "argument 2, out (float*)"; the argument INDEX, if there is one that reaches MEMORY. */
static const char *argument_text(const struct launch *launch, size_t index, size_t memory,
				 struct arena *arena)
{
	const struct launch_argument *argument = &launch->arguments[index];

	if (index == launch->argument_count)
		return format_into(arena, "memory %zu", memory);
	return format_into(arena, "argument %zu%s%s%s%s%s", index, argument->name ? ", " : "",
			   format_or(argument->name, ""), argument->type ? " (" : "",
			   format_or(argument->type, ""), argument->type ? ")" : "");
}

/* "number 7 of its buffer (byte 28)", as ARGUMENT has it; NULL: no argument reaches it. */
static const char *place_text(const struct replay_probe *probe,
			      const struct launch_argument *argument, struct arena *arena)
{
	static const char *const kinds[] = { "buffer", "sub-buffer", "image", "shared memory" };
	const struct launch *launch = probe->launch;
	const struct launch_memory *memory = &launch->memory[launch->ranges[probe->range].memory];
	unsigned long long offset = probe->offset;
	const char *whole = "";

	if (argument && launch->memory[argument->index].kind == LAUNCH_SUB_BUFFER) {
		memory = &launch->memory[argument->index];
		offset -= memory->origin;
		whole = format_into(arena, "; byte %llu of the whole buffer",
				    (unsigned long long)probe->offset);
	}
	if (probe->element > 1)
		return format_into(arena, "number %llu of its %s (byte %llu%s)",
				   offset / probe->element, kinds[memory->kind], offset, whole);
	return format_into(arena, "byte %llu of its %s%s", offset, kinds[memory->kind], whole);
}

static bool has_difference(const struct replay_probe *probe)
{
	return probe->has_difference && probe->range < probe->launch->range_count &&
	       probe->element > 0;
}

static const char *difference_text(const struct replay_probe *probe, struct arena *arena)
{
	const struct launch *launch = probe->launch;
	struct launch_range byte;
	size_t index;

	if (!has_difference(probe))
		return NULL;
	byte = (struct launch_range){ .memory = launch->ranges[probe->range].memory,
				      .offset = probe->offset,
				      .size = 1 };
	index = launch_argument_of(launch, &byte);
	return format_into(
		arena, "%s: %s is %s, expected %s; %llu differ%s",
		argument_text(launch, index, (size_t)byte.memory, arena),
		place_text(probe, index < launch->argument_count ? &launch->arguments[index] : NULL,
			   arena),
		format_or(probe->found, "?"), format_or(probe->expected, "?"),
		(unsigned long long)probe->count, probe->count == 1 ? "s" : "");
}

const char *replay_output_why(const struct replay_probe *probe, struct arena *arena)
{
	switch (probe->outcome) {
	case REPLAY_SAME:
		return probe->text;
	case REPLAY_DIFFERS:
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
	return probe->outcome == REPLAY_NO_BUILD ? notes_missing_files(probe->launch, arena) : NULL;
}

static void put_lines(struct output *output, const struct replay_row *row, struct arena *arena)
{
	const struct replay_probe *probe = &row->probe;
	const char *text = replay_output_why(probe, arena);
	const char *words = words_of(probe, arena);
	const char *missing = missing_files(probe, arena);
	const char *doubt =
		probe->outcome == REPLAY_DIFFERS ? notes_doubt(probe->launch, arena) : NULL;

	lines_head(output, shade_of(probe->outcome), replay_probe_outcome(probe->outcome),
		   "%s%s%s%s%s", row->driver, row->platform ? ": " : "",
		   format_or(row->platform, ""), row->device ? ": " : "",
		   format_or(row->device, ""));
	if (row->version)
		lines_fact(output, "version", "%s", row->version);
	if (text)
		lines_fact(output, probe->has_difference ? "first" : "why", "%s", text);
	if (probe->outcome == REPLAY_VARIES)
		lines_fact(output, "note",
			   "the launch is not deterministic: the captured driver's own "
			   "results differed, too");
	if (doubt)
		lines_fact(output, "note", "%s", doubt);
	if (probe->portable)
		lines_fact(output, "options",
			   "%s with the options of the capture; tried again with %s",
			   format_or(probe->refused, "a build failed"),
			   *probe->portable ? probe->portable : "none");
	if (missing)
		lines_fact(output, "missing",
			   "the program includes %s: such files are not in a capture", missing);
	if (probe->log)
		lines_fact(output, "build log", "%s", probe->log);
	if (words)
		lines_fact(output, "it said", "%s", words);
	if (probe->same + probe->differing > 1)
		lines_fact(output, "runs", "%u as captured, %u not", probe->same, probe->differing);
	if (probe->build_ns || probe->launch_ns)
		lines_fact(output, "times", "build %s, launch %s",
			   probe->build_ns ? cell_time(probe->build_ns).text : "-",
			   probe->launch_ns ? cell_time(probe->launch_ns).text : "-");
}

static void put_difference(struct output *output, const struct replay_probe *probe)
{
	if (!has_difference(probe))
		return;
	json_open_object(output, "first");
	json_unsigned(output, "memory", probe->launch->ranges[probe->range].memory);
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
	json_text(output, "why", replay_output_why(probe, arena));
	put_difference(output, probe);
	json_text(output, "build_log", probe->log);
	json_text(output, "portable_options", probe->portable);
	json_text(output, "refused_options", probe->refused);
	json_text(output, "missing_files", missing_files(probe, arena));
	json_text(output, "said", words_of(probe, arena));
	json_unsigned(output, "same", probe->same);
	json_unsigned(output, "differing", probe->differing);
	json_unsigned(output, "build_ns", probe->build_ns);
	json_unsigned(output, "launch_ns", probe->launch_ns);
	json_close_object(output);
}

/* -- all rows -------------------------------------------------------------------------------- */

static void get_outcome(const void *outcome, struct table_value *value)
{
	value->text = replay_probe_outcome(*(const enum replay_outcome *)outcome);
}

static void get_device(const void *member, struct table_value *value)
{
	const struct replay_row *row = member;

	text_format(value->space, sizeof(value->space), "%s%s%s", row->driver,
		    row->device ? ": " : "", format_or(row->device, ""));
	value->text = value->space;
}

static void get_directory(const void *member, struct table_value *value)
{
	const struct replay_row *row = member;

	value->text = row->capture->directory;
}

#define AT(member) TABLE_AT(struct replay_row, member)
#define RESULT { NULL, TABLE_TEXT, AT(probe.outcome), "result", 10, get_outcome }
#define TIMES \
	{ NULL, TABLE_TIME, AT(probe.build_ns), "build", 10, table_get_measured }, \
	{ NULL, TABLE_TIME, AT(probe.launch_ns), "launch", 10, table_get_measured }
#define DRIVER { NULL, TABLE_TEXT, .title = "driver", .get = get_device }

static const struct table_column columns[] = { RESULT, TIMES, DRIVER };
static const struct table table = TABLE(NULL, columns);

static const struct table_column columns_of_several[] = { RESULT,
							  TIMES,
							  { NULL, TABLE_TEXT, .title = "capture",
							    .width = 20, .get = get_directory },
							  DRIVER };
static const struct table table_of_several = TABLE(NULL, columns_of_several);

void replay_output_conclusion(struct output *output, const struct replay_capture *capture)
{
	if (capture->conclusion)
		lines_head(output, LINES_PLAIN, "result", "%s", capture->conclusion);
	json_text(output, "conclusion", capture->conclusion);
}

void replay_output_table(struct output *output, const struct replay_capture *captures, size_t count)
{
	struct table_view view = { .output = output,
				   .table = count > 1 ? &table_of_several : &table };
	const bool has_two = count > 0 && captures->rows && captures->rows->next;

	if ((count < 2 && !has_two) || output->form != OUTPUT_LINES)
		return;
	for (size_t i = 0; i < count; i++)
		for (const struct replay_row *row = captures[i].rows; row; row = row->next)
			table_put(&view, row);
	table_end(&view);
}
