/* SPDX-License-Identifier: Apache-2.0 */
/*
 * judge: compares the launches of a program with another driver, one after the other, and keeps
 * what is known of each kernel. A is the driver that the program uses, B the other one. Each launch
 * is run on B. One that differs or fails is run twice on A, so that what is not deterministic there
 * is nothing against B; the first one of a kernel before that, since often only A knows the types
 * of its arguments.
 */
#ifndef CLROUTER_TOOL_DIVERGE_JUDGE_H
#define CLROUTER_TOOL_DIVERGE_JUDGE_H

#include "tool/probe/snapshot.h"
#include "tool/replay/replay-probe.h"
#include "tool/tool.h"

/* Launches of a kernel; or, without what follows the number, those that are not compared for one
 * reason. */
struct diverge_group {
	struct diverge_group *next;
	const char *key;
	const char *name;	      /* of the kernel; or the reason */
	unsigned long long launches;  /* that were compared, or were not */
	bool is_asked;		      /* A, for types */
	const char **types;	      /* of its arguments; NULL: A does not know them */
	unsigned failures;	      /* launches in a row that were not run to the end */
	unsigned long long varying;   /* on A */
	unsigned long long bad;	      /* on B: they differ or fail */
	unsigned long long differing; /* of these */
	unsigned long long first;     /* the number of the first bad one, and what follows */
	enum replay_outcome outcome;
	const char *how;
	const char *kept;   /* the directory that has it; NULL: none */
	const char *excuse; /* why that says nothing of drivers; NULL: nothing like that is known */
};

/* The caller sets what is before on_a, and the options of the two children. */
struct diverge_judge {
	struct tool *tool;
	const struct snapshot *snapshot; /* of drivers, for A */
	const char *output; /* where the first launch that differs is written; other kernels' first
			       ones are beside it */
	uint64_t over;	    /* when no launch is compared any more, of system_now() */
	struct replay_probe b;
	const char *name_b; /* platform and device */
	struct replay_service on_a;
	struct replay_service on_b;
	struct replay_probe a;
	const char *name_a; /* NULL: not known yet */
	struct diverge_group *kernels;
	struct diverge_group *reasons;
	size_t kept;		   /* launches that were written */
	unsigned long long judged; /* launches */
	unsigned long long left;   /* not compared */
};

/* Compares the launch in the directory PATH, unless the time is over or a signal is to end the
 * tool. */
void judge_launch(struct diverge_judge *judge, const char *path);

/* COUNT launches are not compared, because of TEXT. */
void judge_leave(struct diverge_judge *judge, const char *text, unsigned long long count);

#endif
