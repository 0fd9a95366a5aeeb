/* SPDX-License-Identifier: Apache-2.0 */
/*
 * table-csv: the rows of a table as lines of CSV (RFC 4180, but with line feeds alone). Controls
 * and what is no UTF-8 are escaped as on the screen. Spreadsheets compute what begins like a
 * formula: such a text gets an apostrophe before it, also after a semicolon, which separates cells
 * in some countries.
 */
#ifndef CLROUTER_TABLE_TABLE_CSV_H
#define CLROUTER_TABLE_TABLE_CSV_H

#include <stdio.h>

#include "table/table.h"

/* Writes the line that names the columns. Arrays and objects have none. */
void table_csv_begin(FILE *file, const struct table *table);

void table_csv_put(FILE *file, const struct table *table, const void *row, const void *context);

#endif
