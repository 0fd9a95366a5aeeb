/* SPDX-License-Identifier: Apache-2.0 */
/*
 * table: rows and columns as data. Each form of an answer is made from them: lines for a screen of
 * 80 columns, which are rounded and never read back; JSON; lines of CSV (table-csv.h); a database
 * (table-sqlite.h); and an exact text, which is read back (table-exact.h). A column is one line in
 * an array. A form walks over the columns, and knows none of them.
 *
 * A row is any struct. A column finds its value at an offset in the row, or asks a getter. What it
 * is written as depends on what it has: without a title it is not on the screen, without a key it
 * is in no other form.
 */
#ifndef CLROUTER_TABLE_TABLE_H
#define CLROUTER_TABLE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/array.h"
#include "table/output.h"

/* What a value is, and what is at the offset if there is no getter. */
enum table_kind {
	TABLE_TEXT,   /* const char *; NULL: it is not known */
	TABLE_FIGURE, /* the same, aligned as a number */
	TABLE_COUNT,  /* a number without sign, of 1, 2, 4 or 8 bytes, as those down to bytes */
	TABLE_INDEX,  /* from 0 on, so the exact text has a 0, too */
	TABLE_LINK,   /* the same; TABLE_NO_LINK: there is none, and the exact text has none */
	TABLE_NUMBER, /* with sign */
	TABLE_FLAG,   /* bool */
	TABLE_TIME,   /* ns: 12.3 ms */
	TABLE_BYTES,  /* 1.50 MiB */
	TABLE_SHARE,  /* a number of a whole, by a getter: 12.3 % */
	TABLE_RATE,   /* bytes, the whole is ns, by a getter: 12.3 GB/s */
	TABLE_SPARSE, /* uint64_t[], most of which are 0; of the exact text only, as the next two */
	TABLE_WORD,   /* uint64_t: the place in `words` of the word that is written */
	TABLE_HEX,    /* struct table_bytes */
	TABLE_BELOW,  /* const char *, on the screen on a line below the row, after the title */
	TABLE_GROUP,  /* a struct, whose columns are columns of this table, too */
	TABLE_OBJECT, /* a struct, which is an object of its own in JSON, and only there */
	TABLE_ROWS,   /* an array in JSON, and only there: `rows` writes it */
};

/* How far a value is known. */
enum table_mark {
	TABLE_KNOWN,
	TABLE_ESTIMATED,  /* "~12.3 ms" on the screen */
	TABLE_UNMEASURED, /* a dash on the screen, the number in other forms */
	TABLE_UNKNOWN,	  /* a dash, null, or an empty cell */
	TABLE_ABSENT	  /* the object of JSON has no such member; otherwise not known */
};

#define TABLE_NO_LINK UINT64_MAX

#define TABLE_SPACE 1024

struct table_value {
	const void *context; /* of the caller that writes the table */
	enum table_mark mark;
	const char *text;
	uint64_t number; /* of one with a sign, its bits */
	uint64_t whole;
	const void *row;	 /* of a group or an object */
	char space[TABLE_SPACE]; /* not initialised: for a text that a getter makes */
};

struct table;
struct table_view;

/*
 * Stores in VALUE, which is TABLE_KNOWN and has neither text nor number yet, what the column is to
 * show. MEMBER is at the offset of the column in the row.
 */
typedef void table_getter(const void *member, struct table_value *value);

/* Writes the rows that belong to MEMBER to VIEW by table_put(). */
typedef void table_rows(struct table_view *view, const void *member);

struct table_column {
	const char *key; /* of the member or column; NULL: it is on the screen only */
	enum table_kind kind;
	size_t offset;
	size_t size;	     /* bytes at the offset */
	const char *title;   /* NULL: it is not on the screen */
	unsigned char width; /* on the screen; 0, of the first one: what the others leave; of the
				last one: as long as its text is */
	table_getter *get;
	const struct table *inner; /* of a group, object or rows */
	table_rows *rows;
	const char *const *words; /* NULL after the last one; a text is the one whose place is at the offset */
	unsigned char screens;	  /* on which of them it is, as bits; 0: on each */
};

/* Where a column finds its value: `{ "key", TABLE_COUNT, TABLE_AT(struct row, member) }`. */
#define TABLE_AT(type, member) .offset = offsetof(type, member), .size = sizeof(((type *)0)->member)

/*
 * The columns of a row. If there is one only, which has no key, the rows of an array in JSON are
 * plain values.
 */
struct table {
	const char *key; /* of the array in JSON, of the table in a database; NULL: it is neither */
	const struct table_column *columns;
	size_t count;
};

#define TABLE(key, columns) \
	{ \
		key, columns, ARRAY_SIZE(columns) \
	}

/* -- lines and JSON ----------------------------------------------------------------------- */

/*
 * A table while it is written, in the form of its output. All zero but for what the caller knows.
 * Rows come one after the other, so nothing has to be collected.
 */
struct table_view {
	struct output *output;
	const struct table *table;
	const void *context;  /* for getters */
	const char *title;    /* above the first column, in place of its own; NULL: its own */
	unsigned char indent; /* blanks before each row, but not before the title */
	bool is_close;	      /* no empty line before it */
	bool cuts_names;      /* a long text in the first column gets no line of its own */
	bool is_marked;	      /* the titles are in reverse video, for a terminal */
	size_t columns;	      /* of the screen; 0: 80 */
	unsigned char screen; /* which one it is, as a bit; 0: the only one */
	size_t most;	      /* lines of rows on the screen; 0: all */
	/* What follows belongs to the table. */
	bool is_open; /* its head is written */
	size_t count; /* rows so far, on the screen or not */
	size_t shown; /* those on the screen */
	size_t lines; /* that these take */
	size_t first; /* the width of the first column */
};

void table_text_put(struct table_view *view, const void *row);
void table_text_end(const struct table_view *view);
void table_json_put(struct table_view *view, const void *row);
void table_json_end(struct table_view *view);

/* Writes ROW. */
static inline void table_put(struct table_view *view, const void *row)
{
	if (view->output->form == OUTPUT_JSON)
		table_json_put(view, row);
	else
		table_text_put(view, row);
}

/* Ends the table: an array may be empty, and rows may be missing on the screen. */
static inline void table_end(struct table_view *view)
{
	if (view->output->form == OUTPUT_JSON)
		table_json_end(view);
	else
		table_text_end(view);
}

/* Row INDEX of ROWS, which has pointers to them if SIZE is 0, and otherwise SIZE bytes for each. */
static inline const void *table_row(const void *rows, size_t index, size_t size)
{
	return size == 0 ? ((const void *const *)rows)[index] : (const char *)rows + index * size;
}

/* Writes COUNT rows, as table_row() finds them, and ends the table. */
static inline void table_put_all(struct table_view *view, const void *rows, size_t count,
				 size_t size)
{
	for (size_t i = 0; i < count; i++)
		table_put(view, table_row(rows, i, size));
	table_end(view);
}

/* Writes ROW as members of the JSON object that is open. On the screen it is nothing. */
void table_json_members(struct output *output, const struct table *table, const void *row,
			const void *context);

/* -- for the forms ------------------------------------------------------------------------ */

/* Is VALUE in the table, and known? Its number is, too, if nothing was measured. */
static inline bool table_has(const struct table_value *value)
{
	return value->mark <= TABLE_UNMEASURED;
}

static inline bool table_is_text(enum table_kind kind)
{
	return kind <= TABLE_FIGURE || kind == TABLE_BELOW;
}

static inline bool table_is_number(enum table_kind kind)
{
	return kind >= TABLE_COUNT && kind <= TABLE_BYTES;
}

/* Is the column a single value in other forms than the screen's? */
static inline bool table_is_cell(const struct table_column *column)
{
	return column->key && (table_is_text(column->kind) || table_is_number(column->kind));
}

/* VALUE may be changed: nobody else reads it. */
typedef void table_visit(const struct table_column *column, struct table_value *value, void *data);

/*
 * Calls VISIT for each column of TABLE, with the columns of its groups in their places, and what
 * they have in ROW. If that is NULL, nothing is known.
 */
void table_each(const struct table *table, const void *row, const void *context, table_visit *visit,
		void *data);

/* The getters of a number that is not known if it is 0, and of one that is 0 if nothing was measured. */
void table_get_known(const void *number, struct table_value *value);
void table_get_measured(const void *number, struct table_value *value);

#endif
