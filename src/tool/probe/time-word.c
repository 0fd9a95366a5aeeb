/* SPDX-License-Identifier: Apache-2.0 */
/* time-word: see time-word.h. */
#include "tool/probe/time-word.h"

#include <string.h>

#include "base/array.h"

#define MOST_DIGITS 9 /* after the point */

static const struct {
	const char *name;
	uint64_t ns;
} units[] = {
	{ "", 1000000000 }, { "s", 1000000000 }, { "ms", 1000000 }, { "us", 1000 }, { "ns", 1 },
};

/* The ns of the unit TEXT; 0: it is none. */
static uint64_t find_unit(const char *text)
{
	text += *text == ' ';
	for (size_t i = 0; i < ARRAY_SIZE(units); i++)
		if (strcmp(text, units[i].name) == 0)
			return units[i].ns;
	return 0;
}

/* Adds the digits at *TEXT to *NUMBER and goes past them. False: there are too many. */
static bool add_digits(const char **text, uint64_t *number)
{
	for (; **text >= '0' && **text <= '9'; (*text)++) {
		const uint64_t digit = (uint64_t)(**text - '0');

		if (*number > (UINT64_MAX - digit) / 10)
			return false;
		*number = *number * 10 + digit;
	}
	return true;
}

/* What the COUNT digits after the point are worth in UNIT. */
static uint64_t fraction_of(uint64_t digits, size_t count, uint64_t unit)
{
	for (size_t i = 0; i < count; i++)
		unit /= 10;
	return digits * unit;
}

bool time_word_parse(const char *text, uint64_t *ns)
{
	const char *at = text;
	const char *point;
	uint64_t whole = 0;
	uint64_t digits = 0;
	uint64_t unit;
	size_t count = 0;

	if (*at < '0' || *at > '9' || !add_digits(&at, &whole))
		return false;
	point = at;
	if (*at == '.') {
		at++;
		add_digits(&at, &digits);
		count = (size_t)(at - point) - 1;
		if (count == 0 || count > MOST_DIGITS)
			return false;
	}
	unit = find_unit(at);
	if (unit == 0 || whole > UINT64_MAX / unit - 1)
		return false;
	*ns = whole * unit + fraction_of(digits, count, unit);
	return true;
}
