/* SPDX-License-Identifier: Apache-2.0 */
/*
 * live: what a program that is recorded does now. The record is read while it grows; what has come
 * is added to sums, and each sum also has its value of the round before, so that the difference is
 * what happened in between. Memory grows with names, objects and threads, not with calls.
 *
 * Times are in ns of CLOCK_MONOTONIC, durations in ns.
 */
#ifndef CLROUTER_TOOL_REPORT_LIVE_LIVE_H
#define CLROUTER_TOOL_REPORT_LIVE_LIVE_H

#include "tool/report/live/live-commands.h"
#include "tool/report/live/live-memory.h"
#include "tool/report/live/live-threads.h"
#include "tool/report/model.h"

struct live_function_numbers {
	uint64_t count;		/* calls that began */
	uint64_t errors;
	uint64_t time;		/* with those that go on */
};

struct live_function {
	const char *name;
	unsigned int number;
	uint64_t ended;		/* ns of calls that returned */
	struct live_function_numbers now;
	struct live_function_numbers before;
};

struct live_error {
	int32_t code;		/* RECORDED_NO_CODE: the program did not ask for it */
	uint64_t count;
};

#define LIVE_ARGUMENTS 16	/* of the program, that are kept */

struct live {
	struct record_follower follower;
	struct arena arena;
	const char *program;	/* path; NULL: not known */
	const char *arguments[LIVE_ARGUMENTS];
	size_t argument_count;
	enum model_end end;	/* MODEL_RUNS: more will come */
	uint64_t start;
	uint64_t now;		/* when this round was; if the program has ended: its end */
	uint64_t before;	/* when the round before was; the start in the first one */
	uint64_t last;		/* the last time that was recorded */
	uint64_t rounds;
	struct known_functions known;
	struct live_names names;
	struct live_objects objects;
	struct live_threads threads;
	struct live_memory memory;
	struct live_commands commands;
	struct live_function **functions;	/* by number; NULL: it was not called */
	struct live_function **called;		/* those that are not NULL, by their first call */
	size_t called_count;
	uint64_t calls;
	uint64_t calls_before;
	uint64_t failed;	/* calls and commands */
	struct live_error errors[MODEL_ERRORS];
	size_t error_count;
};

/* The time now, by the clock of records. */
uint64_t live_clock(void);

/*
 * Opens the record PATH, a string that must stay. LIVE must not move until live_done(), which is
 * needed in any case. False: live_why() says why, or there is no memory, which is reported.
 */
bool live_open(struct live *live, const char *path);

/*
 * Reads what is new. False: live_why() says why, or there is no memory, which is reported. What was
 * read before stays as it is, and no other round follows.
 */
bool live_refresh(struct live *live);

/* Why one of the above has failed; NULL: that is reported. */
const char *live_why(const struct live *live);

/* The name of a device by its handle; NULL: it is not known. */
const char *live_device_name(const struct live *live, uint64_t handle);

void live_done(struct live *live);

#endif
