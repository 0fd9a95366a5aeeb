/* SPDX-License-Identifier: Apache-2.0 */
/* links: see links.h. */
#include "tool/doctor/links.h"

#include <string.h>
#include <sys/stat.h>

#include "base/os.h"
#include "base/text.h"
#include "tool/output/format.h"

#define MOST_LINKS 8	/* that are followed: links can be a circle */

const char *links_target(const char *path, const char *root, const char *rest, struct arena *arena)
{
	const char *whole = arena_under_root(arena, root, path);
	const char *target = whole ? os_read_link(whole, arena) : NULL;

	if (!target)
		return NULL;
	return format_into(arena, "%.*s%s%s", *target == '/' ? 0 : (int)(text_base_name(path) - path),
			   path, target, rest);
}

bool links_status(const char *path, struct tool *tool, struct stat *status)
{
	const char *whole = arena_under_root(&tool->arena, tool->root, path);

	return whole && lstat(whole, status) == 0;
}

void links_explain(struct finding *finding, const char *path, struct tool *tool)
{
	struct stat status;
	const char *target;

	if (!path || !strchr(path, '/'))
		return;
	for (int i = 0; i < MOST_LINKS; i++) {
		target = links_target(path, tool->root, "", &tool->arena);
		if (!target)
			return;
		finding_fact_once(finding, "link", "%s leads to %s%s", path, target,
				  links_status(target, tool, &status) ? ""
								      : ", which does not exist");
		path = target;
	}
}
