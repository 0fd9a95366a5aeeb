/* SPDX-License-Identifier: Apache-2.0 */
/*
 * control: the function by which the program itself switches recording on and off,
 * clSetRecordingCLROUTER; include/clrouter/loader.h is its contract.
 */
#ifndef CLROUTER_LAYERS_RECORD_CONTROL_H
#define CLROUTER_LAYERS_RECORD_CONTROL_H

#include <stdbool.h>

#include <clrouter/layer.h>

/*
 * Puts the look-up of the function into TABLE, around the function that is there, and switches
 * recording off if IS_PAUSED. To be called by START, after the table's other entries are set.
 */
void control_start(struct clrouter_table *table, bool is_paused);

#endif
