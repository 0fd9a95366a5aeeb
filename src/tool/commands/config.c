/* SPDX-License-Identifier: Apache-2.0 */
/*
 * config: the merged configuration, with [program] sections and variables applied, each value with
 * its file and line, or its variable. The text is itself a loader.conf and a layers.conf with the
 * same values. The files that were read, their problems and the variables stand before it.
 */
#include <stddef.h>
#include <string.h>

#include "config/keys.h"
#include "table/json.h"
#include "table/lines.h"
#include "tool/output/format.h"
#include "tool/output/tool-notes.h"
#include "tool/probe/process/layer-state.h"
#include "tool/output/suggest.h"
#include "tool/probe/snapshot.h"
#include "tool/tool.h"

struct config_answer {
	struct tool *tool;
	struct output *output;
	struct snapshot snapshot;
	const char *section;	/* whose header was written last; NULL: none */
};

/* -- writing ----------------------------------------------------------------- */

static void begin_section(struct config_answer *answer, const char *section)
{
	if (answer->section && strcmp(answer->section, section) == 0)
		return;
	if (answer->section)
		lines_empty(answer->output);
	lines_plain(answer->output, "[%s]", section);
	answer->section = section;
}

/* "key = value ; origin"; each further value of a list is an indented line. */
static void put_value(struct config_answer *answer, const char *key,
		      const struct setting_item *value, bool is_first)
{
	struct arena *arena = &answer->tool->arena;
	const char *origin = origin_text(&value->origin, arena);
	const char *left = is_first ? format_into(arena, "%s = %s", key, value->text)
				    : format_into(arena, "    %s", value->text);

	lines_plain(answer->output, "%-40s ; %s", left, origin);
	format_json_texts(answer->output, "text", value->text, "origin", origin, FORMAT_END);
}

static void put_key(struct config_answer *answer, const char *section, const char *key,
		    const struct setting_item *values, size_t count)
{
	struct output *output = answer->output;

	begin_section(answer, section);
	if (count == 0)
		lines_plain(output, "%s =", key);
	json_open_object(output, NULL);
	json_text(output, "section", section);
	json_text(output, "key", key);
	json_open_array(output, "values");
	for (size_t i = 0; i < count; i++)
		put_value(answer, key, &values[i], i == 0);
	json_close_array(output);
	json_close_object(output);
}

static void put_scalar(struct config_answer *answer, const char *section, const char *key,
		       const struct setting *setting)
{
	struct setting_item value = { .text = setting->text, .origin = setting->origin };
	bool has_text = setting->text && *setting->text;

	put_key(answer, section, key, &value, has_text ? 1 : 0);
}

static void put_options(struct config_answer *answer, const char *section, const char *prefix,
			const struct setting_list *list)
{
	struct arena *arena = &answer->tool->arena;
	struct layer_option option;
	size_t at = 0;

	while (layer_state_next_option(list, &at, &option, arena)) {
		struct setting_item value = { .text = option.value, .origin = *option.origin };

		put_key(answer, section, format_into(arena, "%s%s", prefix, option.name), &value, 1);
	}
}

/* -- sections ---------------------------------------------------------------- */

/*
 * All keys of [NAME]. Of [NAME ARGUMENT] only the keys that are written; all others have the values of
 * weaker sections or the built-in ones. A layer's library is shown even if it is not written: it has to
 * be.
 */
static void put_section(struct config_answer *answer, enum settings_section section,
			const char *argument, const void *values)
{
	const char *name = format_into(&answer->tool->arena, "%s%s%s", keys_section_name(section),
				       argument ? " " : "", format_or(argument, ""));
	const struct key *key = NULL;

	while ((key = keys_next(section, key))) {
		const void *value = (const char *)values + key->field;
		const struct setting_list *list = value;
		const struct setting *setting = value;

		if (key->type == KEY_OPTION) {
			put_options(answer, name, key->name, list);
		} else if (keys_is_list(key)) {
			if (!argument || list->count > 0)
				put_key(answer, name, key->name, list->items, list->count);
		} else if (!argument || setting->is_set || key->type == KEY_LIBRARY) {
			put_scalar(answer, name, key->name, setting);
		}
	}
}

static void put_loader_conf(struct config_answer *answer)
{
	const struct settings *settings = &answer->snapshot.settings;

	lines_plain(answer->output, "# loader.conf");
	put_section(answer, SECTION_LOADER, NULL, settings);
	put_section(answer, SECTION_ORDER, NULL, settings);
	put_section(answer, SECTION_DRIVERS, NULL, settings);
	for (size_t i = 0; i < settings->driver_count; i++)
		put_section(answer, SECTION_DRIVER, settings->drivers[i].glob,
			    &settings->drivers[i]);
}

static void put_layers_conf(struct config_answer *answer)
{
	const struct settings *settings = &answer->snapshot.settings;

	lines_empty(answer->output);
	lines_plain(answer->output, "# layers.conf");
	answer->section = NULL;
	put_section(answer, SECTION_LAYERS, NULL, settings);
	for (size_t i = 0; i < settings->layer_count; i++)
		put_section(answer, SECTION_LAYER, settings->layer_sections[i].name,
				  &settings->layer_sections[i]);
}

static void put_values(struct config_answer *answer)
{
	json_open_array(answer->output, "values");
	put_loader_conf(answer);
	put_layers_conf(answer);
	json_close_array(answer->output);
}

/* Files, problems and variables are comments, so that the lines stay a configuration file. */
static void put_file(struct config_answer *answer, const struct settings_file *file)
{
	const struct verdict *verdict = &file->verdict;
	struct arena *arena = &answer->tool->arena;
	struct output *output = answer->output;
	bool is_good = verdict->reason == REASON_OK;

	lines_plain(output, "# file: %s: %s%s%s", file->path, reason_id(verdict->reason),
		    is_good ? "" : ": ", is_good ? "" : format_verdict(verdict, arena));
	json_open_object(output, NULL);
	json_text(output, "name", file->path);
	json_text(output, "source", format_source(file->source));
	format_json_verdict(output, verdict, arena);
	json_close_object(output);
}

static void put_files(struct config_answer *answer)
{
	json_open_array(answer->output, "files");
	LIST_EACH(const struct settings_file, file, answer->snapshot.settings.files)
		put_file(answer, file);
	json_close_array(answer->output);
}

static void put_problem(struct config_answer *answer, const struct settings_problem *problem)
{
	const char *level = problem->level == LOG_ERROR ? "problem" : "warning";
	const char *origin = origin_text(&problem->origin, &answer->tool->arena);
	const char *text = suggest_text(problem, &answer->tool->arena);
	struct output *output = answer->output;

	lines_plain(output, "# %s: %s: %s", level, origin, text);
	format_json_texts(output, "level", level, "origin", origin, "text", text, FORMAT_END);
}

static void put_problems(struct config_answer *answer)
{
	json_open_array(answer->output, "problems");
	LIST_EACH(const struct settings_problem, problem, answer->snapshot.settings.problems)
		put_problem(answer, problem);
	json_close_array(answer->output);
}

static void put_environment(struct config_answer *answer)
{
	const struct settings *settings = &answer->snapshot.settings;

	json_open_object(answer->output, "environment");
	for (int i = 0; i < ENV_COUNT; i++) {
		const char *name = env_name((enum env_variable)i);
		const char *value = settings->env.value[i];

		if (!value)
			continue;
		lines_plain(answer->output, "# variable: %s=%s", name, value);
		json_text(answer->output, name, value);
	}
	json_close_object(answer->output);
}

int tool_config(struct tool *tool)
{
	struct config_answer answer = { .tool = tool, .output = tool->output };

	snapshot_read(&answer.snapshot, tool);
	json_open_object(tool->output, NULL);
	notes_put(tool);
	json_text(tool->output, "program", answer.snapshot.settings.program);
	put_files(&answer);
	put_problems(&answer);
	put_environment(&answer);
	put_values(&answer);
	json_close_object(tool->output);
	LIST_EACH(const struct settings_file, file, answer.snapshot.settings.files)
		if (snapshot_file_is_bad(file))
			return TOOL_PROBLEM;
	return TOOL_GOOD;
}
