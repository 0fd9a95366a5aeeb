/* SPDX-License-Identifier: Apache-2.0 */
/* rows: see rows.h. */
#include "tool/report/timeline/rows.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/common/line.h"
#include "base/text.h"
#include "tool/report/model-commands.h"
#include "tool/report/recorded-values.h"
#include "tool/report/space.h"

bool lanes_next(struct lanes *lanes, const struct command_list *commands, size_t index)
{
	const struct model_command *command = commands->ordered[index];
	unsigned int lane = 0;

	if (index == 0 || commands->ordered[index - 1]->queue != command->queue)
		lanes->count = 0;
	while (lane < lanes->count && lanes->ends[lane] > command->host_started)
		lane++;
	if (lanes->most > 0 && lane == lanes->most)
		lane--;
	lanes->is_new = lane == lanes->count;
	if (lanes->is_new) {
		if (!space_make(&lanes->ends, lanes->count, sizeof(*lanes->ends)))
			return false;
		lanes->count++;
	}
	lanes->ends[lane] = command->host_ended;
	lanes->lane = lane;
	return true;
}

void lanes_done(struct lanes *lanes)
{
	free(lanes->ends);
	lanes->ends = NULL;
}

const char *row_command_name(const struct model_command *command)
{
	return command->name ? command->name
			     : command_kind_name((enum command_kind)command->kind);
}

void row_lane_name(char name[ROW_NAME], const struct model *model, uint32_t queue,
		   unsigned int lane)
{
	const char *device = model_device_name(model, model->commands.queues[queue]->device);

	text_format(name, ROW_NAME, "queue#%" PRIu32 "%s%s%s%.0u", queue, device ? " " : "",
		    device ? device : "", lane > 0 ? " lane " : "", lane);
}

void row_arguments(char text[ROW_ARGUMENTS], const struct model *model,
		   const struct record_call *call)
{
	struct line line = line_in(text, ROW_ARGUMENTS);

	recorded_add_arguments(&line, call, model->history);
}

void row_process_name(char name[ROW_NAME], const struct model *model)
{
	text_format(name, ROW_NAME, "%s%s%s%s%s, process %" PRIu32,
		    model->program ? model->program : "program", model->rank ? ", rank " : "",
		    model->rank ? model->rank : "", model->host ? " on " : "",
		    model->host ? model->host : "", model->reader->header.process);
}
