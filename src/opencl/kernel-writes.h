/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kernel-writes: through which of its parameters the source of a kernel writes. The source is read,
 * not compiled: what is found is certain to be written there; what is passed to another function or
 * pointer, hidden by a macro or between #if and #endif is not found. Keeps no state.
 */
#ifndef CLROUTER_OPENCL_KERNEL_WRITES_H
#define CLROUTER_OPENCL_KERNEL_WRITES_H

#include <stddef.h>
#include <stdint.h>

#define KERNEL_WRITES_MOST 63 /* parameters; nothing is found of later ones */

/*
 * The bits of the parameters through which the kernel NAME in SOURCE, of OpenCL C, writes. It has COUNT;
 * if it seems to have another number, macros or conditions make the list, and nothing is found.
 */
uint64_t kernel_writes_find(const char *source, const char *name, size_t count);

#endif
