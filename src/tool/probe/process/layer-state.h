/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layer-state: what a layer's [layer] section says: the programs that it is for, and its options
 * (layers.conf(5)). It keeps no state.
 */
#ifndef CLROUTER_TOOL_PROBE_PROCESS_LAYER_STATE_H
#define CLROUTER_TOOL_PROBE_PROCESS_LAYER_STATE_H

#include "base/arena.h"
#include "config/settings.h"
#include "discover/candidate.h"
#include "table/output.h"

/*
 * The programs that the layer is for, if it is left out because this program is none of them;
 * else NULL. The list lives with SETTINGS.
 */
const struct setting_list *layer_state_programs(const struct candidate *candidate,
						const struct settings *settings);

/* "only in blender, darktable: FILE:LINE" of such a list, in ARENA. */
const char *layer_state_text(const struct setting_list *programs, struct arena *arena);

/* The JSON array "programs" of such a list; without items if PROGRAMS is NULL. */
void layer_state_put_programs(const struct setting_list *programs, struct output *output);

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
bool layer_state_next_option(const struct setting_list *list, size_t *at, struct layer_option *option,
		  struct arena *arena);

#endif
