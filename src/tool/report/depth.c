/* SPDX-License-Identifier: Apache-2.0 */
/* depth: see depth.h. */
#include "tool/report/depth.h"

#include <stdlib.h>

#include "tool/report/numbers.h"
#include "tool/report/space.h"

/* Takes out what is done. Once no command is left that is known, those beyond are done as well. */
static void clear(struct depth *depth)
{
	size_t kept = 0;

	if (depth->done == depth->cleared)
		return;
	depth->cleared = depth->done;
	for (size_t i = 0; i < depth->count; i++)
		if (depth->pending[i] > depth->done)
			depth->pending[kept++] = depth->pending[i];
	depth->count = kept;
	if (kept == 0)
		depth->beyond = 0;
}

bool depth_add(struct depth *depth, uint64_t time)
{
	if (time <= depth->done)
		return true;
	if (depth->count == DEPTH_MOST)
		clear(depth);
	if (depth->count == DEPTH_MOST) {
		depth->beyond++;
		return true;
	}
	if (!space_make(&depth->pending, depth->count, sizeof(time)))
		return false;
	depth->pending[depth->count++] = time;
	return true;
}

void depth_done_until(struct depth *depth, uint64_t time)
{
	if (time > depth->done)
		depth->done = time;
}

static int compare(const void *left, const void *right)
{
	return number_order(*(const uint64_t *)left, *(const uint64_t *)right);
}

static void sort(uint64_t *times, size_t count)
{
	if (count > 0)
		qsort(times, count, sizeof(*times), compare);
}

/* Takes out of the pending ones what was done alone. */
static void subtract(struct depth *depth)
{
	size_t kept = 0;
	size_t at = 0;

	if (depth->apart_count == 0)
		return;
	sort(depth->pending, depth->count);
	sort(depth->apart, depth->apart_count);
	for (size_t i = 0; i < depth->count; i++) {
		while (at < depth->apart_count && depth->apart[at] < depth->pending[i])
			at++;
		if (at < depth->apart_count && depth->apart[at] == depth->pending[i])
			at++;
		else
			depth->pending[kept++] = depth->pending[i];
	}
	depth->count = kept;
	depth->apart_count = 0;
}

bool depth_done_alone(struct depth *depth, uint64_t time)
{
	if (depth->apart_count == DEPTH_MOST)
		subtract(depth);
	if (!space_make(&depth->apart, depth->apart_count, sizeof(time)))
		return false;
	depth->apart[depth->apart_count++] = time;
	return true;
}

uint64_t depth_settle(struct depth *depth)
{
	clear(depth);
	subtract(depth);
	return depth->count + depth->beyond;
}

void depth_free(struct depth *depth)
{
	free(depth->pending);
	free(depth->apart);
	*depth = (struct depth){ 0 };
}
