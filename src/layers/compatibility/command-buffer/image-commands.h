/* SPDX-License-Identifier: Apache-2.0 */
/*
 * image-commands: records copies and fills of images. Keeps no state.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_COMMAND_BUFFER_IMAGE_COMMANDS_H
#define CLROUTER_LAYERS_COMPATIBILITY_COMMAND_BUFFER_IMAGE_COMMANDS_H

/* For the start of the feature. */
void image_commands_start(void);

#endif
