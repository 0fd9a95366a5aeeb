/* SPDX-License-Identifier: Apache-2.0 */
/*
 * extension-records: the functions of extensions in the record. The number of such a function means
 * something in its file only, so the record says what it is. Any thread may call this.
 */
#ifndef CLROUTER_LAYERS_RECORD_FILE_EXTENSION_RECORDS_H
#define CLROUTER_LAYERS_RECORD_FILE_EXTENSION_RECORDS_H

#include <clrouter/extension.h>

/* The function SLOT, which is not in the dispatch table, is about to be called. */
void function_introduce(unsigned int slot);

/* The program got the address of the function NAME, whose calls will not be recorded. */
void function_note_unseen(const char *name, enum clrouter_extension_reason reason);

#endif
