/* SPDX-License-Identifier: Apache-2.0 */
/* new-file: nothing that exists is lost, and nothing half-written is left. */
#include "tool/probe/file/new-file.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "unit/unit.h"

static bool has(const char *name, const char *text)
{
	size_t size;
	const char *found = unit_read(unit_path(name), &size);

	return size == strlen(text) && memcmp(found, text, size) == 0;
}

static bool is_there(const char *name)
{
	return access(unit_path(name), F_OK) == 0;
}

/*
 * Replaces "a" as on a full disk: files cannot have more than 4 bytes. The limit ends at once, as
 * check writes to files, too. Returns errno, or 0.
 */
static int replace_on_full_disk(void)
{
	struct rlimit limit;
	int error;

	signal(SIGXFSZ, SIG_IGN);
	ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
	setrlimit(RLIMIT_FSIZE, &(struct rlimit){ 4, limit.rlim_max });
	error = new_file_replace(unit_path("a"), unit_path("b"), "longer", 6) ? 0 : errno;
	setrlimit(RLIMIT_FSIZE, &limit);
	return error;
}

START_TEST(writes_what_it_gets)
{
	ck_assert(new_file_write(unit_path("a"), "x\0y", 3));
	ck_assert(new_file_write(unit_path("empty"), NULL, 0));
	ck_assert(has("empty", ""));
	ck_assert_mem_eq(unit_read(unit_path("a"), NULL), "x\0y", 4);
}
END_TEST

START_TEST(leaves_what_is_there)
{
	unit_make("a=old");
	unit_make("link->nothing");
	ck_assert(!new_file_write(unit_path("a"), "new", 3));
	ck_assert_int_eq(errno, EEXIST);
	ck_assert(!new_file_write(unit_path("link"), "new", 3));
	ck_assert_int_eq(errno, EEXIST);
	ck_assert(has("a", "old"));
	ck_assert(!is_there("nothing"));
}
END_TEST

START_TEST(replaces_a_file)
{
	unit_make("a=old");
	ck_assert(new_file_replace(unit_path("a"), unit_path("b"), "new", 3));
	ck_assert(has("a", "new"));
	ck_assert(!is_there("b"));
}
END_TEST

/* What stands at the second name may be another program's. */
START_TEST(takes_no_name_that_is_in_use)
{
	unit_make("a=old");
	unit_make("b=other");
	ck_assert(!new_file_replace(unit_path("a"), unit_path("b"), "new", 3));
	ck_assert_int_eq(errno, EEXIST);
	ck_assert(has("a", "old"));
	ck_assert(has("b", "other"));
}
END_TEST

START_TEST(removes_what_it_cannot_finish)
{
	unit_make("a=old");
	unit_make("directory/file=");
	ck_assert(!new_file_replace(unit_path("directory"), unit_path("b"), "new", 3));
	ck_assert(!is_there("b"));
	ck_assert_int_eq(replace_on_full_disk(), EFBIG);
	ck_assert(!is_there("b"));
	ck_assert(has("a", "old"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("new-file");
	TCase *tcase = unit_tcase(suite, "new-file", 5);

	tcase_add_test(tcase, writes_what_it_gets);
	tcase_add_test(tcase, leaves_what_is_there);
	tcase_add_test(tcase, replaces_a_file);
	tcase_add_test(tcase, takes_no_name_that_is_in_use);
	tcase_add_test(tcase, removes_what_it_cannot_finish);
	return unit_run(suite);
}
