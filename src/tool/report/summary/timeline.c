/* SPDX-License-Identifier: Apache-2.0 */
/* timeline: see timeline.h. */
#include "tool/report/summary/timeline.h"

#include <string.h>

#include "tool/output/message.h"
#include "tool/report/model.h"
#include "tool/report/timeline/export-chrome.h"
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

/* The file that is being written, in one of the forms. */
struct timeline {
	bool is_chrome;
	struct chrome chrome;
	struct perfetto perfetto;
};

static bool put_model(struct timeline *timeline, const struct model *model, uint64_t process)
{
	return timeline->is_chrome ? chrome_put(&timeline->chrome, model, process)
				   : perfetto_put(&timeline->perfetto, model, process);
}

static bool has_calls(struct record_reader *reader)
{
	if (reader->header.has_sums)
		reader->why = "a timeline wants a record of calls, and this has sums";
	return !reader->header.has_sums;
}

static bool put_record(struct timeline *timeline, const struct inputs *inputs, size_t index)
{
	const char *path = inputs->paths[index];
	struct record_reader reader;
	struct model model = { 0 };
	bool is_good;

	is_good = record_reader_open(&reader, path) && has_calls(&reader) &&
		  model_read(&model, &reader, &inputs->options) &&
		  put_model(timeline, &model, index + 1);
	if (!is_good && reader.why)
		message_error("%s: %s", path, reader.why);
	model_done(&model);
	record_reader_close(&reader);
	return is_good;
}

bool timeline_put(const char *form, FILE *file, const struct inputs *inputs)
{
	struct timeline timeline = { .is_chrome = strcmp(form, "chrome") == 0 };
	const uint64_t start = first_start(inputs);
	bool is_good = true;

	if (timeline.is_chrome)
		chrome_begin(&timeline.chrome, file, start);
	else
		perfetto_begin(&timeline.perfetto, file, start);
	for (size_t i = 0; i < inputs->count; i++)
		is_good = put_record(&timeline, inputs, i) && is_good;
	if (timeline.is_chrome)
		chrome_end(&timeline.chrome);
	return is_good;
}
