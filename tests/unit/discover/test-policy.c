/* SPDX-License-Identifier: Apache-2.0 */
/*
 * policy: which rule decides if several match a driver. The settings are filled in here; no file is
 * read.
 */
#include "discover/policy.h"

#include <string.h>

#include "discover/match.h"
#include "unit/unit.h"

static struct candidate pocl = {
	.origin = CANDIDATE_FROM_DIRECTORY,
	.path = "/etc/OpenCL/vendors/pocl.icd",
	.written = "libpocl.so.2.13.0",
	.library = "libpocl.so.2.13.0",
};

static struct candidate intel = {
	.origin = CANDIDATE_FROM_DIRECTORY,
	.path = "/etc/OpenCL/vendors/intel.icd",
	.written = "/usr/lib/intel-opencl/libigdrcl.so",
	.library = "/usr/lib/intel-opencl/libigdrcl.so",
};

static struct candidate named = {
	.origin = CANDIDATE_FROM_FILENAMES,
	.written = "libpocl.so.2.13.0",
	.library = "libpocl.so.2.13.0",
};

static struct candidate vendor_file = {
	.origin = CANDIDATE_FROM_VENDORS,
	.path = "/home/u/pocl.icd",
	.written = "libpocl.so.2.13.0",
	.library = "libpocl.so.2.13.0",
};

static void set_up(void)
{
	struct candidate *const candidates[] = { &pocl, &intel, &named, &vendor_file };

	for (int i = 0; i < UNIT_ROWS(candidates); i++)
		match_names_init(&candidates[i]->names, candidates[i]->path, candidates[i]->written,
				 candidates[i]->library);
}

enum rule { NONE, DISABLE, ENABLE, LOAD_NO, LOAD_YES, ENV_DISABLE, ENV_ENABLE, RULES };

static const char *const rule_names[RULES] = {
	"built-in", "disable", "enable", "load = no", "load = yes", "DISABLE", "ENABLE"
};

/* The settings of one row, with at most one rule of each kind. */
struct case_settings {
	struct settings settings;
	struct setting_item items[RULES];
	struct settings_driver drivers[2];
};

static void add_list(struct case_settings *c, enum rule rule, struct setting_list *list,
		     const char *glob)
{
	c->items[rule] = (struct setting_item){ glob, { rule_names[rule], rule }, false };
	list->items = &c->items[rule];
	list->count = 1;
}

static void add_load(struct case_settings *c, enum rule rule, const char *glob)
{
	struct settings_driver *driver = &c->drivers[c->settings.driver_count++];

	driver->glob = glob;
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
	bool loads_named;	/* for a driver that a variable names: only variables disable it */
	enum rule by;
};

static const struct load_row load_rows[] = {
	{ { NONE }, true, true, NONE },
	{ { DISABLE }, false, true, DISABLE },
	{ { ENABLE }, true, true, NONE },
	{ { DISABLE, ENABLE }, true, true, ENABLE },
	{ { LOAD_NO }, false, true, LOAD_NO },
	{ { LOAD_YES }, true, true, LOAD_YES },
	{ { LOAD_NO, ENABLE }, false, true, LOAD_NO },
	{ { LOAD_YES, DISABLE }, true, true, LOAD_YES },
	{ { LOAD_NO, LOAD_YES }, true, true, LOAD_YES },
	{ { LOAD_YES, LOAD_NO }, false, true, LOAD_NO },
	{ { LOAD_NO, DISABLE, ENABLE }, false, true, LOAD_NO },
	{ { ENV_DISABLE }, false, false, ENV_DISABLE },
	{ { ENV_ENABLE }, true, true, ENV_ENABLE },
	{ { ENV_DISABLE, ENV_ENABLE }, true, true, ENV_ENABLE },
	{ { ENV_DISABLE, ENABLE }, false, false, ENV_DISABLE },
	{ { ENV_DISABLE, LOAD_YES }, false, false, ENV_DISABLE },
	{ { ENV_ENABLE, DISABLE }, true, true, ENV_ENABLE },
	{ { ENV_ENABLE, LOAD_NO }, true, true, ENV_ENABLE },
};

static bool loads(const struct load_row *row, const struct candidate *candidate, const char *glob,
		  struct origin *by)
{
	struct case_settings c;

	memset(&c, 0, sizeof(c));
	for (size_t i = 0; i < 3; i++)
		add_rule(&c, row->rules[i], glob);
	return policy_of_candidate(&c.settings, candidate, by).load;
}

START_TEST(rules_of_a_driver)
{
	const struct load_row *row = &load_rows[_i];
	struct origin by;

	ck_assert(loads(row, &pocl, "libpocl*", &by) == row->loads);
	ck_assert_uint_eq(by.line, row->by);
	ck_assert(!by.name == (row->by == NONE));
	ck_assert(loads(row, &named, "libpocl*", &by) == row->loads_named);
	ck_assert(loads(row, &vendor_file, "libpocl*", &by) == row->loads_named);
	/* A driver that no rule matches is loaded. */
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
	/* [driver] matches files and libraries only */
	{ { DISABLE, LOAD_YES }, { "Portable*", "Portable*" }, true },
	{ { ENV_DISABLE }, { "Portable*" }, true },
	{ { ENV_DISABLE, ENV_ENABLE }, { "Portable*", "pocl" }, false },
	{ { ENV_DISABLE, LOAD_YES }, { "Portable*", "pocl" }, true },
	{ { ENV_ENABLE, DISABLE }, { "The pocl*", "Portable*" }, false },
	{ { DISABLE }, { "*/Portable*" }, false },
	{ { DISABLE }, { "NVIDIA*" }, false },
};

START_TEST(rules_of_a_platform)
{
	const struct hide_row *row = &hide_rows[_i];
	struct case_settings c;
	struct match_names names = pocl.names;
	struct origin by = { NULL, 0 };

	memset(&c, 0, sizeof(c));
	for (size_t i = 0; i < 3; i++)
		add_rule(&c, row->rule[i], row->glob[i]);
	match_names_set_platform(&names, NAME, VENDOR);
	ck_assert(policy_hides_platform(&c.settings, &pocl, &names, &by) == row->hides);
	if (row->hides)
		ck_assert_ptr_nonnull(by.name);
	ck_assert(!policy_hides_platform(&c.settings, &pocl, &pocl.names, &by) ||
		  row->rule[0] == LOAD_NO);
}
END_TEST

struct platform_row {
	enum rule rules[3];
	const char *glob;		/* of the first rule; "*" of the others */
	bool loads;			/* the driver is opened */
	bool shows;			/* its platform is used */
};

/* A name that only a platform has is decided after its driver was opened. */
static const struct platform_row platform_rows[] = {
	{ { ENABLE, DISABLE }, "Portable*", true, true },
	{ { ENABLE, DISABLE }, "The pocl project", true, true },
	{ { ENABLE, DISABLE }, "Another*", true, false },
	{ { ENABLE, DISABLE }, "libigdrcl*", false, false },	/* names the other driver's file */
	{ { ENABLE, DISABLE }, "/Portable*", false, false },
	{ { ENABLE, LOAD_NO }, "Portable*", false, false },
	{ { ENABLE, ENV_DISABLE }, "Portable*", false, false },
	{ { ENV_ENABLE, ENV_DISABLE }, "portable*", true, true },
	{ { ENV_ENABLE, ENV_DISABLE }, "Another*", true, false },
	{ { ENV_ENABLE, DISABLE }, "Portable*", true, true },
	{ { ENV_ENABLE, LOAD_NO }, "Portable*", true, true },
	{ { ENV_ENABLE, LOAD_NO }, "Another*", true, false },
};

START_TEST(enable_may_name_a_platform)
{
	const struct platform_row *row = &platform_rows[_i];
	struct match_names names = pocl.names;
	struct candidate_list drivers = { .first = &pocl };
	struct platform_facts facts = { .names = false };
	struct case_settings c;
	struct origin by;

	pocl.next = &intel;
	memset(&c, 0, sizeof(c));
	for (size_t i = 0; i < 3; i++)
		add_rule(&c, row->rules[i], i == 0 ? row->glob : "*");
	policy_prepare(&c.settings, &drivers);
	ck_assert(policy_of_candidate(&c.settings, &pocl, &by).load == row->loads);
	match_names_set_platform(&names, "Portable Computing Language", "The pocl project");
	if (row->loads)
		ck_assert(policy_hides_platform(&c.settings, &pocl, &names, &by) != row->shows);
	policy_add_facts(&c.settings, &facts);
	ck_assert(facts.names || !row->loads);
	pocl.next = NULL;
}
END_TEST

START_TEST(options_of_sections_are_merged)
{
	struct settings_driver drivers[] = {
		{ .glob = "*",
		  .assume_icd = { NULL, 1, { "f", 1 }, true },
		  .dlopen = { NULL,
			      SETTINGS_DLOPEN_NOW | SETTINGS_DLOPEN_DEEPBIND,
			      { "f", 2 },
			      true } },
		{ .glob = "libpocl*",
		  .dlopen = { NULL, 0, { "f", 4 }, true },
		  .never_unload = { NULL, 1, { "f", 5 }, true } },
		{ .glob = "intel", .bounded_table = { NULL, 1, { "f", 7 }, true } },
	};
	struct settings settings = { .drivers = drivers, .driver_count = 3 };
	struct origin by;
	struct policy policy = policy_of_candidate(&settings, &pocl, &by);

	ck_assert(policy.load && policy.assume_icd && policy.never_unload);
	ck_assert(!policy.dlopen_now && !policy.deepbind && !policy.bounded_table);
	policy = policy_of_candidate(&settings, &intel, &by);
	ck_assert(policy.assume_icd && policy.dlopen_now && policy.deepbind &&
		  policy.bounded_table);
	ck_assert(!policy.never_unload);
	settings.driver_count = 0;
	settings.assume_icd = true;
	policy = policy_of_candidate(&settings, &intel, &by);
	ck_assert(policy.assume_icd);
}
END_TEST

START_TEST(facts_that_the_rules_need)
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

int main(void)
{
	Suite *suite = suite_create("policy");
	TCase *tcase = unit_tcase(suite, "policy", 10);

	tcase_add_checked_fixture(tcase, set_up, NULL);
	tcase_add_loop_test(tcase, rules_of_a_driver, 0, UNIT_ROWS(load_rows));
	tcase_add_loop_test(tcase, rules_of_a_platform, 0, UNIT_ROWS(hide_rows));
	tcase_add_loop_test(tcase, enable_may_name_a_platform, 0, UNIT_ROWS(platform_rows));
	tcase_add_test(tcase, options_of_sections_are_merged);
	tcase_add_test(tcase, facts_that_the_rules_need);
	return unit_run(suite);
}
