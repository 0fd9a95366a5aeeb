/* SPDX-License-Identifier: Apache-2.0 */
/*
 * path-walk: goes along a path one component at a time, and asks its caller before each step. A
 * component is looked up in the directory that is open, and a link is read by its own descriptor,
 * so nobody can replace one between the look and the step. Opens no file for reading or writing,
 * and does not know which component its callers accept. Keeps no state; any thread may use it.
 */
#ifndef CLROUTER_BASE_FILE_PATH_WALK_H
#define CLROUTER_BASE_FILE_PATH_WALK_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/* Where a walk is: before the component NAME of DIRECTORY. */
struct path_walk {
	int directory;			/* a descriptor from O_PATH */
	struct stat place;		/* the status of the directory */
	bool is_shared;			/* can others add, rename and remove names in it? */
	char name[NAME_MAX + 1];
	bool is_last;			/* no component follows */
	bool is_found;			/* false, for the last one only: it does not exist */
	bool is_link;			/* it is a symbolic link with a text, which is followed next */
	bool is_magic;			/* it is a link of /proc, which the kernel follows */
	struct stat status;		/* of the component; a link is not followed */
	unsigned links;			/* that were followed */
	size_t begin;			/* of the component in PATH */
	size_t end;
	char path[PATH_MAX];		/* with the texts of links in place of their names */
};

/* May the walk take the component where it is? If not, sets errno or notes why in CONTEXT. */
typedef bool path_walk_judge(const struct path_walk *walk, void *context);

/*
 * Goes along PATH to the last component, which is no link with a text then, and stays before it.
 * False with errno: JUDGE has refused a component, or a component cannot be entered. The caller
 * calls path_walk_done() in both cases.
 */
bool path_walk_start(struct path_walk *walk, const char *path, path_walk_judge *judge,
		     void *context);

/* Closes the directory. Keeps errno. */
void path_walk_done(struct path_walk *walk);

/*
 * Does STATUS belong to root or the effective user, and has the file no other name? In a directory
 * of others, they did not put it there.
 */
bool path_walk_is_own(const struct stat *status);

/*
 * Is OWNER root or the effective user? Or has the user no number in this user namespace? To such a
 * process the files of the real root look like files of other users without a number; a container
 * would be of little use if it trusted none of them.
 */
bool path_walk_is_trusted(uid_t owner);

#endif
