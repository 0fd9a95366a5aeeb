/* SPDX-License-Identifier: Apache-2.0 */
/*
 * buffer-commands: records barriers, copies and fills of buffers, and copies and fills of SVM.
 * Keeps no state.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_COMMAND_BUFFER_BUFFER_COMMANDS_H
#define CLROUTER_LAYERS_COMPATIBILITY_COMMAND_BUFFER_BUFFER_COMMANDS_H

/* For the start of the feature. */
void buffer_commands_start(void);

#endif
