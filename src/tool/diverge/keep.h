/* SPDX-License-Identifier: Apache-2.0 */
/* keep: the first launch of a kernel that differs, as a capture with replay.c. */
#ifndef CLROUTER_TOOL_DIVERGE_KEEP_H
#define CLROUTER_TOOL_DIVERGE_KEEP_H

#include "tool/diverge/judge.h"

/* Copies the launch in the directory PATH into the new directory OUTPUT. False: that fails, which
 * is said. */
bool keep_launch(const char *path, const char *output);

/*
 * Finishes the capture of KERNEL as "clrouter capture" does, and replays it in a child of its own
 * on B. Says what became of it, and sets the kernel's excuse.
 */
void keep_finish(const struct diverge_judge *judge, struct diverge_group *kernel);

#endif
