/* SPDX-License-Identifier: Apache-2.0 */
/* timeline: see inputs.h. */
#include "tool/report/summary/inputs.h"

#include "tool/output/message.h"
#include "tool/report/model.h"
#include "tool/report/timeline/export-perfetto.h"

/* When the first process started; 0: no record can be read. */
static uint64_t first_start(const struct inputs *inputs)
{
	uint64_t start = 0;

	for (size_t i = 0; i < inputs->count; i++) {
		struct record_reader reader;

		if (record_reader_open(&reader, inputs->paths[i]) &&
		    (start == 0 || reader.header.realtime < start))
			start = reader.header.realtime;
		record_reader_close(&reader);
	}
	return start;
}

static bool has_calls(struct record_reader *reader)
{
	if (reader->header.has_sums)
		reader->why = "a timeline wants a record of calls, and this has sums";
	return !reader->header.has_sums;
}

static bool put_record(struct perfetto *perfetto, const struct inputs *inputs, size_t index)
{
	const char *path = inputs->paths[index];
	struct model model;
	const bool is_good = model_open(&model, path, &inputs->options) &&
			     has_calls(model.reader) && model_refresh(&model) &&
			     perfetto_put(perfetto, &model, index + 1);

	if (!is_good && model.reader->why)
		message_error("%s: %s", path, model.reader->why);
	model_done(&model);
	return is_good;
}

bool timeline_put(FILE *file, const struct inputs *inputs)
{
	struct perfetto perfetto;
	bool is_good = true;

	perfetto_begin(&perfetto, file, first_start(inputs));
	for (size_t i = 0; i < inputs->count; i++)
		is_good = put_record(&perfetto, inputs, i) && is_good;
	return is_good;
}
