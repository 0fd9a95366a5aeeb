/* SPDX-License-Identifier: Apache-2.0 */
/*
 * arg-info: adds the option -cl-kernel-arg-info to builds, so that more drivers tell how the
 * arguments of kernels are declared, and hides it from the program. Off unless it is asked for.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_ARG_INFO_H
#define CLROUTER_LAYERS_VALIDATION_ARG_INFO_H

#include <stdbool.h>
#include <stddef.h>

#include "opencl/call.h"

struct facts_program;

/* For the start function of the layer: IS_ON or off. */
void arg_info_start(bool is_on);

/*
 * CALL, which is right, is about to be passed on: adds the option to a build. False: it is a query
 * for the options of a build, and answered already; the refusal of CALL is its result.
 */
bool arg_info_before(struct call *call);

/* CALL has returned. */
void arg_info_after(struct call *call, const void *result);

/* How many bytes of OPTIONS, which the driver gives for the program of FACTS, are the program's. */
size_t arg_info_own(const struct facts_program *facts, const char *options);

/* How many bytes of the value that the query CALL is about the program does not see. */
size_t arg_info_hidden(const struct call *call);

#endif
