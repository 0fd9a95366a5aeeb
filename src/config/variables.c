/* SPDX-License-Identifier: Apache-2.0 */
/* variables: see variables.h. An empty variable is as good as none. */
#include "config/variables.h"

#include <string.h>

#include "config/list.h"
#include "base/text.h"

void conf_variables_copy(struct settings *settings, const struct env *env, bool use,
			 struct conf_notes *notes)
{
	memset(&settings->env, 0, sizeof(settings->env));
	settings->env.secure = env->secure;
	if (!use || env->secure)
		return;
	for (int i = 0; i < ENV_COUNT; i++) {
		const char *value = env->value[i];

		if (!value)
			continue;
		settings->env.value[i] = arena_copy(notes->arena, value, strlen(value));
		if (!settings->env.value[i])
			conf_notes_no_memory(notes);
	}
}

static const char *find_value(const struct settings *settings, enum env_variable variable)
{
	const char *value = settings->env.value[variable];

	return value && *value ? value : NULL;
}

static struct origin origin_of(enum env_variable variable)
{
	return (struct origin){ env_name(variable), 0 };
}

/* As the trace variable, which other programs' manuals describe. */
static bool is_true(const struct settings *settings, enum env_variable variable)
{
	const char *value = find_value(settings, variable);

	return value && (strcmp(value, "True") == 0 || strcmp(value, "true") == 0 ||
			 strcmp(value, "T") == 0 || strcmp(value, "1") == 0);
}

static void apply_list(const struct settings *settings, enum env_variable variable,
		       struct setting_list *array, struct conf_notes *notes)
{
	const char *value = find_value(settings, variable);
	struct conf_list list = { NULL, NULL, false };

	if (!value)
		return;
	if (!conf_list_add(&list, value, ',', origin_of(variable), notes->arena) ||
	    !conf_list_finish(&list, array, notes->arena))
		conf_notes_no_memory(notes);
}

static void apply_sort(struct settings *settings, struct conf_notes *notes)
{
	enum env_variable variable = ENV_OCL_ICD_PLATFORM_SORT;
	const char *value = find_value(settings, variable);

	if (!value)
		return;
	if (strcmp(value, "devices") == 0)
		settings->sort.value = SETTINGS_SORT_DEVICES;
	else if (strcmp(value, "none") == 0)
		settings->sort.value = SETTINGS_SORT_FILE;
	else {
		conf_notes_problem(notes, LOG_WARNING, origin_of(variable),
				   "expected devices or none, found \"%s\"; it is ignored", value);
		return;
	}
	settings->sort.origin = origin_of(variable);
}

static void apply_default_platform(struct settings *settings, struct conf_notes *notes)
{
	enum env_variable variable = ENV_OCL_ICD_DEFAULT_PLATFORM;
	const char *value = find_value(settings, variable);

	if (!value)
		return;
	settings->has_default_platform = text_parse_number(value, &settings->default_platform);
	if (!settings->has_default_platform)
		conf_notes_problem(notes, LOG_WARNING, origin_of(variable),
				   "expected the number of a platform, found \"%s\"; it is ignored",
				   value);
}

void conf_variables_apply(struct settings *settings, struct conf_notes *notes)
{
	apply_sort(settings, notes);
	apply_default_platform(settings, notes);
	apply_list(settings, ENV_OPENCL_LOADER_DRIVERS_DISABLE, &settings->env_disable, notes);
	apply_list(settings, ENV_OPENCL_LOADER_DRIVERS_ENABLE, &settings->env_enable, notes);
	apply_list(settings, ENV_OPENCL_LOADER_LAYERS_DISABLE, &settings->env_layers_disable,
		   notes);
	/* ocl-icd takes any value but an empty one for yes. */
	settings->assume_icd = find_value(settings, ENV_OCL_ICD_ASSUME_ICD_EXTENSION) != NULL;
	settings->no_unload = is_true(settings, ENV_OCL_ICD_DISABLE_DYNAMIC_LIBRARY_UNLOADING);
	settings->legacy_termination = is_true(settings, ENV_OCL_ICD_FORCE_LEGACY_TERMINATION);
}
