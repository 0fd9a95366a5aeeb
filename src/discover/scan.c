/* SPDX-License-Identifier: Apache-2.0 */
/*
 * scan: see scan.h. First all candidates are collected, then their files are read. No library is
 * opened before that is complete, so a driver that changes the environment or a directory while it
 * starts has no effect on the list.
 */
#include "discover/scan.h"

#include <errno.h>
#include <string.h>

#include "base/file/dir.h"
#include "base/os.h"
#include "base/text.h"
#include "discover/icd-file.h"

/* A directory that was read. Its names mask the same names in directories that are read later. */
struct seen {
	struct seen *next;
	const char *path;
	struct os_status status;
	struct dir dir;		/* all names, with any suffix; empty if it cannot be read */
};

struct scan {
	struct candidate_list *list;
	const struct settings *settings;	/* NULL: for layers */
	const char *suffix;
	const char *root;
	struct arena *arena;
	struct seen *seen;
};

static bool is_masked(const struct scan *scan, const char *name)
{
	for (const struct seen *seen = scan->seen; seen; seen = seen->next)
		if (dir_has(&seen->dir, name))
			return true;
	return false;
}

static void add_file(struct scan *scan, const struct dir_name *name)
{
	struct candidate *candidate = candidate_list_add(scan->list, scan->arena,
							 CANDIDATE_FROM_DIRECTORY);
	enum log_topic topic = scan->list->topic;

	if (!candidate)
		return;
	candidate->path = name->path;
	if (is_masked(scan, name->name))
		candidate_refuse(candidate, topic, REASON_MASKED, 0, NULL);
	else if (name->kind == DIR_OTHER)
		candidate_refuse(candidate, topic, REASON_NOT_REGULAR, 0, NULL);
	else if (name->kind == DIR_BROKEN)
		candidate_refuse(candidate, topic, REASON_UNREADABLE, name->error, NULL);
}

/* Adds a candidate for a file, or for a directory that is going to be refused. */
static struct candidate *add_path(struct scan *scan, enum candidate_origin origin, const char *path)
{
	struct candidate *candidate = candidate_list_add(scan->list, scan->arena, origin);

	if (candidate)
		candidate->path = path;
	return candidate;
}

/* Stores the status of PATH under the root. 0 or -errno. */
static int find_status(const struct scan *scan, const char *path, struct os_status *status)
{
	const char *full_path = arena_under_root(scan->arena, scan->root, path);

	return full_path ? os_path_status(full_path, status) : -ENOMEM;
}

static bool was_read(const struct scan *scan, const struct os_status *status)
{
	for (const struct seen *seen = scan->seen; seen; seen = seen->next)
		if (os_is_same_file(&seen->status, status))
			return true;
	return false;
}

static void add_files(struct scan *scan, const char *path, const struct dir *dir)
{
	size_t count = 0;

	for (size_t i = 0; i < dir->count; i++)
		if (text_has_suffix(dir->names[i]->name, scan->suffix)) {
			add_file(scan, dir->names[i]);
			count++;
		}
	log_line(LOG_DEBUG, scan->list->topic, LOG_BLAME_NOBODY,
		 "%s: files that end in %s: %zu", path, scan->suffix, count);
}

/*
 * Adds the files in PATH, unless that was read before. False if PATH is not a directory; an
 * unreadable one is refused.
 */
static bool read_directory(struct scan *scan, const char *path)
{
	struct seen *seen = arena_alloc(scan->arena, sizeof(*seen));
	int error = seen ? find_status(scan, path, &seen->status) : -ENOMEM;
	struct candidate *candidate;

	if (!error && was_read(scan, &seen->status)) {
		log_line(LOG_DEBUG, scan->list->topic, LOG_BLAME_NOBODY,
			 "%s: the directory was read before, passed over", path);
		return true;
	}
	if (!error)
		error = dir_read(&seen->dir, scan->root, path, "", scan->arena);
	if (error == -ENOENT || error == -ENOTDIR || error == -ENAMETOOLONG || error == -ELOOP)
		return false;
	if (!error) {
		add_files(scan, path, &seen->dir);
	} else {
		candidate = add_path(scan, CANDIDATE_FROM_DIRECTORY, path);
		if (candidate)
			candidate_refuse(candidate, scan->list->topic, REASON_UNREADABLE, -error,
					 NULL);
	}
	if (seen) {
		seen->path = path;
		seen->next = scan->seen;
		scan->seen = seen;
	}
	return true;
}

const char *scan_linked_directory(const char *directory, const char *root, struct arena *arena)
{
	const char *path = arena_path(arena, directory, SCAN_LINK);
	const char *full_path = path ? arena_under_root(arena, root, path) : NULL;
	const char *target = full_path ? os_read_link(full_path, arena) : NULL;
	struct os_status status;
	int error;

	/* The kernel does not know that a link leads to what is below the root. */
	if (target)
		path = os_is_absolute(target) ? target : arena_path(arena, directory, target);
	full_path = path ? arena_under_root(arena, root, path) : NULL;
	error = full_path ? os_path_status(full_path, &status) : -ENOMEM;
	if (error)
		return target ? path : NULL;
	return status.kind == OS_DIRECTORY ? path : NULL;
}

static void log_absent(const struct scan *scan, const char *path)
{
	log_line(LOG_DEBUG, scan->list->topic, LOG_BLAME_NOBODY,
		 "%s: no such directory, passed over", path);
}

/* Adds the files in PATH, and for drivers those in the directory that is linked into it. */
static bool add_directory(struct scan *scan, const char *path)
{
	const char *linked;

	if (!read_directory(scan, path))
		return false;
	linked = scan->settings ? scan_linked_directory(path, scan->root, scan->arena) : NULL;
	if (linked && !read_directory(scan, linked))
		log_absent(scan, linked);
	return true;
}

/* The directory that NAME, in a directory that was read, leads to; NULL: it leads to none. */
static const char *find_inner(const struct scan *scan, const struct seen *seen,
			      const struct dir_name *name)
{
	if (strcmp(name->name, SCAN_LINK) == 0)
		return scan_linked_directory(seen->path, scan->root, scan->arena);
	if (name->kind == DIR_OTHER && !text_has_suffix(name->name, scan->suffix))
		return name->path;
	return NULL;
}

/* Refuses PATH, which leads to DIRECTORY, if that has files of drivers and was not read. */
static void add_if_unread(struct scan *scan, const char *path, const char *directory)
{
	struct candidate *candidate;
	struct os_status status;
	struct dir dir;

	if (dir_read(&dir, scan->root, directory, scan->suffix, scan->arena) != 0 ||
	    dir.count == 0 ||
	    (find_status(scan, directory, &status) == 0 && was_read(scan, &status)))
		return;
	candidate = add_path(scan, CANDIDATE_FROM_DIRECTORY, path);
	if (candidate)
		candidate_refuse(candidate, scan->list->topic, REASON_SUBDIRECTORY, 0, NULL);
}

static void add_unread_directories(struct scan *scan)
{
	for (const struct seen *seen = scan->seen; seen; seen = seen->next)
		for (size_t i = 0; i < seen->dir.count; i++) {
			const struct dir_name *name = seen->dir.names[i];
			const char *directory = find_inner(scan, seen, name);

			if (directory)
				add_if_unread(scan, name->path, directory);
		}
}

static void add_directories(struct scan *scan, const struct setting_list *directories)
{
	for (size_t i = 0; i < directories->count; i++) {
		const char *path = directories->items[i].text;

		if (!add_directory(scan, path))
			log_absent(scan, path);
	}
}

static void add_library(struct scan *scan, enum candidate_origin origin, const char *name)
{
	struct candidate *candidate = candidate_list_add(scan->list, scan->arena, origin);

	if (!candidate)
		return;
	candidate->written = name;
	candidate->library = name;
}

void scan_registered(struct candidate_list *list, enum os_register kind, struct arena *arena)
{
	for (const struct os_registered *each = os_list_registered(kind, arena); each;
	     each = each->next) {
		struct candidate *candidate = candidate_list_add(list, arena,
								 CANDIDATE_FROM_DIRECTORY);

		if (!candidate)
			return;
		candidate->path = each->place;
		candidate->written = each->library;
		candidate->library = each->library;
		if (each->problem)
			candidate_refuse(candidate, list->topic, REASON_DISABLED, 0, each->problem);
	}
}

static bool exists(const struct scan *scan, const char *path)
{
	struct os_status status;

	return find_status(scan, path, &status) == 0;
}

static void add_system_drivers(struct scan *scan)
{
	if (OS_HAS_REGISTER)
		scan_registered(scan->list, OS_DRIVERS, scan->arena);
	add_directories(scan, &scan->settings->vendor_dirs);
}

/* The path of NAME in DIRECTORY, or in the directory that is linked into it; NULL: in neither. */
static const char *find_in(struct scan *scan, const char *directory, const char *name)
{
	const char *linked = scan_linked_directory(directory, scan->root, scan->arena);
	const char *path = arena_path(scan->arena, directory, name);

	if (path && !exists(scan, path))
		path = linked ? arena_path(scan->arena, linked, name) : NULL;
	return path && exists(scan, path) ? path : NULL;
}

static const char *find_in_vendor_dirs(struct scan *scan, const char *name)
{
	const struct setting_list *dirs = &scan->settings->vendor_dirs;
	const char *path = NULL;

	for (size_t i = 0; i < dirs->count && !path; i++)
		path = find_in(scan, dirs->items[i].text, name);
	return path;
}

/*
 * The path of NAME, an .icd file without a directory, which is searched for in OPENCL_VENDOR_PATH,
 * or else in vendor_dirs. NAME itself if it is not found.
 */
static const char *find_bare_name(struct scan *scan, const char *name)
{
	const char *rest = scan->settings->env.value[ENV_OPENCL_VENDOR_PATH];
	const char *path = NULL;

	if (!rest)
		path = find_in_vendor_dirs(scan, name);
	while (rest && !path) {
		size_t length;
		const char *element = text_next_element(&rest, OS_LIST_SEPARATOR, &length);
		const char *directory = arena_copy(scan->arena, element, length);

		if (length == 0)
			path = find_in_vendor_dirs(scan, name);
		else if (directory)
			path = find_in(scan, directory, name);
	}
	return path ? path : name;
}

static void add_named(struct scan *scan, enum candidate_origin origin, const char *name)
{
	bool is_bare = text_base_name(name) == name;

	if (text_has_suffix(name, scan->suffix))
		add_path(scan, origin, is_bare ? find_bare_name(scan, name) : name);
	else
		add_library(scan, origin, name);
}

static void add_element(struct scan *scan, enum candidate_origin origin, const char *text,
			size_t length)
{
	const char *name = arena_copy(scan->arena, text, length);

	if (!name)
		return;
	if (origin == CANDIDATE_FROM_FILENAMES) {
		if (length)
			add_named(scan, origin, name);
	} else if (length == 0) {
		add_system_drivers(scan);
	} else if (!add_directory(scan, name)) {
		add_named(scan, origin, name);
	}
}

static void add_list(struct scan *scan, enum candidate_origin origin, const char *list)
{
	const char *rest = list;

	while (rest) {
		size_t length;
		const char *element = text_next_element(&rest, OS_LIST_SEPARATOR, &length);

		add_element(scan, origin, element, length);
	}
}

static void read_files(struct scan *scan)
{
	for (struct candidate *candidate = scan->list->first; candidate;
	     candidate = candidate->next)
		if (candidate->path && !candidate->library &&
		    candidate->verdict.reason == REASON_OK)
			icd_file_read(candidate, scan->list->topic, scan->root,
				      candidate->origin == CANDIDATE_FROM_DIRECTORY, scan->arena);
}

static void set_names(struct candidate_list *list)
{
	for (struct candidate *candidate = list->first; candidate; candidate = candidate->next)
		match_names_init(&candidate->names, candidate->path, candidate->written,
				 candidate->library);
}

void scan_directories(struct candidate_list *list, const struct setting_list *directories,
		      const char *suffix, const char *root, struct arena *arena)
{
	struct scan scan = { list, NULL, suffix, root, arena, NULL };

	add_directories(&scan, directories);
	read_files(&scan);
}

void scan_drivers(struct candidate_list *list, const struct settings *settings, const char *root,
		  struct arena *arena)
{
	struct scan scan = { list, settings, ".icd", root, arena, NULL };
	const char *const *env = settings->env.value;

	if (env[ENV_OCL_ICD_FILENAMES])
		add_list(&scan, CANDIDATE_FROM_FILENAMES, env[ENV_OCL_ICD_FILENAMES]);
	if (env[ENV_OCL_ICD_VENDORS])
		add_list(&scan, CANDIDATE_FROM_VENDORS, env[ENV_OCL_ICD_VENDORS]);
	else if (env[ENV_OPENCL_VENDOR_PATH])
		add_list(&scan, CANDIDATE_FROM_VENDORS, env[ENV_OPENCL_VENDOR_PATH]);
	else
		add_system_drivers(&scan);
	add_unread_directories(&scan);
	read_files(&scan);
	set_names(list);
	candidate_list_resolve(list, arena);
}
