/* SPDX-License-Identifier: Apache-2.0 */
/* run-options: see run.h. */
#include "tool/commands/run.h"

#include <string.h>

#include "base/text.h"
#include "discover/layer-scan.h"
#include "tool/doctor/shipped-layers.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/output/suggest.h"
#include "tool/probe/driver/layer-probe.h"
#include "tool/probe/process/started-program.h"
#include "tool/probe/snapshot.h"

struct option_answer {
	struct tool *tool;
	struct snapshot snapshot;	/* as the program finds it */
	struct layer_probe probe;	/* of its layers, opened once a foreign layer is named */
	const char *lines;		/* for OPENCL_LAYER_OPTIONS; NULL: none */
};

/* LAYER.KEY=VALUE in its parts. */
struct assignment {
	const char *text;
	const char *layer;
	const char *key;
	const char *value;
};

/* The last dot before the first "=" ends LAYER: libraries have dots in their names, options not. */
static bool split(struct assignment *assignment, const char *text, struct arena *arena)
{
	char *copy = arena_copy(arena, text, strlen(text));
	char *equals = copy ? strchr(copy, '=') : NULL;
	char *dot;

	if (equals)
		*equals = '\0';
	dot = equals ? strrchr(copy, '.') : NULL;
	if (!dot || dot == copy || dot + 1 == equals || strchr(text, '\n'))
		return message_usage("--option needs LAYER.KEY=VALUE on one line, found \"%s\"", text);
	*dot = '\0';
	*assignment = (struct assignment){ text, copy, dot + 1, equals + 1 };
	return true;
}

static void report_not_loaded(const struct assignment *assignment, const char *program)
{
	message_error("--option %s has no effect: %s does not load the layer %s; \"--layer %s\" adds it",
		      assignment->text, program, assignment->layer, assignment->layer);
}

/* The library of the [layer] section NAME, or NAME itself if it is a library; NULL: neither. */
static const char *find_library(const struct option_answer *answer, const char *name)
{
	const struct settings_layer *section =
		layer_scan_section(&answer->snapshot.settings, name);

	if (section && section->library.text)
		return section->library.text;
	/* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): a word with a layer has its name */
	return strchr(name, '/') || strstr(name, ".so") ? name : NULL;
}

/* -- shipped layers ----------------------------------------------------------- */

static bool set_shipped(const struct option_answer *answer, const struct shipped_layer *layer,
			const struct assignment *assignment)
{
	const struct known_option *option = shipped_layers_find_option(layer, assignment->key);
	struct arena *arena = &answer->tool->arena;
	const char *problem;

	if (!option)
		return message_usage("--option %s: the layer %s has no option \"%s\"%s",
				     assignment->text, layer->name, assignment->key,
				     shipped_layers_suggest_option(layer, assignment->key, "", arena));
	problem = shipped_layers_judge_value(option, assignment->value, arena);
	if (problem && option->kind == KNOWN_FUNCTIONS)
		message_error("--option %s: %s", assignment->text, problem);
	else if (problem)
		return message_usage("--option %s: %s", assignment->text, problem);
	if (!shipped_layers_is_loaded(layer, &answer->snapshot))
		report_not_loaded(assignment, answer->tool->operands[0]);
	return started_program_set(option->variable, assignment->value);
}

/* -- other layers -------------------------------------------------------------- */

/* The layer that is called NAME, or that LIBRARY, which may be NULL, is; NULL: it is not loaded. */
static const struct probed_layer *find_loaded(const struct option_answer *answer, const char *name,
					      const char *library)
{
	const struct probed_layer *layer = answer->probe.first;

	for (; layer; layer = layer->next)
		/* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): the same */
		if (layer->name && strcmp(layer->name, name) == 0)
			return layer;
	for (layer = answer->probe.first; library && layer; layer = layer->next)
		if (layer->candidate->library &&
		    strcmp(text_base_name(layer->candidate->library), text_base_name(library)) == 0)
			return layer;
	return NULL;
}

static bool refuse_layer(const struct option_answer *answer, const struct assignment *assignment)
{
	struct suggestion suggestion;

	suggest_begin(&suggestion, assignment->layer);
	shipped_layers_consider(&suggestion, &answer->snapshot.settings);
	LIST_EACH(const struct probed_layer, layer, answer->probe.first)
		if (layer->name)
			suggest_consider(&suggestion, layer->name);
	return message_usage("--option %s: there is no layer \"%s\"%s", assignment->text,
			     assignment->layer, suggest_end(&suggestion, "", &answer->tool->arena));
}

static bool add_foreign(struct option_answer *answer, const struct assignment *assignment,
			const char *library)
{
	struct arena *arena = &answer->tool->arena;
	const char *name = assignment->layer;
	const struct probed_layer *loaded;

	if (!answer->probe.settings)
		layer_probe_all(&answer->probe, &answer->snapshot, answer->tool);
	loaded = find_loaded(answer, name, library);
	if (!loaded && !library)
		return refuse_layer(answer, assignment);
	if (!loaded)
		report_not_loaded(assignment, answer->tool->operands[0]);
	else if (loaded->name)
		name = loaded->name;
	answer->lines = format_whole(arena, "%s%s%s.%s=%s", format_or(answer->lines, ""),
				     answer->lines ? "\n" : "", name, assignment->key,
				     assignment->value);
	return answer->lines || message_usage("there is not enough memory");
}

static bool set_option(struct option_answer *answer, const char *text)
{
	struct assignment assignment = { .text = text };
	const struct shipped_layer *layer;
	const char *library;

	if (!split(&assignment, text, &answer->tool->arena))
		return false;
	library = find_library(answer, assignment.layer);
	layer = library ? shipped_layers_of_library(library)
			: shipped_layers_find(assignment.layer);
	return layer ? set_shipped(answer, layer, &assignment)
		     : add_foreign(answer, &assignment, library);
}

bool run_options_set(struct tool *tool)
{
	struct option_answer answer = { .tool = tool };

	if (tool->options.count == 0)
		return true;
	snapshot_read(&answer.snapshot, tool);
	answer.lines = answer.snapshot.settings.env.value[ENV_OPENCL_LAYER_OPTIONS];
	for (size_t i = 0; i < tool->options.count; i++)
		if (!set_option(&answer, tool->options.words[i]))
			return false;
	return started_program_set(env_name(ENV_OPENCL_LAYER_OPTIONS), answer.lines);
}
