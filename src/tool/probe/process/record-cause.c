/* SPDX-License-Identifier: Apache-2.0 */
/* record-cause: see record-cause.h. */
#include "tool/probe/process/record-cause.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "base/text.h"
#include "tool/output/format.h"
#include "tool/probe/file/program.h"
#include "tool/probe/process/process-maps.h"
#include "tool/probe/process/process.h"
#include "tool/probe/process/started-program.h"

/* -- what is seen while the program runs --------------------------------------------- */

#define MOST_PROCESSES 64 /* that are looked at, at once */

struct process_walk {
	struct loader_watch *watch;
	struct arena *arena;
	unsigned left; /* processes */
};

static void copy(struct loader_watch *watch, const struct process *process,
		 const struct process_file *file, struct arena *arena)
{
	watch->pid = process->pid;
	watch->program = process->program ? format_into(arena, "%s", process->program) : NULL;
	watch->path = format_into(arena, "%s", file->path);
	watch->loader = format_into(arena, "%s", file->opencl.loader);
	watch->is_ours = strcmp(file->opencl.loader, "clrouter") == 0;
	watch->bits = process->bits != 8 * sizeof(void *) ? process->bits : 0;
	watch->is_done = !watch->is_ours;
}

/* The names of mapped files are read first: the files themselves take much longer. */
static void look_at(struct process_walk *walk, unsigned pid)
{
	struct arena arena = ARENA_INIT;
	struct process_maps maps;
	struct process process;
	char name[64];

	text_format(name, sizeof(name), "/proc/%u/maps", pid);
	process_maps_read(&maps, name, &arena);
	if (process_maps_file_named(&maps, "libOpenCL") && !process_read(&process, pid, &arena))
		LIST_EACH(const struct process_file, file, process.files)
			if (file->opencl.kind == OPENCL_FILE_LOADER && file->opencl.loader &&
			    !walk->watch->is_done)
				copy(walk->watch, &process, file, walk->arena);
	arena_done(&arena);
}

static void look_at_tree(struct process_walk *walk, unsigned pid)
{
	char name[64];
	FILE *children;
	unsigned child;

	if (walk->left == 0 || walk->watch->is_done)
		return;
	walk->left--;
	look_at(walk, pid);
	text_format(name, sizeof(name), "/proc/%u/task/%u/children", pid, pid);
	children = fopen(name, "re");
	if (!children)
		return;
	while (fscanf(children, "%9u", &child) == 1)
		look_at_tree(walk, child);
	fclose(children);
}

void loader_watch_look(struct loader_watch *watch, pid_t id, struct arena *arena)
{
	struct process_walk walk = { watch, arena, MOST_PROCESSES };

	if (id > 0)
		look_at_tree(&walk, (unsigned)id);
}

/* -- the cause, once it has ended ----------------------------------------------------- */

/* What its file says for certain; NULL: nothing. */
static const char *cause_in_file(const struct program_file *program, struct arena *arena)
{
	const char *id = NULL;
	const char *text = program_notes_explain(program, &id, arena);

	if (program->is_privileged)
		return format_into(arena,
				   "%s runs with elevated privileges, where loaders read no variables",
				   program->path);
	if (!text || strcmp(id, "program-unreadable") == 0)
		return NULL;
	if (strcmp(id, "program-word-size") == 0)
		return format_into(arena, "%s is a %u-bit program, and the layer is one of %zu bits",
				   program->path, program->elf.bits, 8 * sizeof(void *));
	if (program->elf.kind != ELF_FILE_GOOD || program->is_static)
		return text;
	/* Another loader, if the program is linked to it. */
	return program->loader.is_linked && !program->loader.knows_layers ? text : NULL;
}

/* What the process had loaded. */
static const char *cause_in_process(const struct loader_watch *watch, struct arena *arena)
{
	const char *program = format_or(watch->program, "it");

	if (watch->pid == 0)
		return NULL;
	if (watch->bits > 0)
		return format_into(arena,
				   "%s (process %u) is a %u-bit program, and the layer is one of "
				   "%zu bits",
				   program, watch->pid, watch->bits, 8 * sizeof(void *));
	if (!watch->is_ours)
		return format_into(arena,
				   "%s (process %u) has loaded another loader than clrouter's, %s "
				   "(%s), which loads no layers, or it made no OpenCL call",
				   program, watch->pid, watch->path, watch->loader);
	return format_into(arena, "%s (process %u) has loaded clrouter's %s, but made no OpenCL call",
			   program, watch->pid, watch->path);
}

/* A program that died before its first call; one that could not be executed has said so. */
static const char *cause_in_end(const char *word, int status, struct arena *arena)
{
	const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;

	if (WIFSIGNALED(status))
		return format_into(arena,
				   "%s was ended by signal %d (%s) before its first OpenCL call", word,
				   WTERMSIG(status), strsignal(WTERMSIG(status)));
	if (code == STARTED_PROGRAM_CANNOT_RUN || code == STARTED_PROGRAM_NOT_FOUND)
		return format_into(arena,
				   "%s ended with status %d, which says that a program could not be "
				   "executed",
				   word, code);
	return NULL;
}

const char *record_cause_find(const char *word, int status, const struct loader_watch *watch,
			      const char *refused, struct arena *arena)
{
	struct program_file program;
	const bool is_found = program_find(&program, word, "", arena) == 0;
	const char *cause = is_found ? cause_in_file(&program, arena) : NULL;

	if (!cause)
		cause = refused;
	if (!cause && !watch->is_ours)
		cause = cause_in_process(watch, arena);
	if (!cause)
		cause = cause_in_end(word, status, arena);
	if (!cause)
		cause = cause_in_process(watch, arena);
	if (cause)
		return cause;
	if (is_found && program.loader.is_linked)
		return format_into(arena, "%s gets %s, but made no OpenCL call", word,
				   program_notes_loader(&program.loader, arena));
	return format_into(arena,
			   "%s is not linked to libOpenCL.so.1, and no process was seen to load one: "
			   "they made no OpenCL call, or ended too early to be seen",
			   word);
}
