/* SPDX-License-Identifier: Apache-2.0 */
/* live-functions: the functions that a running program has called, and the codes of errors. */
#ifndef CLROUTER_TOOL_REPORT_LIVE_LIVE_FUNCTIONS_H
#define CLROUTER_TOOL_REPORT_LIVE_LIVE_FUNCTIONS_H

#include "tool/report/live/live.h"

/* The function NUMBER; NULL: there is no memory. */
struct live_function *live_find_function(struct live *live, unsigned int number);

/* COUNT calls or commands failed with CODE. */
void live_add_errors(struct live *live, int32_t code, uint64_t count);

#endif
