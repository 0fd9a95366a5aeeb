/* SPDX-License-Identifier: Apache-2.0 */
/*
 * time-limit: lets the rest of this program run for a limited time only. For what only reads, but
 * may wait for ever in the kernel, for example for a file system that another process serves.
 */
#ifndef CLROUTER_TOOL_PROBE_TIME_LIMIT_H
#define CLROUTER_TOOL_PROBE_TIME_LIMIT_H

#include <stdbool.h>

/*
 * Forks. In the child the result is true: it goes on, with the output and the exit status of this
 * program. The parent waits for it and ends with its exit status; the function returns to it,
 * with false, only if SECONDS have passed, and then the child is killed. If there can be no child,
 * the result is true as well, and nothing limits the time.
 */
bool time_limit_begin(unsigned seconds);

#endif
