/* SPDX-License-Identifier: Apache-2.0 */
/* record: the start of a record by something other than a call. */
#ifndef CLROUTER_LAYERS_RECORD_RECORD_H
#define CLROUTER_LAYERS_RECORD_RECORD_H

#include <stdbool.h>

/*
 * Is the program recorded? Begins the recording if it never was, as a program may name its work before
 * its first OpenCL call; the calls follow when the loader starts the layer. Any thread may call this.
 */
bool record_begin(void);

#endif
