/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trusted-path: what is to blame if somebody else than root can decide what a file says. Only root
 * can make the files of others, so the test is skipped for everybody else.
 */
#include "base/file/trusted-path.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit/unit.h"

#define OTHER 65533
#define CONF "home/.config/OpenCL/loader.conf"

/* The change to a tree that is root's, and the blame after the directory of the test. */
static const struct {
	const char *remove;	/* a name that is replaced; "": none */
	const char *make;	/* see unit_make(); "": nothing */
	const char *changed;	/* gets OWNER, and unless it is a link MODE; "": nothing */
	uid_t owner;
	mode_t mode;
	const char *blame;	/* NULL: trusted */
} rows[] = {
	{ "", "", "", 0, 0, NULL },
	{ "", "", CONF, 0, 0600, NULL },
	{ "", "", CONF, 0, 0664, "/" CONF " can be written by other users" },
	{ "", "", CONF, 0, 0646, "/" CONF " can be written by other users" },
	{ "", "", CONF, OTHER, 0644, "/" CONF " belongs to user 65533" },
	{ "", "", "home", OTHER, 0755, "/home belongs to user 65533" },
	{ "", "", "home", OTHER, 01777, "/home belongs to user 65533" },
	{ "", "", "home", 0, 0770, "/home can be written by other users" },
	{ "", "", "home", 0, 0757, "/home can be written by other users" },
	{ "", "", "home", 0, 01777, NULL },
	{ "", "", "home/.config", OTHER, 0755, "/home/.config belongs to user 65533" },
	{ "", "", "home/.config/OpenCL", OTHER, 0755,
	  "/home/.config/OpenCL belongs to user 65533" },
	{ "", "", "home/.config/OpenCL", 0, 02775,
	  "/home/.config/OpenCL can be written by other users" },
	{ "", "", "home/.config/OpenCL", 0, 01777, NULL },
	{ "home/.config", "home/.config->../sticky/c", "sticky", 0, 01777, NULL },
	{ "home/.config", "home/.config->../sticky/c", "sticky", 0, 0777,
	  "/home/../sticky can be written by other users" },
	{ "home/.config", "home/.config->../sticky/c", "sticky", OTHER, 0755,
	  "/home/../sticky belongs to user 65533" },
	{ "home/.config", "home/.config->../sticky/link", "", 0, 0, NULL },
	{ "home/.config", "home/.config->../sticky/link", "sticky/link", OTHER, 0,
	  "/home/../sticky/link belongs to user 65533" },
	{ CONF, CONF "->../../../sticky/file", "", 0, 0, NULL },
	{ CONF, CONF "->../../../sticky/file", "sticky/file", OTHER, 0644,
	  "/home/.config/OpenCL/../../../sticky/file belongs to user 65533" },
	{ CONF, CONF "->../../../sticky/second", "", 0, 0,
	  "/home/.config/OpenCL/../../../sticky/second has a second name" },
};

static void make_tree(void)
{
	unit_make(CONF "=");
	unit_make("sticky/c/OpenCL/loader.conf=");
	unit_make("sticky/file=");
	unit_make("sticky/one=");
	unit_make("sticky/link->c");
	ck_assert_int_eq(link(unit_path("sticky/one"), unit_path("sticky/second")), 0);
	ck_assert_int_eq(chmod(unit_path("sticky"), 01777), 0);
}

static bool is_tested(void)
{
	const char *blame;

	if (geteuid() != 0) {
		printf("left out: only root can make files of other users\n");
		return false;
	}
	blame = trusted_path_blame(unit_dir, &unit_arena);
	if (blame)
		printf("left out: the directory of the test is not root's alone: %s\n", blame);
	return !blame;
}

static void change(const char *name, uid_t owner, mode_t mode)
{
	struct stat status;

	if (!*name)
		return;
	ck_assert_int_eq(lchown(unit_path(name), owner, owner), 0);
	ck_assert_int_eq(lstat(unit_path(name), &status), 0);
	ck_assert(S_ISLNK(status.st_mode) || chmod(unit_path(name), mode) == 0);
}

START_TEST(blame)
{
	const char *found;

	if (!is_tested())
		return;
	make_tree();
	if (*rows[_i].remove && strcmp(rows[_i].remove, CONF) == 0)
		ck_assert_int_eq(unlink(unit_path(CONF)), 0);
	else if (*rows[_i].remove)
		ck_assert_int_eq(rename(unit_path(rows[_i].remove), unit_path("moved")), 0);
	if (*rows[_i].make)
		unit_make(rows[_i].make);
	change(rows[_i].changed, rows[_i].owner, rows[_i].mode);
	found = trusted_path_blame(unit_path(CONF), &unit_arena);
	if (!rows[_i].blame) {
		ck_assert_msg(!found, "%s", found);
		return;
	}
	ck_assert_ptr_nonnull(found);
	ck_assert_msg(strncmp(found, unit_dir, strlen(unit_dir)) == 0, "%s", found);
	ck_assert_str_eq(found + strlen(unit_dir), rows[_i].blame);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("trusted-path");
	TCase *tcase = unit_tcase(suite, "trusted-path", 20);

	tcase_add_loop_test(tcase, blame, 0, UNIT_ROWS(rows));
	return unit_run(suite);
}
