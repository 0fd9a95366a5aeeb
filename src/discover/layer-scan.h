/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layer-scan: which layers a program gets, from the driver's side to the
 * application's: .lay files, [layers] load, then OPENCL_LAYERS. Opens no library.
 */
#ifndef CLROUTER_DISCOVER_LAYER_SCAN_H
#define CLROUTER_DISCOVER_LAYER_SCAN_H

#include "base/arena.h"
#include "config/settings.h"
#include "discover/candidate.h"

/*
 * Appends the layers to LIST. What is switched off, for this program or at all,
 * is in the list too, with its verdict. Files are read under ROOT. No library has a relative path
 * with a slash.
 */
void layer_scan(struct candidate_list *list, const struct settings *settings, const char *root,
		struct arena *arena);

/* The [layer] section called NAME, NULL if there is none. */
const struct settings_layer *layer_scan_section(const struct settings *settings,
						const char *name);

#endif
