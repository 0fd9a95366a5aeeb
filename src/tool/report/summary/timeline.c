/* SPDX-License-Identifier: Apache-2.0 */
/* timeline: see inputs.h. */
#include "tool/report/summary/inputs.h"

#include "tool/output/message.h"
#include "tool/report/model.h"
#include "tool/report/summary/common-clock.h"
#include "tool/report/timeline/export-perfetto.h"

static bool has_calls(struct record_reader *reader)
{
	if (reader->header.has_sums)
		reader->why = "a timeline wants a record of calls, and this has sums";
	return !reader->header.has_sums;
}

static bool put_record(struct perfetto *perfetto, const struct inputs *inputs, size_t index,
		       uint64_t start)
{
	const char *path = inputs->paths[index];
	struct model model;
	const bool is_good = model_open(&model, path, &inputs->options) &&
			     has_calls(model.reader) && model_refresh(&model) &&
			     perfetto_put(perfetto, &model, index + 1, start);

	if (!is_good && model.reader->why)
		message_error("%s: %s", path, model.reader->why);
	model_done(&model);
	return is_good;
}

bool timeline_put(FILE *file, const struct inputs *inputs)
{
	struct common_clock clock;
	struct perfetto perfetto;
	bool is_good = common_clock_read(&clock, inputs);

	perfetto_begin(&perfetto, file, clock.first);
	for (size_t i = 0; clock.starts && i < inputs->count; i++)
		is_good = put_record(&perfetto, inputs, i, clock.starts[i]) && is_good;
	common_clock_done(&clock);
	return is_good;
}
