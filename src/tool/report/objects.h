/* SPDX-License-Identifier: Apache-2.0 */
/*
 * objects: which objects the handles of a running program mean. What is new in a round is a
 * history of its own, in which objects are found by time; of older ones only the last that had a
 * handle is kept, so memory grows with the handles that were in use, not with the run.
 */
#ifndef CLROUTER_TOOL_REPORT_OBJECTS_H
#define CLROUTER_TOOL_REPORT_OBJECTS_H

#include "tool/report/history.h"
#include "tool/report/strings.h"

struct objects {
	struct history fresh;		/* of this round, and through it all older ones */
	struct history known;
	struct arena arena;		/* the names in `fresh` */
	struct strings *names;	/* those in `known` */
};

/* KNOWN and NAMES must stay, also where OBJECTS are: the structure must not move after this. */
void objects_init(struct objects *objects, const struct known_functions *known,
		  struct strings *names, const struct record_header *header);

/* Looks for objects in RECORD. Returns false if there is no memory. */
bool objects_add_record(struct objects *objects, const struct record *record);

/* After this, history_find() finds objects in `fresh`. */
void objects_sort(struct objects *objects);

/* At the end of a round: what is new becomes old. Returns false if there is no memory. */
bool objects_settle(struct objects *objects);

void objects_done(struct objects *objects);

#endif
