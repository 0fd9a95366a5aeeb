/* SPDX-License-Identifier: Apache-2.0 */
/*
 * merge: the built-in values and the drafts of all files that count,
 * weakest first, become settings: plain sections in order, then the [program]
 * sections that match. Knows no files and no variables.
 */
#ifndef CLROUTER_CONFIG_MERGE_H
#define CLROUTER_CONFIG_MERGE_H

#include "config/draft.h"
#include "config/settings.h"

/* The built-in scalars, and nothing else. SETTINGS is zeroed before. */
void conf_merge_defaults(struct settings *settings);

/*
 * Only environment and user_config, which decide which other sources count and
 * so are read before all else.
 */
void conf_merge_policy(struct settings *settings, const struct conf_draft *draft);

/*
 * Everything, the built-in lists too, for the program SETTINGS->program.
 * DRAFT's lists are used up.
 */
void conf_merge(struct settings *settings, struct conf_draft *draft, struct conf_notes *notes);

#endif
