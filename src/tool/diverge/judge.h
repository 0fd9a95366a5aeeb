/* SPDX-License-Identifier: Apache-2.0 */
/*
 * judge: compares one launch after the other. A launch is replayed on B. If B differs or fails, it
 * is replayed twice on A, where the program runs: what is not the same there each time is not
 * compared, and B runs once more, for the rest. The types of arguments, which say how results are
 * compared, often only A knows: it is asked before, with the first launch of a kernel.
 */
#ifndef CLROUTER_TOOL_DIVERGE_JUDGE_H
#define CLROUTER_TOOL_DIVERGE_JUDGE_H

#include "tool/diverge/replayer.h"
#include "tool/probe/snapshot.h"
#include "tool/tool.h"

/* What became of the launches of one kernel. */
struct diverge_kernel {
	struct diverge_kernel *next;
	const char *name;
	bool is_asked;	    /* A, for types */
	const char **types; /* of its arguments, as A knows them; NULL: it does not */
	size_t type_count;
	unsigned long long launches; /* that were compared */
	unsigned long long differing;
	unsigned long long failing; /* on B */
	unsigned long long varying; /* on A */
	unsigned deaths;	    /* of B's child, one launch after the other */
	unsigned long long first;   /* the number of the first one that differs or fails */
	const char *how;	    /* that one */
	const char *kept;	    /* the directory that has it; NULL: none */
	const char *excuse; /* why that says nothing of drivers; NULL: nothing like that is known */
};

/* Launches that are not compared, for the same reason. */
struct diverge_reason {
	struct diverge_reason *next;
	const char *text;
	unsigned long long count;
};

struct diverge_judge {
	struct tool *tool;
	const struct snapshot *snapshot; /* of drivers, for A */
	const char *output; /* where the first launch that differs is written; other kernels' first
			       ones are beside it */
	const char *name_a; /* platform and device; NULL: not known yet */
	const char *name_b;
	struct replayer on_a;
	struct replayer on_b;
	struct diverge_kernel *kernels;
	struct diverge_reason *reasons;
	size_t kept; /* launches that were written */
	unsigned long long judged;
	unsigned long long left; /* not compared */
};

/* Compares the launch in the directory PATH. */
void judge_launch(struct diverge_judge *judge, const char *path);

/* A launch is not compared, because of TEXT, which is copied. */
void judge_leave(struct diverge_judge *judge, const char *text);

#endif
