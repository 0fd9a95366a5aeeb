/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lifetime-report: one line per finding, written at once, and after it the stacks of the calls that
 * made and released the object, if they were kept. The same mistake at the same PLACE, where the
 * program makes the call (place.h), is counted and not written again. Called with the layer's lock
 * held.
 */
#ifndef CLROUTER_LAYERS_LIFETIME_LIFETIME_REPORT_H
#define CLROUTER_LAYERS_LIFETIME_LIFETIME_REPORT_H

#include "opencl/signature.h"
#include "state/kernels.h"
#include "state/live.h"

/*
 * Findings go to the file PATH (see output-file.h); NULL is standard error. STATUS_PATH is the
 * file for another process (see base/common/status-line.h); NULL: none.
 */
void lifetime_report_start(const char *path, const char *status_path);

/* What can be wrong with an object that a call uses. */
enum mistake {
	MISTAKE_KIND,	  /* it is of another kind */
	MISTAKE_RELEASE,  /* it is released too often */
	MISTAKE_USE,	  /* it is used after its release */
	MISTAKE_ARGUMENT, /* the same, as argument of a kernel */
	MISTAKES
};

/* The function in slot IN was given OBJECT as PARAM, to be one of KIND, and that is MISTAKE. */
void lifetime_report(unsigned int in, const void *place, const struct signature_param *param,
		     enum object_kind kind, const struct object *object, enum mistake mistake);

/* The function in slot IN enqueues KERNEL, whose ARGUMENT, number INDEX, was released. */
void lifetime_report_argument(unsigned int in, const void *place, const struct object *kernel,
			      const struct kernel_argument *argument, size_t index);

/*
 * The function in slot IN was given HANDLE, which no call has returned, as PARAM. That is no
 * finding: a warning, or information if the program has a function UNKNOWN to the layer, which
 * may have made it; empty: it has none.
 */
void lifetime_report_unseen(unsigned int in, const void *place, const struct signature_param *param,
			    const void *handle, const char *unknown);

/* In a forked child: the findings so far are the parent's. */
void lifetime_report_clear(void);

/* Writes what is left over at the end, and the counts, and closes the file. */
void lifetime_report_end(void);

/* Closes the file and writes nothing: another layer reports the findings. */
void lifetime_report_leave(void);

#endif
