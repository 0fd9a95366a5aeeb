/* SPDX-License-Identifier: Apache-2.0 */
/*
 * run: one program with other drivers or layers, by the loader's variables.
 * What they say already goes on to hold, except where the command line says
 * otherwise: --only replaces what was enabled, the rest is added.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "discover/layer-scan.h"
#include "discover/match.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/probe/snapshot.h"
#include "tool/tool.h"

/* As env(1) and its like: the program's own statuses are below. */
#define CANNOT_RUN 126
#define NO_PROGRAM 127

static bool set_variable(enum env_variable variable, const char *value)
{
	/* NULL: join() found no memory. */
	if (value && setenv(env_name(variable), value, 1) == 0)
		return true;
	message_error("there is not enough memory");
	return false;
}

/* VALUE, if any, and WORDS after it. */
static const char *join(const char *value, const struct tool_words *words, char separator,
			struct arena *arena)
{
	for (size_t i = 0; i < words->count; i++)
		value = value && *value
				? format_into(arena, "%s%c%s", value, separator, words->words[i])
				: words->words[i];
	return value;
}

static const char *find_word(const struct tool_words *words, const struct candidate *candidate)
{
	for (size_t i = 0; i < words->count; i++)
		if (match_glob(&candidate->names, words->words[i]))
			return words->words[i];
	return NULL;
}

/* What is enabled wins over what is disabled, so --without would do nothing. */
static bool check_contradiction(const struct tool *tool, const struct snapshot *snapshot)
{
	const struct settings *settings = &snapshot->settings;

	for (const struct candidate *candidate = snapshot->drivers.first; candidate;
	     candidate = candidate->next) {
		const char *without = find_word(&tool->without, candidate);

		if (!without)
			continue;
		if (find_word(&tool->only, candidate))
			return message_usage("--only and --without %s both name %s", without,
					     candidate_name(candidate));
		if (tool->only.count == 0 && match_find(&candidate->names, &settings->env_enable))
			return message_usage("--without %s names %s, but %s enables it", without,
					     candidate_name(candidate),
					     env_name(ENV_OPENCL_LOADER_DRIVERS_ENABLE));
	}
	return true;
}

static bool set_drivers(struct tool *tool, const struct env *env)
{
	enum env_variable disable = ENV_OPENCL_LOADER_DRIVERS_DISABLE;
	struct arena *arena = &tool->arena;
	const char *value = env->value[disable];

	if (tool->only.count > 0) {
		if (!set_variable(ENV_OPENCL_LOADER_DRIVERS_ENABLE,
				  join(NULL, &tool->only, ',', arena)))
			return false;
		value = "*";
	}
	value = join(value, &tool->without, ',', arena);
	return !(tool->only.count || tool->without.count) || set_variable(disable, value);
}

/* The library of a [layer] section, or NAME itself if it is a library. */
static const char *find_layer(const struct snapshot *snapshot, const char *name)
{
	const struct settings_layer *section = layer_scan_section(&snapshot->settings, name);

	if (section && section->library.text)
		return section->library.text;
	if (strstr(name, "/") || strstr(name, ".so"))
		return name;
	message_usage("there is no [layer %s] with a library, and it is no library either", name);
	return NULL;
}

static bool set_layers(struct tool *tool, const struct snapshot *snapshot)
{
	enum env_variable layers = ENV_OPENCL_LAYERS;

	if (tool->layers.count == 0)
		return true;
	for (size_t i = 0; i < tool->layers.count; i++) {
		tool->layers.words[i] = find_layer(snapshot, tool->layers.words[i]);
		if (!tool->layers.words[i])
			return false;
	}
	return set_variable(layers, join(snapshot->settings.env.value[layers], &tool->layers, ':',
					 &tool->arena));
}

static bool has_wishes(const struct tool *tool)
{
	return tool->only.count || tool->without.count || tool->layers.count;
}

int tool_run(struct tool *tool)
{
	const struct setting *environment;
	struct snapshot snapshot;

	if (tool->operand_count == 0)
		return message_usage("run wants a program"), TOOL_USAGE;
	snapshot_read(&snapshot, tool);
	environment = &snapshot.settings.environment;
	if (has_wishes(tool) && !environment->value) {
		message_error("%s says environment = ignore: the loader would not listen",
			  origin_text(&environment->origin, &tool->arena));
		return TOOL_PROBLEM;
	}
	if (!check_contradiction(tool, &snapshot) || !set_drivers(tool, &snapshot.settings.env) ||
	    !set_layers(tool, &snapshot))
		return TOOL_USAGE;
	execvp(tool->operands[0], tool->operands);
	message_error("%s: %s", tool->operands[0], strerror(errno));
	return errno == ENOENT ? NO_PROGRAM : CANNOT_RUN;
}
