/* SPDX-License-Identifier: Apache-2.0 */
/*
 * api-check: compares api.list with the installed OpenCL headers while it is compiled; a wrong
 * slot or prototype is a compile error. It contains no code. The loader defines the dispatch
 * table itself, because the OpenCL headers of many systems are older than the loader.
 */
#include "config.h"

#include <stddef.h>

#include "api/api.h"

#include <CL/cl_icd.h>

#include "api/api-check.inc"
