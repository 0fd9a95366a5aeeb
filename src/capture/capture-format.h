/* SPDX-License-Identifier: Apache-2.0 */
/*
 * capture-format: the names of files and the limits of a captured launch, for the layer that writes
 * it and the command that replays it. doc/capture-format.md describes what is in the files.
 */
#ifndef CLROUTER_CAPTURE_CAPTURE_FORMAT_H
#define CLROUTER_CAPTURE_CAPTURE_FORMAT_H

#define CAPTURE_FORMAT "clrouter-capture"
#define CAPTURE_MAJOR 1
#define CAPTURE_MINOR 2

#define CAPTURE_MANIFEST "manifest.json"
#define CAPTURE_CONTENTS "contents"

/* What is being written has OWN_DIR_NEW before its name; no other file begins with a dot. */

/* The files of programs: the number, and one of the endings. */
#define CAPTURE_PROGRAM "program-%u%s"
#define CAPTURE_SOURCE ".cl"
#define CAPTURE_IL ".spv"
#define CAPTURE_BINARY ".bin"

/* The whole source of a program, with what it includes. */
#define CAPTURE_WHOLE "program-%u-whole.cl"

/* In place of a hash: all bytes are 0. */
#define CAPTURE_ZERO "zero"

/* The last member, which is in a line of its own, before the tool has looked at the capture. */
#define CAPTURE_NO_CHECKS "  \"checks\": null\n"

#define CAPTURE_MOST_ARGUMENTS 4096
#define CAPTURE_MOST_OBJECTS 65536
#define CAPTURE_MOST_BYTES (1 << 20)	/* of the value of an argument */
#define CAPTURE_MOST_MANIFEST (64 << 20)
#define CAPTURE_MOST_WHOLE (16 << 20)	/* bytes of a whole source */
#define CAPTURE_MOST_LEVELS 64
#define CAPTURE_MOST_FINDINGS 64
#define CAPTURE_MOST_FINDING 2048	/* bytes of the text of one */

#endif
