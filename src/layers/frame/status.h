/* SPDX-License-Identifier: Apache-2.0 */
/*
 * status: tells another process that the layer runs and that it has found something
 * (base/common/findings-status.h). One layer, one file. Called with the layer's lock held, or at its
 * start.
 */
#ifndef CLROUTER_LAYERS_FRAME_STATUS_H
#define CLROUTER_LAYERS_FRAME_STATUS_H

/* Opens the file PATH and writes that the layer has started; NULL: nobody wants to know. */
void status_start(const char *path);

/* There is one finding more. */
void status_add_finding(void);

/* Closes the file. */
void status_end(void);

#endif
