/* SPDX-License-Identifier: Apache-2.0 */
/*
 * program-notes: which program the answer is about, and why it may not hold for it: what a user
 * would not expect of --program, and of a system whose programs get another loader.
 */
#include "tool/probe/file/program.h"

#include <errno.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/output/tool-notes.h"
#include "tool/probe/file/own-build.h"

#define OWN_BITS ((unsigned)(8 * sizeof(void *)))

const char *program_notes_loader(const struct found_loader *loader, struct arena *arena)
{
	return format_into(arena, "%s (%s)", loader->path, loader->place);
}

/* FILE, which has the base name that a user would write into a section, is a link to PATH. */
static void note_link(struct tool *tool, const char *file, const char *path)
{
	const char *base = text_base_name(file);

	if (strcmp(base, text_base_name(path)) != 0)
		notes_add(tool, "program-link",
			  "%s leads to %s: [program] sections are compared with that path and its name, so [program %s] matches and [program %s] does not",
			  file, path, text_base_name(path), base);
	else if (*file == '/' && strcmp(file, path) != 0)
		notes_add(tool, "program-link",
			  "%s leads to %s: [program] sections with a slash are compared with that path",
			  file, path);
}

static bool is_shell(const char *path)
{
	static const char *const shells[] = { "sh", "bash", "dash", "ksh", "zsh", "busybox" };

	for (size_t i = 0; i < ARRAY_SIZE(shells); i++)
		if (strcmp(text_base_name(path), shells[i]) == 0)
			return true;
	return false;
}

static void note_script(struct tool *tool, const struct program_file *program)
{
	notes_add(tool, "program-script",
		  "%s is a script, which %s runs: [program] sections are compared with the interpreter, not with the script%s",
		  program->script, program->path,
		  is_shell(program->path) ?
		  "; if the script starts another program, --program has to name that" : "");
	note_link(tool, program->runner, program->path);
}

/* Why nothing is known of its libraries; NULL, with *ID unchanged: they are known. */
static const char *explain_kind(const struct program_file *program, const char **id,
				struct arena *arena)
{
	const struct elf_file *elf = &program->elf;

	switch (elf->kind) {
	case ELF_FILE_GOOD:
		if (program->size >= elf->expected_size)
			return NULL;
		*id = "program-truncated";
		return format_into(arena, "%s is truncated: it has %llu bytes of %llu",
				   program->path, program->size, elf->expected_size);
	case ELF_FILE_UNREADABLE:
		*id = "program-unreadable";
		return format_into(arena,
				   "%s cannot be read: %s: the libOpenCL.so.1 that it gets is not known",
				   program->path, strerror(elf->error));
	case ELF_FILE_OTHER:
		*id = "program-unknown";
		return format_into(arena, "%s is neither an ELF program nor a script",
				   program->path);
	case ELF_FILE_FOREIGN:
		break;
	}
	*id = elf->bits != OWN_BITS ? "program-word-size" : "program-machine";
	if (elf->bits == OWN_BITS || !elf->bits)
		return format_into(arena, "%s is a program for another machine than this clrouter",
				   program->path);
	return format_into(arena,
			   "%s is a %u-bit program: it loads a %u-bit libOpenCL.so.1 and %u-bit drivers, and this clrouter shows what %u-bit programs get",
			   program->path, elf->bits, elf->bits, elf->bits, OWN_BITS);
}

static const char *explain_linking(const struct program_file *program, const char **id,
				   struct arena *arena)
{
	const struct found_loader *loader = &program->loader;

	if (program->is_static) {
		*id = "program-static";
		return format_into(arena, "%s is linked statically: it loads no libOpenCL.so.1",
				   program->path);
	}
	if (!loader->path) {
		*id = "program-no-loader";
		return format_into(arena, "%s %s libOpenCL.so.1, which the dynamic linker does not find",
				   program->path,
				   loader->is_linked ? "needs" : "is not linked to");
	}
	*id = "program-loader";
	return format_into(arena, "%s %s another loader than clrouter's: %s", program->path,
			   loader->is_linked ? "gets"
					     : "is not linked to libOpenCL.so.1; if it opens one by that name, it gets",
			   program_notes_loader(loader, arena));
}

const char *program_notes_explain(const struct program_file *program, const char **id,
				  struct arena *arena)
{
	const char *text = explain_kind(program, id, arena);

	return text || program->loader.is_ours ? text : explain_linking(program, id, arena);
}

/* Who tries a build knows that the system has another loader: what is shown is what the build does.
 */
static bool is_tried(const struct found_loader *loader, struct arena *arena)
{
	return (!loader->path || loader_search_is_default(loader)) && own_build_directory(arena);
}

static void note_loader(struct tool *tool, const struct program_file *program)
{
	const struct found_loader *loader = &program->loader;
	const char *id;
	const char *text = program_notes_explain(program, &id, &tool->arena);

	if (text && strcmp(id, "program-loader") == 0 && is_tried(loader, &tool->arena))
		return;
	if (text)
		notes_add(tool, id, "%s%s", text,
			  loader->path ? "; order and configuration are shown as clrouter's would be"
				       : "");
	else if (strcmp(loader->path, program->path) == 0)
		notes_add(tool, "program-loader-built-in", "%s has clrouter's loader built in",
			  program->path);
	else if (!loader_search_is_default(loader))
		notes_add(tool, "program-loader-path", "%s gets a libOpenCL.so.1 of clrouter: %s",
			  program->path, program_notes_loader(loader, &tool->arena));
}

static void note_rights(struct tool *tool, const struct program_file *program)
{
	if (!program->is_executable)
		notes_add(tool, "program-not-executable",
			  "%s cannot be started: nobody has the right to execute it",
			  program->script ? program->script : program->path);
	if (program->is_privileged)
		notes_add(tool, "program-privileged",
			  "%s runs with elevated privileges: loaders ignore all variables in it, and the user's configuration",
			  program->path);
}

bool program_notes_choose(struct tool *tool)
{
	struct program_file program;
	int error;

	if (!tool->program)
		return true;
	error = program_find(&program, tool->program, tool->root, &tool->arena);
	if (error && *tool->root)
		return true;
	if (error)
		return message_usage("--program %s: %s%s%s", program.asked,
				     program.script ? program.file : "",
				     program.script ? ", which it wants to be run by: " : "",
				     error == -EINVAL ? "it is not a regular file"
						      : strerror(-error));
	tool->program = program.path;
	if (program.script)
		note_script(tool, &program);
	else
		note_link(tool, program.file, program.path);
	note_rights(tool, &program);
	if (program.elf.kind != ELF_FILE_GOOD || !*tool->root)
		note_loader(tool, &program);
	return true;
}

void program_notes_system(struct tool *tool)
{
	struct found_loader loader;

	if (*tool->root || tool->program)
		return;
	loader_search(&loader, NULL, NULL, false, &tool->arena);
	if (is_tried(&loader, &tool->arena))
		return;
	if (!loader.path)
		notes_add(tool, "no-loader",
			  "the dynamic linker finds no libOpenCL.so.1; what is shown is what clrouter's would do");
	else if (!loader.is_ours)
		notes_add(tool, "other-loader",
			  "programs get another loader than clrouter's: %s; order and configuration are shown as clrouter's would be",
			  program_notes_loader(&loader, &tool->arena));
}
