/* SPDX-License-Identifier: Apache-2.0 */
/*
 * place-library: the library, or the program, that has an address. dladdr() waits while another
 * thread opens or closes a library, whose constructors and destructors may wait for the caller's
 * lock; dl_iterate_phdr() does not.
 */
#ifndef CLROUTER_LAYERS_FRAME_PLACE_PLACE_LIBRARY_H
#define CLROUTER_LAYERS_FRAME_PLACE_PLACE_LIBRARY_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LIBRARY_NOTE 128 /* bytes; a build-id with its header takes 36 */

struct library {
	const void *address;
	uintptr_t begin;	 /* of the segment that has it ... */
	uintptr_t size;		 /* ... in bytes */
	uintptr_t load_address;	 /* what is added to the addresses of its file */
	uintptr_t first;	 /* address of its first byte, as the file counts */
	char name[PATH_MAX];	 /* empty: the program */
	char note[LIBRARY_NOTE]; /* the beginning of the notes with its build-id, or of its last
				    ones */
	size_t note_size;	 /* in bytes */
	uint64_t note_offset;	 /* in the file */
};

/* False: nothing that was loaded from a file has ADDRESS. Takes layer_code_lock(). */
bool library_find(struct library *library, const void *address);

/* Stores in *ID where LIBRARY has its build-id; returns its size in bytes, 0 if there is none. */
size_t library_build_id(const struct library *library, const char **id);

#endif
