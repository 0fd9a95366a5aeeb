/* SPDX-License-Identifier: Apache-2.0 */
/*
 * storage: the memory of objects as races.h sees it: where it is, and which of it a mapped region
 * and the arguments of a kernel are. Keeps no state: all is in facts.h and memory.h. An object of
 * which too little is known has no memory.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_RACES_STORAGE_H
#define CLROUTER_LAYERS_VALIDATION_RACES_STORAGE_H

#include <clrouter/layer.h>

#include "layers/validation/races/access.h"
#include "state/memory.h"

#define STORAGE_ARGUMENTS 128	/* of a kernel; what later ones use is not known */

/* The memory that an object has, its own or the memory of the object that it was made from. */
struct storage {
	uint64_t space;		/* ACCESS_HOST with CL_MEM_USE_HOST_PTR */
	uint64_t base;
	uint64_t size;		/* UINT64_MAX: not known */
	bool is_image;		/* the memory of an image, whose elements have no address */
	uint32_t number;	/* of the object that has it */
	cl_mem_flags flags;	/* and what else is known of that object */
	cl_mem_object_type type;
	size_t origin;		/* of a sub-buffer */
	size_t element_size;	/* of an image; 0: not known */
};

/* Finds the memory of HANDLE. False: it is not known. Takes no lock. */
bool storage_of(const void *handle, struct storage *storage);

/* All of the memory, as something that a command uses. */
struct access storage_all(const struct storage *storage, bool writes);

/* What a command uses that maps or unmaps REGION. False: it is not known. Takes no lock. */
bool storage_of_region(const struct memory_region *region, struct access *access);

/*
 * What the arguments of KERNEL use now. Returns how many LIST has. Asks the driver the first time,
 * so no lock may be held.
 */
size_t storage_of_arguments(const void *kernel, struct access list[STORAGE_ARGUMENTS]);

#endif
