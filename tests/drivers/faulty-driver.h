/* SPDX-License-Identifier: Apache-2.0 */
/*
 * faulty-driver: drivers each of which breaks one rule of cl_khr_icd. If the rule is about a
 * platform, the faulty platform is between two good ones, so that a test sees whether these are
 * still accepted.
 *
 * The source is built once for each of the names below, with -DFAULT=NAME. Drivers that do more
 * than answer, for example call the loader, are in reentrant-driver.c.
 */
#ifndef FAULTY_DRIVER_H
#define FAULTY_DRIVER_H

#include "api/api.h"

/* Macros, not an enum: the preprocessor needs some of them to decide what is exported. */
#define FAULTY_NONE 0
/* functions; the look-up is clGetExtensionFunctionAddress */
#define FAULTY_NO_LOOKUP 1 /* there is no look-up */
#define FAULTY_NO_LIST 2 /* no clIcdGetPlatformIDsKHR, neither exported nor by the look-up */
#define FAULTY_NO_INFO 3 /* no clGetPlatformInfo in any way, nor in the table */
#define FAULTY_BY_SYMBOL 4 /* functions are exported, but the look-up finds none */
#define FAULTY_BY_LOOKUP 5 /* functions by the look-up only, as PoCL does */
#define FAULTY_INFO_IN_TABLE 6 /* clGetPlatformInfo in the table only */
#define FAULTY_LOADERS_INFO 7 /* the look-up returns libOpenCL's clGetPlatformInfo */
/* the list of platforms */
#define FAULTY_COUNT_ERROR 10
#define FAULTY_COUNT_NOT_FOUND 11 /* CL_PLATFORM_NOT_FOUND_KHR */
#define FAULTY_COUNT_ZERO 12
#define FAULTY_COUNT_HUGE 13 /* four billion platforms */
#define FAULTY_LIST_ERROR 14 /* the count is good, the list fails */
#define FAULTY_LIST_GROWS 15 /* the second call reports 1000 platforms instead of 3 */
#define FAULTY_LIST_SHRINKS 16 /* 1 instead of 3 */
#define FAULTY_LIST_VANISHES 17 /* 0 instead of 3 */
#define FAULTY_LIST_NO_COUNT 18 /* the second call does not store the number */
#define FAULTY_LIST_SHORT 21 /* does not store one of the handles that it reports */
#define FAULTY_MANY 19 /* 500 platforms */
#define FAULTY_TWICE 20 /* one platform twice */
/* one platform */
#define FAULTY_NULL_PLATFORM 30
#define FAULTY_NULL_TABLE 31
#define FAULTY_TAG_FIRST 32 /* the ICD 2 tag in slot 0 only */
#define FAULTY_TAG_SECOND 33 /* in slot 31 only */
#define FAULTY_NO_FOR_PLATFORM 34 /* ICD 2 without clIcdGetFunctionAddressForPlatformKHR */
#define FAULTY_NO_SET_DATA 35 /* ICD 2 without clIcdSetPlatformDispatchDataKHR */
#define FAULTY_DATA_REFUSED 36 /* that function fails */
#define FAULTY_ICD2 37 /* a good one, which counts calls in a wrong order */
#define FAULTY_NO_EXTENSION 38 /* cl_khr_icd is not in the list of extensions */
#define FAULTY_EXTENSION_IN_WORD 39 /* it is there only as a part of other words */
#define FAULTY_EXTENSIONS_ERROR 40
#define FAULTY_EXTENSIONS_LONG 41 /* 12 KiB, cl_khr_icd at the end */
#define FAULTY_EXTENSIONS_UNTERMINATED 42 /* no NUL byte at the end */
#define FAULTY_SUFFIX_ERROR 43
#define FAULTY_SUFFIX_EMPTY 44
#define FAULTY_SUFFIX_LONG 45 /* 100 bytes */
#define FAULTY_SUFFIX_UNTERMINATED 46 /* no NUL byte at the end */
#define FAULTY_SHORT_TABLE 47 /* OpenCL 1.0: 81 slots, then memory that cannot be read */
#define FAULTY_EMPTY_TABLE 48 /* every slot is empty */
#define FAULTY_NO_INFO_ICD2 49 /* the faulty one is ICD 2 and has no clGetPlatformInfo */
#define FAULTY_INFO_IN_TABLE_ICD2 50 /* all are ICD 2; clGetPlatformInfo in their tables only */
#define FAULTY_LEADS_BACK 51 /* a read-only table, with functions of the program's libOpenCL */
#define FAULTY_LEADS_BACK_SHORT 52 /* the same table, with 81 slots as FAULTY_SHORT_TABLE has them */
/* closing: cl_khr_icd_unloadable and CL_PLATFORM_UNLOADABLE_KHR */
#define FAULTY_UNLOADABLE 60 /* all platforms have the extension and answer CL_TRUE */
#define FAULTY_UNLOADABLE_NOT 61 /* they have the extension, but answer CL_FALSE */
#define FAULTY_UNLOADABLE_UNLISTED 62 /* they would answer CL_TRUE, but lack the extension */
#define FAULTY_UNLOADABLE_PARTLY 63 /* two of three have the extension */
#define FAULTY_UNLOADABLE_ICD2 64 /* as FAULTY_UNLOADABLE, and all are ICD 2 */

#define FAULTY_PLATFORM 1 /* the index of the faulty platform */
#define FAULTY_PLATFORMS 3

/* The calls that have arrived. dlsym("faulty_get_state") returns it; it is never NULL. */
struct faulty_state {
	unsigned calls_too_early;	/* calls in an order that cl_khr_icd 2.0.0 forbids */
	unsigned data_set;	/* calls of clIcdSetPlatformDispatchDataKHR */
	unsigned functions_asked;	/* calls of clIcdGetFunctionAddressForPlatformKHR */
	unsigned extensions_asked;	/* queries of CL_PLATFORM_EXTENSIONS */
	unsigned unloadable_asked;	/* queries of CL_PLATFORM_UNLOADABLE_KHR */
	unsigned devices_asked;	/* calls of clGetDeviceIDs */
	unsigned listed;	/* calls of clIcdGetPlatformIDsKHR */
};

typedef struct faulty_state *faulty_get_state_fn(void);

/* In reentrant-driver.c: called by the constructor (0) and by clIcdGetPlatformIDsKHR (1). */
void reentrant_act(int is_listing);

/* The same, called by clGetDeviceIDs. */
void reentrant_devices_asked(void);

#endif
