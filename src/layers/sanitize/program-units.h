/* SPDX-License-Identifier: Apache-2.0 */
/*
 * program-units: what a program was made from, as far as the layer has seen it: its source, or all
 * sources that were compiled and linked, with their headers and options. Any thread may call the
 * functions, with no lock held.
 */
#ifndef CLROUTER_LAYERS_SANITIZE_PROGRAM_UNITS_H
#define CLROUTER_LAYERS_SANITIZE_PROGRAM_UNITS_H

#include <stdbool.h>

#include <clrouter/layer.h>

#include "sanitize/units.h"
#include "state/kept.h"

#define PROGRAM_UNITS_REASON 256 /* bytes */

/*
 * The units of the program of which CALLS are kept, for DEVICE, as text, which is to be freed.
 * NULL: it is not known, because of REASON. Reads the cache of binaries if the program has one.
 */
char *program_units_text(kept_calls *calls, cl_device_id device, char reason[PROGRAM_UNITS_REASON]);

#endif
