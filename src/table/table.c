/* SPDX-License-Identifier: Apache-2.0 */
/* table: see table.h. */
#include "table/table.h"

#include <string.h>

static uint64_t load(const void *member, size_t size, bool has_sign)
{
	uint64_t number = 0;
	const unsigned int unused = 64 - 8 * (unsigned int)size;
	uint8_t byte;
	uint16_t half;
	uint32_t word;

	if (size == sizeof(byte)) {
		memcpy(&byte, member, size);
		number = byte;
	} else if (size == sizeof(half)) {
		memcpy(&half, member, size);
		number = half;
	} else if (size == sizeof(word)) {
		memcpy(&word, member, size);
		number = word;
	} else {
		memcpy(&number, member, sizeof(number));
	}
	return has_sign ? (uint64_t)((int64_t)(number << unused) >> unused) : number;
}

static void get(const struct table_column *column, const void *row, const void *context,
		struct table_value *value)
{
	const void *member = row ? (const char *)row + column->offset : NULL;

	value->context = context;
	value->mark = row ? TABLE_KNOWN : TABLE_UNKNOWN;
	value->text = NULL;
	value->number = value->whole = 0;
	value->row = member;
	if (!row)
		return;
	if (column->get)
		column->get(member, value);
	else if (table_is_text(column->kind) && column->words)
		value->text = column->words[load(member, column->size, false)];
	else if (table_is_text(column->kind))
		value->text = *(const char *const *)member;
	else if (table_is_number(column->kind))
		value->number = load(member, column->size, column->kind == TABLE_NUMBER);
	if (table_is_text(column->kind) && !value->text && table_has(value))
		value->mark = TABLE_UNKNOWN;
}

void table_each(const struct table *table, const void *row, const void *context, table_visit *visit,
		void *data)
{
	for (size_t i = 0; i < table->count; i++) {
		const struct table_column *column = &table->columns[i];
		struct table_value value;

		get(column, row, context, &value);
		if (column->kind != TABLE_GROUP)
			visit(column, &value, data);
		else if (value.mark != TABLE_ABSENT)
			table_each(column->inner, table_has(&value) ? value.row : NULL, context,
				   visit, data);
	}
}

void table_get_known(const void *number, struct table_value *value)
{
	value->number = *(const uint64_t *)number;
	value->mark = value->number > 0 ? TABLE_KNOWN : TABLE_UNKNOWN;
}

void table_get_measured(const void *number, struct table_value *value)
{
	value->number = *(const uint64_t *)number;
	value->mark = value->number > 0 ? TABLE_KNOWN : TABLE_UNMEASURED;
}
