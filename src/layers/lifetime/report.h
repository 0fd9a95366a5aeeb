/* SPDX-License-Identifier: Apache-2.0 */
/*
 * report: one line per finding, written at once, and after it the stacks of the calls that
 * made and released the object, if they were kept. Called with the layer's lock held.
 */
#ifndef CLROUTER_LAYERS_LIFETIME_REPORT_H
#define CLROUTER_LAYERS_LIFETIME_REPORT_H

#include "layers/common/signature.h"
#include "layers/lifetime/objects.h"

/* Findings go to the file PATH (see output-file.h); NULL is standard error. */
void lifetime_report_start(const char *path);

/* The function in slot IN was given OBJECT as PARAM: and that is WHAT. */
void lifetime_report(unsigned int in, const struct signature_param *param,
		     const struct object *object, const char *what);

/* In a forked child: the findings so far are the parent's. */
void lifetime_report_clear(void);

/*
 * Writes what is left over at the end, and the counts, if there is anything to tell, and
 * closes the file.
 */
void lifetime_report_end(void);

#endif
