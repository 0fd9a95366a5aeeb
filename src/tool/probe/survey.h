/* SPDX-License-Identifier: Apache-2.0 */
/*
 * survey: what a program would look at, found out without opening a library:
 * configuration, drivers and layers, each with its verdict. The subcommands
 * that look start from it.
 */
#ifndef CLROUTER_TOOL_PROBE_SURVEY_H
#define CLROUTER_TOOL_PROBE_SURVEY_H

#include <stdbool.h>

#include "config/settings.h"
#include "discover/entry.h"
#include "discover/policy.h"
#include "tool/tool.h"

struct survey {
	struct settings settings;
	struct entry_list drivers;	/* in the order in which they are opened */
	struct entry_list layers;	/* from the driver's side */
};

/* Reads everything under the tool's root. Strings live in the tool's arena. */
void survey_read(struct survey *survey, struct tool *tool);

/*
 * The drivers that the configured directories would give, had OCL_ICD_VENDORS
 * and OPENCL_VENDOR_PATH not been set. Empty if they are not.
 */
void survey_read_masked(struct entry_list *drivers, const struct survey *survey,
			struct tool *tool);

/* The variable that stands for the vendor directories, NULL if none does. */
const char *survey_vendors_variable(const struct survey *survey);

/* Was the file refused, or could not be read, though it should count? */
bool survey_file_is_bad(const struct settings_file *file);

#endif
