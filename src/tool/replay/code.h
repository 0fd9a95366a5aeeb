/* SPDX-License-Identifier: Apache-2.0 */
/*
 * code: writes the program of a capture in plain C: replay.c, which is launch/engine.c, and
 * launch.h, which has the launch as data. Those who maintain a driver read it in place of the
 * program that was captured, and need only a C compiler and OpenCL. It is the engine of "clrouter
 * replay", so its verdict is, too.
 */
#ifndef CLROUTER_TOOL_REPLAY_CODE_H
#define CLROUTER_TOOL_REPLAY_CODE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/common/own-dir.h"
#include "launch/launch.h"

/* Writes launch.h for LAUNCH to FILE. */
void code_put_data(FILE *file, const struct launch *launch);

/* Writes replay.c, launch.h and Makefile into DIRECTORY, which must have none. False with errno. */
bool code_write(const struct launch *launch, struct own_dir *directory);

/* The lines of launch/engine.c and launch/launch.h, without their ends; NULL after the last one. */
extern const char *const code_c[];
extern const char *const code_h[];

#endif
