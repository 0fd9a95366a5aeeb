/* SPDX-License-Identifier: Apache-2.0 */
/*
 * merge: the built-in values and the drafts of all files that count become
 * settings: weakest first, plain sections in their order, then the [program]
 * sections that match. Knows no files and no variables, and no key by name.
 */
#ifndef CLROUTER_CONFIG_MERGE_H
#define CLROUTER_CONFIG_MERGE_H

#include "config/draft.h"

/* The built-in values. SETTINGS is zeroed before, but for its arena and program. */
void merge_built_in(struct settings *settings);

/*
 * Only environment and user_config, which decide which other sources count and
 * so are read before all else.
 */
void merge_policy(struct settings *settings, const struct draft *draft);

/*
 * Everything, for the program SETTINGS->program, and makes the arrays of all
 * lists. DRAFT's lists are used up.
 */
void merge_draft(struct settings *settings, struct draft *draft);

/*
 * Makes an array of LIST; it is empty when there is no memory, which is noted in
 * SETTINGS.
 */
void merge_finish_list(const struct draft_list *list, struct setting_list *array,
		       struct settings *settings);

#endif
