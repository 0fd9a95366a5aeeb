/* SPDX-License-Identifier: Apache-2.0 */
/* stub-layer: see stub-layer.h. It includes no header of the loader. */
#include "layers/stub-layer.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef LAYER_VERSION
#define LAYER_VERSION 100
#endif
#ifndef LAYER_FAULT
#define LAYER_FAULT LAYER_GOOD
#endif

#define EXPORT __attribute__((visibility("default")))
#define QUERY_VERSION 0x4240
#define QUERY_NAME 0x4241

EXPORT stub_layer_get_state_fn stub_layer_get_state;
EXPORT cl_int CL_API_CALL clGetLayerInfo(cl_uint name, size_t size, void *value, size_t *size_ret);
EXPORT cl_int CL_API_CALL clInitLayer(cl_uint num_entries, const struct api_table *target_table,
				      cl_uint *num_entries_ret, const void **table_ret);
EXPORT cl_int CL_API_CALL clInitLayerWithProperties(cl_uint num_entries,
						    const struct api_table *target_table,
						    cl_uint *num_entries_ret, const void **table_ret,
						    const intptr_t *properties);
EXPORT cl_int CL_API_CALL clDeinitLayer(void);

typedef const char *CL_API_CALL get_option_fn(const char *layer, const char *option);

static struct stub_layer_state state;
static const struct api_table *target;
static void *table[200];

struct stub_layer_state *stub_layer_get_state(void)
{
	return &state;
}

static void write_down(const char *what)
{
	const char *name = getenv("STUB_LAYER_LOG");
	FILE *log = name ? fopen(name, "a") : NULL;

	if (LAYER_FAULT == LAYER_PRINTS)
		printf("%s %s\n", LAYER_NAME, what);
	if (!log)
		return;
	fprintf(log, "%s %s\n", LAYER_NAME, what);
	fclose(log);
}

static cl_int CL_API_CALL get_platforms(cl_uint num_entries, cl_platform_id *platforms,
					cl_uint *num_platforms)
{
	__atomic_add_fetch(&state.calls, 1, __ATOMIC_RELAXED);
	write_down("call");
	return target->clGetPlatformIDs(num_entries, platforms, num_platforms);
}

static cl_int CL_API_CALL get_info(cl_platform_id platform, cl_platform_info name, size_t size,
				   void *value, size_t *size_ret)
{
	__atomic_add_fetch(&state.calls, 1, __ATOMIC_RELAXED);
	return target->clGetPlatformInfo(platform, name, size, value, size_ret);
}

#ifdef LAYER_EXPORTED
EXPORT api_fn_clGetPlatformIDs clGetPlatformIDs __attribute__((alias("get_platforms")));
EXPORT api_fn_clGetPlatformInfo clGetPlatformInfo __attribute__((alias("get_info")));
EXPORT api_fn_clFinish clFinish __attribute__((weak));
#define FUNCTION(exported, own) exported
#else
#define FUNCTION(exported, own) own
#endif

static void fill_table(void)
{
	table[API_SLOT_clGetPlatformIDs] = (void *)FUNCTION(clGetPlatformIDs, get_platforms);
	table[API_SLOT_clGetPlatformInfo] = (void *)FUNCTION(clGetPlatformInfo, get_info);
	table[API_SLOT_clFinish] = (void *)FUNCTION(clFinish, NULL);
}

cl_int CL_API_CALL clGetLayerInfo(cl_uint name, size_t size, void *value, size_t *size_ret)
{
	cl_uint version = LAYER_VERSION;
	const void *answer = name == QUERY_VERSION ? (const void *)&version : LAYER_NAME;
	size_t answer_size = name == QUERY_VERSION ? sizeof(version) : sizeof(LAYER_NAME);

	if (LAYER_FAULT == LAYER_INFO_FAILS || (name != QUERY_VERSION && name != QUERY_NAME) ||
	    (value && size < answer_size))
		return CL_INVALID_VALUE;
	if (value)
		memcpy(value, answer, answer_size);
	if (size_ret)
		*size_ret = answer_size;
	return CL_SUCCESS;
}

/* Makes one call of the target or of the loader: it must work in init and in deinit. */
static void call_something(void)
{
	api_fn_clGetPlatformIDs *function = target->clGetPlatformIDs;

	if (LAYER_FAULT == LAYER_CALLS_LOADER)
		function = (api_fn_clGetPlatformIDs *)dlsym(RTLD_DEFAULT, "clGetPlatformIDs");
	state.answer = function ? function(0, NULL, &state.platforms) : CL_INVALID_OPERATION;
	write_down(state.answer == CL_SUCCESS ? "sees platforms" : "sees none");
}

static void at_exit(void)
{
	write_down("atexit");
	call_something();
}

/*
 * Writes down the value of its option "word", if it has one. Without a log it does not ask: the target
 * of a unit test need not have functions.
 */
static void ask_option(void)
{
	api_fn_clGetExtensionFunctionAddress *find = target->clGetExtensionFunctionAddress;
	get_option_fn *get;
	const char *word;
	char line[64];

	if (!getenv("STUB_LAYER_LOG") || !find)
		return;
	get = (get_option_fn *)find("clGetLayerOptionCLROUTER");
	word = get ? get(LAYER_NAME, "word") : NULL;
	if (!word)
		return;
	snprintf(line, sizeof(line), "option %s", word);
	write_down(line);
}

static cl_int init(cl_uint num_entries, const struct api_table *target_table,
		   cl_uint *num_entries_ret, const void **table_ret)
{
	write_down("init");
	state.inits++;
	state.num_entries = num_entries;
	state.target = target_table;
	target = target_table;
	ask_option();
	if (LAYER_FAULT == LAYER_REFUSES)
		return CL_INVALID_VALUE;
	if (LAYER_FAULT == LAYER_CALLS || LAYER_FAULT == LAYER_CALLS_LOADER)
		call_something();
	if (LAYER_FAULT == LAYER_AT_EXIT)
		atexit(at_exit);
	fill_table();
	*num_entries_ret = LAYER_FAULT == LAYER_SHORT ? 1 : LAYER_FAULT == LAYER_LONG ? 200 : 149;
	*table_ret = LAYER_FAULT == LAYER_NO_TABLE ? NULL : table;
	return CL_SUCCESS;
}

#ifdef LAYER_OLD
cl_int CL_API_CALL clInitLayer(cl_uint num_entries, const struct api_table *target_table,
			       cl_uint *num_entries_ret, const void **table_ret)
{
	state.init_kind = 1;
	return init(num_entries, target_table, num_entries_ret, table_ret);
}
#endif

#ifdef LAYER_NEW
cl_int CL_API_CALL clInitLayerWithProperties(cl_uint num_entries,
					     const struct api_table *target_table,
					     cl_uint *num_entries_ret, const void **table_ret,
					     const intptr_t *properties)
{
	state.init_kind = 2;
	/* An unknown property makes a layer fail, and none is defined. */
	if (properties && properties[0])
		return CL_INVALID_PROPERTY;
	return init(num_entries, target_table, num_entries_ret, table_ret);
}
#endif

#ifdef LAYER_DEINIT
cl_int CL_API_CALL clDeinitLayer(void)
{
	write_down("deinit");
	state.deinits++;
	if (LAYER_FAULT == LAYER_CALLS || LAYER_FAULT == LAYER_CALLS_LOADER)
		call_something();
	return LAYER_FAULT == LAYER_DEINIT_FAILS ? CL_INVALID_VALUE : CL_SUCCESS;
}
#endif

#ifndef LAYER_OLD
#ifndef LAYER_NEW
/* Uses init(), so that the compiler does not report it as unused. */
EXPORT const void *stub_layer_unused(void);
const void *stub_layer_unused(void)
{
	return (const void *)init;
}
#endif
#endif
