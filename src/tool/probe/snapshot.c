/* SPDX-License-Identifier: Apache-2.0 */
/* snapshot: see snapshot.h. */
#include "tool/probe/snapshot.h"

#include "base/array.h"
#include "base/os.h"
#include "config/conf.h"
#include "discover/layer-scan.h"
#include "discover/scan.h"

/* What a driver's file and library are enough to decide. */
static void apply_policy(struct candidate_list *drivers, const struct settings *settings,
			 struct arena *arena)
{
	LIST_EACH(struct candidate, candidate, drivers->first) {
		struct origin by;

		if (candidate->verdict.reason == REASON_OK &&
		    !policy_of_candidate(settings, candidate, &by).load)
			candidate_refuse(candidate, drivers->topic, REASON_DISABLED, 0,
					 origin_text(&by, arena));
	}
}

static void read_drivers(struct candidate_list *drivers, struct settings *settings,
			 struct tool *tool)
{
	candidate_list_init(drivers, LOG_TOPIC_SCAN);
	scan_drivers(drivers, settings, tool->root, &tool->arena);
	policy_prepare(settings, drivers);
	apply_policy(drivers, settings, &tool->arena);
}

void snapshot_read(struct snapshot *snapshot, struct tool *tool)
{
	struct conf_place place = { .root = tool->root, .program = tool->program };

	env_read(&place.env);
	if (!place.program)
		place.program = os_own_program(&tool->arena);
	conf_read(&snapshot->settings, &place, &tool->arena);
	read_drivers(&snapshot->drivers, &snapshot->settings, tool);
	candidate_list_init(&snapshot->layers, LOG_TOPIC_LAYER);
	layer_scan(&snapshot->layers, &snapshot->settings, tool->root, &tool->arena);
}

const char *snapshot_vendors_variable(const struct snapshot *snapshot)
{
	static const enum env_variable variables[] = {
		ENV_OCL_ICD_VENDORS, ENV_OPENCL_VENDOR_PATH
	};

	for (size_t i = 0; i < ARRAY_SIZE(variables); i++)
		if (snapshot->settings.env.value[variables[i]])
			return env_name(variables[i]);
	return NULL;
}

void snapshot_read_masked(struct candidate_list *drivers, const struct snapshot *snapshot,
			  struct tool *tool)
{
	struct settings settings = snapshot->settings;

	candidate_list_init(drivers, LOG_TOPIC_SCAN);
	if (!snapshot_vendors_variable(snapshot))
		return;
	settings.env.value[ENV_OCL_ICD_FILENAMES] = NULL;
	settings.env.value[ENV_OCL_ICD_VENDORS] = NULL;
	settings.env.value[ENV_OPENCL_VENDOR_PATH] = NULL;
	read_drivers(drivers, &settings, tool);
}

bool snapshot_file_is_bad(const struct settings_file *file)
{
	return !reason_is_expected(file->verdict.reason);
}
