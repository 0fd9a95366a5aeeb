/* SPDX-License-Identifier: Apache-2.0 */
/* trusted-path: see trusted-path.h. */
#include "base/file/trusted-path.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "base/file/path-walk.h"
#include "base/text.h"

#define NUMBER_SIZE 12	/* bytes of a user's number and its terminator */

struct blame {
	struct arena *arena;
	const char *text;
};

/* Notes that the first LENGTH bytes of the walk's path are to blame. Returns false. */
static bool note(struct blame *blame, const struct path_walk *walk, size_t length, const char *why,
		 const char *more)
{
	const char *parts[] = {
		length > 0 ? arena_copy(blame->arena, walk->path, length) : "/", why, more
	};

	blame->text = parts[0] ? arena_join(blame->arena, parts, 3) : NULL;
	if (!blame->text)
		blame->text = "a directory above it is not root's alone";
	return false;
}

static bool note_owner(struct blame *blame, const struct path_walk *walk, size_t length,
		       const struct stat *status)
{
	char owner[NUMBER_SIZE];

	text_format(owner, sizeof(owner), "%lu", (unsigned long)status->st_uid);
	return note(blame, walk, length, " belongs to user ", owner);
}

/* The directory ends before the name, and before the slashes between them. */
static size_t length_of_directory(const struct path_walk *walk)
{
	size_t length = walk->begin;

	while (length > 0 && walk->path[length - 1] == '/')
		length--;
	return length;
}

static bool judge(const struct path_walk *walk, void *context)
{
	const size_t directory = length_of_directory(walk);
	const bool is_sticky = (walk->place.st_mode & S_ISVTX) != 0;
	struct blame *blame = context;

	if (!path_walk_is_trusted(walk->place.st_uid))
		return note_owner(blame, walk, directory, &walk->place);
	if (walk->is_shared && !is_sticky)
		return note(blame, walk, directory, " can be written by other users", "");
	if (!walk->is_found)
		return true;
	if ((walk->is_shared || (walk->is_last && !walk->is_link)) && walk->status.st_uid != 0)
		return note_owner(blame, walk, walk->end, &walk->status);
	if (walk->is_shared && !path_walk_is_own(&walk->status))
		return note(blame, walk, walk->end, " has a second name", "");
	if (walk->is_last && !walk->is_link && (walk->status.st_mode & (S_IWGRP | S_IWOTH)))
		return note(blame, walk, walk->end, " can be written by other users", "");
	return true;
}

const char *trusted_path_blame(const char *path, struct arena *arena)
{
	struct blame blame = { arena, NULL };
	struct path_walk walk;

	if (!path_walk_start(&walk, path, judge, &blame) && !blame.text && errno != ENOENT)
		blame.text = strerror(errno);
	path_walk_done(&walk);
	return blame.text;
}
