/* SPDX-License-Identifier: Apache-2.0 */
/* loader-watch: see loader-watch.h. */
#include "tool/probe/process/loader-watch.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "tool/output/format.h"
#include "tool/probe/process/process-maps.h"
#include "tool/probe/process/process.h"

#define MOST_PROCESSES 64 /* that are looked at, at once */

struct walk {
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
static void look_at(struct walk *walk, unsigned pid)
{
	struct arena arena = ARENA_INIT;
	struct process_maps maps;
	struct process process;
	char name[64];

	text_format(name, sizeof(name), "/proc/%u/maps", pid);
	process_maps_read(&maps, name, &arena);
	if (process_maps_file_named(&maps, "libOpenCL") && !process_read(&process, pid, &arena))
		for (const struct process_file *file = process.files; file; file = file->next)
			if (file->opencl.kind == OPENCL_FILE_LOADER && file->opencl.loader &&
			    !walk->watch->is_done)
				copy(walk->watch, &process, file, walk->arena);
	arena_done(&arena);
}

static void look_at_tree(struct walk *walk, unsigned pid)
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
	struct walk walk = { watch, arena, MOST_PROCESSES };

	if (id > 0)
		look_at_tree(&walk, (unsigned)id);
}
