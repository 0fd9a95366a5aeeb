/* SPDX-License-Identifier: Apache-2.0 */
/*
 * program-texts: what a program was made of, as the call that made it has it: the strings of
 * clCreateProgramWithSource() as one text, the binary of clCreateProgramWithBinary() for a device.
 * The call, or its copy (call-copy.h), has to have succeeded. Keeps no state; any thread may call.
 */
#ifndef CLROUTER_OPENCL_PROGRAM_TEXTS_H
#define CLROUTER_OPENCL_PROGRAM_TEXTS_H

#include "opencl/call.h"

/* The bytes of all strings of MADE together. */
size_t program_source_size(const struct call *made);

/* Copies them to TEXT, which has so many bytes; no NUL byte is added. */
void program_source_copy(const struct call *made, char *text);

/* The binary for DEVICE and its *SIZE in bytes; it belongs to MADE. NULL: there is none. */
const void *program_binary(const struct call *made, const void *device, size_t *size);

#endif
