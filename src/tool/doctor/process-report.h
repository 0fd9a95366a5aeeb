/* SPDX-License-Identifier: Apache-2.0 */
/*
 * process-report: what "list --pid" and "doctor --pid" say of a running process. Which files it has
 * loaded is found by probe/process.h; here is what that means.
 */
#ifndef CLROUTER_TOOL_DOCTOR_PROCESS_REPORT_H
#define CLROUTER_TOOL_DOCTOR_PROCESS_REPORT_H

#include "tool/tool.h"

/*
 * Both write to tool->output what the process tool->pid has loaded; the second also writes what is
 * wrong with it. They return an enum tool_status: TOOL_USAGE if the process cannot be examined.
 */
int process_report_list(struct tool *tool);
int process_report_doctor(struct tool *tool);

#endif
