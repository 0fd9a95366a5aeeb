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
	if (exam->name && !strchr(exam->name, '/') &&
	    !platform_names_has_driver(&exam->snapshot, exam->name))
		exam->platforms = platform_names_ask(&exam->snapshot, tool);
}

bool examination_wants(const struct examination *exam, const struct candidate *candidate)
{
	const struct platform_name *platform = exam->platforms;

	if (!exam->name || match_glob(&candidate->names, exam->name))
		return true;
	while ((platform = platform_names_find(platform, exam->name)) &&
	       platform->candidate != candidate)
		platform = platform->next;
	return platform != NULL;
}
