/* SPDX-License-Identifier: Apache-2.0 */
/*
 * export: a record in the form that another program reads, or a person with a browser. The functions
 * return false, with a message on standard error, if there is no memory. Errors of writing are FILE's.
 */
#ifndef CLROUTER_TOOL_REPORT_EXPORT_EXPORT_H
#define CLROUTER_TOOL_REPORT_EXPORT_EXPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "tool/report/view/view.h"

/*
 * A line for each call, in the order in which they began, like the lines of the trace
 * layer:
 *
 *	[thread seconds.microseconds] function(name=argument, ...) = result <duration>
 *
 * Objects have numbers; times count from the start of the record. Calls that a callback has made
 * inside of another call are indented.
 */
bool export_text(FILE *file, const struct model *model);

/*
 * One page, whose data PUT writes, an object of JSON. PUT returns false, with a message, if it fails; then
 * so does this.
 */
typedef bool export_page_data(FILE *file, const void *data);
bool export_page(FILE *file, export_page_data *put, const void *data);

/*
 * Writes what such data has of one record, one of SHARES of the page, as two members of the object that is
 * open: `report` and `timeline`.
 */
bool export_page_members(FILE *file, const struct view *view, unsigned int shares);

/*
 * One page with the tables and a timeline. It loads nothing from anywhere, and its content security
 * policy forbids that, too.
 */
bool export_html(FILE *file, const struct model *model);

#endif
