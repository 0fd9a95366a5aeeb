/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sanitize-checker: see checkers.h. The kernel is launched once as it is. If that ends the process,
 * hangs, or costs the context, it is launched once more, with accesses outside of memory
 * redirected.
 */
#include "tool/replay/checkers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "config/known-options.h"
#include "tool/output/format.h"
#include "tool/probe/interruption.h"
#include "tool/probe/process/layer-status.h"
#include "tool/sanitize/server-process.h"
#include "tool/sanitize/worker.h"

#define LINE "clrouter: sanitize: "
#define ERROR "error: "
#define LAUNCHED "; enqueued at "
#define MADE "; made at "
#define FIRST "; first by "
#define SOURCE ": source:" /* what the program gave is named so */
#define MOST_PARTLY 8	   /* kernels that are checked in part and named */

/* What the layer has said of one launch. */
struct sanitize_look {
	bool is_checked;
	bool is_partly; /* some accesses are not checked, or not judged */
	bool is_dead;	/* the context has died, and what the kernel has found with it */
	const char *partly[MOST_PARTLY];
	size_t partly_count;
	const char *refused;	    /* why it is not checked */
	unsigned long long watched; /* launches, for writes just beyond the end of memory */
};

/* -- what the layer says ------------------------------------------------------ */

/* TEXT up to the last MARK. */
static const char *cut_at_last(const char *text, const char *mark, struct arena *arena)
{
	const char *last = NULL;

	for (const char *at = text; (at = strstr(at, mark)); at++)
		last = at;
	return last ? format_or(format_into(arena, "%.*s", (int)(last - text), text), text) : text;
}

/* Keeps the line of the source that FINDING is about, for Oclgrind. */
static void note_line(struct checking *checking, const char *finding)
{
	const char *place = strstr(finding, SOURCE);

	if (place && checking->line_count < ARRAY_SIZE(checking->lines))
		checking->lines[checking->line_count++] = strtoul(place + strlen(SOURCE), NULL, 10);
}

/* The places at the end are in the replay, and none is in the program. */
static void take_finding(struct checking *checking, const char *text)
{
	const char *key;

	text = cut_at_last(text, MADE, checking->arena);
	text = cut_at_last(text, LAUNCHED, checking->arena);
	key = cut_at_last(text, FIRST, checking->arena);
	checking_add_finding(checking, key, text);
	note_line(checking, text);
}

/* Other lines are how often a finding came in all, and that the context has died. */
static void take_findings(struct checking *checking, struct sanitize_look *look)
{
	const char *rest = checking_read(checking);
	const char *line;

	while ((line = child_next_line(&rest, checking->arena))) {
		const char *text = format_or(text_skip_prefix(line, LINE), "");

		if (text_skip_prefix(text, ERROR) && !strstr(text, " times in all"))
			take_finding(checking, text);
		else if (text_skip_prefix(text, "warning: "))
			look->is_dead = true;
	}
}

static void add_partly(struct sanitize_look *look, const char *text)
{
	look->is_partly = true;
	if (look->partly_count < MOST_PARTLY)
		look->partly[look->partly_count++] = text;
}

/* WORDS: how many accesses of a kernel are checked, of how many, its name, and why some are not. */
static void take_accesses(struct sanitize_look *look, const char *words, struct arena *arena)
{
	unsigned long long checked;
	unsigned long long total;
	int name;
	int at = 0;

	if (sscanf(words, "%llu %llu %n", &checked, &total, &at) != 2 || checked >= total)
		return;
	words += at;
	name = (int)strcspn(words, " ");
	add_partly(look, format_into(arena, "%llu of the %llu accesses of kernel %.*s:%s",
				     total - checked, total, name, words, words + name));
}

static void take_status(struct sanitize_look *look, struct layer_status *status,
			struct arena *arena)
{
	char line[STATUS_LINE_SIZE];
	const char *rest;

	while (layer_status_next(status, line)) {
		if (layer_status_rest(line, STATUS_CHECKED))
			look->is_checked = true;
		else if ((rest = layer_status_rest(line, STATUS_ACCESSES)))
			take_accesses(look, rest, arena);
		else if ((rest = layer_status_rest(line, STATUS_PASSED)))
			add_partly(look,
				   format_into(arena,
					       "%s accesses, because memory outside of OpenCL's "
					       "objects may be used",
					       rest));
		else if ((rest = layer_status_rest(line, STATUS_REFUSED)))
			look->refused = format_into(arena, "%s", rest);
		else if ((rest = layer_status_rest(line, STATUS_WATCHED)))
			look->watched = strtoull(rest, NULL, 10);
	}
}

/* -- the launch --------------------------------------------------------------- */

/* Launches it; what the user has set for the layer is for the program. */
static void look_once(struct checking *checking, const char *server, const char *redirect,
		      struct replay_probe *probe, struct sanitize_look *look)
{
	const char *const variables[][2] = {
		{ known_options[KNOWN_SANITIZE_SERVER].variable, server },
		{ known_options[KNOWN_SANITIZE_FORMAT].variable, NULL },
		{ known_options[KNOWN_SANITIZE_BINARY_CACHE].variable, NULL },
		{ known_options[KNOWN_SANITIZE_REDIRECT].variable, redirect },
		{ known_options[KNOWN_SANITIZE_STOP].variable, NULL },
		{ known_options[KNOWN_SANITIZE_TAILS].variable, NULL },
	};
	const struct replay_checker checker = { .layer = "libCLSanitize.so",
						.variables = variables,
						.variable_count = ARRAY_SIZE(variables) };
	struct layer_status status;

	*look = (struct sanitize_look){ .is_checked = false };
	*probe = *checking->same;
	probe->checker = &checker;
	layer_status_open(&status, known_options[KNOWN_SANITIZE_STATUS].variable);
	replay_probe_run(probe, checking->tool->timeout, checking->arena);
	probe->checker = NULL;
	take_findings(checking, look);
	if (status.file >= 0)
		take_status(look, &status, checking->arena);
	layer_status_close(&status);
}

/* Why the launch was not checked to its end; NULL: it was. */
static const char *failure_of(const struct checking *checking, const struct replay_probe *probe,
			      const struct sanitize_look *look)
{
	const char *failure = replay_probe_failure(probe, checking->arena);

	if (!failure &&
	    (look->is_dead || (checking->launch->call.status < 0 && probe->differing == 0)))
		failure = "the context of the device died";
	return failure;
}

/*
 * Did the kernel run, so that its accesses can be what has failed? The program with checks is made
 * in the same step, and may take too long.
 */
static bool has_run(const struct replay_probe *probe, const struct sanitize_look *look)
{
	return look->is_checked ||
	       (probe->step == LAUNCH_RUNS &&
		(probe->outcome == REPLAY_CRASHED || probe->outcome == REPLAY_EXITED));
}

/* The last launch was LOOK; FAILURE is why it was not checked to its end, or NULL. */
static void conclude(struct checking *checking, const struct sanitize_look *look,
		     const char *failure)
{
	struct arena *arena = checking->arena;

	if (!failure && !look->is_checked)
		failure = look->refused
				  ? format_into(arena, "the program: %s%s", look->refused,
						look->watched > 0
							? "; only writes just beyond the end of "
							  "memory were looked for"
							: "")
				  : "no kernel ran";
	checking_end(checking, failure);
	if (failure)
		return;
	for (size_t i = 0; i < look->partly_count; i++)
		checking_add_unchecked(checking, look->partly[i]);
	checking->is_memory_judged = !look->is_partly;
}

static void ask_served(struct checking *checking, const char *server)
{
	struct arena *arena = checking->arena;
	struct sanitize_look look;
	struct replay_probe probe;
	const char *first;
	const char *second;

	look_once(checking, server, "no", &probe, &look);
	first = failure_of(checking, &probe, &look);
	if (!first || !has_run(&probe, &look) || interruption_is_pending()) {
		conclude(checking, &look, first);
		return;
	}
	look_once(checking, server, "yes", &probe, &look);
	second = failure_of(checking, &probe, &look);
	if (second)
		second = format_into(arena, "%s; with bad accesses redirected: %s", first, second);
	conclude(checking, &look, second);
	if (!second)
		checking_add_unchecked(
			checking, format_into(arena,
					      "the launch as it is: %s; it was checked with bad "
					      "accesses redirected",
					      first));
}

void sanitize_checker_ask(struct checking *checking)
{
	const char *why;
	const char *program = worker_find_program(&why, checking->arena);
	struct server_process process;
	struct server *server;

	if (why || !checking->same->candidate || checking->launch->call.error != 0) {
		checking_end(checking,
			     why ? why
			     : !checking->same->candidate
				     ? "the device was not found again"
				     : "no kernel runs in a launch that the driver refuses");
		return;
	}
	/* The other half of a step is for building what was rewritten. */
	server = server_open(program, NULL, (checking->tool->timeout + 1) / 2);
	if (!server || !server_process_start(&process, server)) {
		checking_end(checking, "its server cannot be started");
		return;
	}
	ask_served(checking, process.path);
	server_process_end(&process);
}
