/* SPDX-License-Identifier: Apache-2.0 */
/*
 * function-text: a function of an extension as the text that the record has of it, so that readers
 * need no list of extensions. Keeps no state.
 */
#ifndef CLROUTER_RECORD_FUNCTION_TEXT_H
#define CLROUTER_RECORD_FUNCTION_TEXT_H

#include "opencl/signature.h"

#define FUNCTION_TEXT 4096 /* bytes; more than any function needs */

/*
 * Describes FUNCTION in TO, of FUNCTION_TEXT bytes, as doc/record-format.md says. Returns how many
 * bytes that are, with the last NUL byte.
 */
size_t function_text(const struct signature *function, char *to);

#endif
