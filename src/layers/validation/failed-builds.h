/* SPDX-License-Identifier: Apache-2.0 */
/*
 * failed-builds: what a finding about a program that was not built says beside the rule: which call
 * failed to build it, with which options, and the line of the build log that says why. Judges
 * nothing.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_FAILED_BUILDS_H
#define CLROUTER_LAYERS_VALIDATION_FAILED_BUILDS_H

#include "base/common/line.h"
#include "opencl/call.h"

/*
 * CALL, which was to build or compile a program, has failed with CODE. Takes the place of the call
 * from the stack, so the call has not returned to the program. Learning that the program is built, or
 * is being built, takes the code back (learn-programs.c).
 */
void failed_builds_note(const struct call *call, cl_int code);

/*
 * Adds to LINE why PROGRAM is not built; nothing if no build of it has failed. Asks the driver for
 * options and log, so no lock may be held.
 */
void failed_builds_add(struct line *line, const void *program);

/* Adds "FUNCTION of it failed with CODE at PLACE". */
void failed_builds_add_call(struct line *line, unsigned slot, cl_int code, const void *site);

#endif
