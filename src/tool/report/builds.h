/* SPDX-License-Identifier: Apache-2.0 */
/* builds: programs that were built, compiled or linked, with their logs. */
#ifndef CLROUTER_TOOL_REPORT_BUILDS_H
#define CLROUTER_TOOL_REPORT_BUILDS_H

#include "tool/report/model.h"

/* Does the function with this number build a program, or a part of one? */
bool builds_is_build(unsigned int function);

/* Adds CALL, which is at PLACE, if it builds a program. Returns false if there is no memory. */
bool builds_add_call(struct model *model, const struct record_call *call,
		     const struct model_place *place);

/*
 * Adds the log of a build, if ASKED is one, to the last build of its program that thread THREAD has
 * made.
 */
void builds_add_log(struct model *model, const struct record_object *asked, uint32_t thread);

/* After the last one. */
void builds_sort(struct model *model);

#endif
