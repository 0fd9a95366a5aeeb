/* SPDX-License-Identifier: Apache-2.0 */
/*
 * capture-contents: the files of a capture: its manifest, the texts of programs, the contents of
 * memory. They are read from a directory that may come from anybody: no path is taken from a
 * manifest, and no link, FIFO or device is opened.
 */
#ifndef CLROUTER_CAPTURE_CAPTURE_CONTENTS_H
#define CLROUTER_CAPTURE_CAPTURE_CONTENTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "capture/capture.h"

/*
 * Reads the capture in DIRECTORY, with its manifest and all of its files, each of which must have
 * the size and the hash that the manifest says. It lives in ARENA, but for the bytes of the files,
 * which capture_contents_done() frees. False: PROBLEM, of CAPTURE_PROBLEM bytes, says why it is
 * refused, and there is nothing to free.
 */
bool capture_contents_read(struct capture *capture, const char *directory, struct arena *arena,
			   char *problem);

/* The same for the open DIRECTORY. */
bool capture_contents_read_at(struct capture *capture, int directory, struct arena *arena,
			      char *problem);

void capture_contents_done(struct capture *capture);

/* The name of the file of program NUMBER, whose kind has one, in NAME of SIZE bytes. */
void capture_contents_program(const struct capture_program *program, unsigned int number, char *name,
			      size_t size);

/* The name of the file that a replay of it builds: that of the whole source, if there is one. */
void capture_contents_built(const struct capture_program *program, unsigned int number, char *name,
			    size_t size);

#endif
