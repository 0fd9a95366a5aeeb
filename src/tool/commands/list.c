/* SPDX-License-Identifier: Apache-2.0 */
/*
 * list: platforms and devices as a program sees them, in order. The whole
 * loader runs in one child, as it does in a program; if a driver takes the child
 * down, every program on this machine ends so too, and doctor tells which
 * driver it is.
 */
#include <string.h>

#include "driver/driver.h"
#include "loader/context.h"
#include "tool/doctor/cure.h"
#include "tool/output/format.h"
#include "tool/output/json.h"
#include "tool/output/lines.h"
#include "tool/output/message.h"
#include "tool/probe/child.h"
#include "tool/probe/describe.h"
#include "tool/probe/probe.h"
#include "tool/probe/survey.h"
#include "tool/tool.h"

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

		vendor_fetch_facts(&context.vendors, platform, &texts);
		describe_platform(report, platform, &route.slots,
				  platform->handle == context.registry.default_platform,
				  &context.arena);
	}
	wire_put(report, "end", "");
}

static void put_device(struct output *output, const struct seen_device *device, size_t index)
{
	lines_fact(output, "device", "%zu: %s: %s: %s", index, format_or(device->type, "other"),
		   format_or(device->name, "(no name)"),
		   format_or(device->version, "(no version)"));
	json_open_object(output, NULL);
	json_text(output, "name", device->name);
	json_text(output, "type", device->type);
	json_text(output, "version", device->version);
	json_close_object(output);
}

static void put_devices(struct output *output, const struct seen_platform *platform)
{
	size_t index = 0;

	json_open_array(output, "devices");
	for (const struct seen_device *device = platform->devices; device; device = device->next)
		put_device(output, device, index++);
	json_close_array(output);
	if (!platform->devices)
		lines_fact(output, "device", "none%s%s", platform->device_error ? ": " : "",
			   format_or(platform->device_error, ""));
}

static void put_platform(struct tool *tool, const struct seen_platform *platform, size_t index)
{
	struct output *output = tool->output;

	lines_head(output, LINES_GOOD, "platform", "%zu: %s%s", index,
		   format_or(platform->name, "(no name)"),
		   platform->is_default ? " (default)" : "");
	lines_fact(output, "version", "%s", format_or(platform->version, "(none)"));
	lines_fact(output, "vendor", "%s", format_or(platform->vendor, "(none)"));
	lines_fact(output, "library", "%s", format_or(platform->library, "(none)"));
	if (platform->file)
		lines_fact(output, "file", "%s", platform->file);
	json_open_object(output, NULL);
	json_text(output, "name", platform->name);
	json_flag(output, "default", platform->is_default);
	json_text(output, "vendor", platform->vendor);
	json_text(output, "version", platform->version);
	json_text(output, "suffix", platform->suffix);
	json_number(output, "icd", platform->generation);
	json_text(output, "library", platform->library);
	json_text(output, "file", platform->file);
	format_json_verdict(output, &platform->verdict, &tool->arena);
	put_devices(output, platform);
	json_close_object(output);
}

static void put_platforms(struct tool *tool, const struct seen *seen)
{
	size_t index = 0;

	json_open_object(tool->output, NULL);
	json_open_array(tool->output, "platforms");
	for (const struct seen_platform *platform = seen->first; platform;
	     platform = platform->next)
		put_platform(tool, platform, index++);
	json_close_array(tool->output);
	json_close_object(tool->output);
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
		message_error("the driver was %s (%s): %s %s", entry_name(entry), entry->library,
			  child_end_text(&probe.child, &tool->arena),
			  probe_stage_text(probe.stage));
		message_error("clrouter doctor %s tells more",
			  cure_shell_word(cure_driver_name(entry, &tool->arena), &tool->arena));
		return;
	}
	message_error("no driver does so alone; see clrouter doctor and clrouter layers");
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
	wire_init(&wire, child.report, child.report_size);
	while (wire_next(&wire, &key, &value))
		is_complete |= !describe_take(&seen, key, value, &tool->arena) &&
			       strcmp(key, "end") == 0;
	put_platforms(tool, &seen);
	if (!is_complete) {
		message_error("loading the drivers failed: %s", child_end_text(&child, &tool->arena));
		name_culprit(tool, &survey);
	} else if (seen.count == 0) {
		message_error("there is no platform; clrouter doctor tells why");
	}
	return is_complete && seen.count > 0 ? TOOL_GOOD : TOOL_PROBLEM;
}
