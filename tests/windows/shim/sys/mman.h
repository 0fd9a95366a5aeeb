/* SPDX-License-Identifier: Apache-2.0 */
/* mman: memory that cannot be read, for Windows. unit-windows.c implements the functions. */
#ifndef CLROUTER_TESTS_WINDOWS_MMAN_H
#define CLROUTER_TESTS_WINDOWS_MMAN_H

#include <stddef.h>

#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define MAP_PRIVATE 0
#define MAP_ANONYMOUS 0
#define MAP_FAILED NULL
#define _SC_PAGESIZE 0
#define sysconf(name) ((void)(name), 4096)

/* New memory of SIZE bytes, which can be written; the other arguments are ignored. */
void *mmap(void *address, size_t size, int protection, int flags, int file, long long offset);

/* Lets SIZE bytes at ADDRESS, whole pages, not be used; PROTECTION must be PROT_NONE. */
int mprotect(void *address, size_t size, int protection);

#endif
