/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shipped-layers: the layers that are installed with clrouter: their names, libraries and
 * variables. What their settings can be is in config/known-options.h.
 */
#ifndef CLROUTER_TOOL_DOCTOR_SHIPPED_LAYERS_H
#define CLROUTER_TOOL_DOCTOR_SHIPPED_LAYERS_H

#include <stdbool.h>

#include "config/known-options.h"
#include "tool/output/suggest.h"
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
 * the name only begins as the layer's variables do. NULL: no layer reads it.
 */
const struct shipped_layer *shipped_layers_of_variable(const char *name,
						       const struct known_option **option);

/* The setting NAME of LAYER; NULL: it has none of this name. */
const struct known_option *shipped_layers_find_option(const struct shipped_layer *layer,
						      const char *name);

/* '; did you mean "PREFIXname"?' with the setting of LAYER most similar to NAME, or "". */
const char *shipped_layers_suggest_option(const struct shipped_layer *layer, const char *name,
					  const char *prefix, struct arena *arena);

/* Compares all layers that can be named, by section or library: the layers of SETTINGS, and the
 * shipped ones. */
void shipped_layers_consider(struct suggestion *suggestion, const struct settings *settings);

/* '; did you mean "NAME"?' with the most similar of these, or "". NAME can have a directory. */
const char *shipped_layers_suggest(const char *name, const struct settings *settings,
				   struct arena *arena);

/* Does GLOB match one of them that has a library? */
bool shipped_layers_names_any(const char *glob, const struct settings *settings);

/* What is wrong with VALUE, 'expected yes or no, found "maybe"'; NULL: nothing. */
const char *shipped_layers_judge_value(const struct known_option *option, const char *value,
				       struct arena *arena);

/* What OPENCL_LAYERS has to have for LAYER, in ARENA: its file, with its path if it is not
 * installed. */
const char *shipped_layers_name(const struct shipped_layer *layer, struct arena *arena);

/* Do programs load LAYER? */
bool shipped_layers_is_loaded(const struct shipped_layer *layer, const struct snapshot *snapshot);

#endif
