/* SPDX-License-Identifier: Apache-2.0 */
/* idle: see idle.h. What a thread is in, and the causes; idle-gaps.c divides the gaps. */
#include "tool/report/idle.h"

#include <stdlib.h>
#include <string.h>

#include "record/recorded-call.h"
#include "tool/report/builds.h"

const struct idle_kind idle_kinds[IDLE_CAUSES] = {
	[IDLE_OUTSIDE] = { "idle-outside", "the program is outside OpenCL",
			   "enqueue the next command before the host computes" },
	[IDLE_BUILD] = { "idle-build", "a program is built",
			 "build before the work begins, or keep binaries for the next start" },
	[IDLE_QUERY] = { "idle-query", "a query takes long", "ask once, and keep the answer" },
	[IDLE_TRANSFER] = { "idle-transfer", "a blocking transfer is waited for",
			    "two buffers and an event: transfer beside the kernel before" },
	[IDLE_WAIT] = { "idle-wait", "waits after each command",
			"enqueue the next commands before waiting" },
	[IDLE_ELSEWHERE] = { "idle-elsewhere", "another device is waited for",
			     "give each device work of its own, and wait for both at the end" },
	[IDLE_USER_EVENT] = { "idle-user-event", "a user event is set late",
			      "set the event as soon as what it stands for is there" },
	[IDLE_CALLBACK] = { "idle-callback", "a callback takes long",
			    "let the callback wake a thread that does the work" },
	[IDLE_LOCK] = { "idle-lock", "another thread's call holds a lock",
			"build or ask in one thread before the others begin" },
	[IDLE_LAUNCH] = { "idle-launch", "commands start late", "enqueue and flush them earlier" },
	[IDLE_CALL] = { "idle-call", "another call takes long",
			"make objects once, and use them again" },
};

const char *const idle_words[IDLE_CAUSES + 1] = {
	[IDLE_OUTSIDE] = "outside",   [IDLE_BUILD] = "build", [IDLE_QUERY] = "query",
	[IDLE_TRANSFER] = "transfer", [IDLE_WAIT] = "wait",   [IDLE_ELSEWHERE] = "elsewhere",
	[IDLE_USER_EVENT] = "user-event", [IDLE_CALLBACK] = "callback", [IDLE_LOCK] = "lock",   [IDLE_LAUNCH] = "launch",
	[IDLE_CALL] = "call",
};

enum idle_call idle_call_of(const struct known_functions *known, const struct record_call *call)
{
	const struct signature *function = known_functions_find(known, call->head.detail);

	if (builds_is_build(call->head.detail))
		return IN_BUILD;
	if (recorded_is_wait(known, call))
		return function && function->command != COMMAND_NONE ? IN_TRANSFER : IN_WAIT;
	if (!function)
		return IN_OTHER;
	if (function->command != COMMAND_NONE)
		return IN_ENQUEUE;
	return strncmp(function->name, "clGet", strlen("clGet")) == 0 ? IN_QUERY : IN_OTHER;
}

/* What a call that enqueues, or the start of a command, costs is due to what the thread did before.
 */
static enum idle_cause cause_of_start(const struct idle_moment *moment)
{
	return moment->has_moved ? IDLE_TRANSFER : moment->has_waited ? IDLE_WAIT : IDLE_LAUNCH;
}

enum idle_cause idle_cause_of(const struct idle_moment *moment)
{
	static const enum idle_cause causes[] = {
		[IN_NOTHING] = IDLE_OUTSIDE,   [IN_BUILD] = IDLE_BUILD, [IN_QUERY] = IDLE_QUERY,
		[IN_TRANSFER] = IDLE_TRANSFER, [IN_WAIT] = IDLE_WAIT,	[IN_ENQUEUE] = IDLE_LAUNCH,
		[IN_OTHER] = IDLE_CALL,
	};
	const bool may_wait = moment->call == IN_TRANSFER || moment->call == IN_WAIT;

	if (moment->is_locked)
		return IDLE_LOCK;
	if (moment->is_enqueued && moment->waits_for_user)
		return IDLE_USER_EVENT;
	if (moment->waits_elsewhere && (may_wait || moment->is_enqueued))
		return IDLE_ELSEWHERE;
	if (moment->is_own_callback ||
	    (moment->is_in_callback && (moment->call == IN_NOTHING || moment->call == IN_WAIT)))
		return IDLE_CALLBACK;
	if (moment->is_built && moment->call == IN_NOTHING)
		return IDLE_BUILD;
	if (moment->is_enqueued || moment->call == IN_ENQUEUE)
		return cause_of_start(moment);
	return causes[moment->call];
}

uint64_t idle_time(const struct idle *idle, uint64_t device)
{
	uint64_t time = 0;

	for (size_t i = 0; i < idle->count; i++)
		time += idle->sums[i].device == device ? idle->sums[i].time : 0;
	return time;
}

const struct idle_sum *idle_find(const struct idle *idle, uint64_t device, enum idle_cause cause)
{
	for (size_t i = 0; i < idle->count; i++)
		if (idle->sums[i].device == device && idle->sums[i].cause == cause)
			return &idle->sums[i];
	return NULL;
}

void idle_done(struct idle *idle)
{
	free(idle->sums);
	*idle = (struct idle){ .sums = NULL };
}
