/* SPDX-License-Identifier: Apache-2.0 */
/*
 * own-dir: only what was made is removed, nothing that exists is lost, and nobody who may rename the
 * directory decides what is written to.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE	/* getresuid() */
#endif
#include "base/common/own-dir.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "unit/unit.h"

#define OTHER_ID 65533

/* Files belong to another user than the process is said to have, as on a server that renames root. */
static uid_t pretended;

uid_t geteuid(void)
{
	uid_t real, effective, saved;

	getresuid(&real, &effective, &saved);
	return pretended ? pretended : effective;
}

/* What somebody does with "it" as soon as it is made. */
static enum exchange { NOTHING, LINK, DIRECTORY } exchange;

int mkdirat(int directory, const char *name, mode_t mode)
{
	const int result = (int)syscall(SYS_mkdirat, directory, name, mode);

	if (exchange == NOTHING)
		return result;
	ck_assert_int_eq(rename(unit_path("it"), unit_path("away")), 0);
	if (exchange == LINK)
		unit_make("it->victim");
	else
		ck_assert_int_eq(mkdir(unit_path("it"), 0777) |
				 chown(unit_path("it"), OTHER_ID, OTHER_ID), 0);
	return result;
}

static bool has(const char *name, const char *text)
{
	size_t size;
	const char *found = unit_read(unit_path(name), &size);

	return size == strlen(text) && memcmp(found, text, size) == 0;
}

static bool is_there(const char *name)
{
	struct stat status;

	return lstat(unit_path(name), &status) == 0;
}

static void share(const char *name)
{
	ck_assert_int_eq(chmod(unit_path(name), 0777), 0);
}

/* -- making ------------------------------------------------------------------------------------ */

/* ERROR is the errno of own_dir_make() or own_dir_open(), 0 if it works. */
static const struct {
	const char *make;	/* see unit_make(); "public" can be written by all */
	const char *path;
	bool opens;
	int error;
} rows[] = {
	{ "private/", "private/it", false, 0 },
	{ "private/", "private/it///", false, 0 },
	{ "private/", "none/it", false, ENOENT },
	{ "private/it/", "private/it", false, EEXIST },
	{ "private/it=", "private/it", false, EEXIST },
	{ "private/it->nothing", "private/it", false, EEXIST },
	{ "way->target", "way/it", false, 0 },
	{ "public/", "public/it", false, 0 },
	{ "public/it->../target", "public/it", false, EEXIST },
	{ "private/it/", "private/it", true, 0 },
	{ "private/it/", "private/it/", true, 0 },
	{ "private/it/", "private/./it/../it", true, 0 },
	{ "private/it=", "private/it", true, ENOTDIR },
	{ "private/", "private/it", true, ENOENT },
	{ "private/it->../target", "private/it", true, 0 },
	{ "public/it/", "public/it", true, 0 },
	{ "public/it->../target", "public/it", true, ELOOP },
	{ "public/", "", true, ENOENT },
};

START_TEST(each_row)
{
	const char *path = *rows[_i].path ? unit_path(rows[_i].path) : "";
	struct own_dir dir;
	struct stat status;
	bool is_good;

	umask(0);
	unit_make("target/kept=kept");
	unit_make(rows[_i].make);
	if (is_there("public"))
		share("public");
	is_good = rows[_i].opens ? own_dir_open(&dir, path) : own_dir_make(&dir, path);
	ck_assert_msg((is_good ? 0 : errno) == rows[_i].error, "%s: %s", rows[_i].path,
		      strerror(is_good ? 0 : errno));
	ck_assert_int_eq(own_dir_write(&dir, "file", "text", 4), is_good);
	if (is_good && !rows[_i].opens) {
		ck_assert_int_eq(stat(path, &status), 0);
		ck_assert_int_eq(status.st_mode & 07777, 0700);
		ck_assert(own_dir_remove(&dir));
		ck_assert_int_ne(stat(path, &status), 0);
	}
	own_dir_close(&dir);
	ck_assert(has("target/kept", "kept"));
	ck_assert(rows[_i].error == 0 || !is_there("target/file"));
}
END_TEST

START_TEST(makes_one_in_another)
{
	struct own_dir above, dir;

	ck_assert(own_dir_make(&above, unit_path("above")));
	ck_assert(own_dir_make_in(&dir, &above, "it"));
	ck_assert(own_dir_write(&dir, "file", "text", 4));
	ck_assert(has("above/it/file", "text"));
	ck_assert(!own_dir_remove(&above));
	ck_assert(own_dir_remove(&dir));
	ck_assert(is_there("above"));
	ck_assert(!own_dir_make_in(&dir, &above, "other"));
	ck_assert_int_eq(errno, EBADF);
}
END_TEST

START_TEST(makes_a_temporary_one)
{
	char path[PATH_MAX];
	struct own_dir dir;

	unit_make("kept/file=kept");
	ck_assert(own_dir_make_temporary(&dir, unit_dir, path));
	ck_assert_int_eq(strncmp(path, unit_dir, strlen(unit_dir)), 0);
	ck_assert_int_eq(chdir(path), 0);
	ck_assert_int_eq(mkdir("a", 0700) | mkdir("a/b", 0700) | symlink("../../kept", "a/link") |
			 symlink(unit_path("kept/file"), "a/b/link") | mkfifo("a/fifo", 0600), 0);
	close(open("a/b/file", O_WRONLY | O_CREAT, 0600));
	ck_assert_int_eq(chdir("/"), 0);
	ck_assert(own_dir_remove_all(&dir));
	ck_assert_int_ne(access(path, F_OK), 0);
	ck_assert(has("kept/file", "kept"));
	ck_assert(!own_dir_make_temporary(&dir, unit_path("none"), path));
	ck_assert_int_eq(errno, ENOENT);
}
END_TEST

/* -- files ------------------------------------------------------------------------------------- */

static void make_it(struct own_dir *dir)
{
	ck_assert(own_dir_make(dir, unit_path("it")));
}

START_TEST(writes_what_it_gets)
{
	struct own_dir dir;

	make_it(&dir);
	ck_assert(own_dir_write(&dir, "a", "x\0y", 3));
	ck_assert(own_dir_write(&dir, "empty", NULL, 0));
	ck_assert(own_dir_has(&dir, "empty"));
	ck_assert(has("it/empty", ""));
	ck_assert_mem_eq(unit_read(unit_path("it/a"), NULL), "x\0y", 4);
	own_dir_close(&dir);
}
END_TEST

START_TEST(leaves_what_is_there)
{
	struct own_dir dir;

	make_it(&dir);
	unit_make("it/a=old");
	unit_make("it/link->nothing");
	ck_assert(!own_dir_write(&dir, "a", "new", 3));
	ck_assert_int_eq(errno, EEXIST);
	ck_assert(!own_dir_write(&dir, "link", "new", 3));
	ck_assert_int_eq(errno, EEXIST);
	ck_assert_int_lt(own_dir_read(&dir, "link"), 0);
	own_dir_drop(&dir, "a");
	ck_assert(has("it/a", "old"));
	ck_assert(!is_there("it/nothing"));
	ck_assert(!own_dir_remove(&dir));
	ck_assert(has("it/a", "old"));
	ck_assert(is_there("it/link"));
}
END_TEST

START_TEST(replaces_a_file)
{
	struct own_dir dir;

	make_it(&dir);
	unit_make("it/a=old");
	unit_make("it/.new-b=other");
	ck_assert(own_dir_replace(&dir, "a", "new", 3));
	ck_assert(has("it/a", "new"));
	ck_assert(!is_there("it/.new-a"));
	/* What stands at the second name may be another program's. */
	ck_assert(!own_dir_replace(&dir, "b", "new", 3));
	ck_assert_int_eq(errno, EEXIST);
	ck_assert(has("it/.new-b", "other"));
	ck_assert(!own_dir_remove(&dir));
	ck_assert(has("it/a", "new"));
}
END_TEST

/*
 * As on a full disk: files cannot have more than 4 bytes. The limit ends at once, as check writes to
 * files, too. Returns errno, or 0.
 */
static int replace_on_full_disk(struct own_dir *dir)
{
	struct rlimit limit;
	int error;

	signal(SIGXFSZ, SIG_IGN);
	ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
	setrlimit(RLIMIT_FSIZE, &(struct rlimit){ 4, limit.rlim_max });
	error = own_dir_replace(dir, "a", "longer", 6) ? 0 : errno;
	setrlimit(RLIMIT_FSIZE, &limit);
	return error;
}

START_TEST(removes_what_it_cannot_finish)
{
	struct own_dir dir;

	make_it(&dir);
	ck_assert(own_dir_write(&dir, "a", "old", 3));
	unit_make("it/directory/file=");
	ck_assert(!own_dir_replace(&dir, "directory", "new", 3));
	ck_assert(!is_there("it/.new-directory"));
	ck_assert_int_eq(replace_on_full_disk(&dir), EFBIG);
	ck_assert(!is_there("it/.new-a"));
	ck_assert(has("it/a", "old"));
	own_dir_close(&dir);
}
END_TEST

START_TEST(remembers_many)
{
	struct own_dir dir;
	char name[16];

	make_it(&dir);
	for (int i = 0; i < 1000; i++) {
		snprintf(name, sizeof(name), "%d", i);
		ck_assert(i % 3 == 0 ? own_dir_replace(&dir, name, "x", 1)
				     : own_dir_write(&dir, name, "x", 1));
		if (i % 3 == 1)
			own_dir_drop(&dir, name);
		if (i % 3 == 2)
			ck_assert(own_dir_rename(&dir, name, "same"));
	}
	ck_assert(own_dir_remove(&dir));
	ck_assert(!is_there("it"));
}
END_TEST

/* -- others ------------------------------------------------------------------------------------ */

/* The owner of the directory above moves ours away, and puts a link to another one there. */
START_TEST(directory_that_is_moved)
{
	struct own_dir dir;

	unit_make("victim/a=kept");
	unit_make("victim/b=kept");
	make_it(&dir);
	ck_assert(own_dir_write(&dir, "a", "ours", 4));
	ck_assert_int_eq(rename(unit_path("it"), unit_path("away")), 0);
	unit_make("it->victim");
	ck_assert(own_dir_write(&dir, "b", "ours", 4));
	ck_assert(own_dir_replace(&dir, "a", "new", 3));
	ck_assert(has("away/a", "new"));
	ck_assert(!own_dir_remove(&dir));
	ck_assert(has("victim/a", "kept"));
	ck_assert(has("victim/b", "kept"));
	ck_assert(is_there("it"));
	/* Nobody else could have moved it; its files are gone. */
	ck_assert_int_eq(rmdir(unit_path("away")), 0);
}
END_TEST

START_TEST(temporary_one_that_is_moved)
{
	char path[PATH_MAX];
	struct own_dir dir;

	unit_make("victim/sub/a=kept");
	ck_assert(own_dir_make_temporary(&dir, unit_dir, path));
	ck_assert_int_eq(rename(path, unit_path("away")), 0);
	ck_assert_int_eq(symlink(unit_path("victim"), path), 0);
	unit_make("away/sub/a=ours");
	ck_assert(!own_dir_remove_all(&dir));
	ck_assert(has("victim/sub/a", "kept"));
	ck_assert_int_eq(rmdir(unit_path("away")), 0);
}
END_TEST

/* Right after the directory was made, and before it is opened. */
START_TEST(directory_that_is_exchanged)
{
	struct own_dir dir;

	if (geteuid() != 0) {
		printf("left out: only root can be two users\n");
		return;
	}
	unit_make("victim/");
	exchange = (enum exchange)_i;
	ck_assert_int_eq(own_dir_make(&dir, unit_path("it")), _i == NOTHING);
	ck_assert(_i != DIRECTORY || errno == EPERM);
	ck_assert(!own_dir_write(&dir, "a", "ours", 4) || _i == NOTHING);
	ck_assert(!is_there("victim/a"));
	own_dir_close(&dir);
}
END_TEST

/* The server gives what this process makes to another user: that is no reason to refuse it. */
START_TEST(server_that_renames_the_user)
{
	struct own_dir dir;

	pretended = 12345;
	make_it(&dir);
	ck_assert(own_dir_write(&dir, "a", "text", 4));
	ck_assert(own_dir_remove(&dir));
	ck_assert(!is_there("it"));
}
END_TEST

/* A daemon closes all descriptors, and opens other files, which get their numbers. */
START_TEST(descriptors_that_are_closed)
{
	struct own_dir dir;

	unit_make("other/a=kept");
	make_it(&dir);
	ck_assert(own_dir_write(&dir, "a", "text", 4));
	close(dir.place.descriptor);
	ck_assert(!own_dir_write(&dir, "b", "text", 4));
	ck_assert_int_eq(errno, EBADF);
	ck_assert_int_eq(dup2(open(unit_path("other"), O_RDONLY | O_DIRECTORY), dir.place.descriptor),
			 dir.place.descriptor);
	ck_assert(!own_dir_write(&dir, "b", "text", 4));
	ck_assert(!own_dir_rename(&dir, "a", "b"));
	own_dir_drop(&dir, "a");
	ck_assert(!own_dir_remove(&dir));
	ck_assert(has("other/a", "kept"));
	ck_assert(has("it/a", "text"));
	ck_assert(!is_there("other/b"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("own-dir");
	TCase *tcase = unit_tcase(suite, "own-dir", 60);

	tcase_add_loop_test(tcase, each_row, 0, UNIT_ROWS(rows));
	tcase_add_test(tcase, makes_one_in_another);
	tcase_add_test(tcase, makes_a_temporary_one);
	tcase_add_test(tcase, writes_what_it_gets);
	tcase_add_test(tcase, leaves_what_is_there);
	tcase_add_test(tcase, replaces_a_file);
	tcase_add_test(tcase, removes_what_it_cannot_finish);
	tcase_add_test(tcase, remembers_many);
	tcase_add_test(tcase, directory_that_is_moved);
	tcase_add_test(tcase, temporary_one_that_is_moved);
	tcase_add_loop_test(tcase, directory_that_is_exchanged, NOTHING, DIRECTORY + 1);
	tcase_add_test(tcase, server_that_renames_the_user);
	tcase_add_test(tcase, descriptors_that_are_closed);
	return unit_run(suite);
}
