/* SPDX-License-Identifier: Apache-2.0 */
/*
 * uses: what memory a call uses: it knows the memory that each object has, the arguments of kernels
 * and the regions that are mapped. What it does not know uses nothing.
 *
 * All functions are called with the lock of races.c held, except for those that ask the driver.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_USES_H
#define CLROUTER_LAYERS_VALIDATION_USES_H

#include "layers/common/call.h"
#include "layers/validation/access.h"
#include "layers/validation/facts.h"
#include "layers/validation/order.h"

#define USES_ARGUMENTS 128	/* of a kernel; what later ones use is not known */
#define USES_MOST (USES_ARGUMENTS + 2) /* of one call */

/* What the driver has to be asked for about an object that was made, before the lock is taken. */
struct uses_answers {
	size_t element_size;	/* of an image */
	cl_uint argument_count;	/* of a kernel */
	bool reads[USES_ARGUMENTS];	/* the argument is only read */
	bool writes[USES_ARGUMENTS];	/* only written */
};

/* Asks about HANDLE, which a call has returned and which is of KIND. Asks the driver: no lock. */
void uses_ask(struct uses_answers *answers, const void *handle, enum object_kind kind);

/* CALL made HANDLE, or changed what is known. */
void uses_note_made(const struct call *call, const void *handle,
		    const struct uses_answers *answers);
void uses_note_kernel(const void *handle, const struct uses_answers *answers);
void uses_note_copy(const struct call *call, const void *copy);
void uses_note_argument(const struct call *call);
void uses_note_svm(const struct call *call, const void *pointer);
void uses_note_mapped(const struct call *call, const void *pointer);
void uses_note_unmapped(const struct call *call);

/* Nothing is known any more of the memory object HANDLE. */
void uses_forget_memory(const void *handle);

/* The memory that clSVMAlloc returned as POINTER is freed: what the host writes thereby. */
struct access uses_forget_svm(const void *pointer);

/* What CALL, which enqueues a command, reads and writes. Returns how many LIST has. */
size_t uses_find(const struct call *call, struct access list[USES_MOST]);

/* Which work-items CALL, which enqueues a kernel, runs. */
struct order_range uses_range(const struct call *call);

/* A region that is mapped, and that ACCESS must leave alone until it is unmapped; NULL: none. */
const struct access *uses_find_mapped(const struct access *access);

/* Forgets everything. */
void uses_forget_all(void);

#endif
