/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shipped-layers: the layers that are installed with clrouter: their names, libraries and
 * variables. What their settings can be is in layers/common/known-options.h.
 */
#ifndef CLROUTER_TOOL_DOCTOR_SHIPPED_LAYERS_H
#define CLROUTER_TOOL_DOCTOR_SHIPPED_LAYERS_H

#include <stdbool.h>

#include "layers/common/known-options.h"
#include "tool/probe/snapshot.h"

struct shipped_layer {
	const char *name;	/* in layers.conf */
	const char *library;	/* its file */
	const char *prefix;	/* of its variables; NULL: they have no common one */
};

/* The layer that is called NAME, or that LIBRARY, a name or path, is; NULL: it is a foreign one. */
const struct shipped_layer *shipped_layers_find(const char *name);
const struct shipped_layer *shipped_layers_of_library(const char *library);

/*
 * The layer that reads the variable NAME, and in *OPTION the setting that it is. *OPTION is NULL if
 * the name only begins as those of the layer. NULL: no layer reads it.
 */
const struct shipped_layer *shipped_layers_of_variable(const char *name,
						       const struct known_option **option);

/* Do programs load LAYER? */
bool shipped_layers_is_loaded(const struct shipped_layer *layer, const struct snapshot *snapshot);

#endif
