/* SPDX-License-Identifier: Apache-2.0 */
/* summary-screen: a summary for people, in 80 columns. */
#ifndef CLROUTER_TOOL_REPORT_SUMMARY_SUMMARY_SCREEN_H
#define CLROUTER_TOOL_REPORT_SUMMARY_SUMMARY_SCREEN_H

#include "table/output.h"
#include "tool/report/summary/summary.h"

/* Writes SUMMARY, after summary_sort(), to OUTPUT, which is text. UNREAD files could not be read. */
void summary_screen_put(struct output *output, const struct summary *summary, size_t unread);

#endif
