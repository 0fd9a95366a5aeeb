/* SPDX-License-Identifier: Apache-2.0 */
/*
 * policy: what names a driver, and who wins when several rules name it. Tables;
 * the settings are written by hand, no file is read.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/glob.h"
#include "discover/match.h"
#include "discover/policy.h"

static const struct entry pocl = {
	.origin = ENTRY_FROM_DIRECTORY,
	.path = "/etc/OpenCL/vendors/pocl.icd",
	.written = "libpocl.so.2.13.0",
	.library = "libpocl.so.2.13.0",
};

static const struct entry intel = {
	.origin = ENTRY_FROM_DIRECTORY,
	.path = "/etc/OpenCL/vendors/intel.icd",
	.written = "/usr/lib/intel-opencl/libigdrcl.so",
	.library = "/usr/lib/intel-opencl/libigdrcl.so",
};

static const struct entry relative = {
	.origin = ENTRY_FROM_DIRECTORY,
	.path = "/opt/v/own.icd",
	.written = "lib/libown.so",
	.library = "/opt/v/lib/libown.so",
};

static const struct entry named = {
	.origin = ENTRY_FROM_FILENAMES,
	.written = "libpocl.so.2.13.0",
	.library = "libpocl.so.2.13.0",
};

static const struct entry vendor_file = {
	.origin = ENTRY_FROM_VENDORS,
	.path = "/home/u/pocl.icd",
	.written = "libpocl.so.2.13.0",
	.library = "libpocl.so.2.13.0",
};

struct name_row {
	const char *glob;
	const struct entry *entry;
	const char *name;
	const char *vendor;
	bool matches;
};

static const struct name_row name_rows[] = {
	{ "pocl", &pocl, NULL, NULL, true },
	{ "POCL", &pocl, NULL, NULL, true },
	{ "pocl.icd", &pocl, NULL, NULL, true },
	{ "pocl.ic", &pocl, NULL, NULL, false },
	{ "libpocl.so.2.13.0", &pocl, NULL, NULL, true },
	{ "libpocl*", &pocl, NULL, NULL, true },
	{ "vendors*", &pocl, NULL, NULL, false },
	{ "Portable*", &pocl, NULL, NULL, false },
	{ "Portable*", &pocl, "Portable Computing Language", "x", true },
	{ "The pocl*", &pocl, "Portable Computing Language", "The pocl project", true },
	{ "libigdrcl.so", &intel, NULL, NULL, true },
	{ "*intel-opencl*", &intel, NULL, NULL, true },
	{ "/usr/lib/intel-opencl/*", &intel, NULL, NULL, true },
	{ "/etc/OpenCL/vendors/*", &intel, NULL, NULL, true },
	{ "*/intel.icd", &intel, NULL, NULL, true },
	{ "*/intel", &intel, NULL, NULL, false },
	{ "intel-opencl/libigdrcl.so", &intel, NULL, NULL, false },
	{ "*/pocl*", &pocl, NULL, NULL, true },
	{ "*/libpocl*", &pocl, NULL, NULL, false },
	{ "*/*", &pocl, "a/b", "c/d", true },
	{ "a/b", &pocl, "a/b", NULL, false },
	{ "libown.so", &relative, NULL, NULL, true },
	{ "lib?libown.so", &relative, NULL, NULL, true },
	{ "lib/libown.so", &relative, NULL, NULL, false },
	{ "/opt/v/lib/libown.so", &relative, NULL, NULL, true },
	{ "pocl", &named, NULL, NULL, false },
	{ "libpocl*", &named, NULL, NULL, true },
};

START_TEST(test_names)
{
	const struct name_row *row = &name_rows[_i];
	struct match_names names;

	match_names_init(&names, row->entry, row->name, row->vendor);
	ck_assert_msg(match_glob(&names, row->glob) == row->matches, "\"%s\"", row->glob);
}
END_TEST

/* --- what sends most globs away must not send away one that matches --- */

static unsigned next_random(unsigned *state)
{
	*state = *state * 1103515245 + 12345;
	return *state >> 16;
}

static const char *make_word(char *word, const char *letters, unsigned *state)
{
	unsigned length = next_random(state) % 7;

	for (unsigned i = 0; i < length; i++)
		word[i] = letters[next_random(state) % strlen(letters)];
	word[length] = '\0';
	return word;
}

static bool matches_base(const char *glob, const char *path)
{
	const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	size_t length = strlen(base);

	return glob_matches(glob, base) ||
	       (length > 4 && strcmp(base + length - 4, ".icd") == 0 &&
		glob_matches_part(glob, base, length - 4));
}

/* The rules as the manual has them, without any haste. */
static bool expect_match(const char *glob, const struct entry *entry, const char *name)
{
	const char *base = strrchr(entry->written, '/');

	if (strchr(glob, '/'))
		return glob_matches(glob, entry->path) || glob_matches(glob, entry->library);
	return matches_base(glob, entry->path) || glob_matches(glob, entry->written) ||
	       glob_matches(glob, base ? base + 1 : entry->written) || glob_matches(glob, name);
}

START_TEST(haste_changes_nothing)
{
	unsigned state = 1;
	unsigned matching = 0;

	for (int i = 0; i < 200000; i++) {
		char words[4][16];
		struct entry entry = {
			.path = strcat((char *)make_word(words[0], "aAbB@`/.", &state), ".icd"),
			.written = make_word(words[1], "aAbB[{/", &state),
			.library = words[1],
		};
		const char *name = make_word(words[2], "aAbB {[^~", &state);
		const char *glob = make_word(words[3], "aAbB**?/.[]\\{`@^", &state);
		bool expected = expect_match(glob, &entry, name);
		struct match_names names;

		match_names_init(&names, &entry, name, NULL);
		ck_assert_msg(match_glob(&names, glob) == expected, "\"%s\": %s, %s, %s", glob,
			      entry.path, entry.written, name);
		matching += expected;
	}
	ck_assert_uint_gt(matching, 5000);
}
END_TEST

/* There is room for so many letters, and not for one more. */
START_TEST(long_names)
{
	static const char *const globs[] = {
		"lib*", "*end.so", "*d.so", "*nowhere*", "*middle*", "short", "*/lib*", "name", "*", "y",
	};

	for (size_t length = 440; length < 560; length++) {
		char library[600] = "/opt/lib";
		struct entry entry = { .path = "/etc/OpenCL/vendors/short.icd",
				       .written = library, .library = library };
		struct match_names names;

		memset(library + 8, 'x', length);
		memcpy(library + 100, "middle", 6);
		strcpy(library + 8 + length, "end.so");
		match_names_init(&names, &entry, "name", NULL);
		for (size_t i = 0; i < sizeof(globs) / sizeof(globs[0]); i++)
			ck_assert_msg(match_glob(&names, globs[i]) ==
				      expect_match(globs[i], &entry, "name"),
				      "\"%s\" with %zu letters", globs[i], length);
	}
}
END_TEST

enum rule { NONE, DISABLE, ENABLE, LOAD_NO, LOAD_YES, ENV_DISABLE, ENV_ENABLE, RULES };

static const char *const rule_names[RULES] = {
	"built-in", "disable", "enable", "load = no", "load = yes", "DISABLE", "ENABLE"
};

/* Everything that can say something about one driver. */
struct case_settings {
	struct settings settings;
	struct setting_item items[RULES];
	struct settings_driver drivers[2];
};

static void add_list(struct case_settings *c, enum rule rule, struct setting_list *list,
		     const char *glob)
{
	c->items[rule] = (struct setting_item){ glob, { rule_names[rule], rule }, glob_key(glob) };
	list->items = &c->items[rule];
	list->count = 1;
}

static void add_load(struct case_settings *c, enum rule rule, const char *glob)
{
	struct settings_driver *driver = &c->drivers[c->settings.driver_count++];

	driver->glob = glob;
	driver->key = glob_key(glob);
	driver->load = (struct setting){
		.value = rule == LOAD_YES, .origin = { rule_names[rule], rule }, .is_set = true };
	c->settings.drivers = c->drivers;
}

static void add_rule(struct case_settings *c, enum rule rule, const char *glob)
{
	struct settings *s = &c->settings;

	if (rule == DISABLE)
		add_list(c, rule, &s->disable, glob);
	else if (rule == ENABLE)
		add_list(c, rule, &s->enable, glob);
	else if (rule == ENV_DISABLE)
		add_list(c, rule, &s->env_disable, glob);
	else if (rule == ENV_ENABLE)
		add_list(c, rule, &s->env_enable, glob);
	else if (rule != NONE)
		add_load(c, rule, glob);
	s->null_platform.text = "first";
}

struct load_row {
	enum rule rules[3];
	bool loads;
	bool loads_named;	/* named one by one: the variables only */
	enum rule by;
};

static const struct load_row load_rows[] = {
	{ { NONE }, true, true, NONE },
	{ { DISABLE }, false, true, DISABLE },
	{ { ENABLE }, true, true, NONE },
	{ { DISABLE, ENABLE }, true, true, NONE },
	{ { LOAD_NO }, false, true, LOAD_NO },
	{ { LOAD_YES }, true, true, NONE },
	{ { LOAD_NO, ENABLE }, false, true, LOAD_NO },
	{ { LOAD_YES, DISABLE }, true, true, NONE },
	{ { LOAD_NO, LOAD_YES }, true, true, NONE },
	{ { LOAD_YES, LOAD_NO }, false, true, LOAD_NO },
	{ { LOAD_NO, DISABLE, ENABLE }, false, true, LOAD_NO },
	{ { ENV_DISABLE }, false, false, ENV_DISABLE },
	{ { ENV_ENABLE }, true, true, NONE },
	{ { ENV_DISABLE, ENV_ENABLE }, true, true, NONE },
	{ { ENV_DISABLE, ENABLE }, false, false, ENV_DISABLE },
	{ { ENV_DISABLE, LOAD_YES }, false, false, ENV_DISABLE },
	{ { ENV_ENABLE, DISABLE }, true, true, NONE },
	{ { ENV_ENABLE, LOAD_NO }, true, true, NONE },
};

static bool loads(const struct load_row *row, const struct entry *entry, const char *glob,
		  struct origin *by)
{
	struct case_settings c;

	memset(&c, 0, sizeof(c));
	for (size_t i = 0; i < 3; i++)
		add_rule(&c, row->rules[i], glob);
	return policy_of_entry(&c.settings, entry, by).load;
}

START_TEST(test_load)
{
	const struct load_row *row = &load_rows[_i];
	struct origin by;

	ck_assert(loads(row, &pocl, "libpocl*", &by) == row->loads);
	if (!row->loads)
		ck_assert_uint_eq(by.line, row->by);
	ck_assert(loads(row, &named, "libpocl*", &by) == row->loads_named);
	ck_assert(loads(row, &vendor_file, "libpocl*", &by) == row->loads_named);
	/* What no rule names is loaded; the variables lift nothing they do not name. */
	ck_assert(loads(row, &intel, "libpocl*", &by));
}
END_TEST

struct hide_row {
	enum rule rule[3];
	const char *glob[3];
	bool hides;
};

#define NAME "Portable Computing Language"
#define VENDOR "The pocl project"

static const struct hide_row hide_rows[] = {
	{ { NONE }, { NULL }, false },
	{ { DISABLE }, { "Portable*" }, true },
	{ { DISABLE }, { "the POCL*" }, true },
	{ { DISABLE, ENABLE }, { "Portable*", "The pocl*" }, false },
	{ { DISABLE, ENABLE }, { "Portable*", "libpocl*" }, false },
	{ { DISABLE, LOAD_YES }, { "Portable*", "pocl" }, false },
	/* [driver] knows files and libraries only */
	{ { DISABLE, LOAD_YES }, { "Portable*", "Portable*" }, true },
	{ { ENV_DISABLE }, { "Portable*" }, true },
	{ { ENV_DISABLE, ENV_ENABLE }, { "Portable*", "pocl" }, false },
	{ { ENV_DISABLE, LOAD_YES }, { "Portable*", "pocl" }, true },
	{ { ENV_ENABLE, DISABLE }, { "The pocl*", "Portable*" }, false },
	{ { DISABLE }, { "*/Portable*" }, false },
	{ { DISABLE }, { "NVIDIA*" }, false },
};

START_TEST(test_hide)
{
	const struct hide_row *row = &hide_rows[_i];
	struct case_settings c;
	struct origin by = { NULL, 0 };

	memset(&c, 0, sizeof(c));
	for (size_t i = 0; i < 3; i++)
		add_rule(&c, row->rule[i], row->glob[i]);
	ck_assert(policy_hides_platform(&c.settings, &pocl, NAME, VENDOR, &by) == row->hides);
	if (row->hides)
		ck_assert_ptr_nonnull(by.name);
	ck_assert(!policy_hides_platform(&c.settings, &pocl, NULL, NULL, &by) ||
		  row->rule[0] == LOAD_NO);
}
END_TEST

START_TEST(test_keys)
{
	struct settings_driver drivers[] = {
		{ .glob = "*", .assume_icd = { NULL, 1, { "f", 1 }, true },
		  .dlopen = { NULL, SETTINGS_DLOPEN_NOW | SETTINGS_DLOPEN_DEEPBIND, { "f", 2 }, true } },
		{ .glob = "libpocl*", .dlopen = { NULL, 0, { "f", 4 }, true },
		  .never_unload = { NULL, 1, { "f", 5 }, true } },
		{ .glob = "intel", .guard_table = { NULL, 1, { "f", 7 }, true } },
	};
	struct settings settings = { .drivers = drivers, .driver_count = 3 };
	struct origin by;
	struct policy policy = policy_of_entry(&settings, &pocl, &by);

	ck_assert(policy.load && policy.assume_icd && policy.never_unload);
	ck_assert(!policy.dlopen_now && !policy.deepbind && !policy.guard_table);
	policy = policy_of_entry(&settings, &intel, &by);
	ck_assert(policy.assume_icd && policy.dlopen_now && policy.deepbind && policy.guard_table);
	ck_assert(!policy.never_unload);
	settings.driver_count = 0;
	settings.assume_icd = true;
	policy = policy_of_entry(&settings, &intel, &by);
	ck_assert(policy.assume_icd);
}
END_TEST

START_TEST(facts_of_switched_off_drivers)
{
	struct platform_facts facts = { false, false, false };
	struct case_settings c;

	memset(&c, 0, sizeof(c));
	add_rule(&c, DISABLE, "/opt/*");
	policy_add_facts(&c.settings, &facts);
	ck_assert(!facts.names && !facts.version && !facts.devices);
	add_rule(&c, DISABLE, "clover");
	c.settings.hide_empty.value = true;
	policy_add_facts(&c.settings, &facts);
	ck_assert(facts.names && !facts.version && facts.devices);
}
END_TEST

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

int main(void)
{
	Suite *suite = suite_create("policy");
	TCase *tcase = tcase_create("policy");
	SRunner *runner;
	int failed;

	tcase_add_loop_test(tcase, test_names, 0, COUNT(name_rows));
	tcase_add_test(tcase, haste_changes_nothing);
	tcase_add_test(tcase, long_names);
	tcase_add_loop_test(tcase, test_load, 0, COUNT(load_rows));
	tcase_add_loop_test(tcase, test_hide, 0, COUNT(hide_rows));
	tcase_add_test(tcase, test_keys);
	tcase_add_test(tcase, facts_of_switched_off_drivers);
	suite_add_tcase(suite, tcase);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
