/* SPDX-License-Identifier: Apache-2.0 */
/*
 * snapshot: what a program would look at, found out without opening a library:
 * configuration, drivers and layers, each with its verdict. The subcommands
 * that look start from it.
 */
#ifndef CLROUTER_TOOL_PROBE_SNAPSHOT_H
#define CLROUTER_TOOL_PROBE_SNAPSHOT_H

#include <stdbool.h>

#include "config/settings.h"
#include "discover/candidate.h"
#include "discover/policy.h"
#include "tool/tool.h"

struct snapshot {
	struct settings settings;
	struct candidate_list drivers;	/* in the order in which they are opened */
	struct candidate_list layers;	/* from the driver's side */
};

/* Reads everything under the tool's root. Strings live in the tool's arena. */
void snapshot_read(struct snapshot *snapshot, struct tool *tool);

/*
 * The drivers that the configured directories would give, had OCL_ICD_VENDORS
 * and OPENCL_VENDOR_PATH not been set. Empty if they are not.
 */
void snapshot_read_masked(struct candidate_list *drivers, const struct snapshot *snapshot,
			  struct tool *tool);

/* The variable that stands for the vendor directories, NULL if none does. */
const char *snapshot_vendors_variable(const struct snapshot *snapshot);

/* Was the file refused, or could not be read, though it should count? */
bool snapshot_file_is_bad(const struct settings_file *file);

#endif
