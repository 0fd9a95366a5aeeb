/* SPDX-License-Identifier: Apache-2.0 */
/* layer-state: see layer-state.h. */
#include "tool/probe/process/layer-state.h"

#include <string.h>

#include "discover/layer-scan.h"
#include "tool/output/format.h"

/* The verdict names the line that left the layer out: it may be another one of the section. */
const struct setting_list *layer_state_programs(const struct candidate *candidate,
						const struct settings *settings)
{
	const struct settings_layer *section =
		candidate->section ? layer_scan_section(settings, candidate->section) : NULL;
	struct arena arena = ARENA_INIT;
	const char *origin;
	bool is_left_out;

	if (!section || section->programs.count == 0 || !candidate->verdict.detail ||
	    candidate->verdict.reason != REASON_DISABLED)
		return NULL;
	origin = origin_text(&section->programs.items[0].origin, &arena);
	is_left_out = origin && strcmp(origin, candidate->verdict.detail) == 0;
	arena_done(&arena);
	return is_left_out ? &section->programs : NULL;
}

const char *layer_state_text(const struct setting_list *programs, struct arena *arena)
{
	const char *names = NULL;

	for (size_t i = 0; i < programs->count; i++)
		names = format_joined(names, ", ", programs->items[i].text, arena);
	return format_into(arena, "only in %s: %s", names,
			   origin_text(&programs->items[0].origin, arena));
}

void layer_state_put_programs(const struct setting_list *programs, struct output *output)
{
	json_open_array(output, "programs");
	for (size_t i = 0; programs && i < programs->count; i++)
		json_text(output, NULL, programs->items[i].text);
	json_close_array(output);
}
