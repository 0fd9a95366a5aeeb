/* SPDX-License-Identifier: Apache-2.0 */
/*
 * terminator-list: the terminators, the functions at the bottom of every chain
 * of layers. terminator_<name> takes any handle to its driver: a NULL handle and
 * an empty slot are answered (answer.h), everything else is the driver's.
 *
 * Those that go by their first parameter are generated from api.list, in
 * assembly (calls-asm.S) or in C; the rest is written in terminator.c.
 * guarded_<name> is the same for drivers whose tables end early: it asks
 * terminator_table_length before it reads a slot. Generated, too.
 */
#ifndef CLROUTER_DISPATCH_TERMINATOR_LIST_H
#define CLROUTER_DISPATCH_TERMINATOR_LIST_H

#include "dispatch/api-terminators.h"

#ifdef HAVE_ASM_ENTRIES
/* What the offsets that calls-asm.S gives are counted from. */
extern const char terminator_functions[] API_HIDDEN;
#endif

/* Writes all terminators into TABLE, which is API_SLOTS long. */
void terminator_fill(void **table) API_HIDDEN;

/* Those that are written by hand only. */
void terminator_fill_by_hand(void **table) API_HIDDEN;

/*
 * Replaces the terminators in TABLE by guarded ones wherever a table can end
 * before the slot. Those written by hand stay: they ask for the length anyway.
 */
void guarded_fill(void **table) API_HIDDEN;

#endif
