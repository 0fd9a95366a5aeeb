/* SPDX-License-Identifier: Apache-2.0 */
/*
 * terminal: draws on the whole terminal of standard output, and reads its keys, by plain codes that
 * all terminals of today know. However it ends, by a key or by a signal, the terminal is as before,
 * and so it is while the process is stopped. For one thread; there is one terminal.
 */
#ifndef CLROUTER_TOOL_OUTPUT_TERMINAL_H
#define CLROUTER_TOOL_OUTPUT_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/* What terminal_wait() returns if it is no key, which is a byte. */
enum terminal_event {
	TERMINAL_UP = 0x100,
	TERMINAL_DOWN,
	TERMINAL_PAGE_UP,
	TERMINAL_PAGE_DOWN,
	TERMINAL_CHANGED,	/* its size, or all of it has to be drawn again */
	TERMINAL_CHILD,		/* a child process may have ended */
	TERMINAL_SIGNAL,	/* one that ends the process; terminal_signal() says which */
	TERMINAL_TIMEOUT,
	TERMINAL_GONE		/* the terminal is no longer there */
};

/* Why nothing can be drawn, a clause: "standard output is no terminal"; NULL: it can. */
const char *terminal_why_not(void);

/* From now on the terminal is drawn on. */
void terminal_begin(void);

/* The terminal is as it was before. It may be called twice. */
void terminal_end(void);

/* Its size; 24 lines of 80 columns if it does not say. */
void terminal_size(size_t *lines, size_t *columns);

/* Replaces what is shown by TEXT, of LENGTH bytes and not more lines than there are. */
void terminal_draw(const char *text, size_t length);

/* Waits for a key or an enum terminal_event, MILLISECONDS at most. */
int terminal_wait(int milliseconds);

/* The signal of TERMINAL_SIGNAL; *IS_OURS: another process has sent it to this one alone. */
int terminal_signal(bool *is_ours);

#endif
