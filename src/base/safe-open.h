/* SPDX-License-Identifier: Apache-2.0 */
/*
 * safe-open: opens a file that a user has named, for writing, so that nobody else decides what
 * is written to. In a directory that others (its group included) may write, a link is not
 * followed, and neither a file of another user nor one with a second name is opened. Links of
 * /proc, to which /dev/stderr leads, are followed. Keeps no state; any thread may use it.
 */
#ifndef CLROUTER_BASE_SAFE_OPEN_H
#define CLROUTER_BASE_SAFE_OPEN_H

/*
 * Opens PATH with FLAGS, which say how (O_WRONLY or O_RDWR); the descriptor is the caller's to close. A file that is
 * new has mode 0600. -1 with errno: what open(2) has, ELOOP for a link that is not followed (or
 * too many of them), EPERM for a file that is not opened.
 */
int safe_open(const char *path, int flags);

/* What ERROR, the errno of safe_open(), means: a sentence without its period. */
const char *safe_open_error(int error);

#endif
