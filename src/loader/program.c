/* SPDX-License-Identifier: Apache-2.0 */
/* program: the functions by which a program chooses layers for itself, see entry-points.h. */
#include <string.h>

#include <clrouter/loader.h>

#include "base/os.h"
#include "config/choice.h"
#include "loader/entry-points.h"
#include "loader/loader.h"

static cl_int choose(const char *layer, const char *option, const char *value)
{
	const char *const texts[] = { layer, option, value };

	switch (os_is_elevated() ? CHOICE_LATE : choice_add(texts)) {
	case CHOICE_TAKEN:
		return CL_SUCCESS;
	case CHOICE_UNREADABLE:
		return CL_INVALID_VALUE;
	case CHOICE_LATE:
		return CL_INVALID_OPERATION;
	case CHOICE_NO_MEMORY:
		break;
	}
	return CL_OUT_OF_HOST_MEMORY;
}

static cl_int CL_API_CALL set_layers(const char *layers)
{
	return choose("", "", layers);
}

static cl_int CL_API_CALL set_option(const char *layer, const char *option, const char *value)
{
	if (!layer || !*layer || !option || !*option)
		return CL_INVALID_VALUE;
	return choose(layer, option, value);
}

static const struct verdict *find_verdict(cl_uint index)
{
	const struct candidate *candidate = loader_context()->layer_candidates.first;

	for (; candidate; candidate = candidate->next)
		if (candidate->origin == CANDIDATE_FROM_PROGRAM && index-- == 0)
			return &candidate->verdict;
	return NULL;
}

static cl_int CL_API_CALL get_verdict(cl_uint index, const char **id, const char **detail)
{
	const struct verdict *verdict = loader_use(&dispatch) ? find_verdict(index) : NULL;

	if (!verdict)
		return CL_INVALID_VALUE;
	if (id)
		*id = reason_id(verdict->reason);
	if (detail)
		*detail = verdict->detail;
	return verdict->reason == REASON_OK || verdict->reason == REASON_DUPLICATE ?
	       CL_SUCCESS : CL_INVALID_OPERATION;
}

void *entry_points_find(const char *name)
{
	if (strcmp(name, "clSetLayersCLROUTER") == 0)
		return (void *)set_layers;
	if (strcmp(name, "clSetLayerOptionCLROUTER") == 0)
		return (void *)set_option;
	if (strcmp(name, "clGetLayerVerdictCLROUTER") == 0)
		return (void *)get_verdict;
	return NULL;
}
