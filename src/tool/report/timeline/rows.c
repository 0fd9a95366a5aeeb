/* SPDX-License-Identifier: Apache-2.0 */
/* rows: see rows.h. */
#include "tool/report/timeline/rows.h"

#include <inttypes.h>

#include "base/common/line.h"
#include "base/text.h"
#include "tool/report/commands.h"
#include "tool/report/recorded-values.h"

void lanes_next(struct lanes *lanes, const struct commands *commands, size_t index)
{
	const struct command *command = commands->ordered[index];
	unsigned int lane = 0;

	if (index == 0 || commands->ordered[index - 1]->queue != command->queue)
		*lanes = (struct lanes){ .count = 0 };
	while (lane < lanes->count && lane < LANES - 1 && lanes->ends[lane] > command->host_started)
		lane++;
	lanes->is_new = lane >= lanes->count;
	if (lanes->is_new)
		lanes->count = lane + 1;
	lanes->ends[lane] = command->host_ended;
	lanes->lane = lane;
}

const char *row_command_name(const struct command *command)
{
	return command->name ? command->name
			     : command_kind_name((enum command_kind)command->kind);
}

void row_lane_name(char name[ROW_NAME], const struct queue *queue, unsigned int lane)
{
	text_format(name, ROW_NAME, "queue#%" PRIu32 "%s%s%s%.0u", queue->number,
		    queue->device ? " " : "", queue->device ? queue->device : "",
		    lane > 0 ? " lane " : "", lane);
}

void row_arguments(char text[ROW_ARGUMENTS], const struct model *model,
		   const struct record_call *call)
{
	struct line line = line_in(text, ROW_ARGUMENTS);

	recorded_add_arguments(&line, call, &model->history);
}

void row_process_name(char name[ROW_NAME], const struct model *model)
{
	text_format(name, ROW_NAME, "%s%s%s%s%s, process %" PRIu32,
		    model->program ? model->program : "program", model->rank ? ", rank " : "",
		    model->rank ? model->rank : "", model->host ? " on " : "",
		    model->host ? model->host : "", model->reader->header.process);
}
