/* SPDX-License-Identifier: Apache-2.0 */
/*
 * addresses: notes in memory.h which regions calls map and unmap, and which shared memory they
 * allocate, use and free.
 */
#ifndef CLROUTER_STATE_LEARN_ADDRESSES_H
#define CLROUTER_STATE_LEARN_ADDRESSES_H

#include <stdbool.h>
#include <stddef.h>

#include "opencl/call.h"
#include "state/memory.h"

/* The region that CALL, which maps a buffer or image, is about; false if too little is known. */
bool addresses_mapped_region(const struct call *call, struct memory_region *region);

/* What a command copies between shared memory and memory of the host. */
struct addresses_copy {
	const void *to;
	const void *from;
	size_t size; /* bytes */
};

/* Stores what CALL copies; false if it is no such command, or its properties may say more. */
bool addresses_find_copy(const struct call *call, struct addresses_copy *copy);

/* CALL is about to be passed on; it succeeded and returned *RESULT; or it failed. */
void addresses_note_before(const struct call *call);
void addresses_note(const struct call *call, const void *result);
void addresses_note_failed(const struct call *call);

/* CALL succeeded, and HANDLE is the event of its command. */
void addresses_note_use(const struct call *call, const void *handle);

/* BUFFER, which is live, was made to use the memory of the host at POINTER. */
void addresses_note_host_ptr(const void *pointer, const void *buffer);

#endif
