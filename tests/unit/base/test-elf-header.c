/* SPDX-License-Identifier: Apache-2.0 */
/*
 * elf-header: the test program's own ELF header is good; the rows change one byte of it, or
 * truncate it, and say what it is then.
 */
#include "base/file/elf-header.h"

#include <elf.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

#define MACHINE offsetof(Elf64_Ehdr, e_machine)	/* the same in 32-bit files */

static const struct {
	size_t offset;
	unsigned char change;	/* the bits of the byte at OFFSET that are inverted */
	size_t size;		/* of the part of the header that is passed */
	enum elf_header expected;
} rows[] = {
	{ 0, 0, 64, ELF_HEADER_GOOD },
	{ EI_OSABI, 0xFF, 64, ELF_HEADER_GOOD },
	{ 16, 0xFF, 64, ELF_HEADER_GOOD },
	{ EI_CLASS, 3, 64, ELF_HEADER_FOREIGN },	/* 1 and 2: the other word size */
	{ EI_CLASS, 0xF0, 64, ELF_HEADER_FOREIGN },
	{ EI_DATA, 3, 64, ELF_HEADER_FOREIGN },	/* the other byte order */
	{ MACHINE, 0x80, 64, ELF_HEADER_FOREIGN },
	{ MACHINE + 1, 1, 64, ELF_HEADER_FOREIGN },
	{ EI_CLASS, 3, 52, ELF_HEADER_FOREIGN },	/* 32-bit headers are shorter */
	{ EI_CLASS, 3, 16, ELF_HEADER_FOREIGN },
	{ 0, 0, 0, ELF_HEADER_NONE },
	{ 0, 0, 4, ELF_HEADER_NONE },
	{ 0, 0, 15, ELF_HEADER_NONE },
	{ 0, 0, 16, ELF_HEADER_NONE },
	{ 0, 0, 51, ELF_HEADER_NONE },
	{ EI_CLASS, 3, 15, ELF_HEADER_NONE },
	{ EI_MAG0, 1, 64, ELF_HEADER_NONE },
	{ EI_MAG1, 1, 64, ELF_HEADER_NONE },
	{ EI_MAG2, 1, 64, ELF_HEADER_NONE },
	{ EI_MAG3, 1, 64, ELF_HEADER_NONE },
};

START_TEST(header)
{
	unsigned char whole[64];
	unsigned char *bytes;
	FILE *self = fopen("/proc/self/exe", "rb");

	ck_assert_ptr_nonnull(self);
	ck_assert_uint_eq(fread(whole, 1, sizeof(whole), self), sizeof(whole));
	fclose(self);
	whole[rows[_i].offset] ^= rows[_i].change;
	/* Exactly SIZE bytes, so that AddressSanitizer finds a read after them. */
	bytes = malloc(rows[_i].size);
	if (rows[_i].size)
		memcpy(bytes, whole, rows[_i].size);
	ck_assert_int_eq(elf_header_check(bytes, rows[_i].size), rows[_i].expected);
	free(bytes);
}
END_TEST

START_TEST(script)
{
	static const char text[64] = "#!/bin/sh\nexit 0\n";

	ck_assert_int_eq(elf_header_check(text, sizeof(text)), ELF_HEADER_NONE);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("elf-header");
	TCase *tcase = unit_tcase(suite, "elf-header", 10);

	tcase_add_loop_test(tcase, header, 0, UNIT_ROWS(rows));
	tcase_add_test(tcase, script);
	return unit_run(suite);
}
