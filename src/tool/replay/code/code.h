/* SPDX-License-Identifier: Apache-2.0 */
/*
 * code: writes replay.c, a program in plain C that makes the launch of a capture again and compares the
 * results, and its Makefile. Those who maintain a driver read it in place of the program that was
 * captured, and need only a C compiler and OpenCL. Its verdict is that of "clrouter replay".
 */
#ifndef CLROUTER_TOOL_REPLAY_CODE_CODE_H
#define CLROUTER_TOOL_REPLAY_CODE_CODE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/common/own-dir.h"
#include "capture/capture.h"

/*
 * Writes the program for CAPTURE, which was read, to FILE. MISSING are names of files that its source
 * includes and that are not in the capture; NULL: there are none.
 */
void code_put_program(FILE *file, const struct capture *capture, const char *missing);

/* Writes replay.c and Makefile into DIRECTORY, where they must not exist yet. False with errno. */
bool code_write(const struct capture *capture, const char *missing, struct own_dir *directory);

#endif
