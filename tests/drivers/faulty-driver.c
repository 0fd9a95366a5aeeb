/* SPDX-License-Identifier: Apache-2.0 */
/*
 * faulty-driver: see faulty-driver.h. It has only the functions that a loader calls. FAULT is a
 * constant, so the compiler removes the code of all other faults.
 */
#include "drivers/faulty-driver.h"

#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "clrouter/icd.h"

#ifndef FAULT
#define FAULT FAULTY_NONE
#endif

#define EXPORT __attribute__((visibility("default")))
#define SHORT_SLOTS 81
#define MANY_PLATFORMS 500

static const bool is_icd2 = FAULT == FAULTY_NO_FOR_PLATFORM || FAULT == FAULTY_NO_SET_DATA ||
			    FAULT == FAULTY_DATA_REFUSED || FAULT == FAULTY_ICD2 ||
			    FAULT == FAULTY_NO_INFO_ICD2;
static const bool is_all_icd2 = FAULT == FAULTY_UNLOADABLE_ICD2 ||
				FAULT == FAULTY_INFO_IN_TABLE_ICD2;

#if FAULT == FAULTY_LEADS_BACK || FAULT == FAULTY_LEADS_BACK_SHORT
#define LEADS_BACK 1
#else
#define LEADS_BACK 0
#endif

static const bool is_short = FAULT == FAULTY_SHORT_TABLE || FAULT == FAULTY_LEADS_BACK_SHORT;

struct platform {
	void *const *table;
	void *dispatch_data;
};

static struct faulty_state state;
static void *good_table[API_SLOTS];
static void *faulty_table[API_SLOTS];
static struct platform platforms[MANY_PLATFORMS];

EXPORT faulty_get_state_fn faulty_get_state;

struct faulty_state *faulty_get_state(void)
{
	return &state;
}

static bool is_faulty(cl_platform_id platform)
{
	return (struct platform *)platform == &platforms[FAULTY_PLATFORM];
}

static bool has_tag(const struct platform *platform)
{
	return platform->table[API_SLOT_clGetPlatformIDs] == (void *)CLROUTER_ICD2_TAG &&
	       platform->table[API_SLOT_clUnloadCompiler] == (void *)CLROUTER_ICD2_TAG;
}

/* -- answers --------------------------------------------------------------- */

static cl_int give(const void *value, size_t size, size_t space, void *param_value,
		   size_t *param_value_size_ret)
{
	if (param_value && space < size)
		return CL_INVALID_VALUE;
	if (param_value)
		memcpy(param_value, value, size);
	if (param_value_size_ret)
		*param_value_size_ret = size;
	return CL_SUCCESS;
}

static bool says_unloadable(cl_platform_id platform)
{
	return FAULT == FAULTY_UNLOADABLE || FAULT == FAULTY_UNLOADABLE_NOT ||
	       FAULT == FAULTY_UNLOADABLE_ICD2 ||
	       (FAULT == FAULTY_UNLOADABLE_PARTLY && !is_faulty(platform));
}

static const char *extensions_of(cl_platform_id platform)
{
	static char text[12288];

	if (says_unloadable(platform))
		return "cl_khr_icd cl_khr_icd_unloadable";
	if (FAULT == FAULTY_NO_EXTENSION && is_faulty(platform))
		return "cl_khr_fp64 cl_khr_int64_base_atomics";
	if (FAULT == FAULTY_EXTENSION_IN_WORD && is_faulty(platform))
		return "xcl_khr_icd cl_khr_icd2 cl_khr_icd_unloadable";
	if (FAULT != FAULTY_EXTENSIONS_LONG || !is_faulty(platform))
		return "cl_khr_fp64 cl_khr_icd";
	memset(text, 'x', sizeof(text) - 1);
	memcpy(text + sizeof(text) - 12, " cl_khr_icd", 11);
	return text;
}

static const char *suffix_of(cl_platform_id platform)
{
	static char text[101];

	if (!is_faulty(platform) || FAULT != FAULTY_SUFFIX_LONG)
		return FAULT == FAULTY_SUFFIX_EMPTY && is_faulty(platform) ? "" : "FLT";
	memset(text, 'S', sizeof(text) - 1);
	return text;
}

static const char *text_of(cl_platform_id platform, cl_platform_info name)
{
	switch (name) {
	case CL_PLATFORM_NAME:
		return is_faulty(platform) ? "Faulty" : "Correct";
	case CL_PLATFORM_VENDOR:
		return "clrouter tests";
	case CL_PLATFORM_VERSION:
		return is_short ? "OpenCL 1.0 faulty" : "OpenCL 3.0 faulty";
	case CL_PLATFORM_EXTENSIONS:
		return extensions_of(platform);
	case CL_PLATFORM_ICD_SUFFIX_KHR:
		return suffix_of(platform);
	default:
		return NULL;
	}
}

static cl_int CL_API_CALL get_info(cl_platform_id platform, cl_platform_info name, size_t space,
				   void *value, size_t *size)
{
	const struct platform *own = (const struct platform *)platform;
	const char *text = text_of(platform, name);
	cl_bool answer = FAULT != FAULTY_UNLOADABLE_NOT;
	bool has_no_end =
		(FAULT == FAULTY_EXTENSIONS_UNTERMINATED && name == CL_PLATFORM_EXTENSIONS) ||
		(FAULT == FAULTY_SUFFIX_UNTERMINATED && name == CL_PLATFORM_ICD_SUFFIX_KHR);

	if (has_tag(own) && !own->dispatch_data)
		state.calls_too_early++;
	if (is_faulty(platform) &&
	    ((FAULT == FAULTY_EXTENSIONS_ERROR && name == CL_PLATFORM_EXTENSIONS) ||
	     (FAULT == FAULTY_SUFFIX_ERROR && name == CL_PLATFORM_ICD_SUFFIX_KHR)))
		return CL_OUT_OF_RESOURCES;
	/* Other queries may come from several threads at once, and write nothing. */
	if (name == CL_PLATFORM_EXTENSIONS)
		state.extensions_asked++;
	if (name == CL_PLATFORM_UNLOADABLE_KHR) {
		state.unloadable_asked++;
		return give(&answer, sizeof(answer), space, value, size);
	}
	if (!text)
		return CL_INVALID_VALUE;
	return give(text, strlen(text) + !(has_no_end && is_faulty(platform)), space, value, size);
}

static cl_int CL_API_CALL get_devices(cl_platform_id platform, cl_device_type type,
				      cl_uint num_entries, cl_device_id *devices, cl_uint *count)
{
	(void)platform;
	(void)type;
	(void)num_entries;
	(void)devices;
	__atomic_add_fetch(&state.devices_asked, 1, __ATOMIC_RELAXED);
#ifdef REENTRANT
	reentrant_devices_asked();
#endif
	if (count)
		*count = 0;
	return CL_DEVICE_NOT_FOUND;
}

/* -- the list -------------------------------------------------------------- */

static cl_uint count_of(bool is_first_call)
{
	if (FAULT == FAULTY_COUNT_ZERO || (FAULT == FAULTY_LIST_VANISHES && !is_first_call))
		return 0;
	if (FAULT == FAULTY_COUNT_HUGE)
		return 4000000000u;
	if (FAULT == FAULTY_LIST_SHRINKS && !is_first_call)
		return 1;
	if (FAULT == FAULTY_LIST_GROWS && !is_first_call)
		return 1000;
	return FAULT == FAULTY_MANY ? MANY_PLATFORMS : FAULTY_PLATFORMS;
}

static cl_platform_id platform_at(cl_uint i)
{
	if (i == FAULTY_PLATFORM && FAULT == FAULTY_NULL_PLATFORM)
		return NULL;
	return (cl_platform_id)&platforms[i == FAULTY_PLATFORM && FAULT == FAULTY_TWICE ? 0 : i];
}

static cl_int CL_API_CALL list(cl_uint num_entries, cl_platform_id *ids, cl_uint *num_platforms)
{
	cl_uint count = count_of(!ids);

	state.listed++;
#ifdef REENTRANT
	reentrant_act(1);
#endif
	if (FAULT == FAULTY_COUNT_ERROR || (FAULT == FAULTY_LIST_ERROR && ids))
		return CL_OUT_OF_HOST_MEMORY;
	for (cl_uint i = 0; ids && i < num_entries && i < count; i++)
		if (i != FAULTY_PLATFORM || FAULT != FAULTY_LIST_SHORT)
			ids[i] = platform_at(i);
	if (num_platforms && !(FAULT == FAULTY_LIST_NO_COUNT && ids))
		*num_platforms = count;
	return FAULT == FAULTY_COUNT_NOT_FOUND ? CL_PLATFORM_NOT_FOUND_KHR : CL_SUCCESS;
}

/* -- the second generation ------------------------------------------------- */

static void *CL_API_CALL find_for_platform(cl_platform_id platform, const char *name)
{
	if (((const struct platform *)platform)->dispatch_data)
		state.calls_too_early++; /* it must be asked before the data is set */
	state.functions_asked++;
	if (strcmp(name, "clGetPlatformInfo") == 0)
		return FAULT == FAULTY_NO_INFO_ICD2 ? NULL : (void *)get_info;
	return strcmp(name, "clGetDeviceIDs") == 0 ? (void *)get_devices : NULL;
}

static cl_int CL_API_CALL set_data(cl_platform_id platform, void *dispatch_data)
{
	state.data_set++;
	if (FAULT == FAULTY_DATA_REFUSED)
		return CL_INVALID_PLATFORM;
	((struct platform *)platform)->dispatch_data = dispatch_data;
	return CL_SUCCESS;
}

/* -- what the loader finds ------------------------------------------------- */

/* Fills the stack below, where the loader's next functions have their variables. */
static void fill_stack(void)
{
	volatile char bytes[4096];

	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = 'x';
}

static void *find_info(void)
{
#if FAULT == FAULTY_LOADERS_INFO
	return (void *)clGetPlatformInfo;
#else
	return FAULT == FAULTY_NO_INFO || FAULT == FAULTY_INFO_IN_TABLE ||
			       FAULT == FAULTY_INFO_IN_TABLE_ICD2 ?
		       NULL :
		       (void *)get_info;
#endif
}

__attribute__((unused)) static void *CL_API_CALL find(const char *name)
{
	if (FAULT == FAULTY_LIST_SHORT)
		fill_stack();
	if (strcmp(name, "clIcdGetFunctionAddressForPlatformKHR") == 0)
		return is_all_icd2 || (is_icd2 && FAULT != FAULTY_NO_FOR_PLATFORM) ?
			       (void *)find_for_platform :
			       NULL;
	if (strcmp(name, "clIcdSetPlatformDispatchDataKHR") == 0)
		return is_all_icd2 || (is_icd2 && FAULT != FAULTY_NO_SET_DATA) ? (void *)set_data :
										 NULL;
	if (strcmp(name, "clOwnExtensionFLT") == 0)
		return (void *)get_info;
#if LEADS_BACK
	if (strcmp(name, "clBorrowedFLT") == 0)
		return (void *)clFinish;
#endif
	if (FAULT == FAULTY_BY_SYMBOL)
		return NULL;
	if (strcmp(name, "clIcdGetPlatformIDsKHR") == 0)
		return FAULT == FAULTY_NO_LIST ? NULL : (void *)list;
	if (strcmp(name, "clGetPlatformInfo") == 0)
		return find_info();
	return NULL;
}

#if FAULT != FAULTY_NO_LOOKUP
EXPORT api_fn_clGetExtensionFunctionAddress clGetExtensionFunctionAddress
	__attribute__((alias("find")));
#endif
#if FAULT == FAULTY_BY_SYMBOL
EXPORT api_fn_clGetPlatformIDs clIcdGetPlatformIDsKHR __attribute__((alias("list")));
EXPORT api_fn_clGetPlatformInfo clGetPlatformInfo __attribute__((alias("get_info")));
#endif

#if LEADS_BACK
/*
 * A program that is linked to libOpenCL.so.1 has functions of these names. The driver has none of
 * them but the first one.
 */
EXPORT api_fn_clGetDeviceIDs clGetDeviceIDs __attribute__((alias("get_devices")));
EXPORT api_fn_clFlush clFlush __attribute__((weak));
EXPORT api_fn_clFinish clFinish __attribute__((weak));

static void *CL_API_CALL find_by_platform(cl_platform_id platform, const char *name)
{
	(void)platform;
	if (strcmp(name, "clGetDeviceIDs") == 0)
		return (void *)clGetDeviceIDs;
	return strcmp(name, "clFinish") == 0 ? (void *)clFinish : NULL;
}

static const struct api_table constant_table = {
	.clGetPlatformInfo = get_info,
	.clGetDeviceIDs = clGetDeviceIDs,
	.clFlush = clFlush,
	.clFinish = clFinish,
	.clGetExtensionFunctionAddressForPlatform = find_by_platform,
};
#else
static const struct api_table constant_table;
#endif

/* A table at the end of a page; the next page cannot be read. */
static void **take_short_table(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *memory = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
			    0);

	if (memory == MAP_FAILED || mprotect(memory + page, page, PROT_NONE) != 0)
		_exit(125);
	return (void **)(memory + page) - SHORT_SLOTS;
}

static void fill(void **table, bool first_tag, bool second_tag)
{
	if (FAULT != FAULTY_NO_INFO && FAULT != FAULTY_EMPTY_TABLE) {
		table[API_SLOT_clGetPlatformInfo] = (void *)get_info;
		table[API_SLOT_clGetDeviceIDs] = (void *)get_devices;
	}
	if (first_tag)
		table[API_SLOT_clGetPlatformIDs] = (void *)CLROUTER_ICD2_TAG;
	if (second_tag)
		table[API_SLOT_clUnloadCompiler] = (void *)CLROUTER_ICD2_TAG;
}

__attribute__((constructor)) static void set_up(void)
{
	void **table = is_short ? take_short_table() : good_table;

	fill(table, is_all_icd2, is_all_icd2);
	if (FAULT == FAULTY_LEADS_BACK_SHORT)
		memcpy(table, &constant_table, SHORT_SLOTS * sizeof(*table));
	fill(faulty_table, is_icd2 || is_all_icd2 || FAULT == FAULTY_TAG_FIRST,
	     is_icd2 || is_all_icd2 || FAULT == FAULTY_TAG_SECOND);
	for (int i = 0; i < MANY_PLATFORMS; i++)
		platforms[i].table = FAULT == FAULTY_LEADS_BACK ?
					     (void *const *)&constant_table : table;
	if (FAULT == FAULTY_NULL_TABLE)
		platforms[FAULTY_PLATFORM].table = NULL;
	else if (!is_short && !LEADS_BACK)
		platforms[FAULTY_PLATFORM].table = faulty_table;
#ifdef REENTRANT
	reentrant_act(0);
#endif
}
