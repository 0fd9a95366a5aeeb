/* SPDX-License-Identifier: Apache-2.0 */
/*
 * report: what a child tells its parent through a pipe: keys and values, each
 * ended by a NUL byte, in the order in which they were found out. A child that
 * dies leaves what it had written before; half a pair is never seen.
 */
#ifndef CLROUTER_TOOL_PROBE_DRIVER_REPORT_H
#define CLROUTER_TOOL_PROBE_DRIVER_REPORT_H

#include <stdbool.h>
#include <stddef.h>

/* The child's side. VALUE NULL is left out. */
void report_put(int pipe, const char *key, const char *value);
void report_put_number(int pipe, const char *key, long number);

/* The parent's side: what is still to be read. */
struct report {
	const char *at;
	const char *end;
};

/* Starts to read what a child wrote: SIZE bytes at BYTES, which must stay. */
void report_init(struct report *report, const char *bytes, size_t size);

/* The next pair; false at the end. KEY and VALUE point into the bytes. */
bool report_next(struct report *report, const char **key, const char **value);

/* Calls VISIT(DATA, key, value) for each pair of the SIZE bytes at BYTES. */
typedef void report_visitor(void *data, const char *key, const char *value);
void report_visit(const char *bytes, size_t size, report_visitor *visit, void *data);

/* The number that report_put_number() wrote. */
long report_number(const char *value);

#endif
