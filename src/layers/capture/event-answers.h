/* SPDX-License-Identifier: Apache-2.0 */
/*
 * event-answers: makes the event that the program gets look like the event of the launch, although
 * it is the event of the copy after it. Its type, times and status are the launch's, but it has
 * not ended before the copy has.
 *
 * Any thread may call the functions; they take no lock.
 */
#ifndef CLROUTER_LAYERS_CAPTURE_EVENT_ANSWERS_H
#define CLROUTER_LAYERS_CAPTURE_EVENT_ANSWERS_H

#include <stdbool.h>

#include "opencl/call.h"

struct event_answer {
	cl_event given;	 /* to the program */
	cl_event launch; /* answers for it */
	struct event_answer *next;
};

/*
 * ANSWER, which was allocated, counts from now on and is never freed. The layer's references to
 * both events are never given up, so that no other event gets their addresses.
 */
void event_answers_add(struct event_answer *answer);

/* Answers CALL if it is about such an event: then its refusal is what the program gets. */
bool event_answers_call(struct call *call);

#endif
