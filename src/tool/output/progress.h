/* SPDX-License-Identifier: Apache-2.0 */
/*
 * progress: one line at the end of standard error that says what the tool waits for. It is written
 * only if standard error is a terminal and the wait has lasted a second, and it is erased before
 * anything else is written. There is one such line for the process; only the main thread uses it.
 */
#ifndef CLROUTER_TOOL_OUTPUT_PROGRESS_H
#define CLROUTER_TOOL_OUTPUT_PROGRESS_H

/* Sets the name of what is waited for, for example a driver. WHAT must live until the next call. */
void progress_name(const char *what);

/*
 * Updates the line: the wait has lasted MILLISECONDS of at most LIMIT seconds. A longer wait is
 * shown as LIMIT.
 */
void progress_show(long milliseconds, unsigned limit);

/* Erases the line, if there is one. */
void progress_erase(void);

#endif
