/* SPDX-License-Identifier: Apache-2.0 */
/*
 * build-log: the line of a compiler's log that says why a build failed. For the layers and the
 * tool. Keeps no state; any thread may call.
 */
#ifndef CLROUTER_OPENCL_BUILD_LOG_H
#define CLROUTER_OPENCL_BUILD_LOG_H

#include <stdbool.h>
#include <stddef.h>

struct build_log_line {
	const char *text;	/* in the log; it may have any bytes, and no NUL ends it */
	size_t length;
	bool has_error;		/* it says "error" */
};

/*
 * Finds in LOG, which ends after SIZE bytes or at a NUL, the first line that says "error" in any
 * case, else the first one that is not empty. Blanks around it are left out, and of "FILE:LINE:" or
 * "FILE:LINE:COLUMN:" before the word, or after "error: ", the file, which drivers make up. False:
 * there is no line.
 */
bool build_log_find(const char *log, size_t size, struct build_log_line *line);

#endif
