/* SPDX-License-Identifier: Apache-2.0 */
/*
 * progress: one line at the end of standard error that says what is waited for. It is written
 * only if that is a terminal, and only after a second; it is erased before anything else is
 * written. One line for the process: only its main thread may use it.
 */
#ifndef CLROUTER_TOOL_OUTPUT_PROGRESS_H
#define CLROUTER_TOOL_OUTPUT_PROGRESS_H

/* What is waited for from now on, for example a driver's file. WHAT must live until the next call. */
void progress_name(const char *what);

/* Called again and again while the wait has lasted MILLISECONDS, of at most LIMIT seconds. */
void progress_show(long milliseconds, unsigned limit);

/* Erases the line, if there is one. */
void progress_erase(void);

#endif
