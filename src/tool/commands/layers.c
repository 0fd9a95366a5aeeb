/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layers: the chain from the application to the driver, and the layers that are
 * not in it. They are opened in a child, over no driver: that is enough to know
 * them, and no driver is woken.
 */
#include "tool/probe/chain.h"
#include "tool/output/json.h"
#include "tool/output/say.h"
#include "tool/probe/survey.h"
#include "tool/output/tell.h"
#include "tool/tool.h"

struct answer {
	struct tool *tool;
	struct survey survey;
	struct chain chain;
	const struct chain_layer *culprit;
	struct json json;
	bool has_problem;
};

static const char *origin_name(const struct entry *entry, const struct survey *survey,
			       struct arena *arena)
{
	switch (entry->origin) {
	case ENTRY_FROM_CONFIG:
		for (size_t i = 0; i < survey->settings.layers.count; i++) {
			const struct setting_item *item = &survey->settings.layers.items[i];

			if (item->text == entry->written)
				return origin_text(&item->origin, arena);
		}
		return "layers.conf";
	case ENTRY_FROM_LAYERS:
		return env_name(ENV_OPENCL_LAYERS);
	default:
		return entry->path;
	}
}

static bool is_active(const struct answer *answer, const struct chain_layer *layer)
{
	return !answer->culprit && layer->verdict.reason == REASON_OK;
}

/* From the application's side: the chain is kept from the driver's. */
static const struct chain_layer *layer_from_top(const struct chain *chain, size_t index)
{
	const struct chain_layer *layer = chain->first;

	for (size_t i = index + 1; i < chain->count; i++)
		layer = layer->next;
	return layer;
}

static void put_layer(struct answer *answer, const struct chain_layer *layer, size_t index)
{
	struct arena *arena = &answer->tool->arena;
	const struct entry *entry = layer->entry;
	const char *origin = origin_name(entry, &answer->survey, arena);
	struct json *json = &answer->json;

	if (!answer->tool->json) {
		say_head(SAY_GOOD, "layer", "%zu: %s", index,
			 tell_or(layer->name, entry->library));
		say_fact("library", "%s", entry->library);
		say_fact("origin", "%s", origin);
		say_fact("generation", "%s (API version %ld)", layer->generation,
			 layer->api_version);
		say_fact("overridden", "%ld functions", layer->overridden);
		return;
	}
	json_open_object(json, NULL);
	json_text(json, "name", layer->name);
	json_text(json, "section", entry->section);
	json_text(json, "library", entry->library);
	json_text(json, "origin", origin);
	json_text(json, "generation", layer->generation);
	json_number(json, "api_version", layer->api_version);
	json_number(json, "overridden", layer->overridden);
	json_close_object(json);
}

static void put_refused(struct answer *answer, const struct entry *entry,
			const struct verdict *verdict)
{
	struct arena *arena = &answer->tool->arena;

	answer->has_problem |= !reason_is_expected(verdict->reason);
	if (!answer->tool->json) {
		say_head(tell_shade(verdict),
			 reason_is_expected(verdict->reason) ? "off" : "refused", "%s: %s: %s",
			 entry_name(entry), reason_id(verdict->reason),
			 tell_verdict(verdict, arena));
		return;
	}
	json_open_object(&answer->json, NULL);
	json_text(&answer->json, "name", entry_name(entry));
	json_text(&answer->json, "library", entry->library);
	tell_json_verdict(&answer->json, verdict, arena);
	json_close_object(&answer->json);
}

static void put_chain(struct answer *answer)
{
	size_t active = 0;

	for (const struct chain_layer *layer = answer->chain.first; layer; layer = layer->next)
		active += is_active(answer, layer);
	if (answer->tool->json)
		json_open_array(&answer->json, "layers");
	else if (active == 0)
		say_head(SAY_PLAIN, "layers", "no layer is active");
	else
		say_head(SAY_PLAIN, "layers", "%zu, from the application to the driver", active);
	active = 0;
	for (size_t i = 0; i < answer->chain.count; i++) {
		const struct chain_layer *layer = layer_from_top(&answer->chain, i);

		if (is_active(answer, layer))
			put_layer(answer, layer, active++);
	}
	if (answer->tool->json)
		json_close_array(&answer->json);
}

static void put_others(struct answer *answer)
{
	if (answer->tool->json)
		json_open_array(&answer->json, "refused");
	for (const struct entry *entry = answer->survey.layers.first; entry; entry = entry->next)
		if (entry->verdict.reason != REASON_OK)
			put_refused(answer, entry, &entry->verdict);
	for (const struct chain_layer *layer = answer->chain.first; layer; layer = layer->next)
		if (layer->verdict.reason != REASON_OK)
			put_refused(answer, layer->entry, &layer->verdict);
	if (answer->tool->json)
		json_close_array(&answer->json);
}

/* Without a chain there is nothing to show; one layer is to blame. */
static void tell_culprit(struct answer *answer)
{
	struct arena *arena = &answer->tool->arena;

	answer->has_problem = true;
	say_error("%s: %s while it was started; clrouter doctor tells more",
		  entry_name(answer->culprit->entry),
		  child_end_text(&answer->chain.child, arena));
}

int tool_layers(struct tool *tool)
{
	struct answer answer = { .tool = tool };
	const struct entry *entry;

	survey_read(&answer.survey, tool);
	answer.chain.settings = &answer.survey.settings;
	for (entry = answer.survey.layers.first; entry; entry = entry->next)
		if (entry->verdict.reason == REASON_OK)
			chain_add(&answer.chain, entry, &tool->arena);
	if (answer.chain.count > 0)
		chain_open(&answer.chain, tool->timeout, &tool->arena);
	answer.culprit = chain_culprit(&answer.chain);
	if (tool->json)
		json_open_object(&answer.json, NULL);
	put_chain(&answer);
	put_others(&answer);
	if (tool->json)
		json_close_object(&answer.json);
	if (answer.culprit)
		tell_culprit(&answer);
	return answer.has_problem ? TOOL_PROBLEM : TOOL_GOOD;
}
