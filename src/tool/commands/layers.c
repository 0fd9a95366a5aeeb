/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layers: the chain from the application to the driver, and the layers that are not in it. Layers
 * are opened in a child process, above a table without drivers: that is enough to examine them,
 * and no driver is started, but for what the compatibility layer provides.
 */
#include <string.h>

#include "dispatch/layer.h"
#include "discover/layer-scan.h"
#include "table/json.h"
#include "table/lines.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/output/tool-notes.h"
#include "tool/output/progress.h"
#include "tool/probe/driver/all-devices.h"
#include "tool/probe/driver/layer-probe.h"
#include "tool/probe/process/layer-state.h"
#include "tool/probe/snapshot.h"
#include "tool/tool.h"

struct layers_answer {
	struct tool *tool;
	struct output *output;
	struct snapshot snapshot;
	struct layer_probe probe;
	const struct probed_layer *failing;	/* ended the child while it started; NULL: none */
	bool has_problem;
};

static const char *origin_name(const struct candidate *candidate, const struct snapshot *snapshot,
			       struct arena *arena)
{
	switch (candidate->origin) {
	case CANDIDATE_FROM_CONFIG:
		for (size_t i = 0; i < snapshot->settings.layers.count; i++) {
			const struct setting_item *item = &snapshot->settings.layers.items[i];

			if (item->text == candidate->written)
				return origin_text(&item->origin, arena);
		}
		return "layers.conf";
	case CANDIDATE_FROM_LAYERS:
		return env_name(ENV_OPENCL_LAYERS);
	default:
		return candidate->path;
	}
}

static bool is_active(const struct layers_answer *answer, const struct probed_layer *layer)
{
	return !answer->failing && layer->verdict.reason == REASON_OK;
}

/* From the application's side: the chain is kept from the driver's. */
static const struct probed_layer *layer_from_top(const struct layer_probe *probe, size_t index)
{
	const struct probed_layer *layer = probe->first;

	for (size_t i = index + 1; i < probe->count; i++)
		layer = layer->next;
	return layer;
}

/* By the name that the layer gives itself, for that is what it asks the loader with. */
static void put_options(struct layers_answer *answer, const char *name)
{
	const struct settings_layer *section =
		name ? layer_scan_section(&answer->snapshot.settings, name) : NULL;
	struct arena *arena = &answer->tool->arena;
	struct layer_option option;
	size_t at = 0;

	json_open_array(answer->output, "options");
	while (section && layer_state_next_option(&section->options, &at, &option, arena)) {
		const char *origin = origin_text(option.origin, arena);

		lines_fact(answer->output, "option", "%s = %s ; %s", option.name, option.value,
			   origin);
		format_json_texts(answer->output, "name", option.name, "value", option.value,
				  "origin", origin, FORMAT_END);
	}
	json_close_array(answer->output);
}

/*
 * What the compatibility layer provides depends on the devices, so the drivers are asked, through all
 * layers. A driver that fails costs only this part; doctor reports it.
 */
static void put_emulated(struct layers_answer *answer, const char *name)
{
	struct reported reported = { 0 };
	struct child child;

	if (!name || strcmp(name, "compatibility") != 0)
		return;
	progress_name("all drivers");
	all_devices_ask(&reported, &child, ALL_DEVICES_THROUGH_LAYERS, &answer->snapshot,
			answer->tool);
	json_open_array(answer->output, "devices");
	LIST_EACH(const struct reported_platform, platform, reported.first)
		LIST_EACH(const struct reported_device, device, platform->devices) {
			lines_fact(answer->output, "device", "%s (%s): emulated: %s",
				   format_or(device->name, "(no name)"),
				   format_or(platform->name, "(no name)"),
				   format_or(device->emulated, "nothing"));
			format_json_texts(answer->output, "name", device->name, "platform",
					  platform->name, "emulated", device->emulated, FORMAT_END);
		}
	json_close_array(answer->output);
}

/* As in the chain: "listed" unless a section says otherwise, and then with its line. */
static void put_place(struct layers_answer *answer, const struct candidate *candidate)
{
	const struct setting *place = layer_scan_place(&answer->snapshot.settings, candidate);
	const char *origin = place ? origin_text(&place->origin, &answer->tool->arena) : NULL;

	if (place)
		lines_fact(answer->output, "place", "%s ; %s", place->text, origin);
	json_text(answer->output, "place", place ? place->text : "listed");
	json_text(answer->output, "place_origin", origin);
}

static void put_layer(struct layers_answer *answer, const struct probed_layer *layer, size_t index)
{
	const struct candidate *candidate = layer->candidate;
	struct arena *arena = &answer->tool->arena;
	const char *origin = origin_name(candidate, &answer->snapshot, arena);
	const char *note = layer_version_note(layer->api_version, layer->generation, arena);
	struct output *output = answer->output;

	lines_head(output, LINES_GOOD, "layer", "%zu: %s", index,
		   format_or(layer->name, candidate->library));
	lines_fact(output, "library", "%s", candidate->library);
	lines_fact(output, "origin", "%s", origin);
	lines_fact(output, "generation", "%s (API version %ld)", layer->generation,
		   layer->api_version);
	if (note)
		lines_fact(output, "note", "%s", note);
	lines_fact(output, "overridden", "%ld function%s", layer->overridden,
		   layer->overridden == 1 ? "" : "s");
	json_open_object(output, NULL);
	json_text(output, "name", layer->name);
	json_text(output, "section", candidate->section);
	json_text(output, "library", candidate->library);
	json_text(output, "origin", origin);
	json_text(output, "generation", layer->generation);
	json_number(output, "api_version", layer->api_version);
	json_text(output, "note", note);
	json_number(output, "overridden", layer->overridden);
	put_place(answer, candidate);
	put_options(answer, layer->name);
	put_emulated(answer, layer->name);
	json_close_object(output);
}

static void put_refused(struct layers_answer *answer, const struct candidate *candidate,
			const struct verdict *verdict)
{
	const struct settings *settings = &answer->snapshot.settings;
	const struct setting_list *programs = layer_state_programs(candidate, settings);
	struct arena *arena = &answer->tool->arena;
	const char *origin = origin_name(candidate, &answer->snapshot, arena);
	struct output *output = answer->output;
	bool is_expected = reason_is_expected(verdict->reason);

	answer->has_problem |= !is_expected;
	if (programs)
		lines_head(output, format_shade(verdict), "off", "%s: %s",
			   candidate_name(candidate), layer_state_text(programs, arena));
	else
		lines_head(output, format_shade(verdict), is_expected ? "off" : "refused",
			   "%s: %s: %s", candidate_name(candidate), reason_id(verdict->reason),
			   format_verdict(verdict, arena));
	if (candidate->library)
		lines_fact(output, "library", "%s", candidate->library);
	lines_fact(output, "origin", "%s", format_or(origin, "(not known)"));
	json_open_object(output, NULL);
	json_text(output, "name", candidate_name(candidate));
	json_text(output, "library", candidate->library);
	json_text(output, "origin", origin);
	layer_state_put_programs(programs, output);
	format_json_verdict(output, verdict, arena);
	json_close_object(output);
}

static void put_head(struct layers_answer *answer)
{
	size_t active = 0;

	LIST_EACH(const struct probed_layer, layer, answer->probe.first)
		active += is_active(answer, layer);
	if (active == 0)
		lines_head(answer->output, LINES_PLAIN, "layers", "no layer is active");
	else
		lines_head(answer->output, LINES_PLAIN, "layers",
			   "%zu, from the application to the driver", active);
}

static void put_chain(struct layers_answer *answer)
{
	size_t active = 0;

	json_open_array(answer->output, "layers");
	for (size_t i = 0; i < answer->probe.count; i++) {
		const struct probed_layer *layer = layer_from_top(&answer->probe, i);

		if (is_active(answer, layer))
			put_layer(answer, layer, active++);
	}
	json_close_array(answer->output);
}

static void put_others(struct layers_answer *answer)
{
	json_open_array(answer->output, "refused");
	LIST_EACH(const struct candidate, candidate, answer->snapshot.layers.first)
		if (candidate->verdict.reason != REASON_OK)
			put_refused(answer, candidate, &candidate->verdict);
	LIST_EACH(const struct probed_layer, layer, answer->probe.first)
		if (layer->verdict.reason != REASON_OK)
			put_refused(answer, layer->candidate, &layer->verdict);
	json_close_array(answer->output);
}

/* Without a chain there is nothing to show: the child ended while this layer was started. */
static void report_failing(struct layers_answer *answer)
{
	struct arena *arena = &answer->tool->arena;

	answer->has_problem = true;
	message_error("%s: %s while it was started; run \"clrouter doctor\" for details",
		      candidate_name(answer->failing->candidate),
		      child_end_text(&answer->probe.child, arena));
}

int tool_layers(struct tool *tool)
{
	struct layers_answer answer = { .tool = tool, .output = tool->output };

	snapshot_read(&answer.snapshot, tool);
	layer_probe_all(&answer.probe, &answer.snapshot, tool);
	answer.failing = layer_probe_failing(&answer.probe);
	json_open_object(answer.output, NULL);
	notes_put(tool);
	put_head(&answer);
	put_chain(&answer);
	put_others(&answer);
	json_close_object(answer.output);
	if (answer.failing)
		report_failing(&answer);
	return answer.has_problem ? TOOL_PROBLEM : TOOL_GOOD;
}
