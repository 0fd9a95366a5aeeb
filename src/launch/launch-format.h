/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launch-format: the names of files and the limits of a capture, for the layer that writes it and the
 * tool that reads it. doc/capture-format.md describes what is in the files.
 */
#ifndef CLROUTER_LAUNCH_LAUNCH_FORMAT_H
#define CLROUTER_LAUNCH_LAUNCH_FORMAT_H

#define LAUNCH_HEAD "clrouter launch 2"	/* the first line */
#define LAUNCH_FILE "launch.txt"
#define LAUNCH_CONTENTS "contents"
#define LAUNCH_INCLUDE "include"
#define LAUNCH_CODE "replay.c"		/* a copy of engine.c */
#define LAUNCH_DATA "launch.h"		/* a copy of launch.h, with the launch as C after it */

/* What captures of an earlier version had in the place of LAUNCH_FILE. */
#define LAUNCH_OLD_FILE "manifest.json"

/* What is being written has OWN_DIR_NEW before its name; no other file begins with a dot. */

/* The files of programs: the number, and one of the endings. */
#define LAUNCH_PROGRAM "program-%u%s"
#define LAUNCH_SOURCE_END ".cl"
#define LAUNCH_IL_END ".spv"
#define LAUNCH_BINARY_END ".bin"

#define LAUNCH_MOST_ARGUMENTS 4096
#define LAUNCH_MOST_OBJECTS 65536	/* of each kind */
#define LAUNCH_MOST_BYTES (1 << 20)	/* of the value of an argument */
#define LAUNCH_MOST_FILE (64 << 20)
#define LAUNCH_MOST_INCLUDES 1024
#define LAUNCH_MOST_INCLUDED (16 << 20)	/* bytes of all included files together */
#define LAUNCH_MOST_PATH 1024		/* bytes of the path of an included file */
#define LAUNCH_MOST_NOTES 64		/* of each kind */
#define LAUNCH_MOST_NOTE 2048		/* bytes of the text of one */

#endif
