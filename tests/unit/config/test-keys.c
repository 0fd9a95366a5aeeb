/* SPDX-License-Identifier: Apache-2.0 */
/* keys: the table, values and lists. */
#include "config/keys.h"

#include <string.h>

#include "unit/unit.h"

START_TEST(section_names)
{
	enum settings_section section = (enum settings_section)_i;
	const char *name = keys_section_name(section);

	ck_assert_int_eq(keys_find_section(name, strlen(name)), section);
	ck_assert_int_eq(keys_find_section(name, strlen(name) - 1) == section, false);
	ck_assert_ptr_nonnull(keys_next(section, NULL));
}
END_TEST

START_TEST(unknown_names)
{
	ck_assert_int_eq(keys_find_section("", 0), SECTION_UNKNOWN);
	ck_assert_int_eq(keys_find_section("Order", 5), SECTION_UNKNOWN);
	ck_assert_ptr_null(keys_find(SECTION_ORDER, "load"));
	ck_assert_ptr_null(keys_find(SECTION_ORDER, "Sort"));
	ck_assert_ptr_null(keys_find(SECTION_LOADER, "guard_table"));
	ck_assert_int_eq(keys_find_owner(FAMILY_LOADER, "sort"), SECTION_ORDER);
	ck_assert_int_eq(keys_find_owner(FAMILY_LAYERS, "sort"), SECTION_UNKNOWN);
}
END_TEST

START_TEST(options_have_any_name)
{
	const struct key *key = keys_find(SECTION_LAYER, "option.a");

	ck_assert_ptr_nonnull(key);
	ck_assert_ptr_eq(keys_find(SECTION_LAYER, "option.a.b c"), key);
	ck_assert_ptr_null(keys_find(SECTION_LAYER, "option."));
	ck_assert_ptr_null(keys_find(SECTION_LAYER, "option"));
	ck_assert_ptr_null(keys_find(SECTION_LAYER, "Option.a"));
	ck_assert_ptr_null(keys_find(SECTION_LAYERS, "option.a"));
	ck_assert_int_eq(keys_find_owner(FAMILY_LAYERS, "option.a"), SECTION_LAYER);
}
END_TEST

START_TEST(old_spelling_is_found)
{
	const struct key *key = keys_find(SECTION_DRIVER, "guard_table");

	ck_assert_ptr_nonnull(key);
	ck_assert_ptr_eq(key, keys_find(SECTION_DRIVER, "bounded_table"));
}
END_TEST

/* Properties of each key that loops over the table rely on. */
START_TEST(table_is_consistent)
{
	enum settings_section section = (enum settings_section)_i;
	const struct key *key = NULL;

	while ((key = keys_next(section, key))) {
		struct setting setting = { .text = NULL };
		const char *name = key->type == KEY_OPTION ? "option.any" : key->name;

		ck_assert_ptr_eq(keys_find(section, name), key);
		ck_assert_msg(section != SECTION_DRIVER || !keys_is_list(key),
			      "%s is a list, which keys_merge_driver() cannot merge", key->name);
		for (const struct key *k = keys_next(section, NULL); k != key;
		     k = keys_next(section, k))
			ck_assert_msg(k->field != key->field, "%s and %s have the same field",
				      key->name, k->name);
		if (!key->built_in)
			continue;
		ck_assert_msg(keys_parse(key, key->built_in, &setting), "%s", key->name);
		if (keys_is_list(key))
			continue;
		ck_assert_str_eq(setting.text, key->built_in);
		ck_assert_msg(strstr(keys_expected(key), key->built_in) != NULL, "%s", key->name);
	}
}
END_TEST

static const struct {
	enum settings_section section;
	const char *key;
	const char *text;
	const char *expected;	/* NULL: the key cannot have this value */
	unsigned value;
} values[] = {
	{ SECTION_LOADER, "hide_empty", "ON", "yes", 1 },
	{ SECTION_LOADER, "hide_empty", "0", "no", 0 },
	{ SECTION_LOADER, "hide_empty", "", NULL, 0 },
	{ SECTION_LOADER, "environment", "Use", "use", 1 },
	{ SECTION_LOADER, "environment", "ignore", "ignore", 0 },
	{ SECTION_LOADER, "environment", "yes", NULL, 0 },
	{ SECTION_LAYERS, "program_layers", "USE", "use", 1 },
	{ SECTION_LAYERS, "program_layers", "ignore", "ignore", 0 },
	{ SECTION_LAYERS, "program_layers", "no", NULL, 0 },
	{ SECTION_LOADER, "log", "DEBUG", "debug", LOG_DEBUG },
	{ SECTION_LOADER, "log", "none", "none", LOG_NONE },
	{ SECTION_LOADER, "log", "all", NULL, 0 },
	{ SECTION_LOADER, "log_file", "/a b", "/a b", 0 },
	{ SECTION_LOADER, "log_file", "", "", 0 },
	{ SECTION_LOADER, "log_file", "a", NULL, 0 },
	{ SECTION_LOADER, "null_platform", "ERROR", "error", 1 },
	{ SECTION_LOADER, "null_platform", "nvidia*", "nvidia*", 0 },
	{ SECTION_LOADER, "null_platform", "", NULL, 0 },
	{ SECTION_ORDER, "sort", "Devices", "devices", SETTINGS_SORT_DEVICES },
	{ SECTION_ORDER, "sort", "version", "version", SETTINGS_SORT_VERSION },
	{ SECTION_ORDER, "sort", "none", NULL, 0 },
	{ SECTION_ORDER, "empty", "Last", "last", 1 },
	{ SECTION_PROGRAM, "empty", "keep", "keep", 0 },
	{ SECTION_ORDER, "empty", "first", NULL, 0 },
	{ SECTION_DRIVER, "unload", "never", "never", 1 },
	{ SECTION_DRIVER, "unload", "no", NULL, 0 },
	{ SECTION_DRIVER, "dlopen", "lazy", "lazy", 0 },
	{ SECTION_DRIVER, "dlopen", "Now", "now", SETTINGS_DLOPEN_NOW },
	{ SECTION_DRIVER, "dlopen", "deepbind", "lazy, deepbind", SETTINGS_DLOPEN_DEEPBIND },
	{ SECTION_DRIVER, "dlopen", "deepbind ,now", "now, deepbind",
	  SETTINGS_DLOPEN_NOW | SETTINGS_DLOPEN_DEEPBIND },
	{ SECTION_DRIVER, "dlopen", "now, lazy", NULL, 0 },
	{ SECTION_DRIVER, "dlopen", "nowhere", NULL, 0 },
	{ SECTION_DRIVER, "dlopen", "no", NULL, 0 },
	{ SECTION_DRIVER, "dlopen", "", NULL, 0 },
	{ SECTION_LAYER, "library", "libx.so", "libx.so", 0 },
	{ SECTION_LAYER, "library", "", NULL, 0 },
	{ SECTION_LAYER, "place", "Driver", "driver", 1 },
	{ SECTION_LAYER, "place", "listed", "listed", 0 },
	{ SECTION_LAYER, "place", "drivers", NULL, 0 },
	{ SECTION_LAYER, "place", "", NULL, 0 },
};

START_TEST(parse_value)
{
	const struct key *key = keys_find(values[_i].section, values[_i].key);
	struct setting setting;

	ck_assert_ptr_nonnull(key);
	ck_assert_int_eq(keys_parse(key, values[_i].text, &setting), values[_i].expected != NULL);
	if (!values[_i].expected)
		return;
	ck_assert_str_eq(setting.text, values[_i].expected);
	ck_assert_uint_eq(setting.value, values[_i].value);
}
END_TEST

/* Each type whose values are not lists has a row. */
START_TEST(values_have_all_types)
{
	enum settings_section section = (enum settings_section)_i;
	const struct key *key = NULL;

	while ((key = keys_next(section, key))) {
		int row = 0;

		while (row < UNIT_ROWS(values) &&
		       keys_find(values[row].section, values[row].key)->type != key->type)
			row++;
		ck_assert_msg(keys_is_list(key) || row < UNIT_ROWS(values), "no row has the type of %s",
			      key->name);
	}
}
END_TEST

static const struct {
	const char *text;
	bool is_value;
} paths[] = {
	{ "/a:/b", true }, { "", true }, { "...", true }, { ":/a: ... :", true },
	{ "a", false }, { "/a:b", false }, { "/a:....", false },
};

START_TEST(parse_directories)
{
	struct setting setting;

	ck_assert_int_eq(keys_parse(keys_find(SECTION_LOADER, "vendor_dirs"), paths[_i].text,
				    &setting), paths[_i].is_value);
	ck_assert_ptr_null(setting.text);
}
END_TEST

/* Only keys that the stronger section sets replace keys of the weaker one. */
START_TEST(merge_driver)
{
	struct settings_driver weaker = {
		.load = { .value = 1, .origin = { "a", 1 }, .is_set = true },
		.dlopen = { .value = SETTINGS_DLOPEN_NOW, .origin = { "a", 2 }, .is_set = true },
	};
	const struct settings_driver stronger = {
		.load = { .value = 0, .origin = { "b", 1 }, .is_set = true },
		.dlopen = { .value = SETTINGS_DLOPEN_DEEPBIND },
		.bounded_table = { .value = 1, .origin = { "b", 2 }, .is_set = true },
	};

	keys_merge_driver(&weaker, &stronger);
	ck_assert(weaker.load.value == 0 && weaker.bounded_table.value == 1);
	ck_assert_str_eq(weaker.load.origin.name, "b");
	ck_assert_uint_eq(weaker.dlopen.value, SETTINGS_DLOPEN_NOW);
	ck_assert(!weaker.assume_icd.is_set && !weaker.never_unload.is_set);
}
END_TEST

START_TEST(next_element)
{
	const char *rest = " a b\t, ...,";
	const char *element;
	size_t length;

	element = keys_next_element(&rest, ',', &length);
	ck_assert(length == 3 && memcmp(element, "a b", 3) == 0);
	ck_assert(!keys_element_inherits(element, length));
	element = keys_next_element(&rest, ',', &length);
	ck_assert(length == 3 && keys_element_inherits(element, length));
	element = keys_next_element(&rest, ',', &length);
	ck_assert(length == 0 && !rest && keys_element_inherits(element, length));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("keys");
	TCase *tcase = unit_tcase(suite, "keys", 10);

	tcase_add_loop_test(tcase, section_names, 0, SECTION_UNKNOWN);
	tcase_add_test(tcase, unknown_names);
	tcase_add_test(tcase, options_have_any_name);
	tcase_add_test(tcase, old_spelling_is_found);
	tcase_add_loop_test(tcase, table_is_consistent, 0, SECTION_UNKNOWN);
	tcase_add_loop_test(tcase, parse_value, 0, UNIT_ROWS(values));
	tcase_add_loop_test(tcase, values_have_all_types, 0, SECTION_UNKNOWN);
	tcase_add_loop_test(tcase, parse_directories, 0, UNIT_ROWS(paths));
	tcase_add_test(tcase, merge_driver);
	tcase_add_test(tcase, next_element);
	return unit_run(suite);
}
