/* SPDX-License-Identifier: Apache-2.0 */
/*
 * model: what a record says: the program, and its calls added up. The record is read in rounds, while the
 * program writes it; one that is closed is one round. What has come is added to sums, and each sum also
 * has its value of the round before, so that the difference is what happened in between. Memory grows
 * with names, objects and threads, not with calls and commands, unless those are kept for a timeline.
 *
 * Times are in ns of CLOCK_MONOTONIC, durations in ns.
 */
#ifndef CLROUTER_TOOL_REPORT_MODEL_H
#define CLROUTER_TOOL_REPORT_MODEL_H

#include "record/durations.h"
#include "record/record-reader.h"
#include "tool/report/allocations.h"
#include "tool/report/model-commands.h"
#include "tool/report/model-devices.h"
#include "tool/report/history.h"
#include "tool/report/enqueue.h"
#include "tool/report/idle.h"
#include "tool/report/threads.h"

struct code;

struct model_function {
	const char *name;
	unsigned int number;
	uint64_t returned;	/* ns in calls that returned, as far as they are in the range */
	uint64_t locked;	/* ns in calls that seem to have waited for a lock of another thread's call */
	uint64_t called_back;	/* ns in callbacks of the program that these calls made */
	uint64_t waited;	/* ns of `returned` in calls that wait for commands */
	struct model_place longest;	/* of the call that took longest, of those in the range */
	struct model_place place;	/* where in the program most of their time is */
	struct place_lead lead;		/* of that place */
	struct durations times;	/* of the calls that began in the range and returned */
	struct model_numbers now;
	struct model_numbers before;	/* at the end of the round before */
};

struct model_error {
	int32_t code;		/* RECORDED_NO_CODE: the program did not ask for it */
	uint64_t count;
	struct model_place first;
};

struct model_wait {
	struct model_place place;
	uint64_t duration;
};

struct model_build {
	struct model_place place;
	uint64_t program;	/* handle */
	uint32_t number;	/* of the program; 0: not known */
	uint64_t duration;
	int32_t code;		/* 0 if it succeeded, or goes on after the call */
	const char *options;	/* NULL: none */
	const char *log;	/* the line that build-log.h finds; NULL: none */
	bool log_has_error;	/* that line says "error" */
};

enum model_end {
	MODEL_ENDED,		/* the program ended, or the layer was stopped */
	MODEL_KILLED,		/* the program ended without a word */
	MODEL_RUNS,		/* it still writes to the file */
	MODEL_FULL,		/* recording ended: no space on the device */
	MODEL_LIMIT		/* recording ended: size limit */
};

#define MODEL_FUNCTIONS 65536	/* as many as there are numbers for them */
#define MODEL_ERRORS 64		/* codes; the rest is added up in the last one */
#define MODEL_WAITS 5
#define MODEL_OPEN 8		/* calls that did not return, or began before the range */
#define MODEL_UNKNOWN 256	/* names that are kept */

/* A function that the program got by its name, and whose calls are not recorded. */
struct model_unknown {
	const char *name;
	const char *reason;	/* a clause to follow "because" */
};

/* Calls that were not in the range from their beginning to their end. */
struct model_open {
	struct model_wait list[MODEL_OPEN];	/* the first ones; how long they are in the range */
	uint64_t count;
};

/* What of a record is read. All zero: what tables need, of all calls. */
struct model_options {
	bool keeps_commands;	/* each command and all objects are kept, for a timeline */
	bool has_events;	/* all objects are kept, and events get numbers, too */
	bool has_arguments;	/* timelines show the arguments of calls */
	uint64_t from;		/* what is reported begins so many ns after the start of the record */
	uint64_t to;		/* and ends before so many ns; 0: to the end */
};

struct model {
	struct record_reader *reader;
	struct record_reader own_reader;
	struct model_options options;
	struct arena arena;
	const char *program;	/* path; NULL: not known */
	const char *directory;	/* working directory; NULL: not known */
	const char *host;	/* NULL: not known */
	const char *rank;	/* decimal digits; NULL: it has none */
	const char *job;	/* NULL: it is in none */
	const char **arguments;
	size_t argument_count;
	enum model_end end;	/* MODEL_RUNS: more will come */
	uint64_t start;
	uint64_t last;		/* the last time that was recorded */
	uint64_t stop;		/* when the process or the recording ended, as far as that is known; or now */
	uint64_t before;	/* `stop` of the round before; the start in the first one */
	uint64_t run;		/* ns of what is reported */
	uint64_t rounds;
	struct code *code;	/* what addresses of the program are */
	struct known_functions known;
	struct strings names;
	struct history_rounds objects;
	const struct history *history;	/* the objects, also of earlier rounds */
	struct model_devices devices;
	struct threads threads;
	struct allocations allocations;
	struct commands commands;
	struct ranges ranges;	/* of the program's own */
	struct idle idle;
	struct record_queue *profiled;	/* of this round, until the commands are added */
	size_t profiled_count;
	uint64_t *undescribed;	/* calls of this round whose function was not described before them */
	size_t undescribed_count;
	struct model_function **functions;	/* by number; NULL: it was not called */
	struct model_function **called;		/* those that are not NULL, by their first call */
	size_t called_count;
	uint64_t calls;
	uint64_t calls_before;	/* at the end of the round before */
	uint64_t failed;	/* calls and commands */
	uint64_t left_calls;	/* that an exception or the end of a thread left */
	bool has_callbacks;
	struct model_error errors[MODEL_ERRORS];
	size_t error_count;
	struct model_wait waits[MODEL_WAITS];	/* the longest first */
	size_t wait_count;
	struct model_build *builds;	/* by time */
	size_t build_count;
	struct model_open unfinished;	/* calls that did not return */
	struct model_open earlier;	/* calls that began before the range and ended in it, or later */
	uint64_t damaged;	/* places of the file that could not be read */
	struct model_unknown unknown[MODEL_UNKNOWN];
	uint64_t unknown_functions;	/* how many there are */
};

/* The time now, by the clock of records. */
uint64_t model_clock(void);

/*
 * Opens the record PATH, a string that must stay. MODEL must not move until model_done(), which is
 * needed in any case. False: model->reader->why says why, or there is no memory, which is reported.
 */
bool model_open(struct model *model, const char *path, const struct model_options *options);

/*
 * Reads what is new; of a model that keeps commands or objects, only once. False: model->reader->why says why,
 * or there is no memory, which is reported. What was read before stays as it is, and no other round
 * follows.
 */
bool model_refresh(struct model *model);

/* Is the time in the range that is reported? */
bool model_has(const struct model *model, uint64_t time);

/*
 * Cuts the time from *BEGIN to *END, 0 if that has not come, to the range. False: nothing is in it.
 */
bool model_cut(const struct model *model, uint64_t *begin, uint64_t *end);

/* The same for the time of CALL, which *BEGIN and *END become. */
bool model_cut_call(const struct model *model, const struct record_call *call, uint64_t *begin,
		    uint64_t *end);

/* Never NULL. */
const char *model_function_name(const struct model *model, unsigned int number);

/* The name of a device by its handle; NULL: it is not known. */
const char *model_device_name(const struct model *model, uint64_t handle);

/*
 * Does the header have the time of waits (`wait_time`, `wait_cpu`) that is reported? It is the whole
 * record's.
 */
bool model_has_waits(const struct model *model);

/* ended, killed, ... */
extern const char *const model_end_words[];

/* The program was killed, and nobody has seen when: it ran at least as long as is known. */
bool model_is_cut(const struct model *model);

/*
 * The call that the program died in: of those that did not return the longest, because the others may
 * wait for what it does. NULL: it ended otherwise, in no call, or after the range.
 */
const struct model_wait *model_died_in(const struct model *model);

/* TIME in ns since the start of the record; 0 if it is before that. */
uint64_t model_since_start(const struct model *model, uint64_t time);

void model_done(struct model *model);

#endif
