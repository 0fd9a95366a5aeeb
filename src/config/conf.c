/* SPDX-License-Identifier: Apache-2.0 */
/*
 * conf: see conf.h. The system's loader.conf files are read first, because they decide whether the
 * variables and the user's files count. Then the other files are read, all of them are merged, and
 * the variables, which override files, are applied last.
 */
#include "config/conf.h"

#include <string.h>

#include "base/array.h"
#include "base/os.h"
#include "base/text.h"
#include "config/files.h"
#include "config/merge.h"

/* -- variables --------------------------------------------------------------- */

/* Copies the variables of ENV, if they count. */
static void copy_variables(struct settings *settings, const struct env *env)
{
	settings->env.secure = env->secure;
	if (!settings->environment.value || env->secure)
		return;
	for (int i = 0; i < ENV_COUNT; i++) {
		const char *value = env->value[i];

		if (!value)
			continue;
		settings->env.value[i] = arena_copy(settings->arena, value, strlen(value));
		if (!settings->env.value[i])
			settings_add_no_memory(settings);
	}
}

/* The value of VARIABLE. An empty variable counts as not set. */
static const char *find_value(const struct settings *settings, enum env_variable variable)
{
	const char *value = settings->env.value[variable];

	return value && *value ? value : NULL;
}

static struct origin origin_of(enum env_variable variable)
{
	return (struct origin){ env_name(variable), 0 };
}

/* As in Khronos' loader; what also means yes elsewhere would be a no that nobody sees. */
static bool is_true(struct settings *settings, enum env_variable variable)
{
	const char *value = find_value(settings, variable);
	bool flag = true;

	if (value && !text_means_true(value) && (!text_parse_bool(value, &flag) || flag))
		settings_add_problem(settings, LOG_WARNING, origin_of(variable),
				     "expected True, true, T or 1, found \"%s\"; it is ignored",
				     value);
	return value && text_means_true(value);
}

static void apply_list(struct settings *settings, enum env_variable variable,
		       struct setting_list *array)
{
	const char *value = find_value(settings, variable);
	struct draft_list list = { NULL, NULL, false };

	if (!value)
		return;
	draft_list_add(&list, value, ',', origin_of(variable), settings);
	merge_finish_list(&list, array, settings);
}

/* The variable has other words than the key: its "none" is "file" in configuration files. */
static void apply_sort(struct settings *settings)
{
	enum env_variable variable = ENV_OCL_ICD_PLATFORM_SORT;
	const char *value = find_value(settings, variable);
	bool is_none = value && text_equal_nocase(value, "none");

	if (!value)
		return;
	if (!is_none && !text_equal_nocase(value, "devices")) {
		settings_add_problem(settings, LOG_WARNING, origin_of(variable),
				     "expected devices or none, found \"%s\"; it is ignored",
				     value);
		return;
	}
	keys_parse(keys_find(SECTION_ORDER, "sort"), is_none ? "file" : value, &settings->sort);
	settings->sort.origin = origin_of(variable);
	settings->sort.is_set = true;
}

static void apply_default_platform(struct settings *settings)
{
	enum env_variable variable = ENV_OCL_ICD_DEFAULT_PLATFORM;
	const char *value = find_value(settings, variable);

	if (!value)
		return;
	settings->has_default_platform = text_parse_number(value, &settings->default_platform);
	if (!settings->has_default_platform)
		settings_add_problem(settings, LOG_WARNING, origin_of(variable),
				     "expected the number of a platform, found \"%s\"; it is "
				     "ignored",
				     value);
}

/* The lines of OPENCL_LAYER_OPTIONS. The last dot ends LAYER, which may be a library's name. */
static void read_layer_option(struct draft *draft, char *line)
{
	const char *section[] = { "layer ", line };
	const char *key[] = { "option.", NULL };
	struct arena *arena = draft->settings->arena;
	char *equals = strchr(line, '=');
	char *dot = equals;
	const char *name;

	while (dot && dot > line && *dot != '.')
		dot--;
	if (!dot || dot == line || dot + 1 == equals) {
		settings_add_problem(draft->settings, LOG_WARNING,
				     origin_of(ENV_OPENCL_LAYER_OPTIONS),
				     "expected LAYER.NAME=VALUE, found \"%s\"; it is ignored", line);
		return;
	}
	*dot = '\0';
	*equals = '\0';
	key[1] = dot + 1;
	name = arena_join(arena, section, 2);
	if (name)
		draft_add_section(draft, 0, name, strlen(name));
	name = name ? arena_join(arena, key, 2) : NULL;
	if (name)
		draft_add_key(draft, 0, name, equals + 1);
	else
		settings_add_no_memory(draft->settings);
}

/* They become the last lines of layers.conf, so they are shown and judged as those are. */
static void read_layer_options(struct settings *settings, struct draft *draft)
{
	const char *rest = find_value(settings, ENV_OPENCL_LAYER_OPTIONS);
	struct draft more;

	draft_init(&more, settings, env_name(ENV_OPENCL_LAYER_OPTIONS), FAMILY_LAYERS, false);
	while (rest) {
		size_t length;
		const char *element = text_next_element(&rest, '\n', &length);
		char *line = arena_copy(settings->arena, element, length);

		if (!line)
			settings_add_no_memory(settings);
		else if (length > 0)
			read_layer_option(&more, line);
	}
	draft_append(draft, &more);
}

/* The log, which is set up from these, says nothing of them. */
static void check_log(struct settings *settings)
{
	const char *debug = find_value(settings, ENV_OCL_ICD_DEBUG);
	unsigned mask;

	is_true(settings, ENV_OCL_ICD_ENABLE_TRACE);
	if (debug && !text_parse_number(debug, &mask))
		settings_add_problem(settings, LOG_WARNING, origin_of(ENV_OCL_ICD_DEBUG),
				     "expected a number, found \"%s\"; it is ignored", debug);
}

static void apply_variables(struct settings *settings)
{
	check_log(settings);
	apply_sort(settings);
	apply_default_platform(settings);
	apply_list(settings, ENV_OPENCL_LOADER_DRIVERS_DISABLE, &settings->env_disable);
	apply_list(settings, ENV_OPENCL_LOADER_DRIVERS_ENABLE, &settings->env_enable);
	apply_list(settings, ENV_OPENCL_LOADER_LAYERS_DISABLE, &settings->env_layers_disable);
	/* As in ocl-icd, any value that is not empty means yes. */
	settings->assume_icd = find_value(settings, ENV_OCL_ICD_ASSUME_ICD_EXTENSION) != NULL;
	settings->no_unload = is_true(settings, ENV_OCL_ICD_DISABLE_DYNAMIC_LIBRARY_UNLOADING);
	settings->legacy_termination = is_true(settings, ENV_OCL_ICD_FORCE_LEGACY_TERMINATION);
}

/* -- the order of the sources ------------------------------------------------ */

/* The user's files are in the first of these directories; a relative path is ignored. */
static bool find_user_place(const struct settings *settings, const char **directory,
			    const char **suffix)
{
	static const struct {
		enum env_variable variable;
		char suffix[9];
	} places[] = {
#define X(name, suffix) { ENV_##name, suffix },
		OS_USER_CONFIG(X)
#undef X
	};

	for (size_t i = 0; i < ARRAY_SIZE(places); i++) {
		*directory = find_value(settings, places[i].variable);
		*suffix = places[i].suffix;
		if (*directory && os_is_absolute(*directory))
			return true;
	}
	return false;
}

const char *conf_user_file(const struct settings *settings, enum settings_family family,
			   struct arena *arena)
{
	const char *directory;
	const char *suffix;

	return find_user_place(settings, &directory, &suffix) ?
		       files_user_path(family, directory, suffix, arena) :
		       NULL;
}

static void read_user_files(const struct settings *settings, const struct files *files)
{
	const char *directory;
	const char *suffix;

	if (!find_user_place(settings, &directory, &suffix))
		return;
	files_read_user(files, FAMILY_LOADER, directory, suffix);
	files_read_user(files, FAMILY_LAYERS, directory, suffix);
}

/*
 * OPENCL_LOADER_CONFIG replaces all files. Of the system's files, which were read before, only the
 * keys "environment", "user_config" and "program_layers" have had an effect; everything else is
 * dropped.
 */
static void read_named_files(struct settings *settings, const struct files *files,
			     const char *name)
{
	settings_clear_files(settings);
	draft_init(files->draft, settings, NULL, FAMILY_LOADER, false);
	if (!text_equal_nocase(name, "none"))
		files_read_named(files, name);
}

static void read_files(struct settings *settings, const struct conf_place *place,
		       struct draft *draft)
{
	struct files files = { settings, draft, place->root, place->env.secure };
	const char *named;

	files_read_system(&files, FAMILY_LOADER);
	merge_source_keys(settings, draft);
	copy_variables(settings, &place->env);
	files_read_system(&files, FAMILY_LAYERS);
	merge_source_keys(settings, draft);
	named = find_value(settings, ENV_OPENCL_LOADER_CONFIG);
	if (named) {
		read_named_files(settings, &files, named);
		return;
	}
	if (settings->user_config.value)
		read_user_files(settings, &files);
}

void conf_read(struct settings *settings, const struct conf_place *place, struct arena *arena)
{
	struct draft draft;

	memset(settings, 0, sizeof(*settings));
	settings->arena = arena;
	settings->program = place->program;
	draft_init(&draft, settings, NULL, FAMILY_LOADER, false);
	merge_built_in(settings);
	read_files(settings, place, &draft);
	read_layer_options(settings, &draft);
	merge_draft(settings, &draft);
	apply_variables(settings);
}
