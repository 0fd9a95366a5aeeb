/* SPDX-License-Identifier: Apache-2.0 */
/* times: the cells of what is kept of durations: "~12.3 ms" if part of them is estimated, "-" of none. */
#ifndef CLROUTER_TOOL_REPORT_EXPORT_TIMES_H
#define CLROUTER_TOOL_REPORT_EXPORT_TIMES_H

#include "record/durations.h"
#include "table/cell.h"

struct cell times_total(const struct durations *times);
struct cell times_mean(const struct durations *times);

#endif
