/* SPDX-License-Identifier: Apache-2.0 */
/*
 * capture-reader: reads the manifest of a capture, which may come from anybody, and checks all that
 * it says besides the contents of files (capture-contents.h). Keeps no state.
 */
#ifndef CLROUTER_CAPTURE_CAPTURE_READER_H
#define CLROUTER_CAPTURE_CAPTURE_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "capture/capture.h"

#define CAPTURE_PROBLEM 320	/* bytes for what is wrong with a capture */

/*
 * Fills CAPTURE from TEXT, of SIZE bytes with a NUL byte after them. Its strings and arrays are in
 * ARENA. False: PROBLEM, of CAPTURE_PROBLEM bytes, says what is wrong with the manifest.
 */
bool capture_reader_read(struct capture *capture, const char *text, size_t size,
			 struct arena *arena, char *problem);

#endif
