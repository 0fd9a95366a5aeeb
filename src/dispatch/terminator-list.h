/* SPDX-License-Identifier: Apache-2.0 */
/*
 * terminator-list: the terminators, the functions at the bottom of every chain of layers.
 * terminator_<name> takes any handle to its driver: a NULL handle and an empty slot are
 * answered (fallback.h), everything else is the driver's.
 *
 * Those that go by their first parameter are generated from api.list, the others are written
 * in terminator.c.
 */
#ifndef CLROUTER_DISPATCH_TERMINATOR_LIST_H
#define CLROUTER_DISPATCH_TERMINATOR_LIST_H

#include "dispatch/api-terminators.h"

/* Writes all terminators into TABLE, which is API_SLOTS long. */
void terminator_fill(void **table) API_HIDDEN;

#endif
