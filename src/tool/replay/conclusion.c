/* SPDX-License-Identifier: Apache-2.0 */
/* conclusion: see replay-rows.h. */
#include "tool/replay/replay-rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "launch/launch-rules.h"
#include "tool/output/format.h"

struct drawing {
	const struct replay_capture *capture;
	const struct launch *launch;
	struct arena *arena;
	bool is_all;
};

static bool is_same_text(const char *a, const char *b)
{
	return strcmp(format_or(a, ""), format_or(b, "")) == 0;
}

/* -- names ----------------------------------------------------------------------------------- */

enum naming { BY_PLATFORM, BY_DEVICE, BY_DRIVER, BY_ALL };

static const char *name_by(const struct drawing *drawing, const struct replay_row *row,
			   enum naming naming)
{
	const char *platform = format_or(row->platform, row->driver);

	switch (naming) {
	case BY_PLATFORM:
		return platform;
	case BY_DEVICE:
		return format_into(drawing->arena, "%s: %s", platform, format_or(row->device, "?"));
	case BY_DRIVER:
		return row->driver;
	default:
		return format_into(drawing->arena, "%s: %s", row->driver,
				   format_or(row->device, "?"));
	}
}

/* The shortest name that no row has with another outcome. */
static const char *name_of(const struct drawing *drawing, const struct replay_row *row)
{
	for (int naming = BY_PLATFORM; naming < BY_ALL; naming++) {
		const char *name = name_by(drawing, row, (enum naming)naming);
		const struct replay_row *other = drawing->capture->rows;

		while (other && (other->probe.outcome == row->probe.outcome ||
				 strcmp(name_by(drawing, other, (enum naming)naming), name) != 0))
			other = other->next;
		if (!other)
			return name;
	}
	return name_by(drawing, row, BY_ALL);
}

/* Is a row before ROW named alike, so that it is named once? */
static bool is_named(const struct drawing *drawing, const struct replay_row *row)
{
	const char *name = name_of(drawing, row);
	const struct replay_row *other = drawing->capture->rows;

	while (other != row && (other->probe.outcome != row->probe.outcome ||
				strcmp(name_of(drawing, other), name) != 0))
		other = other->next;
	return other != row;
}

/* "A, B and C": the rows with this OUTCOME. *COUNT is how many names these are. */
static const char *names(const struct drawing *drawing, enum replay_outcome outcome, size_t *count)
{
	const char *text = "";
	const char *last = NULL;

	*count = 0;
	for (const struct replay_row *row = drawing->capture->rows; row; row = row->next) {
		if (row->probe.outcome != outcome || is_named(drawing, row))
			continue;
		if (last)
			text = format_into(drawing->arena, "%s%s%s", text, *count > 1 ? ", " : "",
					   last);
		last = name_of(drawing, row);
		++*count;
	}
	return *count > 1 ? format_into(drawing->arena, "%s and %s", text, last)
			  : format_or(last, "");
}

/* -- who did what ---------------------------------------------------------------------------- */

static const struct {
	enum replay_outcome outcome;
	const char *one;
	const char *several;
} clauses[] = {
	{ REPLAY_SAME, "agrees with the capture", "agree with the capture" },
	{ REPLAY_DIFFERS, "differs", "differ" },
	{ REPLAY_VARIES, "differs where the captured driver's own results differed, too",
	  "differ where the captured driver's own results differed, too" },
	{ REPLAY_NO_BUILD, "does not build the program", "do not build the program" },
	{ REPLAY_NO_LAUNCH, "does not run the kernel", "do not run the kernel" },
	{ REPLAY_CRASHED, "crashes", "crash" },
	{ REPLAY_HUNG, "hangs", "hang" },
	{ REPLAY_EXITED, "ends the process", "end the process" },
};

/* TEXT, and the clauses from the one of FIRST on, which begin with the names. */
static const char *add_clauses(const struct drawing *drawing, const char *text,
			       enum replay_outcome first)
{
	for (size_t i = 0; i < ARRAY_SIZE(clauses); i++) {
		size_t count;
		const char *who = names(drawing, clauses[i].outcome, &count);

		if (count > 0 && clauses[i].outcome >= first)
			text = format_into(drawing->arena, "%s%s%s %s", text, *text ? "; " : "",
					   who, count > 1 ? clauses[i].several : clauses[i].one);
	}
	return *text ? text : NULL;
}

/* Is it the device where the launch was captured, with the same version of its driver? */
static bool is_own(const struct drawing *drawing, const struct replay_row *row)
{
	const struct launch *launch = drawing->launch;

	return row->platform && is_same_text(row->platform, launch->platform.name) &&
	       is_same_text(row->device, launch->device.name) &&
	       is_same_text(row->version, launch->device.driver);
}

/* How many rows have the OUTCOME, of the captured device, or of others. */
static size_t count_rows(const struct drawing *drawing, enum replay_outcome outcome, bool is_of_own)
{
	size_t found = 0;

	for (const struct replay_row *row = drawing->capture->rows; row; row = row->next)
		found += row->probe.outcome == outcome && is_own(drawing, row) == is_of_own;
	return found;
}

static size_t count_all(const struct drawing *drawing, enum replay_outcome outcome)
{
	return count_rows(drawing, outcome, true) + count_rows(drawing, outcome, false);
}

/* -- reasons that the launch has ------------------------------------------------------------- */

#define NOBODY "no driver is shown to be wrong"

/* The first finding, up to its details; NULL: none. Warnings do not count. */
static const char *first_finding(const struct drawing *drawing)
{
	for (size_t i = 0; i < drawing->launch->note_count; i++) {
		const struct launch_note *note = &drawing->launch->notes[i];

		if (note->kind == LAUNCH_FINDING &&
		    !text_skip_prefix(note->text, "validation: warning: "))
			return format_into(drawing->arena, "%.*s", (int)strcspn(note->text, ";"),
					   note->text);
	}
	return NULL;
}

/* The finding of Oclgrind that is a race. After its first part there may be a line of the source.
 */
static const char *race_found(const struct drawing *drawing)
{
	for (size_t i = 0; i < drawing->launch->note_count; i++) {
		const struct launch_note *note = &drawing->launch->notes[i];
		const size_t length = strcspn(note->text, ";");
		const char *race = strstr(note->text, " race");

		if (note->kind == LAUNCH_FINDING && text_skip_prefix(note->text, "oclgrind: ") &&
		    race && race < note->text + length)
			return format_into(drawing->arena, "%.*s", (int)length, note->text);
	}
	return NULL;
}

/* Has Oclgrind looked for races? */
static bool is_checked(const struct launch *launch)
{
	size_t i = 0;

	while (i < launch->note_count && (launch->notes[i].kind != LAUNCH_CHECKED_BY ||
					  strcmp(launch->notes[i].text, "oclgrind") != 0))
		i++;
	return i < launch->note_count;
}

/* Does the source of PROGRAM have this WORD? */
static bool has_word(const struct launch_program *program, const char *word)
{
	const char *text = (const char *)program->text;
	const size_t length = strlen(word);

	if (program->kind != LAUNCH_SOURCE || !text)
		return false;
	for (size_t i = 0; program->size - i >= length; i++)
		if (memcmp(text + i, word, length) == 0 && (i == 0 || !text_is_name(text[i - 1])) &&
		    (i + length == program->size || !text_is_name(text[i + length])))
			return true;
	return false;
}

/* What may depend on the local size, which each driver has chosen; NULL: nothing is known. */
static const char *group_word(const struct launch *launch)
{
	static const char *const words[][2] = {
		{ "get_local_size", "get_local_size()" },
		{ "get_num_groups", "get_num_groups()" },
		{ "get_group_id", "get_group_id()" },
		{ "get_local_id", "get_local_id()" },
		{ "__local", "local memory" },
		{ "local", "local memory" },
	};
	const struct launch_call *call = &launch->call;

	if (call->has_local || call->is_task || call->required[0] != 0)
		return NULL;
	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		for (size_t j = 0; j < launch->program_count; j++)
			if (has_word(&launch->programs[j], words[i][0]))
				return words[i][1];
	for (size_t i = 0; i < launch->argument_count; i++)
		if (launch->arguments[i].kind == LAUNCH_LOCAL)
			return "local memory";
	return NULL;
}

/* Not the same in all runs on one device. */
static const char *unsteady(const struct drawing *drawing)
{
	for (const struct replay_row *row = drawing->capture->rows; row; row = row->next)
		if (row->probe.same > 0 && row->probe.differing > 0)
			return format_into(
				drawing->arena,
				"%s does not have the same result each time (%u of %u "
				"runs differ): the kernel has a race, or this driver a fault",
				name_of(drawing, row), row->probe.differing,
				row->probe.same + row->probe.differing);
	return NULL;
}

static const char *excuse_fault(const struct drawing *drawing)
{
	const char *fault = first_finding(drawing);

	return fault ? format_into(drawing->arena,
				   "the launch has a fault of its own (%s): " NOBODY, fault)
		     : NULL;
}

/* Why a difference says nothing of drivers; NULL: nothing like that is known. */
static const char *excuse(const struct drawing *drawing)
{
	const char *race = race_found(drawing);
	const char *other = excuse_fault(drawing);
	const char *groups = group_word(drawing->launch);
	const char *text;

	if (race)
		return format_into(drawing->arena, "the kernel has a race (%s): " NOBODY, race);
	if (other)
		return other;
	if (launch_count_varying(drawing->launch) > 0)
		return "the launch is not deterministic: " NOBODY;
	text = unsteady(drawing);
	if (text)
		return text;
	if (count_rows(drawing, REPLAY_DIFFERS, true) > 0 &&
	    count_rows(drawing, REPLAY_SAME, true) == 0)
		return "the captured driver does not have its own result again, so the launch or "
		       "this driver "
		       "is not deterministic: no other driver is shown to be wrong";
	if (!groups)
		return NULL;
	return format_into(drawing->arena,
			   "its result may depend on the work-group size (it uses %s), which "
			   "each driver chooses: %s",
			   groups,
			   drawing->launch->call.has_suggested
				   ? "give --local captured"
				   : "the local size that the captured driver chose is not known");
}

/* -- drivers against each other -------------------------------------------------------------- */

/* Is the first difference the same value at the same place? Numbers may differ by a rounding. */
static bool found_the_same(const struct drawing *drawing, const struct replay_probe *a,
			   const struct replay_probe *b)
{
	const enum launch_as as = a->range < drawing->launch->range_count
					  ? (enum launch_as)drawing->launch->ranges[a->range].as
					  : LAUNCH_BITS;
	double first;
	double second;

	if (a->has_difference != b->has_difference)
		return false;
	if (!a->has_difference)
		return is_same_text(a->text, b->text);
	if (a->range != b->range || a->offset != b->offset)
		return false;
	if (is_same_text(a->found, b->found) || as < LAUNCH_FLOAT16 || as > LAUNCH_FLOAT64)
		return is_same_text(a->found, b->found);
	first = strtod(format_or(a->found, ""), NULL);
	second = strtod(format_or(b->found, ""), NULL);
	return fabs(first - second) <=
	       drawing->capture->bounds[as].relative * fmax(fabs(first), fabs(second));
}

/* The rows that differ: of how many platforms they are, and whether all have found the same. */
static size_t compare(const struct drawing *drawing, bool *are_equal)
{
	const struct replay_row *first = NULL;
	size_t platforms = 0;

	*are_equal = true;
	for (const struct replay_row *row = drawing->capture->rows; row; row = row->next) {
		const struct replay_row *other = drawing->capture->rows;

		if (row->probe.outcome != REPLAY_DIFFERS)
			continue;
		first = first ? first : row;
		*are_equal = *are_equal && found_the_same(drawing, &first->probe, &row->probe);
		while (other != row && (other->probe.outcome != REPLAY_DIFFERS ||
					!is_same_text(other->platform, row->platform)))
			other = other->next;
		platforms += other == row;
	}
	return platforms;
}

/* Nobody but the captured driver agrees, and somebody differs. */
static const char *suspect(const struct drawing *drawing)
{
	const char *more = drawing->is_all ? "" : "; try --all";
	bool are_equal;
	const size_t platforms = compare(drawing, &are_equal);
	size_t found;
	const char *who = names(drawing, REPLAY_DIFFERS, &found);

	if (platforms > 1 && are_equal)
		return format_into(
			drawing->arena,
			"only the driver of the capture gives %s: %s differ from it, "
			"but not from each other, which is a reason to suspect it",
			launch_has_failed(drawing->launch) ? "this result" : "these values", who);
	if (platforms > 1)
		return format_into(drawing->arena,
				   "%s differ from the capture, and from each other: it is not "
				   "known which of them is right",
				   who);
	if (count_rows(drawing, REPLAY_SAME, true) > 0)
		return format_into(drawing->arena,
				   "%s %s from the driver of the capture: it is not known which "
				   "of the two is right%s",
				   who, found > 1 ? "differ" : "differs", more);
	return format_into(drawing->arena,
			   "only one driver was tried, and it is not the driver of the capture: it "
			   "is not known which of the two is right%s",
			   more);
}

/* A process that dies may do so because of a fault of the kernel. */
static const char *excuse_death(const struct drawing *drawing)
{
	if (count_all(drawing, REPLAY_CRASHED) + count_all(drawing, REPLAY_HUNG) +
		    count_all(drawing, REPLAY_EXITED) + count_all(drawing, REPLAY_NO_LAUNCH) ==
	    0)
		return NULL;
	return excuse_fault(drawing);
}

/* What differs may come from a race that nobody has looked for. */
static const char *add_doubt(const struct drawing *drawing, const char *text)
{
	return is_checked(drawing->launch) || launch_has_failed(drawing->launch)
		       ? text
		       : format_into(drawing->arena, "%s; the kernel was not checked for races",
				     text);
}

const char *conclusion_excuse(const struct launch *launch, bool differs, struct arena *arena)
{
	const struct replay_capture none = { .rows = NULL };
	const struct drawing drawing = { &none, launch, arena, false };

	return differs ? excuse(&drawing) : excuse_fault(&drawing);
}

const char *conclusion_draw(const struct replay_capture *capture, bool is_all, struct arena *arena)
{
	const struct drawing drawing = { capture, &capture->launch, arena, is_all };
	const size_t differing = count_all(&drawing, REPLAY_DIFFERS);
	const size_t own = count_rows(&drawing, REPLAY_SAME, true);
	const size_t agreeing = count_all(&drawing, REPLAY_SAME);
	const char *failing = add_clauses(&drawing, "", REPLAY_NO_BUILD);
	const char *text;

	text = differing + count_all(&drawing, REPLAY_VARIES) > 0 ? excuse(&drawing)
								  : excuse_death(&drawing);
	if (!text && differing > 0 && agreeing == own)
		text = add_doubt(&drawing, suspect(&drawing));
	if (text)
		return add_clauses(&drawing, text, REPLAY_NO_BUILD);
	if (differing > 0)
		return add_doubt(&drawing, add_clauses(&drawing, "", REPLAY_SAME));
	if (differing == 0 && !failing && own == agreeing && own > 0 && !is_all)
		return "the driver of the capture has the same result again; --all tries other "
		       "drivers";
	if (differing == 0 && !failing && agreeing > 1)
		return "all drivers that were tried agree with the capture";
	return add_clauses(&drawing, "", REPLAY_SAME);
}
