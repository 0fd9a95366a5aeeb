/* SPDX-License-Identifier: Apache-2.0 */
/*
 * driver: opens every faulty stub driver (faulty-driver.h) and checks the verdict of the
 * candidate, the verdict of the faulty platform and of the good ones before and after it, and
 * whether the library is still open.
 */
#include "driver/driver.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/handle.h"
#include "base/os.h"
#include "driver/library.h"
#include "drivers/faulty-driver.h"
#include "unit/unit.h"

static struct table_pool pool;
static struct driver_list list;

static void start(void)
{
	driver_list_init(&list, &pool, &unit_arena);
}

static struct candidate *new_candidate(const char *library)
{
	struct candidate *candidate = arena_alloc(&unit_arena, sizeof(*candidate));

	candidate->written = library;
	candidate->library = library;
	return candidate;
}

static struct driver *open_with_policy(const char *name, const struct policy *policy,
				       struct candidate **candidate)
{
	*candidate = new_candidate(unit_driver(name));
	return driver_open(&list, *candidate, policy);
}

static struct driver *open_driver(const char *name, bool assume_icd, struct candidate **candidate)
{
	struct policy policy = { .load = true, .assume_icd = assume_icd };

	return open_with_policy(name, &policy, candidate);
}

static const struct faulty_state *state_of(const struct driver *driver)
{
	faulty_get_state_fn *get_state = (faulty_get_state_fn *)os_library_find(driver->own.library,
										"faulty_get_state");

	ck_assert_ptr_nonnull(get_state);
	return get_state();
}

/* Libraries that are refused as a whole. */
static const struct {
	const char *name;
	bool assume_icd;
	enum reason reason;
	int code;
	const char *detail;
} refused[] = {
	{ "faulty-no-lookup", false, REASON_SYMBOL_MISSING, 0, "clGetExtensionFunctionAddress" },
	{ "faulty-no-lookup", true, REASON_SYMBOL_MISSING, 0, "clGetExtensionFunctionAddress" },
	{ "faulty-no-list", false, REASON_SYMBOL_MISSING, 0, "clIcdGetPlatformIDsKHR" },
	{ "faulty-no-list", true, REASON_SYMBOL_MISSING, 0, "clIcdGetPlatformIDsKHR" },
	{ "faulty-no-info", false, REASON_SYMBOL_MISSING, 0, "clGetPlatformInfo" },
	{ "faulty-no-info", true, REASON_SYMBOL_MISSING, 0, "clGetPlatformInfo" },
	{ "faulty-count-error", false, REASON_PLATFORM_QUERY_FAILED, CL_OUT_OF_HOST_MEMORY, NULL },
	{ "faulty-count-not-found", false, REASON_NO_PLATFORM, CL_PLATFORM_NOT_FOUND_KHR, NULL },
	{ "faulty-count-zero", false, REASON_NO_PLATFORM, 0, NULL },
	{ "faulty-count-huge", false, REASON_PLATFORM_QUERY_FAILED, 0,
	  "it reports too many platforms" },
	{ "faulty-list-error", false, REASON_PLATFORM_QUERY_FAILED, CL_OUT_OF_HOST_MEMORY, NULL },
	{ "faulty-list-vanishes", false, REASON_NO_PLATFORM, 0, NULL },
	{ "linked-no-lookup", false, REASON_SYMBOL_MISSING, 0, "clGetExtensionFunctionAddress" },
	{ "linked-no-list", false, REASON_SYMBOL_MISSING, 0, "clIcdGetPlatformIDsKHR" },
	{ "linked-no-info", false, REASON_SYMBOL_MISSING, 0, "clGetPlatformInfo" },
	{ "needs-gone", false, REASON_MISSING_DEPENDENCY, 0, "libgone.so" },
	{ "needs-data", false, REASON_UNDEFINED_SYMBOL, 0, "nowhere_data" },
	{ "libgone", false, REASON_SYMBOL_MISSING, 0, "clGetExtensionFunctionAddress" },
	{ "no-such-driver", false, REASON_NOT_FOUND, 0, NULL },
};

START_TEST(library_is_refused)
{
	struct candidate *candidate;

	ck_assert_ptr_null(open_driver(refused[_i].name, refused[_i].assume_icd, &candidate));
	ck_assert_str_eq(reason_id(candidate->verdict.reason), reason_id(refused[_i].reason));
	ck_assert_int_eq(candidate->verdict.code, refused[_i].code);
	if (refused[_i].detail)
		ck_assert_str_eq(candidate->verdict.detail, refused[_i].detail);
	else
		ck_assert_ptr_null(candidate->verdict.detail);
	/* The driver stays in the list, with its library closed, and the next one is opened. */
	ck_assert_ptr_nonnull(list.first);
	ck_assert_ptr_null(list.first->own.library);
	ck_assert_uint_eq(list.first->accepted, 0);
	ck_assert_ptr_nonnull(open_driver("stub-icd1", false, &candidate));
}
END_TEST

/* Libraries with at least one platform that is accepted. */
static const struct {
	const char *name;
	bool assume_icd;
	size_t count;
	size_t accepted;
	enum reason reason;		/* of the faulty platform */
	int code;
	const char *detail;
} opened[] = {
	{ "stub-icd1", false, 1, 1, REASON_OK, 0, NULL },
	{ "stub-icd2", false, 1, 1, REASON_OK, 0, NULL },
	{ "stub-sparse", false, 1, 1, REASON_OK, 0, NULL },
	{ "faulty-none", false, 3, 3, REASON_OK, 0, NULL },
	{ "faulty-none", true, 3, 3, REASON_OK, 0, NULL },
	{ "faulty-by-symbol", false, 3, 3, REASON_OK, 0, NULL },
	{ "faulty-by-lookup", false, 3, 3, REASON_OK, 0, NULL },
	{ "linked-by-symbol", false, 3, 3, REASON_OK, 0, NULL },
	{ "linked-by-lookup", false, 3, 3, REASON_OK, 0, NULL },
	{ "linked-loaders-info", false, 3, 3, REASON_OK, 0, NULL },
	{ "filter", false, 3, 3, REASON_OK, 0, NULL },
	{ "faulty-info-in-table", false, 3, 3, REASON_OK, 0, NULL },
	{ "faulty-info-in-table", true, 3, 3, REASON_OK, 0, NULL },
	{ "faulty-info-in-table-icd2", false, 3, 3, REASON_OK, 0, NULL },
	{ "faulty-no-info-icd2", false, 3, 2, REASON_SYMBOL_MISSING, 0, "clGetPlatformInfo" },
	{ "faulty-list-grows", false, 3, 3, REASON_OK, 0, NULL },
	{ "faulty-list-shrinks", false, 1, 1, REASON_OK, 0, NULL },
	{ "faulty-list-no-count", false, 3, 3, REASON_OK, 0, NULL },
	{ "faulty-list-short", false, 3, 2, REASON_NULL_PLATFORM, 0, NULL },
	{ "faulty-many", false, 500, 500, REASON_OK, 0, NULL },
	{ "faulty-twice", false, 3, 2, REASON_DUPLICATE_PLATFORM, 0, NULL },
	{ "faulty-null-platform", false, 3, 2, REASON_NULL_PLATFORM, 0, NULL },
	{ "faulty-null-table", false, 3, 2, REASON_NO_DISPATCH_TABLE, 0, NULL },
	{ "faulty-tag-first", false, 3, 2, REASON_HALF_ICD2_TAG, 0, "slot 0 only" },
	{ "faulty-tag-second", false, 3, 2, REASON_HALF_ICD2_TAG, 0, "slot 31 only" },
	{ "faulty-no-for-platform", false, 3, 2, REASON_ICD2_FUNCTION_MISSING, 0,
	  "clIcdGetFunctionAddressForPlatformKHR" },
	{ "faulty-no-set-data", false, 3, 2, REASON_ICD2_FUNCTION_MISSING, 0,
	  "clIcdSetPlatformDispatchDataKHR" },
	{ "faulty-data-refused", false, 3, 2, REASON_DISPATCH_DATA_REFUSED, CL_INVALID_PLATFORM,
	  NULL },
	{ "faulty-icd2", false, 3, 3, REASON_OK, 0, NULL },
	{ "faulty-no-extension", false, 3, 2, REASON_NO_CL_KHR_ICD, 0, NULL },
	{ "faulty-no-extension", true, 3, 3, REASON_OK, 0, NULL },
	{ "faulty-extension-in-word", false, 3, 2, REASON_NO_CL_KHR_ICD, 0, NULL },
	{ "faulty-extensions-error", false, 3, 2, REASON_EXTENSIONS_FAILED, CL_OUT_OF_RESOURCES,
	  NULL },
	{ "faulty-extensions-error", true, 3, 3, REASON_OK, 0, NULL },
	{ "faulty-extensions-long", false, 3, 3, REASON_OK, 0, NULL },
	{ "faulty-extensions-unterminated", false, 3, 3, REASON_OK, 0, NULL },
	{ "faulty-suffix-error", false, 3, 2, REASON_SUFFIX_FAILED, CL_OUT_OF_RESOURCES, NULL },
	{ "faulty-suffix-error", true, 3, 2, REASON_SUFFIX_FAILED, CL_OUT_OF_RESOURCES, NULL },
	{ "faulty-suffix-empty", false, 3, 3, REASON_OK, 0, NULL },
	{ "faulty-suffix-long", false, 3, 3, REASON_OK, 0, NULL },
	{ "faulty-suffix-unterminated", false, 3, 3, REASON_OK, 0, NULL },
	{ "faulty-short-table", false, 3, 3, REASON_OK, 0, NULL },
	{ "faulty-short-table", true, 3, 3, REASON_OK, 0, NULL },
	{ "faulty-leads-back", false, 3, 3, REASON_OK, 0, NULL },
	{ "faulty-leads-back-short", false, 3, 3, REASON_OK, 0, NULL },
	{ "faulty-empty-table", false, 3, 3, REASON_OK, 0, NULL },
	{ "faulty-empty-table", true, 3, 3, REASON_OK, 0, NULL },
};

START_TEST(platforms_get_verdicts)
{
	struct candidate *candidate;
	struct driver *driver = open_driver(opened[_i].name, opened[_i].assume_icd, &candidate);

	ck_assert_ptr_nonnull(driver);
	ck_assert_ptr_nonnull(driver->own.library);
	ck_assert_int_eq(candidate->verdict.reason, REASON_OK);
	ck_assert_uint_eq(driver->count, opened[_i].count);
	ck_assert_uint_eq(driver->accepted, opened[_i].accepted);
	ck_assert_uint_eq(list.platforms, opened[_i].count);
	for (size_t i = 0; i < driver->count; i++) {
		const struct verdict *verdict = &driver->platforms[i].verdict;
		bool is_faulty = i == FAULTY_PLATFORM;

		ck_assert_str_eq(reason_id(verdict->reason),
				 reason_id(is_faulty ? opened[_i].reason : REASON_OK));
		ck_assert_int_eq(verdict->code, is_faulty ? opened[_i].code : 0);
		if (is_faulty && opened[_i].detail)
			ck_assert_str_eq(verdict->detail, opened[_i].detail);
		if (verdict->reason == REASON_OK)
			ck_assert_ptr_nonnull(driver->platforms[i].suffix);
		ck_assert_ptr_eq(driver->platforms[i].driver, driver);
		ck_assert_uint_eq(driver->platforms[i].index, i);
	}
}
END_TEST

static const struct {
	const char *name;
	const char *first;
	size_t length;		/* of the suffix */
} suffixes[] = {
	{ "faulty-none", "FLT", 3 },
	{ "faulty-suffix-unterminated", "FLT", 3 },
	{ "faulty-suffix-empty", "", 0 },
	{ "faulty-suffix-long", "SSSSSS", 100 },
};

START_TEST(suffix_is_kept)
{
	struct candidate *candidate;
	struct driver *driver = open_driver(suffixes[_i].name, false, &candidate);
	const char *suffix = driver->platforms[FAULTY_PLATFORM].suffix;

	ck_assert_uint_eq(strlen(suffix), suffixes[_i].length);
	ck_assert_int_eq(strncmp(suffix, suffixes[_i].first, strlen(suffixes[_i].first)), 0);
}
END_TEST

/* The order of cl_khr_icd 2.0.0: the functions, the dispatch data once, then all other calls. */
START_TEST(icd2_order_of_calls)
{
	struct candidate *candidate;
	struct driver *driver = open_driver("faulty-icd2", _i, &candidate);
	struct platform *platform = &driver->platforms[FAULTY_PLATFORM];
	const struct faulty_state *state = state_of(driver);

	ck_assert_uint_eq(state->calls_too_early, 0);
	ck_assert_uint_eq(state->data_set, 1);
	ck_assert_uint_eq(state->functions_asked, API_SLOTS);
	ck_assert_ptr_nonnull(platform->loader_table);
	ck_assert_ptr_eq(handle_table(platform->handle), platform->loader_table);
	ck_assert_ptr_null(driver->platforms[0].loader_table);
	ck_assert_ptr_eq(handle_table(driver->platforms[0].handle),
			 handle_driver_table(driver->platforms[0].handle));
	for (unsigned slot = 0; slot < API_SLOTS; slot++)
		ck_assert_ptr_nonnull(((void **)platform->loader_table)[slot]);
}
END_TEST

/* Two ICD 2 drivers, and an ICD 1 driver between them. */
START_TEST(tables_are_separate)
{
	struct candidate *candidate;
	struct driver *first = open_driver("faulty-unloadable-icd2", false, &candidate);
	struct driver *middle = open_driver("stub-icd1", false, &candidate);
	struct driver *last = open_driver("stub-icd2", false, &candidate);

	ck_assert_ptr_ne(first->platforms[0].loader_table, first->platforms[1].loader_table);
	ck_assert_ptr_ne(first->platforms[2].loader_table, last->platforms[0].loader_table);
	ck_assert_ptr_null(middle->platforms[0].loader_table);
	ck_assert_ptr_eq(handle_table(first->platforms[0].handle),
			 first->platforms[0].loader_table);
	ck_assert_ptr_eq(handle_table(last->platforms[0].handle), last->platforms[0].loader_table);
	ck_assert_uint_eq(pool.used, 4);
	ck_assert_uint_eq(last->platforms[0].index, 4);
}
END_TEST

static const struct {
	const char *name;
	bool is_bounded;
	unsigned length;	/* from this slot on, all are empty */
} replaced[] = {
	{ "faulty-leads-back", false, API_SLOTS },
	{ "faulty-leads-back-short", false, 81 },
	{ "faulty-leads-back-short", true, 81 },
	{ "faulty-short-table", true, 81 },
	{ "stub-icd1", true, 149 },	/* OpenCL 3.0 */
	{ "faulty-empty-table", true, 0 },	/* clGetPlatformInfo by name */
};

/*
 * All platforms of a driver that have one table get one replacement. Functions of a libOpenCL.so.1, as
 * a program that is linked to it has them, are not in it.
 */
START_TEST(table_is_replaced)
{
	const bool leads_back = strstr(replaced[_i].name, "leads-back") != NULL;
	struct candidate *candidate;
	struct driver *driver;
	struct policy policy = { .load = true, .bounded_table = replaced[_i].is_bounded };
	void *const *slots, *const *drivers_slots;

	ck_assert_ptr_nonnull(dlopen(getenv("OPENCL_LIBRARY_UNDER_TEST"), RTLD_NOW | RTLD_GLOBAL));
	driver = open_with_policy(replaced[_i].name, &policy, &candidate);
	ck_assert_ptr_nonnull(driver);
	slots = (void *const *)driver->platforms[0].loader_table;
	ck_assert_ptr_nonnull(slots);
	drivers_slots = (void *const *)handle_driver_table(driver->platforms[0].handle);
	ck_assert_int_eq(driver->platforms[0].mended != NULL, leads_back);
	for (size_t i = 0; i < driver->count; i++) {
		const void *table = handle_driver_table(driver->platforms[i].handle);

		ck_assert(!driver->platforms[i].is_icd2);
		ck_assert_int_eq(driver->platforms[i].verdict.reason, REASON_OK);
		ck_assert_int_eq((const void *)driver->platforms[i].loader_table == slots,
				 table == drivers_slots);
	}
	for (unsigned slot = 0; slot < API_SLOTS; slot++)
		if (slot >= replaced[_i].length ||
		    (leads_back && (slot == API_SLOT_clFlush || slot == API_SLOT_clFinish)))
			ck_assert_ptr_null(slots[slot]);
		else if (leads_back && slot == API_SLOT_clGetDeviceIDs)
			ck_assert_ptr_eq(slots[slot], os_library_find(driver->own.library,
								      "clGetDeviceIDs"));
		else
			ck_assert_ptr_eq(slots[slot], drivers_slots[slot]);
	if (leads_back)
		ck_assert(unit_log_has("clGetDeviceIDs; it has none of its own, so these are "
				       "missing: clFlush, clFinish (vendor)"));
	driver_close(driver);
}
END_TEST

/* Another driver may get tables at the same addresses. */
START_TEST(replacements_are_forgotten)
{
	struct policy policy = { .load = true, .bounded_table = true };
	struct candidate *candidate;
	const struct loader_table *last;

	ck_assert_ptr_nonnull(open_with_policy("stub-icd1", &policy, &candidate));
	last = table_replacements;
	ck_assert_ptr_nonnull(last);
	ck_assert_ptr_null(open_with_policy("faulty-no-info", &policy, &candidate));
	ck_assert_str_eq(reason_id(candidate->verdict.reason), "symbol-missing");
	ck_assert_uint_eq(pool.used, 3);
	ck_assert_ptr_eq(table_replacements, last);
}
END_TEST

static const struct {
	const char *name;
	bool never_unload;
	bool expected;
	bool is_asked;
} unloadables[] = {
	{ "faulty-none", false, false, false },
	{ "faulty-unloadable", false, true, true },
	{ "faulty-unloadable", true, false, true },
	{ "faulty-unloadable-icd2", false, true, true },
	{ "faulty-unloadable-not", false, false, true },
	{ "faulty-unloadable-unlisted", false, false, false },
	{ "faulty-unloadable-partly", false, false, true },
};

START_TEST(unloadable)
{
	struct candidate *candidate;
	struct driver *driver = open_driver(unloadables[_i].name, false, &candidate);

	driver->policy.never_unload = unloadables[_i].never_unload;
	ck_assert_int_eq(driver_is_unloadable(driver), unloadables[_i].expected);
	ck_assert_int_eq(state_of(driver)->unloadable_asked > 0, unloadables[_i].is_asked);
	driver_close(driver);
	ck_assert_ptr_null(driver->own.library);
	ck_assert(!driver_is_unloadable(driver));
	driver_close(driver);
}
END_TEST

/* With assume_icd, neither the extensions are queried nor what depends on them. */
START_TEST(extensions_are_assumed)
{
	struct candidate *candidate;
	struct driver *driver = open_driver("faulty-unloadable", _i, &candidate);

	ck_assert_uint_eq(driver->accepted, 3);
	ck_assert_uint_eq(state_of(driver)->extensions_asked, _i ? 0 : 3);
	ck_assert_uint_eq(state_of(driver)->unloadable_asked, _i ? 0 : 3);
	ck_assert_int_eq(driver_is_unloadable(driver), !_i);
}
END_TEST

static const struct {
	const char *name;
	bool is_logged;
} tables[] = {
	{ "faulty-info-in-table", true }, { "faulty-info-in-table-icd2", true },
	{ "linked-loaders-info", true },  { "faulty-by-symbol", false },
	{ "faulty-by-lookup", false },
};

START_TEST(table_use_is_logged)
{
	struct candidate *candidate;

	ck_assert_ptr_nonnull(open_driver(tables[_i].name, false, &candidate));
	ck_assert_int_eq(unit_log_has("no clGetPlatformInfo by name, the one in the table is used"),
			 tables[_i].is_logged);
}
END_TEST

/* The second one is refused, whatever path it is opened by, and the first one stays open. */
START_TEST(same_library_twice)
{
	struct candidate *first, *second, *third;
	struct driver *driver = open_driver("stub-icd1", false, &first);

	ck_assert_ptr_nonnull(driver);
	ck_assert_ptr_null(open_driver("stub-icd1", false, &second));
	ck_assert_ptr_null(open_driver("../stubs/stub-icd1", false, &third));
	ck_assert_int_eq(second->verdict.reason, REASON_DUPLICATE);
	ck_assert_str_eq(second->verdict.detail, first->library);
	ck_assert_int_eq(third->verdict.reason, REASON_DUPLICATE);
	ck_assert_int_eq(first->verdict.reason, REASON_OK);
	ck_assert_ptr_nonnull(driver->own.library);
	ck_assert_ptr_nonnull(os_library_find(driver->own.library, "stub_get_state"));
}
END_TEST

/*
 * A library that is refused is closed. If it is opened again, neither the library nor its
 * platforms count as duplicates, even though their addresses are the same as before. The test
 * keeps the library in memory to make sure of the addresses.
 */
static const struct {
	const char *name;
	bool assume_icd;
	enum reason reason;
} again[] = {
	{ "faulty-count-zero", false, REASON_NO_PLATFORM },
	{ "faulty-no-info", true, REASON_SYMBOL_MISSING },
};

START_TEST(refused_library_again)
{
	struct candidate *first, *second;
	struct verdict verdict;
	void *kept = library_open(unit_driver(again[_i].name), (struct library_flags){ 0 },
				  &verdict, &unit_arena);

	ck_assert_ptr_nonnull(kept);
	open_driver(again[_i].name, again[_i].assume_icd, &first);
	open_driver(again[_i].name, again[_i].assume_icd, &second);
	ck_assert_str_eq(reason_id(first->verdict.reason), reason_id(again[_i].reason));
	ck_assert_str_eq(reason_id(second->verdict.reason), reason_id(again[_i].reason));
	ck_assert_ptr_eq(list.first->platforms ? list.first->platforms[0].handle : NULL,
			 list.first->next->platforms ?
				 list.first->next->platforms[0].handle : NULL);
	os_library_close(kept);
}
END_TEST

static const struct platform_facts texts = { .names = true, .version = true };
static const struct platform_facts devices = { .devices = true };

START_TEST(names_are_fetched)
{
	struct candidate *candidate;
	struct driver *driver = open_driver(_i ? "faulty-icd2" : "faulty-none", false, &candidate);
	struct platform *platform = &driver->platforms[FAULTY_PLATFORM];

	ck_assert_ptr_null(platform->name);
	driver_fetch_facts(&list, platform, &texts);
	ck_assert_str_eq(platform->name, "Faulty");
	ck_assert_str_eq(platform->vendor_name, "clrouter tests");
	ck_assert_str_eq(platform->version, "OpenCL 3.0 faulty");
}
END_TEST

/* The driver is asked once, and not at all if the facts are fetched already. */
START_TEST(devices_are_asked_once)
{
	struct candidate *candidate;
	struct driver *faulty = open_driver(_i ? "faulty-icd2" : "faulty-none", false, &candidate);
	struct driver *driver = open_driver("stub-icd2", false, &candidate);
	struct driver *failing = open_driver("stub-failing", false, &candidate);
	unsigned asked;

	ck_assert(!driver_has_devices(&faulty->platforms[FAULTY_PLATFORM]));
	ck_assert(!driver_has_devices(&faulty->platforms[FAULTY_PLATFORM]));
	ck_assert_uint_eq(state_of(faulty)->devices_asked, 1);
	driver_fetch_facts(&list, &faulty->platforms[0], &devices);
	asked = state_of(faulty)->devices_asked;
	ck_assert(!driver_has_devices(&faulty->platforms[0]));
	ck_assert_uint_eq(state_of(faulty)->devices_asked, asked);
	ck_assert(driver_has_devices(&driver->platforms[0]));
	ck_assert(!driver_has_devices(&failing->platforms[0]));
}
END_TEST

/* The driver is not asked for devices (which wakes hardware) unless a rule needs them. */
START_TEST(devices_are_fetched)
{
	struct candidate *candidate;
	struct driver *faulty = open_driver("faulty-icd2", false, &candidate);
	struct driver *driver = open_driver("stub-icd2", false, &candidate);

	ck_assert_uint_eq(state_of(faulty)->devices_asked, 0);
	driver_fetch_facts(&list, &faulty->platforms[0], &devices);
	driver_fetch_facts(&list, &faulty->platforms[FAULTY_PLATFORM], &devices);
	ck_assert_uint_gt(state_of(faulty)->devices_asked, 0);
	ck_assert_uint_eq(faulty->platforms[FAULTY_PLATFORM].devices, 0);
	driver_fetch_facts(&list, &driver->platforms[0], &devices);
	ck_assert_uint_eq(driver->platforms[0].gpus, 1);
	ck_assert_uint_eq(driver->platforms[0].cpus, 0);
	ck_assert_uint_eq(driver->platforms[0].devices, 1);
}
END_TEST

START_TEST(driver_without_clGetDeviceIDs)
{
	struct candidate *candidate;
	struct driver *driver = open_driver("faulty-empty-table", false, &candidate);

	driver_fetch_facts(&list, &driver->platforms[0], &devices);
	ck_assert_uint_eq(driver->platforms[0].devices, 0);
}
END_TEST

START_TEST(platform_is_hidden)
{
	struct candidate *candidate;
	struct driver *driver = open_driver("faulty-none", false, &candidate);

	driver_hide_platform(&driver->platforms[2], REASON_NO_DEVICES, NULL);
	ck_assert_int_eq(driver->platforms[2].verdict.reason, REASON_NO_DEVICES);
	ck_assert_uint_eq(driver->accepted, 2);
	ck_assert_ptr_nonnull(driver->own.library);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("driver");
	TCase *tcase = unit_tcase(suite, "driver", 20);

	tcase_add_checked_fixture(tcase, start, NULL);
	tcase_add_loop_test(tcase, library_is_refused, 0, UNIT_ROWS(refused));
	tcase_add_loop_test(tcase, platforms_get_verdicts, 0, UNIT_ROWS(opened));
	tcase_add_loop_test(tcase, suffix_is_kept, 0, UNIT_ROWS(suffixes));
	tcase_add_loop_test(tcase, icd2_order_of_calls, 0, 2);
	tcase_add_test(tcase, tables_are_separate);
	tcase_add_loop_test(tcase, table_is_replaced, 0, UNIT_ROWS(replaced));
	tcase_add_test(tcase, replacements_are_forgotten);
	tcase_add_loop_test(tcase, unloadable, 0, UNIT_ROWS(unloadables));
	tcase_add_loop_test(tcase, extensions_are_assumed, 0, 2);
	tcase_add_loop_test(tcase, table_use_is_logged, 0, UNIT_ROWS(tables));
	tcase_add_test(tcase, same_library_twice);
	tcase_add_loop_test(tcase, refused_library_again, 0, UNIT_ROWS(again));
	tcase_add_loop_test(tcase, names_are_fetched, 0, 2);
	tcase_add_loop_test(tcase, devices_are_asked_once, 0, 2);
	tcase_add_test(tcase, devices_are_fetched);
	tcase_add_test(tcase, driver_without_clGetDeviceIDs);
	tcase_add_test(tcase, platform_is_hidden);
	return unit_run(suite);
}
