/* SPDX-License-Identifier: Apache-2.0 */
/*
 * export-html: one page with the tables and a timeline. It loads nothing from anywhere, and its
 * content security policy forbids that, too.
 */
#ifndef CLROUTER_TOOL_REPORT_EXPORT_EXPORT_HTML_H
#define CLROUTER_TOOL_REPORT_EXPORT_EXPORT_HTML_H

#include <stdbool.h>
#include <stdio.h>

#include "tool/report/model.h"

/*
 * Writes the record of MODEL to FILE. Returns false, with a message on standard error, if there is
 * no memory.
 */
bool export_html(FILE *file, const struct model *model);

#endif
