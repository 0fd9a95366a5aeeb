/* SPDX-License-Identifier: Apache-2.0 */
/*
 * summary-rows: what any number of processes did, added up by name. It has bounded size: a row for each
 * process, and a row for each name of a call, kernel, transfer, build, error or range. The order in which
 * processes are added makes no difference.
 *
 * All texts and rows belong to its arena.
 */
#ifndef CLROUTER_TOOL_REPORT_SUMMARY_SUMMARY_ROWS_H
#define CLROUTER_TOOL_REPORT_SUMMARY_SUMMARY_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "record/durations.h"

struct model;
struct output;

enum summary_kind {
	SUMMARY_CALL,
	SUMMARY_KERNEL,
	SUMMARY_TRANSFER,
	SUMMARY_BUILD,
	SUMMARY_ERROR,
	SUMMARY_RANGE, /* of the programs' own, and marks */
	SUMMARY_KINDS
};

/* Texts are NULL if they are not known. */
struct summary_process {
	const char *host;
	const char *rank; /* decimal digits */
	const char *job;
	const char *program;
	const char *devices; /* those that it used, with the versions of their drivers */
	const char *end;     /* a word: ended, killed, ... */
	const char *died_in; /* the function that never returned */
	uint64_t process;    /* ID */
	uint64_t parent;     /* ID of the process that has started it */
	uint64_t start;	     /* ns, CLOCK_REALTIME */
	uint64_t run;	     /* ns */
	uint64_t inside;     /* ns in OpenCL, of the thread with the most */
	uint64_t busy;	     /* ns, all queues; of the commands that were measured */
	uint64_t waits;	     /* ns in calls that waited long, of all threads */
	uint64_t waits_cpu;  /* ns of CPU time that they used in them */
	uint64_t building;   /* ns */
	uint64_t builds;
	uint64_t calls;
	uint64_t commands;
	uint64_t errors;
	uint64_t lost;	  /* calls and commands that could not be recorded */
	uint64_t damaged; /* places in the record */
	uint64_t death;	  /* ns, CLOCK_REALTIME: when it ended without a word; 0: nobody saw it */
	uint64_t signal;  /* that ended it; 0: none, or it is not known */
	uint64_t exit_status; /* 0 if it is not known */
	uint64_t index;	  /* in the list of processes */
	bool is_launcher; /* it starts the others and does nothing itself; summary_sort() finds out */
};

/* The sum of one name in one process, the least or the most of all that have it. */
struct summary_extreme {
	const struct summary_process *process;
	uint64_t total; /* ns; of errors, their count */
	uint64_t index; /* of the process in a file; summary_sort() sets it */
};

struct summary_row {
	enum summary_kind kind;
	const char *name;
	uint64_t count;
	uint64_t errors;	/* of calls and builds */
	uint64_t bytes;		/* of transfers */
	uint64_t total;		/* ns in the range that is reported, with calls that did not return */
	struct durations times; /* of calls that returned; of commands that were measured */
	uint64_t processes;	/* that have it */
	struct summary_extreme least;
	struct summary_extreme most;
};

struct summary {
	struct arena arena;
	struct summary_process **processes;
	size_t process_count;
	struct summary_row **rows;
	size_t row_count;
	void *process_tree; /* of tsearch() */
	void *row_tree;
};

/* call, kernel, ... */
extern const char *const summary_kind_names[SUMMARY_KINDS];

/*
 * Adds a copy of PROCESS, with its texts; NULL, with a message, if there is no memory. *IS_KNOWN:
 * it was added before, which is what rank, host, process and start say.
 */
const struct summary_process *
summary_add_process(struct summary *summary, const struct summary_process *process, bool *is_known);

/* Are two texts equal, which may both be NULL? */
static inline bool summary_is_same(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

/* Has SUMMARY a process like PROCESS? */
bool summary_has_process(const struct summary *summary, const struct summary_process *process);

/*
 * Adds what PART says of its name. Its extremes are of processes that were added. Returns false,
 * with a message, if there is no memory.
 */
bool summary_add_row(struct summary *summary, const struct summary_row *part);

/* Puts processes in the order of ranks, hosts and IDs, and rows in the order of kinds and names. */
void summary_sort(struct summary *summary);

/* The rows of KIND, by time: *COUNT of them. For free(); NULL, with a message, without memory. */
const struct summary_row **summary_by_time(const struct summary *summary, enum summary_kind kind,
					   size_t *count);

/*
 * The process that seems to have ended all others: of those that ended by a fault of their own, or died
 * without a known cause, the first. NULL: there is no such process, or nobody saw which one it is.
 */
const struct summary_process *summary_first_death(const struct summary *summary);

/* The standard deviation of TIMES in ns. */
double summary_deviation(const struct durations *times);

void summary_done(struct summary *summary);

/* -- launchers.c ----------------------------------------------------------------------------- */

/*
 * Which processes only start those that do the work, as mpirun and srun do? In a batch job such a process
 * may seem to be rank 0, and it runs longer than all others. Sets `is_launcher` of each process; they
 * are sorted.
 */
void launchers_find(struct summary *summary);

/* -- summary-model.c: one record as a summary ------------------------------------------------- */

/*
 * Adds the process of MODEL and what it did to SUMMARY. Of calls and of kernels those with the most
 * time have a row each, and the others one together. Returns false, with a message, if there is no
 * memory. *IS_KNOWN: the process was added before, and nothing is added.
 */
bool summary_add_model(struct summary *summary, const struct model *model, bool *is_known);

/* -- summary-screen.c: for people, in 80 columns ----------------------------------------------- */

/* Writes SUMMARY, after summary_sort(), to OUTPUT, which is text. UNREAD files could not be read. */
void summary_screen_put(struct output *output, const struct summary *summary, size_t unread);

/* -- summary-json.c: for programs and for a page ------------------------------------------------- */

/* Writes SUMMARY, after summary_sort(), as members of the object that is open. */
void summary_json_put(struct output *output, const struct summary *summary, size_t unread);

/* -- difference.c: what changed between two, name by name ---------------------------------------- */

/*
 * Writes what changed from A to B, the biggest change of time first; as JSON, members of the object
 * that is open. Returns false, with a message, if there is no memory.
 */
bool difference_put(struct output *output, const struct summary *a, const struct summary *b);

#endif
