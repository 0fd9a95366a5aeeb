/* SPDX-License-Identifier: Apache-2.0 */
/*
 * files: see files.h. A loader in a prefix of its own (conda, Spack, a home directory) reads two
 * trees: the system's tree, then its own.
 *
 * A FIFO or device is not opened, because that can wait, or have an effect on the device. So the
 * kind of a file is checked before it is opened. It is checked again on the descriptor, because
 * another file may have taken its place in between.
 */
#include "config/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/file/dir.h"
#include "base/file/io.h"
#include "base/os.h"
#include "base/text.h"
#include "config/parse.h"

#define SIZE_LIMIT 1048576	/* bytes */

/* loader.conf(5) has the same numbers, and the tool shows them. */
enum source {
	SOURCE_NAMED = 0,	/* by OPENCL_LOADER_CONFIG */
	SOURCE_SHIPPED = 2,
	SOURCE_MAIN = 3,
	SOURCE_LOCAL = 4,
	SOURCE_USER = 5,
};

/* One file to read. */
struct file {
	const char *path;		/* without the root */
	enum settings_family family;
	enum source source;
	bool must_exist;		/* record it even if it does not exist */
	bool is_regular;		/* its directory says so: no check before it is opened */
	char *bytes;			/* from malloc(), with a NUL byte at the end; NULL: empty */
	size_t size;
};

/* The files of one prefix: its data directory and its configuration directory. */
struct tree {
	const char *shipped_path;	/* DATADIR/OpenCL/NAME.conf.d */
	const char *main_path;		/* SYSCONFDIR/OpenCL/NAME.conf */
	const char *local_path;		/* SYSCONFDIR/OpenCL/NAME.conf.d */
	struct dir shipped;
	struct dir local;
};

static const char *join(const struct files *files, const char *a, const char *b, const char *c)
{
	const char *parts[] = { a, b, c };
	const char *path = arena_join(files->settings->arena, parts, 3);

	if (!path)
		settings_add_no_memory(files->settings);
	return path;
}

/* -- the bytes of one file --------------------------------------------------- */

static void refuse(struct verdict *verdict, enum reason reason, int code, const char *detail)
{
	*verdict = (struct verdict){ reason, code, detail };
}

static bool check_status(const struct os_status *status, bool trusted_only,
			 struct verdict *verdict)
{
	if (status->kind != OS_REGULAR)
		refuse(verdict, REASON_NOT_REGULAR, 0, NULL);
	else if (trusted_only && !status->is_trusted)
		refuse(verdict, REASON_UNTRUSTED, 0, NULL);
	else if (status->size > SIZE_LIMIT)
		refuse(verdict, REASON_CONFIG_REFUSED, 0, "expected at most 1 MiB, found more");
	return verdict->reason == REASON_OK;
}

static void read_bytes(struct file *file, int descriptor, size_t size, struct verdict *verdict)
{
	ssize_t got;

	file->bytes = malloc(size + 1);
	if (!file->bytes) {
		refuse(verdict, REASON_NO_MEMORY, 0, NULL);
		return;
	}
	/* One byte more is requested, to notice that the file has grown. */
	got = io_read(descriptor, file->bytes, size + 1);
	if (got < 0) {
		refuse(verdict, REASON_UNREADABLE, (int)-got, NULL);
	} else if ((size_t)got != size) {
		refuse(verdict, REASON_CONFIG_REFUSED, 0, "the file changed while it was read");
	} else {
		file->bytes[size] = '\0';
		file->size = size;
	}
}

/*
 * True if PATH is a regular file. Otherwise false; the verdict is still OK for the null device,
 * which counts as an empty file, because a link to it masks a name.
 */
static bool check_kind(const char *path, struct verdict *verdict)
{
	struct os_status status;
	int error = os_path_status(path, &status);

	if (error)
		refuse(verdict, REASON_UNREADABLE, -error, NULL);
	else if (status.kind != OS_REGULAR && status.kind != OS_NULL_DEVICE)
		refuse(verdict, REASON_NOT_REGULAR, 0, NULL);
	return verdict->reason == REASON_OK && status.kind == OS_REGULAR;
}

/*
 * sudo may keep the HOME of the user who called it, whose files must not lead a process of root.
 * With a root nobody asks: who names it wants to know what is in it, and a tree that was made for
 * another system may have other owners.
 */
static bool check_way(const struct files *files, const struct file *file, const char *path,
		      struct verdict *verdict)
{
	const char *blame = NULL;

	if (file->source == SOURCE_USER && !*files->root)
		blame = os_find_untrusted(path, files->settings->arena);
	if (blame)
		refuse(verdict, REASON_UNTRUSTED, 0, blame);
	return !blame;
}

static bool must_be_trusted(const struct files *files, enum source source)
{
	bool is_administrators = source == SOURCE_MAIN || source == SOURCE_LOCAL;

	return files->trusted_only || (OS_SYSTEM_FILES_MUST_BE_TRUSTED && is_administrators);
}

/* Reads the bytes of FILE, or sets the verdict. An empty file has no bytes. */
static void load_file(const struct files *files, struct file *file, const char *path,
		      struct verdict *verdict)
{
	struct os_status status;
	int descriptor;

	if ((!file->is_regular && !check_kind(path, verdict)) ||
	    !check_way(files, file, path, verdict))
		return;
	descriptor = os_open(path, OS_READ, &status);
	if (descriptor < 0) {
		refuse(verdict, REASON_UNREADABLE, -descriptor, NULL);
		return;
	}
	if (check_status(&status, must_be_trusted(files, file->source), verdict) &&
	    status.size > 0)
		read_bytes(file, descriptor, (size_t)status.size, verdict);
	close(descriptor);
}

/* -- one file ---------------------------------------------------------------- */

static struct settings_file *record_file(const struct files *files, enum source source,
				       const char *path, const struct verdict *verdict)
{
	struct settings_file *file = settings_add_file(files->settings, path, source);
	struct origin origin = { path, 0 };

	if (file)
		file->verdict = *verdict;
	/* No line is at fault, so no problem has been added for this file yet. */
	if (verdict->reason == REASON_CONFIG_REFUSED)
		settings_add_problem(files->settings, LOG_ERROR, origin,
				     "%s; the file is refused", verdict->detail);
	return file;
}

/* The lines are added to files->draft only if the whole file is good. */
static void read_file(const struct files *files, struct file file)
{
	bool has_root = *files->root && os_is_absolute(file.path);
	const char *path = has_root ? join(files, files->root, file.path, "") : file.path;
	bool is_system = file.source >= SOURCE_SHIPPED && file.source <= SOURCE_LOCAL;
	struct verdict verdict = { REASON_OK, 0, NULL };
	struct settings_file *record;
	struct draft draft;

	if (!path)
		return;
	load_file(files, &file, path, &verdict);
	if (!file.must_exist && (verdict.code == ENOENT || verdict.code == ENOTDIR))
		return;
	record = record_file(files, file.source, file.path, &verdict);
	if (verdict.reason == REASON_OK) {
		draft_init(&draft, files->settings, file.path, file.family, is_system);
		if (!file.bytes || parse_text(&draft, file.bytes, file.size, &verdict.detail))
			draft_append(files->draft, &draft);
		else if (record)
			refuse(&record->verdict, REASON_CONFIG_REFUSED, 0, verdict.detail);
	}
	free(file.bytes);
}

/* -- the places -------------------------------------------------------------- */

static const char *name_of(enum settings_family family)
{
	return family == FAMILY_LAYERS ? "/OpenCL/layers.conf" : "/OpenCL/loader.conf";
}

static void list_directory(const struct files *files, enum source source, const char *path,
			   struct dir *dir)
{
	int error = dir_read(dir, files->root, path, ".conf", files->settings->arena);
	struct verdict verdict = { REASON_UNREADABLE, -error, NULL };

	if (error && error != -ENOENT && error != -ENOTDIR)
		record_file(files, source, path, &verdict);
}

static bool open_tree(const struct files *files, enum settings_family family,
		      const struct os_tree *place, struct tree *tree)
{
	const char *name = name_of(family);

	memset(tree, 0, sizeof(*tree));
	tree->shipped_path = join(files, place->datadir, name, ".d");
	tree->main_path = join(files, place->sysconfdir, name, "");
	tree->local_path = join(files, place->sysconfdir, name, ".d");
	if (!tree->shipped_path || !tree->main_path || !tree->local_path)
		return false;
	list_directory(files, SOURCE_SHIPPED, tree->shipped_path, &tree->shipped);
	list_directory(files, SOURCE_LOCAL, tree->local_path, &tree->local);
	return true;
}

/*
 * The path of the local file that masks the shipped file NAME, or NULL. Only the name counts: an
 * empty or unreadable local file masks too.
 */
static const char *find_mask(const struct files *files, const char *name,
			     const struct tree *trees, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (dir_has(&trees[i].local, name))
			return join(files, trees[i].local_path, "/", name);
	return NULL;
}

/* Reads the files of DIR. Those that a local file in TREES masks are only recorded. */
static void read_directory(const struct files *files, enum settings_family family,
			   enum source source, const struct dir *dir,
			   const struct tree *trees, size_t count)
{
	for (size_t i = 0; i < dir->count; i++) {
		const struct dir_name *name = dir->names[i];
		const char *mask = find_mask(files, name->name, trees, count);
		struct verdict masked = { REASON_MASKED, 0, mask };

		if (mask)
			record_file(files, source, name->path, &masked);
		else
			read_file(files, (struct file){
				.path = name->path, .family = family, .source = source,
				.must_exist = true, .is_regular = name->kind == DIR_REGULAR,
			});
	}
}

void files_read_system(const struct files *files, enum settings_family family)
{
	struct os_tree places[OS_TREES];
	size_t places_count = os_config_trees(places);
	struct tree trees[OS_TREES];
	size_t count = 0;

	for (size_t i = 0; i < places_count; i++)
		if (open_tree(files, family, &places[i], &trees[count]))
			count++;
	/* If both trees share the data directory, it is read once, in the system's tree. */
	if (count == 2 && strcmp(places[0].datadir, places[1].datadir) == 0)
		trees[1].shipped.count = 0;
	for (size_t i = 0; i < count; i++) {
		const struct tree *tree = &trees[i];

		/* Local files mask shipped ones in this tree and in weaker trees. */
		read_directory(files, family, SOURCE_SHIPPED, &tree->shipped, tree, count - i);
		read_file(files, (struct file){
			.path = tree->main_path, .family = family, .source = SOURCE_MAIN });
		read_directory(files, family, SOURCE_LOCAL, &tree->local, NULL, 0);
	}
}

const char *files_local_directory(enum settings_family family, struct arena *arena)
{
	struct os_tree places[OS_TREES];
	const size_t count = os_config_trees(places);
	const char *const parts[] = { places[count - 1].sysconfdir, name_of(family), ".d" };

	return arena_join(arena, parts, ARRAY_SIZE(parts));
}

const char *files_user_path(enum settings_family family, const char *directory, const char *suffix,
			    struct arena *arena)
{
	const char *const parts[] = { directory, suffix, name_of(family) };

	return arena_join(arena, parts, ARRAY_SIZE(parts));
}

void files_read_user(const struct files *files, enum settings_family family,
		     const char *directory, const char *suffix)
{
	const char *path = files_user_path(family, directory, suffix, files->settings->arena);

	if (path)
		read_file(files, (struct file){
			.path = path, .family = family, .source = SOURCE_USER });
	else
		settings_add_no_memory(files->settings);
}

void files_read_named(const struct files *files, const char *path)
{
	size_t length = (size_t)(text_base_name(path) - path);
	const char *directory = arena_copy(files->settings->arena, path, length);
	const char *layers = directory ? join(files, directory, "layers.conf", "") : NULL;

	read_file(files, (struct file){ .path = path, .source = SOURCE_NAMED, .must_exist = true });
	if (layers)
		read_file(files, (struct file){
			.path = layers, .family = FAMILY_LAYERS, .source = SOURCE_NAMED });
	else
		settings_add_no_memory(files->settings);
}

bool files_is_shipped(const struct settings *settings, const char *path)
{
	const struct settings_file *file = settings->files;

	while (file && !(file->source == SOURCE_SHIPPED && strcmp(file->path, path) == 0))
		file = file->next;
	return file != NULL;
}
