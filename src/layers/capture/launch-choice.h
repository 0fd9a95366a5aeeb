/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launch-choice: which launches are to be captured: launches with some numbers, launches of some
 * kernels, or launches that fail; and how many. Any thread may call the functions; they take the
 * lock of this module.
 */
#ifndef CLROUTER_LAYERS_CAPTURE_LAUNCH_CHOICE_H
#define CLROUTER_LAYERS_CAPTURE_LAUNCH_CHOICE_H

#include <stdbool.h>
#include <stdint.h>

#include "launch/launch-numbers.h"
#include "opencl/call.h"

/* What is asked for; all zero is nothing. A launch has its number and its kernel if both are given. */
struct launch_choice {
	struct launch_numbers launch; /* their numbers; all zero: none */
	const char *kernel; /* GLOB, or GLOB:N or GLOB:FROM-TO of the launches of such kernels;
			       NULL: none */
	bool is_failing;
	uint64_t count; /* at most, from the first one on; 0: the one, or the range */
	bool is_stream; /* however many are refused in a row, the others are taken */
};

/* For the layer's start. */
void choice_start(const struct launch_choice *wanted);

/* Is CALL a launch of a kernel? */
static inline bool choice_is_launch(const struct call *call)
{
	return signatures[call->slot].command == COMMAND_KERNEL;
}

/* The number of a launch that begins; and how many there were. */
uint64_t choice_count(void);
uint64_t choice_launches(void);

/*
 * Is CALL, launch NUMBER, to be captured? If so, the caller calls choice_settle() once. Asks the
 * driver, so no lock may be held.
 */
bool choice_takes(const struct call *call, uint64_t number);

/* The same for one that the driver has refused. */
bool choice_takes_failed(void);

/* A launch that was taken is captured, or refused: then another one is taken for it. */
void choice_settle(bool is_captured);

/* Is every launch captured that is asked for, or is none? Then nothing needs to be noted any more.
 */
bool choice_is_over(void);

/* No more launches are wanted. */
void choice_end(void);

/* May there be more than one? And how many are captured so far? */
bool choice_is_several(void);
uint64_t choice_captured(void);

/*
 * If launches of some kernels are asked for, and there was none: calls SAY with the name of each
 * kernel that the program has launched, as far as they are counted, and how often.
 */
void choice_say_kernels(void (*say)(const char *name, uint64_t count));

/* In a forked child: its launches are counted from 1, and as many may be captured. */
void choice_restart(void);

#endif
