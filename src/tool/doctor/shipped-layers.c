/* SPDX-License-Identifier: Apache-2.0 */
/* shipped-layers: see shipped-layers.h. */
#include "tool/doctor/shipped-layers.h"

#include <string.h>

#include "base/array.h"
#include "base/common/word-list.h"
#include "base/glob.h"
#include "base/text.h"
#include "opencl/signature.h"
#include "tool/output/format.h"
#include "tool/probe/file/own-build.h"

static const struct shipped_layer layers[] = {
	{ "trace", "libCLTrace.so", "OPENCL_TRACE_" },
	{ "lifetime", "libCLLifetime.so", "OPENCL_LIFETIME_" },
	{ "validation", "libCLValidation.so", "OPENCL_VALIDATION_" },
	{ "devices", "libCLDevices.so", NULL },
	{ "record", "libCLRecord.so", "OPENCL_RECORD_" },
	{ "compatibility", "libCLCompatibility.so", "OPENCL_COMPATIBILITY_" },
	{ "capture", "libCLCapture.so", "OPENCL_CAPTURE_" },
	{ "wait", "libCLWait.so", "OPENCL_WAIT_" },
	{ "sanitize", "libCLSanitize.so", "OPENCL_SANITIZE_" },
};

const struct shipped_layer *shipped_layers_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(layers); i++)
		if (strcmp(layers[i].name, name) == 0)
			return &layers[i];
	return NULL;
}

const struct shipped_layer *shipped_layers_of_library(const char *library)
{
	for (size_t i = 0; i < ARRAY_SIZE(layers); i++)
		if (strcmp(layers[i].library, text_base_name(library)) == 0)
			return &layers[i];
	return NULL;
}

const struct shipped_layer *shipped_layers_of_variable(const char *name,
						       const struct known_option **option)
{
	for (size_t i = 0; i < ARRAY_SIZE(known_options); i++)
		if (strcmp(known_options[i].variable, name) == 0) {
			*option = &known_options[i];
			return shipped_layers_find(known_options[i].layer);
		}
	*option = NULL;
	for (size_t i = 0; i < ARRAY_SIZE(layers); i++)
		if (layers[i].prefix && text_skip_prefix(name, layers[i].prefix))
			return &layers[i];
	return NULL;
}

const struct known_option *shipped_layers_find_option(const struct shipped_layer *layer,
						      const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(known_options); i++)
		if (strcmp(known_options[i].layer, layer->name) == 0 &&
		    strcmp(known_options[i].name, name) == 0)
			return &known_options[i];
	return NULL;
}

const char *shipped_layers_suggest_option(const struct shipped_layer *layer, const char *name,
					  const char *prefix, struct arena *arena)
{
	struct suggestion suggestion;

	suggest_begin(&suggestion, name);
	for (size_t i = 0; i < ARRAY_SIZE(known_options); i++)
		if (strcmp(known_options[i].layer, layer->name) == 0)
			suggest_consider(&suggestion, known_options[i].name);
	return suggest_end(&suggestion, prefix, arena);
}

void shipped_layers_consider(struct suggestion *suggestion, const struct settings *settings)
{
	for (size_t i = 0; i < settings->layer_count; i++) {
		const struct settings_layer *section = &settings->layer_sections[i];

		if (!section->library.text)
			continue;
		suggest_consider(suggestion, section->name);
		suggest_consider(suggestion, text_base_name(section->library.text));
	}
	for (size_t i = 0; i < ARRAY_SIZE(layers); i++) {
		suggest_consider(suggestion, layers[i].name);
		suggest_consider(suggestion, layers[i].library);
	}
}

const char *shipped_layers_suggest(const char *name, const struct settings *settings,
				   struct arena *arena)
{
	struct suggestion suggestion;

	suggest_begin(&suggestion, text_base_name(name));
	shipped_layers_consider(&suggestion, settings);
	return suggest_end(&suggestion, "", arena);
}

bool shipped_layers_names_any(const char *glob, const struct settings *settings)
{
	for (size_t i = 0; i < settings->layer_count; i++) {
		const struct settings_layer *section = &settings->layer_sections[i];
		const char *library = section->library.text;

		if (library && (glob_matches(glob, section->name) ||
				glob_matches(glob, text_base_name(library))))
			return true;
	}
	for (size_t i = 0; i < ARRAY_SIZE(layers); i++)
		if (glob_matches(glob, layers[i].name) || glob_matches(glob, layers[i].library))
			return true;
	return false;
}

static bool is_list(const struct known_option *option)
{
	return option->kind == KNOWN_WORDS || option->kind == KNOWN_FEATURES ||
	       option->kind == KNOWN_NAMES || option->kind == KNOWN_VERSIONS;
}

static const char *judge_functions(const char *list, struct arena *arena)
{
	char word[WORD_LIST_SIZE];
	struct suggestion suggestion;

	if (!word_list_next_unfit(&list, word, signature_names_any, NULL))
		return NULL;
	suggest_begin(&suggestion, word);
	for (unsigned slot = 0; slot < CLROUTER_ALL_SLOTS; slot++)
		suggest_consider(&suggestion, signatures[slot].name);
	return format_into(arena, "expected names of functions%s%s, found \"%s\"",
			   suggestion.best ? ", such as " : "", format_or(suggestion.best, ""),
			   word);
}

const char *shipped_layers_judge_value(const struct known_option *option, const char *value,
				       struct arena *arena)
{
	char expected[KNOWN_EXPECTED_SIZE];
	const char *list = value;
	char word[WORD_LIST_SIZE];

	if (option->kind == KNOWN_FUNCTIONS)
		return judge_functions(value, arena);
	if (known_option_accepts(option, value))
		return NULL;
	known_option_expected(option, expected);
	if (is_list(option) && word_list_next_unfit(&list, word, known_option_fits, option))
		value = word;
	return format_into(arena, "expected %s, found \"%s\"", expected, value);
}

const char *shipped_layers_name(const struct shipped_layer *layer, struct arena *arena)
{
	const char *directory = own_build_directory(arena);

	return directory ? format_into(arena, "%s/%s", directory, layer->library) : layer->library;
}

bool shipped_layers_is_loaded(const struct shipped_layer *layer, const struct snapshot *snapshot)
{
	const struct candidate *candidate = snapshot->layers.first;

	while (candidate && !(candidate->verdict.reason == REASON_OK && candidate->library &&
			      shipped_layers_of_library(candidate->library) == layer))
		candidate = candidate->next;
	return candidate != NULL;
}
