/* SPDX-License-Identifier: Apache-2.0 */
/*
 * code-places: what an address in a recorded process is: a function of the program, of a library, or of
 * code that was made while the program ran (perf-map.h).
 */
#ifndef CLROUTER_TOOL_REPORT_CODE_CODE_PLACES_H
#define CLROUTER_TOOL_REPORT_CODE_CODE_PLACES_H

#include <stdbool.h>

#include "base/common/line.h"
#include "tool/report/code/modules.h"
#include "tool/report/code/perf-map.h"
#include "tool/report/code/source.h"

#define CODE_NAME 512 /* bytes of a function's name */

struct code_place {
	uint64_t address;
	const struct module *module;	/* NULL: it is in no file */
	uint64_t offset;		/* in the file */
	char function[CODE_NAME];	/* empty: not known */
	char file[CODE_NAME];		/* of the source; empty: not known */
	int line;			/* 0: not known */
	bool is_script;			/* a function of Python */
};

/* All zero, but for the first members, before anything is added. */
struct code {
	uint32_t process;	/* its ID */
	uid_t owner;		/* of the record */
	int64_t start;		/* of the record, in seconds since 1970 */
	const char *directory;	/* the working directory; NULL: not known */
	const char *host;	/* the name of the machine; NULL: not known */
	struct modules modules;
	struct perf_map map;
	bool has_map;		/* it was looked for */
	void *known;		/* tree of struct code_place: what was found before */
	size_t known_count;
	struct code_place last;	/* the one that was looked for last, if it is not known */
};

/*
 * What is before ADDRESS, to which a call returns: the call. TIME is when it was made. Nothing of it
 * is trusted: who prints it escapes it. Valid until the next call.
 */
const struct code_place *code_find(struct code *code, uint64_t address, uint64_t time);

/* Adds "main (program.c:12)", or what is known of that, the address at least. */
void code_add_text(struct line *line, const struct code_place *place);

void code_done(struct code *code);

#endif
