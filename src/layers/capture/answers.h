/* SPDX-License-Identifier: Apache-2.0 */
/*
 * answers: makes the event that the program gets look like that of the launch, although it is the
 * event of the copy after it. Its type, times and status are those of the launch, but it has not
 * ended before the copy has.
 *
 * Any thread may call the functions; they take no lock.
 */
#ifndef CLROUTER_LAYERS_CAPTURE_ANSWERS_H
#define CLROUTER_LAYERS_CAPTURE_ANSWERS_H

#include <stdbool.h>

#include "opencl/call.h"

/*
 * The program gets GIVEN, and LAUNCH answers for it. The layer's references to both are never given
 * up from now on, so that no other event gets their addresses.
 */
void answers_start(cl_event given, cl_event launch);

/* Answers CALL if it is about that event: then its refusal is what the program gets. */
bool answers_call(struct call *call);

#endif
