/* SPDX-License-Identifier: Apache-2.0 */
/*
 * include-tree: the files of the machine that are copied below include/ of a capture, each once.
 * They keep their places to each other there, so that a name such as "../a.h" leads to the same
 * file.
 *
 * A place is the absolute name of a file or folder without ".", ".." and slashes at its end, as
 * text: a copy has no links, so that is what the same names lead to there. If links make one place
 * of two files, the second one is left out.
 */
#ifndef CLROUTER_TOOL_REPLAY_INCLUDE_INCLUDE_TREE_H
#define CLROUTER_TOOL_REPLAY_INCLUDE_INCLUDE_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/arena.h"
#include "base/common/own-dir.h"
#include "launch/blake2b.h"
#include "launch/launch.h"

struct include_file {
	struct include_file *next; /* of all */
	struct include_file *then; /* both are for the caller */
	size_t who;
	const char *folder; /* the path that leads to the folder that it is in */
	const char *place;  /* of the folder */
	const char *name;   /* NULL: there is only the folder, which must be in the capture */
	const char *path;   /* below include/ */
	dev_t device;
	ino_t number;
	char *bytes;
	size_t size;
	char hash[BLAKE2B_TEXT];
};

/* All zero but for the arena: it is empty. */
struct include_tree {
	struct arena *arena;
	struct include_file *first;
	size_t count; /* of files and folders */
	size_t files;
	size_t size;	    /* of all files together */
	const char *base;   /* the place of the deepest folder that has them all */
	bool has_odd_names; /* a source names a folder with a blank, or the like */
};

/* The place of PATH, an absolute name. */
const char *include_tree_place(struct include_tree *tree, const char *path);

/* Opens the regular file NAME in FOLDER; links are followed. -1: there is none. */
int include_tree_open(const char *folder, const char *name);

/*
 * Adds the file NAME of FOLDER, which is open as DESCRIPTOR, if it is not in the tree; closes it.
 * NULL: it is left out, because there is too much, or no memory.
 */
struct include_file *include_tree_add(struct include_tree *tree, const char *folder,
				      const char *name, int descriptor);

/* FOLDER must be in the capture. */
void include_tree_add_folder(struct include_tree *tree, const char *folder);

/*
 * Writes all files below include/ of DIRECTORY, and gives them to LAUNCH. After that, nothing may
 * be added. False: errno says why nothing is there.
 */
bool include_tree_write(struct include_tree *tree, struct own_dir *directory,
			struct launch *launch);

/* After that: where FOLDER is in the capture, as "include/a". */
const char *include_tree_folder(struct include_tree *tree, const char *folder);

/* Frees the bytes of files. */
void include_tree_done(struct include_tree *tree);

#endif
