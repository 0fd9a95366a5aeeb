/* SPDX-License-Identifier: Apache-2.0 */
/* gaps: see gaps.h. */
#include "tool/report/gaps.h"

#include <stdlib.h>

#include "tool/report/space.h"

static unsigned int order_of(uint64_t length)
{
	unsigned int order = 0;

	for (; length > 0; length >>= 1)
		order++;
	return order;
}

/* Every other one stays. */
static void thin_out(struct gaps_order *order)
{
	size_t kept = 0;

	for (size_t i = 0; i < order->count; i += 2)
		order->list[kept++] = order->list[i];
	order->count = kept;
	order->each *= 2;
}

bool gaps_add(struct gaps *gaps, const struct gap *gap)
{
	struct gaps_order *order;

	if (gap->end <= gap->begin)
		return true;
	order = &gaps->orders[order_of(gap->end - gap->begin)];
	if (order->each == 0)
		order->each = 1;
	order->time += gap->end - gap->begin;
	if (order->seen++ % order->each != 0)
		return true;
	if (!space_make(&order->list, order->count, sizeof(*gap)))
		return false;
	order->list[order->count++] = *gap;
	if (order->count == GAPS_MOST)
		thin_out(order);
	return true;
}

size_t gaps_count(const struct gaps *gaps)
{
	size_t count = 0;

	for (int i = 0; i < GAPS_ORDERS; i++)
		count += gaps->orders[i].count;
	return count;
}

double gaps_weight(const struct gaps_order *order)
{
	uint64_t kept = 0;

	for (size_t i = 0; i < order->count; i++)
		kept += order->list[i].end - order->list[i].begin;
	return kept > 0 ? (double)order->time / (double)kept : 0;
}

void gaps_clear(struct gaps *gaps)
{
	for (int i = 0; i < GAPS_ORDERS; i++) {
		free(gaps->orders[i].list);
		gaps->orders[i] = (struct gaps_order){ .list = NULL };
	}
}
