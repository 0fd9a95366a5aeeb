/* SPDX-License-Identifier: Apache-2.0 */
/*
 * update: clUpdateMutableCommandsKHR. All changes are made to copies, and take effect together for
 * later enqueues; after an error there are none. Keeps no state.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_COMMAND_BUFFER_UPDATE_H
#define CLROUTER_LAYERS_COMPATIBILITY_COMMAND_BUFFER_UPDATE_H

/* For the start of the feature. */
void update_start(void);

#endif
