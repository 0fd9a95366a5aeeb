/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sanitize-format: what a rewritten kernel and the layer have in common: the kernel's hidden
 * arguments, and the memory in which it leaves what it has found. Constants only.
 *
 * The hidden arguments come after the kernel's own ones:
 *
 *	ulong size			one for each `sized` argument of sites.h, in that order
 *	__global uint *records
 *	__global const ulong *regions
 *	uint launch
 *
 * A size is the number of bytes from where the argument points to the end of its object: 0 for
 * NULL, and SANITIZE_UNKNOWN if the argument does not say in which object it points.
 */
#ifndef CLROUTER_SANITIZE_SANITIZE_FORMAT_H
#define CLROUTER_SANITIZE_SANITIZE_FORMAT_H

#include <stdint.h>

#define SANITIZE_UNKNOWN UINT64_MAX

/*
 * The records, in words of 32 bits: a head, and then one record for each site. Halves of a number
 * of 64 bits are stored with the lower one first.
 */
enum sanitize_head {
	SANITIZE_HEAD_FOUND,  /* 1: a record was written */
	SANITIZE_HEAD_PASSED, /* accesses that were not judged, see SANITIZE_REGIONS_OPEN */
	SANITIZE_HEAD_WORDS = 16
};

enum sanitize_record {
	SANITIZE_RECORD_COUNT, /* bad accesses here; the first one writes the rest */
	SANITIZE_RECORD_LAUNCH,
	SANITIZE_RECORD_OBJECT,	    /* see below */
	SANITIZE_RECORD_OFFSET = 4, /* 64 bits, signed: from the start of the object, in bytes; of
				       an array, the index */
	SANITIZE_RECORD_SIZE = 6,   /* 64 bits: of the object in bytes; of an array, in elements */
	SANITIZE_RECORD_GLOBAL = 8, /* three of 64 bits: the work-item's global ID */
	SANITIZE_RECORD_LOCAL = 14, /* three of 32 bits: its local ID */
	SANITIZE_RECORD_MARK = 17,  /* see below */
	SANITIZE_RECORD_WORDS = 20
};

/*
 * The mark is written last: a hash (FNV-1a) of the words from the launch to the local ID. Kernels
 * have no fence that the host sees, so words may come in any order; a record whose mark does not
 * fit is not complete.
 */
#define SANITIZE_MARK_BASIS 2166136261u
#define SANITIZE_MARK_FACTOR 16777619u

/* The object: none is known; an array, whose index is counted; 1 and the number of the `sized`
 * argument; or SANITIZE_OBJECT_NAMED and the number of the `object` of sites.h. With
 * SANITIZE_OBJECT_NEAREST it is not known where the pointer comes from, and this is the memory of
 * the launch that is nearest to the access. */
#define SANITIZE_OBJECT_UNKNOWN 0u
#define SANITIZE_OBJECT_ARRAY UINT32_MAX
#define SANITIZE_OBJECT_NAMED 0x20000000u
#define SANITIZE_OBJECT_NEAREST 0x10000000u

/* What is farther away than this is not said to be near; in bytes. */
#define SANITIZE_NEAR 0x100000u

/*
 * After the records is memory that nobody reads, in which redirected accesses are made, from the
 * word SANITIZE_SCRATCH_AT on: as many bytes before and after as an access may have at most,
 * because a vector begins before its component, and an access keeps its alignment. Larger ones are
 * not redirected.
 */
#define SANITIZE_REDIRECTED 128u /* bytes, a power of 2 */
#define SANITIZE_SCRATCH (3 * SANITIZE_REDIRECTED)
#define SANITIZE_SCRATCH_AT(sites) \
	((SANITIZE_HEAD_WORDS + (sites)*SANITIZE_RECORD_WORDS + 63) / 64 * 64)

/*
 * The regions are memory that kernels may use without an argument, shared virtual memory: a count,
 * flags, and then a start and an end for each region, all of 64 bits.
 */
enum sanitize_regions { SANITIZE_REGIONS_COUNT, SANITIZE_REGIONS_FLAGS, SANITIZE_REGIONS_HEAD };

/* A flag: memory that is in no region may be right, too, so a pointer of unknown origin is not
 * judged. */
#define SANITIZE_REGIONS_OPEN 1u

#endif
