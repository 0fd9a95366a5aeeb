/* SPDX-License-Identifier: Apache-2.0 */
/* clock-offset: see clock-offset.h. */
#include "tool/report/clock-offset.h"

bool clock_offset_narrow(struct clock_offset *offset, uint64_t begin, uint64_t end, uint64_t queued)
{
	const int64_t low = (int64_t)(begin - queued);
	const int64_t high = (int64_t)((end > begin ? end : begin) - queued);

	if (offset->is_known && (offset->low > high || low > offset->high))
		return false;
	if (!offset->is_known || low > offset->low)
		offset->low = low;
	if (!offset->is_known || high < offset->high)
		offset->high = high;
	offset->is_known = true;
	return true;
}

/* If the clocks can be the same, they are. */
static uint64_t middle(const struct clock_offset *offset)
{
	if (offset->low <= 0 && offset->high >= 0)
		return 0;
	return (uint64_t)offset->low + ((uint64_t)offset->high - (uint64_t)offset->low) / 2;
}

uint64_t clock_offset_start(const struct clock_offset *offset, uint64_t begin, uint64_t started)
{
	const uint64_t start = started + middle(offset);

	return start < begin ? begin : start;
}
