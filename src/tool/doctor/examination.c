/* SPDX-License-Identifier: Apache-2.0 */
/* examination: see examination.h. */
#include "tool/doctor/examination.h"

#include <string.h>

#include "discover/match.h"
#include "tool/probe/file/opencl-file.h"
#include "tool/probe/file/program.h"

/* A driver may also be called libOpenCL.so.1: that is none. */
static const char *find_loader(struct tool *tool)
{
	struct program_file program = { .loader = { .path = NULL } };
	struct opencl_file file;

	if (*tool->root)
		return NULL;
	if (tool->program)
		program_find(&program, tool->program, "", &tool->arena);
	else
		loader_search(&program.loader, NULL, NULL, false, &tool->arena);
	if (!program.loader.path)
		return NULL;
	opencl_file_read_path(&file, program.loader.path);
	return file.kind == OPENCL_FILE_LOADER ? program.loader.path : NULL;
}

void examination_init(struct examination *check, struct tool *tool)
{
	memset(check, 0, sizeof(*check));
	check->tool = tool;
	check->name = tool->operand_count > 0 ? tool->operands[0] : NULL;
	findings_init(&check->findings, &tool->arena);
	snapshot_read(&check->snapshot, tool);
	check->loader = find_loader(tool);
	if (check->name && !strchr(check->name, '/') &&
	    !platform_names_has_driver(&check->snapshot, check->name))
		check->platforms = platform_names_ask(&check->snapshot, tool);
}

bool examination_wants(const struct examination *check, const struct candidate *candidate)
{
	const struct platform_name *platform = check->platforms;

	if (!check->name || match_glob(&candidate->names, check->name))
		return true;
	while ((platform = platform_names_find(platform, check->name)) &&
	       platform->candidate != candidate)
		platform = platform->next;
	return platform != NULL;
}
