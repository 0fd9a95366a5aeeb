/* SPDX-License-Identifier: Apache-2.0 */
/* durations: see durations.h. */
#include "record/durations.h"

static unsigned int bits_of(uint64_t value)
{
	return value > 0 ? 64 - (unsigned int)__builtin_clzll(value) : 0;
}

static void add_squares(struct durations *durations, uint64_t low, uint64_t high)
{
	durations->squares += low;
	durations->squares_high += high + (durations->squares < low);
}

/* Of VALUE, by its halves: a compiler for 32 bits has no type of 128. */
static void add_square(struct durations *durations, uint64_t value)
{
	const uint64_t low = value & UINT32_MAX;
	const uint64_t high = value >> 32;
	const uint64_t middle = low * high;

	add_squares(durations, low * low, high * high);
	add_squares(durations, middle << 33, middle >> 31);
}

/* Adds the square of VALUE, COUNT times, by doubling. */
static void add_square_often(struct durations *durations, uint64_t value, uint64_t count)
{
	struct durations square = { 0 };

	add_square(&square, value);
	for (; count > 0; count >>= 1) {
		if (count & 1)
			add_squares(durations, square.squares, square.squares_high);
		add_squares(&square, square.squares, square.squares_high);
	}
}

/* But for the squares. */
static inline void add(struct durations *durations, uint64_t ns, uint64_t count)
{
	if (durations->count == 0 || ns < durations->least)
		durations->least = ns;
	if (ns > durations->most)
		durations->most = ns;
	durations->count += count;
	durations->estimated += count - 1;
	durations->total += ns * count;
	durations->buckets[bits_of(ns)] += count;
}

/* The record layer does this after each call that it adds up. */
void durations_add(struct durations *durations, uint64_t ns)
{
	add(durations, ns, 1);
	add_square(durations, ns);
}

void durations_add_for(struct durations *durations, uint64_t ns, uint64_t count)
{
	add(durations, ns, count);
	add_square_often(durations, ns, count);
}

void durations_add_estimates(struct durations *durations, uint64_t ns, uint64_t count)
{
	const uint64_t measured = durations->count - durations->estimated;
	const uint64_t least = measured > 0 ? durations->least : UINT64_MAX;
	const uint64_t most = durations->most;

	if (count == 0)
		return;
	durations_add_for(durations, ns, count);
	durations->estimated++;
	durations->least = least;
	durations->most = most;
}

void durations_join(struct durations *durations, const struct durations *part)
{
	if (part->count == 0)
		return;
	if (durations->count == 0 || part->least < durations->least)
		durations->least = part->least;
	if (part->most > durations->most)
		durations->most = part->most;
	durations->count += part->count;
	durations->estimated += part->estimated;
	durations->total += part->total;
	for (unsigned int i = 0; i < DURATIONS_BUCKETS; i++)
		durations->buckets[i] += part->buckets[i];
	add_squares(durations, part->squares, part->squares_high);
}

uint64_t durations_mean(const struct durations *durations)
{
	return durations->count > 0 ? durations->total / durations->count : 0;
}
