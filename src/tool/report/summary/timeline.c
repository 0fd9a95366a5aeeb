/* SPDX-License-Identifier: Apache-2.0 */
/* timeline: see timeline.h. */
#include "tool/report/summary/timeline.h"

#include "tool/output/message.h"
#include "tool/report/export/export-chrome.h"
#include "tool/report/model.h"

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

static bool put_record(struct chrome *chrome, const struct inputs *inputs, size_t index)
{
	const char *path = inputs->paths[index];
	struct record_reader reader;
	struct model model = { 0 };
	bool is_good;

	is_good = record_reader_open(&reader, path) &&
		  model_read(&model, &reader, &inputs->options) &&
		  chrome_put(chrome, &model, index + 1);
	if (!is_good && reader.why)
		message_error("%s: %s", path, reader.why);
	model_done(&model);
	record_reader_close(&reader);
	return is_good;
}

bool timeline_put(FILE *file, const struct inputs *inputs)
{
	struct chrome chrome;
	bool is_good = true;

	chrome_begin(&chrome, file, first_start(inputs));
	for (size_t i = 0; i < inputs->count; i++)
		is_good = put_record(&chrome, inputs, i) && is_good;
	chrome_end(&chrome);
	return is_good;
}
