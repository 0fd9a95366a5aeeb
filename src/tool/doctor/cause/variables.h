/* SPDX-License-Identifier: Apache-2.0 */
/*
 * variables: environment variables that are the cause: they name what does not exist, or set
 * something for a layer that is not loaded.
 */
#ifndef CLROUTER_TOOL_DOCTOR_CAUSE_VARIABLES_H
#define CLROUTER_TOOL_DOCTOR_CAUSE_VARIABLES_H

#include <stdbool.h>

#include "tool/doctor/examination.h"

/* The variable that names CANDIDATE one by one; NULL: none does. */
const char *variables_name_of(const struct candidate *candidate, const struct snapshot *snapshot);

/* The value of the variable NAME of the loader, "" if it is not set. */
const char *variables_value_of(const char *name, const struct snapshot *snapshot);

/*
 * If CANDIDATE has VERDICT because a variable names what does not exist, adds that and the cure,
 * and returns true.
 */
bool variables_explain(struct finding *finding, const struct candidate *candidate,
		       const struct verdict *verdict, const struct snapshot *snapshot,
		       struct tool *tool);

/* The name of the variable ENTRY, "NAME=VALUE", in ARENA, and its *VALUE; NULL: it is none. */
const char *variables_split(const char *entry, const char **value, struct arena *arena);

/* Adds findings about variables of layers that are not loaded. */
void variables_examine(struct examination *check);

#endif
