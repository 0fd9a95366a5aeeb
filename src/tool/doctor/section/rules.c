/* SPDX-License-Identifier: Apache-2.0 */
/* rules: see sections.h. */
#include "tool/doctor/section/sections.h"

#include <string.h>

#include "base/array.h"
#include "config/files.h"
#include "discover/layer-scan.h"
#include "tool/doctor/shipped-layers.h"
#include "tool/output/format.h"

/* What the globs of a list are names of. */
struct kind {
	bool (*has)(const struct examination *check, const char *glob);
	const char *(*suggest)(const struct examination *check, const char *glob);
	const char *none;
	const char *cure;
};

/* A line of a file, or a variable, and the globs in it that match nothing. */
struct glob_rule {
	const struct kind *kind;
	const char *key;
	const struct origin *origin;
	struct finding *finding;	/* NULL: none so far */
};

/* Users did not write it, so it cannot be their mistake. */
static bool is_shipped(const struct examination *check, const struct origin *origin)
{
	return !origin->name || files_is_shipped(&check->snapshot.settings, origin->name);
}

/* -- drivers ------------------------------------------------------------------------ */

static bool has_driver(const struct examination *check, const char *glob)
{
	return platform_names_has_driver(&check->snapshot, glob) ||
	       platform_names_find(platform_names_of(check->probes, &check->tool->arena), glob);
}

static const char *suggest_driver(const struct examination *check, const char *glob)
{
	struct arena *arena = &check->tool->arena;

	return platform_names_suggest(&check->snapshot, platform_names_of(check->probes, arena),
				      glob, arena);
}

static const struct kind drivers = { has_driver, suggest_driver,
				     "names no driver and no platform that is here",
				     "correct the name, which \"clrouter list\" and \"clrouter "
				     "files\" show; leave it if the driver is "
				     "only absent for now" };

/* -- layers --------------------------------------------------------------------------- */

/* Also one that is not loaded, and that its section or its file names. */
static bool has_layer(const struct examination *check, const char *glob)
{
	const struct candidate *candidate = check->snapshot.layers.first;

	while (candidate && !layer_scan_names(glob, candidate, &check->tool->arena))
		candidate = candidate->next;
	return candidate || shipped_layers_names_any(glob, &check->snapshot.settings);
}

static const char *suggest_layer(const struct examination *check, const char *glob)
{
	struct suggestion suggestion;

	suggest_begin(&suggestion, glob);
	shipped_layers_consider(&suggestion, &check->snapshot.settings);
	LIST_EACH(const struct probed_layer, layer, check->layers)
		if (layer->name)
			suggest_consider(&suggestion, layer->name);
	return suggest_end(&suggestion, "", &check->tool->arena);
}

static const struct kind layers = {
	has_layer, suggest_layer, "names no layer that is known",
	"correct the name; leave it if the layer is only absent for now"
};

/* -- lists and single globs ------------------------------------------------------------- */

static void put_glob(struct examination *check, struct glob_rule *rule, const char *glob)
{
	if (!rule->finding)
		rule->finding =
			finding_add(&check->findings, FINDING_WARNING,
				    origin_text(rule->origin, &check->tool->arena),
				    "rule-without-match", "%s %s", rule->key, rule->kind->none);
	finding_fact(rule->finding, "no match", "%s%s", glob, rule->kind->suggest(check, glob));
	if (strpbrk(glob, "\"'"))
		finding_cure(rule->finding,
			     "write it without quotes, which are a part of the value");
	else if (strchr(glob, '#'))
		finding_cure(
			rule->finding,
			"begin comments with a semicolon: \"#\" does so only in the first column");
}

static bool is_same_origin(const struct origin *a, const struct origin *b)
{
	return a->line == b->line && strcmp(a->name, b->name) == 0;
}

static void finish(struct glob_rule *rule)
{
	if (rule->finding && !finding_has(rule->finding, "cure"))
		finding_cure(rule->finding, "%s", rule->kind->cure);
}

static void examine_list(struct examination *check, const struct kind *kind, const char *key,
			 const struct setting_list *list)
{
	struct glob_rule rule = { kind, key, NULL, NULL };

	for (size_t i = 0; i < list->count; i++) {
		const struct setting_item *item = &list->items[i];

		if (is_shipped(check, &item->origin) || kind->has(check, item->text))
			continue;
		if (!rule.origin || !is_same_origin(rule.origin, &item->origin)) {
			finish(&rule);
			rule = (struct glob_rule){ kind, key, &item->origin, NULL };
		}
		put_glob(check, &rule, item->text);
	}
	finish(&rule);
}

static void examine_glob(struct examination *check, const char *key, const struct origin *origin,
			 const char *glob)
{
	struct glob_rule rule = { &drivers, key, origin, NULL };

	if (is_shipped(check, origin) || has_driver(check, glob))
		return;
	put_glob(check, &rule, glob);
	finish(&rule);
}

/* A section without a library is for a layer that asks for its settings by this name. */
static bool is_asked_for(const struct examination *check, const struct settings_layer *section)
{
	const struct probed_layer *layer = check->layers;

	while (layer && !(layer->name && strcmp(layer->name, section->name) == 0))
		layer = layer->next;
	return layer || section->library.text || shipped_layers_find(section->name);
}

/* That "load" names such a section is a mistake of its own. */
static bool is_loaded(const struct examination *check, const struct settings_layer *section)
{
	const struct candidate *candidate = check->snapshot.layers.first;

	while (candidate && candidate->section != section->name)
		candidate = candidate->next;
	return candidate != NULL;
}

static void examine_section(struct examination *check, const struct settings_layer *section)
{
	struct glob_rule rule = { &layers, "[layer]", &section->origin, NULL };

	if (is_shipped(check, &section->origin) || is_asked_for(check, section) ||
	    is_loaded(check, section))
		return;
	put_glob(check, &rule, section->name);
	finish(&rule);
}

static size_t count_platforms(const struct examination *check)
{
	bool hides_empty = check->snapshot.settings.hide_empty.value;
	size_t count = 0;

	LIST_EACH(const struct driver_probe, probe, check->probes)
		LIST_EACH(const struct reported_platform, platform, probe->reported.first)
			count += platform->verdict.reason == REASON_OK &&
				 (platform->devices || !hides_empty);
	return count;
}

static void examine_default(struct examination *check)
{
	const struct settings *settings = &check->snapshot.settings;
	const char *variable = env_name(ENV_OCL_ICD_DEFAULT_PLATFORM);
	size_t count = count_platforms(check);
	struct finding *finding;

	if (!settings->has_default_platform || settings->default_platform < count)
		return;
	finding = finding_add(
		&check->findings, FINDING_WARNING, variable, "platform-out-of-range",
		"expected a number below %zu, the count of platforms, found %u; it is ignored",
		count, settings->default_platform);
	finding_cure(finding, "unset %s  # or correct the number", variable);
}

void rules_examine(struct examination *check)
{
	const struct settings *settings = &check->snapshot.settings;
	const struct setting *platform = &settings->null_platform;
	const struct {
		const struct kind *kind;
		const char *key;
		const struct setting_list *list;
	} lists[] = {
		{ &drivers, "first", &settings->first },
		{ &drivers, "last", &settings->last },
		{ &drivers, "disable", &settings->disable },
		{ &drivers, "enable", &settings->enable },
		{ &drivers, "its value", &settings->env_disable },
		{ &drivers, "its value", &settings->env_enable },
		{ &layers, "disable", &settings->layers_disable },
		{ &layers, "its value", &settings->env_layers_disable },
	};

	/* With a name on the command line not all platforms are known. */
	if (check->name)
		return;
	for (size_t i = 0; i < ARRAY_SIZE(lists); i++)
		examine_list(check, lists[i].kind, lists[i].key, lists[i].list);
	for (size_t i = 0; i < settings->driver_count; i++)
		examine_glob(check, "[driver]", &settings->drivers[i].origin,
			     settings->drivers[i].glob);
	for (size_t i = 0; i < settings->layer_count; i++)
		examine_section(check, &settings->layer_sections[i]);
	if (platform->text && strcmp(platform->text, "first") != 0 &&
	    strcmp(platform->text, "error") != 0)
		examine_glob(check, "null_platform", &platform->origin, platform->text);
	examine_default(check);
}
