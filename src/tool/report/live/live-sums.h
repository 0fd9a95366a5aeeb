/* SPDX-License-Identifier: Apache-2.0 */
/* live-sums: the sums of a record that has them in place of calls. They are read anew each round. */
#ifndef CLROUTER_TOOL_REPORT_LIVE_LIVE_SUMS_H
#define CLROUTER_TOOL_REPORT_LIVE_LIVE_SUMS_H

#include "tool/report/live/live.h"

/* Before a round: nothing is added up yet. */
void live_sums_begin(struct live *live);

/* Adds RECORD, of type RECORD_SUM, of THREAD. Returns false if there is no memory. */
bool live_sums_add(struct live *live, const struct record *record, uint32_t thread);

#endif
