/* SPDX-License-Identifier: Apache-2.0 */
/* table-exact: see table-exact.h. */
#include "table/table-exact.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

#define END "end"

/* Can COLUMN be read back? */
static bool is_stored(const struct table_column *column)
{
	return column->key && (column->kind == TABLE_TEXT || column->kind == TABLE_SPARSE ||
			       column->kind == TABLE_WORD || column->kind == TABLE_HEX ||
			       (table_is_number(column->kind) && column->size == sizeof(uint64_t)));
}

/* Calls VISIT for each column that can be read back, and where it is in ROW. */
static void each(const struct table *table, char *row,
		 void (*visit)(const struct table_column *column, void *member, void *data),
		 void *data)
{
	for (size_t i = 0; i < table->count; i++) {
		const struct table_column *column = &table->columns[i];

		if (column->kind == TABLE_GROUP)
			each(column->inner, row + column->offset, visit, data);
		else if (is_stored(column))
			visit(column, row + column->offset, data);
	}
}

/* -- writing ---------------------------------------------------------------------------- */

/* The backslash is escaped, too: it begins an escape. */
static void put_text(FILE *file, const struct table_column *column, const char *text)
{
	char shown[TEXT_SHOWN_SIZE];

	if (text)
		fprintf(file, "\t%s=", column->key);
	while (text && *text) {
		text_take_shown(&text, shown);
		fputs(strcmp(shown, "\\") == 0 ? "\\x5C" : shown, file);
	}
}

static void put_sparse(FILE *file, const struct table_column *column, const uint64_t *numbers)
{
	const char *separator = "";

	for (size_t i = 0; i < column->size / sizeof(*numbers); i++) {
		if (numbers[i] == 0)
			continue;
		if (!*separator)
			fprintf(file, "\t%s=", column->key);
		fprintf(file, "%s%zu:%" PRIu64, separator, i, numbers[i]);
		separator = ",";
	}
}

static void put_hex(FILE *file, const struct table_column *column, const void *member)
{
	struct table_bytes bytes;

	memcpy(&bytes, member, sizeof(bytes));
	if (bytes.size > 0)
		fprintf(file, "\t%s=", column->key);
	for (uint64_t i = 0; i < bytes.size; i++)
		fprintf(file, "%02x", bytes.bytes[i]);
}

static void put_number(FILE *file, const struct table_column *column, uint64_t number)
{
	if ((column->kind == TABLE_LINK && number == TABLE_NO_LINK) ||
	    (number == 0 && column->kind != TABLE_LINK && column->kind != TABLE_INDEX))
		return;
	fprintf(file, "\t%s=", column->key);
	if (column->kind == TABLE_NUMBER)
		fprintf(file, "%" PRId64, (int64_t)number);
	else
		fprintf(file, "%" PRIu64, number);
}

static void put_word(const struct table_column *column, void *member, void *data)
{
	FILE *file = data;

	if (column->kind == TABLE_SPARSE)
		put_sparse(file, column, member);
	else if (column->kind == TABLE_TEXT)
		put_text(file, column, *(const char **)member);
	else if (column->kind == TABLE_HEX)
		put_hex(file, column, member);
	else if (column->kind == TABLE_WORD)
		fprintf(file, "\t%s=%s", column->key, column->words[*(const uint64_t *)member]);
	else
		put_number(file, column, *(const uint64_t *)member);
}

void table_exact_put(FILE *file, const char *name, const struct table *table, const void *row)
{
	fputs(name, file);
	each(table, (char *)row, put_word, file);
	fputc('\n', file);
}

void table_exact_end(FILE *file)
{
	fputs(END "\n", file);
}

/* -- reading ---------------------------------------------------------------------------- */

static unsigned int hex_value(char c)
{
	return (unsigned int)(c <= '9' ? c - '0' : text_lower(c) - 'a' + 10);
}

/* A NUL byte would end the text; none is written. */
static bool is_escape(const char *text)
{
	return text[0] == '\\' && text[1] == 'x' &&
	       strspn(text + 2, "0123456789abcdefABCDEF") >= 2 && strncmp(text + 2, "00", 2) != 0;
}

/* In place. What is no escape stays. */
static void unescape(char *text)
{
	char *to = text;

	for (; *text; to++) {
		if (is_escape(text)) {
			*to = (char)(hex_value(text[2]) << 4 | hex_value(text[3]));
			text += strlen("\\xNN");
		} else {
			*to = *text++;
		}
	}
	*to = '\0';
}

/* The decimal number at *TEXT, which moves after it. */
static bool take_number(char **text, uint64_t *number)
{
	const bool is_digit = **text >= '0' && **text <= '9';

	errno = 0;
	*number = strtoull(*text, text, 10);
	return is_digit && errno == 0;
}

static bool take_whole(char *text, uint64_t *number)
{
	return take_number(&text, number) && *text == '\0';
}

static bool take_signed(char *text, int64_t *number)
{
	char *end = text + (*text == '-');
	const bool is_digit = *end >= '0' && *end <= '9';

	errno = 0;
	*number = strtoll(text, &end, 10);
	return is_digit && errno == 0 && *end == '\0';
}

/* INDEX:NUMBER,... */
static bool take_sparse(char *text, const struct table_column *column, uint64_t *numbers)
{
	uint64_t index;

	for (;; text++) {
		if (!take_number(&text, &index) || index >= column->size / sizeof(*numbers) ||
		    *text++ != ':' || !take_number(&text, &numbers[index]))
			return false;
		if (*text != ',')
			return *text == '\0';
	}
}

/* The words of a line while they are read, one at a time. */
struct line_reading {
	char *rest;
	char *key; /* of the word; NULL: there is none */
	char *value;
	const char *why; /* it cannot be read */
};

static void next_word(struct line_reading *reading)
{
	reading->key = reading->why ? NULL : strsep(&reading->rest, "\t");
	reading->value = reading->key ? strchr(reading->key, '=') : NULL;
	if (reading->value)
		*reading->value++ = '\0';
	else if (reading->key)
		reading->why = "a word is no KEY=VALUE";
}

static bool take_listed(const char *text, const char *const *words, uint64_t *place)
{
	for (*place = 0; words[*place]; ++*place)
		if (strcmp(words[*place], text) == 0)
			return true;
	return false;
}

/* Pairs of digits in lower case, in place. */
static bool take_hex(char *text, void *member)
{
	struct table_bytes bytes = { .bytes = (unsigned char *)text, .size = strlen(text) / 2 };

	if (text[strspn(text, "0123456789abcdef")] != '\0' || text[2 * bytes.size] != '\0')
		return false;
	for (uint64_t i = 0; i < bytes.size; i++)
		text[i] = (char)(hex_value(text[2 * i]) << 4 | hex_value(text[2 * i + 1]));
	memcpy(member, &bytes, sizeof(bytes));
	return true;
}

static const char *take_value(char *value, const struct table_column *column, void *member)
{
	if (column->kind == TABLE_WORD)
		return take_listed(value, column->words, member) ? NULL : "a word is not known";
	if (column->kind == TABLE_HEX)
		return take_hex(value, member) ? NULL : "bytes are no pairs of digits";
	if (column->kind == TABLE_TEXT) {
		unescape(value);
		*(const char **)member = value;
		return NULL;
	}
	if (column->kind == TABLE_SPARSE   ? take_sparse(value, column, member)
	    : column->kind == TABLE_NUMBER ? take_signed(value, member)
					   : take_whole(value, member))
		return NULL;
	return "a value is no number, or too large";
}

/* Stores the word in COLUMN, if it is its. */
static void take_word(const struct table_column *column, void *member, void *data)
{
	struct line_reading *reading = data;

	if (!reading->key || reading->why || strcmp(column->key, reading->key) != 0)
		return;
	reading->why = take_value(reading->value, column, member);
	next_word(reading);
}

/* Words come in the order of the columns, so one walk over the columns takes a whole line. */
/* NOLINTNEXTLINE(readability-non-const-parameter): next_word() cuts it */
const char *table_exact_take(char *words, const struct table *table, void *row)
{
	struct line_reading reading = { .rest = words };
	const char *key;

	for (next_word(&reading); (key = reading.key) && !reading.why;) {
		each(table, row, take_word, &reading);
		if (reading.key == key)
			next_word(&reading);
	}
	return reading.why;
}

struct keeping {
	struct arena *arena;
	bool has_failed;
};

static void keep_value(const struct table_column *column, void *member, void *data)
{
	struct keeping *keeping = data;
	struct table_bytes bytes = { .bytes = NULL };

	if (column->kind == TABLE_HEX)
		memcpy(&bytes, member, sizeof(bytes));
	else if (column->kind == TABLE_TEXT)
		memcpy(&bytes.bytes, member, sizeof(bytes.bytes));
	if (!bytes.bytes)
		return;
	if (column->kind == TABLE_TEXT)
		bytes.size = strlen((const char *)bytes.bytes);
	bytes.bytes = (unsigned char *)arena_copy(keeping->arena, (const char *)bytes.bytes,
						  (size_t)bytes.size);
	keeping->has_failed |= !bytes.bytes;
	memcpy(member, &bytes.bytes, sizeof(bytes.bytes));
}

bool table_exact_keep(const struct table *table, void *row, struct arena *arena)
{
	struct keeping keeping = { .arena = arena };

	each(table, row, keep_value, &keeping);
	return !keeping.has_failed;
}

/* LINE is without its line feed. */
static const char *take_line(char *line, bool *has_ended, table_exact_taker *take, void *data)
{
	char *words = line;
	const char *name = strsep(&words, "\t");

	if (*has_ended)
		return "something follows the end";
	*has_ended = strcmp(name, END) == 0;
	return *has_ended || !*line ? NULL : take(data, name, words);
}

const char *table_exact_read(FILE *file, const char *head, table_exact_taker *take, void *data,
			     size_t *line)
{
	char *text = NULL;
	size_t size = 0;
	const char *why = NULL;
	bool has_ended = false;
	ssize_t length;

	for (*line = 0; !why && (length = getline(&text, &size, file)) > 0;) {
		++*line;
		if (text[length - 1] != '\n')
			why = "the line is cut off";
		text[length - 1] = '\0';
		if (!why && strlen(text) + 1 != (size_t)length)
			why = "there is a NUL byte in it";
		else if (!why && *line == 1)
			why = strcmp(text, head) == 0 ? NULL : "another first line was expected";
		else if (!why)
			why = take_line(text, &has_ended, take, data);
	}
	free(text);
	return why || has_ended ? why : "the rest of the file is missing";
}
