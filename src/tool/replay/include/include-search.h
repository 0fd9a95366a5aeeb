/* SPDX-License-Identifier: Apache-2.0 */
/*
 * include-search: where the compiler of a program looks for a file that its source includes, and
 * the options with which it finds the copies.
 *
 * First it is the folder of the file that includes, for names in quotes, then the folders of -I.
 * The working directory is that folder for the program's own source; PoCL looks there in all other
 * cases, too, even first. If no folder of -I has the file, it is found there.
 */
#ifndef CLROUTER_TOOL_REPLAY_INCLUDE_INCLUDE_SEARCH_H
#define CLROUTER_TOOL_REPLAY_INCLUDE_INCLUDE_SEARCH_H

#include <stdbool.h>
#include <stddef.h>

#include "launch/launch.h"
#include "tool/replay/include/include-tree.h"

/* A folder of -I, or the folder of an absolute name in -D. */
struct include_place {
	struct include_place *next;
	const char *folder;
	bool is_used;	   /* a file was found there */
	const char *value; /* the name in -D, without slashes at its end; NULL: it is -I */
	const char *at;	   /* the same in the options */
	size_t cut;	   /* bytes of the name up to its last part */
};

/* Of one program. */
struct include_search {
	struct include_tree *tree;
	const char *options;
	struct include_place *places;
	struct include_place working;
	bool is_working_first; /* before the folders of -I */
};

/* It lives in the arena of TREE, as long as OPTIONS, which may be NULL. */
void include_search_start(struct include_search *search, struct include_tree *tree,
			  const char *options, const char *working_directory);

/*
 * Adds the file NAME to the tree. A file in the folder FROM includes it, or the program's source
 * (NULL); with quotes if IS_QUOTED. NULL: it is not there, or left out.
 */
struct include_file *include_search_find(struct include_search *search, const char *name,
					 bool is_quoted, const char *from);

/*
 * The same for an absolute name that macros have made. A copy cannot have it, so an option that it
 * can come from, such as -D P=/usr/share/a, becomes -D P=include/share/a, which is found by -I.
 */
struct include_file *include_search_find_made(struct include_search *search, const char *name);

/* After include_tree_write(): sets PROGRAM->here and PROGRAM->portable. */
void include_search_set_options(const struct include_search *search,
				struct launch_program *program);

#endif
