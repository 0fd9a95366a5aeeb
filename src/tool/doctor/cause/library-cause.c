/* SPDX-License-Identifier: Apache-2.0 */
/*
 * library-cause: what is wrong with the file of a library, if the file itself shows it: it is a
 * directory, cut off, a linker script, and so on; and why the dynamic linker does not find a
 * library that exists: this user may not read it, its directory is not searched, or it is for
 * another architecture.
 */
#include "tool/doctor/cause/causes.h"

#include <errno.h>
#include <string.h>

#include "base/file/dir.h"
#include "base/text.h"
#include "tool/doctor/paths.h"
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
		finding_cure(finding, "echo %s >%s  # as root", shell_word(path, arena),
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
			finding_cure(finding, "name the driver's library in %s instead of %s",
				     candidate->path, path);
		else
			finding_cure(finding, "name a library instead of %s", path);
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

const char *library_cause_find_truncated(const char *name, struct tool *tool)
{
	struct dependency first = { NULL, name, NULL };
	struct dependency *queue = &first;

	LIST_EACH(const struct dependency, next, queue) {
		const char *path = find_file(next->text, tool);
		struct library_file file;

		if (!path)
			continue;
		library_file_read(&file, path, &tool->arena);
		if (file.kind == LIBRARY_FILE_TRUNCATED)
			return path;
		LIST_EACH(const struct dependency, needed, file.needed)
			dependencies_add(&queue, needed->text, strlen(needed->text), NEEDED_LIMIT,
					 &tool->arena);
	}
	return NULL;
}

/* -- a library that is not found ------------------------------------------------- */

bool library_cause_of_place(struct finding *finding, const char *name, struct tool *tool)
{
	const struct library_hit *first = library_search(name, &tool->arena);
	const struct library_hit *good = library_search_good(first);
	const char *path;

	LIST_EACH(const struct library_hit, hit, first)
		if ((hit->error == -EACCES || hit->error == -EPERM) &&
		    paths_explain_rights(finding, hit->path, tool))
			return true;
	if (!good || good->place < LIBRARY_IN_DIRECTORY)
		return false;
	path = good->path;
	finding_fact(finding, "but", "%s exists, which the dynamic linker does not know", path);
	finding_cure(
		finding, "ldconfig %s  # as root",
		format_into(&tool->arena, "%.*s", (int)(text_base_name(path) - path - 1), path));
	return true;
}

bool library_cause_is_foreign(const char *name, struct tool *tool)
{
	const struct library_hit *hit;
	bool is_any = false;

	if (text_base_name(name) != name)
		return false;
	for (hit = library_search(name, &tool->arena); hit; hit = hit->next) {
		if (hit->error || hit->header != ELF_HEADER_FOREIGN)
			return false;
		is_any = true;
	}
	return is_any;
}

/* -- the cure, from the modules that know one cause each, in turn ------------------- */

void library_cause_not_found(struct finding *finding, const struct candidate *candidate,
			     struct tool *tool)
{
	const char *file = shell_word(candidate_name(candidate), &tool->arena);
	const char *library = candidate->library;
	bool is_bare = library && text_base_name(library) == library;

	if (icd_content_explain(finding, candidate, tool))
		return;
	if (is_bare && library_cause_of_place(finding, library, tool))
		return;
	if (library && !is_bare && paths_explain_rights(finding, library, tool))
		return;
	if (is_bare)
		finding_fact(finding, "note",
			     "it is in no directory of LD_LIBRARY_PATH or of the linker's cache");
	packages_install_library(finding, format_or(library, "it"), tool);
	if (candidate->path)
		finding_cure(finding,
			     "or correct the name in %s; or, if the %s was removed for good: mv %s "
			     "%s.disabled",
			     candidate->path,
			     text_has_suffix(candidate->path, ".lay") ? "layer" : "driver", file,
			     file);
}

/* The file that the linker takes for a name may not be the one that was meant. */
void library_cause_wrong(struct finding *finding, const struct candidate *candidate,
			 enum reason reason, struct tool *tool)
{
	const char *library = candidate->library;
	const struct library_hit *hit = NULL;

	if (library && text_base_name(library) == library) {
		if (shadow_explain_driver(finding, library, tool))
			return;
		hit = library_search(library, &tool->arena);
		library = hit ? hit->path : library;
	}
	if (library && library_cause_explain(finding, library, candidate, tool))
		return;
	if (reason == REASON_NOT_ELF && library)
		packages_reinstall(finding, library, tool);
	else
		finding_cure(finding, "%s", reason_advice(reason));
}
