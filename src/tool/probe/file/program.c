/* SPDX-License-Identifier: Apache-2.0 */
/* program: see program.h. */
#include "tool/probe/file/program.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/file/safe-open.h"
#include "base/text.h"
#include "tool/output/format.h"

#define MOST_LINKS 40		/* as the kernel */
#define MOST_SCRIPTS 4		/* an interpreter may be a script, and so on */
#define SCRIPT_LINE 256		/* bytes that the kernel reads */
#define DEFAULT_PATH "/usr/local/bin:/usr/bin:/bin"

/* -- links -------------------------------------------------------------------- */

/* A path whose links are being followed. */
struct link_walk {
	char done[PATH_MAX];	/* without a link, and without a slash at its end */
	char rest[PATH_MAX];	/* still to be looked at */
	const char *root;
	unsigned links;
};

static bool put_in_front(struct link_walk *walk, const char *target, const char *rest)
{
	char joined[2 * PATH_MAX];
	size_t length = text_format(joined, sizeof(joined), "%s/%s", target, rest);

	if (length >= sizeof(walk->rest))
		return false;
	memcpy(walk->rest, joined, length + 1);
	return true;
}

static void drop_last(struct link_walk *walk)
{
	char *slash = strrchr(walk->done, '/');

	if (slash)
		*slash = '\0';
}

/* If DONE is a link, its target is put in front of the rest. 0 or -errno. */
static int follow(struct link_walk *walk)
{
	char whole[2 * PATH_MAX];
	char target[PATH_MAX];
	ssize_t size;

	text_format(whole, sizeof(whole), "%s%s", walk->root, walk->done);
	size = readlink(whole, target, sizeof(target) - 1);
	if (size < 0)
		return errno == EINVAL ? 0 : -errno;	/* EINVAL: it is no link */
	target[size] = '\0';
	if (++walk->links > MOST_LINKS)
		return -ELOOP;
	if (*target == '/')
		*walk->done = '\0';
	else
		drop_last(walk);
	return put_in_front(walk, target, walk->rest) ? 0 : -ENAMETOOLONG;
}

/* Moves the first name of the rest to what is done. 0 or -errno. */
static int step(struct link_walk *walk)
{
	size_t length = strcspn(walk->rest, "/");
	char name[PATH_MAX];
	size_t end = strlen(walk->done);

	memcpy(name, walk->rest, length);
	name[length] = '\0';
	memmove(walk->rest, walk->rest + length + (walk->rest[length] == '/'),
		strlen(walk->rest + length + (walk->rest[length] == '/')) + 1);
	if (length == 0 || strcmp(name, ".") == 0)
		return 0;
	if (strcmp(name, "..") == 0) {
		drop_last(walk);
		return 0;
	}
	if (end + 1 + length >= sizeof(walk->done))
		return -ENAMETOOLONG;
	text_format(walk->done + end, sizeof(walk->done) - end, "/%s", name);
	return follow(walk);
}

/* *RESULT is PATH under ROOT without links, and without the root. 0 or -errno. */
static int resolve(const char *path, const char *root, const char **result, struct arena *arena)
{
	struct link_walk walk = { .root = root };
	int error = 0;

	if (strlen(path) >= sizeof(walk.rest))
		return -ENAMETOOLONG;
	memcpy(walk.rest, path, strlen(path) + 1);
	if (*path != '/' && !*root && !getcwd(walk.done, sizeof(walk.done)))
		return -errno;
	if (strcmp(walk.done, "/") == 0)
		*walk.done = '\0';
	while (*walk.rest && error == 0)
		error = step(&walk);
	if (!*walk.done)
		strcpy(walk.done, "/");
	*result = arena_copy(arena, walk.done, strlen(walk.done));
	return error ? error : *result ? 0 : -ENOMEM;
}

/* -- PATH --------------------------------------------------------------------- */

static bool is_executable(const char *path, const char *root, struct arena *arena)
{
	const char *whole = arena_under_root(arena, root, path);
	struct stat status;

	return whole && stat(whole, &status) == 0 && S_ISREG(status.st_mode) &&
	       (status.st_mode & 0111);
}

/* As execvp(3) does. A file of the working directory comes last; NAME itself: there is none. */
static const char *search_path(const char *name, const char *root, struct arena *arena)
{
	const char *rest = getenv("PATH");

	if (strchr(name, '/') || !*name)
		return name;
	if (!rest)
		rest = DEFAULT_PATH;
	while (rest) {
		size_t length;
		const char *element = text_next_element(&rest, ':', &length);
		const char *directory = length ? arena_copy(arena, element, length) : ".";
		const char *path = directory ? arena_path(arena, directory, name) : NULL;

		if (path && is_executable(path, root, arena))
			return path;
	}
	return name;
}

/* -- scripts ------------------------------------------------------------------ */

/* The next word of a "#!" line, NULL if there is none. */
static const char *next_word(const char **rest, struct arena *arena)
{
	size_t length;
	const char *word;

	*rest += strspn(*rest, " \t");
	length = strcspn(*rest, " \t");
	word = length ? arena_copy(arena, *rest, length) : NULL;
	*rest += length;
	return word;
}

/* "-Spython3" and "--split-string=python3" have the first word of what they split. */
static const char *skip_split(const char *word)
{
	const char *rest = text_skip_prefix(word, "-S");

	if (!rest)
		rest = text_skip_prefix(word, "--split-string=");
	return rest && *rest ? rest : word;
}

/* What env(1) runs: the first word that is neither an option nor NAME=VALUE; NULL: nothing. */
static const char *word_of_env(const char *rest, const char *root, struct arena *arena)
{
	const char *word;

	while ((word = next_word(&rest, arena))) {
		word = skip_split(word);
		if (strcmp(word, "-u") == 0 || strcmp(word, "-C") == 0)
			next_word(&rest, arena);
		else if (*word != '-' && !strchr(word, '='))
			return search_path(word, root, arena);
	}
	return NULL;
}

/* The program that the "#!" line of PATH names; NULL: it is no script. */
static const char *find_interpreter(const char *path, const char *root, struct arena *arena)
{
	const char *whole = arena_under_root(arena, root, path);
	char line[SCRIPT_LINE + 1];
	const char *rest = line + 2;
	const char *word;
	const char *program;
	const ssize_t size = whole ? safe_read_start(whole, line, SCRIPT_LINE) : -1;

	if (size < 2 || line[0] != '#' || line[1] != '!')
		return NULL;
	line[size] = '\0';
	line[strcspn(line, "\r\n")] = '\0';
	word = next_word(&rest, arena);
	program = word && strcmp(text_base_name(word), "env") == 0 ?
		  word_of_env(rest, root, arena) : NULL;
	return program ? program : word;
}

/* -- all of it ---------------------------------------------------------------- */

/*
 * Set-user-ID, set-group-ID and file capabilities make the kernel set AT_SECURE if they change
 * anything: a program of the user's own, or any program for root, gets no privileges by them.
 */
static bool has_privileges(const char *path, const struct stat *status)
{
	return ((status->st_mode & S_ISUID) && status->st_uid != getuid()) ||
	       ((status->st_mode & S_ISGID) && status->st_gid != getgid()) ||
	       (getuid() != 0 && getxattr(path, "security.capability", NULL, 0) > 0);
}

/* Is it a file that could be started? 0 or -errno. */
static int check_file(struct program_file *program, const char *root, struct arena *arena)
{
	const char *whole = arena_under_root(arena, root, program->path);
	struct stat status;

	if (!whole)
		return -ENOMEM;
	if (stat(whole, &status) != 0)
		return -errno;
	if (S_ISDIR(status.st_mode))
		return -EISDIR;
	program->is_executable &= (status.st_mode & 0111) != 0;
	program->is_privileged = has_privileges(whole, &status);
	program->size = (unsigned long long)status.st_size;
	return S_ISREG(status.st_mode) ? 0 : -EINVAL;
}

static int follow_file(struct program_file *program, const char *root, struct arena *arena)
{
	int error = resolve(program->file, root, &program->path, arena);

	return error ? error : check_file(program, root, arena);
}

static int follow_scripts(struct program_file *program, const char *root, struct arena *arena)
{
	for (int i = 0; i < MOST_SCRIPTS; i++) {
		const char *runner = find_interpreter(program->path, root, arena);
		int error;

		if (!runner)
			return 0;
		if (!program->script)
			program->script = program->path;
		program->runner = runner;
		program->file = runner;
		error = follow_file(program, root, arena);
		if (error)
			return error;
	}
	return -ELOOP;
}

int program_find(struct program_file *program, const char *word, const char *root,
		 struct arena *arena)
{
	const char *file = search_path(word, root, arena);
	int error;

	memset(program, 0, sizeof(*program));
	program->asked = word;
	program->file = file;
	program->is_executable = true;
	if (!*word)
		return -ENOENT;
	error = follow_file(program, root, arena);
	if (!error)
		error = follow_scripts(program, root, arena);
	if (error)
		return error;
	program->file = file;
	elf_file_read(&program->elf, arena_under_root(arena, root, program->path), arena);
	program->is_static = program->elf.kind == ELF_FILE_GOOD && !program->elf.linker &&
			     !program->elf.needed;
	if (program->elf.kind == ELF_FILE_GOOD && !*root &&
	    program->size >= program->elf.expected_size)
		loader_search(&program->loader, program->path, &program->elf,
			      program->is_privileged, arena);
	return 0;
}
