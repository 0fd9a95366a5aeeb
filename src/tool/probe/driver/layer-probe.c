/* SPDX-License-Identifier: Apache-2.0 */
/* layer-probe: see layer-probe.h. */
#include "tool/probe/driver/layer-probe.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/os.h"
#include "base/text.h"
#include "dispatch/layer.h"
#include "dispatch/terminator-list.h"
#include "tool/output/progress.h"
#include "tool/probe/driver/platform-report.h"
#include "tool/probe/driver/report.h"

void layer_probe_add(struct layer_probe *probe, const struct candidate *candidate,
		     struct arena *arena)
{
	struct probed_layer *layer = arena_append(arena, &probe->first, sizeof(*layer));

	if (!layer)
		return;
	layer->candidate = candidate;
	layer->verdict = candidate->verdict;
	probe->count++;
}

/* -- the child -------------------------------------------------------------- */

static void open_layer(int report, struct layer_chain *layers, const struct candidate *candidate,
		       const struct layer_rules *rules, struct arena *arena)
{
	struct candidate copy = *candidate;
	const struct layer *layer = layer_open(layers, &copy, rules, arena);
	char name[256];

	report_put(report, "layer", "");
	platform_report_put_verdict(report, &copy.verdict);
	if (!layer)
		return;
	report_put(report, "generation", layer_generation_name(layer->generation));
	report_put_number(report, "api-version", (long)layer->api_version);
	report_put_number(report, "overridden", (long)layer->overridden);
	if (layer_read_name(layer, name, sizeof(name)))
		report_put(report, "name", name);
}

/*
 * A layer that starts opens its file, which may be the result of an earlier run. Without the
 * variable it writes to standard error, which is caught. No layer gets options of layers.conf
 * here, so they name no file either. The record layer makes a file of its own at the first call,
 * and layers above it may make calls when they start.
 */
static void keep_from_files(struct arena *arena)
{
	char **variable = environ;

	while (variable && *variable) {
		const char *name = arena_copy(arena, *variable, strcspn(*variable, "="));
		/* OPENCL_TRACE_FILE, for example. */
		const bool is_file = name && text_skip_prefix(name, "OPENCL_") &&
				     text_has_suffix(name, "_FILE");

		if (!is_file || !os_set_variable(name, NULL))
			variable++;
	}
	os_set_variable("OPENCL_RECORD_PAUSED", "yes");
}

static void open_layers(int report, void *argument)
{
	static struct api_table bottom;		/* layers keep pointers to these */
	static struct layer_chain layers;
	static struct arena arena;
	const struct layer_probe *probe = argument;
	struct layer_rules rules = { probe->settings->legacy_termination, OS_SHIPPED_LAYER_DIR };

	keep_from_files(&arena);
	terminator_fill((void **)&bottom);
	layer_chain_init(&layers, &bottom);
	LIST_EACH(const struct probed_layer, layer, probe->first)
		open_layer(report, &layers, layer->candidate, &rules, &arena);
}

/* -- the parent ------------------------------------------------------------- */

static void take(struct probed_layer *layer, const char *key, const char *value)
{
	if (strcmp(key, "name") == 0)
		layer->name = value;
	else if (strcmp(key, "generation") == 0)
		layer->generation = value;
	else if (strcmp(key, "api-version") == 0)
		layer->api_version = report_number(value);
	else if (strcmp(key, "overridden") == 0)
		layer->overridden = report_number(value);
	else
		platform_report_take_verdict(&layer->verdict, key, value);
}

void layer_probe_run(struct layer_probe *probe, unsigned limit, struct arena *arena)
{
	struct probed_layer *next = probe->first;
	struct probed_layer *layer = NULL;
	const char *key;
	const char *value;
	struct report report;

	if (probe->count == 0)
		return;
	progress_name("the layers");
	child_run(&probe->child, open_layers, probe, limit, arena);
	report_init(&report, probe->child.report, probe->child.report_size);
	while (report_next(&report, &key, &value)) {
		if (strcmp(key, "layer") == 0) {
			layer = next;
			next = next ? next->next : NULL;
			if (layer)
				layer->is_reported = true;
		} else if (layer) {
			take(layer, key, value);
		}
	}
}

void layer_probe_all(struct layer_probe *probe, const struct snapshot *snapshot, struct tool *tool)
{
	const struct candidate *candidate = snapshot->layers.first;

	probe->settings = &snapshot->settings;
	for (; candidate; candidate = candidate->next)
		if (candidate->verdict.reason == REASON_OK)
			layer_probe_add(probe, candidate, &tool->arena);
	layer_probe_run(probe, tool->timeout, &tool->arena);
}

const struct probed_layer *layer_probe_failing(const struct layer_probe *probe)
{
	const struct probed_layer *layer = probe->first;

	while (layer && layer->is_reported)
		layer = layer->next;
	return layer;
}
