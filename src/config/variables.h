/* SPDX-License-Identifier: Apache-2.0 */
/*
 * variables: source (7), the environment: variables that change a setting
 * override what the files say. Variables that are lists of drivers or layers
 * are read by scan and layer, from the copy in the settings.
 */
#ifndef CLROUTER_CONFIG_VARIABLES_H
#define CLROUTER_CONFIG_VARIABLES_H

#include "config/notes.h"
#include "config/settings.h"

/* Copies ENV into SETTINGS, or only its "secure" where USE is false. */
void conf_variables_copy(struct settings *settings, const struct env *env, bool use,
			 struct conf_notes *notes);

/* Lets the copied variables act on the settings. */
void conf_variables_apply(struct settings *settings, struct conf_notes *notes);

#endif
