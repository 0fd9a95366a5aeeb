/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sanitize-findings: what the records of a shadow say, as findings: each place of a source once,
 * and at the end how often it came, if it came again. The lines are
 *
 *	clrouter: sanitize: error: KERNEL: FILE:LINE:COLUMN: ACCESS, EXPRESSION: WHERE; first by
 *		work-item (X,Y,Z), local ID (X,Y,Z); N times so far; enqueued at PLACE
 *
 * Any thread may call the functions, with no lock held.
 */
#ifndef CLROUTER_LAYERS_SANITIZE_SANITIZE_FINDINGS_H
#define CLROUTER_LAYERS_SANITIZE_SANITIZE_FINDINGS_H

#include <stdbool.h>

#include "base/common/line.h"
#include "layers/sanitize/shadow-programs.h"

/* For the layer's start: PATH is the file for findings, or NULL, STATUS that for status lines. */
void findings_start(const char *path, const char *status, bool is_json);

/* Looks at the records of SHADOW. If another thread does, it will look again, and this one returns.
 */
void findings_look(struct shadow *shadow);

/* Waits until no thread looks at the records of SHADOW, but not for long; in a signal handler, too.
 */
void findings_await(struct shadow *shadow);

/*
 * The context of SHADOW has died; FUNCTION returned CODE. If its records cannot be read, the kernel
 * that was launched last is named.
 */
void findings_note_death(struct shadow *shadow, const char *function, cl_int code);

/* A finding that no record of a shadow has. */
struct findings_other {
	const char *id;
	const char *kernel;
	const char *where;    /* the last lines have it */
	const char *made;     /* findings of one kernel with the same texts here are one: where the
				 memory is made, */
	const char *launched; /* where the kernel is launched, */
	const char *size;     /* and how large the memory is */
	void (*add)(struct line *line, const void *data, bool is_json);
	const void *data;
};

/* Writes FINDING, if it is new: ADD, which gets DATA, adds to its line. */
void findings_report_other(const struct findings_other *finding);

/* A kernel is launched that is checked: reports this to other processes, once. */
void findings_note_checked(void);

/* In a forked child, with the layer's lock held: what was found is the parent's. */
void findings_clear(void);

/* For the layer's end, with its lock held: the last lines, and closes the file. */
void findings_end(uint64_t checked);

#endif
