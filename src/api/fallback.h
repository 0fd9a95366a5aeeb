/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fallback: the functions that are called if no driver can serve a call. They are generated from
 * api.list, whose column `fallback` says how a function fails: it returns an error code, returns
 * NULL and stores a code in *errcode_ret, returns NULL, or returns nothing.
 *
 * missing_<name>  is called if the driver's slot is empty. The code is CL_INVALID_OPERATION.
 * null_<name>     is called if the handle is NULL. The code is CL_INVALID_PLATFORM,
 *                 CL_INVALID_CONTEXT and so on, as the kind of the object. For the two functions
 *                 to which NULL means the default platform, it is written in terminator.c.
 *
 * They know no driver and keep no state; any thread may call them at any time.
 */
#ifndef CLROUTER_API_FALLBACK_H
#define CLROUTER_API_FALLBACK_H

#include "api/api-fallbacks.h"

/*
 * Stores missing_<name> in every NULL entry of TABLE, which has API_SLOTS entries. No other
 * thread may use the table meanwhile.
 */
void fallback_fill_missing(void **table) API_HIDDEN;

#endif
