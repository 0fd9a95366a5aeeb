/* SPDX-License-Identifier: Apache-2.0 */
/*
 * remarks: what stands out in a record: things that cost run time and can perhaps be avoided. Each
 * has the id of its rule, a figure, a place and a cure. None is made below a share of run time that
 * a user can feel, none of what another one explains better, and few are made at all, those with
 * the largest share.
 */
#ifndef CLROUTER_TOOL_REPORT_VIEW_REMARKS_H
#define CLROUTER_TOOL_REPORT_VIEW_REMARKS_H

#include <stddef.h>

#include "base/common/line.h"
#include "tool/report/hang.h"
#include "tool/report/model.h"

#define REMARKS_MOST 7
#define REMARKS_SHARE 20   /* a remark is about one in so many parts of the run time, or more */
#define REMARKS_ERRORS 100 /* errors: of the calls */
#define REMARKS_START 5	   /* the start: of the run time */

enum remark_id {
	REMARK_DIED,   /* in a call that waits for HANG, after TIME in it; COUNT threads were in one
			*/
	REMARK_ERRORS, /* COUNT calls failed with NAME, and the program went on */
	REMARK_BUILDS, /* COUNT builds */
	REMARK_FIRST_LAUNCHES,	/* of COUNT kernels: longer than later ones */
	REMARK_SMALL_READS,	/* COUNT of them, for which the program waits */
	REMARK_SMALL_TRANSFERS, /* COUNT of them, which could be a part of the one before */
	REMARK_SMALL_LAUNCHES,	/* COUNT of them, with few work-items, or shorter than what it takes
				   to launch them */
	REMARK_BLOCKING, /* COUNT transfers that the program waits for, beside which no kernel works
			  */
	REMARK_MOVES,	 /* COUNT transfers that it does not wait for, the same */
	REMARK_PAGEABLE, /* COUNT transfers with RATE bytes in a second, whose memory is not pinned */
	REMARK_NO_OVERLAP,  /* COUNT queues of a device execute nothing at the same time */
	REMARK_WORK_GROUPS, /* the sizes of work-groups of the kernel NAME are no multiple of COUNT
			     */
	REMARK_WAITS,	/* COST is the CPU time that threads have used in waits, TIME their duration
			 */
	REMARK_LOCK,	/* COUNT calls waited for a lock, the longest while NAME was called */
	REMARK_CALLBACKS, /* COUNT callbacks, which calls of the program wait for */
	REMARK_OBJECTS, /* the function NAME was called COUNT times */
	REMARK_QUERY,	/* the same, of one that only asks */
	REMARK_FUNCTION, /* the same, of any other that nothing else explains */
	REMARK_START,	 /* of drivers, and of programs from binaries, which is hard to avoid */
	REMARK_IDLE, /* DEVICE is idle because of the first of enum idle_cause; the others follow */
	REMARK_IDS = REMARK_IDLE + IDLE_CAUSES
};

struct remark {
	enum remark_id id;
	uint64_t cost; /* ns of run time; of errors, which cost none, the same share of it as of the
			  calls */
	uint64_t count;
	uint64_t whole; /* of how many; 0: of those that COST is about */
	uint64_t time;	/* ns: of the worst of them */
	uint64_t rate;	/* bytes in a second ... */
	uint64_t could;	/* ... and as many as there could be */
	bool is_of_link; /* by the rate of the device's link; otherwise by other transfers */
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

/* A word for each rule, for programs and for the manual. */
const char *remark_word(enum remark_id id);

/* What helps. */
const char *remark_cure(const struct remark *remark);

/* Adds, for people, what REMARK is: a clause that fits beside the share of the run time. */
void remark_add_words(struct line *line, const struct remark *remark);

/* Adds the call that it is about, if there is one, and where in the program that was made. */
void remark_add_place(struct line *line, const struct model *model, const struct remark *remark);

#endif
