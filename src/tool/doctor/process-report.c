/* SPDX-License-Identifier: Apache-2.0 */
/* process-report: see process-report.h. */
#include "tool/doctor/process-report.h"

#include <string.h>

#include "table/json.h"
#include "table/lines.h"
#include "tool/doctor/finding.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/probe/process/process.h"
#include "tool/probe/process/started-program.h"

#define OWN_BITS ((unsigned)(8 * sizeof(void *)))

static const struct {
	const char *name;
	const char *array;
} kinds[] = {
	[OPENCL_FILE_OTHER] = { "other", "others" },
	[OPENCL_FILE_LOADER] = { "loader", "loaders" },
	[OPENCL_FILE_DRIVER] = { "driver", "drivers" },
	[OPENCL_FILE_LAYER] = { "layer", "layers" },
};

/* -- what is there -------------------------------------------------------------------- */

static void put_file(struct output *output, const struct process_file *file)
{
	lines_fact(output, kinds[file->opencl.kind].name, "%s%s%s%s%s", file->path,
		   file->opencl.loader ? " (" : "", format_or(file->opencl.loader, ""),
		   file->opencl.loader ? ")" : "",
		   file->is_gone ? ": deleted or replaced since it was loaded" : "");
	json_open_object(output, NULL);
	json_text(output, "path", file->path);
	if (file->opencl.kind == OPENCL_FILE_LOADER)
		json_text(output, "loader", file->opencl.loader);
	json_flag(output, "gone", file->is_gone);
	json_close_object(output);
}

static void put_files(struct output *output, const struct process *process)
{
	for (int kind = OPENCL_FILE_LOADER; kind <= OPENCL_FILE_LAYER; kind++) {
		json_open_array(output, kinds[kind].array);
		LIST_EACH(const struct process_file, file, process->files)
			if (file->opencl.kind == (enum opencl_file_kind)kind)
				put_file(output, file);
		json_close_array(output);
		if (process->counts[kind] == 0)
			lines_fact(output, kinds[kind].name, "none");
	}
}

static void put_variables(struct output *output, const struct process *process)
{
	json_open_array(output, "variables");
	LIST_EACH(const struct process_variable, variable, process->variables) {
		lines_fact(output, "variable", "%s=%s", variable->name, variable->value);
		format_json_texts(output, "name", variable->name, "value", variable->value, FORMAT_END);
	}
	json_close_array(output);
	if (!process->has_variables)
		lines_fact(output, "variable", "not known");
}

static void put_process(struct output *output, const struct process *process)
{
	lines_head(output, LINES_GOOD, "process", "%u: %s", process->pid,
		   format_or(process->program, "(no program)"));
	if (process->bits)
		lines_fact(output, "bits", "%u", process->bits);
	if (process->is_elsewhere)
		lines_fact(output, "root", "another one, paths are the process's own");
	json_open_object(output, "process");
	json_number(output, "pid", (long)process->pid);
	json_text(output, "program", process->program);
	json_number(output, "bits", (long)process->bits);
	json_flag(output, "static", process->is_static);
	json_flag(output, "elsewhere", process->is_elsewhere);
	json_flag(output, "complete", !process->is_cut && process->unread == 0);
	put_files(output, process);
	put_variables(output, process);
	json_close_object(output);
}

static bool read_process(struct process *process, struct tool *tool)
{
	const char *why = "reading its files takes longer than --timeout allows";

	if (started_program_limit_time(tool->timeout))
		why = process_read(process, tool->pid, &tool->arena);
	if (why)
		message_error("process %u: %s", tool->pid, why);
	return !why;
}

/* -- what is wrong ---------------------------------------------------------------------- */

static struct finding *warn(struct findings *findings, const struct process *process,
			    const char *id, const char *text)
{
	return finding_add(findings, FINDING_WARNING, format_or(process->program, "the process"),
			   id, "%s", text);
}

static const struct process_file *first_of(const struct process *process,
					   enum opencl_file_kind kind)
{
	const struct process_file *file = process->files;

	while (file && file->opencl.kind != kind)
		file = file->next;
	return file;
}

static void judge_no_loader(struct findings *findings, const struct process *process)
{
	if (process->is_static)
		warn(findings, process, "process-static",
		     "the program is linked statically: it has no dynamic linker and loads no "
		     "libOpenCL.so.1");
	else
		warn(findings, process, "process-no-loader",
		     "no OpenCL loader is in it: it does not use OpenCL, or has not begun to");
}

static void judge_loaders(struct findings *findings, const struct process *process)
{
	const struct process_file *first = first_of(process, OPENCL_FILE_LOADER);
	struct finding *finding;

	if (process->counts[OPENCL_FILE_LOADER] > 1) {
		finding = warn(findings, process, "process-two-loaders",
			       "more than one OpenCL loader is in it; a handle of one means "
			       "nothing to the other");
		LIST_EACH(const struct process_file, file, first)
			if (file->opencl.kind == OPENCL_FILE_LOADER)
				finding_fact(finding, "loader", "%s (%s)", file->path,
					     file->opencl.loader);
		finding_cure(finding,
			     "remove the one that a package has brought along, so that all parts "
			     "use libOpenCL.so.1 of the system");
	}
	LIST_EACH(const struct process_file, file, first)
		if (file->opencl.kind == OPENCL_FILE_LOADER &&
		    strcmp(file->opencl.loader, "clrouter") != 0) {
			finding = warn(findings, process, "process-other-loader",
				       "it has another loader than clrouter");
			finding_fact(finding, "loader", "%s (%s)", file->path, file->opencl.loader);
		}
}

static void judge_drivers(struct findings *findings, const struct process *process)
{
	LIST_EACH(const struct process_file, file, process->files)
		if (file->opencl.kind == OPENCL_FILE_DRIVER)
			finding_add(findings, FINDING_GOOD, file->path, "process-driver",
				    "the driver is loaded");
	if (process->counts[OPENCL_FILE_LOADER] > 0 && process->counts[OPENCL_FILE_DRIVER] == 0)
		warn(findings, process, "process-no-driver",
		     "no driver is in it: it has not called OpenCL yet, or no driver was found");
}

static void judge_gone(struct findings *findings, const struct process *process)
{
	struct finding *finding = NULL;

	LIST_EACH(const struct process_file, file, process->files) {
		if (!file->is_gone)
			continue;
		if (!finding)
			finding = warn(findings, process, "process-old-file",
				       "it has files that were deleted or replaced since");
		finding_fact(finding, kinds[file->opencl.kind].name, "%s", file->path);
	}
	if (finding)
		finding_cure(finding,
			     "start the program again, for example after an update of the driver");
}

static void judge_reading(struct findings *findings, const struct process *process)
{
	struct finding *finding;

	if (process->bits && process->bits != OWN_BITS)
		warn(findings, process, "process-word-size",
		     process->bits == 32 ? "it is a 32-bit process, which this clrouter's library "
					   "cannot serve"
					 : "it is a 64-bit process, which this clrouter's library "
					   "cannot serve");
	if (process->unread > 0) {
		finding = warn(findings, process, "process-unread",
			       "files that it has loaded cannot be read, so they are not known");
		finding_fact(finding, "number", "%zu", process->unread);
		finding_fact(finding, "first", "%s: %s", process->unread_path, process->unread_why);
	}
	if (process->is_cut)
		warn(findings, process, "process-cut",
		     "it has more files, memory areas or variables than are looked at");
}

int process_report_list(struct tool *tool)
{
	struct process process;

	if (!read_process(&process, tool))
		return TOOL_USAGE;
	json_open_object(tool->output, NULL);
	put_process(tool->output, &process);
	json_close_object(tool->output);
	return TOOL_GOOD;
}

int process_report_doctor(struct tool *tool)
{
	struct findings findings;
	struct process process;

	if (!read_process(&process, tool))
		return TOOL_USAGE;
	findings_init(&findings, &tool->arena);
	if (process.counts[OPENCL_FILE_LOADER] == 0)
		judge_no_loader(&findings, &process);
	judge_loaders(&findings, &process);
	judge_drivers(&findings, &process);
	judge_gone(&findings, &process);
	judge_reading(&findings, &process);
	json_open_object(tool->output, NULL);
	findings_write_members(&findings, tool->output);
	put_process(tool->output, &process);
	json_close_object(tool->output);
	return findings.count[FINDING_PROBLEM] > 0 ? TOOL_PROBLEM : TOOL_GOOD;
}
