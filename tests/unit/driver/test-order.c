/* SPDX-License-Identifier: Apache-2.0 */
/*
 * order: seven platforms, rules of loader.conf(5), and the expected order, written as one letter
 * for each platform.
 */
#include "driver/order.h"

#include <string.h>

#include "unit/unit.h"

/* In the order of discovery. OCL_ICD_FILENAMES names F. */
static const struct {
	char letter;
	enum candidate_origin origin;
	const char *path;
	const char *library;
	const char *name;
	const char *vendor;
	const char *version;
	cl_uint gpus, cpus, devices;
} facts[] = {
	{ 'F', CANDIDATE_FROM_FILENAMES, NULL, "/opt/libf.so", "Front", "Someone", "OpenCL 1.0", 0,
	  0, 0 },
	{ 'P', CANDIDATE_FROM_DIRECTORY, "/v/pocl.icd", "libpocl.so.2",
	  "Portable Computing Language", "The pocl project", "OpenCL 3.0 PoCL", 0, 1, 1 },
	{ 'N', CANDIDATE_FROM_DIRECTORY, "/v/nvidia.icd", "libnvidia-opencl.so.1", "NVIDIA CUDA",
	  "NVIDIA Corporation", "OpenCL 3.0 CUDA", 2, 0, 2 },
	{ 'R', CANDIDATE_FROM_DIRECTORY, "/v/rusticl.icd", "libRusticlOpenCL.so.1", "rusticl",
	  "Mesa/X.org", "OpenCL 3.0", 2, 0, 3 },
	{ 'C', CANDIDATE_FROM_DIRECTORY, "/v/mesa.icd", "libMesaOpenCL.so.1", "Clover", "Mesa",
	  "OpenCL 1.1 Mesa", 0, 0, 0 },
	{ 'I', CANDIDATE_FROM_DIRECTORY, "/v/intel.icd", "/usr/lib/intel/libigdrcl.so",
	  "Intel(R) OpenCL", "Intel(R) Corporation", "OpenCL 3.1", 1, 0, 1 },
	{ 'X', CANDIDATE_FROM_VENDORS, NULL, "libx.so", NULL, NULL, NULL, 0, 0, 9 },
};

#define PLATFORMS UNIT_ROWS(facts)

static struct candidate candidates[PLATFORMS];
static struct driver drivers[PLATFORMS];
static struct platform platforms[PLATFORMS];
static struct platform *order[PLATFORMS];

static void set_up(void)
{
	for (int i = 0; i < PLATFORMS; i++) {
		candidates[i].origin = facts[i].origin;
		candidates[i].path = facts[i].path;
		candidates[i].written = facts[i].library;
		candidates[i].library = facts[i].library;
		drivers[i].candidate = &candidates[i];
		platforms[i].driver = &drivers[i];
		platforms[i].index = (size_t)i;
		match_names_init(&platforms[i].names, facts[i].path, facts[i].library,
				 facts[i].library);
		match_names_set_platform(&platforms[i].names, facts[i].name, facts[i].vendor);
		platforms[i].name = facts[i].name;
		platforms[i].vendor_name = facts[i].vendor;
		platforms[i].version = facts[i].version;
		platforms[i].gpus = facts[i].gpus;
		platforms[i].cpus = facts[i].cpus;
		platforms[i].devices = facts[i].devices;
		order[i] = &platforms[i];
	}
}

static const char *letters(size_t count)
{
	static char text[PLATFORMS + 1];

	for (size_t i = 0; i < count; i++)
		text[i] = facts[order[i] - platforms].letter;
	text[count] = '\0';
	return text;
}

/* Sets LIST to the words of TEXT. It can be called twice in a test. */
static void set_globs(struct setting_list *list, const char *text)
{
	static struct setting_item items[2][8];
	static int used;
	struct setting_item *item = items[used++];
	static char copies[2][128];
	char *copy = copies[used - 1];

	strcpy(copy, text);
	list->items = item;
	for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
		item[list->count++] = (struct setting_item){ word, { NULL, 0 }, false };
}

static const struct {
	enum settings_sort sort;
	const char *first;
	const char *last;
	const char *expected;
} rows[] = {
	{ SETTINGS_SORT_FILE, "", "", "FPNRCIX" },
	{ SETTINGS_SORT_DEVICES, "", "", "FRNIPXC" },
	{ SETTINGS_SORT_NAME, "", "", "FXCINPR" },
	{ SETTINGS_SORT_VERSION, "", "", "FIPNRCX" },

	/* `first` and `last`: each in the order of its globs */
	{ SETTINGS_SORT_FILE, "NVIDIA*", "", "FNPRCIX" },
	{ SETTINGS_SORT_FILE, "intel* nvidia", "", "FINPRCX" },
	{ SETTINGS_SORT_FILE, "", "pocl*", "FNRCIXP" },
	{ SETTINGS_SORT_FILE, "", "pocl* nvidia", "FRCIXPN" },
	{ SETTINGS_SORT_FILE, "", "nvidia pocl*", "FRCIXNP" },
	{ SETTINGS_SORT_FILE, "rusticl", "pocl*", "FRNCIXP" },
	{ SETTINGS_SORT_FILE, "*", "", "FPNRCIX" },
	{ SETTINGS_SORT_FILE, "", "*", "FPNRCIX" },
	{ SETTINGS_SORT_FILE, "nothing", "nobody", "FPNRCIX" },

	/* a platform in both lists: `first` wins; several globs: the earlier one wins */
	{ SETTINGS_SORT_FILE, "pocl*", "pocl*", "FPNRCIX" },
	{ SETTINGS_SORT_FILE, "intel *nvidia* *", "", "FINPRCX" },

	/* by library, platform name and driver */
	{ SETTINGS_SORT_FILE, "libigdrcl.so", "", "FIPNRCX" },
	{ SETTINGS_SORT_FILE, "/usr/lib/intel/*", "", "FIPNRCX" },
	{ SETTINGS_SORT_FILE, "mesa/x.org", "", "FPNRCIX" },	/* with a slash: paths only */
	{ SETTINGS_SORT_FILE, "clover", "", "FCPNRIX" },
	{ SETTINGS_SORT_FILE, "The?pocl?project", "", "FPNRCIX" },
	{ SETTINGS_SORT_FILE, "", "libf.so", "FPNRCIX" },	/* OCL_ICD_FILENAMES is stronger */
	{ SETTINGS_SORT_FILE, "", "libx.so", "FPNRCIX" },
	{ SETTINGS_SORT_FILE, "libx.so", "", "FXPNRCI" },

	/* `sort`, then `first` and `last`; equal platforms keep their order */
	{ SETTINGS_SORT_DEVICES, "clover", "nvidia", "FCRIPXN" },
	{ SETTINGS_SORT_DEVICES, "", "*mesa* *nvidia*", "FIPXRCN" },
	{ SETTINGS_SORT_NAME, "*intel* *n*", "", "FICNPRX" },
	{ SETTINGS_SORT_VERSION, "", "intel", "FPNRCXI" },
};

START_TEST(sorted)
{
	struct settings settings = { .sort.value = rows[_i].sort };

	set_globs(&settings.first, rows[_i].first);
	set_globs(&settings.last, rows[_i].last);
	order_find_groups(order, PLATFORMS, &settings);
	ck_assert_int_eq(order_platforms(order, PLATFORMS, &settings),
			 strcmp(rows[_i].expected, "FPNRCIX") != 0);
	ck_assert_str_eq(letters(PLATFORMS), rows[_i].expected);
}
END_TEST

static const struct {
	unsigned empty_last;
	enum settings_sort sort;
	const char *first;
	const char *last;
	const char *empty;	/* platforms that were asked and have no devices */
	const char *expected;
} empties[] = {
	{ 1, SETTINGS_SORT_FILE, "", "", "", "FPNRCIX" },
	{ 1, SETTINGS_SORT_FILE, "", "", "P", "FNRCIXP" },
	{ 1, SETTINGS_SORT_FILE, "", "", "NP", "FRCIXPN" },
	{ 1, SETTINGS_SORT_FILE, "", "", "PNRCI", "FXPNRCI" },
	{ 1, SETTINGS_SORT_FILE, "", "", "PNRCIX", "FPNRCIX" },
	{ 0, SETTINGS_SORT_FILE, "", "", "P", "FPNRCIX" },

	/* they come after those that `last` names, and keep their order */
	{ 1, SETTINGS_SORT_FILE, "", "nvidia", "CP", "FRIXNPC" },
	{ 1, SETTINGS_SORT_FILE, "", "nvidia pocl*", "NPC", "FRIXCNP" },
	{ 1, SETTINGS_SORT_NAME, "", "", "XCP", "FINRXCP" },
	{ 0, SETTINGS_SORT_NAME, "", "", "XCP", "FXCINPR" },

	/* those that the user has put first stay there */
	{ 1, SETTINGS_SORT_FILE, "", "", "F", "FPNRCIX" },
	{ 1, SETTINGS_SORT_FILE, "nvidia", "", "NP", "FNRCIXP" },
	{ 1, SETTINGS_SORT_FILE, "nvidia pocl*", "pocl*", "FNP", "FNPRCIX" },
};

START_TEST(empty_go_last)
{
	struct settings settings = {
		.sort.value = empties[_i].sort,
		.empty_last.value = empties[_i].empty_last,
	};

	for (int i = 0; i < PLATFORMS; i++) {
		platforms[i].knows_devices = strchr(empties[_i].empty, facts[i].letter) != NULL;
		platforms[i].devices = 0;
	}
	set_globs(&settings.first, empties[_i].first);
	set_globs(&settings.last, empties[_i].last);
	order_find_groups(order, PLATFORMS, &settings);
	ck_assert_int_eq(order_platforms(order, PLATFORMS, &settings),
			 strcmp(empties[_i].expected, "FPNRCIX") != 0);
	ck_assert_str_eq(letters(PLATFORMS), empties[_i].expected);
	for (int i = 0; i < PLATFORMS; i++)
		ck_assert_int_eq(order_keeps_place(order[i], &settings),
				 !empties[_i].empty_last ||
				 (size_t)i <= settings.first.count);
}
END_TEST

START_TEST(few_platforms)
{
	struct settings settings = { .sort.value = SETTINGS_SORT_DEVICES };

	order_find_groups(order, (size_t)_i, &settings);
	order_platforms(order, (size_t)_i, &settings);
	ck_assert_str_eq(letters((size_t)_i), _i == 0 ? "" : _i == 1 ? "F" : "FP");
}
END_TEST

/* Platforms that OCL_ICD_FILENAMES names keep their order, whatever the rules are. */
START_TEST(filenames_keep_their_order)
{
	struct settings settings = { .sort.value = SETTINGS_SORT_DEVICES };

	for (int i = 0; i < PLATFORMS; i++)
		candidates[i].origin = CANDIDATE_FROM_FILENAMES;
	set_globs(&settings.first, "nvidia");
	order_find_groups(order, PLATFORMS, &settings);
	order_platforms(order, PLATFORMS, &settings);
	ck_assert_str_eq(letters(PLATFORMS), "FPNRCIX");
}
END_TEST

static const struct {
	const char *null_platform;	/* NULL: not set */
	int chosen;			/* OCL_ICD_DEFAULT_PLATFORM; -1: not set */
	size_t count;
	size_t expected;
	const char *warning;
} defaults[] = {
	{ NULL, -1, PLATFORMS, 0, NULL },
	{ "first", -1, PLATFORMS, 0, NULL },
	{ "error", -1, PLATFORMS, PLATFORMS, NULL },
	{ "nvidia", -1, PLATFORMS, 2, NULL },
	{ "*nvidia*", -1, PLATFORMS, 2, NULL },
	{ "Intel(R) Corp*", -1, PLATFORMS, 5, NULL },
	{ "*mesa*", -1, PLATFORMS, 3, NULL },
	{ "nothing", -1, PLATFORMS, 0, "null_platform = nothing names no platform" },
	{ NULL, 3, PLATFORMS, 3, NULL },
	{ "error", 3, PLATFORMS, 3, NULL },
	{ "nvidia", 0, PLATFORMS, 0, NULL },
	{ NULL, 7, PLATFORMS, 0, "7 is out of range" },
	{ "nvidia", 7, PLATFORMS, 2, "7 is out of range" },
	{ "error", 999999999, PLATFORMS, PLATFORMS, "999999999 is out of range" },
	{ NULL, -1, 0, 0, NULL },
	{ "error", -1, 0, 0, NULL },
	{ "nvidia", -1, 0, 0, NULL },
	{ NULL, 0, 0, 0, "0 is out of range" },
};

START_TEST(default_platform)
{
	struct settings settings = {
		.null_platform = { .text = defaults[_i].null_platform },
		.has_default_platform = defaults[_i].chosen >= 0,
		.default_platform = (unsigned)defaults[_i].chosen,
	};

	ck_assert_uint_eq(order_default(order, defaults[_i].count, &settings),
			  defaults[_i].expected);
	ck_assert_int_eq(unit_log_has("clrouter: warning: order: "), defaults[_i].warning != NULL);
	if (defaults[_i].warning)
		ck_assert(unit_log_has(defaults[_i].warning));
}
END_TEST

static const struct {
	enum settings_sort sort;
	const char *first;
	const char *last;
	const char *null_platform;
	struct platform_facts facts;	/* names, version, devices */
} needs[] = {
	{ SETTINGS_SORT_FILE, "", "", NULL, { false, false, false } },
	{ SETTINGS_SORT_FILE, "", "", "first", { false, false, false } },
	{ SETTINGS_SORT_FILE, "", "", "error", { false, false, false } },
	{ SETTINGS_SORT_FILE, "", "", "nvidia", { true, false, false } },
	{ SETTINGS_SORT_FILE, "a", "", NULL, { true, false, false } },
	{ SETTINGS_SORT_FILE, "", "a", NULL, { true, false, false } },
	{ SETTINGS_SORT_FILE, "/a", "*/b", NULL, { false, false, false } },
	{ SETTINGS_SORT_NAME, "", "", NULL, { true, false, false } },
	{ SETTINGS_SORT_VERSION, "", "", NULL, { false, true, false } },
	{ SETTINGS_SORT_DEVICES, "", "", NULL, { false, false, true } },
};

START_TEST(needed_facts)
{
	struct settings settings = {
		.sort.value = needs[_i].sort,
		.null_platform = { .text = needs[_i].null_platform },
	};
	struct platform_facts asked = { false, false, false };

	set_globs(&settings.first, needs[_i].first);
	set_globs(&settings.last, needs[_i].last);
	order_add_facts(&settings, &asked);
	ck_assert_int_eq(asked.names, needs[_i].facts.names);
	ck_assert_int_eq(asked.version, needs[_i].facts.version);
	ck_assert_int_eq(asked.devices, needs[_i].facts.devices);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("order");
	TCase *tcase = unit_tcase(suite, "order", 10);

	tcase_add_checked_fixture(tcase, set_up, NULL);
	tcase_add_loop_test(tcase, sorted, 0, UNIT_ROWS(rows));
	tcase_add_loop_test(tcase, empty_go_last, 0, UNIT_ROWS(empties));
	tcase_add_loop_test(tcase, few_platforms, 0, 3);
	tcase_add_test(tcase, filenames_keep_their_order);
	tcase_add_loop_test(tcase, default_platform, 0, UNIT_ROWS(defaults));
	tcase_add_loop_test(tcase, needed_facts, 0, UNIT_ROWS(needs));
	return unit_run(suite);
}
