/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hang: what a call waits for that has not returned. The record is read once more for it, because only
 * then events and their wait lists matter one by one.
 */
#ifndef CLROUTER_TOOL_REPORT_HANG_H
#define CLROUTER_TOOL_REPORT_HANG_H

#include "tool/report/model.h"

enum hang_kind {
	HANG_UNKNOWN,	 /* the record does not say, or it is no call that waits */
	HANG_USER_EVENT, /* the program has made a user event at PLACE, and not set it */
	HANG_COMMAND	 /* a command was enqueued at PLACE, and is not known to have ended */
};

struct hang {
	enum hang_kind kind;
	struct model_place place;
	const char *name;	/* of the command's kernel; NULL: it has none */
	uint32_t queue;		/* the number of the command's queue; 0: it is not known */
	uint64_t pending;	/* commands of the queue that is waited for; 0: none, or no queue is */
	uint32_t pending_queue;	/* its number */
};

/*
 * Stores in HANG what the call at PLACE waits for, which is one of model->unfinished. Returns false,
 * with a message, if there is no memory.
 */
bool hang_find(struct hang *hang, const struct model *model, const struct model_place *place);

#endif
