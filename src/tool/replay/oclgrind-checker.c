/* SPDX-License-Identifier: Apache-2.0 */
/* oclgrind-checker: see checkers.h. */
#include "tool/replay/checkers.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "launch/launch-rules.h"
#include "tool/output/excerpt.h"
#include "tool/output/format.h"
#include "tool/replay/replay-drivers.h"

#define LIBRARY "liboclgrind"
#define FATAL "OCLGRIND FATAL ERROR"
#define FAILED "it could not run the launch: "
#define UNABLE "Unsupported instruction"
#define LINE "At line "
#define COLUMN " (column "     /* which old versions leave out */
#define SOURCE " of input.cl:" /* its name for what the program gave */
#define NEVER_SET "values that were never set, because "

/* The last one is left out if Oclgrind fails with it, and with images. */
static const char *const oclgrind_variables[][2] = {
	{ "OCLGRIND_INTERACTIVE", NULL }, { "OCLGRIND_QUICK", NULL },
	{ "OCLGRIND_STOP_ERRORS", NULL }, { "OCLGRIND_MAX_ERRORS", "200" },
	{ "OCLGRIND_DATA_RACES", "1" },	  { "OCLGRIND_UNINITIALIZED", "1" },
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

/*
 * What Oclgrind writes, while it is read. A finding is a paragraph: the line that says what it is,
 * and those below it, which begin with a tab.
 */
struct oclgrind_text {
	struct checking *checking;
	const char
		*unable; /* what Oclgrind does not know; what it says after that may not be true */
	const char *title; /* of the paragraph; NULL: there is none */
	const char *text;
	const char *key; /* the same for each work-item */
	bool is_finding;
};

/* Is a finding about an access outside of memory? */
static bool is_about_memory(const char *finding)
{
	return text_skip_prefix(finding, "Invalid read of size ") ||
	       text_skip_prefix(finding, "Invalid write of size ") ||
	       text_skip_prefix(finding, "Index (");
}

/* The line of the program's source that FINDING is about; 0: it is not known. */
static unsigned long line_of(const char *finding)
{
	const char *at = strstr(finding, LINE);
	char *end;
	unsigned long line;

	if (!at)
		return 0;
	line = strtoul(at + strlen(LINE), &end, 10);
	if (text_skip_prefix(end, COLUMN))
		end += strcspn(end, ")") + (strchr(end, ')') != NULL);
	return text_skip_prefix(end, SOURCE) ? line : 0;
}

/* The sanitizer knows more about memory: it has seen the user's own driver. */
static bool is_judged(const struct checking *checking, const char *finding)
{
	const unsigned long line = line_of(finding);
	size_t i = 0;

	if (!is_about_memory(finding) || checking->is_memory_judged)
		return is_about_memory(finding);
	while (i < checking->line_count && checking->lines[i] != line)
		i++;
	return i < checking->line_count;
}

static void end_paragraph(struct oclgrind_text *log)
{
	struct checking *checking = log->checking;

	if (log->is_finding && text_skip_prefix(log->text, UNABLE))
		log->unable = format_into(checking->arena, "%.*s", (int)strcspn(log->text, ";"),
					  log->text);
	else if (log->is_finding && !log->unable && !is_judged(checking, log->text))
		checking_add_finding(checking, log->key, log->text);
	log->title = NULL;
	log->is_finding = false;
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
static void extend(struct oclgrind_text *log, const char *line)
{
	struct arena *arena = log->checking->arena;
	const char *text = line + strspn(line, " \t");

	if (!log->is_finding || !*text || strstr(text, "!dbg ") ||
	    strlen(log->text) > EXCERPT_BYTES)
		return;
	log->text = join(log->text, text, arena);
	if (!strstr(text, "ntity:"))
		log->key = join(log->key, text, arena);
}

/* The first line below the title of a finding names the kernel. */
static void take_line(struct oclgrind_text *log, const char *line)
{
	const char *address;

	if (*line != '\t') {
		end_paragraph(log);
		log->title = *line ? line : NULL;
		return;
	}
	if (!log->is_finding && log->title && text_skip_prefix(line, "\tKernel: ")) {
		address = strstr(log->title, " 0x");
		log->is_finding = true;
		log->text = log->title;
		log->key = !address ? log->title
				    : format_into(log->checking->arena, "%.*s",
						  (int)(address - log->title), log->title);
		return;
	}
	log->title = NULL;
	extend(log, line);
}

/* Takes the findings. Returns what Oclgrind does not know of the launch; NULL: nothing. */
static const char *take_findings(struct checking *checking)
{
	const char *rest = checking_read(checking);
	struct oclgrind_text log = { .checking = checking };
	const char *line;

	while ((line = child_next_line(&rest, checking->arena)))
		take_line(&log, line);
	end_paragraph(&log);
	return log.unable;
}

/* Why Oclgrind has not run it to the end; NULL: it has. */
static const char *failure_of(const struct replay_probe *probe, struct arena *arena)
{
	const char *failure = replay_probe_failure(probe, arena);
	const char *rest = strstr(probe->child.output, FATAL);

	if (rest) {
		child_next_line(&rest, arena);
		failure = format_or(child_next_line(&rest, arena), "");
		failure = format_into(arena, FATAL ": %s", failure + strspn(failure, " \t"));
	}
	return failure ? format_into(arena, FAILED "%s", failure) : NULL;
}

/* Asks DRIVER, Oclgrind. */
static void ask_driver(struct checking *checking, const struct driver_probe *driver)
{
	const struct replay_probe *same = checking->same;
	const unsigned limit = checking->tool->timeout;
	/* Oclgrind 21.10 reads at random whether a value of an image was set. */
	const char *less = launch_has_memory(same->launch, LAUNCH_IMAGE) ? NEVER_SET
				   "it knows too little of images"
									 : NULL;
	struct replay_probe probe = { .launch = same->launch,
				      .bounds = same->bounds,
				      .directory = same->directory,
				      .candidate = driver->candidate,
				      .settings = driver->settings,
				      .repeat = 1,
				      .checker = less ? &oclgrind_with_less : &oclgrind };
	struct replay_probe again = probe;
	const char *failure;
	const char *unable;

	replay_probe_run(&probe, limit, checking->arena);
	failure = failure_of(&probe, checking->arena);
	if (failure && !less && probe.outcome != REPLAY_HUNG) {
		less = NEVER_SET "it fails when it looks for them";
		again.checker = &oclgrind_with_less;
		replay_probe_run(&again, limit, checking->arena);
		probe = again;
		failure = failure_of(&probe, checking->arena);
	}
	unable = take_findings(checking);
	if (!failure && unable)
		failure = format_into(checking->arena, FAILED "%s", unable);
	checking_end(checking, failure);
	if (!failure && less)
		checking_add_unchecked(checking, less);
}

void oclgrind_checker_ask(struct checking *checking)
{
	const struct replay_choice choice = { .launch = checking->launch, .takes_all = true };
	struct snapshot *snapshot = checking->snapshot;
	const struct candidate *candidate;
	const struct driver_probe *driver;

	replay_drivers_add(snapshot, &choice, checking->tool);
	candidate = snapshot->drivers.first;
	while (candidate && !(candidate->library &&
			      text_skip_prefix(text_base_name(candidate->library), LIBRARY)))
		candidate = candidate->next;
	driver = candidate ? replay_drivers_ask(candidate, &choice, &snapshot->settings,
						checking->tool)
			   : NULL;
	if (!candidate)
		checking_end(checking, "it is not installed");
	else if (!driver)
		checking_end(checking, format_verdict(&candidate->verdict, checking->arena));
	else if (!driver->reported.first)
		checking_end(checking, "it lists no platform");
	else
		ask_driver(checking, driver);
}
