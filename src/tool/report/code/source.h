/* SPDX-License-Identifier: Apache-2.0 */
/*
 * source: which function and line of the source an address is. source.c asks libdw, which reads the
 * file itself and what packages of debugging information have put into /usr/lib/debug; it is not
 * compiled where configure finds no libdw, and source-missing.c knows nothing then.
 *
 * A file that has another build-id than the one that was recorded is not used.
 */
#ifndef CLROUTER_TOOL_REPORT_CODE_SOURCE_H
#define CLROUTER_TOOL_REPORT_CODE_SOURCE_H

#include <stdbool.h>

#include "tool/report/code/modules.h"

/* Texts are valid as long as the module is open. */
struct source_place {
	const char *function;	/* NULL: not known */
	const char *file;	/* NULL: not known */
	int line;		/* 0: not known */
};

/*
 * What is at OFFSET, as the file of MODULE counts addresses. A path that is not absolute begins in
 * DIRECTORY, the working directory of the recorded program; NULL: it is not known.
 */
struct source_place source_find(struct module *module, const char *directory, uint64_t offset);

/* Was anything asked that this tool cannot know, because it was built without libdw? */
bool source_is_missed(void);

/* Frees what was kept for MODULE. */
void source_close(struct module *module);

#endif
