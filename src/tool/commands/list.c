/* SPDX-License-Identifier: Apache-2.0 */
/*
 * list: platforms and devices as a program sees them, in order. The whole loader runs in one child
 * process, as it does in a program. If a driver ends the child, it would end every program on this
 * machine: each driver is then loaded alone to find it, and the others are shown without it.
 */
#include "base/array.h"
#include "table/json.h"
#include "table/lines.h"
#include "tool/commands/failing-driver.h"
#include "tool/doctor/process-report.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/output/tool-notes.h"
#include "tool/output/progress.h"
#include "tool/probe/driver/all-devices.h"
#include "tool/probe/driver/platform-report.h"
#include "tool/probe/snapshot.h"
#include "tool/tool.h"

static void put_device_json(struct output *output, const struct reported_device *device,
			    const struct reported_platform *platform)
{
	json_open_object(output, NULL);
	json_text(output, "name", device->name);
	json_text(output, "type", device->type);
	json_text(output, "version", device->version);
	if (device->index)
		json_number(output, "index", report_number(device->index));
	else
		json_text(output, "index", NULL);
	json_text(output, "place", device->place);
	json_text(output, "uuid", device->uuid);
	json_text(output, "pci", device->pci);
	json_text(output, "driver_version", device->driver);
	json_text(output, "emulated", device->emulated);
	json_text(output, "same_device_as", platform_report_name_same(device));
	if (platform)
		json_text(output, "platform", platform->name);
	json_close_object(output);
}

static void put_fact(struct output *output, const char *key, const char *text)
{
	if (text)
		lines_fact(output, key, "%s", text);
}

static void put_device(struct output *output, const struct reported_device *device, size_t index)
{
	lines_fact(output, "device", "%zu: %s: %s: %s", index, format_or(device->type, "other"),
		   format_or(device->name, "(no name)"),
		   format_or(device->version, "(no version)"));
	if (device->index)
		lines_fact(output, "index", "%s (%s)", device->index,
			   format_or(device->place, ""));
	put_fact(output, "uuid", device->uuid);
	put_fact(output, "pci", device->pci);
	put_fact(output, "driver", device->driver);
	put_fact(output, "emulated", device->emulated);
	if (device->same)
		lines_fact(output, "note", "the same device as %s", platform_report_name_same(device));
	put_device_json(output, device, NULL);
}

static void put_devices(struct output *output, const struct reported_platform *platform)
{
	size_t index = 0;

	json_open_array(output, "devices");
	LIST_EACH(const struct reported_device, device, platform->devices)
		put_device(output, device, index++);
	json_close_array(output);
	if (!platform->devices)
		lines_fact(output, "device", "none%s%s", platform->device_error ? ": " : "",
			   format_or(platform->device_error, ""));
}

static void put_platform(struct tool *tool, const struct reported_platform *platform, size_t index)
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
	json_text(output, "device_error", platform->device_error);
	put_devices(output, platform);
	json_close_object(output);
}

/* "INDEX: TYPE: NAME: PLATFORM" and what else is known, "none" of a device without a number. */
static void put_summary_line(struct tool *tool, const struct reported_device *device,
			     const struct reported_platform *platform)
{
	const char *const facts[][2] = {
		{ "version", device->version },
		{ "driver", device->driver },
		{ "pci", device->pci },
		{ "uuid", device->uuid },
		{ "the same device as", platform_report_name_same(device) },
	};
	const char *text = "";

	for (size_t i = 0; i < ARRAY_SIZE(facts); i++)
		if (facts[i][1])
			text = format_into(&tool->arena, "%s: %s %s", text, facts[i][0],
					   facts[i][1]);
	lines_plain(tool->output, "%s: %s: %s: %s%s", format_or(device->index, "none"),
		    format_or(device->type, "other"), format_or(device->name, "(no name)"),
		    format_or(platform->name, "(no name)"), text);
	put_device_json(tool->output, device, platform);
}

static void put_summary(struct tool *tool, const struct reported *reported)
{
	json_open_array(tool->output, "devices");
	LIST_EACH(const struct reported_platform, platform, reported->first)
		LIST_EACH(const struct reported_device, device, platform->devices)
			put_summary_line(tool, device, platform);
	json_close_array(tool->output);
}

static void put_platforms(struct tool *tool, const struct reported *reported)
{
	size_t index = 0;

	json_open_array(tool->output, "platforms");
	LIST_EACH(const struct reported_platform, platform, reported->first)
		put_platform(tool, platform, index++);
	json_close_array(tool->output);
}

static void put_all(struct tool *tool, const struct reported *reported)
{
	json_open_object(tool->output, NULL);
	notes_put(tool);
	if (tool->wants_summary)
		put_summary(tool, reported);
	else
		put_platforms(tool, reported);
	json_close_object(tool->output);
}

/* Asks again without the drivers that fail, and says so. */
static void ask_the_others(struct reported *reported, const struct snapshot *snapshot,
			   struct tool *tool)
{
	const size_t count = failing_driver_leave_out(tool, snapshot);
	struct reported others = { 0 };
	struct child child;

	if (count == 0 || !all_devices_ask(&others, &child, ALL_DEVICES_THROUGH_LAYERS, snapshot, tool))
		return;
	*reported = others;
	message_error("the list is what programs get without %s",
		      count == 1 ? "this driver" : "these drivers");
}

int tool_list(struct tool *tool)
{
	struct reported reported = { 0 };
	struct reported *const lists[] = { &reported, NULL };
	struct snapshot snapshot;
	struct child child;
	bool is_complete;

	if (tool->pid)
		return process_report_list(tool);
	snapshot_read(&snapshot, tool);
	progress_name("all drivers");
	is_complete = all_devices_ask(&reported, &child, ALL_DEVICES_THROUGH_LAYERS, &snapshot,
				      tool);
	if (!is_complete) {
		message_error("loading the drivers failed: %s",
			      child_end_text(&child, &tool->arena));
		ask_the_others(&reported, &snapshot, tool);
	}
	platform_report_find_same(lists, &tool->arena);
	put_all(tool, &reported);
	if (!is_complete)
		return TOOL_PROBLEM;
	if (reported.count == 0) {
		message_error("there is no platform; clrouter doctor tells why");
	} else if (tool->wants_summary && !platform_report_has_device(&reported)) {
		message_error("no platform has a device; clrouter list shows the platforms");
	}
	return reported.count > 0 ? TOOL_GOOD : TOOL_PROBLEM;
}
