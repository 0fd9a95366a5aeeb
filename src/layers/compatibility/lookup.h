/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lookup: which function a program gets for a name. For a name that a feature provides on a device
 * of the platform, it gets one function, whose wrapper of clrouter/extension.h knows the driver's
 * function, too, and sends each handle to the one or the other. It gets it, too, if another
 * platform may have emulated objects, which must not get to this driver. All other names are the
 * driver's.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_LOOKUP_H
#define CLROUTER_LAYERS_COMPATIBILITY_LOOKUP_H

#include <clrouter/extension.h>

#include "layers/compatibility/feature.h"
#include "layers/compatibility/wrap.h"

/*
 * One function of a feature. It is a static object that is given to lookup_add() at each start:
 *
 *	CLROUTER_WRAP_EXTENSION(clRetainSemaphoreKHR)
 *	{
 *		...			driver: the driver's function, NULL if it has none
 *	}
 *	static struct lookup retain = LOOKUP(clRetainSemaphoreKHR, FEATURE_SEMAPHORE);
 */
struct lookup {
	struct clrouter_extension *extension;
	enum feature_id feature;
	bool needs_force; /* where the driver has none: only if the user forces the feature */
	bool needs_native; /* only for the driver's own objects: it is not emulated */
	void (*given)(void);	/* called when a program gets the function; NULL: nothing is */
	struct lookup *next;
};

#define LOOKUP(name, id) { .extension = &clrouter_extension_##name, .feature = (id) }
#define LOOKUP_FORCED(name, id)                                                            \
	{                                                                                  \
		.extension = &clrouter_extension_##name, .feature = (id), .needs_force = true \
	}

/*
 * Is DRIVER, which a wrapper of EXTENSION got, of a platform all of whose devices have FEATURE
 * themselves? Then the wrapper only keeps emulated objects of other platforms from the driver, and
 * asks that nothing.
 */
bool lookup_is_native(const struct clrouter_extension *extension, enum feature_id feature,
		      const void *driver);
#define LOOKUP_IS_NATIVE(name, feature) \
	lookup_is_native(&clrouter_extension_##name, (feature), (const void *)driver)

/* For the layer's start: forgets all functions, and puts the look-up into TABLE. */
void lookup_start(struct clrouter_table *table);

/* For the start of a feature: one function, or all of an array. */
void lookup_add(struct lookup *lookup);
#define LOOKUP_ADD_ALL(lookups) \
	for (size_t i = 0; i < sizeof(lookups) / sizeof((lookups)[0]); i++) \
	lookup_add(&(lookups)[i])

#endif
