/* SPDX-License-Identifier: Apache-2.0 */
/*
 * scan: the list of candidates that the files in a temporary root and the variables give. The list
 * is compared as one text, with a line for each candidate: a letter for its origin (F for
 * OCL_ICD_FILENAMES, V for OCL_ICD_VENDORS, D for a directory), its name, its library, its verdict.
 */
#include "discover/scan.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit/unit.h"

#define ETC "/etc/OpenCL/vendors"
#define USR "/usr/share/OpenCL/vendors"

/* The files that exist for each row. */
static const char *const common_tree[] = {
	"etc/OpenCL/vendors/b.icd=libb.so\n", "etc/OpenCL/vendors/a.icd=liba.so\n",
	"usr/share/OpenCL/vendors/c.icd=libc1.so\n", "usr/share/OpenCL/vendors/a.icd=other.so\n",
	"opt/d.icd=libd.so\n", "opt/a.icd=liba2.so\n", "opt2/e.icd=/lib/libe.so\n", "empty/",
	"file=x",
};

#define DEFAULT_LIST \
	"D " ETC "/a.icd liba.so ok\n" \
	"D " ETC "/b.icd libb.so ok\n" \
	"D " USR "/a.icd - masked\n" \
	"D " USR "/c.icd libc1.so ok\n"

static const struct {
	const char *filenames;		/* OCL_ICD_FILENAMES */
	const char *vendors;		/* OCL_ICD_VENDORS */
	const char *vendor_path;	/* OPENCL_VENDOR_PATH */
	const char *expected;
} rows[] = {
	{ NULL, NULL, NULL, DEFAULT_LIST },
	{ "", NULL, NULL, DEFAULT_LIST },
	{ NULL, "", NULL, DEFAULT_LIST },
	{ NULL, NULL, "", DEFAULT_LIST },

	/* directories; OCL_ICD_VENDORS is the stronger one */
	{ NULL, "/opt", NULL, "D /opt/a.icd liba2.so ok\nD /opt/d.icd libd.so ok\n" },
	{ NULL, "/opt/", NULL, "D /opt/a.icd liba2.so ok\nD /opt/d.icd libd.so ok\n" },
	{ NULL, NULL, "/opt", "D /opt/a.icd liba2.so ok\nD /opt/d.icd libd.so ok\n" },
	{ NULL, "/opt2", "/opt", "D /opt2/e.icd /lib/libe.so ok\n" },
	{ NULL, "/opt2:/opt", NULL,
	  "D /opt2/e.icd /lib/libe.so ok\nD /opt/a.icd liba2.so ok\nD /opt/d.icd libd.so ok\n" },
	{ NULL, NULL, "/opt2:/opt",
	  "D /opt2/e.icd /lib/libe.so ok\nD /opt/a.icd liba2.so ok\nD /opt/d.icd libd.so ok\n" },
	{ NULL, "/empty", NULL, "" },
	{ NULL, "/opt2:/opt2", NULL,
	  "D /opt2/e.icd /lib/libe.so ok\nD /opt2/e.icd - masked\n" },

	/* an empty element stands for the configured directories */
	{ NULL, "/opt2:", NULL, "D /opt2/e.icd /lib/libe.so ok\n" DEFAULT_LIST },
	{ NULL, ":/opt2", NULL, DEFAULT_LIST "D /opt2/e.icd /lib/libe.so ok\n" },
	{ NULL, NULL, "/opt2:", "D /opt2/e.icd /lib/libe.so ok\n" DEFAULT_LIST },
	{ NULL, "/opt:", NULL,
	  "D /opt/a.icd liba2.so ok\nD /opt/d.icd libd.so ok\n"
	  "D " ETC "/a.icd - masked\nD " ETC "/b.icd libb.so ok\n"
	  "D " USR "/a.icd - masked\nD " USR "/c.icd libc1.so ok\n" },

	/* files and libraries in the variables mask nothing */
	{ NULL, "/opt/d.icd", NULL, "V /opt/d.icd libd.so ok\n" },
	{ NULL, "/opt/a.icd:/opt", NULL,
	  "V /opt/a.icd liba2.so ok\nD /opt/a.icd liba2.so ok\nD /opt/d.icd libd.so ok\n" },
	{ NULL, "libx.so", NULL, "V libx.so libx.so ok\n" },
	{ NULL, "/lib/libx.so:$ORIGIN/liby.so.1", NULL,
	  "V /lib/libx.so /lib/libx.so ok\nV $ORIGIN/liby.so.1 $ORIGIN/liby.so.1 ok\n" },
	{ NULL, "/file", NULL, "V /file /file ok\n" },
	{ NULL, "/no/such/dir", NULL, "V /no/such/dir /no/such/dir ok\n" },
	{ NULL, NULL, "/opt/d.icd:libx.so", "V /opt/d.icd libd.so ok\nV libx.so libx.so ok\n" },
	{ NULL, "/opt/none.icd", NULL, "V /opt/none.icd - unreadable\n" },

	/* a bare NAME.icd */
	{ NULL, "b.icd", NULL, "V " ETC "/b.icd libb.so ok\n" },
	{ NULL, "c.icd", NULL, "V " USR "/c.icd libc1.so ok\n" },
	{ NULL, "a.icd", NULL, "V " ETC "/a.icd liba.so ok\n" },
	{ NULL, "a.icd", "/opt", "V /opt/a.icd liba2.so ok\n" },
	{ NULL, "a.icd", "/opt2:/opt", "V /opt/a.icd liba2.so ok\n" },
	{ NULL, "b.icd", "/opt", "V b.icd - unreadable\n" },
	{ NULL, "b.icd", "/opt:", "V " ETC "/b.icd libb.so ok\n" },
	{ NULL, "b.icd", "", "V " ETC "/b.icd libb.so ok\n" },
	{ NULL, "none.icd", NULL, "V none.icd - unreadable\n" },

	/* OCL_ICD_FILENAMES stays in front of all others */
	{ "libx.so", NULL, NULL, "F libx.so libx.so ok\n" DEFAULT_LIST },
	{ "/opt/d.icd:libx.so", "/opt2", NULL,
	  "F /opt/d.icd libd.so ok\nF libx.so libx.so ok\nD /opt2/e.icd /lib/libe.so ok\n" },
	{ "a.icd", "/empty", NULL, "F " ETC "/a.icd liba.so ok\n" },
	{ "a.icd", NULL, "/opt2:/opt",
	  "F /opt/a.icd liba2.so ok\nD /opt2/e.icd /lib/libe.so ok\n"
	  "D /opt/a.icd liba2.so ok\nD /opt/d.icd libd.so ok\n" },
	{ "libx.so:libx.so", "/empty", NULL, "F libx.so libx.so ok\nF libx.so libx.so ok\n" },
	{ "::libx.so:", "/empty", NULL, "F libx.so libx.so ok\n" },
	{ "/opt", "/empty", NULL, "F /opt /opt ok\n" },	/* a library, not a directory */
};

static char letter_of_origin(enum candidate_origin origin)
{
	return origin == CANDIDATE_FROM_FILENAMES ? 'F' :
	       origin == CANDIDATE_FROM_VENDORS	  ? 'V' :
						    'D';
}

static const char *text_of(const struct candidate_list *list)
{
	static char text[8192];
	size_t size = 0;
	size_t count = 0;

	text[0] = '\0';
	for (const struct candidate *candidate = list->first; candidate;
	     candidate = candidate->next, count++)
		size += (size_t)snprintf(text + size, sizeof(text) - size, "%c %s %s %s\n",
					 letter_of_origin(candidate->origin),
					 candidate_name(candidate),
					 candidate->library ? candidate->library : "-",
					 reason_id(candidate->verdict.reason));
	ck_assert_uint_lt(size, sizeof(text));
	ck_assert_uint_eq(count, list->count);
	return text;
}

static void make_tree(const char *const *things, size_t count)
{
	for (size_t i = 0; i < count; i++)
		unit_make(things[i]);
}

static struct setting_item vendor_dirs[] = { { .text = ETC }, { .text = USR } };

static const struct settings *default_settings(void)
{
	static struct settings settings;

	settings.vendor_dirs.items = vendor_dirs;
	settings.vendor_dirs.count = UNIT_ROWS(vendor_dirs);
	return &settings;
}

START_TEST(variables_and_directories)
{
	struct settings settings = *default_settings();
	struct candidate_list list;

	make_tree(common_tree, UNIT_ROWS(common_tree));
	settings.env.value[ENV_OCL_ICD_FILENAMES] = rows[_i].filenames;
	settings.env.value[ENV_OCL_ICD_VENDORS] = rows[_i].vendors;
	settings.env.value[ENV_OPENCL_VENDOR_PATH] = rows[_i].vendor_path;
	candidate_list_init(&list, LOG_TOPIC_SCAN);
	scan_drivers(&list, &settings, unit_dir, &unit_arena);
	ck_assert_str_eq(text_of(&list), rows[_i].expected);
}
END_TEST

/* One unusual file between two good ones, which it must not affect. */
static const struct {
	const char *make;	/* in ETC, as m.icd */
	const char *expected;	/* its line; NULL: it is not listed */
} unusual[] = {
	{ "m.icd=", "D " ETC "/m.icd - empty-file\n" },
	{ "m.icd=\n\n", "D " ETC "/m.icd - no-library-name\n" },
	{ "m.icd=# x\r\n", "D " ETC "/m.icd - no-library-name\n" },
	{ "m.icd/", "D " ETC "/m.icd - not-regular-file\n" },
	{ "m.icd|", "D " ETC "/m.icd - not-regular-file\n" },
	{ "m.icd@", "D " ETC "/m.icd - not-regular-file\n" },
	{ "m.icd->/dev/zero", "D " ETC "/m.icd - not-regular-file\n" },
	{ "m.icd->..", "D " ETC "/m.icd - not-regular-file\n" },
	{ "m.icd->nothing", "D " ETC "/m.icd - unreadable\n" },
	{ "m.icd->m.icd", "D " ETC "/m.icd - unreadable\n" },
	{ "m.icd->a.icd", "D " ETC "/m.icd liba.so ok\n" },
	{ "m.icd=sub/libm.so", "D " ETC "/m.icd " ETC "/sub/libm.so ok\n" },
	{ "m.icd=libm.so\r\n", "D " ETC "/m.icd libm.so ok\n" },
	{ "m.icd=\xEF\xBB\xBFlibm.so", "D " ETC "/m.icd libm.so ok\n" },
	{ ".m.icd=libm.so", NULL },
	{ "m.icd~=libm.so", NULL },
	{ "m.icd.dpkg-dist=libm.so", NULL },
	{ "m.icd.rpmnew=libm.so", NULL },
	{ "m.txt=libm.so", NULL },
};

START_TEST(unusual_files)
{
	struct candidate_list list;
	char what[64], expected[256];

	unit_make("etc/OpenCL/vendors/a.icd=liba.so");
	unit_make("etc/OpenCL/vendors/z.icd=libz.so");
	snprintf(what, sizeof(what), "etc/OpenCL/vendors/%s", unusual[_i].make);
	unit_make(what);
	candidate_list_init(&list, LOG_TOPIC_SCAN);
	scan_drivers(&list, default_settings(), unit_dir, &unit_arena);
	snprintf(expected, sizeof(expected), "D " ETC "/a.icd liba.so ok\n%sD " ETC
		 "/z.icd libz.so ok\n", unusual[_i].expected ? unusual[_i].expected : "");
	ck_assert_str_eq(text_of(&list), expected);
}
END_TEST

/* A file of any kind masks the same name in later directories. So a user can disable a driver. */
static const char *const masks[] = { "a.icd=", "a.icd->/dev/null", "a.icd->nothing", "a.icd/",
				     "a.icd=liba.so" };

START_TEST(masked_by_any_kind)
{
	struct candidate_list list;
	char what[64];

	snprintf(what, sizeof(what), "etc/OpenCL/vendors/%s", masks[_i]);
	unit_make(what);
	unit_make("usr/share/OpenCL/vendors/a.icd=libother.so");
	candidate_list_init(&list, LOG_TOPIC_SCAN);
	scan_drivers(&list, default_settings(), unit_dir, &unit_arena);
	ck_assert_uint_eq(list.count, 2);
	ck_assert_int_eq(list.first->next->verdict.reason, REASON_MASKED);
	ck_assert_ptr_null(list.first->next->library);
}
END_TEST

/* A directory inside a vendor directory has a verdict, unless it is read as well. */
static const struct {
	const char *make;
	const char *vendors;	/* OCL_ICD_VENDORS */
	const char *expected;
} inner[] = {
	{ "opt/sub/x.icd=libx.so", "/opt", "D /opt/sub - subdirectory\n" },
	{ "opt/sub/x.icd/", "/opt/", "D /opt/sub - subdirectory\n" },
	{ "opt/sub/x.icd=libx.so", "/opt:/opt/sub/", "D /opt/sub/x.icd libx.so ok\n" },
	{ "opt/sub/x.icd=libx.so", "/opt/sub:/opt", "D /opt/sub/x.icd libx.so ok\n" },
	{ "opt/sub->../opt2", "/opt2:/opt", "D /opt2/e.icd libe.so ok\n" },
	{ "opt/sub->../opt2", "/opt", "D /opt/sub - subdirectory\n" },
	{ "opt/sub/x.icd=libx.so", "/opt2", "D /opt2/e.icd libe.so ok\n" },
	{ "opt/sub/x.txt=libx.so", "/opt", "" },
	{ "opt/sub/sub/x.icd=libx.so", "/opt", "" },
	{ "opt/.sub/x.icd=libx.so", "/opt", "" },
	{ "opt/sub/", "/opt", "" },
	{ "opt/sub|", "/opt", "" },
	{ "opt/sub->sub", "/opt", "" },
};

START_TEST(directory_in_a_directory)
{
	struct settings settings = *default_settings();
	struct candidate_list list;

	unit_make("opt2/e.icd=libe.so");
	unit_make(inner[_i].make);
	settings.env.value[ENV_OCL_ICD_VENDORS] = inner[_i].vendors;
	candidate_list_init(&list, LOG_TOPIC_SCAN);
	scan_drivers(&list, &settings, unit_dir, &unit_arena);
	ck_assert_str_eq(text_of(&list), inner[_i].expected);
}
END_TEST

START_TEST(directory_without_permission)
{
	struct settings settings = *default_settings();
	struct candidate_list list;

	make_tree(common_tree, UNIT_ROWS(common_tree));
	ck_assert_int_eq(chmod(unit_path("opt"), 0), 0);
	ck_assert_int_eq(chmod(unit_dir, 0755), 0);
	settings.env.value[ENV_OCL_ICD_VENDORS] = "/opt:/opt2";
	candidate_list_init(&list, LOG_TOPIC_SCAN);
	unit_user_begin();
	scan_drivers(&list, &settings, unit_dir, &unit_arena);
	unit_user_end();
	ck_assert_int_eq(chmod(unit_path("opt"), 0755), 0);
	ck_assert_str_eq(text_of(&list), "D /opt - unreadable\nD /opt2/e.icd /lib/libe.so ok\n");
	ck_assert_int_eq(list.first->verdict.code, EACCES);
}
END_TEST

START_TEST(missing_and_circular_directories)
{
	struct candidate_list list;

	unit_make("etc/OpenCL/vendors->vendors");
	unit_make("usr/share/OpenCL/vendors/c.icd=libc1.so");
	candidate_list_init(&list, LOG_TOPIC_SCAN);
	scan_drivers(&list, default_settings(), unit_dir, &unit_arena);
	ck_assert_str_eq(text_of(&list), "D " USR "/c.icd libc1.so ok\n");
	ck_assert(unit_log_has(ETC ": no such directory"));
}
END_TEST

/* Hard links are made quickly. Failures are counted, because each assertion of check is a write. */
START_TEST(ten_thousand_files)
{
	struct candidate_list list;
	const char *first = unit_path("etc/OpenCL/vendors/00000.icd");
	char name[128];
	int i, wrong = 0;

	unit_make("etc/OpenCL/vendors/00000.icd=libx.so");
	for (i = 1; i < 10000; i++) {
		snprintf(name, sizeof(name), "%s" ETC "/%05d.icd", unit_dir, i);
		wrong += link(first, name) != 0;
	}
	candidate_list_init(&list, LOG_TOPIC_SCAN);
	scan_drivers(&list, default_settings(), unit_dir, &unit_arena);
	ck_assert_uint_eq(list.count, 10000);
	i = 0;
	for (const struct candidate *candidate = list.first; candidate;
	     candidate = candidate->next) {
		snprintf(name, sizeof(name), ETC "/%05d.icd", i++);
		wrong += strcmp(candidate->path, name) != 0 ||
			 strcmp(candidate->library, "libx.so") != 0;
	}
	ck_assert_int_eq(wrong, 0);
}
END_TEST

START_TEST(long_names_in_variables)
{
	static char name[20001];
	struct settings settings = *default_settings();
	struct candidate_list list;

	memset(name, 'a', sizeof(name) - 1);
	memcpy(name + sizeof(name) - 5, ".icd", 4);
	settings.env.value[ENV_OCL_ICD_VENDORS] = name;
	candidate_list_init(&list, LOG_TOPIC_SCAN);
	scan_drivers(&list, &settings, unit_dir, &unit_arena);
	ck_assert_uint_eq(list.count, 1);
	ck_assert_int_eq(list.first->verdict.reason, REASON_UNREADABLE);
	ck_assert_int_eq(list.first->verdict.code, ENAMETOOLONG);
}
END_TEST

/* As layer-scan uses it. */
START_TEST(other_suffix)
{
	struct setting_list directories = { .items = vendor_dirs, .count = UNIT_ROWS(vendor_dirs) };
	struct candidate_list list;

	unit_make("etc/OpenCL/vendors/a.icd=liba.so");
	unit_make("etc/OpenCL/vendors/b.lay=libb.so");
	unit_make("usr/share/OpenCL/vendors/b.lay=libb.so");
	candidate_list_init(&list, LOG_TOPIC_LAYER);
	scan_directories(&list, &directories, ".lay", unit_dir, &unit_arena);
	ck_assert_str_eq(text_of(&list),
			 "D " ETC "/b.lay libb.so ok\nD " USR "/b.lay - masked\n");
	ck_assert(unit_log_has("clrouter: info: layer: " USR "/b.lay: "));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("scan");
	TCase *tcase = unit_tcase(suite, "scan", 30);

	tcase_add_loop_test(tcase, variables_and_directories, 0, UNIT_ROWS(rows));
	tcase_add_loop_test(tcase, unusual_files, 0, UNIT_ROWS(unusual));
	tcase_add_loop_test(tcase, masked_by_any_kind, 0, UNIT_ROWS(masks));
	tcase_add_loop_test(tcase, directory_in_a_directory, 0, UNIT_ROWS(inner));
	tcase_add_test(tcase, directory_without_permission);
	tcase_add_test(tcase, missing_and_circular_directories);
	tcase_add_test(tcase, ten_thousand_files);
	tcase_add_test(tcase, long_names_in_variables);
	tcase_add_test(tcase, other_suffix);
	return unit_run(suite);
}
