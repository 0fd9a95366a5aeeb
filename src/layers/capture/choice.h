/* SPDX-License-Identifier: Apache-2.0 */
/*
 * choice: which launch is to be captured: one number, one kernel, or the first that fails. Any
 * thread may call the functions; they take no lock.
 */
#ifndef CLROUTER_LAYERS_CAPTURE_CHOICE_H
#define CLROUTER_LAYERS_CAPTURE_CHOICE_H

#include <stdbool.h>
#include <stdint.h>

#include "opencl/call.h"

/* What is asked for; all zero is nothing. */
struct choice {
	uint64_t launch;	/* its number; 0: none */
	const char *kernel;	/* GLOB, or GLOB:N for the Nth launch of such kernels; NULL: none */
	bool is_failing;
};

/* For the layer's start. The text of CHOICE must stay. */
void choice_start(const struct choice *choice);

/* Is CALL a launch of a kernel? */
static inline bool choice_is_launch(const struct call *call)
{
	return call->slot == CLROUTER_SLOT_clEnqueueNDRangeKernel ||
	       call->slot == CLROUTER_SLOT_clEnqueueTask;
}

/* The number of a launch that begins; and how many there were. */
uint64_t choice_count(void);
uint64_t choice_launches(void);

/* Is CALL, launch NUMBER, the one to be captured? True once at most. */
bool choice_takes(const struct call *call, uint64_t number);

/* The same for one that the driver has refused. */
bool choice_takes_failed(void);

/* Has the one been there, or is none asked for? Then nothing needs to be noted any more. */
bool choice_is_over(void);

/* In a forked child: its launches are counted from 1, and one may still be captured. */
void choice_restart(void);

#endif
