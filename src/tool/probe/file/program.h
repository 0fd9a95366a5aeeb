/* SPDX-License-Identifier: Apache-2.0 */
/*
 * program: which program a word means, as the kernel would start it: links followed, a script by
 * its interpreter; and which libOpenCL.so.1 it would get. By reading files only: neither the
 * program, nor its interpreter, nor a linker is run.
 */
#ifndef CLROUTER_TOOL_PROBE_FILE_PROGRAM_H
#define CLROUTER_TOOL_PROBE_FILE_PROGRAM_H

#include <stdbool.h>

#include "base/arena.h"
#include "tool/probe/file/elf-file.h"
#include "tool/probe/file/loader-search.h"

struct program_file {
	const char *asked;	/* the word that was given */
	const char *file;	/* the same, looked up in PATH if it has no slash */
	const char *script;	/* FILE with its links followed, if it is a script; NULL: it is none */
	const char *runner;	/* the interpreter before its links are followed; NULL: no script */
	const char *path;	/* what runs, as /proc/self/exe says; without the root */
	bool is_executable;	/* PATH, and SCRIPT if there is one, by their modes */
	bool is_privileged;	/* it would run in secure execution: variables do not count */
	unsigned long long size;	/* of PATH, in bytes */
	bool is_static;		/* it has no dynamic linker, so it loads no library */
	struct elf_file elf;	/* of PATH */
	struct found_loader loader;	/* only under the real root, if PATH is complete, dynamic
					   and of our word size; otherwise all zero */
};

/*
 * Finds out what WORD means under ROOT ("" for the real root). 0, or -errno if there is no such
 * file; -EISDIR or -EINVAL if it is a directory, or no regular file either: PROGRAM->file then says
 * which. Strings live in
 * ARENA.
 */
int program_find(struct program_file *program, const char *word, const char *root,
		 struct arena *arena);

#endif
