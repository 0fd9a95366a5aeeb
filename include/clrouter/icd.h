/* SPDX-License-Identifier: Apache-2.0 */
/*
 * icd.h: what an OpenCL driver and its loader agree on (cl_khr_icd 2.0.0), for
 * systems whose OpenCL headers do not have the second generation yet.
 *
 * An object of either generation starts with a pointer to the driver's dispatch
 * table. In the second generation a further word follows, the dispatch data: it
 * belongs to the loader, and the driver copies it from the platform into every
 * object that it makes. Such a driver's table holds the tag below in slot 0
 * (clGetPlatformIDs) and in slot 31 (clUnloadCompiler), and the driver answers
 * the two functions below through clGetExtensionFunctionAddress.
 */
#ifndef CLROUTER_ICD_H
#define CLROUTER_ICD_H

/* "OPENCL31"; 32-bit systems take the lower half. */
#define CLROUTER_ICD2_TAG_64 0x4F50454E434C3331
#define CLROUTER_ICD2_TAG_32 0x434C3331

#ifndef __ASSEMBLER__

#include <stdint.h>

#include <CL/cl.h>
#include <CL/cl_ext.h>

/* The tag as a word of this system, to compare with what a slot holds. */
#if UINTPTR_MAX > 0xFFFFFFFFu
#define CLROUTER_ICD2_TAG ((uintptr_t)CLROUTER_ICD2_TAG_64)
#else
#define CLROUTER_ICD2_TAG ((uintptr_t)CLROUTER_ICD2_TAG_32)
#endif

/* clGetPlatformInfo: the suffix of the driver's extension functions (char[]). */
#ifndef CL_PLATFORM_ICD_SUFFIX_KHR
#define CL_PLATFORM_ICD_SUFFIX_KHR 0x0920
#endif

/*
 * clGetPlatformInfo: can the driver be closed once nothing uses it (cl_bool)?
 * Only for platforms that list the extension cl_khr_icd_unloadable.
 */
#ifndef CL_PLATFORM_UNLOADABLE_KHR
#define CL_PLATFORM_UNLOADABLE_KHR 0x0921
#endif

/* clGetPlatformIDs: there is no driver. */
#ifndef CL_PLATFORM_NOT_FOUND_KHR
#define CL_PLATFORM_NOT_FOUND_KHR -1001
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Both generations: the driver's platforms, as clGetPlatformIDs gives them. */
typedef cl_int CL_API_CALL clIcdGetPlatformIDsKHR_t(cl_uint num_entries,
						    cl_platform_id *platforms,
						    cl_uint *num_platforms);

/* The driver's function called FUNC_NAME for PLATFORM, NULL if it has none. */
typedef void *CL_API_CALL clIcdGetFunctionAddressForPlatformKHR_t(cl_platform_id platform,
								  const char *func_name);

/*
 * Gives PLATFORM its dispatch data. The loader calls it once, before any other
 * function of the platform but the one above.
 */
typedef cl_int CL_API_CALL clIcdSetPlatformDispatchDataKHR_t(cl_platform_id platform,
							     void *dispatch_data);

#ifdef __cplusplus
}
#endif

#endif /* __ASSEMBLER__ */

#endif
