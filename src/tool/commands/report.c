/* SPDX-License-Identifier: Apache-2.0 */
/*
 * report: what a program did with OpenCL and how long it took, from a file that the record layer
 * has written. No driver is needed, and nothing in the file is trusted.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "tool/output/json.h"
#include "tool/output/message.h"
#include "tool/report/export.h"
#include "tool/report/facts.h"
#include "tool/report/model.h"
#include "tool/report/screen.h"
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

/* The record itself must not be overwritten. */
static bool is_record(const struct record_reader *reader, const char *path)
{
	struct stat record;
	struct stat other;

	return fstat(reader->descriptor, &record) == 0 && stat(path, &other) == 0 &&
	       record.st_dev == other.st_dev && record.st_ino == other.st_ino;
}

/* A record is private, and so is what was made of it. */
static bool put_into_file(struct tool *tool, const struct model *model)
{
	const char *path = tool->record.output;
	int descriptor;
	FILE *file;
	bool is_good;

	if (is_record(model->reader, path))
		return message_usage("--output %s would overwrite the record", path);
	descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
	if (!file) {
		message_error("%s: %s", path, strerror(errno));
		return false;
	}
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

	if (!record_reader_open(&reader, tool->operands[0]))
		return false;
	is_good = model_read(&model, &reader, needs_events) &&
		  (tool->record.output ? put_into_file(tool, &model) : put(tool, &model, stdout));
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
