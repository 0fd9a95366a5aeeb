/* SPDX-License-Identifier: Apache-2.0 */
/*
 * look-ups: what the program looks up by its name. clSetRecordingCLROUTER, by which the program itself
 * switches recording on and off, is this layer's (include/clrouter/loader.h is its contract), and some
 * names tell that the program will make command buffers.
 */
#ifndef CLROUTER_LAYERS_RECORD_LOOK_UPS_H
#define CLROUTER_LAYERS_RECORD_LOOK_UPS_H

#include <stdbool.h>

#include <clrouter/layer.h>

/*
 * Puts its functions into TABLE, around those that are there, and switches recording off if
 * IS_PAUSED. To be called by START, after the table's other entries are set.
 */
void look_ups_start(struct clrouter_table *table, bool is_paused);

#endif
