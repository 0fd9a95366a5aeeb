/* SPDX-License-Identifier: Apache-2.0 */
/*
 * faulty-driver: drivers that break one rule each of cl_khr_icd. If it is a platform
 * that breaks the rule, it stands between two good ones, so that a test sees
 * whether it costs them anything.
 *
 * Built many times from one source, each time with another -DFAULT=...: one of
 * the names below. What a driver can do beside answering:
 * reentrant-driver.c.
 */
#ifndef FAULTY_DRIVER_H
#define FAULTY_DRIVER_H

#include "api/api.h"

/* Numbers, not an enum: some of them decide what is exported. */
#define FAULTY_NONE 0
/* functions */
#define FAULTY_NO_LOOKUP 1 /* no clGetExtensionFunctionAddress */
#define FAULTY_NO_LIST 2 /* no clIcdGetPlatformIDsKHR, by neither way */
#define FAULTY_NO_INFO 3 /* no clGetPlatformInfo, by neither way; not in the table */
#define FAULTY_BY_SYMBOL 4 /* exported, but the look-up knows nothing */
#define FAULTY_BY_LOOKUP 5 /* by the look-up only, as PoCL does */
#define FAULTY_INFO_IN_TABLE 6 /* clGetPlatformInfo in the table only */
#define FAULTY_LOADERS_INFO 7 /* its look-up gives libOpenCL's clGetPlatformInfo */
/* the list of platforms */
#define FAULTY_COUNT_ERROR 10
#define FAULTY_COUNT_NOT_FOUND 11 /* CL_PLATFORM_NOT_FOUND_KHR */
#define FAULTY_COUNT_ZERO 12
#define FAULTY_COUNT_ABSURD 13 /* four billion platforms */
#define FAULTY_LIST_ERROR 14 /* the count is good, the list fails */
#define FAULTY_LIST_GROWS 15 /* says at the second call that it has more */
#define FAULTY_LIST_SHRINKS 16 /* 1 instead of 3 */
#define FAULTY_LIST_VANISHES 17 /* 0 instead of 3 */
#define FAULTY_LIST_UNTOLD 18 /* the second call leaves the count alone */
#define FAULTY_LIST_SHORT 21 /* leaves one out; there is rubbish on the stack */
#define FAULTY_MANY 19 /* 500 platforms */
#define FAULTY_TWICE 20 /* one platform twice */
/* one platform */
#define FAULTY_NULL_PLATFORM 30
#define FAULTY_NULL_TABLE 31
#define FAULTY_TAG_FIRST 32 /* the ICD 2 tag in slot 0 only */
#define FAULTY_TAG_SECOND 33 /* in slot 31 only */
#define FAULTY_NO_FOR_PLATFORM 34 /* ICD 2, one of its functions missing */
#define FAULTY_NO_SET_DATA 35
#define FAULTY_DATA_REFUSED 36
#define FAULTY_ICD2 37 /* a good one: checks what the loader does when */
#define FAULTY_NO_WORD 38 /* cl_khr_icd is not among the extensions */
#define FAULTY_WORD_INSIDE 39 /* only as a part of other words */
#define FAULTY_EXTENSIONS_ERROR 40
#define FAULTY_EXTENSIONS_LONG 41 /* 12 KiB, cl_khr_icd at the end */
#define FAULTY_EXTENSIONS_OPEN 42 /* no NUL byte at the end */
#define FAULTY_SUFFIX_ERROR 43
#define FAULTY_SUFFIX_EMPTY 44
#define FAULTY_SUFFIX_LONG 45 /* 100 bytes */
#define FAULTY_SUFFIX_OPEN 46 /* no NUL byte at the end */
#define FAULTY_SHORT_TABLE 47 /* OpenCL 1.0: 81 slots, then memory that cannot be read */
#define FAULTY_EMPTY_TABLE 48 /* every slot is empty */
#define FAULTY_NO_INFO_ICD2 49 /* no clGetPlatformInfo for the faulty one, of ICD 2 */
#define FAULTY_INFO_IN_TABLE_ICD2 50 /* all are ICD 2, and have it in this way only */
/* closing */
#define FAULTY_UNLOADABLE 60 /* all platforms say that they are */
#define FAULTY_UNLOADABLE_NOT 61 /* the word is there, the answer is CL_FALSE */
#define FAULTY_UNLOADABLE_WORDLESS 62 /* would say yes, but has not the word */
#define FAULTY_UNLOADABLE_PARTLY 63 /* two of three */
#define FAULTY_UNLOADABLE_ICD2 64 /* unloadable, all of the second generation */

#define FAULTY_PLATFORM 1 /* the index of the faulty one of three */
#define FAULTY_PLATFORMS 3

/* What the driver has seen; by dlsym("faulty_get_state"), never NULL. */
struct faulty_state {
	unsigned calls_too_early;	/* of a platform, before its dispatch data was set */
	unsigned data_set;	/* calls of clIcdSetPlatformDispatchDataKHR */
	unsigned functions_asked;	/* before the dispatch data was set */
	unsigned extensions_asked;
	unsigned unloadable_asked;
	unsigned devices_asked;
	unsigned listed;	/* calls of clIcdGetPlatformIDsKHR */
};

typedef struct faulty_state *faulty_get_state_fn(void);

/* reentrant-driver.c: called from the constructor, from every listing, from clGetDeviceIDs. */
void reentrant_act(int is_listing);
void reentrant_be_asked(void);

#endif
