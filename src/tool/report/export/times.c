/* SPDX-License-Identifier: Apache-2.0 */
/* times: see times.h. */
#include "tool/report/export/times.h"

#include "base/text.h"

static enum table_mark mark_of(const struct durations *times)
{
	if (times->count == 0)
		return TABLE_UNMEASURED;
	return times->estimated > 0 ? TABLE_ESTIMATED : TABLE_KNOWN;
}

static const struct durations *times_of(const void *member, size_t offset)
{
	return (const struct durations *)((const char *)member - offset);
}

void times_get_total(const void *total, const void *context, struct table_value *value)
{
	const struct durations *times = times_of(total, offsetof(struct durations, total));

	(void)context;
	value->mark = mark_of(times);
	value->number = times->total;
}

/* It is always measured. */
void times_get_most(const void *most, const void *context, struct table_value *value)
{
	const struct durations *times = times_of(most, offsetof(struct durations, most));

	(void)context;
	value->mark = times->count > 0 ? TABLE_KNOWN : TABLE_UNMEASURED;
	value->number = times->most;
}

void times_get_mean(const void *times, const void *context, struct table_value *value)
{
	(void)context;
	value->mark = mark_of(times);
	value->number = durations_mean(times);
}

static struct cell mark(const struct durations *times, uint64_t ns)
{
	struct cell cell = { "-" };

	if (times->count > 0)
		text_format(cell.text, sizeof(cell.text), "%s%s", times->estimated > 0 ? "~" : "",
			    cell_time(ns).text);
	return cell;
}

struct cell times_total(const struct durations *times)
{
	return mark(times, times->total);
}

struct cell times_mean(const struct durations *times)
{
	return mark(times, durations_mean(times));
}
