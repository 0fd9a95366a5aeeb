/* SPDX-License-Identifier: Apache-2.0 */
/* options: iterates over the options of a layer (layers.conf(5)). It keeps no state. */
#ifndef CLROUTER_TOOL_OUTPUT_OPTIONS_H
#define CLROUTER_TOOL_OUTPUT_OPTIONS_H

#include "base/arena.h"
#include "config/settings.h"

struct layer_option {
	const char *name;
	const char *value;		/* may be empty */
	const struct origin *origin;
};

/*
 * Stores in OPTION the next option of LIST, and advances *AT, which the caller sets to 0 first. If
 * an option is set more than once, only its last item counts. Returns false after the last option,
 * or if there is no memory. The texts are in ARENA and in LIST.
 */
bool options_next(const struct setting_list *list, size_t *at, struct layer_option *option,
		  struct arena *arena);

#endif
