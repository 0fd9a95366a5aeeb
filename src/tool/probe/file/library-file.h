/* SPDX-License-Identifier: Apache-2.0 */
/*
 * library-file: what a file that should be a shared library is, found by reading it: a directory,
 * a text, an ELF file that is cut off, and so on. No code of the file runs.
 */
#ifndef CLROUTER_TOOL_PROBE_FILE_LIBRARY_FILE_H
#define CLROUTER_TOOL_PROBE_FILE_LIBRARY_FILE_H

#include <stdbool.h>

#include "base/arena.h"
#include "tool/probe/file/dependencies.h"

enum library_file_kind {
	LIBRARY_FILE_GOOD,		/* a shared library for this program */
	LIBRARY_FILE_UNREADABLE,	/* it cannot be opened; error: errno */
	LIBRARY_FILE_DIRECTORY,
	LIBRARY_FILE_SPECIAL,		/* a device, FIFO or socket */
	LIBRARY_FILE_EMPTY,
	LIBRARY_FILE_LINKER_SCRIPT,	/* libNAME.so of a development package */
	LIBRARY_FILE_ARCHIVE,		/* libNAME.a */
	LIBRARY_FILE_FOREIGN,		/* for another word size, byte order or machine */
	LIBRARY_FILE_TRUNCATED,		/* ELF; size and expected_size say how much is missing */
	LIBRARY_FILE_NOT_SHARED,	/* ELF, but a program or an object file */
	LIBRARY_FILE_OTHER,
};

struct library_file {
	enum library_file_kind kind;
	int error;
	unsigned long long size;		/* bytes */
	unsigned long long expected_size;	/* bytes that the ELF headers describe */
	bool is_driver;				/* it has the name of an OpenCL driver's function */
	struct dependency *needed;		/* of GOOD: libraries by name (DT_NEEDED) */
};

/* Reads the file PATH into FILE. Names live in ARENA. */
void library_file_read(struct library_file *file, const char *path, struct arena *arena);

/* Is the file PATH a shared library for this program, and a driver? */
bool library_file_is_driver(const char *path);

/*
 * The greatest version of the kind of WANTED ("GLIBC_2.38": "GLIBC_" and a number) that the file
 * PATH names, in ARENA; NULL if it names none or cannot be read.
 */
const char *library_file_find_version(const char *path, const char *wanted, struct arena *arena);

#endif
