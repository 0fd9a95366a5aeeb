/* SPDX-License-Identifier: Apache-2.0 */
/*
 * seen-binaries: binaries that the program gets of a program whose sources are known, and which it
 * may keep in a file: the cache of binaries gets them (binary-cache.h).
 */
#ifndef CLROUTER_LAYERS_SANITIZE_SEEN_BINARIES_H
#define CLROUTER_LAYERS_SANITIZE_SEEN_BINARIES_H

#include "opencl/call.h"

/* CALL has succeeded. If it has stored binaries, has their sources preprocessed and kept. */
void seen_binaries_note(const struct call *call);

#endif
