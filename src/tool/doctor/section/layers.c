/* SPDX-License-Identifier: Apache-2.0 */
/* layers: see sections.h. */
#include "tool/doctor/section/sections.h"

#include "base/text.h"
#include "dispatch/layer.h"
#include "tool/doctor/cause/candidate-advice.h"
#include "tool/doctor/paths.h"
#include "tool/doctor/shipped-layers.h"
#include "tool/output/format.h"
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
