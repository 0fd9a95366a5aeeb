/* SPDX-License-Identifier: Apache-2.0 */
/*
 * table-sqlite: tables as a database of SQLite. It is new, and worth nothing if it is not complete.
 * SQLite opens files by name only, and somebody else may have put another file at the name of the
 * one that is wanted. So it writes to a file of its own, without a name, which is copied in the
 * end.
 */
#ifndef CLROUTER_TABLE_TABLE_SQLITE_H
#define CLROUTER_TABLE_TABLE_SQLITE_H

#include "table/table.h"

struct table_database {
	void *handle;  /* of SQLite */
	int file;      /* where it writes; -1: there is none */
	char why[512]; /* why a function returned false, a clause */
};

/* A table in a database. */
struct table_in_database {
	struct table_database *database;
	const struct table *table;
	void *statement; /* of SQLite: it inserts a row */
};

/*
 * Begins a database in a temporary directory below PARENT, as own_dir_make_temporary() has it. This
 * and the other functions return false, with the reason in DATABASE, if they fail.
 */
bool table_database_open(struct table_database *database, const char *parent);

/* Adds TABLE, which is empty, as IN, without the columns that are arrays or objects. */
bool table_database_add(struct table_database *database, struct table_in_database *in,
			const struct table *table);

bool table_database_put(const struct table_in_database *in, const void *row, const void *context);

/* Writes all to FILE, from its beginning. Nothing can be added afterwards. */
bool table_database_copy(struct table_database *database, int file);

/* Also if it could not be opened. */
void table_database_close(struct table_database *database);

#endif
