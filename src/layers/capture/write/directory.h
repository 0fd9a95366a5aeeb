/* SPDX-License-Identifier: Apache-2.0 */
/*
 * directory: the directory of a capture and its files, whose names launch-format.h has. Several
 * threads may write contents at once. Functions that fail set errno.
 */
#ifndef CLROUTER_LAYERS_CAPTURE_WRITE_DIRECTORY_H
#define CLROUTER_LAYERS_CAPTURE_WRITE_DIRECTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/common/own-dir.h"
#include "base/os.h"
#include "launch/blake2b.h"

struct directory {
	struct own_dir own;
	struct own_dir contents;
	char path[OS_PATH_SIZE];	/* absolute */
};

/*
 * Makes the directory PATTERN, in which file-name.h has the placeholders, with "-NUMBER" at its end if
 * NUMBER is not 0. If it exists, the process ID is added. Nobody else may read it. False: it cannot be
 * made; DIRECTORY has its path all the same.
 */
bool directory_make(struct directory *directory, const char *pattern, uint64_t number);

/* Closes DIRECTORY; what was written stays. */
void directory_close(struct directory *directory);

/* Removes what was written, and closes DIRECTORY. Keeps errno. */
void directory_remove(struct directory *directory);

/* A file with contents while it is written. */
struct directory_file {
	struct own_dir *contents;
	int descriptor;
	char name[32];		/* while it is written */
	uint64_t size;
	uint64_t written;	/* without holes */
	struct blake2b hash;
};

/* Begins a file of DIRECTORY; NUMBER differs from the numbers of files that others write now. */
bool directory_begin(struct directory_file *file, struct directory *directory, unsigned int number);

/* Adds SIZE bytes; blocks of zeros become holes. */
bool directory_add(struct directory_file *file, const void *bytes, size_t size);

/*
 * Ends FILE, which gets the name of its hash, and stores that; LAUNCH_ZERO if all bytes are 0. A
 * file with this name that is there already has the same contents.
 */
bool directory_end(struct directory_file *file, char hash[BLAKE2B_TEXT]);

/* Gives up FILE. */
void directory_drop(struct directory_file *file);

#endif
