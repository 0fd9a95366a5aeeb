/* SPDX-License-Identifier: Apache-2.0 */
/*
 * terminator: the functions without a handle, with a registry that the test fills; and drivers
 * whose table has a replacement, and ends at the end of readable memory, so that reading it crashes.
 * The functions with a handle are in test-calls.c.
 */
#include "dispatch/terminator.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "clrouter/icd.h"
#include "dispatch/loader-info.h"
#include "dispatch/terminator-list.h"
#include "unit/unit.h"

static struct registry registry;
static struct table_pool tables;
static unsigned reached;

/* Every slot of the driver holds this function; further arguments do no harm. */
static cl_int CL_API_CALL reach(void *first)
{
	reached++;
	return first ? 7 : 8;
}

static void *CL_API_CALL driver_address(const char *name)
{
	/* It also returns functions that are for loaders only: the loader must not ask for them. */
	return strncmp(name, "clOwn", 5) == 0 || strncmp(name, "clIcd", 5) == 0 ? (void *)reach
										 : NULL;
}

static char export;

static void *find_export(const char *name)
{
	return strcmp(name, "clExportedAA") == 0 ? &export : NULL;
}

static void add_platform(void *handle, const char *suffix)
{
	struct own_functions own = { .get = driver_address };

	/* The functions are in this program, which has the loader's code, too. */
	os_library_of((const void *)reach, &own.place);
	ck_assert(registry_add(&registry, handle, &own, suffix));
}

static void start(void)
{
	registry_init(&registry, &unit_arena);
	terminator_bind(&registry, find_export);
}

static const struct {
	int platforms;		/* -1: there is not even a registry */
	bool has_array;
	cl_uint num_entries;
	bool has_count;
	cl_int expected;
	cl_uint count;		/* *num_platforms afterwards; 99: unchanged */
	int written;
} lists[] = {
	{ 3, true, 3, true, CL_SUCCESS, 3, 3 },
	{ 3, true, 9, true, CL_SUCCESS, 3, 3 },
	{ 3, true, 2, true, CL_SUCCESS, 3, 2 },
	{ 3, true, 1, false, CL_SUCCESS, 99, 1 },
	{ 3, false, 0, true, CL_SUCCESS, 3, 0 },
	{ 3, false, 5, true, CL_SUCCESS, 3, 0 },
	{ 3, true, 0, true, CL_INVALID_VALUE, 99, 0 },
	{ 3, true, 0, false, CL_INVALID_VALUE, 99, 0 },
	{ 3, false, 0, false, CL_INVALID_VALUE, 99, 0 },
	{ 3, false, 1, false, CL_INVALID_VALUE, 99, 0 },
	{ 0, true, 3, true, CL_PLATFORM_NOT_FOUND_KHR, 0, 0 },
	{ 0, false, 0, true, CL_PLATFORM_NOT_FOUND_KHR, 0, 0 },
	{ 0, true, 1, false, CL_PLATFORM_NOT_FOUND_KHR, 99, 0 },
	{ 0, true, 0, true, CL_INVALID_VALUE, 99, 0 },
	{ 0, false, 0, false, CL_INVALID_VALUE, 99, 0 },
	{ -1, true, 3, true, CL_PLATFORM_NOT_FOUND_KHR, 0, 0 },
	{ -1, false, 0, true, CL_PLATFORM_NOT_FOUND_KHR, 0, 0 },
	{ -1, false, 0, false, CL_INVALID_VALUE, 99, 0 },
};

START_TEST(platform_list)
{
	static char handles[3];
	cl_platform_id found[10] = { NULL };
	cl_uint count = 99;

	for (int i = 0; i < lists[_i].platforms; i++)
		add_platform(&handles[i], "AA");
	if (lists[_i].platforms < 0)
		terminator_bind(NULL, find_export);
	ck_assert_int_eq(terminator_clGetPlatformIDs(lists[_i].num_entries,
						     lists[_i].has_array ? found : NULL,
						     lists[_i].has_count ? &count : NULL),
			 lists[_i].expected);
	ck_assert_uint_eq(count, lists[_i].count);
	for (int i = 0; i < 10; i++)
		ck_assert_ptr_eq(found[i], i < lists[_i].written ? (void *)&handles[i] : NULL);
}
END_TEST

static void *full_table[API_SLOTS];
static void *object[2] = { full_table };

static void fill_table(void **table, unsigned length)
{
	for (unsigned slot = 0; slot < length; slot++)
		table[slot] = (void *)reach;
}

/* A NULL platform, 0: without default platform, 1: with one, 2: without registry. */
START_TEST(null_platform)
{
	cl_int default_answer = _i == 1 ? 7 : CL_INVALID_PLATFORM;
	cl_int error = 7;

	fill_table(full_table, API_SLOTS);
	add_platform(object, "AA");
	registry.default_platform = _i ? (cl_platform_id)object : NULL;
	if (_i == 2)
		terminator_bind(NULL, NULL);
	ck_assert_int_eq(terminator_clGetPlatformInfo(NULL, 0, 0, NULL, NULL), default_answer);
	ck_assert_int_eq(terminator_clGetDeviceIDs(NULL, 0, 0, NULL, NULL), default_answer);
	/* The driver gets the properties, which are NULL, so its result is 8. */
	ck_assert_int_eq(terminator_clGetGLContextInfoKHR(NULL, 0, 0, NULL, NULL),
			 _i == 1 ? 8 : CL_INVALID_PLATFORM);
	if (_i == 1)
		return;
	ck_assert_ptr_null(terminator_clCreateContextFromType(NULL, 0, NULL, NULL, &error));
	ck_assert_int_eq(error, CL_INVALID_PLATFORM);
	ck_assert_ptr_null(terminator_clCreateContextFromType(NULL, 0, NULL, NULL, NULL));
	ck_assert_uint_eq(reached, 0);
}
END_TEST

static const struct {
	const char *name;
	void *expected;		/* NULL: none */
	bool without_registry;
} addresses[] = {
	{ "clOwnThingAA", (void *)reach, false },
	{ "clOwnThingBB", NULL, false },
	{ "clOtherThingAA", NULL, false },
	{ "clExportedAA", &export, false },	/* the loader's own function comes first */
	{ "clExportedAA", &export, true },
	{ "clOwnThingAA", NULL, true },
	{ "clGetICDLoaderInfoOCLICD", (void *)loader_info_get, false },
	{ "clGetICDLoaderInfoOCLICD", (void *)loader_info_get, true },
	{ "clIcdGetPlatformIDsKHR", NULL, false },
	{ "clIcdGetFunctionAddressForPlatformKHR", NULL, false },
	{ "clIcdSetPlatformDispatchDataKHR", NULL, false },
	{ "clGetPlatformIDs", NULL, false },
	{ "AA", NULL, false },
	{ "", NULL, false },
	{ NULL, NULL, false },
};

START_TEST(address_by_name)
{
	add_platform(object, "AA");
	add_platform(&object, "KHR");
	if (addresses[_i].without_registry)
		terminator_bind(NULL, find_export);
	ck_assert_ptr_eq(terminator_clGetExtensionFunctionAddress(addresses[_i].name),
			 addresses[_i].expected);
}
END_TEST

/* A table of LENGTH slots, directly before memory that cannot be read. */
static void **end_of_page_table(unsigned length)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *memory = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	void **table;

	ck_assert_ptr_ne(memory, MAP_FAILED);
	ck_assert_int_eq(mprotect(memory + page, page, PROT_NONE), 0);
	table = (void **)(memory + page) - length;
	fill_table(table, length);
	return table;
}

/* An object of a driver whose table must not be read; the replacement has the first LENGTH slots. */
static void **replaced_object(unsigned length)
{
	static void *handle[2];
	struct loader_table *table = table_take(&tables, &unit_arena);

	handle[0] = end_of_page_table(1);
	fill_table((void **)&table->slots, length);
	table_replace(&tables, table, handle[0]);
	add_platform(handle, "AA");
	return handle;
}

static const unsigned lengths[] = { 0, 1, 66, 67, 74, 75, 81, 93, 107, 108, 119, 137, 144, 146, 149,
				    150 };

/* Functions whose first parameter is not the handle; those that dispatch otherwise are below. */
static bool has_no_handle(unsigned slot)
{
	return slot == API_SLOT_clGetPlatformIDs || slot == API_SLOT_clCreateContext ||
	       slot == API_SLOT_clCreateContextFromType || slot == API_SLOT_clUnloadCompiler ||
	       slot == API_SLOT_clWaitForEvents ||
	       slot == API_SLOT_clGetExtensionFunctionAddress ||
	       slot == API_SLOT_clGetGLContextInfoKHR ||
	       slot == API_SLOT_clGetExtensionFunctionAddressForPlatform;
}

START_TEST(replaced_tables)
{
	unsigned length = lengths[_i];
	void **handle = replaced_object(length);
	void *slots[API_SLOTS];

	terminator_fill(slots);
	for (unsigned slot = 0; slot < API_SLOTS; slot++) {
		uintptr_t (*function)(void *, ...);
		unsigned before = reached;

		if (has_no_handle(slot))
			continue;
		memcpy(&function, &slots[slot], sizeof(function));
		function(handle, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
		ck_assert_uint_eq(reached - before, slot < length);
	}
}
END_TEST

START_TEST(replaced_tables_custom)
{
	unsigned length = lengths[_i];
	void **handle = replaced_object(length);
	cl_context_properties named[] = { CL_CONTEXT_PLATFORM, (intptr_t)handle, 0 };
	const cl_device_id device = (cl_device_id)handle;
	const cl_event event = (cl_event)handle;
	void *address;
	cl_int error;

	ck_assert_int_eq(terminator_clGetGLContextInfoKHR(named, 0, 0, NULL, NULL),
			 length > 74 ? 7 : CL_INVALID_OPERATION);
	address = terminator_clGetExtensionFunctionAddressForPlatform((cl_platform_id)handle, "x");
	ck_assert_int_eq(address != NULL, length > 107);
	ck_assert_int_eq(terminator_clWaitForEvents(1, &event),
			 length > 41 ? 7 : CL_INVALID_OPERATION);
	terminator_clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	terminator_clCreateContextFromType(named, 0, NULL, NULL, &error);
	terminator_clGetPlatformInfo(NULL, 0, 0, NULL, NULL);
	terminator_clGetDeviceIDs(NULL, 0, 0, NULL, NULL);
	ck_assert_uint_eq(reached, (unsigned)(length > 74) + (length > 107) + (length > 41) +
				   (length > 4) + (length > 5) + (length > 1) + (length > 2));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("terminator");
	TCase *tcase = unit_tcase(suite, "terminator", 10);

	tcase_add_checked_fixture(tcase, start, NULL);
	tcase_add_loop_test(tcase, platform_list, 0, UNIT_ROWS(lists));
	tcase_add_loop_test(tcase, null_platform, 0, 3);
	tcase_add_loop_test(tcase, address_by_name, 0, UNIT_ROWS(addresses));
	tcase_add_loop_test(tcase, replaced_tables, 0, UNIT_ROWS(lengths));
	tcase_add_loop_test(tcase, replaced_tables_custom, 0, UNIT_ROWS(lengths));
	return unit_run(suite);
}
