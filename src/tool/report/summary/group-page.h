/* SPDX-License-Identifier: Apache-2.0 */
/*
 * group-page: a page of several processes: what stands out of them, and one timeline. It is as
 * large as a page of one record, so each record has a part of that.
 */
#ifndef CLROUTER_TOOL_REPORT_SUMMARY_GROUP_PAGE_H
#define CLROUTER_TOOL_REPORT_SUMMARY_GROUP_PAGE_H

#include "tool/report/summary/inputs.h"

#define GROUP_PAGE_MOST 32 /* processes that have a timeline */

/*
 * Writes the page of SUMMARY, which is sorted and was made of INPUTS, to FILE. UNREAD files could
 * not be read. Returns false, with a message, if that fails.
 */
bool group_page_put(FILE *file, const struct inputs *inputs, const struct summary *summary,
		    size_t unread);

#endif
