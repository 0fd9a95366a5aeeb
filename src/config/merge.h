/* SPDX-License-Identifier: Apache-2.0 */
/*
 * merge: makes the settings from the built-in values and the draft of all files. First the lines of
 * plain sections are applied in their order, which is from the weakest file to the strongest, then
 * the lines of the [program] sections that match the program. The module knows neither files nor
 * variables, and no key by its name.
 *
 * Everything it makes is in the arena of the settings. If there is no memory, a value is left out
 * and that is added to the problems. Only the thread that calls conf_read() uses this module.
 */
#ifndef CLROUTER_CONFIG_MERGE_H
#define CLROUTER_CONFIG_MERGE_H

#include "config/draft.h"

/* Sets the built-in values. SETTINGS must be zeros, except for arena and program. */
void merge_built_in(struct settings *settings);

/*
 * Applies only the keys "environment" and "user_config". They decide which other sources are read,
 * so they are needed before all sources have been read.
 */
void merge_source_keys(struct settings *settings, const struct draft *draft);

/*
 * Applies all lines of DRAFT, with the [program] sections that match SETTINGS->program, and makes
 * the arrays of all lists. The lists of DRAFT are moved, so DRAFT must not be used afterwards.
 */
void merge_draft(struct settings *settings, struct draft *draft);

/*
 * Makes ARRAY from LIST. Elements that would inherit are skipped. If there is no memory, ARRAY is
 * empty and a problem is added to SETTINGS.
 */
void merge_finish_list(const struct draft_list *list, struct setting_list *array,
		       struct settings *settings);

#endif
