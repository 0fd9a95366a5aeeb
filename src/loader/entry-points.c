/* SPDX-License-Identifier: Apache-2.0 */
/*
 * entry-points: the variable `dispatch` of this process, with its values before the first call.
 *
 * An exported function with a handle goes to the table in the handle. It need not check whether
 * the loader is initialised, because handles exist only afterwards. With a NULL handle, and in
 * slow mode, it goes to its slot. If the function can be a program's first call, its slot holds
 * at first a function that initialises the loader and then calls through the slot again.
 */
#include "loader/entry-points.h"

#include <stddef.h>

#include "dispatch/terminator-list.h"
#include "dispatch/terminator.h"
#include "loader/loader.h"

#include "loader/api-first-use.inc"

static void *find_function(const char *name)
{
	void *address = entry_points_find(name);

	return address ? address : find_export(name);
}

/*
 * The loader's own names do not start it: a program looks them up to say how it is to start, or to
 * find out which loader it has.
 */
static void *CL_API_CALL first_clGetExtensionFunctionAddress(const char *function_name)
{
	void *own = function_name ? entry_points_find(function_name) : NULL;

	if (!own && function_name)
		own = terminator_find_own(function_name);
	if (own)
		return own;
	if (loader_use(&dispatch))
		return DISPATCH_SLOT(clGetExtensionFunctionAddress)(function_name);
	return terminator_clGetExtensionFunctionAddress(function_name);
}

/* Aligned so that no variable that changes shares a cache line with slow_mode. */
struct dispatch dispatch __attribute__((aligned(64))) = {
	.slots = {
#include "loader/api-slots.inc"
	},
	.find_export = find_function,
};

/* entry-points-x86_64.S depends on this layout. */
_Static_assert(offsetof(struct dispatch, slow_mode) == 0, "slow_mode must be the first member");
_Static_assert(offsetof(struct dispatch, slots) == sizeof(void *), "the slots must be the second");
