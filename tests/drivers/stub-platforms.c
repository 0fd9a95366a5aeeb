/* SPDX-License-Identifier: Apache-2.0 */
/* stub-platforms: see stub-platforms.h. */
#include "drivers/stub-platforms.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "base/os.h"
#include "clrouter/icd.h"

static const char *driver_names[STUB_DRIVERS] = { "stub-icd1", "stub-icd2", "stub-sparse" };

cl_platform_id stub_platforms[STUB_DRIVERS];
struct stub_state *stub_states[STUB_DRIVERS];

static void driver_path(enum stub_driver driver, char *path, size_t size)
{
	const char *directory = getenv("STUB_DIR");

	snprintf(path, size, "%s/%s.so", directory ? directory : ".libs", driver_names[driver]);
}

void stub_platforms_name(void)
{
	char paths[STUB_DRIVERS][1024], all[3 * 1024 + 3];

	for (int i = 0; i < STUB_DRIVERS; i++)
		driver_path(i, paths[i], sizeof(paths[i]));
	snprintf(all, sizeof(all), "%s%c%s%c%s", paths[ICD1], OS_LIST_SEPARATOR, paths[ICD2],
		 OS_LIST_SEPARATOR, paths[SPARSE]);
	setenv("OCL_ICD_FILENAMES", all, 1);
	setenv("OCL_ICD_VENDORS", "/nonexistent.icd", 1);
	setenv("OPENCL_LOADER_CONFIG", "none", 1);
}

void stub_platforms_open_exported(void)
{
	driver_names[ICD1] = "stub-exported";
	driver_names[ICD2] = "stub-exported-icd2";
	stub_platforms_name();
	stub_platforms_open();
}

void stub_platforms_open(void)
{
	cl_uint count = 0;

	ck_assert_int_eq(clGetPlatformIDs(STUB_DRIVERS, stub_platforms, &count), CL_SUCCESS);
	ck_assert_uint_eq(count, STUB_DRIVERS);
	for (int i = 0; i < STUB_DRIVERS; i++) {
		char path[1024];
		void *library;
		stub_get_state_fn *get_state;

		driver_path(i, path, sizeof(path));
		library = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
		ck_assert_ptr_nonnull(library);
		get_state = (stub_get_state_fn *)dlsym(library, "stub_get_state");
		ck_assert_ptr_nonnull(get_state);
		stub_states[i] = get_state();
		dlclose(library);	/* the loader has it open */
		memset(stub_states[i]->calls, 0, sizeof(stub_states[i]->calls));
		stub_states[i]->record_only = true;
	}
}

struct stub_object stub_platforms_object(enum stub_driver driver)
{
	return *(const struct stub_object *)stub_platforms[driver];
}

static unsigned calls_of(const struct stub_state *state)
{
	unsigned sum = 0;

	for (unsigned slot = 0; slot < API_SLOTS; slot++)
		sum += state->calls[slot];
	return sum;
}

void stub_platforms_check_reached(enum stub_driver driver, unsigned slot, unsigned count)
{
	for (int i = 0; i < STUB_DRIVERS; i++)
		ck_assert_uint_eq(calls_of(stub_states[i]), i == (int)driver);
	ck_assert_uint_eq(stub_states[driver]->slot, slot);
	ck_assert_uint_eq(stub_states[driver]->count, count);
}

void stub_platforms_check_argument(enum stub_driver driver, unsigned index, const void *value,
				   size_t size)
{
	ck_assert_mem_eq(&stub_states[driver]->arguments[index], value, size);
}

void stub_platforms_check_result(unsigned slot, const void *result, size_t size)
{
	uint64_t expected = stub_result_of(slot);

	ck_assert_mem_eq(result, &expected, size);
}

void stub_platforms_check_idle(void)
{
	for (int i = 0; i < STUB_DRIVERS; i++)
		ck_assert_uint_eq(calls_of(stub_states[i]), 0);
}
