/* SPDX-License-Identifier: Apache-2.0 */
/*
 * symbols: finds the function that contains an address and its line in the source, as addr2line -f
 * does. It reads the symbol table of the program or library; if strip(1) has removed that, the
 * exported symbols. Line tables are read if the file itself has them (-g), not compressed.
 */
#ifndef CLROUTER_LAYERS_FRAME_PLACE_SYMBOLS_H
#define CLROUTER_LAYERS_FRAME_PLACE_SYMBOLS_H

#include <stdbool.h>

#include "base/common/line.h"

/*
 * Adds "FILE(FUNCTION+0xOFFSET)" to LINE for ADDRESS, a return address, and " [SOURCE:LINE]" if
 * FILE has line tables. FUNCTION is left out if it is not known, or if FILE is not the one that was
 * loaded; the address stands alone if no file is mapped there. The function reads FILE; it takes no
 * lock but layer_code_lock() and keeps no state, so any thread may call it.
 */
void symbols_add(struct line *line, const void *address);

/*
 * Stores the name of the function that contains ADDRESS, a return address, in NAME, of SIZE bytes;
 * a longer one is cut. False: it is not known. The same holds as for symbols_add().
 */
bool symbols_find(const void *address, char *name, size_t size);

/* Are both addresses in one file, the program or a library? */
bool symbols_are_together(const void *left, const void *right);

/* Is ADDRESS in the library that calls the function of a new thread? */
bool symbols_start_threads(const void *address);

/* Is ADDRESS in the layer that calls, as the innermost frames of a stack are? */
bool symbols_is_own(const void *address);

#endif
