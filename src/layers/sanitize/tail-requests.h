/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tail-requests: that the program does not see tails. A range beyond the end of the program's
 * buffer is moved by the length of the tail: so it is beyond the driver's buffer in the same way,
 * and the driver refuses the call as it does without a tail, whatever else is wrong with it. Only
 * offsets are changed, by a multiple of each alignment.
 *
 * Any thread may call the functions, with no lock held.
 */
#ifndef CLROUTER_LAYERS_SANITIZE_TAIL_REQUESTS_H
#define CLROUTER_LAYERS_SANITIZE_TAIL_REQUESTS_H

#include "layers/sanitize/tails.h"

/* What a call is given in place of the program's: it stays until the call returns. */
union tail_space {
	size_t origins[2][3];
	cl_buffer_region region;
};

/* For the layer's start. */
void tail_requests_start(void);

/* CALL is about to be made: moves its ranges, if they are beyond the end. */
void tail_requests_before(struct call *call, union tail_space *space);

/*
 * CALL is about to be made. If it makes an image from a buffer with a tail, which the driver
 * refuses without one, stores why in *ERROR. False: CALL is to be passed on.
 */
bool tail_requests_refuse_image(const struct call *call, cl_int *error);

/* CALL has succeeded: a size that the driver has answered becomes the program's. */
void tail_requests_after(const struct call *call);

#endif
