/* SPDX-License-Identifier: Apache-2.0 */
/* dir: which names of a directory are listed, in which order, and with which kind. */
#include "base/file/dir.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "unit/unit.h"

static const struct {
	const char *make;	/* see unit_make(); in the directory d */
	const char *name;	/* NULL: is not listed */
	enum dir_kind kind;
	int error;
} kinds[] = {
	{ "d/a.icd=x", "a.icd", DIR_REGULAR, 0 },
	{ "d/empty.icd=", "empty.icd", DIR_REGULAR, 0 },
	{ "d/link.icd->../target", "link.icd", DIR_REGULAR, 0 },
	{ "d/dangling.icd->nowhere", "dangling.icd", DIR_BROKEN, ENOENT },
	{ "d/circle.icd->circle.icd", "circle.icd", DIR_BROKEN, ELOOP },
	{ "d/through.icd->../target/x", "through.icd", DIR_BROKEN, ENOTDIR },
	{ "d/dir.icd/", "dir.icd", DIR_OTHER, 0 },
	{ "d/dirlink.icd->.", "dirlink.icd", DIR_OTHER, 0 },
	{ "d/null.icd->/dev/null", "null.icd", DIR_OTHER, 0 },
	{ "d/fifo.icd|", "fifo.icd", DIR_OTHER, 0 },
	{ "d/fifolink.icd->../fifo", "fifolink.icd", DIR_OTHER, 0 },
	{ "d/socket.icd@", "socket.icd", DIR_OTHER, 0 },
	{ "d/.icd=x", NULL, 0, 0 },
	{ "d/.hidden.icd=x", NULL, 0, 0 },
	{ "d/a.icd~=x", NULL, 0, 0 },
	{ "d/a.icd.dpkg-new=x", NULL, 0, 0 },
	{ "d/a.icd.rpmsave=x", NULL, 0, 0 },
	{ "d/#a.icd#=x", NULL, 0, 0 },
	{ "d/a.ICD=x", NULL, 0, 0 },
	{ "d/aicd=x", NULL, 0, 0 },
	{ "d/README=x", NULL, 0, 0 },
	{ "d/\xFF\x01 \xC3\n.icd=x", "\xFF\x01 \xC3\n.icd", DIR_REGULAR, 0 },
};

START_TEST(kind_of_name)
{
	struct dir dir;

	unit_make("target=x");
	unit_make("fifo|");
	unit_make(kinds[_i].make);
	ck_assert_int_eq(dir_read(&dir, unit_dir, "/d", ".icd", &unit_arena), 0);
	ck_assert_uint_eq(dir.count, kinds[_i].name ? 1 : 0);
	if (!kinds[_i].name)
		return;
	ck_assert_str_eq(dir.names[0]->name, kinds[_i].name);
	ck_assert_int_eq(dir.names[0]->kind, kinds[_i].kind);
	ck_assert_int_eq(dir.names[0]->error, kinds[_i].error);
	ck_assert(dir_has(&dir, kinds[_i].name));
}
END_TEST

/* In the order of bytes: digits, capital letters, small letters, bytes above ASCII. */
START_TEST(names_are_sorted_by_bytes)
{
	static const char *const sorted[] = { "10.icd", "9.icd", "B.icd", "Z.icd", "_.icd",
					      "a.icd",	"a0.icd", "b.icd", "\xC3\xA4.icd" };
	struct dir dir;

	for (int i = UNIT_ROWS(sorted); i-- > 0;) {
		char what[32];

		snprintf(what, sizeof(what), "d/%s=x", sorted[(i * 4) % UNIT_ROWS(sorted)]);
		unit_make(what);
	}
	ck_assert_int_eq(dir_read(&dir, unit_dir, "/d", ".icd", &unit_arena), 0);
	ck_assert_uint_eq(dir.count, UNIT_ROWS(sorted));
	for (int i = 0; i < UNIT_ROWS(sorted); i++)
		ck_assert_str_eq(dir.names[i]->name, sorted[i]);
}
END_TEST

static const int amounts[] = { 0, 1, 2, 31, 32, 33, 64, 65, 500 };

START_TEST(any_number_of_names)
{
	struct dir dir;
	char name[32];

	unit_make("d/");
	for (int i = 0; i < amounts[_i]; i++) {
		snprintf(name, sizeof(name), "d/%04d.icd=x", (i * 7919) % 10000);
		unit_make(name);
	}
	ck_assert_int_eq(dir_read(&dir, unit_dir, "/d", ".icd", &unit_arena), 0);
	ck_assert_uint_eq(dir.count, amounts[_i]);
	for (size_t i = 1; i < dir.count; i++)
		ck_assert_int_lt(strcmp(dir.names[i - 1]->name, dir.names[i]->name), 0);
	for (int i = 0; i < amounts[_i]; i++) {
		snprintf(name, sizeof(name), "%04d.icd", (i * 7919) % 10000);
		ck_assert(dir_has(&dir, name));
	}
	ck_assert(!dir_has(&dir, "") && !dir_has(&dir, "zzz.icd") && !dir_has(&dir, "0000.ic"));
}
END_TEST

static const struct {
	const char *path;
	int error;
} failures[] = {
	{ "/nothing", ENOENT },	       { "/file", ENOTDIR },	  { "/file/x", ENOTDIR },
	{ "/circle", ELOOP },	       { "/dangling", ENOENT },	  { "/fifo", ENOTDIR },
	{ "/locked/inside", EACCES },  { "/locked", EACCES },
};

START_TEST(failure_is_reported)
{
	struct dir dir = { NULL, 7 };

	unit_make("file=x");
	unit_make("circle->circle");
	unit_make("dangling->nothing");
	unit_make("fifo|");
	unit_make("locked/inside/");
	ck_assert_int_eq(chmod(unit_path("locked"), 0), 0);
	ck_assert_int_eq(chmod(unit_dir, 0755), 0);
	unit_user_begin();
	ck_assert_int_eq(dir_read(&dir, unit_dir, failures[_i].path, ".icd", &unit_arena),
			 -failures[_i].error);
	unit_user_end();
	ck_assert_int_eq(chmod(unit_path("locked"), 0755), 0);
	ck_assert_uint_eq(dir.count, 0);
	ck_assert(!dir_has(&dir, "a.icd"));
}
END_TEST

START_TEST(root_and_path_are_joined_as_they_are)
{
	struct dir dir;

	unit_make("d/a.icd=x");
	unit_make("d/b.lay=x");
	ck_assert_int_eq(dir_read(&dir, "", unit_path("d/"), ".icd", &unit_arena), 0);
	ck_assert_uint_eq(dir.count, 1);
	ck_assert_int_eq(dir_read(&dir, unit_path("d"), "", ".lay", &unit_arena), 0);
	ck_assert_uint_eq(dir.count, 1);
	ck_assert_str_eq(dir.names[0]->name, "b.lay");
}
END_TEST

START_TEST(long_path_is_an_error)
{
	char path[5000];
	struct dir dir;

	memset(path, 'a', sizeof(path));
	path[0] = '/';
	path[sizeof(path) - 1] = '\0';
	ck_assert_int_eq(dir_read(&dir, unit_dir, path, ".icd", &unit_arena), -ENAMETOOLONG);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("dir");
	TCase *tcase = unit_tcase(suite, "dir", 20);

	tcase_add_loop_test(tcase, kind_of_name, 0, UNIT_ROWS(kinds));
	tcase_add_test(tcase, names_are_sorted_by_bytes);
	tcase_add_loop_test(tcase, any_number_of_names, 0, UNIT_ROWS(amounts));
	tcase_add_loop_test(tcase, failure_is_reported, 0, UNIT_ROWS(failures));
	tcase_add_test(tcase, root_and_path_are_joined_as_they_are);
	tcase_add_test(tcase, long_path_is_an_error);
	return unit_run(suite);
}
