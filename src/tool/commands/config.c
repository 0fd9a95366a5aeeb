/* SPDX-License-Identifier: Apache-2.0 */
/*
 * config: the merged configuration, after [program] sections and variables,
 * each value with the place where it was written. The text is itself a
 * loader.conf and a layers.conf that say the same. What was read and what is
 * wrong with it stands in front.
 */
#include <stddef.h>
#include <string.h>

#include "tool/output/json.h"
#include "tool/output/say.h"
#include "tool/probe/survey.h"
#include "tool/output/tell.h"
#include "tool/tool.h"

/* One value of a key; scalars have one, lists any number. */
struct value {
	const char *text;
	struct origin origin;
};

struct answer {
	struct tool *tool;
	struct survey survey;
	struct json json;
	const char *section;	/* whose header was written last; NULL: none */
};

/* -- writing ----------------------------------------------------------------- */

static void put_json(struct answer *answer, const char *section, const char *key,
		     const struct value *values, size_t count)
{
	struct json *json = &answer->json;

	json_open_object(json, NULL);
	json_text(json, "section", section);
	json_text(json, "key", key);
	json_open_array(json, "values");
	for (size_t i = 0; i < count; i++) {
		json_open_object(json, NULL);
		json_text(json, "text", values[i].text);
		json_text(json, "origin", origin_text(&values[i].origin, &answer->tool->arena));
		json_close_object(json);
	}
	json_close_array(json);
	json_close_object(json);
}

/* "key = value ; origin", further values of a list below, as a list goes on. */
static void put_key(struct answer *answer, const char *section, const char *key,
		    const struct value *values, size_t count)
{
	struct arena *arena = &answer->tool->arena;

	if (answer->tool->json) {
		put_json(answer, section, key, values, count);
		return;
	}
	if (answer->section && strcmp(answer->section, section) != 0)
		say_line("%s", "");
	if (!answer->section || strcmp(answer->section, section) != 0)
		say_line("[%s]", section);
	answer->section = section;
	if (count == 0)
		say_line("%s =", key);
	for (size_t i = 0; i < count; i++) {
		const char *left = i == 0 ? tell_format(arena, "%s = %s", key, values[i].text)
					  : tell_format(arena, "    %s", values[i].text);

		say_line("%-40s ; %s", left, origin_text(&values[i].origin, arena));
	}
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
	const struct settings *settings = &answer->survey.settings;

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
	const char *section = tell_format(arena, "driver %s", driver->glob);
	bool has_dlopen = driver->dlopen_now.is_set || driver->deepbind.is_set;

	put_written(answer, section, "load", &driver->load, "no", "yes");
	put_written(answer, section, "assume_icd", &driver->assume_icd, "no", "yes");
	if (has_dlopen)
		put_text(answer, section, "dlopen",
			 tell_format(arena, "%s%s", driver->dlopen_now.value ? "now" : "lazy",
				     driver->deepbind.value ? ", deepbind" : ""),
			 driver->dlopen_now.is_set ? driver->dlopen_now.origin
						   : driver->deepbind.origin);
	put_written(answer, section, "unload", &driver->never_unload, "auto", "never");
	put_written(answer, section, "guard_table", &driver->guard_table, "no", "yes");
}

static void put_layer(struct answer *answer, const struct settings_layer *layer)
{
	const char *section = tell_format(&answer->tool->arena, "layer %s", layer->name);

	put_text(answer, section, "library", layer->library.text, layer->library.origin);
	if (layer->programs.count > 0)
		put_list(answer, section, "programs", &layer->programs);
	put_written(answer, section, "enabled", &layer->enabled, "no", "yes");
	put_written(answer, section, "unload", &layer->never_unload, "auto", "never");
}

static void put_layers(struct answer *answer)
{
	const struct settings *settings = &answer->survey.settings;

	put_list(answer, "layers", "layer_dirs", &settings->layer_dirs);
	put_list(answer, "layers", "load", &settings->layers);
	put_list(answer, "layers", "disable", &settings->layers_disable);
	for (size_t i = 0; i < settings->layer_count; i++)
		put_layer(answer, &settings->layer_sections[i]);
}

static void begin_layers(struct answer *answer)
{
	if (!answer->tool->json) {
		say_line("%s", "");
		say_line("# layers.conf");
	}
	answer->section = NULL;
}

static void put_values(struct answer *answer)
{
	const struct settings *settings = &answer->survey.settings;

	if (!answer->tool->json)
		say_line("# loader.conf");
	put_loader(answer);
	for (size_t i = 0; i < settings->driver_count; i++)
		put_driver(answer, &settings->drivers[i]);
	begin_layers(answer);
	put_layers(answer);
}

/* Comments in the text, so that it stays a configuration file. */
static void put_files(struct answer *answer)
{
	struct arena *arena = &answer->tool->arena;
	struct json *json = &answer->json;

	for (const struct settings_file *file = answer->survey.settings.files; file;
	     file = file->next) {
		if (!answer->tool->json) {
			say_line("# file: %s: %s%s%s", file->path,
				 reason_id(file->verdict.reason),
				 file->verdict.reason == REASON_OK ? "" : ": ",
				 file->verdict.reason == REASON_OK
					 ? "" : tell_verdict(&file->verdict, arena));
			continue;
		}
		json_open_object(json, NULL);
		json_text(json, "name", file->path);
		json_number(json, "source", (long)file->source);
		tell_json_verdict(json, &file->verdict, arena);
		json_close_object(json);
	}
}

static void put_problems(struct answer *answer)
{
	struct arena *arena = &answer->tool->arena;
	struct json *json = &answer->json;

	for (const struct settings_problem *problem = answer->survey.settings.problems; problem;
	     problem = problem->next) {
		const char *level = problem->level == LOG_ERROR ? "problem" : "warning";
		const char *origin = origin_text(&problem->origin, arena);

		if (!answer->tool->json) {
			say_line("# %s: %s: %s", level, origin, problem->text);
			continue;
		}
		json_open_object(json, NULL);
		json_text(json, "level", level);
		json_text(json, "origin", origin);
		json_text(json, "text", problem->text);
		json_close_object(json);
	}
}

static void put_environment(struct answer *answer)
{
	const struct settings *settings = &answer->survey.settings;

	for (int i = 0; i < ENV_COUNT; i++) {
		const char *name = env_name((enum env_variable)i);
		const char *value = settings->env.value[i];

		if (!value)
			continue;
		if (answer->tool->json)
			json_text(&answer->json, name, value);
		else
			say_line("# variable: %s=%s", name, value);
	}
}

static void put_all_json(struct answer *answer)
{
	struct json *json = &answer->json;

	json_open_object(json, NULL);
	json_text(json, "program", answer->survey.settings.program);
	json_open_array(json, "files");
	put_files(answer);
	json_close_array(json);
	json_open_array(json, "problems");
	put_problems(answer);
	json_close_array(json);
	json_open_object(json, "environment");
	put_environment(answer);
	json_close_object(json);
	json_open_array(json, "values");
	put_values(answer);
	json_close_array(json);
	json_close_object(json);
}

int tool_config(struct tool *tool)
{
	struct answer answer = { .tool = tool };

	survey_read(&answer.survey, tool);
	if (tool->json) {
		put_all_json(&answer);
	} else {
		put_files(&answer);
		put_problems(&answer);
		put_environment(&answer);
		put_values(&answer);
	}
	for (const struct settings_file *file = answer.survey.settings.files; file;
	     file = file->next)
		if (survey_file_is_bad(file))
			return TOOL_PROBLEM;
	return TOOL_GOOD;
}
