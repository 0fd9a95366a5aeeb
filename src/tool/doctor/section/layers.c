/* SPDX-License-Identifier: Apache-2.0 */
/* layers: see sections.h. */
#include "tool/doctor/section/sections.h"

#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/text.h"
#include "dispatch/layer.h"
#include "tool/doctor/cause/causes.h"
#include "tool/doctor/paths.h"
#include "tool/doctor/shipped-layers.h"
#include "tool/output/format.h"
#include "tool/output/suggest.h"
#include "tool/probe/driver/layer-probe.h"
#include "tool/probe/process/layer-state.h"

/* A name that is written in a list, and that leads nowhere, may be misspelt. */
static const char *suggest(const struct examination *check, const struct candidate *candidate,
			   const struct verdict *verdict)
{
	const bool is_nothing = verdict->reason == REASON_NO_LIBRARY_NAME ||
				(verdict->reason == REASON_NOT_FOUND && !candidate->section);

	return is_nothing && !candidate->path && candidate->written
		       ? shipped_layers_suggest(candidate->written, &check->snapshot.settings,
						&check->tool->arena)
		       : "";
}

static void judge_layer(struct examination *check, const struct candidate *candidate,
			const struct verdict *verdict)
{
	struct tool *tool = check->tool;
	const struct setting_list *programs =
		layer_state_programs(candidate, &check->snapshot.settings);
	bool is_expected = reason_is_expected(verdict->reason);
	const char *text =
		programs ? layer_state_text(programs, &tool->arena)
			 : format_into(&tool->arena, "%s%s", format_verdict(verdict, &tool->arena),
				       suggest(check, candidate, verdict));
	struct finding *finding =
		finding_add(&check->findings, is_expected ? FINDING_OFF : FINDING_PROBLEM,
			    candidate_name(candidate), reason_id(verdict->reason), "%s", text);

	finding_fact(finding, "layer", "%s", format_or(candidate->library, "(no library)"));
	paths_explain_links(finding, candidate->path, tool);
	paths_explain_links(finding, candidate->library, tool);
	if (programs)
		return;
	if (verdict->reason == REASON_DISABLED)
		finding_cure(finding, "take it out of %s",
			     format_or(verdict->detail, "the disable list"));
	else
		advice_for_candidate(finding, candidate, verdict, &check->snapshot, tool);
}

static void warn_of_version(struct examination *check, const struct probed_layer *layer)
{
	const char *note = layer_version_note(layer->api_version, layer->generation,
					      &check->tool->arena);
	struct finding *finding;

	if (!note)
		return;
	finding = finding_add(&check->findings, FINDING_WARNING, candidate_name(layer->candidate),
			      "proposed-version", "%s", note);
	finding_fact(finding, "layer", "%s", layer->candidate->library);
	finding_cure(finding,
		     "nothing, if it works; else get a version of the layer for API version 100");
}

static void keep(struct examination *check, struct probed_layer *layer)
{
	if (!layer)
		return;
	layer->next = check->layers;
	check->layers = layer;
}

/* Alone, so that one layer's crash is not another's. */
static void examine_layer(struct examination *check, const struct candidate *candidate)
{
	struct tool *tool = check->tool;
	struct layer_probe probe = { .settings = &check->snapshot.settings };
	const char *id = "crashed";
	struct finding *finding;

	layer_probe_add(&probe, candidate, &tool->arena);
	layer_probe_run(&probe, tool->timeout, &tool->arena);
	if (!layer_probe_failing(&probe)) {
		keep(check, probe.first);
		if (probe.first && probe.first->verdict.reason != REASON_OK)
			judge_layer(check, candidate, &probe.first->verdict);
		else if (probe.first)
			warn_of_version(check, probe.first);
		return;
	}
	if (probe.child.end == CHILD_TIMED_OUT || probe.child.end == CHILD_LEFT_BEHIND)
		id = child_end_id(&probe.child);
	finding = finding_add(&check->findings, FINDING_PROBLEM, candidate_name(candidate), id,
			      "a layer: %s, while it was started",
			      child_end_text(&probe.child, &tool->arena));
	finding_fact(finding, "layer", "%s", candidate->library);
	finding_cure(finding, "\"disable = ..., %s\" below [layers] in " ADVICE_LAYERS_CONF,
		     text_base_name(format_or(candidate->section, candidate->library)));
}

void layers_examine(struct examination *check)
{
	const struct candidate *candidate;

	for (candidate = check->snapshot.layers.first; candidate; candidate = candidate->next)
		if (candidate->verdict.reason == REASON_OK)
			examine_layer(check, candidate);
		else
			judge_layer(check, candidate, &candidate->verdict);
}

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

	while (layer && layer_state_next_option(&section->options, &at, &option, arena)) {
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
