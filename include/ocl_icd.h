/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ocl_icd.h: the dispatch table of an OpenCL driver, for the build systems of drivers that look
 * for the header ocl_icd.h and for ocl-icd.pc, which the loader ocl-icd installs. This header
 * includes CL/cl_icd.h of the OpenCL headers, which defines the table (struct _cl_icd_dispatch),
 * and adds the macros that ocl-icd defines. New code includes CL/cl_icd.h itself, and
 * clrouter/icd.h for the second generation of drivers (cl_khr_icd 2.0.0).
 *
 * A driver initialises struct _cl_icd_dispatch by position. New functions are only ever added at
 * the end of the table, so in a driver that initialises fewer entries the rest is NULL. The
 * loader answers calls of these with CL_INVALID_OPERATION.
 */
#ifndef OCL_ICD_H
#define OCL_ICD_H

/*
 * A driver also implements deprecated functions, so they are declared. Macros that the driver
 * has defined already are left alone: PoCL defines them, and a second definition would break its
 * build.
 */
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#ifndef CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#endif
#ifndef CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#endif
#ifndef CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#endif
#ifndef CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#endif
#ifndef CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#endif
#ifndef CL_USE_DEPRECATED_OPENCL_2_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#endif

#include <CL/opencl.h>
#include <CL/cl_egl.h>
#include <CL/cl_icd.h>

/*
 * What ocl-icd's header says about the table: the version of that header's interface, the number
 * of entries that have a name, and the index of the last one. Drivers compare the second number
 * to know which entries they may initialise. The numbers are as in OpenCL 3.0: every
 * CL/cl_icd.h that this loader can be built with has its entries.
 */
#define OCL_ICD_API_VERSION 1
#define OCL_ICD_IDENTIFIED_FUNCTIONS 133
#define OCL_ICD_LAST_FUNCTION 148

#endif
