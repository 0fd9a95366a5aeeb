/* SPDX-License-Identifier: Apache-2.0 */
/*
 * unit: what the tests of all rooms share: a directory of their own, an arena,
 * a log that is looked at when the test is over, and files made from one line
 * each. Knows no room but log and arena.
 *
 * Every test runs in a process of its own (check's fork mode), so the state here
 * is that of one test.
 */
#ifndef UNIT_H
#define UNIT_H

#include <stdbool.h>
#include <stddef.h>

#include <check.h>

#include "base/arena.h"

/* How many rows a table has, as tcase_add_loop_test wants it. */
#define UNIT_ROWS(table) ((int)(sizeof(table) / sizeof((table)[0])))

/* A fresh directory, absolute, and gone after the test unless the test failed. */
extern char unit_dir[];

/* Given back after the test. */
extern struct arena unit_arena;

/*
 * A test case whose tests have the above, and a log of everything that the rooms
 * say. A line of level error fails the test, unless unit_expect_errors() was
 * called. The tests of each case may take SECONDS.
 */
TCase *unit_tcase(Suite *suite, const char *name, int seconds);
void unit_expect_errors(void);

/* Does the log have TEXT in one of its lines? Fails the test if it cannot be read. */
bool unit_log_has(const char *text);

/* DIRECTORY of the test, slash, NAME; in the arena. */
const char *unit_path(const char *name);

/*
 * Makes one thing under the test's directory, and the directories above it:
 *   "a/b/"       a directory       "a/b=text"    a file with this text
 *   "a/b->c"     a link to c       "a/b|"        a FIFO
 *   "a/b@"       a socket
 */
void unit_make(const char *what);

/* A file of SIZE bytes. */
void unit_write(const char *name, const void *bytes, size_t size);

/* The whole of a file, terminated, in the arena; fails the test if it cannot be read. */
char *unit_read(const char *path, size_t *size);

/* The path of a stub driver: STUB_DIR/NAME.so, in the arena. */
const char *unit_driver(const char *name);

/*
 * Does what a user without special rights would be let do: root gives up its
 * rights until unit_user_end.
 */
void unit_user_begin(void);
void unit_user_end(void);

/* Runs the suite: the exit status for main. */
int unit_run(Suite *suite);

#endif
