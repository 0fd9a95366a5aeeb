/* SPDX-License-Identifier: Apache-2.0 */
/*
 * files: every file and directory that a program would look at, in order, each with the verdict
 * that it has before any library is opened.
 */
#include <string.h>

#include "base/os.h"
#include "base/text.h"
#include "discover/scan.h"
#include "table/json.h"
#include "table/lines.h"
#include "tool/output/format.h"
#include "tool/output/tool-notes.h"
#include "tool/probe/process/layer-state.h"
#include "tool/probe/snapshot.h"
#include "tool/tool.h"

/* The state that the functions of this file share. */
struct files_answer {
	struct tool *tool;
	struct output *output;
	struct snapshot snapshot;
	bool has_problem;
};

/* Writes NAME: VERDICT: TEXT; if the verdict is good, TEXT is MORE. The object stays open. */
static void begin_item(struct files_answer *answer, const char *kind, const char *name,
		       const char *more, const struct verdict *verdict)
{
	struct arena *arena = &answer->tool->arena;
	struct output *output = answer->output;
	const char *text = verdict->reason == REASON_OK ? more : format_verdict(verdict, arena);

	answer->has_problem |= !reason_is_expected(verdict->reason);
	lines_head(output, format_shade(verdict), kind, "%s: %s%s%s", name,
		   reason_id(verdict->reason), text ? ": " : "", format_or(text, ""));
	json_open_object(output, NULL);
	json_text(output, "name", name);
	format_json_verdict(output, verdict, arena);
}

static void put_configuration(struct files_answer *answer)
{
	json_open_array(answer->output, "configuration");
	LIST_EACH(const struct settings_file, file, answer->snapshot.settings.files) {
		begin_item(answer, "config", file->path, NULL, &file->verdict);
		json_text(answer->output, "source", format_source(file->source));
		json_close_object(answer->output);
	}
	json_close_array(answer->output);
}

/*
 * A directory that does not exist is no problem: most systems have one of the two. MAY_BE_FILE: the
 * place can also be a driver's file, as variables have it.
 */
static void put_place(struct files_answer *answer, const char *path, const char *origin,
		      bool may_be_file)
{
	struct output *output = answer->output;
	struct tool *tool = answer->tool;
	const char *whole = arena_under_root(&tool->arena, tool->root, path);
	struct os_status status;
	bool exists = whole && os_path_status(whole, &status) == 0;
	bool is_wrong = exists && !may_be_file && status.kind != OS_DIRECTORY;

	answer->has_problem |= is_wrong;
	lines_head(output, is_wrong ? LINES_PROBLEM : exists ? LINES_GOOD : LINES_DIM, "search",
		   "%s: %s: %s", path,
		   is_wrong ? "not-a-directory" : exists ? "ok" : "absent", origin);
	json_open_object(output, NULL);
	json_text(output, "name", path);
	json_flag(output, "exists", exists);
	json_flag(output, "not_a_directory", is_wrong);
	json_text(output, "origin", origin);
	json_close_object(output);
}

/* A place whose drivers all count, and then what is linked into it. */
static void put_directory(struct files_answer *answer, const char *path, const char *origin,
			  bool may_be_file)
{
	struct tool *tool = answer->tool;
	const char *linked = scan_linked_directory(path, tool->root, &tool->arena);

	put_place(answer, path, origin, may_be_file);
	if (linked)
		put_place(answer, linked, format_into(&tool->arena, "%s/" SCAN_LINK, path), false);
}

static void put_directories(struct files_answer *answer, const struct setting_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		put_directory(answer, list->items[i].text,
			      origin_text(&list->items[i].origin, &answer->tool->arena), false);
}

/*
 * The elements of a variable. If DIRECTORIES are given, an empty element stands for them, and the
 * files of a directory count.
 */
static void put_variable(struct files_answer *answer, enum env_variable variable,
			 const struct setting_list *directories)
{
	const char *rest = answer->snapshot.settings.env.value[variable];

	while (rest) {
		size_t length;
		const char *element = text_next_element(&rest, OS_LIST_SEPARATOR, &length);
		const char *path = format_into(&answer->tool->arena, "%.*s", (int)length, element);

		if (length == 0 && directories)
			put_directories(answer, directories);
		else if (directories)
			put_directory(answer, path, env_name(variable), true);
		else if (length)
			put_place(answer, path, env_name(variable), true);
	}
}

static void put_places(struct files_answer *answer)
{
	const struct settings *settings = &answer->snapshot.settings;
	const char *const *env = settings->env.value;

	json_open_array(answer->output, "search");
	put_variable(answer, ENV_OCL_ICD_FILENAMES, NULL);
	if (env[ENV_OCL_ICD_VENDORS])
		put_variable(answer, ENV_OCL_ICD_VENDORS, &settings->vendor_dirs);
	else if (env[ENV_OPENCL_VENDOR_PATH])
		put_variable(answer, ENV_OPENCL_VENDOR_PATH, &settings->vendor_dirs);
	else
		put_directories(answer, &settings->vendor_dirs);
	json_close_array(answer->output);
}

static void put_drivers(struct files_answer *answer)
{
	json_open_array(answer->output, "drivers");
	LIST_EACH(const struct candidate, candidate, answer->snapshot.drivers.first) {
		begin_item(answer, "driver", candidate_name(candidate), candidate->library,
			   &candidate->verdict);
		json_text(answer->output, "library", candidate->library);
		json_close_object(answer->output);
	}
	json_close_array(answer->output);
}

/* A layer for other programs is not called disabled, though that is its verdict. */
static void put_layer(struct files_answer *answer, const struct candidate *candidate)
{
	const struct setting_list *programs =
		layer_state_programs(candidate, &answer->snapshot.settings);
	struct output *output = answer->output;

	if (programs) {
		lines_head(output, LINES_DIM, "layer", "%s: %s", candidate_name(candidate),
			   layer_state_text(programs, &answer->tool->arena));
		json_open_object(output, NULL);
		json_text(output, "name", candidate_name(candidate));
		format_json_verdict(output, &candidate->verdict, &answer->tool->arena);
	} else {
		begin_item(answer, "layer", candidate_name(candidate), candidate->library,
			   &candidate->verdict);
	}
	json_text(output, "library", candidate->library);
	layer_state_put_programs(programs, output);
	json_close_object(output);
}

static void put_layers(struct files_answer *answer)
{
	json_open_array(answer->output, "layers");
	LIST_EACH(const struct candidate, candidate, answer->snapshot.layers.first)
		put_layer(answer, candidate);
	json_close_array(answer->output);
}

int tool_files(struct tool *tool)
{
	struct files_answer answer = { .tool = tool, .output = tool->output };

	snapshot_read(&answer.snapshot, tool);
	json_open_object(tool->output, NULL);
	notes_put(tool);
	put_configuration(&answer);
	put_places(&answer);
	put_drivers(&answer);
	put_layers(&answer);
	json_close_object(tool->output);
	return answer.has_problem ? TOOL_PROBLEM : TOOL_GOOD;
}
