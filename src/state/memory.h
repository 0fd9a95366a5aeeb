/* SPDX-License-Identifier: Apache-2.0 */
/*
 * memory: the addresses that the program got from OpenCL: regions that are mapped, and shared
 * virtual memory. Functions take the lock of this module, and no other.
 */
#ifndef CLROUTER_STATE_MEMORY_H
#define CLROUTER_STATE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* For the layer's start: the lock of this module is taken over a fork. */
void memory_start(void);

/* -- regions that are mapped ------------------------------------------------------------- */

/* A region of a memory object; of a buffer it has one dimension. */
struct memory_region {
	const void *object;	/* that was mapped */
	uint32_t serial;	/* of its record in live.h */
	const void *whole;	/* the buffer that OBJECT is a part of, else OBJECT */
	size_t origin[3];	/* in WHOLE */
	size_t size[3];
	size_t mip_level;	/* of an image; each has memory of its own */
	bool is_written;
};

/* A command mapped REGION at POINTER. */
void memory_note_mapped(const void *pointer, const struct memory_region *region);

/*
 * A region of OBJECT, which is a part of WHOLE, is about to be unmapped from POINTER: it does not
 * count any more. Then the call returned: it is unmapped, or still mapped.
 */
void memory_note_unmapping(const void *object, const void *whole, const void *pointer);
void memory_note_unmapped(const void *object, const void *whole, const void *pointer,
			  bool has_failed);

/* Is a region of OBJECT, which is a part of WHOLE and whose record has SERIAL, at POINTER? */
bool memory_is_mapped(const void *object, const void *whole, uint32_t serial, const void *pointer);

/* Does REGION overlap one that is mapped for writing? */
bool memory_is_written(const struct memory_region *region);

/* Finds the region of OBJECT, which is a part of WHOLE, that a call is unmapping from POINTER. */
bool memory_find_unmapping(const void *object, const void *whole, const void *pointer,
			   struct memory_region *region);

/* Finds a mapped region that FITS, which must take no lock, says yes of. It gets DATA, too. */
bool memory_find_mapped(bool (*fits)(const struct memory_region *region, const void *data),
			const void *data, struct memory_region *region);

/* -- shared virtual memory --------------------------------------------------------------- */

enum memory_svm_state {
	MEMORY_SVM_THERE,
	MEMORY_SVM_LENT,	/* a callback may free it, in a way that is not seen */
	MEMORY_SVM_DUE,		/* a command frees it: it is gone if no command may be held */
};

/* An allocation of clSVMAlloc. */
struct memory_svm {
	uintptr_t start;
	size_t size;
	const void *context;
	uint32_t context_serial;	/* of its record in live.h */
	bool is_fine;			/* commands may use it at once */
	uint64_t flags;			/* as the program gave them, and the alignment */
	unsigned int alignment;
	enum memory_svm_state state;
};

/*
 * The program has made a user event, or set one. As long as one is not set, a command may wait for
 * it, and run after commands that are enqueued later.
 */
void memory_note_user_event(bool is_set);
bool memory_may_be_held(void);

/* clSVMAlloc returned SVM. What was known at its addresses is gone. */
void memory_note_svm(const struct memory_svm *svm);

/* What POINTER points to has STATE from now on. */
void memory_note_svm_state(const void *pointer, enum memory_svm_state state);

/* A call of clSVMFree is about to free it; then the call returned. */
void memory_note_svm_freeing(const void *pointer);
void memory_note_svm_freed(const void *pointer);

/*
 * The bytes that were allocated at POINTER, 0 if clSVMAlloc did not return it, or if it is freed or
 * due to be.
 */
size_t memory_svm_size(const void *pointer);

/* Is POINTER in what clSVMAlloc has allocated, and only one command at a time may use that? */
bool memory_is_coarse(const void *pointer);

/* Are SIZE bytes at POINTER within what clSVMAlloc has allocated? */
bool memory_is_svm(const void *pointer, size_t size);

/* Finds the allocation that POINTER is in, else the first that has one of the SIZE bytes there. */
bool memory_find_svm(const void *pointer, size_t size, struct memory_svm *found);

/* A copy of all allocations, in the order of their addresses; free() it. NULL: there is no memory. */
struct memory_svm *memory_copy_svm(size_t *found);

/* SIZE bytes at POINTER, in an allocation, are mapped; what was mapped there is unmapped. */
void memory_note_svm_mapped(const void *pointer, size_t size, bool is_written);
void memory_note_svm_unmapped(const void *pointer);

/* Was a region mapped at POINTER, which is in an allocation, and is it still? */
bool memory_is_svm_mapped(const void *pointer);

/*
 * The bytes of the region of coarse-grained memory that was mapped last at POINTER, 0 if there is
 * none; *IS_WRITTEN: for writing.
 */
size_t memory_svm_mapped_size(const void *pointer, bool *is_written);

/* The bytes of coarse-grained memory at POINTER that a call lets a command free. */
size_t memory_svm_freed_size(const void *pointer);

/* Is any of the SIZE bytes at POINTER mapped; if ONLY_WRITTEN, for writing? */
bool memory_overlaps_svm_mapped(const void *pointer, size_t size, bool only_written);

/*
 * From now on the program can have shared memory that is not known: clSVMAlloc has not returned it, or
 * memory was short.
 */
void memory_expect_unseen(void);
bool memory_expects_unseen(void);

/* An object that uses an allocation, whose record in live.h had SERIAL. */
struct memory_user {
	const void *object;	/* NULL: none is known */
	uint32_t serial;
};

/* The command of the event USER, or the buffer USER, uses the allocation that POINTER is in. */
void memory_note_svm_command(const void *pointer, struct memory_user user);
void memory_note_svm_buffer(const void *pointer, struct memory_user user);

/* The last event, or the last buffer, that was noted for the allocation at POINTER. */
struct memory_user memory_svm_command(const void *pointer);
struct memory_user memory_svm_buffer(const void *pointer);

/* Forgets everything. */
void memory_forget_all(void);

#endif
