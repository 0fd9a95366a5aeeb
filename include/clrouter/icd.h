/* SPDX-License-Identifier: Apache-2.0 */
/*
 * clrouter/icd.h: the interface between an OpenCL driver and a loader, as the OpenCL
 * Specification defines it for the extension cl_khr_icd (versions 1.0.0 and 2.0.0). It is for
 * drivers and loaders on systems whose OpenCL headers do not have version 2.0.0 yet. Programs
 * do not need it. It can be included from C, C++ and, for the two tags, assembly.
 *
 * Every OpenCL object (cl_platform_id, cl_device_id, cl_context, ...) starts with a pointer to
 * the dispatch table of the driver that created the object. There are two generations:
 *
 * ICD 1  (cl_khr_icd 1.0.0) The table holds the driver's functions in the order of struct
 *        _cl_icd_dispatch in CL/cl_icd.h, and the loader calls through it.
 * ICD 2  (cl_khr_icd 2.0.0) The table holds CLROUTER_ICD2_TAG in slot 0 (clGetPlatformIDs) and
 *        in slot 31 (clUnloadCompiler). The second word of every object is the dispatch data. It
 *        belongs to the loader: the driver copies it from the platform into every object that it
 *        creates, and never reads what it points to. Such a driver returns the address of
 *        clIcdGetFunctionAddressForPlatformKHR and of clIcdSetPlatformDispatchDataKHR from its
 *        clGetExtensionFunctionAddress.
 *
 * Drivers of both generations return the address of clIcdGetPlatformIDsKHR in the same way.
 */
#ifndef CLROUTER_ICD_H
#define CLROUTER_ICD_H

/* The ICD 2 tag: "OPENCL31" in ASCII on 64-bit systems, "CL31" on 32-bit systems. */
#define CLROUTER_ICD2_TAG_64 0x4F50454E434C3331
#define CLROUTER_ICD2_TAG_32 0x434C3331

#ifndef __ASSEMBLER__

#include <stdint.h>

#include <CL/cl.h>
#include <CL/cl_ext.h>

/* The tag as an integer of pointer size, to be compared with the content of a slot. */
#if UINTPTR_MAX > 0xFFFFFFFFu
#define CLROUTER_ICD2_TAG ((uintptr_t)CLROUTER_ICD2_TAG_64)
#else
#define CLROUTER_ICD2_TAG ((uintptr_t)CLROUTER_ICD2_TAG_32)
#endif

/*
 * A query of clGetPlatformInfo: the suffix in the names of the driver's extension functions
 * (char[], terminated). If a program asks the loader for an extension function whose name ends with
 * this suffix, the loader asks the driver. A driver with an empty suffix is never asked.
 */
#ifndef CL_PLATFORM_ICD_SUFFIX_KHR
#define CL_PLATFORM_ICD_SUFFIX_KHR 0x0920
#endif

/*
 * A query of clGetPlatformInfo: may the driver's library be closed once nothing uses it
 * (cl_bool)? It may be asked only of a platform that lists the extension cl_khr_icd_unloadable.
 */
#ifndef CL_PLATFORM_UNLOADABLE_KHR
#define CL_PLATFORM_UNLOADABLE_KHR 0x0921
#endif

/* The error code of clGetPlatformIDs and clIcdGetPlatformIDsKHR if there is no platform. */
#ifndef CL_PLATFORM_NOT_FOUND_KHR
#define CL_PLATFORM_NOT_FOUND_KHR -1001
#endif

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The types of the functions that a driver provides to the loader. A loader calls them from one
 * thread, before an object of the platform reaches the program. Programs cannot get their
 * addresses: the loader's clGetExtensionFunctionAddress returns NULL for these names.
 */

/*
 * clIcdGetPlatformIDsKHR (both generations) lists the driver's platforms. It writes up to
 * NUM_ENTRIES handles to PLATFORMS unless that is NULL, and the number of platforms that there
 * are to NUM_PLATFORMS unless that is NULL. The driver owns the platforms; they stay valid until
 * its library is closed.
 *
 * Returns CL_SUCCESS if there is at least one platform, otherwise
 *   CL_PLATFORM_NOT_FOUND_KHR  there is no platform
 *   CL_INVALID_VALUE           both pointers are NULL, or NUM_ENTRIES is 0 and PLATFORMS is not
 *   CL_OUT_OF_HOST_MEMORY      an allocation failed
 */
typedef cl_int CL_API_CALL clIcdGetPlatformIDsKHR_t(cl_uint num_entries,
						    cl_platform_id *platforms,
						    cl_uint *num_platforms);

/*
 * clIcdGetFunctionAddressForPlatformKHR (ICD 2) returns the address of the driver's function
 * FUNC_NAME for PLATFORM. It returns NULL if PLATFORM is not valid or has no such function; the
 * loader then provides a function that fails with CL_INVALID_OPERATION.
 */
typedef void *CL_API_CALL clIcdGetFunctionAddressForPlatformKHR_t(cl_platform_id platform,
								  const char *func_name);

/*
 * clIcdSetPlatformDispatchDataKHR (ICD 2) stores DISPATCH_DATA in the second word of PLATFORM.
 * The loader calls it once for each platform. The only function of the platform that it calls
 * before is the one above. DISPATCH_DATA belongs to the loader; clrouter keeps it valid until
 * the process ends.
 *
 * Returns CL_SUCCESS, otherwise
 *   CL_INVALID_PLATFORM    PLATFORM is not valid
 *   CL_OUT_OF_HOST_MEMORY  an allocation failed
 * After an error the loader does not use the platform.
 */
typedef cl_int CL_API_CALL clIcdSetPlatformDispatchDataKHR_t(cl_platform_id platform,
							     void *dispatch_data);

#ifdef __cplusplus
}
#endif

#endif /* __ASSEMBLER__ */

#endif
