/* SPDX-License-Identifier: Apache-2.0 */
/*
 * doctor: why is a driver not there? The order of the examination; what is
 * found is sorted by how bad it is, so that the cause stands on the first lines.
 */
#include "tool/doctor/configuration.h"
#include "tool/doctor/conflicts.h"
#include "tool/doctor/drivers.h"
#include "tool/doctor/layers.h"
#include "tool/doctor/loaders.h"
#include "tool/doctor/rules.h"
#include "tool/doctor/unseen.h"
#include "tool/doctor/usable.h"
#include "tool/doctor/variables.h"
#include "tool/doctor/visible-devices.h"

int tool_doctor(struct tool *tool)
{
	struct examination exam;

	examination_init(&exam, tool);
	drivers_examine(&exam);
	usable_examine(&exam);
	unseen_examine(&exam);
	configuration_examine(&exam);
	rules_examine(&exam);
	variables_examine(&exam);
	visible_devices_examine(&exam);
	layers_examine(&exam);
	conflicts_examine(&exam);
	loaders_examine(&exam);
	for (const struct tool_note *note = tool->notes; note; note = note->next)
		finding_add(&exam.findings, FINDING_WARNING, tool->program, note->id, note->text);
	findings_write(&exam.findings, tool->output);
	return exam.findings.count[FINDING_PROBLEM] > 0 ? TOOL_PROBLEM : TOOL_GOOD;
}
