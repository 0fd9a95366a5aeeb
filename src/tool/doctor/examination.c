/* SPDX-License-Identifier: Apache-2.0 */
/* examination: see examination.h. */
#include "tool/doctor/examination.h"

#include <string.h>

#include "discover/match.h"

void examination_init(struct examination *exam, struct tool *tool)
{
	memset(exam, 0, sizeof(*exam));
	exam->tool = tool;
	exam->name = tool->operand_count > 0 ? tool->operands[0] : NULL;
	exam->last_probe = &exam->probes;
	findings_init(&exam->findings, &tool->arena);
	snapshot_read(&exam->snapshot, tool);
}

bool examination_wants(const struct examination *exam, const struct candidate *candidate)
{
	return !exam->name || match_glob(&candidate->names, exam->name);
}
