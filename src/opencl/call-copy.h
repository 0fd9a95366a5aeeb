/* SPDX-License-Identifier: Apache-2.0 */
/*
 * call-copy: a call with what its arguments point to, as it was when it was made, for a layer that
 * needs it later: texts, lists of properties, values of kernel arguments, intermediate language and
 * binaries. The functions of call.h read its parameters like the call's own.
 *
 * What a call only stores through a pointer is not copied, and neither is memory whose size the
 * call does not say, such as the memory at a host pointer: the first is NULL in the copy, the
 * second the program's address.
 */
#ifndef CLROUTER_OPENCL_CALL_COPY_H
#define CLROUTER_OPENCL_CALL_COPY_H

#include "opencl/call.h"

/*
 * A copy of CALL, which succeeded or is about to be passed on: reads the program's memory as the
 * driver does. The copy is one allocation: free() it. NULL: there is no memory, or another thread
 * made a text or list longer meanwhile. Any thread may call this.
 */
struct call *call_copy(const struct call *call);

#endif
