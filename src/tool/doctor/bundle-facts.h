/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bundle-facts: what a bug report needs and no subcommand writes. The functions write lines to the
 * output of TOOL, and return TOOL_GOOD.
 */
#ifndef CLROUTER_TOOL_DOCTOR_BUNDLE_FACTS_H
#define CLROUTER_TOOL_DOCTOR_BUNDLE_FACTS_H

#include "tool/tool.h"

/* The versions of clrouter, the system, the kernel, its modules for GPUs and the C library. */
tool_command bundle_facts_versions;

/* The variables that drivers, loaders and the dynamic linker read, by a list; no others. */
tool_command bundle_facts_variables;

/* What the dynamic linker finds for each driver, and what it misses. */
tool_command bundle_facts_linking;

#endif
