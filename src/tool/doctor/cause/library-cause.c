/* SPDX-License-Identifier: Apache-2.0 */
/* library-cause: see library-cause.h. */
#include "tool/doctor/cause/library-cause.h"

#include <string.h>

#include "base/file/dir.h"
#include "base/text.h"
#include "tool/doctor/cause/packages.h"
#include "tool/doctor/shell.h"
#include "tool/output/format.h"
#include "tool/probe/file/library-file.h"
#include "tool/probe/file/library-search.h"

#define NEEDED_LIMIT 256	/* libraries */

static const char *describe(const struct library_file *file, const char *path,
			    struct arena *arena)
{
	static const char *const kinds[] = {
		[LIBRARY_FILE_DIRECTORY] = "is a directory",
		[LIBRARY_FILE_SPECIAL] = "is a device, FIFO or socket",
		[LIBRARY_FILE_EMPTY] = "is empty",
		[LIBRARY_FILE_LINKER_SCRIPT] = "is a linker script of a development package",
		[LIBRARY_FILE_ARCHIVE] = "is a static library, which cannot be loaded",
		[LIBRARY_FILE_NOT_SHARED] = "is an ELF program or object file",
		[LIBRARY_FILE_OTHER] = "is no ELF file",
	};

	if (file->kind == LIBRARY_FILE_TRUNCATED)
		return format_into(arena,
				   "%s is a truncated ELF file: it has %llu bytes, its headers "
				   "describe at least %llu", path, file->size, file->expected_size);
	return kinds[file->kind] ? format_into(arena, "%s %s", path, kinds[file->kind]) : NULL;
}

/* The drivers in a directory, one of which was meant. */
static size_t propose_libraries(struct finding *finding, const char *directory,
				const struct candidate *candidate, struct tool *tool)
{
	struct arena *arena = &tool->arena;
	size_t count = 0;
	struct dir dir;

	if (!candidate->path || dir_read(&dir, "", directory, "", arena) != 0)
		return 0;
	for (size_t i = 0; i < dir.count; i++) {
		const char *path = arena_path(arena, directory, dir.names[i]->name);
		struct library_file file;

		if (!path || dir.names[i]->kind != DIR_REGULAR)
			continue;
		library_file_read(&file, path, arena);
		if (file.kind != LIBRARY_FILE_GOOD || !file.is_driver)
			continue;
		finding_fact(finding, "cure", "echo %s >%s  # as root", shell_word(path, arena),
			     shell_word(candidate->path, arena));
		count++;
	}
	return count;
}

bool library_cause_explain(struct finding *finding, const char *path,
			   const struct candidate *candidate, struct tool *tool)
{
	struct library_file file;
	const char *text;

	library_file_read(&file, path, &tool->arena);
	text = describe(&file, path, &tool->arena);
	if (!text)
		return false;
	finding_fact(finding, "file", "%s", text);
	if (file.kind == LIBRARY_FILE_DIRECTORY || file.kind == LIBRARY_FILE_SPECIAL) {
		if (propose_libraries(finding, path, candidate, tool) > 0)
			return true;
		if (candidate->path)
			finding_fact(finding, "cure",
				     "name the driver's library in %s instead of %s",
				     candidate->path, path);
		else
			finding_fact(finding, "cure", "name a library instead of %s", path);
		return true;
	}
	packages_reinstall(finding, path, tool);
	return true;
}

/* The file that the linker takes for NAME. */
static const char *find_file(const char *name, struct tool *tool)
{
	const struct library_hit *hit;

	if (text_base_name(name) != name)
		return name;
	hit = library_search_good(library_search(name, &tool->arena));
	return hit && hit->place != LIBRARY_ELSEWHERE ? hit->path : NULL;
}

static bool is_queued(const struct dependency *queue, const char *name)
{
	while (queue && strcmp(queue->text, name) != 0)
		queue = queue->next;
	return queue != NULL;
}

/* Appends those of NEEDED that QUEUE does not have. */
static void enqueue(struct dependency *queue, const struct dependency *needed, size_t *count,
		    struct arena *arena)
{
	struct dependency *last = queue;

	while (last->next)
		last = last->next;
	for (; needed && *count < NEEDED_LIMIT; needed = needed->next) {
		if (is_queued(queue, needed->text))
			continue;
		last->next = arena_alloc(arena, sizeof(*last));
		if (!last->next)
			return;
		last = last->next;
		last->text = needed->text;
		(*count)++;
	}
}

const char *library_cause_find_truncated(const char *name, struct tool *tool)
{
	struct dependency queue = { NULL, name, NULL };
	size_t count = 1;

	for (const struct dependency *next = &queue; next; next = next->next) {
		const char *path = find_file(next->text, tool);
		struct library_file file;

		if (!path)
			continue;
		library_file_read(&file, path, &tool->arena);
		if (file.kind == LIBRARY_FILE_TRUNCATED)
			return path;
		enqueue(&queue, file.needed, &count, &tool->arena);
	}
	return NULL;
}
