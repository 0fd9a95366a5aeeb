/* SPDX-License-Identifier: Apache-2.0 */
/* link-load: see link-load.h. */
#include "tool/report/link-load.h"

#define FEW 3	     /* pinned transfers, which prove nothing */
#define SLOW 0.5     /* times what could be, or less: it is slow */
#define PAYLOAD 0.85 /* of a link's rate, that transfers reach at best */
#define SECOND 1e9

bool link_load_add(struct link_load *load, const struct busy_span *span, uint64_t bytes,
		   bool is_pinned)
{
	const uint64_t time = span->end - span->start;

	load->bytes += bytes;
	if (!busy_add(&load->all, span))
		return false;
	if (is_pinned) {
		load->pinned_count++;
		load->pinned_bytes += bytes;
		load->pinned_time += time;
		return true;
	}
	load->pageable_bytes += bytes;
	if (load->count == 0 || time > load->longest) {
		load->longest = time;
		load->reference = span->reference;
	}
	load->count++;
	return busy_add(&load->pageable, span);
}

/* Bytes in a second. */
static double rate_of(uint64_t bytes, uint64_t time)
{
	return time > 0 ? (double)bytes * SECOND / (double)time : 0;
}

/*
 * What transfers of pinned memory reach: the program's own, if there are some, since what else is
 * on the way may be slower than the link.
 */
static double reachable(const struct link_load *load, uint64_t link)
{
	const double most = PAYLOAD * (double)link;
	const double own =
		load->pinned_count >= FEW ? rate_of(load->pinned_bytes, load->pinned_time) : 0;

	return own > 0 && (most <= 0 || own < most) ? own : most;
}

bool link_load_saving(struct link_load *load, uint64_t link, struct link_saving *saving)
{
	const double could = reachable(load, link);
	const uint64_t time = busy_sum(&load->pageable).busy;
	const double rate = rate_of(load->pageable_bytes, time);
	const double least = could * SLOW;

	/* Others that go the same way at the same time have a part of it. */
	if (time == 0 || rate > least || rate_of(load->bytes, busy_sum(&load->all).busy) > least)
		return false;
	*saving = (struct link_saving){
		.time = (uint64_t)((double)time * (1 - rate / could)),
		.rate = (uint64_t)rate,
		.is_of_link = could >= PAYLOAD * (double)link && link > 0,
	};
	saving->could = saving->is_of_link ? link : (uint64_t)could;
	return true;
}

void link_load_done(struct link_load *load)
{
	busy_settle(&load->all);
	busy_settle(&load->pageable);
}
