/* SPDX-License-Identifier: Apache-2.0 */
/*
 * make-shadow: has the source of a program rewritten, and builds the result. Any thread may call
 * the functions; no lock but the program's may be held.
 */
#ifndef CLROUTER_LAYERS_SANITIZE_MAKE_SHADOW_H
#define CLROUTER_LAYERS_SANITIZE_MAKE_SHADOW_H

#include <stdbool.h>

#include "layers/sanitize/shadow-programs.h"

#define MAKE_SHADOW_REASON 1024 /* bytes */

/*
 * Makes the shadows of PROGRAM, one for each device that it is built for. False: there is none,
 * because of REASON.
 */
bool make_shadows(struct shadow_program *program, char reason[MAKE_SHADOW_REASON]);

/* Releases all that SHADOW has, and SHADOW, which nobody uses. */
void make_shadow_undo(struct shadow *shadow);

#endif
