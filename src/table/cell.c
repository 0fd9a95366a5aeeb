/* SPDX-License-Identifier: Apache-2.0 */
/* cell: see cell.h. */
#include "table/cell.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

/* Three digits and a unit. */
static struct cell scaled(double value, double step, const char *const *units, size_t count)
{
	struct cell cell = { "" };
	size_t unit = 0;

	/* 999.5 would be written as 1000. */
	while (unit + 1 < count && value >= step * 0.9995) {
		value /= step;
		unit++;
	}
	text_format(cell.text, sizeof(cell.text), "%.*f %s",
		    unit == 0 || value >= 99.95 ? 0
		    : value >= 9.995		? 1
						: 2,
		    value, units[unit]);
	return cell;
}

struct cell cell_time(uint64_t ns)
{
	static const char *const units[] = { "ns", "us", "ms", "s" };

	return scaled((double)ns, 1000, units, 4);
}

struct cell cell_bytes(uint64_t bytes)
{
	static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };

	return scaled((double)bytes, 1024, units, 7);
}

struct cell cell_rate(uint64_t bytes, uint64_t ns)
{
	struct cell cell = { "-" };

	if (bytes > 0 && ns > 0)
		text_format(cell.text, sizeof(cell.text), "%.2f GB/s", (double)bytes / (double)ns);
	return cell;
}

struct cell cell_share(uint64_t part, uint64_t whole)
{
	struct cell cell = { "-" };

	if (whole > 0)
		text_format(cell.text, sizeof(cell.text), "%.1f %%",
			    100.0 * (double)part / (double)whole);
	return cell;
}

/* One character of TEXT, or one byte of it as an escape; returns the number of its columns. */
static size_t put_character(char to[TEXT_SHOWN_SIZE], const char **text)
{
	const char *const first = *text;
	const size_t length = text_take_shown(text, to);

	return *text - first == (ptrdiff_t)length ? 1 : length;
}

struct cell_name cell_name(const char *text, size_t columns)
{
	struct cell_name cell = { "" };
	const char *at = text;
	char *end = cell.text;
	char *short_end = end; /* the text up to here leaves space for "..." */
	size_t used = 0;

	while (*at) {
		char character[TEXT_SHOWN_SIZE];
		const size_t width = put_character(character, &at);

		if (used + width > columns) {
			memcpy(short_end, "...", sizeof("..."));
			break;
		}
		memcpy(end, character, strlen(character) + 1);
		end += strlen(character);
		used += width;
		if (used + 3 <= columns)
			short_end = end;
	}
	return cell;
}

size_t cell_columns(const char *text)
{
	const char *at = text;
	char character[TEXT_SHOWN_SIZE];
	size_t columns = 0;

	while (*at)
		columns += put_character(character, &at);
	return columns;
}

/* Names of kernels that a program generates differ at their ends. */
struct cell_name cell_ends(const char *text, size_t columns)
{
	struct cell_name cell = { "" };
	const char *at = text;
	const size_t head = columns > 3 ? (columns - 3) / 2 : 0;
	size_t left = cell_columns(text);
	size_t used = 0;
	char *end = cell.text;

	if (left <= columns || columns <= 3)
		return cell_name(text, columns);
	for (bool is_cut = false; *at;) {
		char character[TEXT_SHOWN_SIZE];
		const size_t width = put_character(character, &at);

		if (!is_cut && used + width > head) {
			end += text_format(end, 4, "...");
			used += 3;
			is_cut = true;
		}
		if (!is_cut || used + left <= columns) {
			end += text_format(end, sizeof(character), "%s", character);
			used += width;
		}
		left -= width;
	}
	return cell;
}
