/* SPDX-License-Identifier: Apache-2.0 */
/*
 * table-exact: tables as a text that is read back. A file is a first line that says what it is, a
 * line for each row, and the line "end". A line of a row has words with tabs between them: the
 * first one names the table, the others are KEY=VALUE. A text that is NULL, bytes that are none, a
 * link to nothing, and a number that is 0 and neither index nor link are left out; of a text,
 * backslashes and what nobody sees are written as \xNN. The same rows make the same bytes.
 *
 * Values are read to and written from where columns are in the row, by their offsets; getters are
 * not asked. Columns that are texts, bytes, uint64_t, int64_t, words for a uint64_t, or sparse
 * arrays of uint64_t are there, and no others. What is read is not trusted. Words with keys that no
 * column has are passed over: a later version may know them.
 */
#ifndef CLROUTER_TABLE_TABLE_EXACT_H
#define CLROUTER_TABLE_TABLE_EXACT_H

#include <stdio.h>

#include "base/arena.h"
#include "table/table.h"

/* What is in the row if the column is TABLE_HEX. */
struct table_bytes {
	const unsigned char *bytes;
	uint64_t size;
};

/* Writes a line for ROW, whose first word is NAME. */
void table_exact_put(FILE *file, const char *name, const struct table *table, const void *row);

/*
 * Stores in ROW what WORDS say, the rest of a line after its first word, or NULL if it has no
 * other. WORDS are changed, and texts and bytes of ROW are in them. Returns NULL, or what is wrong.
 */
const char *table_exact_take(char *words, const struct table *table, void *row);

/* Copies the texts and bytes of ROW into ARENA; false: there is no memory. */
bool table_exact_keep(const struct table *table, void *row, struct arena *arena);

/*
 * Gets a line: its first word, and the rest, which is NULL if there is none, and lives until it
 * returns. NULL, or what is wrong.
 */
typedef const char *table_exact_taker(void *data, const char *name, char *words);

/*
 * Reads the lines of FILE between HEAD and the end, and gives each to TAKE. Returns NULL, or what
 * is wrong with the line *LINE.
 */
const char *table_exact_read(FILE *file, const char *head, table_exact_taker *take, void *data,
			     size_t *line);

/* The last line. */
void table_exact_end(FILE *file);

#endif
