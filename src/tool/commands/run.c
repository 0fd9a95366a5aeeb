/* SPDX-License-Identifier: Apache-2.0 */
/*
 * run: starts one program with other drivers or layers, by setting the loader's variables. Their
 * old values are kept: --without, --layer and --option add to them; only --only replaces
 * one, the value of OPENCL_LOADER_DRIVERS_ENABLE.
 *
 * An option that has no effect, for example because the program gets another loader, is reported
 * before the program starts; the program is started all the same.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/common/list.h"
#include "base/text.h"
#include "discover/layer-scan.h"
#include "discover/match.h"
#include "tool/commands/run.h"
#include "tool/doctor/shipped-layers.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/probe/driver/layer-probe.h"
#include "tool/probe/driver/platform-names.h"
#include "tool/probe/file/own-build.h"
#include "tool/probe/file/program.h"
#include "tool/probe/process/started-program.h"
#include "tool/probe/snapshot.h"
#include "tool/tool.h"

struct run_answer {
	struct tool *tool;
	struct snapshot snapshot;	/* as PROGRAM finds it without the command line */
	struct program_file program;
	bool is_found;			/* PROGRAM is known */
	struct tool_words libraries;	/* of --layer, in the same order */
	const struct platform_name *platforms;	/* NULL: there was no need to ask for them */
};

/* Sets VARIABLE to VALUE, which may be NULL if there are WORDS, and to WORDS after it. */
static bool set_joined(enum env_variable variable, const char *value, const struct tool_words *words,
		       const char *separator, struct arena *arena)
{
	for (size_t i = 0; i < words->count; i++) {
		value = format_whole(arena, "%s%s%s", format_or(value, ""),
				     value && *value ? separator : "", words->words[i]);
		if (!value)
			return message_usage("there is not enough memory");
	}
	return started_program_set(env_name(variable), value);
}

/* -- drivers ------------------------------------------------------------------ */

static const char *find_word(const struct tool_words *words, const struct match_names *names)
{
	for (size_t i = 0; i < words->count; i++)
		if (match_glob(names, words->words[i]))
			return words->words[i];
	return NULL;
}

/* What is enabled wins over what is disabled, so --without would do nothing. */
static bool check_contradiction(const struct run_answer *answer, const struct match_names *names,
				const char *what)
{
	const struct tool *tool = answer->tool;
	const char *without = find_word(&tool->without, names);

	if (!without)
		return true;
	if (find_word(&tool->only, names))
		return message_usage("--only and --without %s both name %s", without, what);
	if (tool->only.count == 0 && match_find(names, &answer->snapshot.settings.env_enable))
		return message_usage("--without %s names %s, but %s enables it", without, what,
				     env_name(ENV_OPENCL_LOADER_DRIVERS_ENABLE));
	return true;
}

static bool check_contradictions(const struct run_answer *answer)
{
	const struct platform_name *platform;

	LIST_EACH(const struct candidate, candidate, answer->snapshot.drivers.first)
		if (!check_contradiction(answer, &candidate->names, candidate_name(candidate)))
			return false;
	for (platform = answer->platforms; platform; platform = platform->next)
		if (!check_contradiction(answer, &platform->names,
					 format_or(platform->name, "a platform")))
			return false;
	return true;
}

/* A word that names no driver may name a platform; only the drivers know their platforms. */
static bool needs_platforms(const struct run_answer *answer, const struct tool_words *words)
{
	for (size_t i = 0; i < words->count; i++)
		if (!strchr(words->words[i], '/') &&
		    !platform_names_has_driver(&answer->snapshot, words->words[i]))
			return true;
	return false;
}

static void check_globs(const struct run_answer *answer, const char *option,
			const struct tool_words *words, const char *consequence)
{
	for (size_t i = 0; i < words->count; i++)
		if (!platform_names_has_driver(&answer->snapshot, words->words[i]) &&
		    !platform_names_find(answer->platforms, words->words[i]))
			message_error(
				"%s %s matches no driver and no platform: %s; \"clrouter list\" "
				"and \"clrouter files\" show their names%s",
				option, words->words[i], consequence,
				platform_names_suggest(&answer->snapshot, answer->platforms,
						       words->words[i], &answer->tool->arena));
}

static bool set_drivers(struct tool *tool, const struct env *env)
{
	struct arena *arena = &tool->arena;
	const char *value = env->value[ENV_OPENCL_LOADER_DRIVERS_DISABLE];

	if (tool->only.count > 0) {
		if (!set_joined(ENV_OPENCL_LOADER_DRIVERS_ENABLE, NULL, &tool->only, ",", arena))
			return false;
		value = "*";
	}
	return !(tool->only.count || tool->without.count) ||
	       set_joined(ENV_OPENCL_LOADER_DRIVERS_DISABLE, value, &tool->without, ",", arena);
}

static bool choose_drivers(struct run_answer *answer)
{
	struct tool *tool = answer->tool;

	if (needs_platforms(answer, &tool->only) || needs_platforms(answer, &tool->without))
		answer->platforms = platform_names_ask(&answer->snapshot, tool);
	if (!check_contradictions(answer))
		return false;
	check_globs(answer, "--only", &tool->only, "it enables nothing");
	check_globs(answer, "--without", &tool->without, "it leaves nothing out");
	return set_drivers(tool, &answer->snapshot.settings.env);
}

/* -- layers ------------------------------------------------------------------- */

/* Another loader does not know where the shipped layers are, and none knows a build's layers. */
static const char *find_shipped(const struct run_answer *answer, const char *library)
{
	const struct found_loader *loader = &answer->program.loader;
	struct arena *arena = &answer->tool->arena;
	const char *built = own_build_directory(arena);
	const char *path = arena_path(arena, format_or(built, SHIPPED_LAYER_DIR), library);

	return !strchr(library, '/') && (built || (loader->path && !loader->is_ours)) && path &&
			       access(path, R_OK) == 0
		       ? path
		       : library;
}

static const char *suggest_layer(const struct run_answer *answer, const char *name)
{
	return shipped_layers_suggest(name, &answer->snapshot.settings, &answer->tool->arena);
}

/*
 * The library of a [layer] section, or NAME itself if it is a library. The sections of the shipped
 * layers are in a file that is not there before clrouter is installed.
 */
static const char *find_layer(const struct run_answer *answer, const char *name)
{
	const struct settings_layer *section =
		layer_scan_section(&answer->snapshot.settings, name);
	const struct shipped_layer *shipped = shipped_layers_find(name);

	if (section && section->library.text)
		return find_shipped(answer, section->library.text);
	if (shipped)
		return find_shipped(answer, shipped->library);
	if (strstr(name, "/") || strstr(name, ".so"))
		return find_shipped(answer, name);
	message_usage("there is no [layer %s] with a library, and it is no library either%s", name,
		      suggest_layer(answer, name));
	return NULL;
}

/* Does --layer name the layer NAME, whose library is LIBRARY? */
static bool has_layer(const struct tool *tool, const char *name, const char *library)
{
	for (size_t i = 0; i < tool->layers.count; i++)
		if (strcmp(tool->layers.words[i], name) == 0 ||
		    strcmp(text_base_name(tool->layers.words[i]), library) == 0)
			return true;
	return false;
}

bool run_add_layer(struct tool *tool, const char *name, const char *library)
{
	struct tool_words *layers = &tool->layers;

	if (has_layer(tool, name, library))
		return true;
	if (!list_make_space(&layers->words, layers->count, sizeof(*layers->words)))
		return message_usage("there is not enough memory");
	layers->words[layers->count++] = library;
	return true;
}

static bool set_layers(struct run_answer *answer)
{
	const struct tool_words *names = &answer->tool->layers;
	struct tool_words *libraries = &answer->libraries;
	struct arena *arena = &answer->tool->arena;
	const char *value = answer->snapshot.settings.env.value[ENV_OPENCL_LAYERS];

	if (names->count == 0)
		return true;
	libraries->words = arena_alloc(arena, names->count * sizeof(*libraries->words));
	if (!libraries->words)
		return message_usage("there is not enough memory");
	for (size_t i = 0; i < names->count; i++) {
		libraries->words[i] = find_layer(answer, names->words[i]);
		if (!libraries->words[i])
			return false;
		libraries->count++;
	}
	return set_joined(ENV_OPENCL_LAYERS, value, libraries, ":", arena);
}

/* The word of --layer that CANDIDATE comes from; NULL: it is not one of them. */
static const char *layer_word(const struct run_answer *answer, const struct candidate *candidate)
{
	for (size_t i = 0; i < answer->libraries.count; i++)
		if (candidate->origin == CANDIDATE_FROM_LAYERS &&
		    strcmp(candidate->written, answer->libraries.words[i]) == 0)
			return answer->tool->layers.words[i];
	return NULL;
}

/* Is the program started only for what a layer writes? */
static bool is_for_one_layer(const struct tool *tool)
{
	return tool->record.is_wanted || tool->capture.is_wanted || tool->sanitize.is_wanted;
}

static const char *layer_prefix(const struct tool *tool)
{
	return is_for_one_layer(tool) ? "the layer " : "--layer ";
}

/* Writes TEXT, and keeps it if it says why the record layer is not there. */
static void report_problem(const struct run_answer *answer, const char *name, const char *text)
{
	struct tool *tool = answer->tool;

	message_error("%s", text);
	if (tool->record.is_wanted && (strcmp(name, "record") == 0 ||
				       strcmp(text_base_name(name), "libCLRecord.so") == 0))
		tool->record.refused = text;
}

static void report_layer(const struct run_answer *answer, const struct candidate *candidate,
			 const struct verdict *verdict)
{
	const char *name = layer_word(answer, candidate);
	struct arena *arena = &answer->tool->arena;

	if (verdict->reason != REASON_OK)
		report_problem(answer, name,
			       format_into(arena, "%s%s is not loaded: %s: %s: %s%s",
					   layer_prefix(answer->tool), name,
					   format_or(candidate->library, name),
					   reason_id(verdict->reason),
					   format_verdict(verdict, arena),
					   verdict->reason == REASON_NOT_FOUND &&
							   !shipped_layers_find(name)
						   ? suggest_layer(answer, name)
						   : ""));
}

/* Opens the layers asked for in a child, as a program would with the variables that are set. */
static void check_layers(const struct run_answer *answer)
{
	struct tool *tool = answer->tool;
	struct layer_probe probe = { .first = NULL };
	const struct probed_layer *failing;
	struct snapshot snapshot;

	if (answer->libraries.count == 0)
		return;
	snapshot_read(&snapshot, tool);
	probe.settings = &snapshot.settings;
	LIST_EACH(const struct candidate, candidate, snapshot.layers.first) {
		if (!layer_word(answer, candidate))
			continue;
		if (candidate->verdict.reason == REASON_OK)
			layer_probe_add(&probe, candidate, &tool->arena);
		else
			report_layer(answer, candidate, &candidate->verdict);
	}
	layer_probe_run(&probe, tool->timeout, &tool->arena);
	LIST_EACH(const struct probed_layer, layer, probe.first)
		report_layer(answer, layer->candidate, &layer->verdict);
	failing = layer_probe_failing(&probe);
	if (failing) {
		const char *name = layer_word(answer, failing->candidate);

		report_problem(answer, name,
			       format_into(&tool->arena, "%s%s: %s while it was started",
					   layer_prefix(tool), name,
					   child_end_text(&probe.child, &tool->arena)));
	}
}

/* -- the program -------------------------------------------------------------- */

/* Which options have no effect on a loader that is not clrouter's. */
static const char *consequence(const struct tool *tool, const struct found_loader *loader)
{
	bool has_drivers = tool->only.count || tool->without.count;

	if (is_for_one_layer(tool))
		return loader->knows_layers ? "it knows OPENCL_LAYERS, which the layer needs"
		       : tool->sanitize.is_wanted ? "nothing is checked there"
		       : tool->diverge.on ? "nothing is compared there"
		       : tool->capture.is_wanted ? "nothing is captured there"
						 : "nothing is recorded there";
	if (!(tool->layers.count || tool->options.count) || !loader->knows_layers)
		return "--only, --without, --layer and --option do nothing there";
	return has_drivers ? "--only and --without do nothing there; it knows OPENCL_LAYERS, which --layer sets"
			   : "it knows OPENCL_LAYERS, which --layer sets, but none of clrouter's configuration";
}

static const char *no_effect(const struct tool *tool)
{
	return tool->record.is_wanted	 ? "nothing is recorded"
	       : tool->diverge.on ? "nothing is compared"
	       : tool->capture.is_wanted ? "nothing is captured"
	       : tool->sanitize.is_wanted ? "nothing is checked"
				      : "--only, --without, --layer and --option do nothing";
}

/*
 * Says once that the program gets another loader. Of a program that is not linked to one, record
 * can say more when it has run.
 */
static void note_loader(struct tool *tool, const struct program_file *program, const char *text)
{
	const struct found_loader *loader = &program->loader;

	if (tool->record.is_wanted && !loader->is_linked)
		return;
	message_error("note: %s: %s", text, consequence(tool, loader));
	tool->is_told = !loader->knows_layers;
}

static void check_loader(const struct run_answer *answer)
{
	const struct program_file *program = &answer->program;
	struct tool *tool = answer->tool;
	const char *text;
	const char *id;

	if (!answer->is_found)
		return;
	if (program->is_privileged)
		message_error("%s runs with elevated privileges, and loaders do not read variables there: %s",
			      program->path, no_effect(tool));
	text = program_notes_explain(program, &id, &tool->arena);
	if (!text)
		return;
	if (strcmp(id, "program-loader") == 0)
		note_loader(tool, program, text);
	else if (program->elf.kind == ELF_FILE_GOOD)
		message_error("%s: %s", text, consequence(tool, &program->loader));
	else
		message_error("%s", text);
}

static bool has_options(const struct tool *tool)
{
	return tool->only.count || tool->without.count || tool->layers.count ||
	       tool->options.count;
}

/* Checks the options and sets the variables; false, with the exit status in *STATUS, if that fails. */
static bool prepare(struct run_answer *answer, int *status)
{
	struct tool *tool = answer->tool;
	const struct setting *environment;

	answer->is_found = program_find(&answer->program, tool->operands[0], "",
					&tool->arena) == 0;
	if (answer->is_found)
		tool->program = answer->program.path;
	snapshot_read(&answer->snapshot, tool);
	environment = &answer->snapshot.settings.environment;
	if (!environment->value) {
		message_error("%s says environment = ignore: the loader would ignore the variables that run sets",
			      origin_text(&environment->origin, &tool->arena));
		*status = TOOL_PROBLEM;
		return false;
	}
	check_loader(answer);
	*status = TOOL_USAGE;
	if (!choose_drivers(answer) || !set_layers(answer))
		return false;
	check_layers(answer);
	return run_options_set(tool);
}

bool run_prepare(struct tool *tool, int *status)
{
	struct run_answer answer = { .tool = tool };

	*status = TOOL_PROBLEM;
	if (!own_build_use(&tool->arena)) {
		message_error("there is not enough memory");
		return false;
	}
	return !has_options(tool) || prepare(&answer, status);
}

void run_report_unloaded(const struct tool *tool, const char *what)
{
	if (tool->is_told)
		message_error("nothing was %s: %s has another loader, as was said before it started",
			      what, tool->operands[0]);
	else
		message_error("nothing was %s: no process of %s loaded the capture layer: they made "
			      "no OpenCL call, or got it from another loader; \"clrouter doctor --program "
			      "%s\" shows which one a program gets",
			      what, tool->operands[0], tool->operands[0]);
}

static int run_plainly(char **operands, void *data)
{
	(void)data;
	return started_program_run(operands);
}

int tool_run(struct tool *tool)
{
	/* The lifetime layer judges the program unless the user has chosen the other judge. */
	const bool is_validated = has_layer(tool, "validation", "libCLValidation.so");
	int status;

	if (tool->operand_count == 0)
		return message_usage("run needs a program"), TOOL_USAGE;
	if (tool->fail_on_findings && !is_validated &&
	    !run_add_layer(tool, "lifetime", "libCLLifetime.so"))
		return TOOL_USAGE;
	if (!run_prepare(tool, &status))
		return status;
	if (tool->fail_on_findings)
		return run_with_findings(tool->operands, is_validated ? "validation" : "lifetime",
					 run_plainly, NULL);
	execvp(tool->operands[0], tool->operands);
	message_error("%s: %s", tool->operands[0], strerror(errno));
	return errno == ENOENT ? STARTED_PROGRAM_NOT_FOUND : STARTED_PROGRAM_CANNOT_RUN;
}
