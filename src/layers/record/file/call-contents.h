/* SPDX-License-Identifier: Apache-2.0 */
/*
 * call-contents: what the arguments of a call point to, as far as it is kept in the record. Reads
 * the program's memory only as far as the driver does in the same call. Any thread may call this.
 */
#ifndef CLROUTER_LAYERS_RECORD_FILE_CALL_CONTENTS_H
#define CLROUTER_LAYERS_RECORD_FILE_CALL_CONTENTS_H

#include <stddef.h>
#include <stdint.h>

#include "record/record-format.h"

/* Prepares the tables, for the first caller only. To be called before any other. */
void contents_start(void);

/*
 * Writes the contents of a call of the function SLOT to TO, with their heads: what is there before
 * the call, and zeros for what it will store. Returns the bytes that they need, a multiple of 8; if
 * that is more than SPACE, not all of them are written.
 */
size_t contents_write(unsigned int slot, const uint64_t *arguments, char *to, size_t space);

/*
 * After the call, which has returned RESULT: what it has stored goes into CONTENTS, the SIZE bytes
 * that contents_write() has written.
 */
void contents_store(unsigned int slot, const uint64_t *arguments, uint64_t result, char *contents,
		    size_t size);

#endif
