/* SPDX-License-Identifier: Apache-2.0 */
/*
 * process: see process.h. /proc/PID is opened once. All files in it are opened by that directory,
 * so they are this process's even if its number is given to another one meanwhile.
 */
#include "tool/probe/process/process.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/array.h"
#include "base/file/io.h"
#include "base/text.h"
#include "tool/output/format.h"
#include "tool/probe/process/process-maps.h"

#define MOST_FILES 4096			/* mapped files that are looked at */
#define MOST_BYTES ((size_t)512 << 20)	/* that are read of all of them */
#define MOST_ENVIRON ((size_t)4 << 20)	/* bytes; the kernel lets a program have a quarter of that */
#define MOST_VARIABLES 1000
#define MOST_VALUE 4096			/* bytes of a value that are shown */

#define DELETED " (deleted)"		/* added by the kernel */

/* openat2(2), which needs Linux 5.6; older headers have neither number nor names. */
#define NUMBER_OF_OPENAT2 437		/* on every machine */
#define STAY_IN_ROOT (0x10 | 0x02)	/* RESOLVE_IN_ROOT, RESOLVE_NO_MAGICLINKS */

struct examined {
	struct process *process;
	struct arena *arena;
	int directory;		/* /proc/PID */
	int root;		/* /proc/PID/root; -1: not known */
	size_t budget;		/* bytes that may still be read */
	struct process_maps maps;
};

/* -- small files of /proc ------------------------------------------------------------- */

/* Where the link NAME leads, in the arena; NULL with errno. */
static const char *read_link(const struct examined *examined, int directory, const char *name)
{
	char text[PATH_MAX];
	ssize_t size = readlinkat(directory, name, text, sizeof(text));

	return size < 0 ? NULL : arena_copy(examined->arena, text, (size_t)size);
}

/* At most MOST bytes of the file NAME, to be freed; NULL with errno. */
static char *read_small(const struct examined *examined, const char *name, size_t most,
			size_t *size)
{
	int file = openat(examined->directory, name, O_RDONLY | O_CLOEXEC);
	char *bytes = file < 0 ? NULL : malloc(most + 1);
	ssize_t part = 1;

	*size = 0;
	while (bytes && part > 0 && *size < most) {
		part = io_read(file, bytes + *size, most - *size);
		*size += part > 0 ? (size_t)part : 0;
	}
	if (bytes)
		bytes[*size] = '\0';
	if (file >= 0)
		close(file);
	return bytes;
}

/* The letter of proc(5) for its state; '?' if it is not known. The name before it has any bytes. */
static char read_state(const struct examined *examined)
{
	size_t size;
	char *text = read_small(examined, "stat", 4096, &size);
	const char *end = text ? strrchr(text, ')') : NULL;
	char state = end && end[1] == ' ' && end[2] ? end[2] : '?';

	free(text);
	return state;
}

static bool is_same_link(const struct examined *examined, const char *name, const char *own)
{
	const char *theirs = read_link(examined, examined->directory, name);
	const char *ours = read_link(examined, AT_FDCWD, own);

	return theirs && ours && strcmp(theirs, ours) == 0;
}

/* -- variables --------------------------------------------------------------------------- */

static bool is_wanted(const char *text)
{
	static const char *const prefixes[] = { "OCL_", "OPENCL_", "LD_" };

	for (size_t i = 0; i < ARRAY_SIZE(prefixes); i++)
		if (text_skip_prefix(text, prefixes[i]))
			return true;
	return false;
}

/* TEXT has LENGTH bytes and no NUL byte. */
static void add_variable(struct process_variable **list, const char *text, size_t length,
			 struct arena *arena)
{
	char *name = arena_copy(arena, text, length);
	char *equals = name ? strchr(name, '=') : NULL;
	struct process_variable *variable =
		equals ? arena_append(arena, list, sizeof(*variable)) : NULL;

	if (!variable)
		return;
	*equals = '\0';
	variable->name = name;
	variable->value = equals + 1;
	if (strlen(equals + 1) > MOST_VALUE)
		memcpy(equals + 1 + MOST_VALUE - 3, "...", sizeof("..."));
}

void process_take_variables(struct process *process, const char *bytes, size_t size,
			    struct arena *arena)
{
	size_t count = 0;

	while (size > 0 && count < MOST_VARIABLES) {
		size_t length = strnlen(bytes, size);
		char prefix[sizeof("OPENCL_")] = "";

		memcpy(prefix, bytes, length < sizeof(prefix) - 1 ? length : sizeof(prefix) - 1);
		if (is_wanted(prefix)) {
			add_variable(&process->variables, bytes, length, arena);
			count++;
		}
		bytes += length;
		size -= length;
		bytes += size > 0;
		size -= size > 0;
	}
	process->is_cut |= size > 0;
}

static void read_variables(struct examined *examined)
{
	struct process *process = examined->process;
	size_t size;
	char *bytes = read_small(examined, "environ", MOST_ENVIRON, &size);

	process->has_variables = bytes != NULL;
	process->is_cut |= size == MOST_ENVIRON;
	if (bytes)
		process_take_variables(process, bytes, size, examined->arena);
	free(bytes);
}

/* -- mapped files --------------------------------------------------------------------------- */

/* PATH under the directory ROOT; links in it do not lead out of ROOT. */
static int open_under(int root, const char *path)
{
	const struct {
		uint64_t flags;
		uint64_t mode;
		uint64_t resolve;
	} how = { O_PATH | O_CLOEXEC, 0, STAY_IN_ROOT };
	int file;

	if (root < 0)
		return -1;
	while (*path == '/')
		path++;
	file = (int)syscall(NUMBER_OF_OPENAT2, root, path, &how, sizeof(how));
	if (file < 0 && (errno == ENOSYS || errno == EPERM))
		file = openat(root, path, O_PATH | O_CLOEXEC | O_NOFOLLOW);
	return file;
}

/* FILE if it is the file of MAPPING, or else -1, and FILE is closed. */
static int if_same(int file, const struct process_mapping *mapping)
{
	struct stat status;

	if (file < 0)
		return -1;
	if (fstat(file, &status) == 0 && process_maps_has_file(mapping, &status))
		return file;
	close(file);
	errno = ENOENT;
	return -1;
}

/* The file of MAPPING, by its path; -1 with errno. */
static int open_by_path(const struct examined *examined, const struct process_mapping *mapping)
{
	int file = if_same(open_under(examined->root, mapping->path), mapping);

	/* The kernel writes paths as this process sees them, if it sees them. */
	if (file < 0 && (errno == ENOENT || errno == ENOTDIR))
		file = if_same(open(mapping->path, O_PATH | O_CLOEXEC), mapping);
	return file;
}

/* The same by the mapping itself, which also leads to deleted files; the kernel may forbid it. */
static int open_by_mapping(const struct examined *examined, const struct process_mapping *mapping)
{
	char name[64];

	text_format(name, sizeof(name), "map_files/%llx-%llx", (unsigned long long)mapping->start,
		    (unsigned long long)mapping->end);
	return openat(examined->directory, name, O_PATH | O_CLOEXEC);
}

/* Opens PLACE, from O_PATH, for reading if it is a regular file; closes PLACE. */
static int open_for_reading(int place)
{
	struct stat status;
	char name[64];
	int file = -1;

	text_format(name, sizeof(name), "/proc/self/fd/%d", place);
	if (fstat(place, &status) == 0 && S_ISREG(status.st_mode))
		file = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	else
		errno = 0;
	close(place);
	return file;
}

static void count_unread(struct process *process, const char *path, int error)
{
	if (process->unread++ > 0)
		return;
	process->unread_path = path;
	process->unread_why = strerror(error);
}

static void keep_file(struct examined *examined, const struct process_file *found)
{
	struct process_file *file =
		arena_append(examined->arena, &examined->process->files, sizeof(*file));

	if (!file)
		return;
	*file = *found;
	examined->process->counts[found->opencl.kind]++;
}

/* Only the name says what it is; deleted files cannot be read without privileges. */
static void keep_unread(struct examined *examined, struct process_file *found, int error)
{
	count_unread(examined->process, found->path, error);
	if (!text_skip_prefix(text_base_name(found->path), "libOpenCL.so"))
		return;
	found->opencl.kind = OPENCL_FILE_LOADER;
	found->opencl.loader = "not known which loader, its file cannot be read";
	keep_file(examined, found);
}

static void examine_mapping(struct examined *examined, const struct process_mapping *mapping)
{
	struct process_file found = { .path = mapping->path };
	int place = open_by_path(examined, mapping);
	int error = errno;
	int file;

	if (place < 0) {
		found.is_gone = error == ENOENT || error == ENOTDIR;
		place = open_by_mapping(examined, mapping);
	}
	file = place < 0 ? -1 : open_for_reading(place);
	error = place < 0 ? error : errno;
	if (file < 0) {
		if (error)
			keep_unread(examined, &found, error);
		return;
	}
	examined->process->is_cut |= !opencl_file_read(&found.opencl, file, &examined->budget);
	close(file);
	if (found.opencl.kind != OPENCL_FILE_OTHER)
		keep_file(examined, &found);
}

static int compare_numbers(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int compare_files(const void *a, const void *b)
{
	const struct process_mapping *one = *(const struct process_mapping *const *)a;
	const struct process_mapping *other = *(const struct process_mapping *const *)b;
	int order = compare_numbers(one->inode, other->inode);

	if (order == 0)
		order = strcmp(one->path, other->path);
	return order ? order : compare_numbers(one->start, other->start);
}

static int compare_addresses(const void *a, const void *b)
{
	const struct process_mapping *one = *(const struct process_mapping *const *)a;
	const struct process_mapping *other = *(const struct process_mapping *const *)b;

	return compare_numbers(one->start, other->start);
}

/* One executable mapping of each file, in the order of their addresses; to be freed. */
static const struct process_mapping **choose_mappings(const struct process_maps *maps,
						      size_t *count)
{
	const struct process_mapping **chosen = calloc(maps->count + 1, sizeof(*chosen));
	size_t all = 0;

	*count = 0;
	if (!chosen)
		return NULL;
	for (const struct process_mapping *mapping = maps->first; mapping; mapping = mapping->next)
		if (mapping->is_executable && mapping->inode != 0)
			chosen[all++] = mapping;
	if (all == 0)
		return chosen;
	qsort(chosen, all, sizeof(*chosen), compare_files);
	for (size_t i = 0; i < all; i++)
		if (i == 0 || chosen[i]->inode != chosen[i - 1]->inode ||
		    strcmp(chosen[i]->path, chosen[i - 1]->path) != 0)
			chosen[(*count)++] = chosen[i];
	qsort(chosen, *count, sizeof(*chosen), compare_addresses);
	return chosen;
}

static void examine_files(struct examined *examined)
{
	const struct process_mapping **mappings;
	size_t count;

	mappings = choose_mappings(&examined->maps, &count);
	examined->process->is_cut |= examined->maps.is_cut || count > MOST_FILES || !mappings;
	for (size_t i = 0; mappings && i < count && i < MOST_FILES; i++)
		examine_mapping(examined, mappings[i]);
	free(mappings);
}

/* -- the process ------------------------------------------------------------------------------ */

static void read_program(struct examined *examined)
{
	int place = openat(examined->directory, "exe", O_PATH | O_CLOEXEC);
	int file = place < 0 ? -1 : open_for_reading(place);
	struct opencl_file opencl;

	if (file < 0)
		return;
	opencl_file_read(&opencl, file, &examined->budget);
	close(file);
	examined->process->bits = opencl.bits;
	examined->process->is_static = opencl.bits && !opencl.has_linker;
}

const char *process_refusal(void)
{
	return geteuid() != 0 ? "this user may not look into it; run clrouter as its user, or as root"
			      : "not even root may look into it here: that needs CAP_SYS_PTRACE, which a "
				"container has only if it is started so (--cap-add=SYS_PTRACE)";
}

/* Why nothing is known, after reading has failed with ERROR or has found nothing (0). */
static const char *explain(const struct examined *examined, int error)
{
	char state = read_state(examined);

	if (state == 'Z' || state == 'X')
		return "it has ended, and its parent has not yet asked for its exit status";
	if (error == ESRCH || error == ENOENT || state == '?')
		return "it has ended";
	if (error == EACCES || error == EPERM)
		return process_refusal();
	if (error)
		return strerror(error);
	return "it is a thread of the kernel, which has no program";
}

static int read_maps(struct examined *examined)
{
	int file = openat(examined->directory, "maps", O_RDONLY | O_CLOEXEC);
	FILE *stream = file < 0 ? NULL : fdopen(file, "r");
	int error = stream ? 0 : errno;

	if (stream) {
		error = -process_maps_read_stream(&examined->maps, stream, examined->arena);
		fclose(stream);
	} else if (file >= 0) {
		close(file);
	}
	return error;
}

static const char *read_all(struct examined *examined)
{
	struct process *process = examined->process;
	int error = read_maps(examined);

	process->program = error ? NULL : read_link(examined, examined->directory, "exe");
	if (error || !process->program)
		return explain(examined, error ? error : errno == ENOENT ? 0 : errno);
	process->is_elsewhere = !is_same_link(examined, "ns/mnt", "/proc/self/ns/mnt") ||
				!is_same_link(examined, "root", "/proc/self/root");
	examined->root = openat(examined->directory, "root", O_PATH | O_DIRECTORY | O_CLOEXEC);
	read_program(examined);
	examine_files(examined);
	read_variables(examined);
	/* What was read piece by piece belongs together if the process is still there. */
	return read_link(examined, examined->directory, "exe") ? NULL
							       : explain(examined, ESRCH);
}

const char *process_read(struct process *process, unsigned pid, struct arena *arena)
{
	struct examined examined = { .process = process, .arena = arena, .root = -1,
				     .budget = MOST_BYTES };
	const char *why;
	char path[64];

	memset(process, 0, sizeof(*process));
	process->pid = pid;
	text_format(path, sizeof(path), "/proc/%u", pid);
	examined.directory = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (examined.directory < 0)
		return errno == ENOENT ? "there is no such process, or /proc does not show it"
				       : format_into(arena, "%s: %s", path, strerror(errno));
	why = read_all(&examined);
	if (examined.root >= 0)
		close(examined.root);
	close(examined.directory);
	return why;
}
