/* SPDX-License-Identifier: Apache-2.0 */
/* shipped-layers: see shipped-layers.h. */
#include "tool/doctor/shipped-layers.h"

#include <string.h>

#include "base/array.h"
#include "base/text.h"

static const struct shipped_layer layers[] = {
	{ "trace", "libCLTrace.so", "OPENCL_TRACE_" },
	{ "lifetime", "libCLLifetime.so", "OPENCL_LIFETIME_" },
	{ "validation", "libCLValidation.so", "OPENCL_VALIDATION_" },
	{ "devices", "libCLDevices.so", NULL },
	{ "record", "libCLRecord.so", "OPENCL_RECORD_" },
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

bool shipped_layers_is_loaded(const struct shipped_layer *layer, const struct snapshot *snapshot)
{
	const struct candidate *candidate = snapshot->layers.first;

	while (candidate && !(candidate->verdict.reason == REASON_OK && candidate->library &&
			      shipped_layers_of_library(candidate->library) == layer))
		candidate = candidate->next;
	return candidate != NULL;
}
