/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layer-services: what the loader answers to a layer that starts: its options in layers.conf and
 * the names of drivers. A layer finds the functions by clGetExtensionFunctionAddress of its
 * target; include/clrouter/layer.h is their contract.
 */
#ifndef CLROUTER_DISPATCH_LAYER_SERVICES_H
#define CLROUTER_DISPATCH_LAYER_SERVICES_H

#include <stddef.h>

#include "api/api.h"
#include "config/settings.h"
#include "driver/driver.h"

/*
 * From now on the functions answer from SETTINGS and from the COUNT PLATFORMS, which have to stay
 * until the next call; with NULL for both they answer NULL. The initialising thread calls this
 * before the first layer is started, and after the last one.
 */
void layer_services_bind(const struct settings *settings, struct platform *const *platforms,
			 size_t count);

/* The address of the service function NAME, NULL if NAME is none. Safe from any thread. */
void *layer_services_find(const char *name);

#endif
