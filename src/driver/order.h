/* SPDX-License-Identifier: Apache-2.0 */
/*
 * order: sorts platforms by the keys `sort`, `first`, `last` and `empty`, and finds the default
 * platform, as loader.conf(5) describes. Platforms that no rule distinguishes keep the order in
 * which they were found.
 *
 * These functions call no driver and keep no state. The facts that the rules need are fetched
 * before (driver_fetch_facts()). The key `empty` is the exception: the caller asks platforms for
 * devices between two calls of order_platforms(). Any thread may call them, if no other one uses
 * the same platforms.
 */
#ifndef CLROUTER_DRIVER_ORDER_H
#define CLROUTER_DRIVER_ORDER_H

#include <stdbool.h>
#include <stddef.h>

#include "config/settings.h"
#include "driver/driver.h"

/* Adds to FACTS what the rules in SETTINGS need to know of every platform. */
void order_add_facts(const struct settings *settings, struct platform_facts *facts);

/* Sets the group of each platform. It is called before order_platforms(). */
void order_find_groups(struct platform **platforms, size_t count,
		       const struct settings *settings);

/*
 * Sorts PLATFORMS in place. Platforms of drivers that OCL_ICD_FILENAMES names come first, in the
 * order of that variable. With `empty = last`, a platform that is known to have no devices comes
 * after all others. Returns true if the order differs from the one in which the platforms were
 * found.
 */
bool order_platforms(struct platform **platforms, size_t count,
		     const struct settings *settings);

/*
 * Does PLATFORM, which has its group, keep its place even without devices? It does with `empty =
 * keep`, or if OCL_ICD_FILENAMES or `first` names it.
 */
bool order_keeps_place(const struct platform *platform, const struct settings *settings);

/*
 * The index of the default platform, which NULL stands for: by OCL_ICD_DEFAULT_PLATFORM, else by
 * the key `null_platform`. COUNT if there is none (`null_platform = error`, or COUNT is 0).
 */
size_t order_default(struct platform *const *platforms, size_t count,
		     const struct settings *settings);

#endif
