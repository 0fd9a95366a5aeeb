/* SPDX-License-Identifier: Apache-2.0 */
/* longest-parts: see longest-parts.h. */
#include "tool/report/page/longest-parts.h"

#include <string.h>

#include "tool/report/space.h"

static void *place_of(const struct longest_parts *parts, size_t index)
{
	return (char *)parts->list + index * parts->size;
}

static bool is_short(const struct longest_parts *parts, const void *part)
{
	struct time_part time;

	memcpy(&time, part, sizeof(time));
	return time.end - time.begin < parts->least;
}

/* In the end all parts, so that there is space whatever their length. */
static void leave_out_short(struct longest_parts *parts)
{
	const bool is_last = parts->least > UINT64_MAX / 2;
	size_t kept = 0;

	parts->least = is_last ? UINT64_MAX : parts->least > 0 ? parts->least * 2 : 1;
	for (size_t i = 0; i < parts->count && !is_last; i++)
		if (!is_short(parts, place_of(parts, i)))
			memmove(place_of(parts, kept++), place_of(parts, i), parts->size);
	parts->left_out += parts->count - kept;
	parts->count = kept;
}

bool longest_parts_add(struct longest_parts *parts, const void *part)
{
	while (parts->count == parts->most && !is_short(parts, part))
		leave_out_short(parts);
	if (is_short(parts, part)) {
		parts->left_out++;
		return true;
	}
	if (!space_make(&parts->list, parts->count, parts->size))
		return false;
	memcpy(place_of(parts, parts->count++), part, parts->size);
	return true;
}
