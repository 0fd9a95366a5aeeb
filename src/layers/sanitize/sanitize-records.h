/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sanitize-records: the memory in which the kernels of a shadow leave what they find
 * (sanitize-format.h). It is made so that the host can read it when the context of the device has
 * died: it is mapped as long as it is there, on drivers where a mapping shows what kernels write.
 */
#ifndef CLROUTER_LAYERS_SANITIZE_SANITIZE_RECORDS_H
#define CLROUTER_LAYERS_SANITIZE_SANITIZE_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "layers/sanitize/own-context.h"
#include "sanitize/sanitize-format.h"

struct records {
	cl_mem buffer;
	cl_command_queue queue; /* of the layer */
	size_t words;
	volatile uint32_t *map; /* NULL: none */
	uint32_t *copy;		/* what was read last */
	bool is_lost;		/* a command may still write to `copy` */
};

/*
 * Makes the memory for SITES in CONTEXT, which has to stay, for DEVICE. SHOWS_MAPS: see
 * device-macros.h. False: the driver or the host has none.
 */
bool records_make(struct records *records, struct own_context *context, cl_device_id device,
		  bool shows_maps, size_t sites);

/* Releases it; the last commands that use it must have ended. */
void records_done(struct records *records);

/*
 * What the kernels have left: an array of all words. NULL: nothing, or it cannot be read. IS_DEAD:
 * the driver is not called. The words are valid until the next call; one thread at a time.
 */
const uint32_t *records_read(struct records *records, bool is_dead);

/* How many accesses the kernels have not judged; 0 if that cannot be read. */
uint32_t records_passed(struct records *records, bool is_dead);

/* A number of 64 bits at WORD. */
static inline uint64_t records_long(const uint32_t *word)
{
	return word[0] | (uint64_t)word[1] << 32;
}

/* The record of SITE among WORDS. */
static inline const uint32_t *records_of(const uint32_t *words, size_t site)
{
	return words + SANITIZE_HEAD_WORDS + site * SANITIZE_RECORD_WORDS;
}

/* The mark that RECORD has if it is complete. */
static inline uint32_t records_mark(const uint32_t *record)
{
	uint32_t mark = SANITIZE_MARK_BASIS;

	for (size_t i = SANITIZE_RECORD_LAUNCH; i < SANITIZE_RECORD_MARK; i++)
		mark = (mark ^ record[i]) * SANITIZE_MARK_FACTOR;
	return mark;
}

#endif
