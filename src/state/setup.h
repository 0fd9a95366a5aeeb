/* SPDX-License-Identifier: Apache-2.0 */
/*
 * setup: what a kernel is set up with: the values of its arguments, and what clSetKernelExecInfo
 * was given, with copies of what the calls pointed to.
 *
 * A kernel has one setup. It belongs to what keeps the calls of an object (kept.h), where all calls
 * are seen, or to the compatibility layer, which sees the calls for the drivers that it helps. The
 * owner has the lock: nothing here takes one, or calls the driver. A clone gets a copy
 * (setup_copy()); with the last release the setup goes.
 *
 * A clSetKernelArg costs no allocation if the value has SETUP_SMALL bytes or fewer, one otherwise.
 */
#ifndef CLROUTER_STATE_SETUP_H
#define CLROUTER_STATE_SETUP_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define SETUP_ARGUMENTS 4096 /* no device has so many: of those beyond, nothing is kept */
#define SETUP_SMALL 16

enum setup_sort {
	SETUP_UNSET,   /* it was never set */
	SETUP_EARLIER, /* it may have been set before there was a setup */
	SETUP_LOST,    /* there was no memory for its value */
	SETUP_BYTES,
	SETUP_LOCAL,  /* no value, only a size */
	SETUP_POINTER /* to shared memory, or as an extension has it */
};

/* What one call has set. All zero: nothing was set. */
struct setup_value {
	enum setup_sort sort;
	unsigned int by;     /* the slot of the function */
	unsigned int name;   /* that clSetKernelExecInfo was given */
	unsigned int serial; /* for the owner: of the object that it is; 0: none */
	size_t size;
	const void *pointer;
	unsigned char small[SETUP_SMALL]; /* a value that fits */
	unsigned char *large;		  /* free() it */
};

/* All zero is the setup of a kernel that was not set up. */
struct setup {
	struct setup_value *arguments;
	size_t count;
	struct setup_value *infos; /* one for each name */
	size_t info_count;
	bool has_lost; /* there was no memory for one more name */
};

/* VALUE is the SIZE bytes at BYTES, more than SETUP_SMALL, or lost. */
void setup_large(struct setup_value *value, size_t size, const void *bytes);

/* As the function in slot BY sets it: SIZE bytes at BYTES, which may be NULL, or a pointer. */
static inline struct setup_value setup_bytes(unsigned int by, size_t size, const void *bytes)
{
	struct setup_value value = { .sort = SETUP_LOCAL, .by = by, .size = size };

	if (!bytes)
		return value;
	value.sort = SETUP_BYTES;
	if (size <= SETUP_SMALL)
		memcpy(value.small, bytes, size);
	else
		setup_large(&value, size, bytes);
	return value;
}
struct setup_value setup_pointer(unsigned int by, const void *pointer);

/* The bytes of VALUE, which is SETUP_BYTES. */
static inline const void *setup_bytes_of(const struct setup_value *value)
{
	return value->large ? value->large : value->small;
}

/* Space for COUNT arguments, which are not set. False: there is no memory, or they are too many. */
bool setup_make_space(struct setup *setup, size_t count);

/*
 * Sets argument INDEX, for which there is space, or what was given for the name in VALUE. VALUE
 * belongs to SETUP then. Returns what is to be freed: without the owner's lock, if that is short.
 */
static inline void *setup_set_argument(struct setup *setup, size_t index,
				       const struct setup_value *value)
{
	void *unused = setup->arguments[index].large;

	setup->arguments[index] = *value;
	return unused;
}
void *setup_set_info(struct setup *setup, const struct setup_value *value);

/* VALUE with a copy of its bytes. False: there is no memory for it, or for VALUE was none. */
bool setup_copy_value(struct setup_value *copy, const struct setup_value *value);

/* The same in one allocation: free() it. NULL: there is no memory for it, or nothing was set. */
struct setup_value *setup_get(const struct setup_value *value);

/* COPY, which owns nothing, gets all of SETUP. False: something is lost. */
bool setup_copy(struct setup *copy, const struct setup *setup);

/* Frees what SETUP owns: it is all zero then. */
void setup_done(struct setup *setup);

#endif
