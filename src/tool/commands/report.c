/* SPDX-License-Identifier: Apache-2.0 */
/*
 * report: what a program did with OpenCL and how long it took, from a file that the record layer
 * has written. No driver is needed, and nothing in the file is trusted.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file/safe-open.h"
#include "tool/output/json.h"
#include "tool/output/message.h"
#include "tool/report/export/export.h"
#include "tool/report/export/facts.h"
#include "tool/report/export/screen.h"
#include "tool/report/model.h"
#include "tool/tool.h"

static bool put_report(struct output *output, const struct model *model)
{
	screen_put(output, model);
	json_open_object(output, NULL);
	facts_put(output, model);
	json_close_object(output);
	return true;
}

static bool put(struct tool *tool, const struct model *model, FILE *file)
{
	struct output output;

	if (tool->export)
		return export_put(tool->export, file, model);
	if (file == stdout)
		return put_report(tool->output, model);
	output_init(&output, tool->output->form, file);
	return put_report(&output, model);
}

/* A record is private, and so is what was made of it. The record itself stays. */
static FILE *open_output(const struct record_reader *reader, const char *path)
{
	int descriptor = safe_open(path, SAFE_OPEN_CREATE);
	FILE *file;

	if (descriptor < 0) {
		message_error("%s: %s", path, safe_open_error(errno));
		return NULL;
	}
	if (record_reader_is_file(reader, descriptor)) {
		close(descriptor);
		message_usage("--output %s would overwrite the record", path);
		return NULL;
	}
	/* Nothing else than a regular file can be emptied, or has to be. */
	(void)!ftruncate(descriptor, 0);
	file = fdopen(descriptor, "w");
	if (!file) {
		message_error("%s: %s", path, strerror(errno));
		close(descriptor);
	}
	return file;
}

static bool put_into_file(struct tool *tool, const struct model *model)
{
	const char *path = tool->record.output;
	FILE *file = open_output(model->reader, path);
	bool is_good;

	if (!file)
		return false;
	is_good = put(tool, model, file);
	if (ferror(file) | fclose(file)) {
		message_error("%s: %s", path, strerror(errno));
		is_good = false;
	}
	return is_good;
}

static bool report(struct tool *tool)
{
	const bool needs_events = tool->export && strcmp(tool->export, "text") == 0;
	struct record_reader reader;
	struct model model;
	bool is_good;

	if (!record_reader_open(&reader, tool->operands[0])) {
		message_error("%s: %s", reader.path, reader.why);
		return false;
	}
	is_good = model_read(&model, &reader, needs_events) &&
		  (tool->record.output ? put_into_file(tool, &model) : put(tool, &model, stdout));
	if (!is_good && reader.why)
		message_error("%s: %s", reader.path, reader.why);
	model_done(&model);
	record_reader_close(&reader);
	return is_good;
}

int tool_report(struct tool *tool)
{
	if (tool->operand_count == 0)
		return message_usage("report wants a record file"), TOOL_USAGE;
	if (tool->export && !export_is_known(tool->export))
		return message_usage("--export wants text, chrome or html, found \"%s\"",
				     tool->export),
		       TOOL_USAGE;
	if (tool->export && tool->output->form == OUTPUT_JSON)
		return message_usage("--json and --export cannot be used together"), TOOL_USAGE;
	return report(tool) ? TOOL_GOOD : TOOL_PROBLEM;
}
