/* SPDX-License-Identifier: Apache-2.0 */
/*
 * terminator-list: the terminators, the functions below all layers. terminator_<name> finds the
 * driver that created the handle and calls its function <name>. If the handle is NULL or the
 * driver does not have the function, it calls a fallback (api/fallback.h).
 *
 * The terminators of functions whose first parameter is the handle are generated from api.list.
 * The others are written in terminator.c.
 */
#ifndef CLROUTER_DISPATCH_TERMINATOR_LIST_H
#define CLROUTER_DISPATCH_TERMINATOR_LIST_H

#include "dispatch/api-terminators.h"

/* Stores all terminators in TABLE, which has API_SLOTS entries. */
void terminator_fill(void **table) API_HIDDEN;

#endif
