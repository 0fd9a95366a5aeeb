/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cell: the texts of tables. What comes from a record is written as text_take_shown() has it, since
 * its columns have to be counted. The results are values, for the arguments of one printf().
 */
#ifndef CLROUTER_TABLE_CELL_H
#define CLROUTER_TABLE_CELL_H

#include <stddef.h>
#include <stdint.h>

#define CELL_BYTES 512

struct cell {
	char text[32];
};

struct cell_name {
	char text[CELL_BYTES];
};

/* A duration in ns, for example "12.3 ms". */
struct cell cell_time(uint64_t ns);

/* For example "1.50 MiB". */
struct cell cell_bytes(uint64_t bytes);

/* BYTES in NS, for example "12.3 GB/s"; "-" if nothing was measured. */
struct cell cell_rate(uint64_t bytes, uint64_t ns);

/* PART of WHOLE, for example "12.3 %"; "-" if WHOLE is 0. */
struct cell cell_share(uint64_t part, uint64_t whole);

/*
 * TEXT, at most COLUMNS characters of it. What is longer ends in "...". COLUMNS is at most
 * CELL_BYTES / 8.
 */
struct cell_name cell_name(const char *text, size_t columns);

/* How many columns TEXT has as a whole. */
size_t cell_columns(const char *text);

/* As cell_name(), but "..." stands for the middle: names in one column often begin alike. */
struct cell_name cell_ends(const char *text, size_t columns);

#endif
