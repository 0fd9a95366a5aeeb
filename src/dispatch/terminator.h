/* SPDX-License-Identifier: Apache-2.0 */
/*
 * terminator: what all terminators share (terminator-list.h declares them). They read the
 * registry that the loader binds here, and know nothing of layers or of the loader.
 *
 * Any thread may call them at any time, as they only read. terminator_bind() is for the thread
 * that initialises or shuts down the loader.
 */
#ifndef CLROUTER_DISPATCH_TERMINATOR_H
#define CLROUTER_DISPATCH_TERMINATOR_H

#include <stdbool.h>

#include "api/handle.h"
#include "api/api-table.h"
#include "driver/registry.h"

/* All of the module's state. terminator_bind() sets it. */
extern struct terminator_state {
	const struct registry *registry;
	void *(*find_export)(const char *name);
} terminator_state API_HIDDEN;

/*
 * Sets the registry for calls without a handle, and the function that returns the address of an
 * extension function that the loader exports (struct dispatch). With a NULL registry there are no
 * platforms; without FIND_EXPORT there are no such functions. Both must live as long as the
 * process, since a call may read them at any time.
 */
void terminator_bind(const struct registry *registry, void *(*find_export)(const char *name));

/*
 * The address of the function NAME that this loader has and no driver: clGetICDLoaderInfoOCLICD and
 * the services for layers. NULL if NAME is none. No platform is asked, so the loader need not be
 * started.
 */
void *terminator_find_own(const char *name);

/*
 * The table to call through for HANDLE, which must not be NULL. A call that finds its driver's table
 * replaced (api/api-table.h) comes to a terminator.
 */
static inline const struct api_table *terminator_table(const void *handle)
{
	return table_in_use(handle_table(handle));
}

#endif
