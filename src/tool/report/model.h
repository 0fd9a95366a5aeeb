/* SPDX-License-Identifier: Apache-2.0 */
/*
 * model: what "clrouter report" says of a record: the program, and its calls added up. A record is
 * read twice: first for the objects, whose handles the second reading needs. The memory that is
 * needed is proportional to objects and commands, not to calls.
 *
 * Times are in ns of CLOCK_MONOTONIC, durations in ns.
 */
#ifndef CLROUTER_TOOL_REPORT_MODEL_H
#define CLROUTER_TOOL_REPORT_MODEL_H

#include "record/record-reader.h"
#include "tool/report/command.h"
#include "tool/report/devices.h"
#include "record/durations.h"
#include "tool/report/history.h"
#include "tool/report/threads.h"

struct code;

/* Where and when a call was. */
struct model_place {
	unsigned int function;
	uint32_t thread;	/* ID */
	uint64_t number;	/* of the call among those of its thread, from 1 */
	uint64_t time;		/* when it began */
	uint64_t offset;	/* of its record in the file; 0: not known */
	uint64_t reference;	/* what other records refer to it by */
};

struct model_function {
	const char *name;	/* never NULL after model_read() if `count` is not 0 */
	uint64_t count;
	uint64_t errors;
	struct durations *times; /* of the calls that returned; NULL: of none */
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
#define MODEL_UNFINISHED 8
#define MODEL_UNKNOWN 256	/* names that are kept */

/* A function that the program got by its name, and whose calls are not recorded. */
struct model_unknown {
	const char *name;
	const char *reason;	/* a clause to follow "because" */
};

/* What of a record is read. All zero: everything but events. */
struct model_options {
	bool has_events;	/* events get numbers, too */
	bool has_arguments;	/* timelines show those of calls */
	uint64_t from;		/* calls that begin so many ns after the start of the record, or later */
	uint64_t to;		/* and before so many ns; 0: to the end */
};

struct model {
	struct record_reader *reader;
	struct model_options options;
	struct arena arena;
	const char *program;	/* path; NULL: not known */
	const char *directory;	/* working directory; NULL: not known */
	const char *host;	/* NULL: not known */
	const char *rank;	/* decimal digits; NULL: it has none */
	const char *job;	/* NULL: it is in none */
	const char **arguments;
	size_t argument_count;
	enum model_end end;
	uint64_t start;
	uint64_t stop;		/* when recording ended, or the last time that was recorded */
	uint64_t last;		/* the last time that was recorded */
	uint64_t run;		/* ns of what is reported */
	struct code *code;	/* what addresses of the program are */
	struct known_functions known;
	bool has_extensions;	/* there are calls of functions of extensions */
	struct history history;
	struct devices devices;
	struct commands commands;
	struct threads threads;
	struct model_function *functions;	/* by number */
	uint64_t calls;
	uint64_t left_calls;	/* that an exception or the end of a thread left */
	struct model_error errors[MODEL_ERRORS];
	size_t error_count;
	struct model_wait waits[MODEL_WAITS];	/* the longest first */
	size_t wait_count;
	struct model_build *builds;	/* by time */
	size_t build_count;
	struct model_place unfinished[MODEL_UNFINISHED];
	uint64_t unfinished_count;	/* calls that did not return */
	uint64_t damaged;	/* places of the file that could not be read */
	struct model_unknown unknown[MODEL_UNKNOWN];
	uint64_t unknown_functions;	/* how many there are */
};

/*
 * Reads what READER has, which must stay, as OPTIONS say. Returns false, with a message on standard
 * error, if there is no memory; model_done() is needed all the same.
 */
bool model_read(struct model *model, struct record_reader *reader,
		const struct model_options *options);

/* The call that has enqueued COMMAND; its number is 0, that is not known. */
struct model_place model_place_of(const struct command *command);

/* Is the call that began at TIME one of those that are read? */
bool model_has(const struct model *model, uint64_t time);

/* The functions that were called, by time: indices into `functions`, *COUNT of them. For free(). */
unsigned int *model_functions_by_time(const struct model *model, size_t *count);

/* The durations of the calls of FUNCTION that returned. */
const struct durations *model_times(const struct model_function *function);

/* ended, killed, running, full or limit. */
const char *model_end_word(enum model_end end);

/* TIME in ns since the start of the record; 0 if it is before that. */
uint64_t model_since_start(const struct model *model, uint64_t time);

void model_done(struct model *model);

#endif
