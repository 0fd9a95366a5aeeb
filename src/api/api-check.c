/* SPDX-License-Identifier: Apache-2.0 */
/*
 * api-check: no code; a wrong slot or prototype in api.list does not compile.
 * The loader has its own definition of the table (the headers of many systems
 * are older than it), so it is compared here with the one of those headers.
 */
#include "config.h"

#include <stddef.h>

#include "api/api.h"

#include <CL/cl_icd.h>

#include "api/api-check.inc"
