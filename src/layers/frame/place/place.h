/* SPDX-License-Identifier: Apache-2.0 */
/*
 * place: where the program makes a call. Other layers, or the C form of libOpenCL's functions, can
 * stand between it and this layer; then the return address of a wrapper is theirs, and the same for
 * all calls of one function.
 */
#ifndef CLROUTER_LAYERS_FRAME_PLACE_PLACE_H
#define CLROUTER_LAYERS_FRAME_PLACE_PLACE_H

/*
 * To be called at start and without the lock: the first stack makes the C library load another
 * library.
 */
void place_start(void);

/*
 * The place in the program of the call whose wrapper returns to SITE. To be called by functions
 * that the wrapper calls, and with no lock held. If it cannot be found, it is the return address
 * that is farthest from the wrapper of those that are known, or SITE.
 */
const void *place_of(const void *site);

/*
 * The same for a finding: beyond the functions of C++ that only pass the call on, from
 * CL/opencl.hpp and the standard library, which are compiled into the program; SITE if a thread
 * of a layer makes the call. Reads the symbols of the program, but only once for each return
 * address.
 */
const void *place_of_finding(const void *site);

/* To be called at the end, with the layer's lock held: forgets what was read. */
void place_end(void);

#endif
