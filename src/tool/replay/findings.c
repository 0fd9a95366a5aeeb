/* SPDX-License-Identifier: Apache-2.0 */
/* findings: see findings.h. */
#include "tool/replay/findings.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/file/io.h"
#include "base/text.h"
#include "launch/launch-format.h"
#include "launch/launch-rules.h"
#include "tool/output/excerpt.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/probe/interruption.h"
#include "tool/probe/process/layer-status.h"
#include "tool/replay/notes.h"
#include "tool/replay/replay-drivers.h"

#define STEP_LIMIT 30	/* seconds; Oclgrind is slow */
#define MOST_OF_ONE 20	/* findings that are kept */
#define MOST_WRITTEN (1 << 20)	/* bytes of what is read of them */

#define VALIDATION "validation"
#define VALIDATION_FILE "OPENCL_VALIDATION_FILE"
#define VALIDATION_LINE "clrouter: validation: "
#define VALIDATION_PLACE "; called at "
#define OCLGRIND "oclgrind"
#define OCLGRIND_FILE "OCLGRIND_LOG"
#define OCLGRIND_LIBRARY "liboclgrind"
#define OCLGRIND_FATAL "OCLGRIND FATAL ERROR"
#define OCLGRIND_FAILED "it could not run the launch: "
#define OCLGRIND_UNABLE "Unsupported instruction"
#define NEVER_SET "values that were never set, because "

/* One who is asked. */
struct asking {
	struct arena *arena;
	struct launch *launch;
	const char *who;
	int file;		/* in memory, for what it finds: a kernel that prints does not write there */
	const char *keys[MOST_OF_ONE];	/* equal findings have equal ones */
	size_t count;
	size_t left_out;
	const char *unable;	/* what Oclgrind does not know; what it says after that may not be true */
};

/* -- notes ----------------------------------------------------------------------------------- */

/* The space is enough for all that two can write. */
static void add(struct asking *asking, enum launch_note_kind kind, const char *text)
{
	struct launch *launch = asking->launch;

	if (!launch->notes)
		launch->notes =
			arena_alloc(asking->arena, LAUNCH_MOST_NOTES * sizeof(*launch->notes));
	if (launch->notes && text && launch->note_count < LAUNCH_MOST_NOTES)
		launch->notes[launch->note_count++] =
			(struct launch_note){ .kind = kind, .text = text };
}

/* Adds TEXT, which may be any, as said by who is asked. */
static void add_line(struct asking *asking, enum launch_note_kind kind, const char *text)
{
	add(asking, kind, format_into(asking->arena, "%s: %s", asking->who,
				      excerpt_of_line(text, strlen(text), 0, asking->arena)));
}

static void add_finding(struct asking *asking, const char *key, const char *text)
{
	for (size_t i = 0; i < asking->count; i++)
		if (strcmp(asking->keys[i], key) == 0)
			return;
	if (asking->count == MOST_OF_ONE) {
		asking->left_out++;
		return;
	}
	asking->keys[asking->count++] = key;
	add_line(asking, LAUNCH_FINDING, text);
}

static void add_problem(struct asking *asking, const char *problem)
{
	add_line(asking, LAUNCH_UNCHECKED, interruption_is_pending() ? NOTES_INTERRUPTED : problem);
}

/* PROBLEM is why the one that was asked has not run it to the end; NULL: it has. */
static void end(struct asking *asking, const char *problem)
{
	if (asking->left_out > 0)
		add(asking, LAUNCH_FINDING,
		    format_into(asking->arena, "%s: and %zu more", asking->who, asking->left_out));
	if (problem)
		add_problem(asking, problem);
	if (!problem || asking->count > 0)
		add(asking, LAUNCH_CHECKED_BY, asking->who);
}

/* What is in the file, in the arena. */
static const char *read_file(const struct asking *asking)
{
	char *text = arena_alloc(asking->arena, MOST_WRITTEN + 1);
	size_t size = 0;
	ssize_t count = 1;

	while (text && count > 0 && size < MOST_WRITTEN) {
		count = io_read(asking->file, text + size, MOST_WRITTEN - size);
		size += count > 0 ? (size_t)count : 0;
	}
	return format_or(text, "");
}

/* -- validation ------------------------------------------------------------------------------ */

/*
 * What a replay makes of objects is no fault of the program, and what the user has set for the
 * layer is for the program.
 */
static const char *const validation_variables[][2] = {
	{ "OPENCL_VALIDATION_FORMAT", NULL },
	{ "OPENCL_VALIDATION_LEVELS", "error,warning" },
	{ "OPENCL_VALIDATION_RULES", "!object-never-released" },
	{ "OPENCL_VALIDATION_CALLS", NULL },
	{ "OPENCL_VALIDATION_DETAIL", NULL },
	{ "OPENCL_VALIDATION_BACKTRACE", NULL },
	{ "OPENCL_VALIDATION_STOP", NULL },
	{ "OPENCL_VALIDATION_RACES", NULL },
	{ "OPENCL_VALIDATION_ARG_INFO", NULL },
	{ "OPENCL_VALIDATION_STATUS", NULL },
};

static const struct replay_checker validation = {
	.layer = "libCLValidation.so",
	.variables = validation_variables,
	.variable_count = ARRAY_SIZE(validation_variables),
};

/* The place at the end is one of the replay, and none of the program. */
static const char *without_place(const char *text, struct arena *arena)
{
	const char *place = NULL;

	for (const char *at = text; (at = strstr(at, VALIDATION_PLACE)); at++)
		place = at;
	return place ? format_or(format_into(arena, "%.*s", (int)(place - text), text), text)
		     : text;
}

/* Lines are findings, notes, and how often a finding came, which is of no interest here. */
static void take_validation(struct asking *asking)
{
	const char *rest = read_file(asking);
	const char *line;

	while ((line = child_next_line(&rest, asking->arena))) {
		const char *text = without_place(
			format_or(text_skip_prefix(line, VALIDATION_LINE), ""), asking->arena);

		if ((text_skip_prefix(text, "error: ") || text_skip_prefix(text, "warning: ")) &&
		    !strstr(text, " times at one place"))
			add_finding(asking, text, text);
	}
}

static void ask_validation(struct asking *asking, const struct replay_probe *same)
{
	struct replay_probe probe = *same;

	if (!same->candidate) {
		add_problem(asking, "the device was not found again");
		return;
	}
	probe.checker = &validation;
	replay_probe_run(&probe, STEP_LIMIT, asking->arena);
	take_validation(asking);
	end(asking, replay_probe_failure(&probe, asking->arena));
}

/* -- Oclgrind -------------------------------------------------------------------------------- */

/* The last one is left out if Oclgrind fails with it, and with images. */
static const char *const oclgrind_variables[][2] = {
	{ "OCLGRIND_INTERACTIVE", NULL },
	{ "OCLGRIND_QUICK", NULL },
	{ "OCLGRIND_STOP_ERRORS", NULL },
	{ "OCLGRIND_MAX_ERRORS", "200" },
	{ "OCLGRIND_DATA_RACES", "1" },
	{ "OCLGRIND_UNINITIALIZED", "1" },
};

/*
 * If a buffer is written at an offset, Oclgrind 21.10 forgets which of its other bytes were set.
 */
static const struct replay_checker oclgrind = {
	.variables = oclgrind_variables,
	.variable_count = ARRAY_SIZE(oclgrind_variables),
	.needs_whole_writes = true,
};
static const struct replay_checker oclgrind_with_less = {
	.variables = oclgrind_variables,
	.variable_count = ARRAY_SIZE(oclgrind_variables) - 1,
};

/* A finding: the line that says what it is, and those below it, which begin with a tab. */
struct paragraph {
	const char *title;	/* NULL: none */
	const char *text;
	const char *key;	/* the same for each work-item */
	bool is_finding;
};

static void end_paragraph(struct asking *asking, struct paragraph *paragraph)
{
	if (paragraph->is_finding && text_skip_prefix(paragraph->text, OCLGRIND_UNABLE))
		asking->unable = format_into(asking->arena, "%.*s",
					     (int)strcspn(paragraph->text, ";"), paragraph->text);
	else if (paragraph->is_finding && !asking->unable)
		add_finding(asking, paragraph->key, paragraph->text);
	*paragraph = (struct paragraph){ .title = NULL };
}

static const char *join(const char *text, const char *more, struct arena *arena)
{
	const size_t length = strlen(text);

	return format_or(format_into(arena, "%s%s%s", text,
				     length > 0 && strchr(":;", text[length - 1]) ? " " : "; ",
				     more),
			 text);
}

/* Instructions of the compiler are of no use where the line of the source follows. */
static void extend(struct paragraph *paragraph, const char *line, struct arena *arena)
{
	const char *text = line + strspn(line, " \t");

	if (!paragraph->is_finding || !*text || strstr(text, "!dbg ") ||
	    strlen(paragraph->text) > EXCERPT_BYTES)
		return;
	paragraph->text = join(paragraph->text, text, arena);
	if (!strstr(text, "ntity:"))
		paragraph->key = join(paragraph->key, text, arena);
}

/* The first line below the title of a finding names the kernel. */
static void take_line(struct asking *asking, struct paragraph *paragraph, const char *line)
{
	const char *address;

	if (*line != '\t') {
		end_paragraph(asking, paragraph);
		paragraph->title = *line ? line : NULL;
		return;
	}
	if (!paragraph->is_finding && paragraph->title && text_skip_prefix(line, "\tKernel: ")) {
		address = strstr(paragraph->title, " 0x");
		paragraph->is_finding = true;
		paragraph->text = paragraph->title;
		paragraph->key =
			!address ? paragraph->title
				 : format_into(asking->arena, "%.*s",
					       (int)(address - paragraph->title), paragraph->title);
		return;
	}
	paragraph->title = NULL;
	extend(paragraph, line, asking->arena);
}

static void take_oclgrind(struct asking *asking)
{
	const char *rest = read_file(asking);
	struct paragraph paragraph = { .title = NULL };
	const char *line;

	while ((line = child_next_line(&rest, asking->arena)))
		take_line(asking, &paragraph, line);
	end_paragraph(asking, &paragraph);
}

/* Why Oclgrind has not run it to the end; NULL: it has. */
static const char *oclgrind_failure(const struct replay_probe *probe, struct arena *arena)
{
	const char *failure = replay_probe_failure(probe, arena);
	const char *rest = strstr(probe->child.output, OCLGRIND_FATAL);

	if (rest) {
		child_next_line(&rest, arena);
		failure = format_or(child_next_line(&rest, arena), "");
		failure =
			format_into(arena, OCLGRIND_FATAL ": %s", failure + strspn(failure, " \t"));
	}
	return failure ? format_into(arena, OCLGRIND_FAILED "%s", failure) : NULL;
}

static void ask_oclgrind_at(struct asking *asking, const struct replay_probe *same,
			    const struct driver_probe *driver)
{
	/* Oclgrind 21.10 reads at random whether a value of an image was set. */
	const char *less = launch_has_memory(same->launch, LAUNCH_IMAGE) ?
				   NEVER_SET "it knows too little of images" : NULL;
	struct replay_probe probe = { .launch = same->launch,
				      .bounds = same->bounds,
				      .directory = same->directory,
				      .candidate = driver->candidate,
				      .settings = driver->settings,
				      .repeat = 1,
				      .checker = less ? &oclgrind_with_less : &oclgrind };
	struct replay_probe again = probe;
	const char *failure;

	replay_probe_run(&probe, STEP_LIMIT, asking->arena);
	failure = oclgrind_failure(&probe, asking->arena);
	if (failure && !less && probe.outcome != REPLAY_HUNG) {
		less = NEVER_SET "it fails when it looks for them";
		again.checker = &oclgrind_with_less;
		replay_probe_run(&again, STEP_LIMIT, asking->arena);
		probe = again;
		failure = oclgrind_failure(&probe, asking->arena);
	}
	take_oclgrind(asking);
	if (!failure && asking->unable)
		failure = format_into(asking->arena, OCLGRIND_FAILED "%s", asking->unable);
	end(asking, failure);
	if (!failure && less)
		add_problem(asking, less);
}

static void ask_oclgrind(struct asking *asking, const struct replay_probe *same,
			 struct snapshot *snapshot, struct tool *tool)
{
	const struct replay_choice choice = { .launch = same->launch, .takes_all = true };
	const struct candidate *candidate;
	const struct driver_probe *driver;

	replay_drivers_add(snapshot, &choice, tool);
	candidate = snapshot->drivers.first;
	while (candidate &&
	       !(candidate->library &&
		 text_skip_prefix(text_base_name(candidate->library), OCLGRIND_LIBRARY)))
		candidate = candidate->next;
	driver = candidate ? replay_drivers_ask(candidate, &choice, &snapshot->settings, tool)
			   : NULL;
	if (!candidate)
		add_problem(asking, "it is not installed");
	else if (!driver)
		add_problem(asking, format_verdict(&candidate->verdict, asking->arena));
	else if (!driver->reported.first)
		add_problem(asking, "it lists no platform");
	else
		ask_oclgrind_at(asking, same, driver);
}

/* -- the whole ------------------------------------------------------------------------------- */

/* The program has ended, so VARIABLE is no longer for it. False: there is no file, which is a problem. */
static bool begin(struct asking *asking, const char *who, const char *variable)
{
	struct layer_status status;

	*asking = (struct asking){ .arena = asking->arena, .launch = asking->launch, .who = who };
	if (!layer_status_open(&status, variable))
		add_problem(asking, format_into(asking->arena, "there is no file for it: %s",
						strerror(errno)));
	asking->file = status.file;
	return asking->file >= 0;
}

/* Says each note of this KIND, and returns how many there are. */
static size_t say(const struct launch *launch, enum launch_note_kind kind, const char *before,
		  const char *after)
{
	size_t count = 0;

	for (size_t i = 0; i < launch->note_count; i++)
		if (launch->notes[i].kind == kind && ++count)
			message_error("%s%s%s", before, launch->notes[i].text, after);
	return count;
}

void findings_look(struct launch *launch, const struct replay_probe *same,
		   struct snapshot *snapshot, struct tool *tool)
{
	struct asking asking = { .arena = &tool->arena, .launch = launch };

	launch->notes = NULL;
	launch->note_count = 0;
	if (begin(&asking, VALIDATION, VALIDATION_FILE)) {
		ask_validation(&asking, same);
		close(asking.file);
	}
	if (begin(&asking, OCLGRIND, OCLGRIND_FILE)) {
		ask_oclgrind(&asking, same, snapshot, tool);
		close(asking.file);
	}
	if (say(launch, LAUNCH_FINDING, "found when it was replayed: ", "") == 0)
		say(launch, LAUNCH_CHECKED_BY, "", " found nothing wrong when it was replayed");
	say(launch, LAUNCH_UNCHECKED, "not checked by ", "");
}
