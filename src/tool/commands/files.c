/* SPDX-License-Identifier: Apache-2.0 */
/*
 * files: everything that would be looked at, in order, each thing with its
 * verdict as far as it can be told without opening a library.
 */
#include <string.h>
#include <sys/stat.h>

#include "tool/output/json.h"
#include "tool/output/say.h"
#include "tool/probe/survey.h"
#include "tool/output/tell.h"
#include "base/text.h"
#include "tool/tool.h"

/* What all parts of the answer need. */
struct answer {
	struct tool *tool;
	struct survey survey;
	struct json json;
	bool has_problem;
};

/* NAME: VERDICT: TEXT, or the members of an object. */
static void put(struct answer *answer, const char *kind, const char *name, const char *more,
		const struct verdict *verdict)
{
	struct arena *arena = &answer->tool->arena;
	bool is_good = verdict->reason == REASON_OK;

	answer->has_problem |= !reason_is_expected(verdict->reason);
	if (!answer->tool->json) {
		say_head(tell_shade(verdict), kind, "%s: %s%s%s", name,
			 reason_id(verdict->reason), is_good && !more ? "" : ": ",
			 is_good ? (more ? more : "") : tell_verdict(verdict, arena));
		return;
	}
	json_open_object(&answer->json, NULL);
	json_text(&answer->json, "name", name);
	tell_json_verdict(&answer->json, verdict, arena);
}

static void end_item(struct answer *answer)
{
	if (answer->tool->json)
		json_close_object(&answer->json);
}

static void begin_array(struct answer *answer, const char *key)
{
	if (answer->tool->json)
		json_open_array(&answer->json, key);
}

static void end_array(struct answer *answer)
{
	if (answer->tool->json)
		json_close_array(&answer->json);
}

static void put_configuration(struct answer *answer)
{
	begin_array(answer, "configuration");
	for (const struct settings_file *file = answer->survey.settings.files; file;
	     file = file->next) {
		put(answer, "config", file->path, NULL, &file->verdict);
		if (answer->tool->json)
			json_number(&answer->json, "source", (long)file->source);
		end_item(answer);
	}
	end_array(answer);
}

/* A directory that is not there is no problem: most systems have one of two. */
static void put_place(struct answer *answer, const char *path, const char *origin)
{
	struct tool *tool = answer->tool;
	const char *whole = arena_under_root(&tool->arena, tool->root, path);
	struct stat status;
	bool exists = whole && stat(whole, &status) == 0;

	if (!answer->tool->json) {
		say_head(exists ? SAY_GOOD : SAY_DIM, "search", "%s: %s: %s", path,
			 exists ? "ok" : "absent", origin);
		return;
	}
	json_open_object(&answer->json, NULL);
	json_text(&answer->json, "name", path);
	json_flag(&answer->json, "exists", exists);
	json_text(&answer->json, "origin", origin);
	json_close_object(&answer->json);
}

static void put_directories(struct answer *answer, const struct setting_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		put_place(answer, list->items[i].text,
			  origin_text(&list->items[i].origin, &answer->tool->arena));
}

/* The elements of a variable; an empty one stands for DIRECTORIES, if given. */
static void put_variable(struct answer *answer, enum env_variable variable,
			 const struct setting_list *directories)
{
	const char *rest = answer->survey.settings.env.value[variable];

	while (rest) {
		size_t length;
		const char *element = text_next_element(&rest, ':', &length);

		if (length)
			put_place(answer, tell_format(&answer->tool->arena, "%.*s", (int)length,
						      element), env_name(variable));
		else if (directories)
			put_directories(answer, directories);
	}
}

static void put_places(struct answer *answer)
{
	const struct settings *settings = &answer->survey.settings;
	const char *const *env = settings->env.value;

	begin_array(answer, "search");
	put_variable(answer, ENV_OCL_ICD_FILENAMES, NULL);
	if (env[ENV_OCL_ICD_VENDORS])
		put_variable(answer, ENV_OCL_ICD_VENDORS, &settings->vendor_dirs);
	else if (env[ENV_OPENCL_VENDOR_PATH])
		put_variable(answer, ENV_OPENCL_VENDOR_PATH, &settings->vendor_dirs);
	else
		put_directories(answer, &settings->vendor_dirs);
	end_array(answer);
}

static void put_entries(struct answer *answer, const char *key, const char *kind,
			const struct entry_list *list)
{
	begin_array(answer, key);
	for (const struct entry *entry = list->first; entry; entry = entry->next) {
		put(answer, kind, entry_name(entry), entry->library, &entry->verdict);
		if (answer->tool->json)
			json_text(&answer->json, "library", entry->library);
		end_item(answer);
	}
	end_array(answer);
}

int tool_files(struct tool *tool)
{
	struct answer answer = { .tool = tool };

	survey_read(&answer.survey, tool);
	if (tool->json)
		json_open_object(&answer.json, NULL);
	put_configuration(&answer);
	put_places(&answer);
	put_entries(&answer, "drivers", "driver", &answer.survey.drivers);
	put_entries(&answer, "layers", "layer", &answer.survey.layers);
	if (tool->json)
		json_close_object(&answer.json);
	return answer.has_problem ? TOOL_PROBLEM : TOOL_GOOD;
}
