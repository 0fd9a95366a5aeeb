/* SPDX-License-Identifier: Apache-2.0 */
/*
 * variables: environment variables that are the cause: they name what does not exist, or set
 * something for a layer that is not loaded.
 */
#include "tool/doctor/cause/causes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/file/dir.h"
#include "base/text.h"
#include "tool/doctor/shell.h"
#include "tool/doctor/shipped-layers.h"
#include "tool/output/format.h"
#include "tool/output/suggest.h"
#include "tool/probe/file/library-search.h"

/* -- variables that name drivers -------------------------------------------------- */

const char *variables_name_of(const struct candidate *candidate, const struct snapshot *snapshot)
{
	if (candidate->origin == CANDIDATE_FROM_FILENAMES)
		return env_name(ENV_OCL_ICD_FILENAMES);
	if (candidate->origin == CANDIDATE_FROM_VENDORS)
		return snapshot_vendors_variable(snapshot);
	return candidate->origin == CANDIDATE_FROM_LAYERS ? env_name(ENV_OPENCL_LAYERS) : NULL;
}

const char *variables_value_of(const char *name, const struct snapshot *snapshot)
{
	for (int i = 0; i < ENV_COUNT; i++)
		if (strcmp(env_name((enum env_variable)i), name) == 0)
			return format_or(snapshot->settings.env.value[i], "");
	return "";
}

/* Does an element of such a variable name anything? A bare .icd file may be anywhere. */
static bool names_something(const char *element, struct tool *tool)
{
	const char *whole = arena_under_root(&tool->arena, tool->root, element);
	struct stat status;

	if (!*element || (text_base_name(element) == element && text_has_suffix(element, ".icd")))
		return true;
	if (text_base_name(element) == element)
		return library_search(element, &tool->arena) != NULL;
	return !whole || lstat(whole, &status) == 0;
}

/* The command that leaves in the variable NAME what exists, and not ELEMENT. */
static const char *take_out(const char *name, const char *value, const char *element,
			    struct tool *tool)
{
	const char *left = NULL;

	while (value) {
		size_t length;
		const char *start = text_next_element(&value, ':', &length);
		const char *kept = arena_copy(&tool->arena, start, length);

		if (!kept || strcmp(kept, element) == 0 ||
		    strcmp(kept, text_base_name(element)) == 0 || !names_something(kept, tool))
			continue;
		left = format_joined(left, ":", kept, &tool->arena);
	}
	return shell_assign(name, left, &tool->arena);
}

static bool names_nothing(const struct candidate *candidate, const struct verdict *verdict,
			  struct tool *tool)
{
	const char *path = candidate->path;
	struct stat status;

	/* The variable names a section, which is there: its library is not. */
	if (candidate->section)
		return false;
	if (!path)
		return verdict->reason == REASON_NOT_FOUND;
	if (verdict->reason != REASON_UNREADABLE || verdict->code == EACCES)
		return false;
	path = arena_under_root(&tool->arena, tool->root, path);
	return path && lstat(path, &status) != 0;
}

/* A directory where only a library or an .icd file can be named. */
static bool is_directory(const struct candidate *candidate, const struct verdict *verdict)
{
	struct stat status;

	return !candidate->path && verdict->reason == REASON_UNREADABLE && candidate->library &&
	       stat(candidate->library, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool has_icd_files(const char *directory, struct tool *tool)
{
	struct dir dir;

	return dir_read(&dir, tool->root, directory, ".icd", &tool->arena) == 0 && dir.count > 0;
}

static void explain_directory(struct finding *finding, const char *name, const char *element,
			      const char *command, struct tool *tool)
{
	finding_fact(finding, "variable", "%s names %s, which is a directory", name, element);
	if (has_icd_files(element, tool))
		finding_cure(finding, "%s; export %s=%s", command, env_name(ENV_OCL_ICD_VENDORS),
			     shell_word(element, &tool->arena));
	else
		finding_cure(finding, "%s  # or name a library in it", command);
}

static void consider_drivers(struct suggestion *suggestion, const struct candidate_list *list,
			     const char *element)
{
	LIST_EACH(const struct candidate, candidate, list->first) {
		const char *const names[] = { candidate->path, candidate->written };

		for (size_t i = 0; i < ARRAY_SIZE(names); i++)
			if (names[i] && strcmp(names[i], element) != 0)
				suggest_consider(suggestion, text_base_name(names[i]));
	}
}

/* What is like ELEMENT of a variable that names drivers: a vendor directory, an .icd file, a
 * library. */
static const char *suggest_driver(const char *element, const struct snapshot *snapshot,
				  struct tool *tool)
{
	const struct setting_list *directories = &snapshot->settings.vendor_dirs;
	struct candidate_list masked;
	struct suggestion suggestion;

	suggest_begin(&suggestion, element);
	for (size_t i = 0; i < directories->count; i++)
		suggest_consider(&suggestion, directories->items[i].text);
	if (text_base_name(element) == element) {
		snapshot_read_masked(&masked, snapshot, tool);
		consider_drivers(&suggestion, &masked, element);
		consider_drivers(&suggestion, &snapshot->drivers, element);
	}
	return suggest_end(&suggestion, "", &tool->arena);
}

bool variables_explain(struct finding *finding, const struct candidate *candidate,
		       const struct verdict *verdict, const struct snapshot *snapshot,
		       struct tool *tool)
{
	const char *name = variables_name_of(candidate, snapshot);
	const char *element = candidate_name(candidate);
	struct arena *arena = &tool->arena;
	const char *command;
	const char *clean;

	if (!name || !(names_nothing(candidate, verdict, tool) || is_directory(candidate, verdict)))
		return false;
	command = take_out(name, variables_value_of(name, snapshot), element, tool);
	if (is_directory(candidate, verdict)) {
		explain_directory(finding, name, element, command, tool);
		return true;
	}
	clean = *element == '"' || *element == '\'' ? icd_content_clean_name(element, arena) : NULL;
	if (clean && strcmp(variables_value_of(name, snapshot), element) == 0) {
		finding_fact(finding, "variable", "%s has quotes in its value", name);
		finding_cure(finding, "%s", shell_assign(name, clean, arena));
		return true;
	}
	finding_fact(finding, "variable", "%s names %s, which does not exist%s", name, element,
		     candidate->origin == CANDIDATE_FROM_LAYERS
			     ? ""
			     : suggest_driver(element, snapshot, tool));
	finding_cure(finding, "%s  # or correct the name", command);
	return true;
}

/* -- variables of layers ------------------------------------------------------------ */

static void warn_of_layer(struct examination *check, const struct shipped_layer *layer,
			  const char *name)
{
	struct arena *arena = &check->tool->arena;
	const char *layers = check->snapshot.settings.env.value[ENV_OPENCL_LAYERS];
	const char *library = shipped_layers_name(layer, arena);
	const char *value =
		layers && *layers ? format_into(arena, "%s:%s", layers, library) : library;
	struct finding *finding;

	finding = finding_add(&check->findings, FINDING_WARNING, name, "layer-not-loaded",
			      "it is set, but the layer that reads it, %s, is not loaded",
			      layer->name);
	finding_cure(finding, "export %s=%s", env_name(ENV_OPENCL_LAYERS),
		     shell_word(value, arena));
	finding_cure(finding, "or, if it is not meant: unset %s", name);
}

const char *variables_split(const char *entry, const char **value, struct arena *arena)
{
	const size_t length = strcspn(entry, "=");

	*value = entry + length + 1;
	return entry[length] == '=' ? arena_copy(arena, entry, length) : NULL;
}

/*
 * Nothing reads the variable NAME, which is almost called like one that something reads. Others may
 * have variables with such a beginning, so only a slip of two letters counts.
 */
static void judge_unknown(struct examination *check, const char *name)
{
	struct arena *arena = &check->tool->arena;
	struct suggestion suggestion;
	struct finding *finding;

	if (!text_skip_prefix(name, "OPENCL_") && !text_skip_prefix(name, "OCL_ICD_"))
		return;
	suggest_begin(&suggestion, name);
	suggestion.limit = 3;
	for (int i = 0; i < ENV_COUNT; i++)
		suggest_consider(&suggestion, env_name((enum env_variable)i));
	for (size_t i = 0; i < ARRAY_SIZE(known_options); i++)
		suggest_consider(&suggestion, known_options[i].variable);
	if (!suggestion.best || strcmp(suggestion.best, name) == 0)
		return;
	finding = finding_add(&check->findings, FINDING_WARNING, name, "unknown-variable",
			      "nothing reads it%s", suggest_end(&suggestion, "", arena));
	finding_cure(finding, "unset %s  # or correct the name", name);
}

void variables_examine(struct examination *check)
{
	for (char **entry = environ; *entry; entry++) {
		const char *value;
		const char *name = variables_split(*entry, &value, &check->tool->arena);
		const struct known_option *option;
		const struct shipped_layer *layer =
			name ? shipped_layers_of_variable(name, &option) : NULL;

		if (layer && !shipped_layers_is_loaded(layer, &check->snapshot))
			warn_of_layer(check, layer, name);
		else if (!layer && name)
			judge_unknown(check, name);
	}
}
