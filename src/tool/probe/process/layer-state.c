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

/* Do two items have the same NAME? Both are "NAME=value". */
static bool has_same_name(const char *a, const char *b)
{
	size_t length = strcspn(a, "=");

	return strncmp(a, b, length + 1) == 0;
}

static bool is_replaced(const struct setting_list *list, size_t at)
{
	for (size_t i = at + 1; i < list->count; i++)
		if (has_same_name(list->items[at].text, list->items[i].text))
			return true;
	return false;
}

bool layer_state_next_option(const struct setting_list *list, size_t *at, struct layer_option *option,
		  struct arena *arena)
{
	const char *text;
	size_t length;

	while (*at < list->count && is_replaced(list, *at))
		++*at;
	if (*at == list->count)
		return false;
	text = list->items[*at].text;
	length = strcspn(text, "=");
	option->name = arena_copy(arena, text, length);
	option->value = text + length + 1;
	option->origin = &list->items[*at].origin;
	++*at;
	return option->name != NULL;
}
