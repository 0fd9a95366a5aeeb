/* SPDX-License-Identifier: Apache-2.0 */
/* options: the options of a layer (layers.conf(5)), one by one. Keeps no state. */
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
 * The option of LIST that follows the item *AT, which is 0 at first and moved: of one NAME only
 * the last item counts. False: there is no other. The texts live in ARENA and in LIST.
 */
bool options_next(const struct setting_list *list, size_t *at, struct layer_option *option,
		  struct arena *arena);

#endif
