/* SPDX-License-Identifier: Apache-2.0 */
/*
 * child-windows: child.h for Windows, which cannot fork: the work is done in this process, without a
 * limit, and what it reports goes through a temporary file. A driver that crashes ends the tool.
 */
#include "tool/probe/child.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file/io.h"
#include "base/os.h"

#define MOST 1048576	/* bytes of a report */

/* Reads the whole FILE into ARENA. */
static const char *read_all(int file, size_t *size, struct arena *arena)
{
	off_t length = lseek(file, 0, SEEK_END);
	char *bytes;
	ssize_t got;

	*size = 0;
	if (length <= 0 || length > MOST || lseek(file, 0, SEEK_SET) != 0)
		return "";
	bytes = arena_alloc(arena, (size_t)length + 1);
	got = bytes ? io_read(file, bytes, (size_t)length) : -1;
	*size = got > 0 ? (size_t)got : 0;
	return bytes ? bytes : "";
}

void child_run(struct child *child, child_work *work, void *argument, unsigned limit,
	       struct arena *arena)
{
	int report = os_open_temporary();

	(void)limit;
	memset(child, 0, sizeof(*child));
	child->report = "";
	child->output = "";
	if (report < 0) {
		child->end = CHILD_FAILED;
		child->code = -report;
		return;
	}
	work(report, argument);
	child->end = CHILD_EXITED;
	child->report = read_all(report, &child->report_size, arena);
	close(report);
}

void child_run_steps(struct child *child, child_work *work, void *argument, unsigned limit,
		     unsigned whole, child_step *step, const void *data, struct arena *arena)
{
	(void)whole;
	(void)step;
	(void)data;
	child_run(child, work, argument, limit, arena);
}

void *child_share(size_t size)
{
	return calloc(1, size);
}

const char *child_end_text(const struct child *child, struct arena *arena)
{
	(void)arena;
	return child->end == CHILD_FAILED ? strerror(child->code) : "it did not report everything";
}

const char *child_next_line(const char **rest, struct arena *arena)
{
	(void)rest;
	(void)arena;
	return NULL;
}

const char *child_last_words(const struct child *child, struct arena *arena)
{
	(void)child;
	(void)arena;
	return NULL;
}
