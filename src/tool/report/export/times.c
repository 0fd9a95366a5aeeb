/* SPDX-License-Identifier: Apache-2.0 */
/* times: see times.h. */
#include "tool/report/export/times.h"

#include "base/text.h"

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
