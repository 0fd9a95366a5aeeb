/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sources: see sources.h. A loader in a prefix of its own (conda,
 * Spack, a home directory) has two trees: the system's, then its own.
 */
#include "config/sources.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "config/file.h"
#include "config/text.h"
#include "base/dir.h"
#include "base/text.h"

#define SYSTEM_SYSCONFDIR "/etc"
#define SYSTEM_DATADIR "/usr/share"

/* Numbers as in design and manual; the tool shows them. */
enum source {
	SOURCE_NAMED = 0,
	SOURCE_SHIPPED = 2,
	SOURCE_MAIN = 3,
	SOURCE_LOCAL = 4,
	SOURCE_USER = 5,
};

/* A data directory with shipped files, a configuration directory with local ones. */
struct tree {
	const char *shipped_path;	/* DATADIR/OpenCL/NAME.conf.d */
	const char *main_path;		/* SYSCONFDIR/OpenCL/NAME.conf */
	const char *local_path;		/* SYSCONFDIR/OpenCL/NAME.conf.d */
	struct dir shipped;
	struct dir local;
};

static const char *join(const struct conf_sources *sources, const char *a, const char *b,
			const char *c)
{
	const char *parts[] = { a, b, c };
	const char *path = arena_join(sources->notes->arena, parts, 3);

	if (!path)
		conf_notes_no_memory(sources->notes);
	return path;
}

static void note_file(const struct conf_sources *sources, enum conf_family family,
		      enum source source, const char *path, const struct verdict *verdict)
{
	struct settings_file *file = conf_notes_file(sources->notes, path, source,
						     family == CONF_LAYERS);

	if (file)
		file->verdict = *verdict;
}

/* A refused file that has no line to name still gets its line in the problems. */
static void note_refusal(const struct conf_sources *sources, const char *path,
			 const struct verdict *verdict)
{
	struct origin origin = { path, 0 };

	if (verdict->reason == REASON_CONFIG_REFUSED)
		conf_notes_problem(sources->notes, LOG_ERROR, origin, "%s; the file is refused",
				   verdict->detail);
}

static void parse_file(const struct conf_sources *sources, enum conf_family family,
		       enum source source, const char *path, struct conf_file *file,
		       struct conf_draft *draft)
{
	struct settings_file *note = conf_notes_file(sources->notes, path, source,
						     family == CONF_LAYERS);
	bool is_system = source >= SOURCE_SHIPPED && source <= SOURCE_LOCAL;
	struct conf_draft scratch;
	const char *detail = NULL;

	conf_draft_init(&scratch, sources->notes, path, family, is_system);
	if (!file->bytes || conf_text_parse(&scratch, file->bytes, file->size, &detail))
		conf_draft_append(draft, &scratch);
	else if (note)
		note->verdict = (struct verdict){ REASON_CONFIG_REFUSED, 0, detail };
}

/* Reads one file; MUST_EXIST: that it is absent is worth a verdict. */
static void read_file(const struct conf_sources *sources, enum conf_family family,
		      enum source source, const char *path, bool must_exist, bool is_regular,
		      struct conf_draft *draft)
{
	bool has_root = *sources->root && *path == '/';
	struct conf_file file = {
		.path = has_root ? join(sources, sources->root, path, "") : path,
		.is_regular = is_regular,
		.trusted_only = sources->trusted_only,
	};
	struct verdict verdict = { REASON_OK, 0, NULL };

	if (!file.path)
		return;
	verdict.reason = conf_file_read(&file, &verdict.code, &verdict.detail);
	if (verdict.reason == REASON_OK) {
		parse_file(sources, family, source, path, &file, draft);
		free(file.bytes);
	} else if (must_exist || (verdict.code != ENOENT && verdict.code != ENOTDIR)) {
		note_file(sources, family, source, path, &verdict);
		note_refusal(sources, path, &verdict);
	}
}

static void list_directory(const struct conf_sources *sources, enum conf_family family,
			   enum source source, const char *path, struct dir *dir)
{
	int error = dir_read(dir, sources->root, path, ".conf", sources->notes->arena);
	struct verdict verdict = { REASON_UNREADABLE, -error, NULL };

	if (error && error != -ENOENT && error != -ENOTDIR)
		note_file(sources, family, source, path, &verdict);
}

static bool open_tree(const struct conf_sources *sources, enum conf_family family,
		      const char *datadir, const char *sysconfdir, struct tree *tree)
{
	const char *name = family == CONF_LAYERS ? "/OpenCL/layers.conf" : "/OpenCL/loader.conf";

	memset(tree, 0, sizeof(*tree));
	tree->shipped_path = join(sources, datadir, name, ".d");
	tree->main_path = join(sources, sysconfdir, name, "");
	tree->local_path = join(sources, sysconfdir, name, ".d");
	if (!tree->shipped_path || !tree->main_path || !tree->local_path)
		return false;
	list_directory(sources, family, SOURCE_SHIPPED, tree->shipped_path, &tree->shipped);
	list_directory(sources, family, SOURCE_LOCAL, tree->local_path, &tree->local);
	return true;
}

/* By the name alone: an empty or broken local file takes a shipped one away. */
static const char *find_mask(const struct conf_sources *sources, const char *name,
			     const struct tree *trees, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (dir_has(&trees[i].local, name))
			return join(sources, trees[i].local_path, "/", name);
	return NULL;
}

static void read_directory(const struct conf_sources *sources, enum conf_family family,
			   enum source source, const char *path, const struct dir *dir,
			   const struct tree *trees, size_t count, struct conf_draft *draft)
{
	for (size_t i = 0; i < dir->count; i++) {
		const struct dir_name *name = dir->names[i];
		const char *file = join(sources, path, "/", name->name);
		const char *mask = find_mask(sources, name->name, trees, count);
		struct verdict masked = { REASON_MASKED, 0, mask };

		if (file && mask)
			note_file(sources, family, source, file, &masked);
		else if (file)
			read_file(sources, family, source, file, true,
				  name->kind == DIR_REGULAR, draft);
	}
}

/* TREES are this one and all stronger ones: a local file masks in weaker trees too. */
static void read_tree(const struct conf_sources *sources, enum conf_family family,
		      const struct tree *trees, size_t count, struct conf_draft *draft)
{
	const struct tree *tree = &trees[0];

	read_directory(sources, family, SOURCE_SHIPPED, tree->shipped_path, &tree->shipped,
		       trees, count, draft);
	read_file(sources, family, SOURCE_MAIN, tree->main_path, false, false, draft);
	read_directory(sources, family, SOURCE_LOCAL, tree->local_path, &tree->local, NULL, 0,
		       draft);
}

void conf_sources_read_system(const struct conf_sources *sources, enum conf_family family,
			      struct conf_draft *draft)
{
	bool has_prefix = strcmp(SYSCONFDIR, SYSTEM_SYSCONFDIR) != 0;
	struct tree trees[2];
	size_t count = 0;

	if (has_prefix && open_tree(sources, family, SYSTEM_DATADIR, SYSTEM_SYSCONFDIR, &trees[0]))
		count++;
	if (open_tree(sources, family, DATADIR, SYSCONFDIR, &trees[count]))
		count++;
	/* A data directory that both share counts once, as the system's. */
	if (count == 2 && strcmp(DATADIR, SYSTEM_DATADIR) == 0)
		trees[1].shipped.count = 0;
	for (size_t i = 0; i < count; i++)
		read_tree(sources, family, &trees[i], count - i, draft);
}

void conf_sources_read_user(const struct conf_sources *sources, enum conf_family family,
			    const char *directory, const char *suffix,
			    struct conf_draft *draft)
{
	const char *name = family == CONF_LAYERS ? "/OpenCL/layers.conf" : "/OpenCL/loader.conf";
	const char *path = join(sources, directory, suffix, name);

	if (path)
		read_file(sources, family, SOURCE_USER, path, false, false, draft);
}

void conf_sources_read_named(const struct conf_sources *sources, const char *path,
			     struct conf_draft *draft)
{
	size_t directory = (size_t)(text_base_name(path) - path);
	char *beside = arena_copy(sources->notes->arena, path, directory);
	const char *layers = beside ? join(sources, beside, "layers.conf", "") : NULL;

	read_file(sources, CONF_LOADER, SOURCE_NAMED, path, true, false, draft);
	if (layers)
		read_file(sources, CONF_LAYERS, SOURCE_NAMED, layers, false, false, draft);
	else
		conf_notes_no_memory(sources->notes);
}
