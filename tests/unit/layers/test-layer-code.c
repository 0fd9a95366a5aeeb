/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layer-code: which libraries are between the program and its drivers. This program has the functions
 * of a layer, and exports them.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <clrouter/layer.h>

#include "layers/frame/place/layer-code.h"
#include "unit/unit.h"

#define ROUNDS 100

struct clrouter_table clrouter_target;	/* layer.h declares it; unused here */

cl_int CL_API_CALL clGetLayerInfo(cl_uint name, size_t size, void *value, size_t *size_ret)
{
	return clrouter_layer_info("program", name, size, value, size_ret);
}

cl_int CL_API_CALL clInitLayer(cl_uint num_entries, const struct _cl_icd_dispatch *target,
			       cl_uint *num_entries_ret,
			       const struct _cl_icd_dispatch **table_ret)
{
	(void)num_entries;
	(void)target;
	(void)num_entries_ret;
	(void)table_ret;
	return CL_INVALID_OPERATION;
}

/* The address of the function NAME in the library PATH. A return address is after a call. */
static const char *address_in(void *library, const char *name)
{
	const char *address = dlsym(library, name);

	ck_assert_msg(address != NULL, "%s", dlerror());
	return address + 1;
}

static void *open_library(const char *path)
{
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);

	ck_assert_msg(library != NULL, "%s", dlerror());
	return library;
}

/* NULL: what the program itself finds. */
static const struct {
	const char *name;
	const char *function;
	bool is_layer;
} rows[] = {
	{ "layer-old", "clInitLayer", true },
	{ "layer-new", "clInitLayerWithProperties", true },
	{ "layer-both", "clGetLayerInfo", true },
	{ "layer-sysv-hash", "clGetLayerInfo", true },
	{ "layer-both-hashes", "clGetLayerInfo", true },
	{ "layer-no-init", "clGetLayerInfo", false },
	{ "stub-icd1", "clGetExtensionFunctionAddress", false },
	{ "libOpenCL", "clFinish", true },
	{ NULL, "qsort", false },
	{ NULL, "clGetLayerInfo", false },
};

static const char *path_of(const char *name)
{
	if (!name)
		return NULL;
	return strcmp(name, "libOpenCL") == 0 ? LAYER_DIR "/libOpenCL.so.1" : unit_driver(name);
}

/* The second time the answer is known. */
START_TEST(layers_are_known)
{
	void *library = open_library(path_of(rows[_i].name));

	for (int i = 0; i < 2; i++)
		ck_assert_int_eq(layer_code_has(address_in(library, rows[_i].function)),
				 rows[_i].is_layer);
}
END_TEST

START_TEST(other_memory_is_no_layer)
{
	char bytes[2] = "";
	void *heap = malloc(2);

	ck_assert(!layer_code_has(bytes + 1));
	ck_assert(!layer_code_has((char *)heap + 1));
	ck_assert(!layer_code_has(NULL));
	ck_assert(!layer_code_has((void *)1));
	ck_assert(!layer_code_has((void *)-1));
	free(heap);
}
END_TEST

/* A layer takes the address of a library that was closed, and the other way round. */
START_TEST(libraries_change_places)
{
	const char *paths[] = { unit_driver("layer-no-init"), unit_driver("layer-new") };
	const char *before = NULL;
	int same = 0;

	for (int i = 0; i < ROUNDS; i++) {
		void *library = open_library(paths[i % 2]);
		const char *address = address_in(library, "clGetLayerInfo");

		ck_assert_int_eq(layer_code_has(address), i % 2 == 1);
		same += before && labs(address - before) < 4096;
		before = address;
		dlclose(library);
	}
	if (same == 0)
		printf("not tested: no library got the address of another one\n");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("layer-code");
	TCase *tcase = unit_tcase(suite, "layer-code", 60);

	tcase_add_loop_test(tcase, layers_are_known, 0, UNIT_ROWS(rows));
	tcase_add_test(tcase, other_memory_is_no_layer);
	tcase_add_test(tcase, libraries_change_places);
	return unit_run(suite);
}
