/* SPDX-License-Identifier: Apache-2.0 */
/*
 * faults: makes functions of the C library fail in a library under test. fault_install() replaces
 * them in the library's relocations, so only that library is affected. Allocations can also fail
 * in the whole process, the C library and the dynamic linker included. That is not possible with
 * a sanitizer, which has an allocator of its own.
 *
 * Nothing fails before fault_arm() or after fault_disarm(). Only one thread may use this module.
 */
#ifndef FAULTS_H
#define FAULTS_H

#include <stdbool.h>

/* X(NAME, "functions") */
#define FAULTS(X) \
	X(MEMORY, "malloc and calloc in the library") \
	X(ANY_MEMORY, "malloc, calloc, realloc anywhere") \
	X(OPEN, "open and opendir") \
	X(READ, "read") \
	X(STAT, "stat, fstat, fstatat") \
	X(READDIR, "readdir") \
	X(READLINK, "readlink") \
	X(WRITE, "write") \
	X(DLOPEN, "dlopen") \
	X(DLSYM, "dlsym")

enum fault {
#define X(name, functions) FAULT_##name,
	FAULTS(X)
#undef X
	FAULT_COUNT
};

/* Is FAULT_ANY_MEMORY possible in this build? */
bool fault_has_any_memory(void);

/* Replaces the functions in LIBRARY, a dlopen handle. False if it uses none of them. */
bool fault_install(void *library);

/* From now on the calls FIRST to LAST of KIND, counted from 1, fail with the errno ERROR. */
void fault_arm(enum fault kind, unsigned first, unsigned last, int error);

/* Ends that, and returns the number of calls of the kind since fault_arm(). */
unsigned fault_disarm(void);

/* The number of blocks that the library has allocated and not freed. */
unsigned fault_count_leaks(void);

/* The functions of KIND, for messages. */
const char *fault_name(enum fault kind);

#endif
