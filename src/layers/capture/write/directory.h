/* SPDX-License-Identifier: Apache-2.0 */
/*
 * directory: the directory of a capture and its files, whose names capture-format.h has. Several
 * threads may write contents at once. Functions that fail set errno.
 */
#ifndef CLROUTER_LAYERS_CAPTURE_WRITE_DIRECTORY_H
#define CLROUTER_LAYERS_CAPTURE_WRITE_DIRECTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "capture/blake2b.h"

/*
 * Makes the directory PATTERN, in which file-name.h has the placeholders, and stores its absolute
 * path in PATH, of OS_PATH_SIZE bytes. If it exists, it is PATTERN and the process ID. Nobody else
 * may read it. False: it cannot be made.
 */
bool directory_make(const char *pattern, char *path);

/* Removes the directory PATH, with the files that were written there. */
void directory_remove(const char *path);

/* A file with contents while it is written. */
struct directory_file {
	int descriptor;
	unsigned int number;	/* in its name while it is written */
	uint64_t size;
	uint64_t written;	/* without holes */
	struct blake2b hash;
};

/* Begins a file in the directory PATH; NUMBER differs from those of files that others write now. */
bool directory_begin(struct directory_file *file, const char *path, unsigned int number);

/* Adds SIZE bytes; blocks of zeros become holes. */
bool directory_add(struct directory_file *file, const void *bytes, size_t size);

/*
 * Ends FILE, which gets the name of its hash, and stores that; CAPTURE_ZERO if all bytes are 0. A
 * file with this name that is there already has the same contents.
 */
bool directory_end(struct directory_file *file, const char *path, char hash[BLAKE2B_TEXT]);

/* Gives up FILE. */
void directory_drop(struct directory_file *file, const char *path);

/* Writes the file NAME of the directory PATH; nobody sees it before it is whole. */
bool directory_write(const char *path, const char *name, const void *bytes, size_t size);

#endif
