/* SPDX-License-Identifier: Apache-2.0 */
/*
 * group-remarks: what stands out of several processes: those that differ from the others, in what,
 * and the run time that it costs, because processes of a job wait for the slowest one. Launchers do
 * not count. What one remark explains is not named by another.
 */
#ifndef CLROUTER_TOOL_REPORT_SUMMARY_GROUP_REMARKS_H
#define CLROUTER_TOOL_REPORT_SUMMARY_GROUP_REMARKS_H

#include "table/table.h"
#include "tool/report/summary/summary-rows.h"

#define GROUP_REMARKS_MOST 7
#define GROUP_REMARKS_SHARE \
	20 /* a remark is about one in so many parts of the longest run time, or more */

enum group_remark_id {
	GROUP_KERNEL,	/* PROCESS takes longer for the kernel NAME */
	GROUP_TRANSFER, /* the same, for transfers in the direction NAME */
	GROUP_BUSY,	/* its devices work longer */
	GROUP_LESS,	/* its devices have less to do */
	GROUP_BUILD,	/* it builds longer */
	GROUP_CALL,	/* it is longer in the function NAME */
	GROUP_START,	/* it starts TIME after the others */
	GROUP_RUN,	/* it runs longer */
	GROUP_DIED,	/* it was the first to die or to fail, in the function NAME; NULL: in none */
	GROUP_DEVICES, /* it has other devices or drivers: VALUE */
	GROUP_PROGRAM, /* it is another program: VALUE */
	GROUP_ERRORS,  /* it has errors, and no other has: NAME */
	GROUP_REMARK_IDS
};

struct group_remark {
	enum group_remark_id id;
	const struct summary_process *process;
	const char *name;
	const char *value;
	uint64_t time;	  /* ns of PROCESS; of errors, how many */
	uint64_t others;  /* ns of the others: their median, or mean if only their sum is known */
	uint64_t cost;	  /* ns of run time */
	uint64_t run;	  /* ns, the longest */
	bool is_awaited;  /* all run equally long, so they wait for this one */
	bool has_devices; /* it has other devices or drivers than most, which may be why */
};

struct group_remarks {
	struct group_remark list[GROUP_REMARKS_MOST]; /* the one that costs most first */
	size_t count;
};

/* SUMMARY is sorted. Returns false, with a message, if there is no memory. */
bool group_remarks_find(struct group_remarks *remarks, const struct summary *summary);

/* Its rows are struct group_remark. */
extern const struct table group_remarks_table;

#endif
