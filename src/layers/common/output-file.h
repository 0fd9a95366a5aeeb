/* SPDX-License-Identifier: Apache-2.0 */
/*
 * output-file: where a layer writes: standard error or a file. Nothing is held back: what
 * was written is there even if the process is killed next, and a fork writes nothing
 * twice. Takes no lock.
 */
#ifndef CLROUTER_LAYERS_COMMON_OUTPUT_FILE_H
#define CLROUTER_LAYERS_COMMON_OUTPUT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct output_file {
	int descriptor;
	dev_t device; /* of the file, and its number there */
	ino_t inode;
	bool is_file; /* a regular file of our own whose end is rewritten */
	off_t end; /* of it, without the tail */
	const char *tail; /* still to be written, if it is no such file */
};

/*
 * Opens the file PATH for writing from its start; a `%p` in it stands for the process
 * ID. With PATH NULL, or if the file cannot be opened (that is told there), it is
 * standard error. A file that HAS_TAIL belongs to one process; to any other a forked
 * child can go on writing.
 */
void output_file_open(struct output_file *output, const char *path, bool has_tail);

/*
 * Writes TEXT, unless the program has closed the file and has another one at its
 * descriptor. After it comes TAIL, a literal: what must be there for the whole to be
 * complete. The next text takes its place. On a terminal or pipe, which cannot be overwritten,
 * it waits for output_file_close(). False: TEXT is not written, or not all of it; in a file with a
 * tail, nothing of it.
 */
bool output_file_write(struct output_file *output, const char *text, size_t length,
		       const char *tail);

/* Ends with the tail, and closes the file. */
void output_file_close(struct output_file *output);

#endif
