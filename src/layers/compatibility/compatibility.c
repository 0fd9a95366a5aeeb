/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compatibility: libCLCompatibility.so gives devices what their drivers lack and a layer can have
 * right: newer functions and queries, command buffers, semaphores. It belongs below all other
 * layers ("place = driver"), so that these see what the program does.
 *
 *	compatibility --> queries --> extensions --> known-devices	which device gets which feature
 *	              --> lookup  ----------------'     '--> feature-settings
 *	              --> hidden-versions		versions that are taken away
 *	              --> the features, in folders of their own, which use known-devices, lookup, notes
 *
 * What nobody asks for stays as it is: a function that no feature has to see is the driver's.
 */
#include <clrouter/layer.h>

#include "layers/compatibility/command-buffer/command-buffer.h"
#include "layers/compatibility/features.h"
#include "layers/compatibility/known-devices.h"
#include "layers/compatibility/emulation.h"
#include "layers/compatibility/notes/handle-notes.h"
#include "layers/compatibility/hidden-versions.h"
#include "layers/compatibility/lookup.h"
#include "layers/compatibility/queries.h"
#include "layers/compatibility/feature-settings.h"
#include "layers/compatibility/versioning.h"

static const struct feature *const features[] = {
	&versioning,
	&core,
	&create_queue,
	&pci_info,
	&spirv_queries,
	&local_size,
	&command_buffer_feature,
	&semaphore_feature,
	&repair,
};
#define FEATURE_COUNT (sizeof(features) / sizeof(features[0]))
_Static_assert(FEATURE_COUNT == FEATURES, "each feature_id has its feature");

static cl_int start(struct clrouter_table *table)
{
	if (!settings_read(features, FEATURE_COUNT))
		return CL_OUT_OF_HOST_MEMORY;
	devices_start(features, FEATURE_COUNT, emulation_log);
	emulation_start();
	notes_start();
	lookup_start(table);
	queries_start(table);
	for (size_t i = 0; i < FEATURE_COUNT; i++)
		if (features[i]->start && settings_may_provide(features[i]))
			features[i]->start(table);
	hidden_start(table);
	return CL_SUCCESS;
}

CLROUTER_LAYER("compatibility", start, NULL)
