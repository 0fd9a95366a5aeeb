/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layer-scan: decides which layers a program gets, in the order from the drivers to the
 * application: layers with "place = driver", in the order of their sections, .lay files, load in
 * [layers], OPENCL_LAYERS, the program's own choice. It opens no library. layers.conf(5) has the
 * rules.
 *
 * Any thread may call these functions, with a list and an arena of its own; the settings are only
 * read.
 */
#ifndef CLROUTER_DISCOVER_LAYER_SCAN_H
#define CLROUTER_DISCOVER_LAYER_SCAN_H

#include "base/arena.h"
#include "config/settings.h"
#include "discover/candidate.h"

/*
 * Appends a candidate for each layer to LIST. Layers that are disabled, for this program or for
 * all, are in the list too, with a verdict. Files are read under ROOT, which is "" in the library.
 * Libraries with a relative path are made absolute by candidate_list_resolve().
 */
__attribute__((cold))
void layer_scan(struct candidate_list *list, const struct settings *settings, const char *root,
		struct arena *arena);

/* The [layer] section with this NAME, in SETTINGS. NULL if there is none. */
const struct settings_layer *layer_scan_section(const struct settings *settings,
						const char *name);

/* Does GLOB match the section of CANDIDATE, its .lay file with or without suffix, or its library?
 */
bool layer_scan_names(const char *glob, const struct candidate *candidate, struct arena *arena);

/*
 * The key "place" that counts for CANDIDATE: from the section by which it is loaded, or else from
 * the last section whose library has the same base name. NULL if no such section sets the key.
 */
const struct setting *layer_scan_place(const struct settings *settings,
				       const struct candidate *candidate);

#endif
