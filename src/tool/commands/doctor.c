/* SPDX-License-Identifier: Apache-2.0 */
/*
 * doctor: why is a driver not there? The order of the examination; what is
 * found is sorted by how bad it is, so that the cause stands on the first lines.
 */
#include "base/array.h"
#include "table/json.h"
#include "tool/doctor/bundle.h"
#include "tool/doctor/cause/causes.h"
#include "tool/doctor/process-report.h"
#include "tool/doctor/section/sections.h"
#include "tool/doctor/service.h"
#include "tool/output/message.h"

static void add_notes(struct examination *check)
{
	LIST_EACH(const struct tool_note, note, check->tool->notes)
		finding_add(&check->findings, FINDING_WARNING, check->tool->program, note->id, "%s",
			    note->text);
}

/* SERVICE: whose surroundings the tool has taken; NULL: none. */
static int examine_for(struct tool *tool, struct service *service)
{
	struct examination check;

	examination_init(&check, tool);
	if (service)
		unit_examine(&check, service);
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
	add_notes(&check);
	json_open_object(tool->output, NULL);
	findings_write_members(&check.findings, tool->output);
	if (service)
		service_put(service, tool);
	json_close_object(tool->output);
	return check.findings.count[FINDING_PROBLEM] > 0 ? TOOL_PROBLEM : TOOL_GOOD;
}

static int examine(struct tool *tool)
{
	return examine_for(tool, NULL);
}

static int examine_service(struct tool *tool)
{
	struct service service;

	return service_prepare(&service, tool) ? examine_for(tool, &service) : TOOL_USAGE;
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
	if (tool->unit && tool->bundle)
		return message_usage("--unit and --bundle cannot be used together"), TOOL_USAGE;
	if (tool->bundle && tool->output->form == OUTPUT_JSON)
		return message_usage("--json and --bundle cannot be used together"), TOOL_USAGE;
	if (tool->wants_compute)
		compute_announce();
	if (tool->bundle)
		return bundle_write(tool, sections, ARRAY_SIZE(sections)) ? TOOL_GOOD
									   : TOOL_PROBLEM;
	return tool->unit ? examine_service(tool) : examine(tool);
}
