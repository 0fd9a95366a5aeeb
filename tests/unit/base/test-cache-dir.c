/* SPDX-License-Identifier: Apache-2.0 */
/* cache-dir: what is put there is got again; what others could have written is not; it stays small.
 */
#include "base/common/cache-dir.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "unit/unit.h"

#define MOST 1000
#define MOST_OF_ONE 600
#define PLACE "home/.cache/clrouter/things"

static struct cache_dir cache;

static void start(void)
{
	unit_make("home/");
	setenv("HOME", unit_path("home"), 1);
	unsetenv("XDG_CACHE_HOME");
	ck_assert(cache_dir_init(&cache, "things", MOST, MOST_OF_ONE));
	ck_assert_str_eq(cache.path, unit_path(PLACE));
}

static bool has(const char *name, const char *text)
{
	size_t size;
	char *bytes = cache_dir_get(&cache, name, &size);
	const bool is_same = bytes && size == strlen(text) && strcmp(bytes, text) == 0;

	free(bytes);
	return is_same;
}

static mode_t mode_of(const char *name)
{
	struct stat status;

	ck_assert_int_eq(stat(unit_path(name), &status), 0);
	return status.st_mode & 07777;
}

static const char *inside(const char *name)
{
	char path[256];

	snprintf(path, sizeof(path), PLACE "/%s", name);
	return unit_path(path);
}

START_TEST(what_is_put_is_got)
{
	start();
	ck_assert(!has("a", ""));
	ck_assert(cache_dir_put(&cache, "a", "one", 3));
	ck_assert(has("a", "one"));
	ck_assert(cache_dir_put(&cache, "a", "other", 5));
	ck_assert(cache_dir_put(&cache, "b", "", 0));
	ck_assert(has("a", "other"));
	ck_assert(has("b", ""));
	ck_assert(!has("c", ""));
	ck_assert_uint_eq(mode_of(PLACE), 0700);
	ck_assert_uint_eq(mode_of("home/.cache/clrouter"), 0700);
	ck_assert_uint_eq(mode_of(PLACE "/a"), 0600);
}
END_TEST

START_TEST(the_environment_says_where)
{
	static const struct {
		const char *cache, *home, *path;
	} rows[] = {
		{ "/x", "/h", "/x/clrouter/n" },
		{ NULL, "/h", "/h/.cache/clrouter/n" },
		{ "", "/h", "/h/.cache/clrouter/n" },
		{ "x", "/h", "/h/.cache/clrouter/n" },
		{ NULL, "h", NULL },
		{ NULL, NULL, NULL },
	};
	struct cache_dir found;

	unsetenv("XDG_CACHE_HOME");
	unsetenv("HOME");
	if (rows[_i].cache)
		setenv("XDG_CACHE_HOME", rows[_i].cache, 1);
	if (rows[_i].home)
		setenv("HOME", rows[_i].home, 1);
	ck_assert_int_eq(cache_dir_init(&found, "n", 1, 1), rows[_i].path != NULL);
	ck_assert_str_eq(found.path, rows[_i].path ? rows[_i].path : "");
	if (!rows[_i].path)
		ck_assert(!cache_dir_put(&found, "a", "", 0));
}
END_TEST

START_TEST(a_long_path_is_none)
{
	char *path = malloc(PATH_MAX);

	memset(path, 'a', PATH_MAX - 1);
	path[0] = '/';
	path[PATH_MAX - 1 - _i * 200] = '\0';
	setenv("XDG_CACHE_HOME", path, 1);
	ck_assert(!cache_dir_init(&cache, "n", 1, 1));
	free(path);
}
END_TEST

/* What somebody has done to the file "a" or its directory. */
static void spoil(int how)
{
	const char *file = inside("a");

	switch (how) {
	case 0:
		ck_assert_int_eq(chmod(file, 0660), 0);
		break;
	case 1:
		ck_assert_int_eq(chmod(file, 0602), 0);
		break;
	case 2:
		ck_assert_int_eq(chmod(unit_path(PLACE), 0770), 0);
		break;
	case 3:
		ck_assert_int_eq(rename(file, inside("b")), 0);
		ck_assert_int_eq(symlink("b", file), 0);
		break;
	case 4:
		ck_assert_int_eq(unlink(file), 0);
		ck_assert_int_eq(mkfifo(file, 0600), 0);
		break;
	case 5:
		ck_assert_int_eq(unlink(file), 0);
		ck_assert_int_eq(mkdir(file, 0700), 0);
		break;
	case 6:
		ck_assert_int_eq(truncate(file, MOST_OF_ONE + 1), 0);
		break;
	case 7:
		ck_assert_int_eq(truncate(file, (off_t)1 << 40), 0);
		break;
	case 8:
		/* The user may have a link there, but not to where others can write. */
		ck_assert_int_eq(rename(unit_path(PLACE), unit_path("other")), 0);
		ck_assert_int_eq(chmod(unit_path("other"), 0777), 0);
		ck_assert_int_eq(symlink(unit_path("other"), unit_path(PLACE)), 0);
		break;
	case 9:
		ck_assert_int_eq(geteuid() == 0 ? chown(file, 65533, 65533) : unlink(file), 0);
		break;
	default:
		ck_assert_int_eq(geteuid() == 0 ? chown(unit_path(PLACE), 65533, 65533)
						: chmod(unit_path(PLACE), 0),
				 0);
	}
}

START_TEST(what_others_could_have_written_is_not_got)
{
	start();
	ck_assert(cache_dir_put(&cache, "a", "one", 3));
	ck_assert(has("a", "one"));
	spoil(_i);
	ck_assert(!has("a", "one"));
	if (_i == 2 || _i == 10) {
		ck_assert(!cache_dir_put(&cache, "b", "two", 3));
		ck_assert_int_ne(errno, 0);
		chmod(unit_path(PLACE), 0700);
	}
	if (_i == 9 && geteuid() == 0)
		ck_assert_int_eq(chown(inside("a"), 0, 0), 0);
}
END_TEST

static void make_old(const char *name, long seconds)
{
	const struct timeval times[2] = { { .tv_sec = time(NULL) - seconds },
					  { .tv_sec = time(NULL) - seconds } };

	ck_assert_int_eq(utimes(inside(name), times), 0);
}

START_TEST(the_oldest_go)
{
	char bytes[MOST_OF_ONE + 1];

	start();
	memset(bytes, 'x', sizeof(bytes));
	ck_assert(!cache_dir_put(&cache, "large", bytes, sizeof(bytes)));
	ck_assert_int_eq(errno, EFBIG);
	ck_assert(cache_dir_put(&cache, "a", bytes, 400));
	ck_assert(cache_dir_put(&cache, "b", bytes, 400));
	make_old("a", 500);
	make_old("b", 1000);
	/* Reading makes a file new. */
	if (_i == 1)
		free(cache_dir_get(&cache, "b", &(size_t){ 0 }));
	ck_assert(cache_dir_put(&cache, "c", bytes, 300));
	ck_assert_int_eq(access(inside(_i == 0 ? "a" : "b"), F_OK), 0);
	ck_assert_int_ne(access(inside(_i == 0 ? "b" : "a"), F_OK), 0);
	ck_assert_int_eq(access(inside("c"), F_OK), 0);
	/* One that is larger than all that may stay does not stay either. */
	cache.most = 100;
	ck_assert(cache_dir_put(&cache, "d", bytes, 200));
	ck_assert_int_ne(access(inside("d"), F_OK), 0);
	ck_assert_int_ne(access(inside("c"), F_OK), 0);
}
END_TEST

/* A process that ended while it wrote does not keep others from writing for ever. */
START_TEST(what_was_not_finished_goes)
{
	start();
	ck_assert(cache_dir_put(&cache, "b", "two", 3));
	unit_write(PLACE "/.new-a", "half", 4);
	ck_assert(!cache_dir_put(&cache, "a", "one", 3));
	ck_assert_int_eq(access(inside(".new-a"), F_OK), 0);
	make_old(".new-a", 7200);
	ck_assert(!cache_dir_put(&cache, "a", "one", 3));
	ck_assert_int_ne(access(inside(".new-a"), F_OK), 0);
	ck_assert(cache_dir_put(&cache, "a", "one", 3));
	ck_assert(has("a", "one"));
	ck_assert(has("b", "two"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("cache-dir");
	TCase *tcase = unit_tcase(suite, "cache-dir", 60);

	tcase_add_test(tcase, what_is_put_is_got);
	tcase_add_loop_test(tcase, the_environment_says_where, 0, 6);
	tcase_add_loop_test(tcase, a_long_path_is_none, 0, 2);
	tcase_add_loop_test(tcase, what_others_could_have_written_is_not_got, 0, 11);
	tcase_add_loop_test(tcase, the_oldest_go, 0, 2);
	tcase_add_test(tcase, what_was_not_finished_goes);
	return unit_run(suite);
}
