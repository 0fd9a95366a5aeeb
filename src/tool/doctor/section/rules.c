/* SPDX-License-Identifier: Apache-2.0 */
/* rules: see rules.h. */
#include "tool/doctor/section/rules.h"

#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "config/files.h"
#include "tool/output/format.h"

/* A line of a file, or a variable, and the globs in it that match nothing. */
struct rule {
	const char *key;
	const struct origin *origin;
	struct finding *finding;	/* NULL: none so far */
};

/* Users did not write it, so it cannot be their mistake. */
static bool is_shipped(const struct examination *check, const struct origin *origin)
{
	return !origin->name || files_is_shipped(&check->snapshot.settings, origin->name);
}

static bool names_platform(const struct driver_probe *probe, const char *glob)
{
	const struct reported_platform *platform = probe->reported.first;

	for (; platform; platform = platform->next) {
		struct match_names names = probe->candidate->names;

		match_names_set_platform(&names, platform->name, platform->vendor);
		if (match_glob(&names, glob))
			return true;
	}
	return false;
}

static bool names_anything(const struct examination *check, const char *glob)
{
	const struct candidate *candidate = check->snapshot.drivers.first;

	for (; candidate; candidate = candidate->next)
		if (match_glob(&candidate->names, glob))
			return true;
	for (const struct driver_probe *probe = check->probes; probe; probe = probe->next)
		if (names_platform(probe, glob))
			return true;
	return false;
}

static void put_glob(struct examination *check, struct rule *rule, const char *glob)
{
	if (!rule->finding)
		rule->finding = finding_add(
			&check->findings, FINDING_WARNING,
			origin_text(rule->origin, &check->tool->arena), "rule-without-match",
			format_into(&check->tool->arena, "%s names no driver and no platform that "
				    "is here", rule->key));
	finding_fact(rule->finding, "no match", "%s", glob);
	if (strpbrk(glob, "\"'"))
		finding_fact_once(rule->finding, "cure",
				  "write it without quotes, which are a part of the value");
	else if (strchr(glob, '#'))
		finding_fact_once(rule->finding, "cure",
				  "begin comments with a semicolon: \"#\" does so only in the "
				  "first column");
}

static bool is_same_origin(const struct origin *a, const struct origin *b)
{
	return a->line == b->line && strcmp(a->name, b->name) == 0;
}

static void finish(struct rule *rule)
{
	if (rule->finding && !finding_has(rule->finding, "cure"))
		finding_fact(rule->finding, "cure",
			     "correct the name, which \"clrouter list\" and \"clrouter files\" "
			     "show; leave it if the driver is only absent for now");
}

static void examine_list(struct examination *check, const char *key,
			 const struct setting_list *list)
{
	struct rule rule = { key, NULL, NULL };

	for (size_t i = 0; i < list->count; i++) {
		const struct setting_item *item = &list->items[i];

		if (is_shipped(check, &item->origin) || names_anything(check, item->text))
			continue;
		if (!rule.origin || !is_same_origin(rule.origin, &item->origin)) {
			finish(&rule);
			rule = (struct rule){ key, &item->origin, NULL };
		}
		put_glob(check, &rule, item->text);
	}
	finish(&rule);
}

static void examine_glob(struct examination *check, const char *key, const struct origin *origin,
			 const char *glob)
{
	struct rule rule = { key, origin, NULL };

	if (is_shipped(check, origin) || names_anything(check, glob))
		return;
	put_glob(check, &rule, glob);
	finish(&rule);
}

static size_t count_platforms(const struct examination *check)
{
	bool hides_empty = check->snapshot.settings.hide_empty.value;
	size_t count = 0;

	for (const struct driver_probe *probe = check->probes; probe; probe = probe->next)
		for (const struct reported_platform *platform = probe->reported.first; platform;
		     platform = platform->next)
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
	finding = finding_add(&check->findings, FINDING_WARNING, variable, "platform-out-of-range",
			      format_into(&check->tool->arena,
					  "expected a number below %zu, the count of platforms, "
					  "found %u; it is ignored",
					  count, settings->default_platform));
	finding_fact(finding, "cure", "unset %s  # or correct the number", variable);
}

void rules_examine(struct examination *check)
{
	const struct settings *settings = &check->snapshot.settings;
	const struct setting *platform = &settings->null_platform;
	const struct {
		const char *key;
		const struct setting_list *list;
	} lists[] = {
		{ "first", &settings->first },
		{ "last", &settings->last },
		{ "disable", &settings->disable },
		{ "enable", &settings->enable },
		{ "its value", &settings->env_disable },
		{ "its value", &settings->env_enable },
	};

	/* With a name on the command line not all platforms are known. */
	if (check->name)
		return;
	for (size_t i = 0; i < ARRAY_SIZE(lists); i++)
		examine_list(check, lists[i].key, lists[i].list);
	for (size_t i = 0; i < settings->driver_count; i++)
		examine_glob(check, "[driver]", &settings->drivers[i].origin,
			     settings->drivers[i].glob);
	if (platform->text && strcmp(platform->text, "first") != 0 &&
	    strcmp(platform->text, "error") != 0)
		examine_glob(check, "null_platform", &platform->origin, platform->text);
	examine_default(check);
}
