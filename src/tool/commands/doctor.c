/* SPDX-License-Identifier: Apache-2.0 */
/*
 * doctor: why is a driver not there? The order of the examination; what is
 * found is sorted by how bad it is, so that the cause stands on the first lines.
 */
#include "base/array.h"
#include "table/output.h"
#include "tool/doctor/bundle.h"
#include "tool/doctor/cause/causes.h"
#include "tool/doctor/process-report.h"
#include "tool/doctor/section/sections.h"
#include "tool/output/message.h"

static int examine(struct tool *tool)
{
	struct examination check;

	examination_init(&check, tool);
	drivers_examine(&check);
	double_devices_examine(&check);
	usable_examine(&check);
	unseen_examine(&check);
	configuration_examine(&check);
	variables_examine(&check);
	layer_options_examine(&check);
	visible_devices_examine(&check);
	layers_examine(&check);
	rules_examine(&check);
	emulation_examine(&check);
	conflicts_examine(&check);
	loaders_examine(&check);
	LIST_EACH(const struct tool_note, note, tool->notes)
		finding_add(&check.findings, FINDING_WARNING, tool->program, note->id, "%s",
			    note->text);
	findings_write(&check.findings, tool->output);
	return check.findings.count[FINDING_PROBLEM] > 0 ? TOOL_PROBLEM : TOOL_GOOD;
}

static const struct bundle_section sections[] = {
	{ "clrouter doctor", examine },
	{ "clrouter list", tool_list },
	{ "clrouter files", tool_files },
	{ "clrouter config", tool_config },
	{ "clrouter layers", tool_layers },
};

int tool_doctor(struct tool *tool)
{
	if (tool->pid)
		return process_report_doctor(tool);
	if (tool->bundle && tool->output->form == OUTPUT_JSON)
		return message_usage("--json and --bundle cannot be used together"), TOOL_USAGE;
	if (tool->wants_compute)
		compute_announce();
	if (tool->bundle)
		return bundle_write(tool, sections, ARRAY_SIZE(sections)) ? TOOL_GOOD
									   : TOOL_PROBLEM;
	return examine(tool);
}
