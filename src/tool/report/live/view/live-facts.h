/* SPDX-License-Identifier: Apache-2.0 */
/* live-facts: writes what a running program does as JSON, for clrouter top --json. */
#ifndef CLROUTER_TOOL_REPORT_LIVE_VIEW_LIVE_FACTS_H
#define CLROUTER_TOOL_REPORT_LIVE_VIEW_LIVE_FACTS_H

#include "table/output.h"
#include "tool/report/live/live.h"

/* Writes LIVE as members of the object that is open. Its order is that by time. */
void live_facts_put(struct output *output, const struct live *live);

#endif
