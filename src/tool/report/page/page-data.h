/* SPDX-License-Identifier: Apache-2.0 */
/*
 * page-data: what the timeline of a page shows, as an object of JSON; and the page, of which files.awk makes
 * C.
 */
#ifndef CLROUTER_TOOL_REPORT_PAGE_PAGE_DATA_H
#define CLROUTER_TOOL_REPORT_PAGE_PAGE_DATA_H

#include <stdbool.h>
#include <stdio.h>

#include "tool/report/model.h"

/*
 * Writes it to FILE. SHARES models, one or more, have parts in the page, which has as much of all of them
 * as of one. Returns false, with a message, if there is no memory.
 */
bool page_data_put(FILE *file, const struct model *model, unsigned int shares);

/* The lines of the page in the folder web, without their ends; NULL after the last one. */
extern const char *const page_html[];
extern const char *const page_css[];
extern const char *const page_js[];

#endif
