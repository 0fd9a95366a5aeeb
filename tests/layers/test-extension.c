/* SPDX-License-Identifier: Apache-2.0 */
/*
 * extension: clrouter/extension.h between a program and ten pretended platforms. Their drivers have
 * the same functions, which note the platform; platform N has version N of what is versioned.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#include <check.h>

#include <clrouter/extension.h>

#include "unit/unit.h"

#define PLATFORMS 10
#define THREADS 8

struct clrouter_table clrouter_target;	/* layer.h declares it */

/* -- the drivers --------------------------------------------------------------- */

static char places[PLATFORMS];
static int last_platform;	/* whose function was called */
static int last_value;		/* its last argument */
static cl_version versions[PLATFORMS];		/* 0: the platform does not list the extension */
static cl_version device_versions[PLATFORMS];
static unsigned int queries;
static unsigned int platform_queries;

static cl_platform_id platform_at(unsigned int n)
{
	return (cl_platform_id)(void *)&places[n];
}

static unsigned int index_of(const void *platform)
{
	return (unsigned int)((const char *)platform - places);
}

#define DRIVER(n) \
	static cl_int CL_API_CALL finalize_##n(cl_command_buffer_khr command_buffer) \
	{ \
		last_platform = n; \
		last_value = (int)(uintptr_t)command_buffer; \
		return -1000 - n; \
	} \
	static cl_int CL_API_CALL content_##n(cl_mem buffer, cl_mem content_size_buffer) \
	{ \
		(void)buffer; \
		last_platform = n; \
		last_value = (int)(uintptr_t)content_size_buffer; \
		return -2000 - n; \
	} \
	static void CL_API_CALL free_##n(cl_context context, void *svm_pointer) \
	{ \
		(void)context; \
		last_platform = n; \
		last_value = (int)(uintptr_t)svm_pointer; \
	} \
	static cl_int CL_API_CALL other_##n(void) \
	{ \
		return n; \
	}
DRIVER(0) DRIVER(1) DRIVER(2) DRIVER(3) DRIVER(4) DRIVER(5) DRIVER(6) DRIVER(7) DRIVER(8) DRIVER(9)

#define FUNCTIONS(n) \
	{ (void *)finalize_##n, (void *)content_##n, (void *)free_##n, (void *)other_##n }
static void *const functions[PLATFORMS][4] = {
	FUNCTIONS(0), FUNCTIONS(1), FUNCTIONS(2), FUNCTIONS(3), FUNCTIONS(4),
	FUNCTIONS(5), FUNCTIONS(6), FUNCTIONS(7), FUNCTIONS(8), FUNCTIONS(9),
};

static void *CL_API_CALL driver_find_for(cl_platform_id platform, const char *name)
{
	static const char *const names[] = {
		"clFinalizeCommandBufferKHR", "clSetContentSizeBufferPoCL", "clSVMFreeARM", "clOther",
	};

	for (int i = 0; i < 4; i++)
		if (name && strcmp(names[i], name) == 0)
			return functions[index_of(platform)][i];
	return NULL;
}

/* The loader chooses platform 3; clSVMFreeARM is its own here. */
static void *CL_API_CALL driver_find(const char *name)
{
	return strcmp(name, "clSVMFreeARM") == 0 || strcmp(name, "clGetThingCLROUTER") == 0 ?
		       (void *)driver_find :
		       driver_find_for(platform_at(3), name);
}

static cl_int CL_API_CALL get_platforms(cl_uint size, cl_platform_id *list, cl_uint *count)
{
	for (cl_uint i = 0; i < size && i < PLATFORMS; i++)
		list[i] = platform_at(i);
	*count = PLATFORMS;
	platform_queries++;
	return CL_SUCCESS;
}

/* A device's handle is its platform's. */
static cl_int CL_API_CALL get_devices(cl_platform_id platform, cl_device_type type, cl_uint size,
				      cl_device_id *list, cl_uint *count)
{
	(void)type;
	*count = device_versions[index_of(platform)] != 0;
	if (size > 0)
		*list = (cl_device_id)(void *)platform;
	return *count > 0 ? CL_SUCCESS : CL_DEVICE_NOT_FOUND;
}

static cl_int answer(cl_version version, size_t size, void *value, size_t *size_ret)
{
	cl_name_version list[2] = { { CL_MAKE_VERSION(7, 0, 0), "cl_khr_other" },
				    { version, "cl_khr_command_buffer" } };
	size_t all = version == 0 ? sizeof(*list) : sizeof(list);

	__atomic_fetch_add(&queries, 1, __ATOMIC_RELAXED);
	if (size_ret)
		*size_ret = all;
	if (value && size < all)
		return CL_INVALID_VALUE;
	if (value)
		memcpy(value, list, all);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_platform_info(cl_platform_id platform, cl_platform_info name,
					    size_t size, void *value, size_t *size_ret)
{
	ck_assert_uint_eq(name, CL_PLATFORM_EXTENSIONS_WITH_VERSION);
	return answer(versions[index_of(platform)], size, value, size_ret);
}

static cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info name, size_t size,
					  void *value, size_t *size_ret)
{
	ck_assert_uint_eq(name, CL_DEVICE_EXTENSIONS_WITH_VERSION);
	return answer(device_versions[index_of(device)], size, value, size_ret);
}

/* -- the layer ----------------------------------------------------------------- */

static unsigned int wrapped;	/* calls that came through the layer */
/* Of each thread, because several may note a function at once. */
static _Thread_local char unseen[256];
static _Thread_local enum clrouter_extension_reason unseen_reason;
static _Thread_local cl_platform_id unseen_platform;
static _Thread_local cl_version unseen_version;
static _Thread_local unsigned int unseen_count;

CLROUTER_WRAP_EXTENSION(clFinalizeCommandBufferKHR)
{
	wrapped++;
	return driver(command_buffer);
}

CLROUTER_WRAP_EXTENSION(clSetContentSizeBufferPoCL)
{
	wrapped++;
	return driver(buffer, content_size_buffer);
}

CLROUTER_WRAP_EXTENSION(clSVMFreeARM)
{
	wrapped++;
	driver(context, svm_pointer);
}

static void note_unseen(const struct clrouter_extension_missed *missed)
{
	snprintf(unseen, sizeof(unseen), "%s", missed->name);
	unseen_reason = missed->reason;
	unseen_platform = missed->platform;
	unseen_version = missed->found;
	ck_assert(!missed->extension || missed->first <= missed->last);
	unseen_count++;
}

static struct clrouter_table table;

static void start(void)
{
	clrouter_target.clGetExtensionFunctionAddress = driver_find;
	clrouter_target.clGetExtensionFunctionAddressForPlatform = driver_find_for;
	clrouter_target.clGetPlatformIDs = get_platforms;
	clrouter_target.clGetPlatformInfo = get_platform_info;
	clrouter_target.clGetDeviceIDs = get_devices;
	clrouter_target.clGetDeviceInfo = get_device_info;
	table = clrouter_target;
	for (int i = 0; i < PLATFORMS; i++)
		versions[i] = CL_MAKE_VERSION(0, 9, 5);
	clrouter_extension_add(&clrouter_extension_clFinalizeCommandBufferKHR);
	clrouter_extension_add(&clrouter_extension_clSetContentSizeBufferPoCL);
	clrouter_extension_add(&clrouter_extension_clSVMFreeARM);
	clrouter_extension_start(&table, note_unseen);
}

typedef cl_int CL_API_CALL finalize_fn(cl_command_buffer_khr command_buffer);
typedef cl_int CL_API_CALL content_fn(cl_mem buffer, cl_mem content_size_buffer);
typedef void CL_API_CALL free_fn(cl_context context, void *svm_pointer);

static void *find(unsigned int platform, const char *name)
{
	return table.clGetExtensionFunctionAddressForPlatform(platform_at(platform), name);
}

/* -- tests --------------------------------------------------------------------- */

/* Each of two platforms gets its own function, with the arguments and the result. */
START_TEST(two_platforms)
{
	finalize_fn *first = (finalize_fn *)find(5, "clFinalizeCommandBufferKHR");
	finalize_fn *second = (finalize_fn *)find(2, "clFinalizeCommandBufferKHR");
	content_fn *content = (content_fn *)find(2, "clSetContentSizeBufferPoCL");
	free_fn *release = (free_fn *)find(5, "clSVMFreeARM");

	ck_assert_ptr_ne((void *)first, (void *)second);
	ck_assert_int_eq(second((cl_command_buffer_khr)(uintptr_t)17), -1002);
	ck_assert_int_eq(last_platform, 2);
	ck_assert_int_eq(last_value, 17);
	ck_assert_int_eq(first((cl_command_buffer_khr)(uintptr_t)18), -1005);
	ck_assert_int_eq(last_platform, 5);
	ck_assert_int_eq(content(NULL, (cl_mem)(uintptr_t)19), -2002);
	ck_assert_int_eq(last_value, 19);
	release(NULL, (void *)(uintptr_t)20);
	ck_assert_int_eq(last_platform, 5);
	ck_assert_int_eq(last_value, 20);
	ck_assert_uint_eq(wrapped, 4);
	ck_assert_uint_eq(unseen_count, 0);
}
END_TEST

/* The same name and platform give the same address, which is asked for versions once. */
START_TEST(address_is_stable)
{
	void *address = find(1, "clFinalizeCommandBufferKHR");
	unsigned int before = queries;

	ck_assert_ptr_ne(address, functions[1][0]);
	for (int i = 0; i < 100; i++)
		ck_assert_ptr_eq(find(1, "clFinalizeCommandBufferKHR"), address);
	ck_assert_uint_eq(queries, before);
	/* The layer is stopped and started. */
	table = clrouter_target;
	clrouter_extension_start(&table, note_unseen);
	ck_assert_ptr_eq(find(1, "clFinalizeCommandBufferKHR"), address);
}
END_TEST

/* The list has 0.9.0 to 1.0.0 of cl_khr_command_buffer. */
static const struct {
	cl_version platform, device;
	bool is_wrapped;
	cl_version found;	/* that does not fit; 0: the driver reports none */
} version_rows[] = {
	{ CL_MAKE_VERSION(0, 9, 0), 0, true, 0 },
	{ CL_MAKE_VERSION(0, 9, 8), 0, true, 0 },
	{ CL_MAKE_VERSION(1, 0, 0), 0, true, 0 },
	{ CL_MAKE_VERSION(1, 0, 1), 0, true, 0 },
	{ CL_MAKE_VERSION(1, 1023, 4095), 0, true, 0 },
	{ CL_MAKE_VERSION(2, 0, 0), 0, false, CL_MAKE_VERSION(2, 0, 0) },
	{ CL_MAKE_VERSION(1023, 0, 0), 0, false, CL_MAKE_VERSION(1023, 0, 0) },
	{ CL_MAKE_VERSION(0, 8, 4095), 0, false, CL_MAKE_VERSION(0, 8, 4095) },
	{ 1, 0, false, 1 },
	{ 0, 0, false, 0 },
	{ 0, CL_MAKE_VERSION(0, 9, 5), true, 0 },
	{ 0, CL_MAKE_VERSION(1, 2, 0), true, 0 },
	{ 0, CL_MAKE_VERSION(2, 0, 0), false, CL_MAKE_VERSION(2, 0, 0) },
	{ CL_MAKE_VERSION(0, 9, 5), CL_MAKE_VERSION(1, 0, 0), true, 0 },
	/* one of the two has another prototype */
	{ CL_MAKE_VERSION(0, 9, 5), CL_MAKE_VERSION(2, 0, 0), false, CL_MAKE_VERSION(2, 0, 0) },
	{ CL_MAKE_VERSION(2, 0, 0), CL_MAKE_VERSION(0, 9, 5), false, CL_MAKE_VERSION(2, 0, 0) },
};

START_TEST(version_decides)
{
	void *address;

	versions[0] = version_rows[_i].platform;
	device_versions[0] = version_rows[_i].device;
	address = find(0, "clFinalizeCommandBufferKHR");
	ck_assert_int_eq(address != functions[0][0], version_rows[_i].is_wrapped);
	ck_assert_uint_eq(unseen_count, !version_rows[_i].is_wrapped);
	if (!version_rows[_i].is_wrapped) {
		ck_assert_int_eq(unseen_reason, CLROUTER_EXTENSION_VERSION);
		ck_assert_ptr_eq(unseen_platform, platform_at(0));
		ck_assert_uint_eq(unseen_version, version_rows[_i].found);
	}
	/* This one has had one prototype only. */
	ck_assert_ptr_ne(find(0, "clSetContentSizeBufferPoCL"), functions[0][1]);
}
END_TEST

/* Below, in and above a window, of a line with FIRST and LAST. */
static const struct {
	cl_version first, last, version;
	bool fits;
} window_rows[] = {
#define ROW(a, b, c, d, e, f, g, h, i, fits) \
	{ CL_MAKE_VERSION(a, b, c), CL_MAKE_VERSION(d, e, f), CL_MAKE_VERSION(g, h, i), fits }
	/* 0.x: only what was looked at */
	ROW(0, 9, 2, 0, 9, 5, 0, 9, 1, false),
	ROW(0, 9, 2, 0, 9, 5, 0, 9, 2, true),
	ROW(0, 9, 2, 0, 9, 5, 0, 9, 5, true),
	ROW(0, 9, 2, 0, 9, 5, 0, 9, 6, false),
	ROW(0, 9, 2, 0, 9, 5, 0, 10, 0, false),
	ROW(0, 9, 2, 0, 9, 5, 1, 0, 0, false),
	ROW(0, 9, 2, 0, 9, 5, 2, 0, 0, false),
	ROW(0, 9, 2, 0, 9, 5, 0, 0, 0, false),
	/* 1.x: all that have the same first number */
	ROW(1, 0, 0, 1, 0, 0, 0, 9, 9, false),
	ROW(1, 0, 0, 1, 0, 0, 1, 0, 0, true),
	ROW(1, 0, 0, 1, 0, 0, 1, 0, 1, true),
	ROW(1, 0, 0, 1, 0, 0, 1, 7, 0, true),
	ROW(1, 0, 0, 1, 0, 0, 2, 0, 0, false),
	ROW(1, 1, 0, 1, 2, 0, 1, 0, 9, false),
	/* 2.x */
	ROW(1, 0, 0, 2, 0, 0, 1, 9, 0, true),
	ROW(2, 0, 0, 2, 1, 0, 1, 9, 0, false),
	ROW(2, 0, 0, 2, 1, 0, 2, 3, 0, true),
	ROW(2, 0, 0, 2, 1, 0, 3, 0, 0, false),
#undef ROW
};

START_TEST(window_decides)
{
	const struct clrouter_extension extension = { .first = window_rows[_i].first,
						      .last = window_rows[_i].last };

	ck_assert_int_eq(clrouter_extension_has_prototype(&extension, window_rows[_i].version),
			 window_rows[_i].fits);
}
END_TEST

START_TEST(ninth_platform)
{
	for (unsigned int i = 0; i < 8; i++)
		ck_assert_ptr_ne(find(i, "clSetContentSizeBufferPoCL"), functions[i][1]);
	ck_assert_uint_eq(unseen_count, 0);
	for (unsigned int i = 8; i < PLATFORMS; i++) {
		ck_assert_ptr_eq(find(i, "clSetContentSizeBufferPoCL"), functions[i][1]);
		ck_assert_ptr_eq(find(i, "clFinalizeCommandBufferKHR"), functions[i][0]);
		ck_assert_int_eq(unseen_reason, CLROUTER_EXTENSION_PLATFORM);
	}
	ck_assert_uint_eq(unseen_count, 4);
	for (unsigned int i = 0; i < PLATFORMS; i++)
		ck_assert_int_eq(((content_fn *)find(i, "clSetContentSizeBufferPoCL"))(NULL, NULL),
				 -2000 - (int)i);
	ck_assert_uint_eq(wrapped, 8);
}
END_TEST

START_TEST(unknown_function)
{
	ck_assert_ptr_eq(find(4, "clOther"), functions[4][3]);
	ck_assert_str_eq(unseen, "clOther");
	ck_assert_int_eq(unseen_reason, CLROUTER_EXTENSION_UNKNOWN);
	ck_assert_ptr_null(find(4, "clNobodyHasThis"));
	ck_assert_ptr_null(find(4, NULL));
	ck_assert_uint_eq(unseen_count, 1);
}
END_TEST

/* The loader has chosen platform 3. */
START_TEST(without_platform)
{
	content_fn *content = (content_fn *)table.clGetExtensionFunctionAddress(
		"clSetContentSizeBufferPoCL");

	ck_assert_int_eq(content(NULL, NULL), -2003);
	ck_assert_uint_eq(wrapped, 1);
	ck_assert_ptr_eq((void *)content, find(3, "clSetContentSizeBufferPoCL"));
	ck_assert_uint_eq(unseen_count, 0);
	ck_assert_ptr_eq(table.clGetExtensionFunctionAddress("clSVMFreeARM"), (void *)driver_find);
	ck_assert_int_eq(unseen_reason, CLROUTER_EXTENSION_SOURCE);
	ck_assert_uint_eq(platform_queries, 2);
	/* No platform is asked for what the layer does not know. */
	ck_assert_ptr_eq(table.clGetExtensionFunctionAddress("clOther"), functions[3][3]);
	ck_assert_int_eq(unseen_reason, CLROUTER_EXTENSION_UNKNOWN);
	ck_assert_ptr_eq(table.clGetExtensionFunctionAddress("clGetThingCLROUTER"),
			 (void *)driver_find);
	ck_assert_ptr_null(table.clGetExtensionFunctionAddress("clNobodyHasThis"));
	ck_assert_uint_eq(unseen_count, 2);
	ck_assert_uint_eq(platform_queries, 2);
}
END_TEST

/* Eight threads look up the functions of ten platforms, each beginning with another one. */
static void *look_up(void *begin)
{
	void **found = begin;

	for (int i = 0; i < PLATFORMS; i++) {
		unsigned int n = (unsigned int)((uintptr_t)begin / sizeof(void *) + i) % PLATFORMS;

		found[n] = find(n, "clSetContentSizeBufferPoCL");
	}
	return NULL;
}

START_TEST(threads)
{
	static void *found[THREADS][PLATFORMS];
	pthread_t thread[THREADS];
	int direct = 0;

	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&thread[i], NULL, look_up, found[i]), 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	for (int n = 0; n < PLATFORMS; n++) {
		for (int i = 1; i < THREADS; i++)
			ck_assert_ptr_eq(found[i][n], found[0][n]);
		ck_assert_int_eq(((content_fn *)found[0][n])(NULL, NULL), -2000 - n);
		direct += found[0][n] == functions[n][1];
	}
	ck_assert_int_eq(direct, 2);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("extension");
	TCase *tcase = unit_tcase(suite, "extension", 10);

	tcase_add_checked_fixture(tcase, start, NULL);
	tcase_add_test(tcase, two_platforms);
	tcase_add_test(tcase, address_is_stable);
	tcase_add_loop_test(tcase, version_decides, 0, UNIT_ROWS(version_rows));
	tcase_add_loop_test(tcase, window_decides, 0, UNIT_ROWS(window_rows));
	tcase_add_test(tcase, ninth_platform);
	tcase_add_test(tcase, unknown_function);
	tcase_add_test(tcase, without_platform);
	tcase_add_test(tcase, threads);
	return unit_run(suite);
}
