/* SPDX-License-Identifier: Apache-2.0 */
/* unit: see unit.h. */
#include "unit/unit.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/log.h"

#define LOG_NAME "log of the test"
#define NOBODY 65534

char unit_dir[64];
struct arena unit_arena = ARENA_INIT;

static bool errors_are_expected;

const char *unit_path(const char *name)
{
	const char *path = arena_path(&unit_arena, unit_dir, name);

	ck_assert_ptr_nonnull(path);
	return path;
}

const char *unit_driver(const char *name)
{
	const char *directory = getenv("STUB_DIR");
	const char *parts[] = { directory, "/", name, ".so" };

	ck_assert_msg(directory != NULL, "STUB_DIR is not set, expected a directory");
	return arena_join(&unit_arena, parts, 4);
}

char *unit_read(const char *path, size_t *size)
{
	int file = open(path, O_RDONLY | O_CLOEXEC);
	struct stat status;
	char *text;

	ck_assert_msg(file >= 0 && fstat(file, &status) == 0, "%s: %s", path, strerror(errno));
	text = arena_alloc(&unit_arena, (size_t)status.st_size + 1);
	ck_assert_ptr_nonnull(text);
	ck_assert_int_eq(read(file, text, (size_t)status.st_size), status.st_size);
	close(file);
	if (size)
		*size = (size_t)status.st_size;
	return text;
}

bool unit_log_has(const char *text)
{
	return strstr(unit_read(unit_path(LOG_NAME), NULL), text) != NULL;
}

void unit_expect_errors(void)
{
	errors_are_expected = true;
}

/*
 * The library opens the log from its first directory on. Some emulators open another directory in
 * the place of "/", but not in the place of the working directory.
 */
static void begin_log(void)
{
	char before[PATH_MAX];

	ck_assert_ptr_nonnull(getcwd(before, sizeof(before)));
	ck_assert_int_eq(chdir(unit_dir), 0);
	log_setup("all", LOG_NAME, true);
	ck_assert_int_eq(chdir(before), 0);
}

static void begin_test(void)
{
	const char *parent = getenv("TMPDIR");

	snprintf(unit_dir, sizeof(unit_dir), "%s/clrouter-XXXXXX",
		 parent && strlen(parent) < sizeof(unit_dir) / 2 ? parent : "/tmp");
	ck_assert_msg(mkdtemp(unit_dir) != NULL, "%s: %s", unit_dir, strerror(errno));
	begin_log();
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *where)
{
	(void)status;
	(void)type;
	(void)where;
	return remove(path);
}

static void end_test(void)
{
	const char *text = unit_read(unit_path(LOG_NAME), NULL);
	const char *error = strstr(text, "clrouter: error: ");

	log_done();
	ck_assert_msg(errors_are_expected || !error, "unexpected error in the log: %s", error);
	arena_done(&unit_arena);
	nftw(unit_dir, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

TCase *unit_tcase(Suite *suite, const char *name, int seconds)
{
	TCase *tcase = tcase_create(name);

	suite_add_tcase(suite, tcase);
	tcase_add_checked_fixture(tcase, begin_test, end_test);
	tcase_set_timeout(tcase, seconds);
	return tcase;
}

int unit_run(Suite *suite)
{
	SRunner *runner = srunner_create(suite);
	int failed;

	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

static void make_parents(char *path)
{
	for (char *slash = strchr(path + strlen(unit_dir) + 1, '/'); slash;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		ck_assert_msg(mkdir(path, 0755) == 0 || errno == EEXIST, "%s: %s", path,
			      strerror(errno));
		*slash = '/';
	}
}

static void write_file(const char *path, const void *bytes, size_t size)
{
	int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);

	ck_assert_msg(file >= 0, "%s: %s", path, strerror(errno));
	ck_assert_int_eq(write(file, bytes, size), (ssize_t)size);
	close(file);
}

static void make_socket(const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	ck_assert_uint_lt(strlen(path), sizeof(address.sun_path));
	strcpy(address.sun_path, path);
	ck_assert_int_eq(bind(file, (const struct sockaddr *)&address, sizeof(address)), 0);
	close(file);
}

void unit_write(const char *name, const void *bytes, size_t size)
{
	char *path = (char *)unit_path(name);

	make_parents(path);
	write_file(path, bytes, size);
}

void unit_make(const char *what)
{
	char *path = (char *)unit_path(what);
	char *text = strpbrk(path + strlen(unit_dir), "=|@");
	char *arrow = strstr(path, "->");

	if (arrow) {
		*arrow = '\0';
		make_parents(path);
		ck_assert_msg(symlink(arrow + 2, path) == 0, "%s: %s", what, strerror(errno));
		return;
	}
	if (!text) {
		make_parents(path);
		return;
	}
	switch (*text) {
	case '=':
		*text = '\0';
		make_parents(path);
		write_file(path, text + 1, strlen(text + 1));
		break;
	case '|':
		*text = '\0';
		make_parents(path);
		ck_assert_int_eq(mkfifo(path, 0644), 0);
		break;
	default:
		*text = '\0';
		make_parents(path);
		make_socket(path);
	}
}

void unit_user_begin(void)
{
	if (geteuid() == 0)
		ck_assert_int_eq(seteuid(NOBODY), 0);
}

void unit_user_end(void)
{
	if (getuid() == 0)
		ck_assert_int_eq(seteuid(0), 0);
}
