/* SPDX-License-Identifier: Apache-2.0 */
/*
 * symbols: the name of the function that an address is in, as addr2line -f has it: from the
 * symbol table of the program or library, which strip(1) takes out, else from what it exports.
 */
#ifndef CLROUTER_LAYERS_LIFETIME_SYMBOLS_H
#define CLROUTER_LAYERS_LIFETIME_SYMBOLS_H

#include "layers/common/line.h"

/*
 * Adds "FILE(FUNCTION+0xOFFSET)" to LINE for ADDRESS, a return address; without FUNCTION if it is
 * not known, and the address alone if it lies in no file. Reads the file; takes no lock.
 */
void symbols_add(struct line *line, const void *address);

#endif
