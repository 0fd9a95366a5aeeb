/* SPDX-License-Identifier: Apache-2.0 */
/* transfer-bytes: how many bytes a command moves. Any thread may call this. */
#ifndef CLROUTER_LAYERS_RECORD_TRANSFER_BYTES_H
#define CLROUTER_LAYERS_RECORD_TRANSFER_BYTES_H

#include <stdint.h>

/*
 * Of the command that a call of the function SLOT with ARGUMENTS, as for event_begin(), has
 * enqueued. The driver is asked for the size of pixels and of objects that migrate. 0 if it moves
 * nothing.
 */
uint64_t transfer_bytes(unsigned int slot, const uint64_t *arguments);

#endif
