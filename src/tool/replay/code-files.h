/* SPDX-License-Identifier: Apache-2.0 */
/* code-files: the lines of launch/engine.c and launch/launch.h, of which files.awk makes C. */
#ifndef CLROUTER_TOOL_REPLAY_CODE_FILES_H
#define CLROUTER_TOOL_REPLAY_CODE_FILES_H

/* The lines without their ends; NULL after the last one. */
extern const char *const code_c[];
extern const char *const code_h[];

#endif
