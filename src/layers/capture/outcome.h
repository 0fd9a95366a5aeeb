/* SPDX-License-Identifier: Apache-2.0 */
/*
 * outcome: says what became of launches: to "clrouter capture" (base/common/status-line.h), or on
 * standard error if nobody has asked for it. Any thread may call the function.
 */
#ifndef CLROUTER_LAYERS_CAPTURE_OUTCOME_H
#define CLROUTER_LAYERS_CAPTURE_OUTCOME_H

#include "base/common/status-line.h"

/* Says WORD, a STATUS_, and the formatted text; NULL: the word alone. */
void outcome_say(const char *word, const char *format, ...) __attribute__((format(__printf__, 2, 3)));

#endif
