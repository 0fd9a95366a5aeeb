/* SPDX-License-Identifier: Apache-2.0 */
/*
 * learn: the parts of facts_note() (facts.h) that are in files of their own.
 */
#ifndef CLROUTER_STATE_LEARN_LEARN_H
#define CLROUTER_STATE_LEARN_LEARN_H

#include <stdbool.h>

#include "opencl/call.h"

/*
 * CALL, which may be of any function, succeeded and returned HANDLE, NULL if that is no object:
 * notes what it made and changed of the objects of extensions. What the core of OpenCL knows of
 * them is noted already.
 */
void learn_extension(const struct call *call, const void *handle);

/* The same for programs, kernels and their arguments; false if CALL is about something else. */
bool learn_program(const struct call *call, const void *handle);

/*
 * CALL has made HANDLE, NULL if that is no object, or set an object up: keeps the call if calls for
 * the object's kind are wanted (facts.h).
 */
void learn_kept(const struct call *call, const void *handle);

/* CALL is about to be passed on: notes what it does to programs before its callback comes. */
void learn_program_before(const struct call *call);

/* The same for command buffers: notes where it enqueues one. */
void learn_extension_before(const struct call *call);

/* The driver refused CALL, which may have been a build. */
void learn_program_failed(const struct call *call);

/* The program that CALL was to build or compile; NULL: CALL is another function, or it is not known. */
struct facts_program *learn_program_to_build(const struct call *call);

#endif
