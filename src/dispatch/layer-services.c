/* SPDX-License-Identifier: Apache-2.0 */
/* layer-services: see layer-services.h. */
#include "dispatch/layer-services.h"

#include <string.h>

#include "base/log.h"
#include "base/text.h"
#include "config/choice.h"
#include "discover/layer-scan.h"

static struct {
	const struct settings *settings;
	struct platform *const *platforms;
	size_t count;
} bound;

void layer_services_bind(const struct settings *settings, struct platform *const *platforms,
			 size_t count)
{
	bound.settings = settings;
	bound.platforms = platforms;
	bound.count = platforms ? count : 0;
}

/* The value of OPTION in SECTION, which may be NULL; in *IS_VARIABLE whether a variable has it. */
static const char *find_option(const struct settings_layer *section, const char *option,
			       bool *is_variable)
{
	for (size_t i = section ? section->options.count : 0; i > 0; i--) {
		const struct setting_item *item = &section->options.items[i - 1];
		const char *rest = text_skip_prefix(item->text, option);

		*is_variable = item->origin.line == 0;
		if (rest && *rest == '=')
			return rest + 1;
	}
	return NULL;
}

static const char *CL_API_CALL get_option(const char *layer, const char *option)
{
	const struct settings *settings = bound.settings;
	bool is_variable = false;
	const char *value;
	const char *chosen;

	if (!settings)
		return NULL;
	value = find_option(layer_scan_section(settings, layer), option, &is_variable);
	if (value && is_variable)
		return value;
	chosen = settings->program_layers.value && *option ?
		 choice_find(settings->choices, layer, option) : NULL;
	return chosen ? chosen : value;
}

static const char *CL_API_CALL get_driver(cl_platform_id platform, cl_uint index)
{
	for (size_t i = 0; i < bound.count; i++)
		if (bound.platforms[i]->handle == platform)
			return index < 2 ? bound.platforms[i]->names.paths[index] : NULL;
	return NULL;
}

static void CL_API_CALL write_log(cl_uint level, const char *text)
{
	if (text && level > LOG_ERROR && level <= LOG_DEBUG)
		log_line((enum log_level)level, LOG_TOPIC_LAYER,
			 level == LOG_WARNING ? LOG_BLAME_CONFIGURATION : LOG_BLAME_NOBODY, "%s",
			 text);
}

void *layer_services_find(const char *name)
{
	if (strcmp(name, "clGetLayerOptionCLROUTER") == 0)
		return (void *)get_option;
	if (strcmp(name, "clGetPlatformDriverCLROUTER") == 0)
		return (void *)get_driver;
	if (strcmp(name, "clWriteLogCLROUTER") == 0)
		return (void *)write_log;
	return NULL;
}
