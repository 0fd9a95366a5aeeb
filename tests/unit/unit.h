/* SPDX-License-Identifier: Apache-2.0 */
/*
 * unit: what all unit tests share. Each test has a directory of its own, an arena, and a log that
 * is checked when the test ends; one line makes a file, link, FIFO or socket. Of the library this
 * module uses only log and arena.
 *
 * Each test runs in a process of its own (the fork mode of check), so the state here belongs to
 * one test. Functions that cannot do their work fail the test.
 */
#ifndef CLROUTER_UNIT_UNIT_H
#define CLROUTER_UNIT_UNIT_H

#include <stdbool.h>
#include <stddef.h>

#include <check.h>

#include "base/arena.h"

/* The number of rows of a table, with the type that tcase_add_loop_test() takes. */
#define UNIT_ROWS(table) ((int)(sizeof(table) / sizeof((table)[0])))

/* The absolute path of a new directory, which is removed after the test unless the test failed. */
extern char unit_dir[];

/* Freed after the test. */
extern struct arena unit_arena;

/*
 * Adds a test case to SUITE. Its tests have unit_dir and unit_arena, and a log at level debug in
 * which a line of level error fails the test. Each test may take SECONDS.
 */
TCase *unit_tcase(Suite *suite, const char *name, int seconds);

/* Lines of level error do not fail this test. */
void unit_expect_errors(void);

/* Is TEXT anywhere in the log? */
bool unit_log_has(const char *text);

/* The path of NAME in unit_dir; in unit_arena. */
const char *unit_path(const char *name);

/*
 * Makes the file that WHAT describes in unit_dir, and the directories above it:
 *   "a/b/"       a directory       "a/b=text"    a file with this text
 *   "a/b->c"     a link to c       "a/b|"        a FIFO
 *   "a/b@"       a socket
 */
void unit_make(const char *what);

/* Writes a file in unit_dir, with SIZE bytes, and makes the directories above it. */
void unit_write(const char *name, const void *bytes, size_t size);

/*
 * Reads the file PATH; unit_path() gives the path of a file in unit_dir. Returns the contents and a
 * NUL byte, in unit_arena, and stores the size in *SIZE, if SIZE is not NULL.
 */
char *unit_read(const char *path, size_t *size);

/* The path of a stub driver, $STUB_DIR/NAME.so; in unit_arena. */
const char *unit_driver(const char *name);

/*
 * If root runs the test: gives up the privileges of root until unit_user_end(), so that permissions
 * of files apply.
 */
void unit_user_begin(void);
void unit_user_end(void);

/* Runs SUITE, frees it, and returns the exit status for main(). */
int unit_run(Suite *suite);

#endif
