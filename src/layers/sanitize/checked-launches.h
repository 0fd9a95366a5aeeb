/* SPDX-License-Identifier: Apache-2.0 */
/*
 * checked-launches: launches of the shadow's kernels in place of the program's, and the answers
 * that depend on which of them is launched. If the driver refuses what it takes from the program,
 * the program runs as it is from then on.
 */
#ifndef CLROUTER_LAYERS_SANITIZE_CHECKED_LAUNCHES_H
#define CLROUTER_LAYERS_SANITIZE_CHECKED_LAUNCHES_H

#include <stdbool.h>

#include "layers/sanitize/shadow-kernels.h"
#include "opencl/call.h"

/* Is the function in SLOT clEnqueueNDRangeKernel or clEnqueueTask? */
bool checked_launches_has(unsigned slot);

/*
 * CALL, which launches a kernel, is about to be made. If that is checked, makes it, and stores what
 * the driver has returned in *ERROR; *IS_CHECKED: it has taken the checked kernel. False: CALL is
 * to be passed on.
 */
bool checked_launches_make(struct call *call, cl_int *error, bool *is_checked);

/* CALL is about to be made: if it is a query of sub-groups, it is about the kernel that is
 * launched. */
void checked_launches_before_query(struct call *call);

/* CALL has returned *RESULT: the work-group size is the smaller one. */
void checked_launches_after_query(const struct call *call, const void *result);

/* The part of KERNEL that a launch in QUEUE, or a command buffer, needs; NULL: there is none. */
struct kernel_part *checked_launches_part(struct shadow_kernel *kernel, const void *queue);

/* The driver has refused a checked launch of KERNEL with ERROR, and has taken the program's. */
void checked_launches_refuse(struct shadow_kernel *kernel, const struct kernel_part *part,
			     cl_int error);

#endif
