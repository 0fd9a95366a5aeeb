/* SPDX-License-Identifier: Apache-2.0 */
/* chain: see chain.h. */
#include "tool/probe/chain.h"

#include <string.h>

#include "dispatch/layer.h"
#include "dispatch/terminator-list.h"
#include "tool/probe/describe.h"
#include "tool/probe/wire.h"

void chain_add(struct chain *chain, const struct entry *entry, struct arena *arena)
{
	struct chain_layer *layer = arena_alloc(arena, sizeof(*layer));
	struct chain_layer **end = &chain->first;

	if (!layer)
		return;
	layer->entry = entry;
	layer->verdict = entry->verdict;
	while (*end)
		end = &(*end)->next;
	*end = layer;
	chain->count++;
}

/* -- the child -------------------------------------------------------------- */

static const char *generation_name(enum layer_generation generation)
{
	switch (generation) {
	case LAYER_1_0_0:
		return "1.0.0";
	case LAYER_1_1_0:
		return "1.1.0";
	case LAYER_1_0_1:
		break;
	}
	return "1.0.1";
}

static void open_layer(int report, struct layer_chain *layers, const struct entry *entry,
		       const struct layer_rules *rules, struct arena *arena)
{
	struct entry copy = *entry;
	const struct layer *layer = layer_open(layers, &copy, rules, arena);
	char name[256];

	wire_put(report, "layer", "");
	describe_verdict(report, &copy.verdict);
	if (!layer)
		return;
	wire_put(report, "generation", generation_name(layer->generation));
	wire_put_number(report, "api-version", (long)layer->api_version);
	wire_put_number(report, "overridden", (long)layer->overridden);
	if (layer_read_name(layer, name, sizeof(name)))
		wire_put(report, "name", name);
}

static void open_layers(int report, void *argument)
{
	static struct api_table bottom;		/* layers keep pointers to these */
	static struct layer_chain layers;
	static struct arena arena;
	const struct chain *chain = argument;
	struct layer_rules rules = { chain->settings->legacy_termination, SHIPPED_LAYER_DIR };

	terminator_fill((void **)&bottom);
	layer_chain_init(&layers, &bottom);
	for (const struct chain_layer *layer = chain->first; layer; layer = layer->next)
		open_layer(report, &layers, layer->entry, &rules, &arena);
}

/* -- the parent ------------------------------------------------------------- */

static void take(struct chain_layer *layer, const char *key, const char *value)
{
	if (strcmp(key, "name") == 0)
		layer->name = value;
	else if (strcmp(key, "generation") == 0)
		layer->generation = value;
	else if (strcmp(key, "api-version") == 0)
		layer->api_version = wire_number(value);
	else if (strcmp(key, "overridden") == 0)
		layer->overridden = wire_number(value);
	else
		describe_take_verdict(&layer->verdict, key, value);
}

void chain_open(struct chain *chain, unsigned limit, struct arena *arena)
{
	struct chain_layer *next = chain->first;
	struct chain_layer *layer = NULL;
	const char *key;
	const char *value;
	struct wire wire;

	child_run(&chain->child, open_layers, chain, limit, arena);
	wire_init(&wire, chain->child.report, chain->child.report_size);
	while (wire_next(&wire, &key, &value)) {
		if (strcmp(key, "layer") == 0) {
			layer = next;
			next = next ? next->next : NULL;
			if (layer)
				layer->is_told = true;
		} else if (layer) {
			take(layer, key, value);
		}
	}
}

const struct chain_layer *chain_culprit(const struct chain *chain)
{
	const struct chain_layer *layer = chain->first;

	while (layer && layer->is_told)
		layer = layer->next;
	return layer;
}
