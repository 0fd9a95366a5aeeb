/* SPDX-License-Identifier: Apache-2.0 */
/*
 * race-objects: what races.c has to know of objects: the memory that each has, the arguments of
 * kernels, and the regions that are mapped. What it does not know uses nothing.
 *
 * All functions are called with the lock of races.c held, except for the one that asks the driver.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_RACE_OBJECTS_H
#define CLROUTER_LAYERS_VALIDATION_RACE_OBJECTS_H

#include "layers/common/call.h"
#include "layers/common/live.h"
#include "layers/validation/access.h"
#include "layers/validation/memory.h"

#define RACE_OBJECTS_ARGUMENTS 128	/* of a kernel; what later ones use is not known */

/* The memory of an object. */
struct race_memory {
	uint64_t space;		/* ACCESS_HOST with CL_MEM_USE_HOST_PTR */
	uint64_t base;
	uint64_t size;		/* UINT64_MAX: not known */
	cl_mem_flags flags;
	bool is_image;		/* the memory is that of an image, whose elements have no address */
	size_t element_size;	/* of an image; 0: not known */
	uint32_t number;
};

/* What the driver has to be asked for about an object that was made, before the lock is taken. */
struct race_objects_answers {
	cl_uint argument_count;	/* of a kernel */
	bool reads[RACE_OBJECTS_ARGUMENTS];	/* the argument is only read */
	bool writes[RACE_OBJECTS_ARGUMENTS];	/* only written */
};

/* Asks about the kernel HANDLE, which a call has returned. Asks the driver: no lock. */
void race_objects_ask(struct race_objects_answers *answers, const void *handle);

/* CALL made HANDLE, or changed what is known. */
void race_objects_note_kernel(const void *handle, const struct race_objects_answers *answers);
void race_objects_note_copy(const struct call *call, const void *copy);
void race_objects_note_argument(const struct call *call);

/*
 * Finds the memory that the object HANDLE has, its own or that of the object that it was made from;
 * and all of it as something that a command uses. False: it is not known.
 */
bool race_objects_memory(const void *handle, struct race_memory *memory);
struct access race_objects_all_of(const struct race_memory *memory, bool writes);

/* What a command uses that maps or unmaps REGION. False: it is not known. */
bool race_objects_region(const struct memory_region *region, struct access *access);

/* What the arguments of KERNEL use now. Returns how many LIST has. */
size_t race_objects_arguments(const void *kernel, struct access list[RACE_OBJECTS_ARGUMENTS]);

/* Forgets everything. */
void race_objects_forget_all(void);

#endif
