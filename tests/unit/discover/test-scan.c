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
	{ NULL, "/opt2:/opt2/", NULL, "D /opt2/e.icd /lib/libe.so ok\n" },

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

/* TEXT without the names of the directory in which all files are. */
static const char *without_unit_dir(const char *text)
{
	static char result[8192];
	size_t length = strlen(unit_dir);
	char *end = result;

	while (*text)
		if (strncmp(text, unit_dir, length) == 0)
			text += length;
		else
			*end++ = *text++;
	*end = '\0';
	return result;
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

/*
 * The entry that conda makes in a vendor directory. An absolute link leads to what is below the
 * root.
 */
#define OWN "D /opt/d.icd libd.so ok\n"
#define LINKED "D /opt2/d.icd - masked\nD /opt2/e.icd /opt2/lib/libe.so ok\n"
#define OTHER "D /opt2/d.icd libd2.so ok\nD /opt2/e.icd /opt2/lib/libe.so ok\n"

static const char *const linked_tree[] = {
	"opt/d.icd=libd.so", "opt2/d.icd=libd2.so", "opt2/e.icd=lib/libe.so", "opt3/f.icd=libf.so",
	"empty/",
};

static const struct {
	const char *make[2];	/* besides linked_tree */
	const char *vendors;	/* OCL_ICD_VENDORS */
	const char *expected;
} linked[] = {
	{ { "opt/ocl-icd-system->/opt2" }, "/opt", OWN LINKED },
	{ { "opt/ocl-icd-system->/opt2/" }, "/opt/", OWN LINKED },
	{ { "opt/ocl-icd-system->../opt2" }, "/opt",
	  OWN "D /opt/../opt2/d.icd - masked\n"
	      "D /opt/../opt2/e.icd /opt/../opt2/lib/libe.so ok\n" },
	{ { "opt/ocl-icd-system/a.icd=liba.so", "opt/ocl-icd-system/d.icd=libd3.so" }, "/opt/",
	  OWN "D /opt/ocl-icd-system/a.icd liba.so ok\nD /opt/ocl-icd-system/d.icd - masked\n" },
	{ { "empty/ocl-icd-system->/opt2" }, "/empty:/opt3", OTHER "D /opt3/f.icd libf.so ok\n" },

	/* a directory that is read anyway counts where it comes first */
	{ { "opt/ocl-icd-system->/opt2" }, "/opt:/opt3:/opt2", OWN LINKED "D /opt3/f.icd libf.so ok\n" },
	{ { "opt/ocl-icd-system->/opt2" }, "/opt2:/opt", OTHER "D /opt/d.icd - masked\n" },
	{ { "opt/ocl-icd-system->/opt2", "opt2/ocl-icd-system->/opt" }, "/opt:/opt2", OWN LINKED },
	{ { "opt/ocl-icd-system->/opt2", "opt3/ocl-icd-system->/opt2" }, "/opt:/opt3",
	  OWN LINKED "D /opt3/f.icd libf.so ok\n" },

	/* one level only, and no other name */
	{ { "opt/ocl-icd-system->/opt2", "opt2/ocl-icd-system->../opt3" }, "/opt",
	  OWN LINKED "D /opt2/ocl-icd-system - subdirectory\n" },
	{ { "opt/ocl-icd-system->/opt2", "opt2/ocl-icd-system->../opt3" }, "/opt:/opt2",
	  OWN LINKED "D /opt2/../opt3/f.icd libf.so ok\n" },
	{ { "opt/ocl-icd-systems->../opt2", "opt/OCL-ICD-SYSTEM->../opt3" }, "/opt",
	  OWN "D /opt/OCL-ICD-SYSTEM - subdirectory\nD /opt/ocl-icd-systems - subdirectory\n" },

	/* no directory */
	{ { "opt/ocl-icd-system->/nothing" }, "/opt", OWN },
	{ { "opt/ocl-icd-system->/opt2/e.icd" }, "/opt", OWN },
	{ { "opt/ocl-icd-system->/opt2/e.icd/" }, "/opt", OWN },
	{ { "opt/ocl-icd-system=libx.so" }, "/opt", OWN },
	{ { "opt/ocl-icd-system|" }, "/opt", OWN },
	{ { "opt/ocl-icd-system->ocl-icd-system" }, "/opt", OWN },
	{ { "opt/ocl-icd-system->/opt/ocl-icd-system" }, "/opt", OWN },
	{ { "opt/ocl-icd-system->." }, "/opt", OWN },
	{ { "opt/ocl-icd-system->/opt" }, "/opt", OWN },
	{ { "opt/ocl-icd-system->/opt2" }, "/opt/d.icd", "V /opt/d.icd libd.so ok\n" },

	/* a bare name is found there, too */
	{ { "etc/OpenCL/vendors/ocl-icd-system->/opt2" }, "e.icd",
	  "V /opt2/e.icd /opt2/lib/libe.so ok\n" },
	{ { "etc/OpenCL/vendors/d.icd=libd4.so", "etc/OpenCL/vendors/ocl-icd-system->/opt2" },
	  "d.icd", "V " ETC "/d.icd libd4.so ok\n" },
	{ { "etc/OpenCL/vendors/ocl-icd-system->/opt2" }, "f.icd", "V f.icd - unreadable\n" },
	{ { "etc/OpenCL/vendors/ocl-icd-system->/opt2" }, "", OTHER },
};

START_TEST(linked_directory)
{
	struct settings settings = *default_settings();
	struct candidate_list list;

	make_tree(linked_tree, UNIT_ROWS(linked_tree));
	for (size_t i = 0; i < UNIT_ROWS(linked[_i].make) && linked[_i].make[i]; i++)
		unit_make(linked[_i].make[i]);
	settings.env.value[ENV_OCL_ICD_VENDORS] = linked[_i].vendors;
	candidate_list_init(&list, LOG_TOPIC_SCAN);
	scan_drivers(&list, &settings, unit_dir, &unit_arena);
	ck_assert_str_eq(text_of(&list), linked[_i].expected);
}
END_TEST

/* Without a root the link leads to the directory, with it to nothing: the kernel cannot know. */
static const struct {
	bool has_root;
	const char *expected;	/* without unit_dir at the start of the paths */
} roots[] = {
	{ false, OWN LINKED },
	{ true, OWN },
};

START_TEST(linked_directory_under_a_root)
{
	const char *root = roots[_i].has_root ? unit_dir : "";
	struct settings settings = *default_settings();
	struct candidate_list list;
	char what[256];

	make_tree(linked_tree, UNIT_ROWS(linked_tree));
	snprintf(what, sizeof(what), "opt/ocl-icd-system->%s/opt2", unit_dir);
	unit_make(what);
	settings.env.value[ENV_OCL_ICD_VENDORS] = roots[_i].has_root ? "/opt" : unit_path("opt");
	candidate_list_init(&list, LOG_TOPIC_SCAN);
	scan_drivers(&list, &settings, root, &unit_arena);
	ck_assert_str_eq(without_unit_dir(text_of(&list)), roots[_i].expected);
}
END_TEST

START_TEST(directory_without_permission)
{
	struct settings settings = *default_settings();
	struct candidate_list list;

	make_tree(common_tree, UNIT_ROWS(common_tree));
	ck_assert_int_eq(chmod(unit_path("opt"), 0), 0);
	ck_assert_int_eq(chmod(unit_dir, 0755), 0);
	unit_make("opt2/ocl-icd-system->/opt");
	settings.env.value[ENV_OCL_ICD_VENDORS] = _i ? "/opt2:/opt" : "/opt:/opt2";
	candidate_list_init(&list, LOG_TOPIC_SCAN);
	unit_user_begin();
	scan_drivers(&list, &settings, unit_dir, &unit_arena);
	unit_user_end();
	ck_assert_int_eq(chmod(unit_path("opt"), 0755), 0);
	ck_assert_str_eq(text_of(&list), _i ?
			 "D /opt2/e.icd /lib/libe.so ok\nD /opt - unreadable\n" :
			 "D /opt - unreadable\nD /opt2/e.icd /lib/libe.so ok\n");
	ck_assert_int_eq((_i ? list.first->next : list.first)->verdict.code, EACCES);
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

/* Hard links are made quickly. Returns how many could not be made. */
static int make_many(const char *directory, int from, int to)
{
	const char *first = unit_path("first");
	char name[128];
	int wrong = 0;

	for (int i = from; i < to; i++) {
		snprintf(name, sizeof(name), "%s%s/%05d.icd", unit_dir, directory, i);
		wrong += link(first, name) != 0;
	}
	return wrong;
}

/*
 * Of the directory that is linked, half of the names are masked. Failures are counted, because each
 * assertion of check is a write.
 */
START_TEST(thousands_of_files)
{
	struct candidate_list list;
	int i = 0;
	int wrong;

	unit_make("first=libx.so");
	unit_make("etc/OpenCL/vendors/ocl-icd-system->/many");
	unit_make("many/");
	wrong = make_many(ETC, 0, 10000) + make_many("/many", 5000, 15000);
	candidate_list_init(&list, LOG_TOPIC_SCAN);
	scan_drivers(&list, default_settings(), unit_dir, &unit_arena);
	ck_assert_uint_eq(list.count, 20000);
	for (const struct candidate *candidate = list.first; candidate;
	     candidate = candidate->next, i++) {
		bool is_masked = i >= 10000 && i < 15000;
		char path[128];

		snprintf(path, sizeof(path), "%s/%05d.icd", i < 10000 ? ETC : "/many",
			 i < 10000 ? i : i - 5000);
		wrong += strcmp(candidate->path, path) != 0 ||
			 candidate->verdict.reason != (is_masked ? REASON_MASKED : REASON_OK) ||
			 (!is_masked && strcmp(candidate->library, "libx.so") != 0);
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

/* As layer-scan uses it: what is linked for drivers is not read for layers. */
START_TEST(other_suffix)
{
	struct setting_list directories = { .items = vendor_dirs, .count = UNIT_ROWS(vendor_dirs) };
	struct candidate_list list;

	unit_make("etc/OpenCL/vendors/a.icd=liba.so");
	unit_make("etc/OpenCL/vendors/b.lay=libb.so");
	unit_make("usr/share/OpenCL/vendors/b.lay=libb.so");
	unit_make("etc/OpenCL/vendors/ocl-icd-system/c.lay=libc.so");
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
	tcase_add_loop_test(tcase, linked_directory, 0, UNIT_ROWS(linked));
	tcase_add_loop_test(tcase, linked_directory_under_a_root, 0, UNIT_ROWS(roots));
	tcase_add_loop_test(tcase, directory_without_permission, 0, 2);
	tcase_add_test(tcase, missing_and_circular_directories);
	tcase_add_test(tcase, thousands_of_files);
	tcase_add_test(tcase, long_names_in_variables);
	tcase_add_test(tcase, other_suffix);
	return unit_run(suite);
}
