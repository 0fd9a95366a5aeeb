/* SPDX-License-Identifier: Apache-2.0 */
/* call-locks: see call-locks.h. */
#include "tool/report/call-locks.h"

#include <stdlib.h>

#include "tool/report/space.h"

#define MOST_CALLS ((size_t)1 << 17)
#define MOST_STEPS 64	/* calls that end at nearly the same time */
#define TOLERANCE 50000 /* ns: from the end of one call to the end of the other, at least ... */
#define FUNCTIONS 65536 /* as many as there are numbers for them */
#define SHARE 20	/* ... and one in so many parts of what it took */

static uint64_t duration(const struct lock_call *call)
{
	return call->end - call->place.time;
}

static void leave_out_short(struct locks *locks)
{
	size_t kept = 0;

	locks->least *= 2;
	for (size_t i = 0; i < locks->count; i++)
		if (duration(&locks->list[i]) >= locks->least)
			locks->list[kept++] = locks->list[i];
	locks->count = kept;
}

bool locks_add(struct locks *locks, const struct lock_call *call)
{
	if (locks->least == 0)
		locks->least = LOCKS_LEAST;
	if (call->end < call->place.time || duration(call) < locks->least)
		return true;
	while (locks->count == MOST_CALLS)
		leave_out_short(locks);
	if (!space_make(&locks->list, locks->count, sizeof(*call)))
		return false;
	locks->list[locks->count++] = *call;
	return true;
}

static int compare_ends(const void *left, const void *right)
{
	const struct lock_call *a = left;
	const struct lock_call *b = right;

	return number_order_then(a->end, b->end, a->place.reference, b->place.reference);
}

/* Has CALL waited for what OTHER had, if both returned at nearly the same time? */
static bool has_held(const struct lock_call *other, const struct lock_call *call)
{
	return other->place.thread != call->place.thread && other->place.time < call->place.time;
}

static bool is_near(const struct lock_call *call, const struct lock_call *other)
{
	const uint64_t apart =
		call->end > other->end ? call->end - other->end : other->end - call->end;
	const uint64_t share = duration(call) / SHARE;
	const uint64_t least = duration(call) / 4 < TOLERANCE ? duration(call) / 4 : TOLERANCE;

	return apart <= (share > least ? share : least);
}

/* Of several, the one that began first: the others wait for it, too. */
static void look_at(struct locks *locks, struct lock_call *call, size_t index)
{
	const struct lock_call *other = &locks->list[index];

	if (has_held(other, call) &&
	    (call->holder == 0 || other->place.time < locks->list[call->holder - 1].place.time))
		call->holder = index + 1;
}

static void find_holder(struct locks *locks, size_t index)
{
	struct lock_call *call = &locks->list[index];

	if (!call->is_quick)
		return;
	for (size_t i = index;
	     i-- > 0 && index - i <= MOST_STEPS && is_near(call, &locks->list[i]);)
		look_at(locks, call, i);
	for (size_t i = index + 1;
	     i < locks->count && i - index <= MOST_STEPS && is_near(call, &locks->list[i]); i++)
		look_at(locks, call, i);
}

/* Of the long calls of a function, those that waited must be the better part: the others may be
 * chance. */
static bool leave_out_chance(struct locks *locks)
{
	uint64_t *waited = calloc(FUNCTIONS, sizeof(*waited));
	uint64_t *all = calloc(FUNCTIONS, sizeof(*all));

	for (size_t i = 0; waited && all && i < locks->count; i++) {
		const struct lock_call *call = &locks->list[i];

		all[call->place.function] += duration(call);
		waited[call->place.function] += call->holder > 0 ? duration(call) : 0;
	}
	for (size_t i = 0; waited && all && i < locks->count; i++) {
		struct lock_call *call = &locks->list[i];

		if (waited[call->place.function] < all[call->place.function] / 2)
			call->holder = 0;
	}
	free(waited);
	free(all);
	return (waited && all) || space_is_short();
}

bool locks_find(struct locks *locks)
{
	if (locks->count > 0)
		qsort(locks->list, locks->count, sizeof(*locks->list), compare_ends);
	for (size_t i = 0; i < locks->count; i++)
		find_holder(locks, i);
	if (locks->count > 0 && !leave_out_chance(locks))
		return false;
	for (size_t i = 0; i < locks->count; i++)
		if (locks->list[i].holder > 0 &&
		    !number_map_set(&locks->map, locks->list[i].place.reference, i + 1))
			return space_is_short();
	return true;
}

const struct lock_call *locks_holder(const struct locks *locks, uint64_t reference)
{
	const size_t index = number_map_get(&locks->map, reference);
	const size_t holder = index > 0 ? locks->list[index - 1].holder : 0;

	return holder > 0 ? &locks->list[holder - 1] : NULL;
}

void locks_done(struct locks *locks)
{
	free(locks->list);
	pointer_map_done(&locks->map);
	*locks = (struct locks){ .list = NULL };
}
