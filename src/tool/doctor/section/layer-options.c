/* SPDX-License-Identifier: Apache-2.0 */
/* layer-options: see sections.h. */
#include "tool/doctor/section/sections.h"

#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "tool/doctor/cause/variables.h"
#include "tool/doctor/shipped-layers.h"
#include "tool/output/format.h"
#include "tool/output/options.h"
#include "tool/output/suggest.h"

#define ID "layer-option"

static void add(struct examination *check, const char *place, const char *text, const char *cure)
{
	struct finding *finding =
		finding_add(&check->findings, FINDING_WARNING, place, ID, "%s", text);

	configuration_hint(finding, text);
	finding_cure(finding, "%s", cure);
}

/* -- layers.conf ------------------------------------------------------------------ */

static const char *judge_option(const struct shipped_layer *layer,
				const struct layer_option *found, struct arena *arena)
{
	const struct known_option *option = shipped_layers_find_option(layer, found->name);
	const char *problem;

	if (!option)
		return format_into(arena, "the layer %s has no setting \"option.%s\", which is "
				   "ignored%s", layer->name, found->name,
				   shipped_layers_suggest_option(layer, found->name, "option.",
								 arena));
	problem = shipped_layers_judge_value(option, found->value, arena);
	return problem ? format_into(arena, "option.%s: %s; ignored", found->name, problem) : NULL;
}

/* A layer asks for the settings of the section that has its own name, however it was loaded. */
static void judge_section(struct examination *check, const struct settings_layer *section)
{
	const struct shipped_layer *named = shipped_layers_find(section->name);
	const char *library = section->library.text;
	const struct shipped_layer *layer = library ? shipped_layers_of_library(library) : named;
	struct arena *arena = &check->tool->arena;
	struct layer_option option;
	size_t at = 0;

	while (layer && options_next(&section->options, &at, &option, arena)) {
		const char *text = layer == named ? judge_option(layer, &option, arena) :
				   format_into(arena, "option.%s is ignored: %s reads the settings "
					       "of [layer %s] only", option.name, layer->library,
					       layer->name);

		if (text)
			add(check, origin_text(option.origin, arena), text,
			    "correct it there, see SHIPPED LAYERS in layers.conf(5)");
	}
}

/* -- variables -------------------------------------------------------------------- */

static const char *unknown_variable(const struct shipped_layer *layer, const char *name,
				    struct arena *arena)
{
	struct suggestion suggestion;

	suggest_begin(&suggestion, name);
	for (size_t i = 0; i < ARRAY_SIZE(known_options); i++)
		suggest_consider(&suggestion, known_options[i].variable);
	return format_into(arena, "the layer %s has no such variable, which is ignored%s",
			   layer->name, suggest_end(&suggestion, "", arena));
}

/* A variable of a layer that is not loaded has a finding of its own (variables.c). */
static void judge_variable(struct examination *check, const char *name, const char *value)
{
	const struct known_option *option;
	const struct shipped_layer *layer = shipped_layers_of_variable(name, &option);
	struct arena *arena = &check->tool->arena;
	const char *text;

	if (!layer || !shipped_layers_is_loaded(layer, &check->snapshot))
		return;
	text = option ? shipped_layers_judge_value(option, value, arena)
		      : unknown_variable(layer, name, arena);
	if (text && option)
		text = format_into(arena, "%s; ignored", text);
	if (text)
		add(check, name, text,
		    format_into(arena, "unset %s  # or correct it, see SHIPPED LAYERS in "
				"layers.conf(5)", name));
}

void layer_options_examine(struct examination *check)
{
	const struct settings *settings = &check->snapshot.settings;

	for (size_t i = 0; i < settings->layer_count; i++)
		judge_section(check, &settings->layer_sections[i]);
	for (char **entry = environ; *entry; entry++) {
		const char *value;
		const char *name = variables_split(*entry, &value, &check->tool->arena);

		if (name)
			judge_variable(check, name, value);
	}
}
