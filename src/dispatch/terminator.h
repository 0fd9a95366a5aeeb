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

#include <stdbool.h>

#include "api/handle.h"
#include "driver/registry.h"

/* All of the module's state. Set by the loader while it starts. */
extern struct terminator_state {
	const struct registry *registry;
	void *(*find_export)(const char *name);
} terminator_state API_HIDDEN;

/*
 * The registry that calls without a handle go by; NULL: there are no
 * platforms. FIND_EXPORT gives the loader's own address of an extension
 * function (struct dispatch). Both must stay valid.
 */
void terminator_bind(const struct registry *registry, void *(*find_export)(const char *name));

/* Does the table of the driver that made HANDLE, which is not NULL, end before SLOT? */
static inline bool terminator_lacks_slot(const void *handle, unsigned slot)
{
	const struct registry *registry =
		__atomic_load_n(&terminator_state.registry, __ATOMIC_ACQUIRE);

	return registry && registry->has_bounded_tables &&
	       slot >= registry_table_length(registry, handle_driver_table(handle));
}

#endif
