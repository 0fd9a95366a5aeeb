/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rows: the rows of a timeline. Commands of one queue may overlap, so a queue has lanes: each has
 * one command at a time.
 */
#ifndef CLROUTER_TOOL_REPORT_TIMELINE_ROWS_H
#define CLROUTER_TOOL_REPORT_TIMELINE_ROWS_H

#include "tool/report/model.h"

#define ROW_NAME 512 /* bytes */
#define ROW_ARGUMENTS 4096 /* bytes */

/* All zero but for `most` before the first command. */
struct lanes {
	unsigned int most;  /* what overlaps with more is in the last one; 0: any number */
	uint64_t *ends;	    /* of each, when its last command ended */
	unsigned int count; /* of the queue so far */
	unsigned int lane;  /* of the last command */
	bool is_new;	    /* it is the first command in it */
};

/*
 * Finds the lane, the lowest that is free, of the command INDEX of `ordered`; they come in order.
 * Returns false, with a message, if there is no memory.
 */
bool lanes_next(struct lanes *lanes, const struct command_list *commands, size_t index);

void lanes_done(struct lanes *lanes);

/* The name of COMMAND: the name of its kernel, or of its kind. */
const char *row_command_name(const struct model_command *command);

/* Writes "queue#1 GPU lane 1" to NAME. */
void row_lane_name(char name[ROW_NAME], const struct model *model, uint32_t queue,
		   unsigned int lane);

/* Writes the arguments of CALL to TEXT as export-text has them; what is too long is cut. */
void row_arguments(char text[ROW_ARGUMENTS], const struct model *model,
		   const struct record_call *call);

/* Writes "program, rank 0 on host, process 17" to NAME. */
void row_process_name(char name[ROW_NAME], const struct model *model);

#endif
