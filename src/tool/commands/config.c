/* SPDX-License-Identifier: Apache-2.0 */
/*
 * config: the merged configuration, after [program] sections and variables,
 * each value with the place where it was written. The text is itself a
 * loader.conf and a layers.conf that say the same. What was read and what is
 * wrong with it stands in front.
 */
#include <stddef.h>
#include <string.h>

#include "config/keys.h"
#include "tool/output/json.h"
#include "tool/output/say.h"
#include "tool/output/suggest.h"
#include "tool/output/tell.h"
#include "tool/probe/survey.h"
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

static void put_scalar(struct answer *answer, const char *section, const char *key,
		       const struct setting *setting)
{
	struct value value = { setting->text, setting->origin };
	bool has_text = setting->text && *setting->text;

	put_key(answer, section, key, &value, has_text ? 1 : 0);
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

/* All keys of [NAME], whose values are in VALUES. */
static void put_section(struct answer *answer, enum settings_section section, const void *values)
{
	const char *name = keys_section_name(section);
	const struct key *key = NULL;

	while ((key = keys_next(section, key))) {
		const void *value = (const char *)values + key->field;

		if (keys_is_list(key))
			put_list(answer, name, key->name, value);
		else
			put_scalar(answer, name, key->name, value);
	}
}

/*
 * Of [NAME ARGUMENT] only what is written: what is not comes from weaker sections,
 * or is built in. But that a layer has no library is worth showing.
 */
static void put_named_section(struct answer *answer, enum settings_section section,
			      const char *argument, const void *values)
{
	const char *name = tell_format(&answer->tool->arena, "%s %s", keys_section_name(section),
				       argument);
	const struct key *key = NULL;

	while ((key = keys_next(section, key))) {
		const void *value = (const char *)values + key->field;
		const struct setting_list *list = value;
		const struct setting *setting = value;

		if (keys_is_list(key)) {
			if (list->count > 0)
				put_list(answer, name, key->name, list);
		} else if (setting->is_set || key->type == KEY_LIBRARY) {
			put_scalar(answer, name, key->name, setting);
		}
	}
}

static void put_loader_conf(struct answer *answer)
{
	const struct settings *settings = &answer->survey.settings;

	if (!answer->tool->json)
		say_line("# loader.conf");
	put_section(answer, SECTION_LOADER, settings);
	put_section(answer, SECTION_ORDER, settings);
	put_section(answer, SECTION_DRIVERS, settings);
	for (size_t i = 0; i < settings->driver_count; i++)
		put_named_section(answer, SECTION_DRIVER, settings->drivers[i].glob,
				  &settings->drivers[i]);
}

static void put_layers_conf(struct answer *answer)
{
	const struct settings *settings = &answer->survey.settings;

	if (!answer->tool->json) {
		say_line("%s", "");
		say_line("# layers.conf");
	}
	answer->section = NULL;
	put_section(answer, SECTION_LAYERS, settings);
	for (size_t i = 0; i < settings->layer_count; i++)
		put_named_section(answer, SECTION_LAYER, settings->layer_sections[i].name,
				  &settings->layer_sections[i]);
}

static void put_values(struct answer *answer)
{
	put_loader_conf(answer);
	put_layers_conf(answer);
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
		const char *text = suggest_text(problem, arena);

		if (!answer->tool->json) {
			say_line("# %s: %s: %s", level, origin, text);
			continue;
		}
		json_open_object(json, NULL);
		json_text(json, "level", level);
		json_text(json, "origin", origin);
		json_text(json, "text", text);
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
