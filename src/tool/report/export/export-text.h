/* SPDX-License-Identifier: Apache-2.0 */
/*
 * export-text: a line for each call, in the order in which they began, like those of the trace
 * layer:
 *
 *	[thread seconds.microseconds] function(name=argument, ...) = result <duration>
 *
 * Objects have numbers; times count from the start of the record. Calls that a callback has made
 * inside of another call are indented.
 */
#ifndef CLROUTER_TOOL_REPORT_EXPORT_EXPORT_TEXT_H
#define CLROUTER_TOOL_REPORT_EXPORT_EXPORT_TEXT_H

#include <stdbool.h>
#include <stdio.h>

#include "tool/report/model.h"

/*
 * Writes the record of MODEL to FILE. Returns false, with a message on standard error, if there is
 * no memory.
 */
bool export_text(FILE *file, const struct model *model);

#endif
