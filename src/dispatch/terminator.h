/* SPDX-License-Identifier: Apache-2.0 */
/*
 * terminator: the bottom of every chain: from a handle to its driver. Most
 * terminators are generated from api.list (terminator-list.h); those that
 * cannot go by their first argument are written here, once.
 *
 * They know the registry, which is given to them, and nothing above it. Safe
 * from any thread: they only read.
 */
#ifndef CLROUTER_DISPATCH_TERMINATOR_H
#define CLROUTER_DISPATCH_TERMINATOR_H

#include "driver/registry.h"

/*
 * The registry that calls without a handle go by; NULL: there are no
 * platforms. FIND_EXPORT gives the loader's own address of an extension
 * function (struct route). Both must stay valid.
 */
void terminator_bind(const struct registry *registry, void *(*find_export)(const char *name));

/* How many slots may be read in this driver's table. */
unsigned terminator_table_length(const void *table);

#endif
