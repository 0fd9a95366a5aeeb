/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hints: finds what is right, but near a limit or slow. It does so only if the user wants such
 * findings, and then takes a lock of its own for some calls.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_HINTS_HINTS_H
#define CLROUTER_LAYERS_VALIDATION_HINTS_HINTS_H

#include <stdbool.h>

#include "opencl/call.h"

/* For the layer's start, after report_start(). Does the user want any? */
bool hints_start(void);

/* CALL, which is right, is about to be passed on; it has returned *RESULT and succeeded. */
void hints_before(struct call *call);
void hints_after(struct call *call, const void *result);

/* In hint-language.c: CALL, which builds or compiles a program, is about to be passed on. */
void hint_language_before(const struct call *call);

/* In a forked child, with all locks held: what the parent did is not the child's. */
void hints_forget(void);

/* For the layer's end, with the layer's lock held: reports what is left over. */
void hints_end(void);

#endif
