/* SPDX-License-Identifier: Apache-2.0 */
/*
 * output-file: where a layer writes: standard error or a file. Nothing is held back: what
 * was written is there even if the process is killed next, and a fork writes nothing
 * twice. What cannot be opened or written is reported once on standard error. Takes no lock: the
 * caller makes sure that one thread at a time uses a struct output_file.
 */
#ifndef CLROUTER_LAYERS_FRAME_OUTPUT_FILE_H
#define CLROUTER_LAYERS_FRAME_OUTPUT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/common/line.h"

#define OUTPUT_NAME_SIZE 512	/* bytes of the name that messages repeat */

/* What is done with a regular file. */
enum output_mode {
	OUTPUT_TEXT,		/* replaced, but not what this process has written into it before */
	OUTPUT_APPEND,		/* kept, for any number of processes that add lines to its end */
};

struct output_file {
	int descriptor;
	uint64_t device; /* of the file when it was opened, and its number there */
	uint64_t inode;
	bool is_reported;	/* that it cannot be written */
	char name[OUTPUT_NAME_SIZE];
};

/*
 * Opens the file PATH for writing; file-name.h says what `%p` and the like stand for. A new file
 * has mode 0600; safe-open.h says which files and links are refused. With PATH NULL, or if the file
 * cannot be opened, which is reported, it is standard error.
 *
 * A file that is replaced is locked by flock(2) as long as this process, or a child that it forks,
 * has it open. If another process has it, PATH.PID is written instead, and standard error says so.
 *
 * A file that is standard output or standard error already is shared with the program and not
 * emptied. A FIFO that no process reads within a second is not opened.
 *
 * False: it is standard error, because PATH is NULL or cannot be opened.
 */
bool output_file_open(struct output_file *output, const char *path, enum output_mode mode);

/*
 * Writes TEXT, unless the program has closed the file and has another one at its descriptor. False:
 * TEXT is not written, or not all of it. That is reported once, and later calls try again.
 */
bool output_file_write(struct output_file *output, const char *text, size_t length);

/*
 * Is it the file that was opened? As standard error the program can have another one meanwhile, its
 * log or its data, which only what it has to know is written to. Windows does not know.
 */
bool output_file_is_same(const struct output_file *output);

/* Is it a regular file that the program itself does not write to? */
bool output_file_is_own(const struct output_file *output);

/* Closes the file; what it has stays as it is. */
void output_file_close(struct output_file *output);

/* Writes LINE, which has space for one byte more, with a line feed. */
static inline void output_file_write_line(struct output_file *output, struct line *line)
{
	line->text[line->length++] = '\n';
	output_file_write(output, line->text, line->length);
}

#endif
