/* SPDX-License-Identifier: Apache-2.0 */
/*
 * elf-file: reads an ELF file within a budget of bytes, and what the dynamic linker would read in it: its
 * word size, its linker, the libraries that it needs and where they are looked for. The file may be
 * another process's, which wants to mislead. Everything is copied by pread(2), so a file that is cut
 * meanwhile gives short reads.
 */
#ifndef CLROUTER_TOOL_PROBE_FILE_ELF_FILE_H
#define CLROUTER_TOOL_PROBE_FILE_ELF_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/common/elf.h"
#include "tool/probe/file/dependencies.h"

enum elf_file_kind {
	ELF_FILE_GOOD,		/* of this program's word size and machine */
	ELF_FILE_FOREIGN,	/* of another one; nothing but bits is known */
	ELF_FILE_OTHER,		/* readable, but no ELF file */
	ELF_FILE_UNREADABLE,	/* error: errno */
};

struct elf_file {
	enum elf_file_kind kind;
	int error;
	unsigned bits;		/* of a word: 32 or 64; 0: not known */
	const char *linker;	/* PT_INTERP; NULL: none, for example of a static program */
	const char *rpath;	/* DT_RPATH; NULL: none, or DT_RUNPATH is there */
	const char *runpath;	/* DT_RUNPATH; NULL: none */
	struct dependency *needed;	/* DT_NEEDED: a name, or a path if it has a slash */
	bool is_shared;		/* ET_DYN: a library, or a program that can be anywhere in memory */
	unsigned long long expected_size;	/* bytes that the headers of a GOOD file describe */
	unsigned long long tls_size;	/* bytes of thread-local storage (PT_TLS); 0: none */
};

/* A file that is being read; its parts live until elf_source_done(). */
struct elf_source {
	struct elf elf;
	int descriptor;
	size_t *budget;		/* bytes that may still be read; with too few, what is not read is not there */
	bool is_over;		/* the budget was too small */
	struct arena arena;
};

/*
 * Begins to read DESCRIPTOR. False: it is no regular file, or no ELF file (elf.h). The caller calls
 * elf_source_done() in either case, which does not close DESCRIPTOR.
 */
bool elf_source_begin(struct elf_source *source, int descriptor, size_t *budget);
void elf_source_done(struct elf_source *source);

/*
 * What the ELF file PATH is made for, for example "64-bit x86-64" or "32-bit ARM", in ARENA. NULL
 * if it is no ELF file or cannot be read.
 */
const char *elf_file_architecture(const char *path, struct arena *arena);

/*
 * Reads the file PATH into FILE. Strings live in ARENA. What is damaged is left out: FILE is always
 * complete enough to be used.
 */
void elf_file_read(struct elf_file *file, const char *path, struct arena *arena);

#endif
