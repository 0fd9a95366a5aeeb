/* SPDX-License-Identifier: Apache-2.0 */
/* paths: see paths.h. */
#include "tool/doctor/paths.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/os.h"
#include "base/text.h"
#include "tool/doctor/shell.h"
#include "tool/output/format.h"

#define MOST_LINKS 8 /* that are followed: links can be a circle */

/* The target of the link PATH, which is below ROOT, as a path, with REST after it; NULL: it is
 * none. */
static const char *target_of(const char *path, const char *root, const char *rest,
			     struct arena *arena)
{
	const char *whole = arena_under_root(arena, root, path);
	const char *target = whole ? os_read_link(whole, arena) : NULL;

	if (!target)
		return NULL;
	return format_into(arena, "%.*s%s%s",
			   *target == '/' ? 0 : (int)(text_base_name(path) - path), path, target,
			   rest);
}

bool paths_status(const char *path, struct tool *tool, struct stat *status)
{
	const char *whole = arena_under_root(&tool->arena, tool->root, path);

	return whole && lstat(whole, status) == 0;
}

void paths_explain_links(struct finding *finding, const char *path, struct tool *tool)
{
	struct stat status;
	const char *target;

	if (!path || !strchr(path, '/'))
		return;
	for (int i = 0; i < MOST_LINKS; i++) {
		target = target_of(path, tool->root, "", &tool->arena);
		if (!target)
			return;
		finding_fact_once(finding, "link", "%s leads to %s%s", path, target,
				  paths_status(target, tool, &status) ? ""
								      : ", which does not exist");
		path = target;
	}
}

#define WAY_LIMIT 40 /* as in path_resolution(7) */

/* What is on the way, and what of it this user lacks. */
struct closed {
	const char *path;
	const char *mode;	/* for chmod */
	const char *text;
};

static bool may(const char *path, int mode)
{
	return faccessat(AT_FDCWD, path, mode, AT_EACCESS) == 0;
}

/* The last part of a path is read, the others are passed through. */
static bool is_closed(struct closed *closed, const char *path, const struct stat *status,
		      bool is_last)
{
	closed->path = path;
	if (!S_ISDIR(status->st_mode)) {
		closed->mode = "a+r";
		closed->text = "may not read it";
		return is_last && !may(path, R_OK);
	}
	closed->mode = is_last ? "a+rx" : "a+x";
	closed->text = is_last ? "may not list it or look into it" : "may not look into it";
	return !may(path, is_last ? R_OK | X_OK : X_OK);
}

/* Walks along WHOLE as the kernel does. */
static bool find_closed(struct closed *closed, const char *whole, struct arena *arena)
{
	size_t length = 0;

	for (int links = 0; whole && whole[length];) {
		const char *part;
		struct stat status;

		length += strspn(whole + length, "/");
		length += strcspn(whole + length, "/");
		part = arena_copy(arena, whole, length);
		if (!part || lstat(part, &status) != 0)
			return false;
		if (S_ISLNK(status.st_mode)) {
			if (++links > WAY_LIMIT)
				return false;
			whole = target_of(part, "", whole + length, arena);
			length = 0;
		} else if (is_closed(closed, part, &status,
				     !whole[length + strspn(whole + length, "/")])) {
			return true;
		}
	}
	return false;
}

bool paths_explain_rights(struct finding *finding, const char *path, struct tool *tool)
{
	const char *whole = arena_under_root(&tool->arena, tool->root, path);
	struct closed closed;
	const char *shown;
	struct stat status;

	if (!whole || !find_closed(&closed, whole, &tool->arena) || stat(closed.path, &status) != 0)
		return false;
	shown = text_skip_prefix(closed.path, tool->root);
	if (!shown || *shown != '/')
		shown = closed.path;
	finding_fact(finding, "closed", "%s: you %s (mode %03o)", shown, closed.text,
		     (unsigned)status.st_mode & 07777);
	finding_cure(finding, "chmod %s %s  # as root", closed.mode,
		     shell_word(shown, &tool->arena));
	return true;
}
