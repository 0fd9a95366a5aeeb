/* SPDX-License-Identifier: Apache-2.0 */
/* include-tree: see include-tree.h. */
#include "tool/replay/include/include-tree.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file/safe-open.h"
#include "base/text.h"
#include "launch/launch-format.h"
#include "tool/output/format.h"
#include "tool/probe/file/whole-file.h"

/* -- places ---------------------------------------------------------------------------------- */

/* NAME is NULL for a folder. */
static struct include_file *find(const struct include_tree *tree, const char *place,
				 const char *name)
{
	struct include_file *file = tree->first;

	while (file && (!file->name != !name || (name && strcmp(file->name, name) != 0) ||
			strcmp(file->place, place) != 0))
		file = file->next;
	return file;
}

static struct include_file *add(struct include_tree *tree, const struct include_file *file)
{
	struct include_file *new = arena_alloc(tree->arena, sizeof(*new));

	if (!new)
		return NULL;
	*new = *file;
	new->next = tree->first;
	tree->first = new;
	tree->count++;
	return new;
}

static void add_folder(struct include_tree *tree, const char *place)
{
	if (place && !find(tree, place, NULL))
		add(tree, &(struct include_file){ .place = place });
}

/* Goes from PLACE to NAME. IS_NOTED: the tree gets the folders that ".." passes. */
static const char *walk(struct include_tree *tree, const char *place, const char *name,
			bool is_noted)
{
	while (*(name += strspn(name, "/"))) {
		const size_t length = strcspn(name, "/");

		if (length == 2 && strncmp(name, "..", 2) == 0) {
			const char *end = strrchr(place, '/');

			add_folder(tree, is_noted ? place : NULL);
			place = format_into(tree->arena, "%.*s", end ? (int)(end - place) : 0,
					    place);
			add_folder(tree, is_noted ? place : NULL);
		} else if (length != 1 || *name != '.') {
			place = format_into(tree->arena, "%s/%.*s", place, (int)length, name);
		}
		name += length;
	}
	return place;
}

const char *include_tree_place(struct include_tree *tree, const char *path)
{
	return walk(tree, "", path, false);
}

void include_tree_add_folder(struct include_tree *tree, const char *folder)
{
	add_folder(tree, include_tree_place(tree, folder));
}

/* -- files ----------------------------------------------------------------------------------- */

int include_tree_open(const char *folder, const char *name)
{
	char path[PATH_MAX];
	const size_t length = strlen(folder) + 1 + strlen(name);

	return text_format(path, sizeof(path), "%s/%s", folder, name) == length
		       ? safe_open_read(path)
		       : -1;
}

/* Bytes that not all drivers understand in an option, whatever is written around them. */
static bool is_odd(char c)
{
	return (c > '\0' && c <= ' ') || c == '"' || c == '\'' || c == '\\' || c == '#';
}

/* Adds FILE, which is not there. */
static struct include_file *read_file(struct include_tree *tree, struct include_file *file,
				      int descriptor)
{
	const size_t most = LAUNCH_MOST_INCLUDED - tree->size;
	struct include_file *new = NULL;
	struct blake2b state;

	file->bytes = whole_file_take(descriptor, most + 1, &file->size);
	if (file->bytes && file->size <= most && tree->files < LAUNCH_MOST_INCLUDES &&
	    strlen(file->place) + strlen(file->name) < LAUNCH_MOST_PATH)
		new = add(tree, file);
	if (!new) {
		free(file->bytes);
		return NULL;
	}
	blake2b_start(&state);
	blake2b_add(&state, file->bytes, file->size);
	blake2b_end(&state, new->hash);
	tree->files++;
	tree->size += file->size;
	return new;
}

struct include_file *include_tree_add(struct include_tree *tree, const char *folder,
				      const char *name, int descriptor)
{
	const char *base_name = text_base_name(name);
	const char *path = format_into(tree->arena, "%.*s", (int)(base_name - name), name);
	struct include_file file = { .name = format_into(tree->arena, "%s", base_name) };
	struct include_file *old;
	struct stat status;

	file.folder = format_into(tree->arena, "%s/%s", folder, path);
	file.place = include_tree_place(tree, file.folder);
	old = find(tree, file.place, file.name);
	if (fstat(descriptor, &status) != 0 ||
	    (old && (old->device != status.st_dev || old->number != status.st_ino))) {
		close(descriptor);
		return NULL;
	}
	file.device = status.st_dev;
	file.number = status.st_ino;
	if (old)
		close(descriptor);
	else
		old = read_file(tree, &file, descriptor);
	if (!old)
		return NULL;
	walk(tree, include_tree_place(tree, folder), path, true);
	for (; *path; path++)
		tree->has_odd_names = tree->has_odd_names || is_odd(*path);
	return old;
}

void include_tree_done(struct include_tree *tree)
{
	for (struct include_file *file = tree->first; file; file = file->next)
		free(file->bytes);
	tree->first = NULL;
}

/* -- paths ----------------------------------------------------------------------------------- */

static void find_base(struct include_tree *tree)
{
	const char *base = tree->first->place;
	size_t length = strlen(base);

	for (const struct include_file *file = tree->first; file; file = file->next) {
		const char *place = file->place;

		/* It ends before a slash, or with the text, in both. */
		while (length > 0 && (strncmp(place, base, length) != 0 ||
				      (place[length] && place[length] != '/')))
			while (--length > 0 && base[length] != '/')
				;
	}
	tree->base = format_into(tree->arena, "%.*s", (int)length, base);
}

/* The folder below the base, with a slash before it if it is not the base itself. */
static const char *below_base(const struct include_tree *tree, const char *place)
{
	const char *rest = format_or(text_skip_prefix(place, tree->base), "");
	const size_t size = 4 * strlen(rest) + 1;
	char *path = arena_alloc(tree->arena, size);
	size_t used = 0;

	for (; path && *rest; rest++)
		used += text_format(path + used, size - used,
				    is_odd(*rest) && !tree->has_odd_names ? "_%02x_" : "%c", *rest);
	return format_or(path, "");
}

const char *include_tree_folder(struct include_tree *tree, const char *folder)
{
	return format_into(tree->arena, LAUNCH_INCLUDE "%s",
			   below_base(tree, include_tree_place(tree, folder)));
}

static int by_path(const void *a, const void *b)
{
	const struct include_file *const *first = a;
	const struct include_file *const *second = b;

	return strcmp((*first)->path, (*second)->path);
}

/* Fills FILES, which are files and folders, by their paths. */
static void sort(struct include_tree *tree, struct include_file **files)
{
	size_t count = 0;

	for (struct include_file *file = tree->first; file; file = file->next) {
		const char *path = format_into(tree->arena, "%s/%s", below_base(tree, file->place),
					       format_or(file->name, ""));

		file->path = path + 1;
		files[count++] = file;
	}
	qsort(files, count, sizeof(struct include_file *), by_path);
}

/* -- writing --------------------------------------------------------------------------------- */

/* Writes COUNT FILES to DIRECTORY. The first SKIPPED bytes of their paths lead there. */
static bool write_folder(struct include_tree *tree, struct own_dir *directory,
			 struct include_file **files, size_t count, size_t skipped)
{
	bool is_good = true;
	size_t next;

	for (size_t i = 0; is_good && i < count; i = next) {
		const char *path = files[i]->path + skipped;
		const size_t length = strcspn(path, "/");
		struct own_dir inner;

		next = i + 1;
		if (path[length] != '/') {
			is_good = !*path ||
				  own_dir_write(directory, path, files[i]->bytes, files[i]->size);
			continue;
		}
		while (next < count && strncmp(files[next]->path + skipped, path, length + 1) == 0)
			next++;
		is_good = own_dir_make_in(&inner, directory,
					  format_into(tree->arena, "%.*s", (int)length, path)) &&
			  write_folder(tree, &inner, files + i, next - i, skipped + length + 1);
		own_dir_close(&inner);
	}
	return is_good;
}

static void fill(struct launch *launch, struct include_file **files, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (files[i]->name)
			launch->includes[launch->include_count++] =
				(struct launch_include){ files[i]->path, files[i]->size,
							 files[i]->hash };
}

bool include_tree_write(struct include_tree *tree, struct own_dir *directory, struct launch *launch)
{
	struct include_file **files =
		arena_alloc(tree->arena, tree->count * sizeof(struct include_file *));
	struct own_dir include;

	launch->includes = arena_alloc(tree->arena, tree->files * sizeof(*launch->includes));
	tree->base = "";
	if (!tree->first)
		return true;
	find_base(tree);
	errno = ENOMEM;
	if (!files || !launch->includes || !own_dir_make_in(&include, directory, LAUNCH_INCLUDE))
		return false;
	sort(tree, files);
	if (!write_folder(tree, &include, files, tree->count, 0)) {
		own_dir_remove_all(&include);
		return false;
	}
	own_dir_close(&include);
	fill(launch, files, tree->count);
	return true;
}
