/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record-file: how the file of a record is named, opened, locked and closed. Takes no lock of
 * the layer; the caller makes sure that one thread at a time uses a struct record_file.
 */
#ifndef CLROUTER_LAYERS_RECORD_RECORD_FILE_H
#define CLROUTER_LAYERS_RECORD_RECORD_FILE_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

struct record_file {
	int descriptor;		/* -1: none */
	dev_t device;
	ino_t inode;
	char path[PATH_MAX];	/* absolute, if the working directory has a name */
};

/*
 * Opens a file for reading and writing that is empty, and locks it by flock(2): it stays locked
 * while a part of it is mapped. A new file has mode 0600.
 *
 * PATH NULL: PROGRAM.PID.clrecord in the working directory; if there is such a file, a number is
 * added. A PATH that ends with a slash: the same in that directory. Otherwise PATH, in which `%p`
 * stands for the process ID; safe-open.h says which files and links are refused. A file that is not
 * empty is replaced unless KEEPS. If it is not, or another process has it locked, PATH.PID is
 * written instead, which standard error says unless KEEPS. False: the reason was written to
 * standard error.
 */
bool record_file_open(struct record_file *file, const char *path, bool keeps);

/*
 * Makes sure that the descriptor is this file's. A program may close descriptors that it did not
 * open, and get others with their numbers: then the file is opened again by its path. False: it is
 * no longer there.
 */
bool record_file_find(struct record_file *file);

/* Gives back the space that was reserved after the end of the file, and closes it. */
void record_file_close(struct record_file *file);

/* In a forked child: the parent's file stays as it is. */
void record_file_forget(struct record_file *file);

#endif
