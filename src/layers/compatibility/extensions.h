/* SPDX-License-Identifier: Apache-2.0 */
/*
 * extensions: the names and versions of extensions that a program sees. The text and the list
 * with versions are made from the same entries, so they agree. Any thread may call.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_EXTENSIONS_H
#define CLROUTER_LAYERS_COMPATIBILITY_EXTENSIONS_H

#include "layers/compatibility/answer.h"
#include "layers/compatibility/known-devices.h"

/* Answers CL_DEVICE_EXTENSIONS, and CL_DEVICE_EXTENSIONS_WITH_VERSION. */
cl_int extensions_of_device(const struct known_device *device, bool with_version,
			    const struct query_answer *answer);

/*
 * The same for PLATFORM, NULL being the default one. It has an extension that the layer can
 * provide if all of its devices have it.
 */
cl_int extensions_of_platform(cl_platform_id platform, bool with_version,
			      const struct query_answer *answer);

#endif
