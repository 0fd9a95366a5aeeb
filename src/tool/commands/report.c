/* SPDX-License-Identifier: Apache-2.0 */
/*
 * report: what programs did with OpenCL and how long it took, from files that the record layer has
 * written, or from summaries of such files. No driver is needed, and nothing in a file is trusted.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/common/line.h"
#include "base/file/safe-open.h"
#include "table/json.h"
#include "table/table-csv.h"
#include "tool/output/message.h"
#include "tool/report/code/source.h"
#include "tool/report/export/export.h"
#include "tool/report/model.h"
#include "tool/report/summary/group-page.h"
#include "tool/report/summary/inputs.h"
#include "tool/report/summary/summary-file.h"
#include "tool/report/summary/summary-rows.h"
#include "tool/report/summary/summary-tables.h"
#include "tool/report/timeline/export-perfetto.h"
#include "tool/report/view/view.h"
#include "tool/tool.h"

/* -- the forms of --export ------------------------------------------------------------- */

/* What a form is made of. */
enum form_kind {
	FORM_CALLS,    /* the calls of one record */
	FORM_TIMELINE, /* the calls of any number of records */
	FORM_PAGE,     /* the same, and the sums */
	FORM_SUMMARY,
	FORM_TABLE,    /* the sums of each file */
	FORM_DATABASE  /* written at any place of its file */
};

static const struct report_form {
	const char *name;
	enum form_kind kind;
	bool is_text;
	bool has_events; /* events have numbers, too */
	bool has_commands; /* one by one */
	bool (*put)(FILE *file, const struct model *model); /* of one record; NULL: it has none */
} forms[] = {
	{ "text", FORM_CALLS, true, true, false, export_text },
	{ "perfetto", FORM_TIMELINE, false, false, true, export_perfetto },
	{ "html", FORM_PAGE, true, false, true, export_html },
	{ "summary", FORM_SUMMARY, true, false, false, NULL },
	{ "csv", FORM_TABLE, true, false, false, NULL },
	{ "sqlite", FORM_DATABASE, false, false, true, NULL },
};

/* The form that the user wants; NULL: none, or it is not known. */
static const struct report_form *find_form(const struct tool *tool)
{
	for (size_t i = 0; tool->export && i < ARRAY_SIZE(forms); i++)
		if (strcmp(forms[i].name, tool->export) == 0)
			return &forms[i];
	return NULL;
}

static int complain_of_form(const struct tool *tool)
{
	char buffer[256];
	struct line names = line_in(buffer, sizeof(buffer));

	for (size_t i = 0; i < ARRAY_SIZE(forms); i++)
		line_add(&names, "%s%s", i == 0 ? "" : i + 1 < ARRAY_SIZE(forms) ? ", " : " or ",
			 forms[i].name);
	if (strcmp(tool->export, "chrome") == 0) {
		message_usage("--export chrome is not written any more: ui.perfetto.dev reads what "
			      "--export perfetto writes");
		return TOOL_USAGE;
	}
	message_usage("--export wants %s, found \"%s\"", buffer, tool->export);
	return TOOL_USAGE;
}

/* -- where the answer goes ------------------------------------------------------------- */

/* Writes an answer that DATA has: to OUTPUT, or in the form of --export to FILE. */
typedef bool put_answer(struct tool *tool, const void *data, struct output *output, FILE *file);

/* A record is private, and so is what was made of it. The records themselves stay. */
static FILE *open_output(const struct inputs *inputs, const char *path)
{
	const int descriptor = safe_open(path, SAFE_OPEN_CREATE);
	FILE *file;

	if (descriptor < 0) {
		message_error("%s: %s", path, safe_open_error(errno));
		return NULL;
	}
	if (inputs_have(inputs, descriptor)) {
		message_usage("--output %s would overwrite a file that is read", path);
		close(descriptor);
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

static bool put_into_file(struct tool *tool, const struct inputs *inputs, put_answer *put,
			  const void *data)
{
	const char *path = tool->record.output;
	FILE *file = open_output(inputs, path);
	struct output output;
	bool is_good;

	if (!file)
		return false;
	output_init(&output, tool->output->form, file);
	is_good = put(tool, data, &output, file);
	if (ferror(file) | fclose(file)) {
		message_error("%s: %s", path, strerror(errno));
		is_good = false;
	}
	return is_good;
}

static bool answer(struct tool *tool, const struct inputs *inputs, put_answer *put,
		   const void *data)
{
	return tool->record.output ? put_into_file(tool, inputs, put, data)
				   : put(tool, data, tool->output, stdout);
}

/* -- one record -------------------------------------------------------------------------- */

static bool put_record(struct tool *tool, const void *data, struct output *output, FILE *file)
{
	struct view view;
	bool is_good;

	if (tool->export)
		return find_form(tool)->put(file, data);
	view_init(&view, data);
	is_good = view_find(&view);
	view_screen_put(output, &view);
	json_open_object(output, NULL);
	view_json_put(output, &view);
	json_close_object(output);
	return is_good;
}

static bool report_record(struct tool *tool, const struct inputs *inputs)
{
	const struct report_form *form = find_form(tool);
	struct model_options options = inputs->options;
	struct model model;
	bool is_good;

	options.has_events = options.has_events || (form && form->has_events);
	options.keeps_commands = form && form->has_commands;
	is_good = model_open(&model, inputs->paths[0], &options) && model_refresh(&model) &&
		  answer(tool, inputs, put_record, &model);
	if (!is_good && model.reader->why)
		message_error("%s: %s", inputs->paths[0], model.reader->why);
	model_done(&model);
	return is_good;
}

/* -- several, or summaries ---------------------------------------------------------------- */

/* What was read of some files. */
struct processes {
	const struct inputs *inputs;
	struct summary summary;
	size_t unread; /* files */
};

/* A file that cannot be read costs only itself. */
static bool read_processes(struct processes *processes, const struct inputs *inputs)
{
	processes->inputs = inputs;
	for (size_t i = 0; i < inputs->count; i++)
		processes->unread += !inputs_read(inputs, &processes->summary, inputs->paths[i]);
	summary_sort(&processes->summary);
	if (processes->summary.process_count == 0 && processes->unread == 0)
		message_error("%s: there is no process in it", inputs->paths[0]);
	return processes->summary.process_count > 0;
}

static bool put_csv(const struct inputs *inputs, FILE *file)
{
	bool is_good = true;

	table_csv_begin(file, &summary_csv_rows);
	for (size_t i = 0; i < inputs->count; i++) {
		struct summary summary = { 0 };
		struct summary_source source;

		is_good = inputs_read(inputs, &summary, inputs->paths[i]) && is_good;
		summary_sort(&summary);
		source = summary_source_of(&summary, inputs->paths[i], i + 1);
		for (size_t k = 0; k < summary.row_count; k++)
			table_csv_put(file, &summary_csv_rows, summary.rows[k], &source);
		summary_done(&summary);
	}
	return is_good;
}

static bool put_processes(struct tool *tool, const void *data, struct output *output, FILE *file)
{
	const struct processes *processes = data;

	if (tool->export && find_form(tool)->kind == FORM_PAGE)
		return group_page_put(file, processes->inputs, &processes->summary,
				      processes->unread);
	if (tool->export) {
		summary_file_write(&processes->summary, file);
		return true;
	}
	if (output->form != OUTPUT_JSON) {
		summary_screen_put(output, &processes->summary, processes->unread);
		return true;
	}
	json_open_object(output, NULL);
	summary_json_put(output, &processes->summary, processes->unread);
	json_close_object(output);
	return true;
}

static bool put_table(struct tool *tool, const void *data, struct output *output, FILE *file)
{
	(void)tool;
	(void)output;
	return put_csv(data, file);
}

static bool put_timeline(struct tool *tool, const void *data, struct output *output, FILE *file)
{
	(void)tool;
	(void)output;
	return timeline_put(file, data);
}

static bool report_processes(struct tool *tool, const struct inputs *inputs)
{
	const struct report_form *form = find_form(tool);
	struct processes processes = { 0 };
	bool is_good;

	if (form && form->kind == FORM_TABLE)
		return answer(tool, inputs, put_table, inputs);
	if (form && form->kind == FORM_TIMELINE)
		return answer(tool, inputs, put_timeline, inputs);
	is_good = read_processes(&processes, inputs) &&
		  answer(tool, inputs, put_processes, &processes);
	summary_done(&processes.summary);
	return is_good && processes.unread == 0;
}

/* -- what changed --------------------------------------------------------------------------- */

static bool put_difference(struct tool *tool, const void *data, struct output *output, FILE *file)
{
	const struct processes *processes = data;
	bool is_good;

	(void)tool;
	(void)file;
	json_open_object(output, NULL);
	is_good = difference_put(output, &processes[0].summary, &processes[1].summary);
	json_close_object(output);
	return is_good;
}

static bool report_difference(struct tool *tool)
{
	struct processes processes[2] = { 0 };
	const struct model_options options = { .from = tool->from, .to = tool->to };
	struct inputs inputs[2] = { { .options = options, .others = &inputs[1] },
				    { .options = options } };
	bool is_good = true;

	for (int i = 0; i < 2; i++)
		is_good = is_good && inputs_add(&inputs[i], tool->operands[i]) &&
			  read_processes(&processes[i], &inputs[i]);
	is_good = is_good && answer(tool, &inputs[0], put_difference, processes);
	for (int i = 0; i < 2; i++) {
		is_good = is_good && processes[i].unread == 0;
		summary_done(&processes[i].summary);
		inputs_done(&inputs[i]);
	}
	return is_good;
}

/* -- the command line -------------------------------------------------------------------------- */

static int report_database(struct tool *tool, const struct inputs *inputs)
{
	const char *path = tool->record.output;
	FILE *file = open_output(inputs, path);
	bool is_good;

	if (!file)
		return TOOL_PROBLEM;
	is_good = database_put(path, fileno(file), inputs);
	fclose(file);
	return is_good ? TOOL_GOOD : TOOL_PROBLEM;
}

static int report_files(struct tool *tool, const struct inputs *inputs)
{
	const bool is_one_record = inputs->count == 1 && !inputs->has_directory &&
				   !inputs_are_sums(inputs->paths[0]);
	const struct report_form *form = find_form(tool);

	if (form && !tool->record.output &&
	    (form->kind == FORM_DATABASE || (!form->is_text && isatty(STDOUT_FILENO))))
		return message_usage("--export %s needs --output, because it is no text", form->name),
		       TOOL_USAGE;
	if (form && form->kind == FORM_DATABASE)
		return report_database(tool, inputs);
	if (is_one_record &&
	    (!form || form->put))
		return report_record(tool, inputs) ? TOOL_GOOD : TOOL_PROBLEM;
	if (form && form->kind == FORM_CALLS)
		return message_usage("--export %s wants the name of one record of calls", tool->export),
		       TOOL_USAGE;
	return report_processes(tool, inputs) ? TOOL_GOOD : TOOL_PROBLEM;
}

static int report(struct tool *tool)
{
	struct inputs inputs = { .options = { .has_events = tool->wants_arguments,
					      .has_arguments = tool->wants_arguments,
					      .keeps_commands = find_form(tool) &&
								find_form(tool)->has_commands,
					      .from = tool->from,
					      .to = tool->to } };
	int status = TOOL_GOOD;

	for (size_t i = 0; i < tool->operand_count && status == TOOL_GOOD; i++)
		status = inputs_add(&inputs, tool->operands[i]) ? TOOL_GOOD : TOOL_PROBLEM;
	if (status == TOOL_GOOD)
		status = report_files(tool, &inputs);
	if (source_is_missed())
		message_error(
			"note: places have no functions and lines: this clrouter was built without "
			"libdw, which finds them");
	inputs_done(&inputs);
	return status;
}

int tool_report(struct tool *tool)
{
	if (tool->operand_count == 0)
		return message_usage("report wants a record, a summary or a directory"), TOOL_USAGE;
	if (tool->export && !find_form(tool))
		return complain_of_form(tool);
	if (tool->wants_arguments && (!find_form(tool) || find_form(tool)->kind != FORM_TIMELINE))
		return message_usage("--arguments wants --export perfetto"), TOOL_USAGE;
	if (tool->export && tool->output->form == OUTPUT_JSON)
		return message_usage("--json and --export cannot be used together"), TOOL_USAGE;
	if (tool->to > 0 && tool->to <= tool->from)
		return message_usage("--to must be later than --from"), TOOL_USAGE;
	if (tool->wants_diff && (tool->operand_count != 2 || tool->export))
		return message_usage(
			       "--diff wants two records, summaries or directories, and no "
			       "--export"),
		       TOOL_USAGE;
	if (tool->wants_diff)
		return report_difference(tool) ? TOOL_GOOD : TOOL_PROBLEM;
	return report(tool);
}
