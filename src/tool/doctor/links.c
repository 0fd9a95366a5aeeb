/* SPDX-License-Identifier: Apache-2.0 */
/* links: see links.h. */
#include "tool/doctor/links.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "tool/output/format.h"

#define MOST_LINKS 8	/* that are followed: links can be a circle */

/* The target of the link PATH, as a path; NULL: it is no link. */
static const char *read_link(const char *path, struct tool *tool)
{
	const char *whole = arena_under_root(&tool->arena, tool->root, path);
	char target[PATH_MAX];
	ssize_t length = whole ? readlink(whole, target, sizeof(target)) : -1;

	if (length <= 0)
		return NULL;
	if (*target == '/')
		return arena_copy(&tool->arena, target, (size_t)length);
	return format_into(&tool->arena, "%.*s%.*s", (int)(text_base_name(path) - path), path,
			   (int)length, target);
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
	for (int i = 0; i < MOST_LINKS && (target = read_link(path, tool)); i++) {
		finding_fact_once(finding, "link", "%s leads to %s%s", path, target,
				  links_status(target, tool, &status) ? ""
								      : ", which does not exist");
		path = target;
	}
}
