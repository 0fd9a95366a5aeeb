/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shadow-programs: the rewritten program, the shadow, that is built beside each program and for
 * each of its devices, when its first kernel is made. If one of them cannot be made, none is, and
 * the whole program runs as it is: variables of program scope must not be there twice.
 *
 *	made --its program and kernels are released--> retired --its launches have ended--> gone
 *
 * Any thread may call the functions. No lock may be held, unless a function says otherwise.
 */
#ifndef CLROUTER_LAYERS_SANITIZE_SHADOW_PROGRAMS_H
#define CLROUTER_LAYERS_SANITIZE_SHADOW_PROGRAMS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/common/lock.h"
#include "layers/sanitize/own-context.h"
#include "layers/sanitize/sanitize-records.h"
#include "opencl/call.h"
#include "sanitize/sites.h"

/* Several queues, in place of one. */
#define SHADOW_QUEUES ((cl_command_queue)1)

/* A place in the program that launches a kernel; its number is what the kernel gets. */
struct shadow_place {
	const struct sites_kernel *kernel;
	const void *site;     /* as symbols.h has it */
	bool is_command;      /* of a command buffer: it records */
	const void *enqueued; /* where that was enqueued last; NULL: nowhere */
};

struct shadow {
	struct shadow *next; /* in the list of all */
	atomic_uint references;
	atomic_uint users; /* its program, and kernels */
	cl_device_id device;
	struct own_context *context;
	cl_program program;
	struct sites sites;
	struct records records;
	uint32_t *seen;	     /* of each site, how often it was found; of the thread that looks */
	atomic_uint looks;   /* at the records, that are wanted: the first thread looks for all */
	atomic_bool is_dead; /* its context has died, so the driver is not asked */
	atomic_bool is_used; /* a launch may not have ended, or was not looked at */
	atomic_ullong *launches; /* of each kernel in `sites` */
	struct lock lock;	 /* of what follows */
	cl_command_queue queue;	 /* of launches that may not have ended; NULL: none */
	uint64_t last;		 /* the moment of the last one */
	struct shadow_place *places;
	size_t place_count;
};

/* What is known of a program that was built. */
struct shadow_program {
	cl_program handle;
	atomic_uint references; /* the program itself, and its kernels */
	atomic_bool is_unchecked;
	struct lock lock; /* held while the shadows are made */
	bool is_tried;
	struct shadow **shadows; /* one for each device */
	size_t count;
};

/* For the layer's start. */
void shadow_programs_start(void);

/*
 * The one of the program HANDLE, whose first kernel was made; the caller gives it back. Makes the
 * shadows, which may take minutes. NULL: it is not checked, or there is no memory.
 */
struct shadow_program *shadow_programs_take(cl_program handle);

/* One more that has PROGRAM; and one less. */
void shadow_programs_keep(struct shadow_program *program);
void shadow_programs_give(struct shadow_program *program);

/* The program HANDLE is about to be built again, or has lost its last reference. */
void shadow_programs_forget(cl_program handle);

/* From now on PROGRAM runs as it is; the REASON is said at the end. */
void shadow_programs_refuse(struct shadow_program *program, const char *reason);

/* A kernel has SHADOW; and has it no more. */
void shadow_use(struct shadow *shadow);
void shadow_leave(struct shadow *shadow);

/*
 * The number of the place that launches KERNEL, never 0; SHADOW_NO_PLACE if it has too many.
 * IS_COMMAND: in a command buffer.
 */
#define SHADOW_NO_PLACE (UINT32_MAX - 1)
uint32_t shadow_place_number(struct shadow *shadow, const struct sites_kernel *kernel,
			     const void *site, bool is_command);
struct shadow_place shadow_place(struct shadow *shadow, uint32_t number);

/* The command buffer of the place NUMBER is enqueued at SITE. */
void shadow_note_enqueued(struct shadow *shadow, uint32_t number, const void *site);

/* A launch was enqueued to QUEUE. */
void shadow_note_launch(struct shadow *shadow, const struct sites_kernel *kernel,
			cl_command_queue queue);

/*
 * Calls VISIT for each shadow that is used and, if CONTEXT is not NULL, in that context; no shadow
 * is freed meanwhile.
 */
void shadow_visit(cl_context context, void (*visit)(struct shadow *shadow, void *data), void *data);

/* How many launches of all shadows were noted. */
uint64_t shadow_moment(void);

/*
 * All launches of SHADOW in QUEUE, or in any queue if that is NULL, that were noted until MOMENT
 * have ended; its records are about to be read.
 */
void shadow_note_end(struct shadow *shadow, cl_command_queue queue, uint64_t moment);

/* Frees the shadows that are retired, if they are not used. */
void shadow_free_retired(void);

/* Adds what was launched to the summary; if IS_READ, also what the records say of accesses not
 * judged. */
void shadow_programs_count(bool is_read);

/* In a forked child: what was launched is the parent's. */
void shadow_programs_disown(void);

#endif
