/* SPDX-License-Identifier: Apache-2.0 */
/*
 * times: the columns of what is kept of durations. On the screen a time is "~12.3 ms" if part of it
 * is estimated, and a dash if there is none.
 */
#ifndef CLROUTER_TOOL_REPORT_EXPORT_TIMES_H
#define CLROUTER_TOOL_REPORT_EXPORT_TIMES_H

#include "record/durations.h"
#include "table/cell.h"
#include "table/table.h"

/* Getters. The column is at the member of this name in a struct durations. */
void times_get_total(const void *total, const void *context, struct table_value *value);
void times_get_most(const void *most, const void *context, struct table_value *value);

/* The column is at the struct itself. */
void times_get_mean(const void *times, const void *context, struct table_value *value);

/* The same as cells. */
struct cell times_total(const struct durations *times);
struct cell times_mean(const struct durations *times);

#endif
