/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compare: see compare.h. helpers.txt has the same for replay.c: the two are changed together.
 */
#include "tool/replay/compare.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/text.h"

/* SIZE bytes in the order of this machine. */
static uint64_t load_bits(const unsigned char *bytes, size_t size)
{
	uint16_t half = 0;
	uint32_t single = 0;
	uint64_t bits = 0;

	if (size == sizeof(half)) {
		memcpy(&half, bytes, sizeof(half));
		return half;
	}
	if (size == sizeof(single)) {
		memcpy(&single, bytes, sizeof(single));
		return single;
	}
	if (size == sizeof(bits))
		memcpy(&bits, bytes, sizeof(bits));
	else
		bits = *bytes;
	return bits;
}

static double half_value(uint64_t bits)
{
	const int exponent = (int)(bits >> 10 & 31);
	const double fraction = (double)(bits & 1023);
	const double sign = bits & 0x8000 ? -1 : 1;

	if (exponent == 31)
		return fraction != 0 ? (double)NAN : sign * (double)INFINITY;
	return exponent == 0 ? sign * ldexp(fraction, -24) :
			       sign * ldexp(fraction + 1024, exponent - 25);
}

static double value_of(uint64_t bits, size_t size)
{
	const uint32_t bits32 = (uint32_t)bits;
	float single;
	double value;

	if (size == 2)
		return half_value(bits);
	if (size == 4) {
		memcpy(&single, &bits32, sizeof(single));
		return (double)single;
	}
	memcpy(&value, &bits, sizeof(value));
	return value;
}

/* How many numbers of this size are between 0 and the one with BITS, with its sign. */
static int64_t order_of(uint64_t bits, size_t size)
{
	const uint64_t sign = (uint64_t)1 << (8 * size - 1);

	return bits & sign ? -(int64_t)(bits & ~sign) : (int64_t)bits;
}

static uint64_t distance(uint64_t a, uint64_t b, size_t size)
{
	const int64_t first = order_of(a, size);
	const int64_t second = order_of(b, size);

	return first > second ? (uint64_t)first - (uint64_t)second :
				(uint64_t)second - (uint64_t)first;
}

/* Whole numbers of an image, of one or two bytes: how many others are between them, and one of them. */
static uint64_t steps_between(const struct capture_rule *rule, uint64_t a, uint64_t b)
{
	const bool is_signed = rule->as >= CAPTURE_SNORM8;
	const uint64_t top = (uint64_t)1 << (8 * rule->size - 1);

	if (is_signed) {
		a ^= top;
		b ^= top;
	}
	return a > b ? a - b : b - a;
}

static bool is_equal(const struct capture_rule *rule, uint64_t a, uint64_t b, size_t size)
{
	double first;
	double second;
	double difference;

	if (a == b || rule->as < CAPTURE_FLOAT16)
		return a == b;
	if (rule->as > CAPTURE_FLOAT64)
		return steps_between(rule, a, b) <= rule->ulps;
	first = value_of(a, size);
	second = value_of(b, size);
	if (isnan(first) || isnan(second))
		return isnan(first) && isnan(second);
	if (isinf(first) || isinf(second))
		return false;
	difference = fabs(first - second);
	return distance(a, b, size) <= rule->ulps || difference <= rule->absolute ||
	       difference <= rule->relative * fmax(fabs(first), fabs(second));
}

static void note(struct difference *difference, uint64_t offset, size_t size)
{
	if (difference->count++ > 0)
		return;
	difference->first = offset;
	difference->size = size;
}

/* Bytes from START on. */
static void compare_rest(struct difference *difference, const unsigned char *expected,
			 const unsigned char *found, uint64_t start, uint64_t size)
{
	for (uint64_t i = start; i < size; i++)
		if (found[i] != (expected ? expected[i] : 0))
			note(difference, i, 1);
}

struct difference compare_contents(const struct capture_rule *rule, const unsigned char *expected,
				   const unsigned char *found, uint64_t size)
{
	static const unsigned char zeros[8];
	const size_t element = rule->size;
	const uint64_t count = size / element;
	struct difference difference = { .count = 0 };

	if (expected && memcmp(expected, found, (size_t)size) == 0)
		return difference;
	if (element == 1 && rule->as < CAPTURE_FLOAT16) {
		compare_rest(&difference, expected, found, 0, size);
		return difference;
	}
	for (uint64_t i = 0; i < count; i++) {
		const uint64_t at = i * element;

		if (rule->as >= CAPTURE_FLOAT16 && rule->components == 3 && i % 4 == 3)
			continue;
		if (!is_equal(rule, load_bits(expected ? expected + at : zeros, element),
			      load_bits(found + at, element), element))
			note(&difference, at, element);
	}
	compare_rest(&difference, expected, found, count * element, size);
	return difference;
}

struct difference compare_bytes(const unsigned char *expected, const unsigned char *one,
				const unsigned char *two, uint64_t size)
{
	struct difference difference = { .count = 0 };

	for (uint64_t i = 0; i < size; i++)
		if (one[i] != (expected ? expected[i] : 0) || two[i] != one[i])
			note(&difference, i, 1);
	return difference;
}

void compare_put_value(const struct capture_rule *rule, const unsigned char *bytes, size_t size,
		       char *text)
{
	static const unsigned char zeros[8];
	const uint64_t bits = load_bits(bytes ? bytes : zeros, size);

	if (size == 1 || rule->as < CAPTURE_FLOAT16 || rule->as > CAPTURE_FLOAT64)
		text_format(text, COMPARE_TEXT, "0x%0*" PRIx64, (int)(2 * size), bits);
	else
		text_format(text, COMPARE_TEXT, "%.*g (0x%0*" PRIx64 ")", size == 8 ? 17 : 9,
			    value_of(bits, size), (int)(2 * size), bits);
}
