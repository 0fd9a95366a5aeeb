/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain: what a finding about the arguments of a kernel says beside the rule: which argument it
 * is, with its type and name, and which call failed to set it; about a program, which call failed
 * to build it, with which options, and the line of the build log that says why; and about a number,
 * which limit it breaks (checks/limit.h). Judges nothing.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_EXPLAIN_H
#define CLROUTER_LAYERS_VALIDATION_EXPLAIN_H

#include "base/common/line.h"
#include "layers/validation/checks/check.h"

/*
 * Adds a sentence about TEST, which CALL fails, to LINE; nothing if nothing else is known. Asks
 * the driver how the argument is declared, or for a log, so no lock may be held.
 */
void explain_add(struct line *line, const struct call *call, const struct rule_test *test);

/*
 * CALL has failed with CODE. If it was to set an argument of a kernel, or to build a program, that
 * is kept for a finding about the argument that is not set, or the program that is not built. Takes
 * the place of the call from the stack, so the call has not returned to the program.
 */
void explain_note_failed(const struct call *call, cl_int code);

#endif
