/* SPDX-License-Identifier: Apache-2.0 */
/*
 * source-line: finds the source file and line of an instruction in the line tables that a compiler
 * writes for -g (DWARF 2 to 5, section 6.2), as addr2line does.
 *
 * libdw can do that, but not inside of a program that may be loading a library: its thread-local
 * variables make the C library wait for the dynamic linker's lock. Here no lock is taken and no
 * memory is allocated.
 */
#ifndef CLROUTER_LAYERS_FRAME_PLACE_SOURCE_LINE_H
#define CLROUTER_LAYERS_FRAME_PLACE_SOURCE_LINE_H

#include <stdint.h>

#include "base/common/elf.h"
#include "base/common/line.h"

/* The sections of one file that line tables consist of. Only the first one must be there. */
struct source_tables {
	struct elf_bytes lines;		/* .debug_line */
	struct elf_bytes line_strings;	/* .debug_line_str */
	struct elf_bytes strings;		/* .debug_str */
};

/*
 * Adds " [FILE:LINE]" for the instruction at ADDRESS, as the file counts addresses; nothing if the
 * tables do not have it. Damaged tables cost only their own answers. Any thread may call this.
 */
void source_line_add(struct line *line, const struct source_tables *tables, uint64_t address);

#endif
