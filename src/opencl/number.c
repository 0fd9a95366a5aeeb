/* SPDX-License-Identifier: Apache-2.0 */
/*
 * number: see number.h.
 */
#include "opencl/number.h"

#include <inttypes.h>

/* The names of the bits of VALUE, and the rest as a number. */
static void add_bits(struct line *line, const struct names_table *table, uint64_t value)
{
	const char *between = "";

	for (size_t i = 0; i < table->count && value != 0; i++) {
		uint64_t bit = (uint64_t)table->entries[i].value;

		if (bit == 0 || (value & bit) != bit)
			continue;
		line_add_text(line, between);
		line_add_text(line, table->entries[i].name);
		value &= ~bit;
		between = "|";
	}
	if (value != 0)
		line_add(line, "%s0x%" PRIx64, between, value);
}

/* As CL_VERSION_MAJOR() and its like divide it. */
static void add_version(struct line *line, uint32_t version)
{
	line_add(line, "%" PRIu32 ".%" PRIu32 ".%" PRIu32, version >> 22, version >> 12 & 0x3ff,
		 version & 0xfff);
}

void number_add(struct line *line, enum names_group group, uint64_t number, size_t size)
{
	const struct names_table *table = &names_tables[group];
	/* Errors are negative numbers of 32 bits. */
	int64_t value = size == sizeof(int32_t) ? (int32_t)number : (int64_t)number;
	const struct names_value *entry = group == NAMES_NONE ? NULL : names_find(group, value);

	if (table->is_version)
		add_version(line, (uint32_t)number);
	else if (entry)
		line_add_text(line, entry->name);
	else if (group == NAMES_NONE || number == 0)
		line_add_decimal(line, number, 1);
	else if (table->is_bits)
		add_bits(line, table, number);
	else if (value < 0)
		line_add(line, "%" PRId64, value);
	else
		line_add_hex(line, number);
}
