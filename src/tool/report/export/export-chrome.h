/* SPDX-License-Identifier: Apache-2.0 */
/*
 * export-chrome: the trace event format, which Perfetto and Chromium's about:tracing open. Each
 * thread and each queue has a row; an arrow goes from a call to the command that it has enqueued.
 * Times count from the start of the record.
 */
#ifndef CLROUTER_TOOL_REPORT_EXPORT_EXPORT_CHROME_H
#define CLROUTER_TOOL_REPORT_EXPORT_EXPORT_CHROME_H

#include <stdbool.h>
#include <stdio.h>

#include "tool/report/model.h"

/*
 * Writes the record of MODEL to FILE. Returns false, with a message on standard error, if there is
 * no memory.
 */
bool export_chrome(FILE *file, const struct model *model);

#endif
