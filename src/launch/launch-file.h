/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launch-file: writes a launch as the file LAUNCH_FILE of a capture, and reads it, by one table of the
 * members of struct launch: each is one line there. The file is an exact text of src/table;
 * doc/capture-format.md describes it. Keeps no state.
 *
 * What is read may come from anybody. All that the rest of clrouter relies on is checked here, but
 * for the contents of other files (launch-contents.h): indices are within their arrays, what an object
 * is made from comes before it, ranges are within their objects and do not overlap, hashes and names
 * of files are nothing but that.
 */
#ifndef CLROUTER_LAUNCH_LAUNCH_FILE_H
#define CLROUTER_LAUNCH_LAUNCH_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/arena.h"
#include "launch/launch.h"

#define LAUNCH_PROBLEM 320	/* bytes for what is wrong with a capture */

/* Writes LAUNCH. The caller asks ferror(). */
void launch_file_write(FILE *file, const struct launch *launch);

/* The same as a text of *SIZE bytes, to be freed with free(); NULL: there is not enough memory. */
char *launch_file_text(const struct launch *launch, size_t *size);

/* The name of the file of program NUMBER, whose kind has one, in NAME of SIZE bytes. */
void launch_file_program(const struct launch_program *program, unsigned int number, char *name,
			 size_t size);

/*
 * Fills LAUNCH from FILE. Its texts and arrays are in ARENA. False: PROBLEM, of LAUNCH_PROBLEM bytes,
 * says what is wrong, with the line.
 */
bool launch_file_read(struct launch *launch, FILE *file, struct arena *arena, char *problem);

/*
 * Writes LAUNCH as C: the arrays, and "launch", which has them, each with the names of its members.
 * Members that are 0 or NULL are left out. With these, engine.c is a program.
 */
void launch_file_write_code(FILE *file, const struct launch *launch);

/* Writes TEXT, which may be any, as a part of a line in a comment of C. */
void launch_file_put_comment(FILE *file, const char *text);

#endif
