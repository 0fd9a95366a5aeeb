/* SPDX-License-Identifier: Apache-2.0 */
/* page-files: the lines of the page in the folder web; files.awk makes page-files.c of them. */
#ifndef CLROUTER_TOOL_REPORT_PAGE_PAGE_FILES_H
#define CLROUTER_TOOL_REPORT_PAGE_PAGE_FILES_H

/* The lines without their ends; NULL after the last one. */
extern const char *const page_html[];
extern const char *const page_css[];
extern const char *const page_js[];

#endif
