/* SPDX-License-Identifier: Apache-2.0 */
/*
 * own-functions: a driver's own functions, and functions of a libOpenCL.so.1 before them in
 * the search for symbols, because the test has opened it as a program that is linked to it has.
 */
#include "driver/own-functions.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

static void *loader;
static struct own_functions own;

static void *open_library(const char *path, int mode)
{
	void *library = dlopen(path, RTLD_NOW | mode);

	ck_assert_msg(library != NULL, "%s", dlerror());
	return library;
}

/* The driver exports all functions of the table. */
static void start(void)
{
	void *look_up;

	loader = open_library(getenv("OPENCL_LIBRARY_UNDER_TEST"), RTLD_GLOBAL);
	own.library = open_library(unit_driver("stub-exported"), RTLD_LOCAL);
	look_up = dlsym(own.library, "clGetExtensionFunctionAddress");
	os_library_of(look_up, &own.place);
	ck_assert_ptr_eq(own.place.library, own.library);
	own.get = (own_functions_get *)look_up;
}

static void *copied_loader(void)
{
	size_t size;
	char *bytes = unit_read(getenv("OPENCL_LIBRARY_UNDER_TEST"), &size);

	unit_write("libcl-1a2b3c.so", bytes, size);
	return open_library(unit_path("libcl-1a2b3c.so"), RTLD_LOCAL);
}

/* A loader is known by its name or by what it defines; this program has the loader's code. */
START_TEST(owner_of_a_function)
{
	void *foreign[] = { dlsym(loader, "clFinish"), dlsym(copied_loader(), "clFinish"),
			    (void *)own_functions_find };
	void *meant[] = { dlsym(own.library, "clFinish"), (void *)strlen, foreign };

	own.place.size = _i ? own.place.size : 0;
	for (int i = 0; i < UNIT_ROWS(foreign); i++) {
		ck_assert_ptr_nonnull(foreign[i]);
		ck_assert(!own_functions_may_provide(&own, "clFinish", foreign[i]));
		ck_assert(own_functions_may_provide(&own, "clFinish", meant[i]));
	}
}
END_TEST

/* A layer may pass on the functions of its target, which is in the loader, but no others. */
START_TEST(functions_of_the_target)
{
	struct api_table target = { .clFinish = (api_fn_clFinish *)dlsym(loader, "clFinish") };

	own.target = &target;
	ck_assert(own_functions_may_provide(&own, "clFinish", dlsym(loader, "clFinish")));
	ck_assert(!own_functions_may_provide(&own, "clFlush", dlsym(loader, "clFlush")));
}
END_TEST

static void *CL_API_CALL give_foreign(const char *name)
{
	return dlsym(loader, name);
}

static void *CL_API_CALL give_global(const char *name)
{
	return dlsym(RTLD_DEFAULT, name);
}

static const struct {
	const char *name;
	bool is_there;
} names[] = {
	{ "clIcdGetPlatformIDsKHR", true }, /* by the look-up */
	{ "clFinish", true },		    /* by its symbol */
	{ "clNoSuchFunction", false },
	{ "clSetLayersCLROUTER", false },
};

/* With a look-up that returns the loader's functions, and without one. */
START_TEST(function_is_found)
{
	own_functions_get *const looks_up[] = { own.get, give_foreign, give_global, NULL };

	for (int i = 0; i < UNIT_ROWS(looks_up); i++) {
		void *found;

		own.get = looks_up[i];
		found = own_functions_find(&own, names[_i].name);
		ck_assert_int_eq(found != NULL, names[_i].is_there);
		ck_assert(!found || os_is_inside(&own.place, found));
		ck_assert_ptr_eq(own_functions_choose(&own, names[_i].name, found), found);
		ck_assert_ptr_eq(
			own_functions_choose(&own, names[_i].name, dlsym(loader, "clFinish")),
			found);
	}
}
END_TEST

/*
 * A library that passes calls on, such as a tracer, which comes first in the search for one name, but
 * not for the other, which the loader has, too.
 */
START_TEST(functions_of_the_program)
{
	static const char first[] = "clGetDeviceIDsFromD3D10KHR", second[] = "clFinish";
	void *library = open_library(unit_driver("stub-exported-icd2"), RTLD_GLOBAL);
	void *slots[API_SLOTS] = { NULL };
	const char *text = NULL;

	slots[api_slot(first)] = dlsym(library, first);
	slots[api_slot(second)] = dlsym(library, second);
	ck_assert_uint_eq(own_functions_mend(&own, slots, API_SLOTS, &text, &unit_arena), 1);
	ck_assert_ptr_nonnull(strstr(text, "/stub-exported-icd2.so in its table: 1; "));
	ck_assert_ptr_eq(slots[api_slot(first)], dlsym(own.library, first));
	ck_assert_ptr_eq(slots[api_slot(second)], dlsym(library, second));
	/* Without an own function, it is called. */
	own.library = loader;
	own.get = NULL;
	ck_assert_ptr_eq(own_functions_choose(&own, first, dlsym(library, first)),
			 dlsym(library, first));
	own.get = give_global;
	ck_assert_ptr_eq(own_functions_find(&own, first), dlsym(library, first));
}
END_TEST

static void fill(void **slots, void *library)
{
	for (unsigned slot = 0; slot < API_SLOTS; slot++)
		slots[slot] = dlsym(library, api_name(slot));
}

/* Wherever it is, one function of the loader is found among the driver's functions. */
START_TEST(one_slot_is_mended)
{
	void *slots[API_SLOTS], *expected[API_SLOTS];
	const char *text = NULL;

	fill(expected, own.library);
	expected[API_SLOT_clGetPlatformInfo] = own.get("clGetPlatformInfo");
	memcpy(slots, expected, sizeof(slots));
	ck_assert(own_functions_are_certain(&own, slots, API_SLOTS));
	ck_assert_uint_eq(own_functions_mend(&own, slots, API_SLOTS, &text, &unit_arena), 0);
	ck_assert_ptr_null(text);
	slots[_i] = dlsym(loader, "clFinish");
	ck_assert(own_functions_are_certain(&own, slots, (unsigned)_i));
	ck_assert_uint_eq(own_functions_mend(&own, slots, (unsigned)_i, &text, &unit_arena), 0);
	ck_assert(!own_functions_are_certain(&own, slots, API_SLOTS));
	ck_assert_uint_eq(own_functions_mend(&own, slots, API_SLOTS, &text, &unit_arena), 1);
	ck_assert_mem_eq(slots, expected, sizeof(slots));
	ck_assert_ptr_nonnull(strstr(text, " in its table: 1; "));
	ck_assert_ptr_nonnull(strstr(text, "its own are called instead: "));
	ck_assert_str_eq(strrchr(text, ' ') + 1, api_name((unsigned)_i));
}
END_TEST

/* Empty slots stay empty; the text names what is called and what is missing. */
START_TEST(slots_without_own_functions)
{
	void *slots[API_SLOTS] = { NULL };
	const char *text = NULL;

	own.library = open_library(unit_driver("stub-icd1"), RTLD_LOCAL);
	own.get = (own_functions_get *)dlsym(own.library, "clGetExtensionFunctionAddress");
	os_library_of((const void *)own.get, &own.place);
	slots[API_SLOT_clGetPlatformInfo] = dlsym(loader, "clGetPlatformInfo");
	slots[API_SLOT_clFlush] = dlsym(loader, "clFlush");
	slots[API_SLOT_clFinish] = dlsym(loader, "clFinish");
	slots[API_SLOT_clGetHostTimer] = (void *)strlen;
	ck_assert_uint_eq(own_functions_mend(&own, slots, API_SLOTS, &text, &unit_arena), 3);
	ck_assert_ptr_eq(slots[API_SLOT_clGetPlatformInfo], own.get("clGetPlatformInfo"));
	ck_assert_ptr_null(slots[API_SLOT_clFlush]);
	ck_assert_ptr_null(slots[API_SLOT_clFinish]);
	ck_assert_ptr_eq(slots[API_SLOT_clGetHostTimer], (void *)strlen);
	ck_assert_ptr_nonnull(strstr(text, "libOpenCL.so.1"));
	ck_assert_str_eq(strchr(text, ';'),
			 "; its own are called instead: clGetPlatformInfo; it has "
			 "none of its own, so these are missing: clFlush, clFinish");
}
END_TEST

/* All at once, and the text has all of their names. */
START_TEST(all_slots_are_mended)
{
	void *slots[API_SLOTS], *expected[API_SLOTS];
	const char *text = NULL;
	unsigned exported = 0;

	fill(slots, loader);
	fill(expected, own.library);
	for (unsigned slot = 0; slot < API_SLOTS; slot++) {
		exported += slots[slot] != NULL;
		expected[slot] = slots[slot] ? expected[slot] : NULL;
	}
	ck_assert_uint_gt(exported, 130);
	ck_assert_uint_eq(own_functions_mend(&own, slots, API_SLOTS, &text, &unit_arena), exported);
	expected[API_SLOT_clGetPlatformInfo] = own.get("clGetPlatformInfo");
	ck_assert_mem_eq(slots, expected, sizeof(slots));
	for (unsigned slot = 0; slot < API_SLOTS; slot++)
		ck_assert_int_eq(strstr(text, api_name(slot)) != NULL, expected[slot] != NULL);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("own-functions");
	TCase *tcase = unit_tcase(suite, "own-functions", 20);

	tcase_add_checked_fixture(tcase, start, NULL);
	tcase_add_loop_test(tcase, owner_of_a_function, 0, 2);
	tcase_add_test(tcase, functions_of_the_target);
	tcase_add_loop_test(tcase, function_is_found, 0, UNIT_ROWS(names));
	tcase_add_test(tcase, functions_of_the_program);
	tcase_add_loop_test(tcase, one_slot_is_mended, 0, API_SLOTS);
	tcase_add_test(tcase, slots_without_own_functions);
	tcase_add_test(tcase, all_slots_are_mended);
	return unit_run(suite);
}
