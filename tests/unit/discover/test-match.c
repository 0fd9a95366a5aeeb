/* SPDX-License-Identifier: Apache-2.0 */
/* match: which globs match a driver, by its file, its library or its platform. */
#include "discover/match.h"

#include "unit/unit.h"

/* The names of a driver; NULL: not known. */
struct driver {
	const char *path;
	const char *written;
	const char *library;
	const char *platform;
	const char *vendor;
};

static const struct driver pocl = {
	"/etc/OpenCL/vendors/pocl.icd", "libpocl.so.2.13.0", "libpocl.so.2.13.0", NULL, NULL
};
static const struct driver pocl_platform = {
	"/etc/OpenCL/vendors/pocl.icd", "libpocl.so.2.13.0", "libpocl.so.2.13.0",
	"Portable Computing Language", "The pocl project"
};
static const struct driver slashes = {
	"/etc/OpenCL/vendors/pocl.icd", "libpocl.so.2.13.0", "libpocl.so.2.13.0", "a/b", "c/d"
};
static const struct driver intel = {
	"/etc/OpenCL/vendors/intel.icd", "/usr/lib/intel-opencl/libigdrcl.so",
	"/usr/lib/intel-opencl/libigdrcl.so", NULL, NULL
};
static const struct driver relative = {
	"/opt/v/own.icd", "lib/libown.so", "/opt/v/lib/libown.so", NULL, NULL
};
static const struct driver named = {
	NULL, "libpocl.so.2.13.0", "libpocl.so.2.13.0", NULL, NULL
};
static const struct driver unread = { "/etc/OpenCL/vendors/empty.icd", NULL, NULL, NULL, NULL };
static const struct driver hidden = {
	"/etc/OpenCL/vendors/.icd", "libx.so", "libx.so", NULL, NULL
};
static const struct driver nameless = { NULL, NULL, NULL, NULL, NULL };

static const struct {
	const char *glob;
	const struct driver *driver;
	bool matches;
} rows[] = {
	/* the file, with and without its suffix */
	{ "pocl", &pocl, true },
	{ "POCL", &pocl, true },
	{ "pocl.icd", &pocl, true },
	{ "pocl.ic", &pocl, false },
	{ "vendors*", &pocl, false },
	{ "pocl", &named, false },
	{ "empty", &unread, true },
	{ "lib*", &unread, false },
	{ ".icd", &hidden, true },
	{ "", &hidden, false },

	/* the library, as written and its base name */
	{ "libpocl.so.2.13.0", &pocl, true },
	{ "libpocl*", &pocl, true },
	{ "libpocl*", &named, true },
	{ "libigdrcl.so", &intel, true },
	{ "*intel-opencl*", &intel, true },
	{ "libown.so", &relative, true },
	{ "lib?libown.so", &relative, true },

	/* a glob with a slash: full paths only */
	{ "/usr/lib/intel-opencl/*", &intel, true },
	{ "/etc/OpenCL/vendors/*", &intel, true },
	{ "*/intel.icd", &intel, true },
	{ "*/intel", &intel, false },
	{ "intel-opencl/libigdrcl.so", &intel, false },
	{ "*/pocl*", &pocl, true },
	{ "*/libpocl*", &pocl, false },
	{ "*/libpocl*", &named, false },
	{ "lib/libown.so", &relative, false },
	{ "/opt/v/lib/libown.so", &relative, true },

	/* the platform, if its names are known */
	{ "Portable*", &pocl, false },
	{ "Portable*", &pocl_platform, true },
	{ "The pocl*", &pocl_platform, true },
	{ "libpocl*", &pocl_platform, true },
	{ "*/*", &slashes, true },
	{ "a/b", &slashes, false },
	{ "*", &nameless, false },
};

static struct match_names names_of(const struct driver *driver)
{
	struct match_names names;

	match_names_init(&names, driver->path, driver->written, driver->library);
	match_names_set_platform(&names, driver->platform, driver->vendor);
	return names;
}

START_TEST(glob_matches_driver)
{
	const struct match_names names = names_of(rows[_i].driver);

	ck_assert_msg(match_glob(&names, rows[_i].glob) == rows[_i].matches, "\"%s\"",
		      rows[_i].glob);
}
END_TEST

START_TEST(first_item_is_found)
{
	struct setting_item items[] = {
		{ .text = "nvidia*" }, { .text = "portable*" }, { .text = "*pocl*" }
	};
	const struct setting_list list = { .items = items, .count = 3 };
	const struct setting_list empty = { .items = NULL };
	const struct match_names driver = names_of(&pocl);
	const struct match_names platform = names_of(&pocl_platform);
	const struct match_names other = names_of(&intel);

	ck_assert_ptr_eq(match_find(&driver, &list), &items[2]);
	ck_assert_ptr_eq(match_find(&platform, &list), &items[1]);
	ck_assert_ptr_null(match_find(&other, &list));
	ck_assert_ptr_null(match_find(&driver, &empty));
}
END_TEST

START_TEST(only_globs_without_slash_match_platforms)
{
	struct setting_item items[] = { { .text = "/opt/*" }, { .text = "clover" } };

	ck_assert(!match_may_mean_platform(&(struct setting_list){ .items = items, .count = 0 }));
	ck_assert(!match_may_mean_platform(&(struct setting_list){ .items = items, .count = 1 }));
	ck_assert(match_may_mean_platform(&(struct setting_list){ .items = items, .count = 2 }));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("match");
	TCase *tcase = unit_tcase(suite, "match", 10);

	tcase_add_loop_test(tcase, glob_matches_driver, 0, UNIT_ROWS(rows));
	tcase_add_test(tcase, first_item_is_found);
	tcase_add_test(tcase, only_globs_without_slash_match_platforms);
	return unit_run(suite);
}
