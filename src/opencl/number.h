/* SPDX-License-Identifier: Apache-2.0 */
/* number: how the numbers in calls are written: by the names of OpenCL's constants if they have one. */
#ifndef CLROUTER_OPENCL_NUMBER_H
#define CLROUTER_OPENCL_NUMBER_H

#include "base/common/line.h"
#include "opencl/names.h"

/*
 * Adds NUMBER, which has SIZE bytes in the call, by its name in GROUP, or as the names of its bits.
 * A version of OpenCL is written as one. If a number has no name, it is written in decimal for NAMES_NONE, otherwise in hexadecimal.
 */
void number_add(struct line *line, enum names_group group, uint64_t number, size_t size);

#endif
