/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fallback: what a call returns when no driver can serve it. All of it
 * is generated from api.list, in the way that the list gives for the function:
 * an error code returned, NULL and *errcode_ret, NULL, or nothing.
 *
 * missing_<name> stands for an empty slot and says CL_INVALID_OPERATION.
 * null_<name> stands for a NULL handle and says CL_INVALID_<kind of object>;
 * where NULL means the default platform, it is written in terminator.c.
 *
 * Knows no driver and keeps no state: safe from any thread at any time.
 */
#ifndef CLROUTER_API_FALLBACK_H
#define CLROUTER_API_FALLBACK_H

#include "api/api-fallbacks.h"

/* Puts missing_<name> into every entry of TABLE (API_SLOTS long) that is NULL. */
void fallback_fill_missing(void **table) API_HIDDEN;

#endif
