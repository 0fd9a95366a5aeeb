/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mapped: which files are mapped into this process, from /proc/self/maps. Tells
 * where the dynamic linker found a library, and what came with it. Without
 * /proc it finds nothing.
 */
#ifndef CLROUTER_TOOL_PROBE_MAPPED_H
#define CLROUTER_TOOL_PROBE_MAPPED_H

#include "base/arena.h"

/* The file that ADDRESS belongs to, in ARENA; NULL: not known. */
const char *mapped_file_at(const void *address, struct arena *arena);

/* The first mapped file whose base name begins with PREFIX; NULL: none. */
const char *mapped_file_named(const char *prefix, struct arena *arena);

#endif
