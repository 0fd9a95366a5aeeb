/* SPDX-License-Identifier: Apache-2.0 */
/* table-sqlite-missing: see table-sqlite.h; SQLite was not there when clrouter was built. */
#include "base/text.h"
#include "table/table-sqlite.h"

bool table_database_open(struct table_database *database, const char *parent)
{
	(void)parent;
	*database = (struct table_database){ .file = -1 };
	text_format(database->why, sizeof(database->why),
		    "this clrouter was built without SQLite; --export csv has the same sums");
	return false;
}

bool table_database_add(struct table_database *database, struct table_in_database *in,
			const struct table *table)
{
	(void)in;
	(void)table;
	(void)database;
	return false;
}

bool table_database_put(const struct table_in_database *in, const void *row, const void *context)
{
	(void)in;
	(void)row;
	(void)context;
	return false;
}

bool table_database_copy(struct table_database *database, int file)
{
	(void)database;
	(void)file;
	return false;
}

void table_database_close(struct table_database *database)
{
	(void)database;
}
