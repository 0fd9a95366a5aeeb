/* SPDX-License-Identifier: Apache-2.0 */
/*
 * remarks: what stands out in a record: things that cost run time and can perhaps be avoided. Each
 * has a figure and a place. None is made below a share of run time that a user can feel, and few
 * are made at all, those with the largest share.
 */
#ifndef CLROUTER_TOOL_REPORT_VIEW_REMARKS_H
#define CLROUTER_TOOL_REPORT_VIEW_REMARKS_H

#include <stddef.h>

#include "base/common/line.h"
#include "tool/report/hang.h"
#include "tool/report/model.h"

#define REMARKS_MOST 7
#define REMARKS_SHARE 100  /* a remark is about one in so many parts of the run time, or more */

enum remark_id {
	REMARK_DIED,		/* in a call that waits for HANG, after TIME in it; COUNT threads were in one */
	REMARK_ERRORS,		/* COUNT calls failed with NAME, and the program went on */
	REMARK_BUILDS,		/* COUNT builds */
	REMARK_FIRST_LAUNCHES,	/* of COUNT kernels: longer than later ones */
	REMARK_SMALL_READS,	/* COUNT of them, for which the program waits */
	REMARK_SMALL_TRANSFERS, /* COUNT of them, which could be a part of the one before */
	REMARK_SMALL_LAUNCHES,	/* COUNT of them, with few work-items */
	REMARK_IDLE,		/* of a device with COUNT queues; TIME is the longest, after NAME */
	REMARK_NO_OVERLAP,	/* COUNT queues of a device execute nothing at the same time */
	REMARK_WAITS,		/* COST is the CPU time that threads have used in waits, TIME their duration */
	REMARK_OBJECTS,		/* the function NAME was called COUNT times */
	REMARK_IDS
};

struct remark {
	enum remark_id id;
	uint64_t cost; /* ns of run time; of errors, which cost none, the same share of it as of the calls */
	uint64_t count;
	uint64_t whole;		  /* of how many; 0: of those that COST is about */
	uint64_t time;		  /* ns */
	enum hang_kind hang;
	const char *name;	  /* NULL: it has none */
	const char *device;	  /* the same */
	struct model_place place; /* of the worst of them; its time is 0 if that is not known */
};

struct remarks {
	struct remark list[REMARKS_MOST]; /* the one that costs most first */
	size_t count;
	uint64_t run; /* ns, the run time */
};

/* HANGS has what model->unfinished waits for. */
void remarks_find(struct remarks *remarks, const struct model *model, const struct hang *hangs);

/* A word for each, for programs. */
extern const char *const remark_ids[REMARK_IDS];

/* Adds, for people, what REMARK is, and what helps: a clause that fits beside the share of the run time. */
void remark_add_words(struct line *line, const struct remark *remark);

/* Adds the call that it is about, if there is one, and where in the program that was made. */
void remark_add_place(struct line *line, const struct model *model, const struct remark *remark);

#endif
