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
#include "tool/tool.h"

struct found_loader {
	const char *path;	/* NULL: none is found */
	const char *place;	/* what led to it: "LD_LIBRARY_PATH", "RUNPATH of FILE", ... */
	bool is_linked;		/* the program, or a library that it needs, is linked to it */
	bool is_ours;		/* it reads the variables of clrouter */
	bool knows_layers;	/* it reads OPENCL_LAYERS */
};

/*
 * What the program PATH gets, whose headers are ELF; a privileged one does not heed variables.
 * PATH NULL: what programs get that have no search path of their own. Strings live in ARENA.
 */
void loader_search(struct found_loader *loader, const char *path, const struct elf_file *elf,
		   bool is_privileged, struct arena *arena);

/* Is LOADER what the system has for all programs, so that no variable and no program has chosen it?
 */
bool loader_search_is_default(const struct found_loader *loader);

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

/*
 * Replaces tool->program, if it is set, by the path that [program] sections are compared with,
 * and adds notes about it. False if there is no such program: that is reported then. Under another
 * root a file that is missing is taken as it is written, since such a root may have nothing but
 * configuration.
 */
bool program_notes_choose(struct tool *tool);

/* Adds a note if programs without a search path of their own get another loader than clrouter's. */
void program_notes_system(struct tool *tool);

/*
 * Why PROGRAM, which was found under the real root, does not get clrouter's loader, or why that is
 * not known, as one sentence without a full stop, with its identifier in *ID. NULL: it gets it.
 * The text lives in ARENA.
 */
const char *program_notes_explain(const struct program_file *program, const char **id,
				  struct arena *arena);

/* "FILE (LD_LIBRARY_PATH)"; LOADER has a path. Lives in ARENA. */
const char *program_notes_loader(const struct found_loader *loader, struct arena *arena);

#endif
