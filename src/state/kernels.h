/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kernels: what layers know of a kernel: which objects its arguments are set to, how they are
 * declared, and which work-groups it can have. The driver is asked once for each argument and
 * device, and only for these. Values are in setup.h. No function takes a lock.
 *
 * The memory belongs to a record of live.h, as facts do, and is never freed: another thread may
 * read it. A later kernel at that address uses it again.
 */
#ifndef CLROUTER_STATE_KERNELS_H
#define CLROUTER_STATE_KERNELS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "state/live.h"
#include "state/setup.h"

#define KERNELS_GROUPS 4	/* devices whose answers are kept; others are asked each time */
#define KERNELS_LISTED 256	/* pointers of a list; of a longer one, none is known */
#define KERNELS_ARGUMENTS SETUP_ARGUMENTS /* of a kernel with more, none is known */

/* What an argument is declared as. */
enum argument_kind {
	ARGUMENT_UNASKED,
	ARGUMENT_UNKNOWN,	/* the driver does not tell */
	ARGUMENT_VALUE,		/* of a known size, or of size 0 if that is not known */
	ARGUMENT_LOCAL,
	ARGUMENT_BUFFER,
	ARGUMENT_IMAGE,
	ARGUMENT_PIPE,
	ARGUMENT_SAMPLER,
	ARGUMENT_QUEUE
};

struct declaration {
	unsigned char kind;	/* enum argument_kind */
	unsigned char access : 2;	/* of an image: CL_KERNEL_ARG_ACCESS_... less READ_ONLY */
	unsigned char is_only_read : 1;	/* of what it points to, or of an image */
	unsigned short detail;	/* of a value its size, of an image its type; 0: not known */
};

struct kernel_argument {
	_Atomic(struct declaration) declared;
	atomic_uint serial;		/* of the object that it is set to, or one of KERNELS_... */
	atomic_uint number;		/* of that object, among its kind */
	atomic_uint kind;
	_Atomic(const void *) value;	/* object, pointer, kernels_no_object, or NULL: not set */

	/* the last call that failed to set it */
	_Atomic(const void *) failed_at; /* its place in the program */
	atomic_int failed_code;		/* CL_SUCCESS: none failed */
	atomic_uint failed_by;		/* the slot of its function */
};

/* What arguments have been set to since the kernel was made. */
enum {
	KERNEL_HAS_IMAGE = 1,
	KERNEL_HAS_SUB_BUFFER = 2,
	KERNEL_HAS_SVM = 4,
	KERNEL_HAS_SYSTEM = 8,	/* a pointer that OpenCL did not return */
	KERNEL_HAS_OBJECT = 16,
	KERNEL_HAS_LIST = 32	/* pointers that clSetKernelExecInfo was given */
};

/* What a kernel can do on a device; 0: not known, or not required. */
struct kernel_group {
	size_t size;		/* of a work-group at most, in work-items */
	size_t required[3];
	size_t sub_groups;	/* required */
};

/* The pointers that a kernel uses, apart from its arguments. */
struct kernel_list {
	atomic_uint count;
	_Atomic(const void *) pointers[KERNELS_LISTED];
};

struct kernel_state {
	size_t capacity;
	unsigned int serial;	    /* of the kernel, for a layer that sees no kernel made */
	struct kernel_state *older; /* smaller ones */
	bool has_queues;	/* queue_t is a type of the kernel's language */
	_Atomic(struct kernel_list *) list;	/* NULL: none */
	_Atomic(uint64_t) written;	/* arguments, a bit for each; the last one: it was asked */
	atomic_uint has;
	_Atomic(const void *) devices[KERNELS_GROUPS];
	atomic_bool is_kept[KERNELS_GROUPS];
	struct kernel_group groups[KERNELS_GROUPS];
	struct kernel_argument arguments[];
};

/* The value of an argument that is no object and no pointer. */
extern const char kernels_no_object;

/* What arguments that are pointers have in place of a serial; no object has one of these. */
#define KERNELS_SYSTEM (UINT32_MAX - 1)
#define KERNELS_SVM UINT32_MAX /* clSVMAlloc returned it */

/*
 * Memory for a new kernel of COUNT arguments, KERNELS_ARGUMENTS at most, from OLD if that is not
 * NULL; NULL: there is none.
 */
struct kernel_state *kernels_begin(struct kernel_state *old, size_t count);

/* The same for the kernel of STATE, which has COUNT arguments or more: the values stay. */
struct kernel_state *kernels_grow(struct kernel_state *state, size_t count);

/* How argument INDEX of the kernel HANDLE, whose state is STATE, is declared. Asks the driver. */
struct declaration kernels_declared(struct kernel_state *state, const void *handle, size_t index);

/* Has a driver not said how an argument is declared? Other threads may ask, too. */
bool kernels_lack_declarations(void);

/*
 * The bits of the COUNT arguments through which the source of the kernel HANDLE certainly writes, as
 * kernel-writes.h finds them. Asks the driver the first time.
 */
uint64_t kernels_written(struct kernel_state *state, const void *handle, size_t count);

/* Argument INDEX is VALUE from now on, which stands for OBJECT if this is not NULL. */
void kernels_set(struct kernel_state *state, size_t index, const void *value,
		 const struct object *object);

/* Argument INDEX is POINTER from now on, which is KERNELS_SYSTEM or KERNELS_SVM. */
void kernels_set_pointer(struct kernel_state *state, size_t index, const void *pointer,
			 unsigned int sort);

/* The pointer of SORT that ARGUMENT is set to; NULL: it is something else. */
const void *kernels_pointer(const struct kernel_argument *argument, unsigned int sort);

/* The COUNT pointers at POINTERS are those that clSetKernelExecInfo was given last. */
void kernels_set_list(struct kernel_state *state, const void *const *pointers, size_t count);

/* COPY has the pointers of that list, and the values of the first COUNT arguments of STATE. */
void kernels_copy(struct kernel_state *copy, const struct kernel_state *state, size_t count);

/* The object that ARGUMENT is set to, NULL if it is none or another one has its address. */
const struct object *kernels_object(const struct kernel_argument *argument);

/* Is OBJECT live, and of a kind that arguments can be: a memory object, a sampler or a queue? */
static inline bool kernels_is_live(const struct object *object)
{
	return live_is_live(object, OBJECT_MEM) || live_is_live(object, OBJECT_SAMPLER) ||
	       live_is_live(object, OBJECT_QUEUE);
}

/* Has the object that ARGUMENT was set to been released for good? */
bool kernels_is_gone(const struct kernel_argument *argument);

/* What the kernel HANDLE can do on DEVICE. Asks the driver. VERSION: see struct limits. */
struct kernel_group kernels_group(struct kernel_state *state, const void *handle,
				  const void *device, unsigned int version);

#endif
