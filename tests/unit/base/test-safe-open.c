/* SPDX-License-Identifier: Apache-2.0 */
/*
 * safe-open: which files, links and FIFOs are opened, in directories that others may write and in
 * others, and what happens if files change while they are opened.
 */
#include "base/file/safe-open.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit/unit.h"

#define CREATE SAFE_OPEN_CREATE
#define NEW SAFE_OPEN_NEW
#define REGULAR SAFE_OPEN_REGULAR

/* Whose a file is. Only root can make those that are not the user's. */
enum whose { MINE, ROOTS, OTHERS };

#define MY_ID 65534	/* as unit_user_begin() has it */
#define OTHER_ID 65533

enum where { PRIVATE, GROUP, STICKY, FOREIGN, WHERES };

static const struct {
	const char *name;
	mode_t mode;
	enum whose whose;
} places[WHERES] = {
	[PRIVATE] = { "private", 0755, MINE },
	[GROUP] = { "group", 0770, MINE },
	[STICKY] = { "sticky", 01777, MINE },
	[FOREIGN] = { "foreign", 0755, OTHERS },
};

/* ERROR is the errno of safe_open(), 0 if it opens the file. */
static const struct {
	const char *make;	/* see unit_make(), or "NAME~": a second name of "victim"; "": nothing */
	const char *name;	/* that is opened */
	enum where where;
	enum whose whose;
	unsigned flags;
	int error;
} rows[] = {
	{ "", "new", PRIVATE, MINE, 0, ENOENT },
	{ "", "new", PRIVATE, MINE, CREATE, 0 },
	{ "", "new", GROUP, MINE, CREATE, 0 },
	{ "", "new", STICKY, MINE, CREATE, 0 },
	{ "", "new", STICKY, MINE, NEW, 0 },
	{ "", "new", STICKY, MINE, NEW | SAFE_OPEN_READ | REGULAR, 0 },
	{ "", "new", FOREIGN, MINE, CREATE, EACCES },
	{ "", "new/", PRIVATE, MINE, CREATE, ENOENT },
	{ "", "no/new", PRIVATE, MINE, CREATE, ENOENT },

	{ "file=old", "file", PRIVATE, MINE, CREATE, 0 },
	{ "file=old", "file", PRIVATE, MINE, NEW, EEXIST },
	{ "file=old", "file", GROUP, MINE, CREATE, 0 },
	{ "file=old", "file", STICKY, MINE, CREATE | SAFE_OPEN_APPEND, 0 },
	{ "file=old", "file", STICKY, MINE, SAFE_OPEN_READ | REGULAR, 0 },
	{ "file=old", "file", STICKY, MINE, NEW, EEXIST },
	{ "file=old", "file", FOREIGN, MINE, CREATE, 0 },
	{ "file=old", "file", PRIVATE, OTHERS, CREATE, 0 },
	{ "file=old", "file", GROUP, OTHERS, CREATE, EPERM },
	{ "file=old", "file", STICKY, OTHERS, CREATE, EPERM },
	{ "file=old", "file", STICKY, OTHERS, 0, EPERM },
	{ "file=old", "file", STICKY, OTHERS, NEW, EEXIST },
	{ "file=old", "file", STICKY, ROOTS, CREATE, EPERM },
	{ "file=old", "file", FOREIGN, OTHERS, CREATE, EPERM },
	{ "file=old", "file/", PRIVATE, MINE, CREATE, ENOTDIR },

	{ "link->../victim", "link", PRIVATE, MINE, CREATE, 0 },
	{ "link->../victim", "link", PRIVATE, OTHERS, CREATE, 0 },
	{ "link->../victim", "link", PRIVATE, MINE, NEW, EEXIST },
	{ "link->../victim", "link", GROUP, MINE, CREATE, ELOOP },
	{ "link->../victim", "link", STICKY, MINE, CREATE, ELOOP },
	{ "link->../victim", "link", STICKY, OTHERS, CREATE, ELOOP },
	{ "link->../victim", "link", STICKY, ROOTS, CREATE, ELOOP },
	{ "link->../victim", "link", STICKY, MINE, NEW, EEXIST },
	{ "link->../victim", "link", FOREIGN, OTHERS, 0, ELOOP },
	{ "link->link", "link", PRIVATE, MINE, CREATE, ELOOP },
	{ "link->../nothing", "link", PRIVATE, MINE, CREATE, 0 },
	{ "link->../nothing", "link", PRIVATE, MINE, 0, ENOENT },
	{ "link->../nothing", "link", STICKY, OTHERS, CREATE, ELOOP },
	{ "link->../nothing", "link", STICKY, OTHERS, NEW, EEXIST },
	{ "hard~", "hard", PRIVATE, MINE, CREATE, 0 },
	{ "hard~", "hard", GROUP, MINE, CREATE, EPERM },
	{ "hard~", "hard", STICKY, MINE, CREATE, EPERM },

	{ "way->../target", "way/new", PRIVATE, OTHERS, CREATE, 0 },
	{ "way->../target", "way/new", GROUP, MINE, CREATE, 0 },
	{ "way->../target", "way/new", STICKY, MINE, CREATE, 0 },
	{ "way->../target", "way/../target/./new", STICKY, MINE, CREATE, 0 },
	{ "way->../target", "way/new", STICKY, ROOTS, CREATE, 0 },
	{ "way->../target", "way/new", STICKY, OTHERS, CREATE, ELOOP },
	{ "way->../target", "way/new", STICKY, OTHERS, NEW, ELOOP },
	{ "way->../target", "way//new", GROUP, OTHERS, CREATE, ELOOP },
	{ "way->../target", "way/new", FOREIGN, OTHERS, CREATE, ELOOP },
	{ "way->/proc/self/cwd", "way/new", STICKY, OTHERS, CREATE, ELOOP },

	{ "fifo|", "fifo", PRIVATE, MINE, CREATE, ENXIO },
	{ "fifo|", "fifo", STICKY, MINE, CREATE, ENXIO },
	{ "fifo|", "fifo", STICKY, MINE, CREATE | REGULAR, EOPNOTSUPP },
	{ "fifo|", "fifo", STICKY, OTHERS, CREATE, EPERM },
	{ "fifo|", "fifo", STICKY, OTHERS, NEW, EEXIST },
	{ "fifo|", "fifo", FOREIGN, OTHERS, CREATE, EPERM },
	{ "socket@", "socket", PRIVATE, MINE, CREATE, EOPNOTSUPP },
	{ "socket@", "socket", STICKY, OTHERS, CREATE, EOPNOTSUPP },
	{ "directory/", "directory", PRIVATE, MINE, CREATE, EISDIR },
	{ "directory/", "directory/", STICKY, OTHERS, CREATE, EISDIR },
	{ "directory/", "directory", PRIVATE, MINE, CREATE | REGULAR, EOPNOTSUPP },
};

static void give(const char *path, enum whose whose)
{
	uid_t id = whose == OTHERS ? OTHER_ID : whose == ROOTS ? 0 : MY_ID;

	if (geteuid() == 0)
		ck_assert_msg(lchown(path, id, id) == 0, "%s: %s", path, strerror(errno));
}

/* Makes everything, and becomes the user. */
static void prepare(enum where where, const char *make, enum whose whose)
{
	const char *place = unit_path(places[where].name);
	const char *path;
	char what[128];

	umask(0);
	unit_make("victim=kept");
	unit_make("target/");
	ck_assert_int_eq(chmod(unit_path("target"), 0755), 0);
	ck_assert_int_eq(mkdir(place, 0755), 0);
	snprintf(what, sizeof(what), "%s/%.*s", places[where].name, (int)strcspn(make, "=-|@/~"),
		 make);
	path = unit_path(what);
	snprintf(what, sizeof(what), "%s/%s", places[where].name, make);
	if (strchr(make, '~'))
		ck_assert_int_eq(link(unit_path("victim"), path), 0);
	else if (*make)
		unit_make(what);
	if (strpbrk(make, "=|@"))
		ck_assert_int_eq(chmod(path, 0666), 0);
	if (*make)
		give(path, whose);
	give(unit_path("victim"), MINE);
	give(unit_path("target"), MINE);
	ck_assert_int_eq(chmod(unit_dir, 0755), 0);
	give(unit_dir, MINE);
	ck_assert_int_eq(chmod(place, places[where].mode), 0);
	give(place, places[where].whose);
	unit_user_begin();
}

static void check_file(int file, unsigned flags)
{
	int found = fcntl(file, F_GETFL);

	ck_assert_int_eq(fcntl(file, F_GETFD), FD_CLOEXEC);
	ck_assert_int_eq((found & O_APPEND) != 0, (flags & SAFE_OPEN_APPEND) != 0);
	ck_assert_int_eq(found & O_ACCMODE, flags & SAFE_OPEN_READ ? O_RDWR : O_WRONLY);
}

START_TEST(each_row)
{
	const bool is_foreign = rows[_i].whose != MINE || places[rows[_i].where].whose != MINE;
	char name[64];
	int free_one = dup(STDIN_FILENO);
	int file;

	close(free_one);
	if (is_foreign && geteuid() != 0) {
		printf("left out: %s in %s: only root can make files of other users\n",
		       rows[_i].make, places[rows[_i].where].name);
		return;
	}
	prepare(rows[_i].where, rows[_i].make, rows[_i].whose);
	snprintf(name, sizeof(name), "%s/%s", places[rows[_i].where].name, rows[_i].name);
	file = safe_open(unit_path(name), rows[_i].flags);
	ck_assert_msg((file < 0 ? errno : 0) == rows[_i].error, "%s: %s, not %s", rows[_i].name,
		      strerror(file < 0 ? errno : 0), strerror(rows[_i].error));
	/* The walk leaves no descriptor open. */
	ck_assert_int_eq(file < 0 ? dup(STDIN_FILENO) : file, free_one);
	if (file >= 0)
		check_file(file, rows[_i].flags);
	unit_user_end();
	ck_assert_str_eq(unit_read(unit_path("victim"), NULL), "kept");
	if (rows[_i].error) {
		ck_assert_int_ne(access(unit_path("nothing"), F_OK), 0);
		ck_assert_int_ne(access(unit_path("target/new"), F_OK), 0);
	}
}
END_TEST

START_TEST(new_file_is_private)
{
	struct stat status;
	int file;

	umask(0);
	file = safe_open(unit_path("new"), CREATE);
	ck_assert_int_eq(fstat(file, &status), 0);
	ck_assert_int_eq(status.st_mode & 07777, 0600);
}
END_TEST

static const struct {
	const char *make;
	const char *name;
	bool is_removed;
} empty_rows[] = {
	{ "file=", "file", true },
	{ "file=text", "file", false },
	{ "", "file", false },
	{ "fifo|", "fifo", false },
	{ "directory/", "directory", false },
	{ "link->../victim", "link", false },
	{ "way->../target", "way/empty", true },
	{ "hard~", "hard", false },
};

START_TEST(removes_empty_files)
{
	char name[64];

	unit_make("target/empty=");
	give(unit_path("target/empty"), MINE);
	snprintf(name, sizeof(name), "sticky/%s", empty_rows[_i].name);
	prepare(STICKY, empty_rows[_i].make, MINE);
	ck_assert_int_eq(safe_remove_empty(unit_path(name)), empty_rows[_i].is_removed);
	ck_assert_int_eq(access(unit_path(name), F_OK) == 0,
			 *empty_rows[_i].make && !empty_rows[_i].is_removed);
	unit_user_end();
	ck_assert_str_eq(unit_read(unit_path("victim"), NULL), "kept");
}
END_TEST

/* A write to a FIFO waits, though opening does not. */
static const struct {
	const char *make;
	int error;
} read_rows[] = {
	{ "name=text", 0 },	      { "name->victim", 0 },	  { "name->nothing", ENOENT },
	{ "", ENOENT },		      { "name|", EOPNOTSUPP },	  { "name/", EOPNOTSUPP },
	{ "name->/dev/null", EOPNOTSUPP }, { "name@", EOPNOTSUPP }, { "name->name", ELOOP },
};

/* A FIFO has no writer, and is not waited for. */
START_TEST(reads_regular_files)
{
	int file;

	unit_make("victim=kept");
	if (*read_rows[_i].make)
		unit_make(read_rows[_i].make);
	file = safe_open_read(unit_path("name"));
	ck_assert_int_eq(file < 0 ? errno : 0, read_rows[_i].error);
	if (file >= 0)
		ck_assert_int_eq(fcntl(file, F_GETFL) & O_ACCMODE, O_RDONLY);
}
END_TEST

START_TEST(fifo_with_a_reader)
{
	int reader;
	int file;

	prepare(STICKY, "fifo|", MINE);
	reader = open(unit_path("sticky/fifo"), O_RDONLY | O_NONBLOCK);
	file = safe_open(unit_path("sticky/fifo"), CREATE);
	ck_assert_int_ge(file, 0);
	ck_assert_int_eq(fcntl(file, F_GETFL) & O_NONBLOCK, 0);
	close(file);
	close(reader);
	unit_user_end();
}
END_TEST

/* What a link of /proc leads to is open already, and may be anybody's. */
START_TEST(links_of_proc)
{
	int ends[2];

	ck_assert_int_eq(pipe(ends), 0);
	ck_assert_int_eq(dup2(ends[1], STDERR_FILENO), STDERR_FILENO);
	ck_assert_int_ge(safe_open("/dev/stderr", CREATE), 0);
	ck_assert_int_ge(safe_open("/dev/fd/2", CREATE | SAFE_OPEN_APPEND), 0);
	ck_assert_int_lt(safe_open("/dev/stderr", CREATE | REGULAR), 0);
	ck_assert_int_eq(errno, EOPNOTSUPP);
	ck_assert_int_ge(safe_open("/dev/null", CREATE), 0);
	ck_assert_int_lt(safe_open("/dev/null", REGULAR), 0);
	ck_assert_int_eq(errno, EOPNOTSUPP);
}
END_TEST

/* Another user can give a link of root or of the user a second name in a directory of all. */
START_TEST(second_name_of_a_link)
{
	prepare(STICKY, "way->../target", MINE);
	ck_assert_int_eq(link(unit_path("sticky/way"), unit_path("sticky/second")), 0);
	ck_assert_int_lt(safe_open(unit_path("sticky/second/new"), CREATE), 0);
	ck_assert_int_eq(errno, ELOOP);
	unit_user_end();
}
END_TEST

#define ROUNDS 20000

/*
 * Until it is killed: "sticky/name" is in turn a file of the user, a link to the victim and nothing.
 * A rename leaves no moment between two of them. A second name of the victim is not among them: in a
 * sticky directory others cannot remove one, see safe-open.h.
 */
static void swap_for_ever(void)
{
	const char *name = unit_path("sticky/name");
	const char *next = unit_path("sticky/next");
	const char *victim = unit_path("victim");

	for (unsigned i = 0;; i++) {
		if (i % 3 == 2) {
			unlink(name);
			continue;
		}
		if (i % 3 == 0)
			close(open(next, O_WRONLY | O_CREAT | O_EXCL, 0600));
		else if (symlink(victim, next) != 0)
			_exit(EXIT_FAILURE);
		rename(next, name);
	}
}

START_TEST(file_that_changes)
{
	struct stat victim;
	struct stat status;
	unsigned opened = 0;
	pid_t child;
	int file;

	prepare(STICKY, "", MINE);
	ck_assert_int_eq(stat(unit_path("victim"), &victim), 0);
	child = fork();
	if (child == 0)
		swap_for_ever();
	for (int i = 0; i < ROUNDS; i++) {
		file = safe_open(unit_path("sticky/name"), CREATE);
		if (file < 0) {
			ck_assert_msg(errno == ELOOP || errno == EPERM, "%s", strerror(errno));
			continue;
		}
		opened++;
		ck_assert_int_eq(fstat(file, &status), 0);
		ck_assert(status.st_ino != victim.st_ino);
		close(file);
	}
	ck_assert_int_eq(waitpid(child, NULL, WNOHANG), 0);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	ck_assert_uint_gt(opened, 0);
	unit_user_end();
}
END_TEST

/* Processes that create one file at the same time all get it. */
START_TEST(file_of_many_creators)
{
	char path[128];
	int status;

	snprintf(path, sizeof(path), "%s", unit_path("file"));
	for (int i = 0; i < 4; i++)
		if (fork() == 0) {
			for (int k = 0; k < 2000; k++) {
				int file = safe_open(path, CREATE);

				if (file < 0)
					_exit(EXIT_FAILURE);
				close(file);
				unlink(path);
			}
			_exit(EXIT_SUCCESS);
		}
	for (int i = 0; i < 4; i++) {
		ck_assert_int_gt(wait(&status), 0);
		ck_assert_int_eq(status, 0);
	}
}
END_TEST

static const struct {
	int error;
	const char *sentence;
} sentences[] = {
	{ ELOOP, "a link leads to it, in a directory that others may write" },
	{ EPERM, "it belongs to another user or has a second name, in a directory that others may "
		 "write" },
	{ EOPNOTSUPP, "it is not a regular file" },
	{ ENXIO, "no process reads it" },
	{ ENOENT, "No such file or directory" },
};

START_TEST(errors)
{
	ck_assert_str_eq(safe_open_error(sentences[_i].error), sentences[_i].sentence);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("safe-open");
	TCase *tcase = unit_tcase(suite, "safe-open", 60);

	tcase_add_loop_test(tcase, each_row, 0, UNIT_ROWS(rows));
	tcase_add_test(tcase, new_file_is_private);
	tcase_add_loop_test(tcase, removes_empty_files, 0, UNIT_ROWS(empty_rows));
	tcase_add_loop_test(tcase, reads_regular_files, 0, UNIT_ROWS(read_rows));
	tcase_add_test(tcase, fifo_with_a_reader);
	tcase_add_test(tcase, links_of_proc);
	tcase_add_test(tcase, second_name_of_a_link);
	tcase_add_test(tcase, file_that_changes);
	tcase_add_test(tcase, file_of_many_creators);
	tcase_add_loop_test(tcase, errors, 0, UNIT_ROWS(sentences));
	return unit_run(suite);
}
