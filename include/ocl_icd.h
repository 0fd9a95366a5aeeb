/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ocl_icd.h: the dispatch table of an OpenCL driver, for driver builds that look for
 * this header and for ocl-icd.pc, as they come with the loader ocl-icd. New code
 * includes CL/cl_icd.h, which is all that is behind it, and clrouter/icd.h for the second
 * generation of drivers.
 *
 * A driver fills in struct _cl_icd_dispatch by position. The table only grows at its
 * end, so that a driver which fills in fewer entries leaves the rest empty.
 */
#ifndef OCL_ICD_H
#define OCL_ICD_H

/*
 * A driver implements what was deprecated, too. What the driver has set itself is
 * left as it is: PoCL does, and a header that sets it again breaks its build.
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
 * How far the table goes, in ocl-icd's terms: named entries, and the number of the
 * last. Those of OpenCL 3.0, which every CL/cl_icd.h has that this loader can be
 * built with; drivers compare with the first to see what they may fill in.
 */
#define OCL_ICD_API_VERSION 1
#define OCL_ICD_IDENTIFIED_FUNCTIONS 133
#define OCL_ICD_LAST_FUNCTION 148

#endif
