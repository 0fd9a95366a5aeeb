/* SPDX-License-Identifier: Apache-2.0 */
/*
 * details: the arguments and results of calls, and what is known of commands, for the spans of a
 * page. If there are many, the longest ones have them.
 */
#ifndef CLROUTER_TOOL_REPORT_PAGE_DETAILS_H
#define CLROUTER_TOOL_REPORT_PAGE_DETAILS_H

#include "tool/report/page/collected.h"

#define DETAILS_CALLS 60000
#define DETAILS_COMMANDS 120000

/*
 * Writes two members of an object of JSON, and a comma after each: the texts, and the details that
 * refer to them. Returns false, with a message, if there is no memory.
 */
bool details_put(FILE *file, struct collected *collected);

#endif
