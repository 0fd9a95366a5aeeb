/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kernel-args: the arguments that a kernel had when it was enqueued. Calls come in the order of the
 * record; a kernel's arguments are those that the thread which enqueues it has set.
 */
#ifndef CLROUTER_TOOL_REPORT_PAGE_KERNEL_ARGS_H
#define CLROUTER_TOOL_REPORT_PAGE_KERNEL_ARGS_H

#include "tool/report/model.h"
#include "tool/report/timeline/rows.h"

struct kernel_args {
	const struct model *model;
	struct set_args *table; /* by kernel and thread; a later one may take the place of another */
};

/* Returns false, with a message, if there is no memory. */
bool kernel_args_init(struct kernel_args *args, const struct model *model);

/* Notes what CALL, which is at PLACE, sets, if it is clSetKernelArg. */
void kernel_args_note(struct kernel_args *args, const struct record_call *call,
		      struct record_place place);

/* Writes the arguments of the kernel that CALL enqueues to TEXT, such as "0: mem#1, 1: 16". */
void kernel_args_put(const struct kernel_args *args, const struct record_call *call,
		     struct record_place place, char text[ROW_ARGUMENTS]);

void kernel_args_done(struct kernel_args *args);

#endif
