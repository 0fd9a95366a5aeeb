/* SPDX-License-Identifier: Apache-2.0 */
/*
 * path-walk: to which directory and name a path leads, which components its caller is asked about,
 * and whom a file may belong to. What is done with them is in test-safe-open and test-trusted-path.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE	/* unshare() */
#endif
#include "base/file/path-walk.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "unit/unit.h"

static char asked[256];
static const char *refused = "";

static bool judge(const struct path_walk *walk, void *context)
{
	size_t length = strlen(asked);

	ck_assert_ptr_eq(context, asked);
	text_format(asked + length, sizeof(asked) - length, "%s%s", walk->name,
		    walk->is_link ? "@ " : walk->is_found ? " " : "? ");
	errno = EDOM;
	return strcmp(walk->name, refused) != 0;
}

/* From the directory of the test. */
static const struct {
	const char *path;
	const char *asked;	/* "NAME@" for a link, "NAME?" for a name that does not exist */
	int error;
} paths[] = {
	{ "", "", ENOENT },
	{ "/", "", EISDIR },
	{ "a", "a ", 0 },
	{ "a/", "a ", EISDIR },
	{ "none", "none? ", 0 },
	{ "none/b", "", ENOENT },
	{ "a/file", "a file ", 0 },
	{ "a//./b/../file", "a . b .. file ", 0 },
	{ "a/file/c", "a file ", ENOTDIR },
	{ "link", "link@ a ", 0 },
	{ "link/file", "link@ a file ", 0 },
	{ "link/none", "link@ a none? ", 0 },
	{ "dangling", "dangling@ none? ", 0 },
	{ "a/up/a/file", "a up@ .. a file ", 0 },
	{ "circle", NULL, ELOOP },
	{ "l1", NULL, 0 },
	{ "l0", NULL, ELOOP },
	{ "refused/b", "refused ", EDOM },
	{ "/proc/self/cwd/a", "proc self cwd a ", 0 },
};

static void make_links(void)
{
	char what[32];

	unit_make("a/b/");
	unit_make("refused/b/");
	unit_make("a/file=");
	unit_make("link->a");
	unit_make("a/up->..");
	unit_make("dangling->none");
	unit_make("circle->circle");
	/* The chain from l1 has 40 links, as many as the kernel follows. */
	for (int i = 0; i < 40; i++) {
		snprintf(what, sizeof(what), "l%d->l%d", i, i + 1);
		unit_make(what);
	}
	unit_make("l40->a");
	refused = "refused";
}

START_TEST(paths_lead_to)
{
	struct path_walk walk;
	int error;

	make_links();
	ck_assert_int_eq(chdir(unit_dir), 0);
	error = path_walk_start(&walk, paths[_i].path, judge, asked) ? 0 : errno;
	ck_assert_msg(error == paths[_i].error, "\"%s\": %s, not %s", paths[_i].path,
		      strerror(error), strerror(paths[_i].error));
	if (paths[_i].asked)
		ck_assert_str_eq(asked, paths[_i].asked);
	if (error == 0)
		ck_assert_int_eq(faccessat(walk.directory, walk.name, F_OK, 0) == 0,
				 walk.is_found);
	errno = ERANGE;
	path_walk_done(&walk);
	ck_assert_int_eq(errno, ERANGE);
}
END_TEST

START_TEST(long_paths)
{
	static char path[PATH_MAX + 1];
	char target[PATH_MAX];
	struct path_walk walk;

	ck_assert_int_eq(chdir(unit_dir), 0);
	memset(path, 'a', NAME_MAX + 1);
	ck_assert(!path_walk_start(&walk, path, judge, asked));
	ck_assert_int_eq(errno, ENAMETOOLONG);
	path_walk_done(&walk);
	for (size_t i = 0; i < PATH_MAX; i++)
		path[i] = i % 2 ? '/' : '.';
	ck_assert(!path_walk_start(&walk, path, judge, asked));
	ck_assert_int_eq(errno, ENAMETOOLONG);
	path_walk_done(&walk);
	/* The longest path that the kernel takes, and the longest link in it. */
	path[PATH_MAX - 2] = 'x';
	path[PATH_MAX - 1] = '\0';
	ck_assert(path_walk_start(&walk, path, judge, asked));
	ck_assert_str_eq(walk.name, "x");
	path_walk_done(&walk);
	memset(target, '/', sizeof(target));
	target[PATH_MAX - 2] = 'x';
	target[PATH_MAX - 1] = '\0';
	ck_assert_int_eq(symlink(target, "long"), 0);
	ck_assert(path_walk_start(&walk, "long", judge, asked));
	ck_assert_str_eq(walk.name, "x");
	path_walk_done(&walk);
	ck_assert(!path_walk_start(&walk, "long/y", judge, asked));
	ck_assert_int_eq(errno, ENAMETOOLONG);
	path_walk_done(&walk);
}
END_TEST

START_TEST(owners)
{
	ck_assert(path_walk_is_trusted(0));
	ck_assert(path_walk_is_trusted(geteuid()));
	ck_assert(!path_walk_is_trusted(geteuid() + 1));
}
END_TEST

static void write_map(const char *ids)
{
	int file = open("/proc/self/uid_map", O_WRONLY);

	if (file < 0 || write(file, ids, strlen(ids)) != (ssize_t)strlen(ids))
		_exit(77);
	close(file);
}

/* In a namespace in which only one user has a number. */
START_TEST(owners_without_a_number)
{
	char ids[32];
	int status;

	snprintf(ids, sizeof(ids), "5 %u 1", (unsigned)geteuid());
	if (fork() == 0) {
		if (unshare(CLONE_NEWUSER) != 0)
			_exit(77);
		write_map(ids);
		_exit(path_walk_is_trusted(5) && path_walk_is_trusted(65534) &&
				      path_walk_is_trusted(4) && path_walk_is_trusted(6) ?
			      EXIT_SUCCESS : EXIT_FAILURE);
	}
	ck_assert_int_gt(wait(&status), 0);
	if (WEXITSTATUS(status) == 77)
		printf("left out: user namespaces are not permitted here\n");
	else
		ck_assert_int_eq(status, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("path-walk");
	TCase *tcase = unit_tcase(suite, "path-walk", 20);

	tcase_add_loop_test(tcase, paths_lead_to, 0, UNIT_ROWS(paths));
	tcase_add_test(tcase, long_paths);
	tcase_add_test(tcase, owners);
	tcase_add_test(tcase, owners_without_a_number);
	return unit_run(suite);
}
