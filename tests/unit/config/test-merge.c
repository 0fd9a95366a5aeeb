/* SPDX-License-Identifier: Apache-2.0 */
/*
 * merge: tests the table of sources in loader.conf(5) with every pair of sources, for scalar keys
 * and for lists. Each source writes its own name as the value. The result must be the value of the
 * stronger source; with "..." in a list, both values in the right order. Further tests: which
 * [program] sections apply, which [layer] sections are merged, and large files, for which the time
 * must not grow with the square of their size.
 */
#include "config/merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/fake-root.h"

/* The sources, the weakest first. A [program] section of a file is a source of its own. */
struct source {
	const char *name;
	const char *loader;	/* its file of the loader.conf family */
	const char *layers;	/* its file of the layers.conf family; NULL: none */
	bool is_program;	/* its lines are in [program program] */
};

static const struct source sources[] = {
	{ "system-shipped", "/usr/share/OpenCL/loader.conf.d/30-a.conf",
	  "/usr/share/OpenCL/layers.conf.d/30-a.conf", false },
	{ "system-main", "/etc/OpenCL/loader.conf", "/etc/OpenCL/layers.conf", false },
	{ "system-local", "/etc/OpenCL/loader.conf.d/10-s.conf",
	  "/etc/OpenCL/layers.conf.d/10-s.conf", false },
	{ "shipped-10", SHIPPED_CONF "10-x.conf", SHIPPED_LAYERS "10-x.conf", false },
	{ "shipped-90", SHIPPED_CONF "90-y.conf", SHIPPED_LAYERS "90-y.conf", false },
	{ "main", MAIN_CONF, MAIN_LAYERS, false },
	{ "local-00", LOCAL_CONF "00-z.conf", LOCAL_LAYERS "00-z.conf", false },
	{ "local-50", LOCAL_CONF "50-w.conf", LOCAL_LAYERS "50-w.conf", false },
	{ "user", USER_CONF, USER_LAYERS, false },
	{ "program-shipped", SHIPPED_CONF "10-x.conf", NULL, true },
	{ "program-main", MAIN_CONF, NULL, true },
	{ "program-local", LOCAL_CONF "00-z.conf", NULL, true },
	{ "program-user", USER_CONF, NULL, true },
};

#define SOURCES ((int)(sizeof(sources) / sizeof(sources[0])))
#define PAIRS (SOURCES * (SOURCES - 1) / 2)

/*
 * A loader without a prefix of its own has no second tree of files. One with a prefix may share the
 * data directory of the system.
 */
static bool exists(const struct source *source)
{
	bool has_prefix = strcmp(SYSCONFDIR, "/etc") != 0;
	bool is_system = strncmp(source->name, "system-", 7) == 0;
	bool is_shipped = strncmp(source->loader, DATADIR, strlen(DATADIR)) == 0;

	if (is_system)
		return has_prefix;
	return !(is_shipped && has_prefix && strcmp(DATADIR, "/usr/share") == 0);
}

static const struct settings *settings;

/* Appends KEY = VALUE to the file of SOURCE, in SECTION or in [program program]. */
static void write_key(const struct source *source, const char *section, const char *key,
		      const char *value)
{
	char text[256];

	snprintf(text, sizeof(text), "[%s]\n%s = %s\n",
		 source->is_program ? "program program" : section, key, value);
	fake_root_append(source->loader, text);
}

/* Gets the pair with this number, of PAIRS. True if both sources exist. */
static bool take_pair(int number, const struct source **weak, const struct source **strong)
{
	int first = 0;

	for (int others = SOURCES - 1; number >= others; others--, first++)
		number -= others;
	*weak = &sources[first];
	*strong = &sources[first + 1 + number];
	return exists(*weak) && exists(*strong);
}

static void check_origin(const struct origin *origin, const struct source *source)
{
	ck_assert_ptr_nonnull(origin->name);
	ck_assert_msg(strcmp(origin->name, source->loader) == 0, "%s: %s", source->name,
		      origin->name);
}

START_TEST(stronger_value_wins)
{
	const struct source *weak;
	const struct source *strong;

	if (!take_pair(_i, &weak, &strong))
		return;
	/* The stronger source is written first, because the order of writing must not matter. */
	write_key(strong, "loader", "null_platform", strong->name);
	write_key(weak, "loader", "null_platform", weak->name);
	write_key(weak, "order", "sort", "name");
	write_key(strong, "order", "sort", "version");
	write_key(strong, "loader", "hide_empty", "no");
	write_key(weak, "loader", "hide_empty", "yes");
	settings = fake_root_read();
	ck_assert_uint_eq(fake_root_count_problems(), 0);
	ck_assert_str_eq(settings->null_platform.text, strong->name);
	check_origin(&settings->null_platform.origin, strong);
	ck_assert_int_eq(settings->sort.value, SETTINGS_SORT_VERSION);
	check_origin(&settings->sort.origin, strong);
	ck_assert(!settings->hide_empty.value && settings->hide_empty.is_set);
}
END_TEST

static void check_list(const struct setting_list *list, const char *expected)
{
	ck_assert_str_eq(fake_root_join(list), expected);
}

START_TEST(stronger_list_wins)
{
	const struct source *weak;
	const struct source *strong;
	char more[64];
	char both[128];

	if (!take_pair(_i, &weak, &strong))
		return;
	snprintf(more, sizeof(more), "a, ..., %s", strong->name);
	snprintf(both, sizeof(both), "a|%s|%s", weak->name, strong->name);
	write_key(strong, "drivers", "disable", strong->name);
	write_key(weak, "drivers", "disable", weak->name);
	write_key(strong, "order", "last", more);
	write_key(weak, "order", "last", weak->name);
	write_key(strong, "order", "first", "");
	write_key(weak, "order", "first", weak->name);
	settings = fake_root_read();
	ck_assert_uint_eq(fake_root_count_problems(), 0);
	check_list(&settings->disable, strong->name);
	check_list(&settings->last, both);
	check_list(&settings->first, "");
	check_origin(&settings->last.items[1].origin, weak);
	check_origin(&settings->last.items[2].origin, strong);
	check_origin(&settings->disable.replaced_by, strong);
	check_origin(&settings->first.replaced_by, strong);
	check_origin(&settings->last.replaced_by, weak);
}
END_TEST

/* vendor_dirs has a built-in value, and is not a key of [program]. */
START_TEST(stronger_directories_win)
{
	const struct source *weak;
	const struct source *strong;
	char value[128];
	char expected[256];

	if (!take_pair(_i, &weak, &strong) || strong->is_program)
		return;
	snprintf(value, sizeof(value), "/%s:", strong->name);
	write_key(strong, "loader", "vendor_dirs", value);
	snprintf(value, sizeof(value), "...:/%s", weak->name);
	write_key(weak, "loader", "vendor_dirs", value);
	settings = fake_root_read();
	snprintf(expected, sizeof(expected),
		 "/%s|/etc/OpenCL/vendors|/usr/share/OpenCL/vendors|/%s", strong->name, weak->name);
	if (strcmp(VENDOR_DIRS, "/etc/OpenCL/vendors:/usr/share/OpenCL/vendors") == 0)
		check_list(&settings->vendor_dirs, expected);
	ck_assert_ptr_null(settings->vendor_dirs.items[1].origin.name);
	check_origin(&settings->vendor_dirs.items[0].origin, strong);
}
END_TEST

static void write_layers(const struct source *source, const char *value)
{
	char text[256];

	if (source->is_program) {
		write_key(source, "", "layers", value);
		return;
	}
	snprintf(text, sizeof(text), "[layers]\nload = %s\n[layer x]\nlibrary = %s.so\n", value,
		 source->name);
	fake_root_append(source->layers, text);
}

START_TEST(stronger_layers_win)
{
	const struct source *weak;
	const struct source *strong;
	char value[64];
	char both[128];

	if (!take_pair(_i, &weak, &strong))
		return;
	snprintf(value, sizeof(value), "%s, ...", strong->name);
	snprintf(both, sizeof(both), "%s|%s", strong->name, weak->name);
	write_layers(strong, value);
	write_layers(weak, weak->name);
	settings = fake_root_read();
	ck_assert_uint_eq(fake_root_count_problems(), 0);
	check_list(&settings->layers, both);
	if (strong->is_program)
		return;
	ck_assert_uint_eq(settings->layer_count, 1);
	ck_assert(strncmp(settings->layer_sections[0].library.text, strong->name,
			  strlen(strong->name)) == 0);
	ck_assert_str_eq(settings->layer_sections[0].library.origin.name, strong->layers);
}
END_TEST

/* Each source alone overrides the built-in value, and is overridden by the variable. */
START_TEST(built_in_and_variable)
{
	const struct source *source = &sources[_i];

	if (!exists(source))
		return;
	settings = fake_root_read();
	ck_assert_str_eq(settings->null_platform.text, "first");
	ck_assert_ptr_null(settings->null_platform.origin.name);
	ck_assert_int_eq(settings->sort.value, SETTINGS_SORT_FILE);

	write_key(source, "loader", "null_platform", source->name);
	write_key(source, "order", "sort", "name");
	settings = fake_root_read();
	ck_assert_str_eq(settings->null_platform.text, source->name);
	ck_assert_int_eq(settings->sort.value, SETTINGS_SORT_NAME);

	fake_root.env.value[ENV_OCL_ICD_PLATFORM_SORT] = "devices";
	settings = fake_root_read();
	ck_assert_int_eq(settings->sort.value, SETTINGS_SORT_DEVICES);
	ck_assert_str_eq(settings->sort.origin.name, "OCL_ICD_PLATFORM_SORT");
	fake_root.env.value[ENV_OCL_ICD_PLATFORM_SORT] = "none";
	settings = fake_root_read();
	ck_assert_int_eq(settings->sort.value, SETTINGS_SORT_FILE);
}
END_TEST

/* [driver] sections are not merged. They stay in their order, the stronger one last. */
START_TEST(driver_sections_stay_in_order)
{
	const struct source *weak;
	const struct source *strong;

	if (!take_pair(_i, &weak, &strong) || strong->is_program)
		return;
	write_key(strong, "driver a*", "load", "yes");
	write_key(weak, "driver *b", "load", "no");
	settings = fake_root_read();
	ck_assert_uint_eq(settings->driver_count, 2);
	ck_assert_str_eq(settings->drivers[0].glob, "*b");
	ck_assert_str_eq(settings->drivers[1].glob, "a*");
	check_origin(&settings->drivers[1].load.origin, strong);
}
END_TEST

/* environment and user_config have an effect only in the files of the system. */
START_TEST(source_keys)
{
	const struct source *source = &sources[_i];
	bool counts = !source->is_program && strcmp(source->name, "user") != 0;

	if (!exists(source))
		return;
	fake_root.env.value[ENV_OCL_ICD_PLATFORM_SORT] = "devices";
	write_key(source, "loader", "environment", "ignore");
	fake_root_append(USER_CONF, "[order]\nfirst = user\n");
	settings = fake_root_read();
	ck_assert(settings->environment.value == !counts);
	ck_assert_int_eq(settings->sort.value,
			 counts ? SETTINGS_SORT_FILE : SETTINGS_SORT_DEVICES);
	check_list(&settings->first, counts ? "" : "user");
	ck_assert_uint_eq(fake_root_count_problems(), counts ? 0 : 1);

	fake_root_write(source->loader, "");
	write_key(source, "loader", "user_config", "ignore");
	if (counts)
		fake_root_append(USER_CONF, "broken");
	settings = fake_root_read();
	ck_assert(settings->user_config.value == !counts);
	ck_assert_int_eq(settings->sort.value, SETTINGS_SORT_DEVICES);
	ck_assert_uint_eq(fake_root_count_problems(), counts ? 0 : 1);
}
END_TEST

/* The same for what the program may choose; OPENCL_LOADER_CONFIG and environment do not lift it. */
static const struct {
	const char *path;
	const char *variable;	/* OPENCL_LOADER_CONFIG */
	unsigned environment;	/* 1: use */
	unsigned program_layers;
	unsigned problems;
} choice_rows[] = {
	{ MAIN_LAYERS, NULL, 1, 0, 0 },
	{ MAIN_LAYERS, NULL, 0, 0, 0 },
	{ MAIN_LAYERS, "none", 1, 0, 0 },
	{ MAIN_LAYERS, "/x/my.conf", 1, 0, 0 },
	{ LOCAL_LAYERS "a.conf", NULL, 1, 0, 0 },
	{ SHIPPED_LAYERS "a.conf", NULL, 1, 0, 0 },
	{ USER_LAYERS, NULL, 1, 1, 1 },
	{ "/x/layers.conf", "/x/my.conf", 1, 1, 1 },
	{ "/nowhere", NULL, 0, 1, 0 },
};

START_TEST(program_layers)
{
	fake_root_write("/x/my.conf", "");
	fake_root_write(choice_rows[_i].path, "[layers]\nprogram_layers = Ignore\n");
	fake_root_write(MAIN_CONF, choice_rows[_i].environment ?
				   "" : "[loader]\nenvironment = ignore\n");
	fake_root.env.value[ENV_OPENCL_LOADER_CONFIG] = choice_rows[_i].variable;
	settings = fake_root_read();
	ck_assert_uint_eq(settings->program_layers.value, choice_rows[_i].program_layers);
	ck_assert_uint_eq(fake_root_count_problems(), choice_rows[_i].problems);
	if (!choice_rows[_i].program_layers)
		ck_assert_str_eq(settings->program_layers.origin.name, choice_rows[_i].path);
}
END_TEST

struct program_row {
	const char *section;
	const char *program;
	bool applies;
};

static const struct program_row programs[] = {
	{ "[program darktable]", "/usr/bin/darktable", true },
	{ "[program dark*]", "/usr/bin/darktable", true },
	{ "[program DARK*]", "/usr/bin/darktable", true },
	{ "[program darktable]", "/usr/bin/darktable-cli", false },
	{ "[program bin*]", "/usr/bin/darktable", false },
	{ "[program /usr/bin/*]", "/usr/bin/darktable", true },
	{ "[program */darktable]", "/opt/dt/bin/darktable", true },
	{ "[program /usr/bin/]", "/usr/bin/darktable", false },
	{ "[program x]\nmatch = y, dark*", "/usr/bin/darktable", true },
	{ "[program x]\nmatch = y,\n  /usr/*", "/usr/bin/darktable", true },
	{ "[program x]\nmatch = dark*\nmatch = y", "/usr/bin/darktable", false },
	{ "[program x]\nmatch = dark*\nmatch = y, ...", "/usr/bin/darktable", true },
	{ "[program dark*]\nmatch = y", "/usr/bin/darktable", true },
	{ "[program *]", NULL, false },
};

START_TEST(program_section_applies)
{
	const struct program_row *row = &programs[_i];
	char text[256];

	fake_root.program = row->program;
	snprintf(text, sizeof(text), "%s\nfirst = p\n[order]\nfirst = plain\n", row->section);
	fake_root_write(MAIN_CONF, text);
	settings = fake_root_read();
	ck_assert_uint_eq(fake_root_count_problems(), 0);
	ck_assert_str_eq(fake_root_join(&settings->first), row->applies ? "p" : "plain");
}
END_TEST

/* All [program] sections that match apply, and the last one is the strongest. */
START_TEST(last_program_section_wins)
{
	fake_root_write(MAIN_CONF,
			"[program program]\nfirst = ..., a\nsort = name\nhide_empty = yes\n"
			"disable_layers = x\nlayers = t\nlast = l\n"
			"[program other]\nfirst = no\n"
			"[program pro*]\nfirst = ..., b\nsort = version\nenable = e\n"
			"[order]\nfirst = plain\n");
	settings = fake_root_read();
	ck_assert_str_eq(fake_root_join(&settings->first), "plain|a|b");
	ck_assert_uint_eq(settings->first.items[1].origin.line, 2);
	ck_assert_int_eq(settings->sort.value, SETTINGS_SORT_VERSION);
	ck_assert(settings->hide_empty.value);
	ck_assert_str_eq(fake_root_join(&settings->layers), "t");
	ck_assert_str_eq(fake_root_join(&settings->layers_disable), "x");
	ck_assert_str_eq(fake_root_join(&settings->last), "l");
	ck_assert_str_eq(fake_root_join(&settings->enable), "e");
}
END_TEST

START_TEST(keys_of_loader_conf)
{
	const struct settings *s;
	const struct settings_driver *d;

	fake_root_write(LOCAL_CONF "95-keys.conf",
			"[loader]\nlog = Info\nlog_file = /var/log/cl\nnull_platform = ERROR\n"
			"hide_empty = ON\n[order]\nsort = Version\n[drivers]\nenable = e\n"
			"[driver x*]\nload = no\nassume_icd = 1\ndlopen = now, deepbind\n"
			"unload = never\nbounded_table = TRUE\n");
	s = fake_root_read();
	ck_assert_uint_eq(fake_root_count_problems(), 0);
	ck_assert_str_eq(s->log.text, "info");
	ck_assert_uint_eq(s->log.origin.line, 2);
	ck_assert_str_eq(s->log_file.text, "/var/log/cl");
	ck_assert_str_eq(s->null_platform.text, "error");
	ck_assert(s->hide_empty.value);
	ck_assert_int_eq(s->sort.value, SETTINGS_SORT_VERSION);
	ck_assert_str_eq(fake_root_join(&s->enable), "e");
	ck_assert_uint_eq(s->driver_count, 1);
	d = s->drivers;
	ck_assert_str_eq(d->glob, "x*");
	ck_assert_uint_eq(d->origin.line, 10);
	ck_assert(d->load.is_set && !d->load.value && d->assume_icd.value);
	ck_assert_uint_eq(d->dlopen.value, SETTINGS_DLOPEN_NOW | SETTINGS_DLOPEN_DEEPBIND);
	ck_assert(d->never_unload.value);
	ck_assert(d->bounded_table.value);
}
END_TEST

START_TEST(keys_of_layers_conf)
{
	const struct settings *s;
	const struct settings_layer *l;

	fake_root_write(SHIPPED_LAYERS "50-a.conf",
			"[layer a]\nlibrary = liba.so\n[layer b]\nlibrary = /b\nprograms = p, q\n");
	fake_root_write(MAIN_LAYERS,
			"[layers]\nlayer_dirs = ...:/x\nload = b, a\ndisable = z\n"
			"[layer b]\nprograms = ..., r\nenabled = no\nunload = never\n"
			"[layer a]\nlibrary =\nplace = driver\n[loader]\nlog = debug\n");
	s = fake_root_read();
	ck_assert_uint_eq(fake_root_count_problems(), 2);
	ck_assert_ptr_nonnull(fake_root_problem("belongs in loader.conf"));
	ck_assert_ptr_nonnull(fake_root_problem("the name or path of a library"));
	ck_assert_str_eq(fake_root_join(&s->layers), "b|a");
	ck_assert_str_eq(fake_root_join(&s->layers_disable), "z");
	ck_assert_str_eq(s->layer_dirs.items[s->layer_dirs.count - 1].text, "/x");
	ck_assert_uint_eq(s->layer_count, 2);
	l = &s->layer_sections[1];
	ck_assert_str_eq(l->name, "b");
	ck_assert_str_eq(l->library.text, "/b");
	ck_assert_str_eq(fake_root_join(&l->programs), "p|q|r");
	ck_assert(l->enabled.is_set && !l->enabled.value && l->never_unload.value);
	ck_assert(l->at_driver.text && !l->at_driver.is_set && !l->at_driver.value);
	ck_assert_str_eq(s->layer_sections[0].library.text, "liba.so");
	ck_assert(s->layer_sections[0].at_driver.is_set && s->layer_sections[0].at_driver.value);
	ck_assert_uint_eq(s->layer_sections[0].at_driver.origin.line, 11);
	ck_assert(s->layer_sections[0].enabled.value && !s->layer_sections[0].enabled.is_set);
}
END_TEST

/* Lines that are repeated until the file has the largest size that is allowed, 1 MiB. */
static const char *const repeated[] = {
	"first = ..., a\n", "first = ..., ...\n", "  b\n", "[layer abcde%d]\n", "[layer a]\n",
	"[driver a]\n",
	"x = y\n", "[x]\n", "vendor_dirs = /a:\n", " /a:\n", "\n", "[program *]\nmatch = ..., x\n",
};

/* Makes a file of about SIZE bytes that repeats LINE. Returns its path. */
static const char *write_repeated(const char *line, size_t size)
{
	bool is_layers = strstr(line, "[layer ") != NULL;
	const char *path = is_layers ? MAIN_LAYERS : MAIN_CONF;
	char *text = malloc(size);
	size_t used = (size_t)sprintf(text, "%s", is_layers ? "" : strstr(line, "/a") ?
				      "[loader]\nvendor_dirs = /a\n" : "[order]\nfirst = b\n");

	for (int i = 0; used < size - 64; i++)
		used += (size_t)snprintf(text + used, 64, line, i);
	unit_write(path, text, used);
	free(text);
	return path;
}

/* No time is measured: if it grew with the square of the size, check would stop the test. */
START_TEST(large_file_takes_linear_time)
{
	const char *path = write_repeated(repeated[_i], 1 << 20);

	ck_assert_ptr_nonnull(fake_root_read()->null_platform.text);
	ck_assert_int_eq(fake_root_verdict(path)->reason, REASON_OK);
	ck_assert_uint_le(fake_root_count_problems(), 33);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("merge");
	TCase *tcase = fake_root_tcase(suite, "merge", 20);

	tcase_add_loop_test(tcase, stronger_value_wins, 0, PAIRS);
	tcase_add_loop_test(tcase, stronger_list_wins, 0, PAIRS);
	tcase_add_loop_test(tcase, stronger_directories_win, 0, PAIRS);
	tcase_add_loop_test(tcase, stronger_layers_win, 0, PAIRS);
	tcase_add_loop_test(tcase, driver_sections_stay_in_order, 0, PAIRS);
	tcase_add_loop_test(tcase, built_in_and_variable, 0, SOURCES);
	tcase_add_loop_test(tcase, source_keys, 0, SOURCES);
	tcase_add_loop_test(tcase, program_layers, 0, UNIT_ROWS(choice_rows));
	tcase_add_loop_test(tcase, program_section_applies, 0, UNIT_ROWS(programs));
	tcase_add_test(tcase, last_program_section_wins);
	tcase_add_test(tcase, keys_of_loader_conf);
	tcase_add_test(tcase, keys_of_layers_conf);
	tcase = fake_root_tcase(suite, "large files", 120);
	tcase_add_loop_test(tcase, large_file_takes_linear_time, 0, UNIT_ROWS(repeated));
	return unit_run(suite);
}
