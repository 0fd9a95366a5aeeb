/* SPDX-License-Identifier: Apache-2.0 */
/*
 * order: sorts platforms by first, last and sort of the settings, as loader.conf(5) describes.
 * Pure: asks no driver; what the rules need to know is fetched before, or, for empty, between two
 * calls of order_platforms(). Platforms that no rule distinguishes keep the order in which they
 * were found.
 */
#ifndef CLROUTER_DRIVER_ORDER_H
#define CLROUTER_DRIVER_ORDER_H

#include <stdbool.h>
#include <stddef.h>

#include "config/settings.h"
#include "driver/driver.h"

/* Adds the facts that the rules look at. */
void order_add_facts(const struct settings *settings, struct platform_facts *facts);

/* Finds the group of each platform, which order_platforms() wants to know. */
void order_find_groups(struct platform **platforms, size_t count,
		       const struct settings *settings);

/*
 * Sorts PLATFORMS in place. What OCL_ICD_FILENAMES named stays in front, in its
 * own order. With empty = last a platform that is known to have no devices goes behind all
 * others. True if the order is not the one in which the platforms were found.
 */
bool order_platforms(struct platform **platforms, size_t count,
		     const struct settings *settings);

/*
 * Does a sorted platform keep its place, with devices or without? So it is with empty = keep, and
 * if OCL_ICD_FILENAMES or first put the platform there.
 */
bool order_keeps_place(const struct platform *platform, const struct settings *settings);

/*
 * The index of the platform that stands for NULL: OCL_ICD_DEFAULT_PLATFORM, or
 * null_platform; COUNT if there is none (null_platform = error, or COUNT 0).
 */
size_t order_default(struct platform *const *platforms, size_t count,
		     const struct settings *settings);

#endif
