/* SPDX-License-Identifier: Apache-2.0 */
/*
 * doctor: why is a driver not there? The order of the examination; what is
 * found is sorted by how bad it is, so that the cause stands on the first lines.
 */
#include "tool/doctor/doctor.h"

#include "tool/output/json.h"
#include "discover/match.h"

bool doctor_wants(const struct doctor *doctor, const struct entry *entry)
{
	return !doctor->name || match_glob(&entry->names, doctor->name);
}

int tool_doctor(struct tool *tool)
{
	struct doctor doctor = { .tool = tool };
	struct json json = { 0 };

	doctor.name = tool->operand_count > 0 ? tool->operands[0] : NULL;
	doctor.last_probe = &doctor.probes;
	findings_init(&doctor.findings, &tool->arena);
	survey_read(&doctor.survey, tool);
	doctor_drivers(&doctor);
	doctor_unseen(&doctor);
	doctor_configuration(&doctor);
	doctor_layers(&doctor);
	doctor_system(&doctor);
	if (tool->json)
		findings_json(&doctor.findings, &json);
	else
		findings_print(&doctor.findings);
	return doctor.findings.count[FINDING_PROBLEM] > 0 ? TOOL_PROBLEM : TOOL_GOOD;
}
