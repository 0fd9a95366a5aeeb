/* SPDX-License-Identifier: Apache-2.0 */
/* set-effect: see set-effect.h. */
#include "tool/commands/set-effect.h"

#include <stdlib.h>
#include <string.h>

#include "base/glob.h"
#include "base/text.h"
#include "config/known-options.h"
#include "discover/layer-scan.h"
#include "opencl/devices/select.h"
#include "table/json.h"
#include "table/lines.h"
#include "tool/output/format.h"
#include "tool/output/progress.h"
#include "tool/output/tool-notes.h"
#include "tool/probe/driver/all-devices.h"
#include "tool/probe/driver/reported-set.h"
#include "tool/probe/process/layer-state.h"

#define LAYER "devices"
#define OPTION "visible"

void set_view_take(struct set_view *view, struct tool *tool)
{
	*view = (struct set_view){ .is_asked = !*tool->root };
	snapshot_read(&view->snapshot, tool);
	if (!view->is_asked)
		return;
	progress_name("all drivers");
	view->is_complete = all_devices_ask(&view->reported, &view->child,
					    ALL_DEVICES_THROUGH_LAYERS, &view->snapshot, tool);
}

/* -- the keys --------------------------------------------------------------------------------- */

static void put_value(struct tool *tool, const char *key, const struct setting_item *value,
		      bool is_first)
{
	const char *origin = origin_text(&value->origin, &tool->arena);

	if (is_first)
		lines_fact(tool->output, "config", "%s = %s ; %s", key, value->text, origin);
	else
		lines_fact(tool->output, "config", "    %s ; %s", value->text, origin);
	format_json_texts(tool->output, "key", key, "text", value->text, "origin", origin,
			  FORMAT_END);
}

static void put_list(struct tool *tool, const char *key, const struct setting_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		put_value(tool, key, &list->items[i], i == 0);
	if (list->count == 0)
		lines_fact(tool->output, "config", "%s =", key);
}

/* Of [driver] sections of other globs, each driver's own line tells. */
static void put_load(struct tool *tool, const struct settings *settings, const char *glob)
{
	struct setting_item value = { .text = "yes" };

	for (size_t i = 0; i < settings->driver_count; i++) {
		const struct settings_driver *driver = &settings->drivers[i];

		if (strcmp(driver->glob, glob) == 0 && driver->load.is_set)
			value = (struct setting_item){ .text = driver->load.text,
						       .origin = driver->load.origin };
	}
	put_value(tool, "load", &value, true);
}

static bool find_selection(const struct settings *settings, struct layer_option *found,
			   struct arena *arena)
{
	const struct settings_layer *section = layer_scan_section(settings, LAYER);
	size_t at = 0;

	while (section && layer_state_next_option(&section->options, &at, found, arena))
		if (strcmp(found->name, OPTION) == 0)
			return true;
	return false;
}

static void put_selection(struct tool *tool, const struct settings *settings)
{
	struct layer_option option;

	put_list(tool, "load", &settings->layers);
	if (find_selection(settings, &option, &tool->arena))
		put_value(tool, "option." OPTION,
			  &(struct setting_item){ .text = option.value, .origin = *option.origin },
			  true);
}

static void put_keys(struct tool *tool, const struct set_view *view, const struct set_step *step)
{
	const struct settings *settings = &view->snapshot.settings;

	json_open_array(tool->output, "values");
	if (step->subject == SET_DEVICE) {
		put_selection(tool, settings);
	} else if (step->subject == SET_ORDER) {
		put_list(tool, "first", &settings->first);
	} else if (step->program) {
		put_list(tool, "disable", &settings->disable);
		put_list(tool, "enable", &settings->enable);
	} else {
		put_load(tool, settings, step->words[0]);
	}
	json_close_array(tool->output);
}

/* -- drivers and devices ---------------------------------------------------------------------- */

static void put_drivers(struct tool *tool, const struct set_view *view)
{
	json_open_array(tool->output, "drivers");
	LIST_EACH(const struct candidate, candidate, view->snapshot.drivers.first) {
		const struct verdict *verdict = &candidate->verdict;
		const char *text = verdict->reason == REASON_OK ?
					   candidate->library :
					   format_verdict(verdict, &tool->arena);

		lines_fact(tool->output, "driver", "%s: %s%s%s", candidate_name(candidate),
			   reason_id(verdict->reason), text ? ": " : "", format_or(text, ""));
		json_open_object(tool->output, NULL);
		json_text(tool->output, "name", candidate_name(candidate));
		format_json_verdict(tool->output, verdict, &tool->arena);
		json_close_object(tool->output);
	}
	json_close_array(tool->output);
}

static void put_device(struct tool *tool, const struct reported_platform *platform,
		       const struct reported_device *device)
{
	const char *type = format_or(device->type, "other");
	const char *name = format_or(device->name, "(no name)");

	lines_fact(tool->output, "device", "%s: %s: %s", format_or(device->index, "none"), type,
		   name);
	format_json_texts(tool->output, "index", device->index, "type", type, "name", name,
			  "platform", platform->name, FORMAT_END);
}

static void put_devices(struct tool *tool, const struct set_view *view)
{
	size_t index = 0;

	json_open_array(tool->output, "devices");
	LIST_EACH(const struct reported_platform, platform, view->reported.first) {
		lines_fact(tool->output, "platform", "%zu: %s%s", index++,
			   format_or(platform->name, "(no name)"),
			   platform->is_default ? " (default)" : "");
		LIST_EACH(const struct reported_device, device, platform->devices)
			put_device(tool, platform, device);
	}
	json_close_array(tool->output);
}

static const char *count_text(const struct set_view *view, struct arena *arena)
{
	size_t drivers = 0;
	size_t devices = 0;

	LIST_EACH(const struct candidate, candidate, view->snapshot.drivers.first)
		drivers += candidate->verdict.reason == REASON_OK;
	LIST_EACH(const struct reported_platform, platform, view->reported.first)
		devices += platform->device_count;
	if (!view->is_asked)
		return format_into(arena, "drivers that would be opened: %zu", drivers);
	return format_into(arena, "platforms: %zu, devices: %zu%s%s", view->reported.count, devices,
			   view->is_complete ? "" : "; not all are known: ",
			   view->is_complete ? "" : child_end_text(&view->child, arena));
}

void set_view_put(const struct set_view *view, const char *name, const struct set_step *step,
		  struct tool *tool)
{
	lines_head(tool->output, LINES_PLAIN, name, "%s", count_text(view, &tool->arena));
	json_open_object(tool->output, name);
	json_flag(tool->output, "complete", view->is_complete);
	put_keys(tool, view, step);
	put_drivers(tool, view);
	put_devices(tool, view);
	json_close_object(tool->output);
}

/* -- words that name nothing ------------------------------------------------------------------ */

static const struct candidate *find_driver(const struct set_view *view, const char *glob)
{
	LIST_EACH(const struct candidate, candidate, view->snapshot.drivers.first)
		if (match_glob(&candidate->names, glob))
			return candidate;
	return NULL;
}

static bool is_platform(const struct reported *reported, const char *glob)
{
	LIST_EACH(const struct reported_platform, platform, reported->first)
		if (glob_matches(glob, format_or(platform->name, "")) ||
		    glob_matches(glob, format_or(platform->vendor, "")))
			return true;
	return false;
}

static void note_drivers(const struct set_view *view, const struct set_step *step,
			 struct tool *tool)
{
	if (!find_driver(view, step->words[0]))
		notes_add(tool, "set-no-match",
			  "no driver has a file or library that \"%s\" names; clrouter files shows them",
			  step->words[0]);
}

/* With a root, the names of platforms are not known. */
static void note_order(const struct set_view *view, const struct set_step *step, struct tool *tool)
{
	for (size_t i = 0; i < step->count; i++)
		if (!find_driver(view, step->words[i]) &&
		    !is_platform(&view->reported, step->words[i]))
			notes_add(tool, "set-no-match",
				  view->is_asked ?
					  "no driver and no platform that is here has the name \"%s\"; clrouter list shows them" :
					  "no driver has a file or library that \"%s\" names, and the names of platforms are not known with --root",
				  step->words[i]);
}

static void note_devices(const struct set_view *view, const struct set_step *step,
			 struct tool *tool)
{
	struct reported below = { .first = NULL };
	struct devices_set set;
	struct child child;

	if (!view->is_asked ||
	    !all_devices_ask(&below, &child, ALL_DEVICES_BELOW_LAYERS, &view->snapshot, tool))
		return;
	set = reported_set(&below, &tool->arena);
	for (size_t i = 0; i < step->count; i++) {
		const char *word = step->words[i] + (step->words[i][0] == '!');

		if (!devices_select_fits_any(word, &set))
			notes_add(tool, "set-no-match",
				  "\"%s\" selects no device that is here; clrouter list shows them, opencl-layers(7) the words",
				  step->words[i]);
	}
}

void set_effect_note_unmatched(const struct set_view *view, const struct set_step *step,
			       struct tool *tool)
{
	static void (*const notes[SET_SUBJECTS])(const struct set_view *, const struct set_step *,
						 struct tool *) = {
		[SET_DEVICE] = note_devices,
		[SET_DRIVER] = note_drivers,
		[SET_ORDER] = note_order,
	};

	if (!set_step_is_unset(step))
		notes[step->subject](view, step, tool);
}

/* -- what is stronger ------------------------------------------------------------------------- */

static bool blame(struct tool *tool, const char *what, const struct origin *origin)
{
	notes_add(tool, "set-no-effect", "%s because of %s", what,
		  origin->name ? origin_text(origin, &tool->arena) : "a stronger file");
	return false;
}

static bool is_by(const struct origin *origin, const char *path)
{
	return origin->name && strcmp(origin->name, path) == 0;
}

/* Is the file read at all, and good? */
static bool check_file(const struct set_view *view, const char *path, struct tool *tool)
{
	static const char nothing[] = "the file has no effect";
	const struct settings *settings = &view->snapshot.settings;
	const struct origin named = { env_name(ENV_OPENCL_LOADER_CONFIG), 0 };

	LIST_EACH(const struct settings_file, file, settings->files) {
		if (strcmp(file->path, path) != 0)
			continue;
		if (file->verdict.reason == REASON_OK)
			return true;
		notes_add(tool, "set-no-effect", "%s: %s", nothing,
			  format_verdict(&file->verdict, &tool->arena));
		return false;
	}
	if (settings->env.value[ENV_OPENCL_LOADER_CONFIG])
		return blame(tool, nothing, &named);
	if (!settings->environment.value)
		return blame(tool, nothing, &settings->environment.origin);
	return blame(tool, nothing, &settings->user_config.origin);
}

static bool check_order(const struct set_view *view, const struct set_step *step, const char *path,
			struct tool *tool)
{
	const struct setting_list *first = &view->snapshot.settings.first;

	(void)step;
	for (size_t i = 0; i < first->count; i++)
		if (is_by(&first->items[i].origin, path))
			return true;
	return blame(tool, "the order has no effect", &first->replaced_by);
}

/* Each driver that the glob names is to be as the step says. */
static bool check_driver(const struct set_view *view, const struct set_step *step, const char *path,
			 struct tool *tool)
{
	const bool is_on = strcmp(step->words[1], "on") == 0;
	bool is_good = true;

	(void)path;
	LIST_EACH(const struct candidate, candidate, view->snapshot.drivers.first) {
		const struct settings *settings = &view->snapshot.settings;
		struct origin by;

		if (!match_glob(&candidate->names, step->words[0]) ||
		    policy_of_candidate(settings, candidate, &by).load == is_on)
			continue;
		is_good = false;
		if (candidate->origin != CANDIDATE_FROM_DIRECTORY && !by.name)
			by.name = "the variable that names it alone";
		blame(tool,
		      format_into(&tool->arena, "%s stays %s", candidate_name(candidate),
				  is_on ? "switched off" : "switched on"),
		      &by);
	}
	return is_good;
}

static bool check_layer(const struct set_view *view, struct tool *tool)
{
	static const char nothing[] = "the selection has no effect: the layer " LAYER " is not loaded";
	const struct settings *settings = &view->snapshot.settings;

	LIST_EACH(const struct candidate, candidate, view->snapshot.layers.first) {
		if (!candidate->section || strcmp(candidate->section, LAYER) != 0)
			continue;
		if (candidate->verdict.reason == REASON_OK)
			return true;
		notes_add(tool, "set-no-effect", "%s: %s", nothing,
			  format_verdict(&candidate->verdict, &tool->arena));
		return false;
	}
	return blame(tool, nothing, &settings->layers.replaced_by);
}

static bool check_devices(const struct set_view *view, const struct set_step *step,
			  const char *path, struct tool *tool)
{
	static const char nothing[] = "the selection has no effect";
	const char *variable = known_options[KNOWN_DEVICES_VISIBLE].variable;
	const struct origin by_variable = { variable, 0 };
	struct layer_option option;

	(void)step;
	if (!check_layer(view, tool))
		return false;
	if (getenv(variable))
		return blame(tool, nothing, &by_variable);
	if (!find_selection(&view->snapshot.settings, &option, &tool->arena) ||
	    is_by(option.origin, path))
		return true;
	return blame(tool, nothing, option.origin);
}

bool set_effect_check(const struct set_view *view, const struct set_step *step, const char *path,
		      struct tool *tool)
{
	static bool (*const checks[SET_SUBJECTS])(const struct set_view *, const struct set_step *,
						  const char *, struct tool *) = {
		[SET_DEVICE] = check_devices,
		[SET_DRIVER] = check_driver,
		[SET_ORDER] = check_order,
	};

	if (set_step_is_unset(step))
		return true;
	return check_file(view, path, tool) && checks[step->subject](view, step, path, tool);
}
