/* SPDX-License-Identifier: Apache-2.0 */
/*
 * config: the merged configuration, after [program] sections and variables,
 * each value with the place where it was written. The text is itself a
 * loader.conf and a layers.conf that say the same. What was read, and what is
 * wrong with it, comes first.
 */
#include <stddef.h>
#include <string.h>

#include "tool/output/format.h"
#include "tool/output/json.h"
#include "tool/output/lines.h"
#include "tool/probe/snapshot.h"
#include "tool/tool.h"

/* One value of a key; scalars have one, lists any number. */
struct value {
	const char *text;
	struct origin origin;
};

struct answer {
	struct tool *tool;
	struct output *output;
	struct snapshot snapshot;
	const char *section;	/* whose header was written last; NULL: none */
};

/* -- writing ----------------------------------------------------------------- */

static void begin_section(struct answer *answer, const char *section)
{
	if (answer->section && strcmp(answer->section, section) == 0)
		return;
	if (answer->section)
		lines_empty(answer->output);
	lines_plain(answer->output, "[%s]", section);
	answer->section = section;
}

/* "key = value ; origin", further values of a list below, as a list goes on. */
static void put_value(struct answer *answer, const char *key, const struct value *value,
		      bool is_first)
{
	struct arena *arena = &answer->tool->arena;
	const char *origin = origin_text(&value->origin, arena);
	const char *left = is_first ? format_into(arena, "%s = %s", key, value->text)
				    : format_into(arena, "    %s", value->text);

	lines_plain(answer->output, "%-40s ; %s", left, origin);
	json_open_object(answer->output, NULL);
	json_text(answer->output, "text", value->text);
	json_text(answer->output, "origin", origin);
	json_close_object(answer->output);
}

static void put_key(struct answer *answer, const char *section, const char *key,
		    const struct value *values, size_t count)
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

static void put_text(struct answer *answer, const char *section, const char *key,
		     const char *text, struct origin origin)
{
	struct value value = { text, origin };

	if (text && *text)
		put_key(answer, section, key, &value, 1);
	else
		put_key(answer, section, key, NULL, 0);
}

static void put_flag(struct answer *answer, const char *section, const char *key,
		     const struct setting_flag *flag, const char *no, const char *yes)
{
	put_text(answer, section, key, flag->value ? yes : no, flag->origin);
}

static void put_written(struct answer *answer, const char *section, const char *key,
			const struct setting_flag *flag, const char *no, const char *yes)
{
	if (flag->is_set)
		put_flag(answer, section, key, flag, no, yes);
}

static void put_list(struct answer *answer, const char *section, const char *key,
		     const struct setting_list *list)
{
	struct value *values = arena_alloc(&answer->tool->arena, list->count * sizeof(*values));

	for (size_t i = 0; values && i < list->count; i++)
		values[i] = (struct value){ list->items[i].text, list->items[i].origin };
	put_key(answer, section, key, values, values ? list->count : 0);
}

/* -- what there is ----------------------------------------------------------- */

static void put_loader(struct answer *answer)
{
	static const char *const sorts[] = {
		[SETTINGS_SORT_FILE] = "file", [SETTINGS_SORT_DEVICES] = "devices",
		[SETTINGS_SORT_NAME] = "name", [SETTINGS_SORT_VERSION] = "version",
	};
	const struct settings *settings = &answer->snapshot.settings;

	put_list(answer, "loader", "vendor_dirs", &settings->vendor_dirs);
	put_flag(answer, "loader", "environment", &settings->environment, "ignore", "use");
	put_flag(answer, "loader", "user_config", &settings->user_config, "ignore", "use");
	put_text(answer, "loader", "log", settings->log.text, settings->log.origin);
	put_text(answer, "loader", "log_file", settings->log_file.text,
		 settings->log_file.origin);
	put_text(answer, "loader", "null_platform", settings->null_platform.text,
		 settings->null_platform.origin);
	put_flag(answer, "loader", "hide_empty", &settings->hide_empty, "no", "yes");
	put_list(answer, "order", "first", &settings->first);
	put_list(answer, "order", "last", &settings->last);
	put_text(answer, "order", "sort", sorts[settings->sort.value], settings->sort.origin);
	put_list(answer, "drivers", "disable", &settings->disable);
	put_list(answer, "drivers", "enable", &settings->enable);
}

/* Only what is written: what is not comes from weaker sections, or is built in. */
static void put_driver(struct answer *answer, const struct settings_driver *driver)
{
	struct arena *arena = &answer->tool->arena;
	const char *section = format_into(arena, "driver %s", driver->glob);
	bool has_dlopen = driver->dlopen_now.is_set || driver->deepbind.is_set;

	put_written(answer, section, "load", &driver->load, "no", "yes");
	put_written(answer, section, "assume_icd", &driver->assume_icd, "no", "yes");
	if (has_dlopen)
		put_text(answer, section, "dlopen",
			 format_into(arena, "%s%s", driver->dlopen_now.value ? "now" : "lazy",
				     driver->deepbind.value ? ", deepbind" : ""),
			 driver->dlopen_now.is_set ? driver->dlopen_now.origin
						   : driver->deepbind.origin);
	put_written(answer, section, "unload", &driver->never_unload, "auto", "never");
	put_written(answer, section, "guard_table", &driver->guard_table, "no", "yes");
}

static void put_layer(struct answer *answer, const struct settings_layer *layer)
{
	const char *section = format_into(&answer->tool->arena, "layer %s", layer->name);

	put_text(answer, section, "library", layer->library.text, layer->library.origin);
	if (layer->programs.count > 0)
		put_list(answer, section, "programs", &layer->programs);
	put_written(answer, section, "enabled", &layer->enabled, "no", "yes");
	put_written(answer, section, "unload", &layer->never_unload, "auto", "never");
}

static void put_layers(struct answer *answer)
{
	const struct settings *settings = &answer->snapshot.settings;

	put_list(answer, "layers", "layer_dirs", &settings->layer_dirs);
	put_list(answer, "layers", "load", &settings->layers);
	put_list(answer, "layers", "disable", &settings->layers_disable);
	for (size_t i = 0; i < settings->layer_count; i++)
		put_layer(answer, &settings->layer_sections[i]);
}

static void begin_layers(struct answer *answer)
{
	lines_empty(answer->output);
	lines_plain(answer->output, "# layers.conf");
	answer->section = NULL;
}

static void put_values(struct answer *answer)
{
	const struct settings *settings = &answer->snapshot.settings;

	json_open_array(answer->output, "values");
	lines_plain(answer->output, "# loader.conf");
	put_loader(answer);
	for (size_t i = 0; i < settings->driver_count; i++)
		put_driver(answer, &settings->drivers[i]);
	begin_layers(answer);
	put_layers(answer);
	json_close_array(answer->output);
}

/* Files, problems and variables are comments, so that the lines stay a configuration file. */
static void put_file(struct answer *answer, const struct settings_file *file)
{
	const struct verdict *verdict = &file->verdict;
	struct arena *arena = &answer->tool->arena;
	struct output *output = answer->output;
	bool is_good = verdict->reason == REASON_OK;

	lines_plain(output, "# file: %s: %s%s%s", file->path, reason_id(verdict->reason),
		    is_good ? "" : ": ", is_good ? "" : format_verdict(verdict, arena));
	json_open_object(output, NULL);
	json_text(output, "name", file->path);
	json_number(output, "source", (long)file->source);
	format_json_verdict(output, verdict, arena);
	json_close_object(output);
}

static void put_files(struct answer *answer)
{
	json_open_array(answer->output, "files");
	for (const struct settings_file *file = answer->snapshot.settings.files; file;
	     file = file->next)
		put_file(answer, file);
	json_close_array(answer->output);
}

static void put_problem(struct answer *answer, const struct settings_problem *problem)
{
	const char *level = problem->level == LOG_ERROR ? "problem" : "warning";
	const char *origin = origin_text(&problem->origin, &answer->tool->arena);
	struct output *output = answer->output;

	lines_plain(output, "# %s: %s: %s", level, origin, problem->text);
	json_open_object(output, NULL);
	json_text(output, "level", level);
	json_text(output, "origin", origin);
	json_text(output, "text", problem->text);
	json_close_object(output);
}

static void put_problems(struct answer *answer)
{
	json_open_array(answer->output, "problems");
	for (const struct settings_problem *problem = answer->snapshot.settings.problems; problem;
	     problem = problem->next)
		put_problem(answer, problem);
	json_close_array(answer->output);
}

static void put_environment(struct answer *answer)
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
	struct answer answer = { .tool = tool, .output = tool->output };

	snapshot_read(&answer.snapshot, tool);
	json_open_object(tool->output, NULL);
	json_text(tool->output, "program", answer.snapshot.settings.program);
	put_files(&answer);
	put_problems(&answer);
	put_environment(&answer);
	put_values(&answer);
	json_close_object(tool->output);
	for (const struct settings_file *file = answer.snapshot.settings.files; file;
	     file = file->next)
		if (snapshot_file_is_bad(file))
			return TOOL_PROBLEM;
	return TOOL_GOOD;
}
