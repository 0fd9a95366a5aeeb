/* SPDX-License-Identifier: Apache-2.0 */
/*
 * faults: functions of the C library that fail when a test wants them to. They
 * are put into the table by which an open library calls others, so that library
 * alone gets them. Memory can also be refused to everybody, the C library and
 * its dynamic linker too (not beside a sanitizer, which has its own memory).
 *
 * Nothing fails before fault_arm() and after fault_disarm(). For one thread.
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

/* Can ANY_MEMORY fail in this build? */
bool fault_has_any_memory(void);

/* Puts the functions into a library that dlopen has given; false when there is none to replace. */
bool fault_install(void *library);

/* From now on the calls FIRST to LAST of KIND fail with ERROR; they count from 1. */
void fault_arm(enum fault kind, unsigned first, unsigned last, int error);

/* Ends that: how many calls of the kind there were. */
unsigned fault_disarm(void);

/* How many blocks the library has taken and not given back. */
unsigned fault_count_leaks(void);

const char *fault_name(enum fault kind);

#endif
