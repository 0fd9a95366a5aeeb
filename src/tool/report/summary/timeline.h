/* SPDX-License-Identifier: Apache-2.0 */
/* timeline: several records in one timeline (export-perfetto.h). */
#ifndef CLROUTER_TOOL_REPORT_SUMMARY_TIMELINE_H
#define CLROUTER_TOOL_REPORT_SUMMARY_TIMELINE_H

#include <stdbool.h>
#include <stdio.h>

#include "tool/report/summary/inputs.h"

/*
 * Writes the records of INPUTS in Perfetto's form. Returns false, with a message, if one of them could
 * not be read.
 */
bool timeline_put(FILE *file, const struct inputs *inputs);

#endif
