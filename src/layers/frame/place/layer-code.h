/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layer-code: tells the code of layers and of libOpenCL from the program's code. A library is a
 * layer if it exports what loaders look for in one (clGetLayerInfo and clInitLayer or
 * clInitLayerWithProperties). A program that is its own layer counts as the program.
 *
 * layer-code.c and layer-code-windows.c implement this header.
 */
#ifndef CLROUTER_LAYERS_FRAME_PLACE_LAYER_CODE_H
#define CLROUTER_LAYERS_FRAME_PLACE_LAYER_CODE_H

#include <stdbool.h>

struct lock;

/*
 * The lock that has to be taken over a fork, after all others: the C library has one of its own below
 * it. NULL: there is none.
 */
struct lock *layer_code_lock(void);

/*
 * Is ADDRESS, a return address on the stack of the caller, in a layer or in libOpenCL? Waits for no
 * thread that opens or closes a library (except on Windows). To be called with no lock held, by any
 * thread.
 */
bool layer_code_has(const void *address);

/* Has this process loaded the layer NAME, "libCLTrace" for example? Any thread may ask. */
bool layer_code_is_loaded(const char *name);

#endif
