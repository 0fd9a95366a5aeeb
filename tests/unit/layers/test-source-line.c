/* SPDX-License-Identifier: Apache-2.0 */
/*
 * source-line: the tables here are made by hand, as compilers of all versions of DWARF make them.
 * Damaged ones must not be read beyond their end, which valgrind and sanitizers see: the bytes are
 * in memory of exactly their size.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layers/frame/place/source-line.h"
#include "unit/unit.h"

#define CODE 0x1000	/* address of the function */

/* -- Making tables ----------------------------------------------------------------------- */

static unsigned char bytes[4096];
static size_t size;

static void put(const void *data, size_t count)
{
	ck_assert_uint_le(size + count, sizeof(bytes));
	memcpy(bytes + size, data, count);
	size += count;
}

static void put_byte(uint8_t number)
{
	put(&number, sizeof(number));
}

static void put_number(uint64_t number, size_t width)
{
	const uint16_t two = (uint16_t)number;
	const uint32_t four = (uint32_t)number;

	put(width == 2 ? (const void *)&two : width == 4 ? (const void *)&four : &number, width);
}

static void put_text(const char *text)
{
	put(text, strlen(text) + 1);
}

/* Replaces the number at OFFSET by how many bytes follow it. */
static void end_length(size_t offset, size_t width)
{
	const size_t end = size;

	size = offset;
	put_number(end - offset - width, width);
	size = end;
}

enum { END_SEQUENCE = 1, SET_ADDRESS = 2 };

static void put_extended(uint8_t opcode, uint64_t address)
{
	put_byte(0);
	put_byte(opcode == SET_ADDRESS ? 9 : 1);
	put_byte(opcode);
	if (opcode == SET_ADDRESS)
		put_number(address, 8);
}

/* The directories "/src" and "lib", the files "main.c", "copy.c" and "lost.c". */
static void put_old_names(void)
{
	put_text("/src");
	put_text("lib");
	put_byte(0);
	put_text("main.c");
	put("\1\0\0", 3);	/* directory, time, size */
	put_text("copy.c");
	put("\2\x80\1\5", 4);
	put_text("lost.c");
	put("\7\0\0", 3);
	put_byte(0);
}

static const char line_strings[] = "/src\0lib";
static const char strings[] = "main.c\0copy.c\0lost.c";

/* The same with the directory and the file of the compilation in front, as index 0. */
static void put_new_names(size_t offset_size)
{
	static const uint8_t directories[] = { 0, 0, 5 };
	static const struct {
		uint8_t name;
		uint8_t directory;
	} files[] = { { 0, 0 }, { 0, 1 }, { 7, 2 }, { 14, 7 } };
	static const char digest[16] = "";

	put("\1\1\x1f\3", 4);		/* a column: path, as an offset in line_strings */
	for (unsigned i = 0; i < 3; i++)
		put_number(directories[i], offset_size);
	put("\3\1\x0e\2\x0b\5\x1e\4", 8);	/* path, in strings; directory, a byte; MD5 */
	for (unsigned i = 0; i < 4; i++) {
		put_number(files[i].name, offset_size);
		put_byte(files[i].directory);
		put(digest, sizeof(digest));
	}
}

/*
 * A function at CODE: 4 bytes of line 10, 6 of line 12, 2 of line 7 in copy.c, 4 that have no
 * line, and 17 of lost.c. Before it, code that the linker left out, at the address LEFT_OUT.
 */
static void put_program(uint64_t left_out)
{
	put_extended(SET_ADDRESS, left_out);
	put("\1\2\1\1\2\xff\xff\1", 8);	/* row; address + 1; row; address + 32767 */
	put_extended(END_SEQUENCE, 0);
	put_extended(SET_ADDRESS, CODE);
	put("\3\x09\1", 3);		/* line + 9; row */
	put_byte(13 + 4 * 14 + 5 + 2);	/* special: address + 4, line + 2, row */
	put("\5\3\6\7\x0a\x0c\x81\1", 8);	/* column, is_stmt, block, prologue, ISA */
	put("\2\6\4\2\3\x7b\1", 7);	/* address + 6; file 2; line - 5; row */
	put_byte(9);
	put_number(2, 2);		/* address + 2 */
	put("\3\x79\1", 3);		/* line - 7; row */
	put("\2\4\4\3\3\1\1", 7);	/* address + 4; file 3; line + 1; row */
	put_byte(8);			/* address + 17 */
	put_extended(END_SEQUENCE, 0);
}

static void put_unit(unsigned version, size_t offset_size, uint64_t left_out)
{
	size_t start;
	size_t header;

	if (offset_size == 8)
		put_number(UINT32_MAX, 4);
	start = size;
	put_number(0, offset_size);
	put_number(version, 2);
	if (version == 5)
		put("\x8\0", 2);
	header = size;
	put_number(0, offset_size);
	put_byte(1);
	if (version >= 4)
		put_byte(1);
	put("\1\xfb\x0e\x0d", 4);	/* is_stmt, line base -5, range 14, first special 13 */
	put("\0\1\1\1\1\0\0\0\1\0\0\1", 12);
	if (version == 5)
		put_new_names(offset_size);
	else
		put_old_names();
	end_length(header, offset_size);
	put_program(left_out);
	end_length(start, offset_size);
}

/* -- Reading them ------------------------------------------------------------------------ */

/* What the first COUNT bytes say of ADDRESS. */
static const char *ask(size_t count, uint64_t address)
{
	static char text[300];
	struct line line = line_in(text, sizeof(text));
	char *copy = malloc(count > 0 ? count : 1);

	ck_assert_ptr_nonnull(copy);
	memcpy(copy, bytes, count);
	source_line_add(&line, &(struct source_tables){
		.lines = { copy, count },
		.line_strings = { line_strings, sizeof(line_strings) },
		.strings = { strings, sizeof(strings) },
	}, address);
	free(copy);
	return text;
}

static const struct {
	unsigned version;
	size_t offset_size;
	uint64_t left_out;
	const char *directory;	/* of the compilation, if the table has it */
} tables[] = {
	{ 2, 4, 0, "" },
	{ 3, 4, 0, "" },
	{ 4, 4, UINT64_MAX, "" },
	{ 4, 8, 0, "" },
	{ 5, 4, 0, "/src/" },
	{ 5, 8, UINT64_MAX, "/src/" },
};

static void put_table(int row)
{
	size = 0;
	put_unit(tables[row].version, tables[row].offset_size, tables[row].left_out);
}

START_TEST(lines_are_found)
{
	static const struct {
		uint64_t address;
		const char *directory;	/* NULL: the compilation's directory */
		const char *expected;	/* NULL: nothing */
	} rows[] = {
		{ 0, "", NULL },
		{ CODE - 1, "", NULL },
		{ CODE, "/src/", "main.c:10" },
		{ CODE + 3, "/src/", "main.c:10" },
		{ CODE + 4, "/src/", "main.c:12" },
		{ CODE + 9, "/src/", "main.c:12" },
		{ CODE + 10, NULL, "lib/copy.c:7" },
		{ CODE + 11, NULL, "lib/copy.c:7" },
		{ CODE + 12, "", NULL },
		{ CODE + 16, "", "lost.c:1" },
		{ CODE + 32, "", "lost.c:1" },
		{ CODE + 33, "", NULL },
		{ UINT64_MAX, "", NULL },
	};

	put_table(_i);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const char *found = ask(size, rows[i].address);
		char expected[50] = "";

		if (rows[i].expected)
			snprintf(expected, sizeof(expected), " [%s%s]", rows[i].directory ?
				 rows[i].directory : tables[_i].directory, rows[i].expected);
		ck_assert_msg(strcmp(found, expected) == 0, "version %u, address 0x%jx: found "
			      "\"%s\", expected \"%s\"", tables[_i].version,
			      (uintmax_t)rows[i].address, found, expected);
	}
}
END_TEST

/* A unit of a version that nobody has written yet costs its own lines only. */
START_TEST(other_units_are_passed_over)
{
	size = 0;
	put_unit(6, 4, 0);
	put_unit(1, 4, 0);
	put_unit(tables[_i].version, tables[_i].offset_size, tables[_i].left_out);
	ck_assert_str_eq(ask(size, CODE), " [/src/main.c:10]");
}
END_TEST

START_TEST(truncated_tables_end)
{
	put_table(_i);
	for (size_t i = 0; i < size; i++)
		ask(i, CODE + 16);
	ck_assert_str_eq(ask(0, CODE), "");
}
END_TEST

/* Each byte, with each of its bits turned, and as the ends of its range. */
START_TEST(changed_tables_end)
{
	put_table(_i);
	for (size_t i = 0; i < size; i++) {
		const unsigned char byte = bytes[i];

		for (unsigned bit = 0; bit < 8; bit++) {
			bytes[i] = (unsigned char)(byte ^ (1U << bit));
			ask(size, CODE + 16);
		}
		bytes[i] = 0;
		ask(size, CODE + 16);
		bytes[i] = UINT8_MAX;
		ask(size, CODE + 16);
		bytes[i] = byte;
	}
	ck_assert_str_eq(ask(size, CODE), " [/src/main.c:10]");
}
END_TEST

START_TEST(no_tables_say_nothing)
{
	char text[10];
	struct line line = line_in(text, sizeof(text));

	source_line_add(&line, &(struct source_tables){ .lines = { NULL, 0 } }, CODE);
	ck_assert_str_eq(text, "");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("source-line");
	TCase *tcase = unit_tcase(suite, "source-line", 60);

	tcase_add_loop_test(tcase, lines_are_found, 0, UNIT_ROWS(tables));
	tcase_add_loop_test(tcase, other_units_are_passed_over, 0, UNIT_ROWS(tables));
	tcase_add_loop_test(tcase, truncated_tables_end, 0, UNIT_ROWS(tables));
	tcase_add_loop_test(tcase, changed_tables_end, 0, UNIT_ROWS(tables));
	tcase_add_test(tcase, no_tables_say_nothing);
	return unit_run(suite);
}
