/* SPDX-License-Identifier: Apache-2.0 */
/*
 * list: platforms and devices as a program sees them, in order. The whole
 * loader runs in one child, as it does in a program; if a driver takes the child
 * down, every program on this machine ends so too, and doctor tells which
 * driver it is.
 */
#include <string.h>

#include "tool/probe/child.h"
#include "loader/context.h"
#include "tool/doctor/cure.h"
#include "tool/probe/describe.h"
#include "tool/output/json.h"
#include "tool/probe/probe.h"
#include "tool/output/say.h"
#include "tool/probe/survey.h"
#include "tool/output/tell.h"
#include "tool/tool.h"
#include "driver/driver.h"

static void *find_no_export(const char *name)
{
	(void)name;
	return NULL;
}

static void list_platforms(int report, void *argument)
{
	static struct context context;	/* drivers and layers keep pointers into it */
	static struct route route = { .find_export = find_no_export };
	static const struct platform_facts texts = { .names = true, .version = true };
	const struct tool *tool = argument;

	context.root = tool->root;
	context.program = tool->program;
	context_start(&context, &route);
	for (size_t i = 0; i < context.count; i++) {
		struct platform *platform = context.platforms[i];

		driver_fetch_facts(&context.drivers, platform, &texts);
		describe_platform(report, platform, &route.slots,
				  platform->handle == context.registry.default_platform,
				  &context.arena);
	}
	wire_put(report, "end", "");
}

static void print_platform(const struct seen_platform *platform, size_t index)
{
	size_t number = 0;

	say_head(SAY_GOOD, "platform", "%zu: %s%s", index,
		 platform->name ? platform->name : "(no name)",
		 platform->is_default ? " (default)" : "");
	say_fact("version", "%s", platform->version ? platform->version : "(none)");
	say_fact("vendor", "%s", platform->vendor ? platform->vendor : "(none)");
	say_fact("library", "%s", platform->library ? platform->library : "(none)");
	if (platform->file)
		say_fact("file", "%s", platform->file);
	for (const struct seen_device *device = platform->devices; device; device = device->next)
		say_fact("device", "%zu: %s: %s: %s", number++,
			 device->type ? device->type : "other",
			 device->name ? device->name : "(no name)",
			 device->version ? device->version : "(no version)");
	if (!platform->devices)
		say_fact("device", "none%s%s", platform->device_error ? ": " : "",
			 platform->device_error ? platform->device_error : "");
}

static void print(const struct tool *tool, const struct seen *seen, struct arena *arena)
{
	struct json json = { 0 };
	size_t index = 0;

	if (tool->json) {
		json_open_object(&json, NULL);
		describe_json(&json, "platforms", seen, arena);
		json_close_object(&json);
		return;
	}
	for (const struct seen_platform *platform = seen->first; platform;
	     platform = platform->next)
		print_platform(platform, index++);
}

/* Which driver does it? Each one alone tells, unless they only quarrel together. */
static void name_culprit(struct tool *tool, const struct survey *survey)
{
	for (const struct entry *entry = survey->drivers.first; entry; entry = entry->next) {
		struct probe probe = { .entry = entry, .settings = &survey->settings };

		if (entry->verdict.reason != REASON_OK)
			continue;
		probe_driver(&probe, tool->timeout, &tool->arena);
		if (probe.stage == PROBE_EXIT)
			continue;
		say_error("the driver was %s (%s): %s %s", entry_name(entry), entry->library,
			  child_end_text(&probe.child, &tool->arena),
			  probe_stage_text(probe.stage));
		say_error("clrouter doctor %s tells more",
			  cure_shell_word(cure_driver_name(entry, &tool->arena), &tool->arena));
		return;
	}
	say_error("no driver does so alone; see clrouter doctor and clrouter layers");
}

/* A hang of one driver must not be taken for the slowness of many. */
static unsigned whole_limit(const struct tool *tool, const struct survey *survey)
{
	unsigned count = 1;

	for (const struct entry *entry = survey->drivers.first; entry; entry = entry->next)
		count += entry->verdict.reason == REASON_OK;
	return tool->timeout * count;
}

int tool_list(struct tool *tool)
{
	struct seen seen = { 0 };
	struct survey survey;
	struct child child;
	bool is_complete = false;
	const char *key;
	const char *value;
	struct wire wire;

	survey_read(&survey, tool);
	child_run(&child, list_platforms, tool, whole_limit(tool, &survey), &tool->arena);
	wire = (struct wire){ child.report, child.report + child.report_size };
	while (wire_next(&wire, &key, &value))
		is_complete |= !describe_take(&seen, key, value, &tool->arena) &&
			       strcmp(key, "end") == 0;
	print(tool, &seen, &tool->arena);
	if (!is_complete) {
		say_error("loading the drivers failed: %s", child_end_text(&child, &tool->arena));
		name_culprit(tool, &survey);
	} else if (seen.count == 0) {
		say_error("there is no platform; clrouter doctor tells why");
	}
	return is_complete && seen.count > 0 ? TOOL_GOOD : TOOL_PROBLEM;
}
