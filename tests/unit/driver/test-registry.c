/* SPDX-License-Identifier: Apache-2.0 */
/* registry: adding and removing platforms, the look-up by suffix, growth. */
#include "driver/registry.h"

#include <stdio.h>
#include <string.h>

#include "unit/unit.h"

static struct registry registry;

/* Each of the three drivers returns the address of its own letter for the name that it knows. */
static char letters[3];
static unsigned asked[3];

static void *find_in(int library, const char *name, const char *known)
{
	asked[library]++;
	return strcmp(name, known) == 0 ? &letters[library] : NULL;
}

static void *CL_API_CALL find_a(const char *name)
{
	return find_in(0, name, "clOneAA");
}

static void *CL_API_CALL find_b(const char *name)
{
	return find_in(1, name, "clOneAA");
}

static void *CL_API_CALL find_c(const char *name)
{
	return find_in(2, name, "clOne");
}

static void start(void)
{
	registry_init(&registry, &unit_arena);
}

static void add(void *handle, const char *suffix, void *(CL_API_CALL *get_address)(const char *))
{
	struct own_functions own = { .get = get_address };

	/* The functions are in this program, which has the loader's code, too. */
	os_library_of(letters, &own.place);
	ck_assert(registry_add(&registry, handle, &own, suffix));
}

START_TEST(starts_empty)
{
	ck_assert_uint_eq(registry.count, 0);
	ck_assert_ptr_null(registry.default_platform);
	ck_assert(!registry.needs_arena);
	ck_assert_ptr_null(registry_find_function(&registry, "clOneAA"));
}
END_TEST

static const struct {
	const char *suffixes[3];
	const char *name;
	int found;		/* the driver whose function is found; -1: none */
	unsigned asked;		/* one bit for each driver that is asked */
} lookups[] = {
	{ { "AA", "AA", "" }, "clOneAA", 0, 1 },
	{ { "BB", "AA", "" }, "clOneAA", 1, 2 },
	{ { "A", "AA", "" }, "clOneAA", 0, 1 },
	{ { "clOneAA", "AA", "" }, "clOneAA", 0, 1 },
	{ { "xclOneAA", "", "" }, "clOneAA", -1, 0 },
	{ { "BB", "BB", "" }, "clOneAA", -1, 0 },
	{ { "AA", "AA", "" }, "clOne", -1, 0 },
	{ { "", "", "" }, "clOne", -1, 0 },	/* an empty suffix matches no name */
	{ { "AA", "AA", "AA" }, "clTwoAA", -1, 7 },
	{ { "AA", "AA", "AA" }, "", -1, 0 },
	{ { "aa", "AA", "" }, "clOneAA", 1, 2 },
};

START_TEST(function_by_suffix)
{
	void *(CL_API_CALL *const find[])(const char *) = { find_a, find_b, find_c };
	void *found;

	for (int i = 0; i < 3; i++)
		add(&letters[i], lookups[_i].suffixes[i], find[i]);
	found = registry_find_function(&registry, lookups[_i].name);
	ck_assert_ptr_eq(found, lookups[_i].found < 0 ? NULL : (void *)&letters[lookups[_i].found]);
	for (int i = 0; i < 3; i++)
		ck_assert_uint_eq(asked[i], lookups[_i].asked >> i & 1);
}
END_TEST

static const struct {
	size_t platforms;
	size_t suffix;		/* its length in bytes */
	bool needs_arena;
} growths[] = {
	{ 1, 0, false },
	{ 1, REGISTRY_SUFFIX_SIZE - 1, false },
	{ 1, REGISTRY_SUFFIX_SIZE, true },
	{ 1, 5000, true },
	{ REGISTRY_SIZE, 4, false },
	{ REGISTRY_SIZE + 1, 4, true },
	{ 500, 4, true },
};

START_TEST(any_number_of_platforms)
{
	static char suffixes[500][5001];
	static char handles[500];

	/* Twice: the loader clears the registry and adds in another order. */
	for (int round = 0; round < 2; round++) {
		registry_clear(&registry);
		for (size_t i = 0; i < growths[_i].platforms; i++) {
			memset(suffixes[i], 'a' + (int)(i % 26), growths[_i].suffix);
			add(&handles[round ? growths[_i].platforms - 1 - i : i], suffixes[i],
			    find_a);
		}
		ck_assert_uint_eq(registry.count, growths[_i].platforms);
	}
	ck_assert_int_eq(registry.needs_arena, growths[_i].needs_arena);
	for (size_t i = 0; i < growths[_i].platforms; i++) {
		ck_assert_ptr_eq(registry.platforms[i].handle,
				 &handles[growths[_i].platforms - 1 - i]);
		ck_assert_str_eq(registry.platforms[i].suffix, suffixes[i]);
	}
}
END_TEST

/* Then the caller may free its memory: at shutdown the arena is freed. */
START_TEST(short_suffixes_are_copied)
{
	char suffix[] = "POCL";

	add(&letters[0], suffix, find_a);
	suffix[0] = 'x';
	ck_assert_str_eq(registry.platforms[0].suffix, "POCL");
	ck_assert(!registry.needs_arena);
}
END_TEST

/* So NULL has a meaning for a driver that calls the loader while further drivers are opened. */
START_TEST(first_is_the_default_platform)
{
	add(&letters[1], "", find_b);
	add(&letters[0], "", find_a);
	ck_assert_ptr_eq(registry.default_platform, (void *)&letters[1]);
}
END_TEST

START_TEST(clear_removes_all)
{
	add(&letters[0], "AA", find_a);
	registry.default_platform = registry.platforms[0].handle;
	registry_clear(&registry);
	ck_assert_uint_eq(registry.count, 0);
	ck_assert_ptr_null(registry.default_platform);
	ck_assert_ptr_null(registry_find_function(&registry, "clOneAA"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("registry");
	TCase *tcase = unit_tcase(suite, "registry", 10);

	tcase_add_checked_fixture(tcase, start, NULL);
	tcase_add_test(tcase, starts_empty);
	tcase_add_loop_test(tcase, function_by_suffix, 0, UNIT_ROWS(lookups));
	tcase_add_loop_test(tcase, any_number_of_platforms, 0, UNIT_ROWS(growths));
	tcase_add_test(tcase, short_suffixes_are_copied);
	tcase_add_test(tcase, first_is_the_default_platform);
	tcase_add_test(tcase, clear_removes_all);
	return unit_run(suite);
}
