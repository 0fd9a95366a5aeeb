/* SPDX-License-Identifier: Apache-2.0 */
/*
 * facts: what is known of an object beyond its kind and its references: the context, the devices,
 * sizes, flags and states, in one struct for each kind of object. They are noted from the calls
 * that make and change objects; what is not seen made has none.
 *
 * Facts belong to a record of live.h and stay as long as it does, which is for ever: another object
 * of the kind at that address overwrites them, and one of another kind gets its own. They are read
 * without a lock.
 *
 * A layer names the kinds of objects that it wants to know, and those whose calls it wants to be
 * kept: nothing is noted of others.
 */
#ifndef CLROUTER_STATE_FACTS_H
#define CLROUTER_STATE_FACTS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "opencl/call.h"
#include "state/abilities.h"
#include "state/formats.h"
#include "state/kept.h"
#include "state/kernels.h"
#include "state/live.h"
#include "state/support.h"

#define FACTS_DEVICES 32	/* of more, none is known */
#define FACTS_DIMENSIONS 8
#define FACTS_SEVERAL SIZE_MAX	/* not one */

/* The bit of a kind of object, and the bits of all kinds. */
#define FACTS_KIND(kind) (1u << (kind))
#define FACTS_ALL_KINDS (FACTS_KIND(OBJECT_KINDS) - 1)

struct recording;

/* Where the contents of a memory object come from, if not from OpenCL. */
enum facts_source {
	SOURCE_NONE,
	SOURCE_UNKNOWN,
	SOURCE_EXTERNAL, /* cl_khr_external_memory */
	SOURCE_GL,
	SOURCE_EGL,
	SOURCE_D3D10,
	SOURCE_D3D11,
	SOURCE_DX9
};

/* What the struct of each kind begins with. */
struct facts {
	struct facts *next; /* of another kind of object that had the address */
	enum object_kind kind;
	kept_calls kept;

	/* Here begins what is of one object. */
	atomic_uint serial;	/* of the object that they are about; 0: none */
	const void *context;	/* NULL: not known */
};

/*
 * After the devices that the program gave come those that only the driver answers: a program may
 * use what it was answered. PoCL 3.1 answers with the device that a sub-device is a part of.
 */
struct facts_devices {
	unsigned int count; /* 0: not known */
	unsigned int answered;
	const void *list[FACTS_DEVICES];
};

struct facts_context {
	struct facts any;
	struct facts_devices devices;
	bool has_gl; /* it was made with one of OpenGL */
	bool can_terminate;
	atomic_bool is_terminated;
	atomic_bool has_told;	/* the program has asked for devices, and may use those that were answered */
	format_lists formats; /* kept if another context gets the record */
};

/* A queue, or a command buffer, which has the device and context of its first queue. */
struct facts_queue {
	struct facts any;
	struct facts_devices devices; /* the only one */
	cl_command_queue_properties properties;
	atomic_uint barriers;		/* that were enqueued */
	atomic_size_t last;		/* the number of its last command; 0: none has one */
	atomic_size_t flushed;		/* the driver has to begin the commands up to this number */
	atomic_uint thread;		/* that enqueued last; set by the layer that asks */
	struct recording *recording; /* of a command buffer; kept */
};

struct facts_mem {
	struct facts any;
	cl_mem_object_type type;
	cl_mem_flags flags;
	size_t size;			/* of a buffer */
	const void *parent;		/* the buffer that a sub-buffer is of */
	size_t origin;
	cl_image_format format;
	size_t extent[3];		/* of an image; 0: not known */
	cl_uint mip_levels;		/* of an image; 0 and 1: none */
	enum facts_source source;
	const void *host_ptr;		/* that a buffer uses */
	bool has_device_address;	/* of its own, by cl_ext_buffer_device_address */
	const void *made_from;		/* the memory object that an image is made from */
	atomic_bool has_destructor;	/* a callback that tells when no command uses it any more */
	struct facts_devices *made_for; /* of external memory, NULL: not known; kept */
};

struct facts_program {
	struct facts any;
	struct facts_devices devices;
	atomic_int kernel_count; /* that it has made and that are not released */
	atomic_bool is_built;
	atomic_bool has_arg_info;	/* arg-info.h added an option */
	_Atomic(const void *) failed_at; /* the place of the last call that failed to build it */
	atomic_int failed_code;		/* CL_SUCCESS: none failed */
	atomic_uint failed_by;		/* the slot of its function */
	atomic_uint built;		/* for which of the devices, a bit for each */
	atomic_uint objects;		/* for which it was compiled, or linked as a library */
	atomic_uint executables;	/* for which it was built or linked */
	atomic_bool has_queues;		/* queue_t is a type of its language, since OpenCL C 2.0 */
	unsigned int has_no_binary;	/* for which the driver refused the one that it got */
};

struct facts_kernel {
	struct facts any;
	struct facts_devices devices; /* of its program */
	const void *program;
	unsigned int program_serial;
	atomic_uint built;	    /* for which of the devices, a bit for each */
	cl_uint argument_count;	    /* UINT32_MAX: not known */
	struct kernel_state *state; /* its arguments; NULL: none; kept */
};

struct facts_event {
	struct facts any;
	const void *queue;
	size_t number;		/* of the command; 0: it has none */
	cl_command_queue_properties properties; /* of the queue */
	bool is_user;
	atomic_bool is_status_set;
};

struct facts_semaphore {
	struct facts any;
	struct facts_devices devices;	/* those that it was made for */
	size_t export_type;		/* 0: none */
	bool is_sync_fd;		/* it was imported from one */
};

/* A command of a command buffer. */
struct facts_command {
	struct facts any;
	const void *command_buffer;
	unsigned int buffer_serial;
	cl_bitfield updatable;		/* fields */
	cl_uint argument_count;		/* of its kernel; UINT32_MAX: not known */
	cl_uint work_dim;

	/* These can be updated. */
	atomic_bool has_local;
	atomic_size_t global[3];
	atomic_size_t local[3];
};

/* What is known of a device; asked for once. */
struct limits {
	struct facts any;
	_Atomic(const void *) parent;	/* of a sub-device */
	unsigned int version;	/* 100 times the major version and the minor one; 0: not known */
	bool has_images;
	bool has_no_svm;	/* false if that is not known */
	bool is_uniform;	/* work-groups must be */
	cl_uint address_bits;
	cl_uint align;		/* bytes */
	cl_ulong max_alloc;
	cl_uint dimensions;
	size_t item_sizes[FACTS_DIMENSIONS];
	cl_command_queue_properties queue_properties;
	struct abilities abilities;
	struct support support;
	format_lists formats; /* kept */
};

/* The facts of HANDLE if it is a live object of KIND; NULL if none are known. */
struct facts *facts_of(const void *handle, enum object_kind kind);

static inline struct facts_context *facts_of_context(const void *handle)
{
	return (struct facts_context *)facts_of(handle, OBJECT_CONTEXT);
}

static inline struct facts_queue *facts_of_queue(const void *handle)
{
	return (struct facts_queue *)facts_of(handle, OBJECT_QUEUE);
}

static inline struct facts_mem *facts_of_mem(const void *handle)
{
	return (struct facts_mem *)facts_of(handle, OBJECT_MEM);
}

static inline struct facts_program *facts_of_program(const void *handle)
{
	return (struct facts_program *)facts_of(handle, OBJECT_PROGRAM);
}

static inline struct facts_kernel *facts_of_kernel(const void *handle)
{
	return (struct facts_kernel *)facts_of(handle, OBJECT_KERNEL);
}

/* The facts of the kernel HANDLE if its arguments are known and have the sorts BITS, or NULL. */
struct facts_kernel *facts_of_kernel_with(const void *handle, unsigned int bits);

static inline struct facts_event *facts_of_event(const void *handle)
{
	return (struct facts_event *)facts_of(handle, OBJECT_EVENT);
}

static inline struct facts_queue *facts_of_command_buffer(const void *handle)
{
	return (struct facts_queue *)facts_of(handle, OBJECT_COMMAND_BUFFER);
}

static inline struct facts_semaphore *facts_of_semaphore(const void *handle)
{
	return (struct facts_semaphore *)facts_of(handle, OBJECT_SEMAPHORE);
}

static inline struct facts_command *facts_of_command(const void *handle)
{
	return (struct facts_command *)facts_of(handle, OBJECT_COMMAND);
}

/*
 * The facts of the object of KIND that HANDLE is, or was until it was released; NULL: none are
 * known.
 */
void *facts_last(const void *handle, enum object_kind kind);

/* The buffer that HANDLE is a sub-buffer of; HANDLE itself if it is none. */
const void *facts_whole(const void *handle);

/*
 * Has an origin in the image of FACTS four elements, with the mip level last? In images of fewer
 * dimensions the level is one of the first three elements.
 */
bool facts_has_fourth_origin(const struct facts_mem *facts);

/* The context of HANDLE, which is a live object of KIND; NULL if it is not known. */
const void *facts_context(const void *handle, enum object_kind kind);

/*
 * Empty facts for the new object HANDLE of KIND in CONTEXT, the struct of that kind; nobody sees
 * them before facts_finish(). NULL: there is no memory, or no such object.
 */
void *facts_begin(const void *handle, enum object_kind kind, const void *context);
void facts_finish(struct facts *facts, const void *handle);

/*
 * DEVICES become the COUNT ones at LIST, which may be NULL: then none is known. A device that is
 * there twice counts once. facts_add_answered() adds those that the driver answers.
 */
void facts_set_devices(struct facts_devices *devices, const void *const *list, size_t count);
void facts_add_answered(struct facts_devices *devices, const void *const *list, size_t count);

/* The devices of HANDLE, which is a live object of KIND; NULL: it has none, or none is known. */
const struct facts_devices *facts_devices_of(const void *handle, enum object_kind kind);

/* The bit that stands for DEVICE in the sets of an object that has DEVICES; 0: it is not there. */
unsigned int facts_device_bit(const struct facts_devices *devices, const void *device);

/* The bits of the COUNT devices at LIST; all bits if that is NULL, as without a list in a call. */
unsigned int facts_device_bits(const struct facts_devices *devices, const void *const *list,
			       size_t count);

/* Is DEVICE known only by the driver's answer? */
bool facts_is_answered(const struct facts_devices *devices, const void *device);

/* Is DEVICE one of DEVICES, or are these not known? NULL: they are not. */
bool facts_has_device(const struct facts_devices *devices, const void *device);

/* What is known of DEVICE; NULL if there is no memory. Calls the driver the first time. */
struct limits *facts_limits(const void *device);

/* The device that DEVICE is a part of; NULL: none, or it is not known. */
const void *facts_parent(const void *device);

/*
 * For the layer's start: facts are noted of objects of the kinds whose bits are in KINDS, and of
 * those in CALLS the calls are kept, too; before it, facts of all kinds and no calls. Limits of
 * devices are asked for when they are needed. The locks of this module are taken over a fork.
 */
void facts_start(unsigned int kinds, unsigned int calls);

/*
 * For the layer's start: from now on commands have numbers, by the order in which their calls returned,
 * all queues together.
 */
void facts_number_commands(void);

/* QUEUE was flushed after the command with NUMBER. */
void facts_note_flushed(struct facts_queue *queue, size_t number);

/* The bits of the kinds of objects whose calls are kept. */
unsigned int facts_kept_kinds(void);

/*
 * The facts of HANDLE, a queue or a command buffer, its device and the limits of that; NULL if they
 * are not known.
 */
const struct facts_queue *facts_of_any_queue(const void *handle);
const void *facts_queue_device(const void *handle);
struct limits *facts_queue_limits(const void *handle);

/*
 * Does ANSWER say yes of any device of CONTEXT? True if the devices are not known, or the limits of
 * one.
 */
bool facts_any_device(const void *context, bool (*answer)(const struct limits *limits));

/* Does ANSWER certainly say yes of one? */
bool facts_knows_device(const void *context, bool (*answer)(const struct limits *limits));

/*
 * CALL succeeded and returned *RESULT: notes what it made and changed. The records of live.h have
 * it already. Calls the driver, so no lock may be held.
 */
void facts_note(const struct call *call, const void *result);

/*
 * CALL is about to be passed on: notes what it frees, and what it does if it has a callback.
 * Another thread may get the same address, and the callback may come, before it returns.
 */
void facts_note_before(const struct call *call);

/* The driver refused CALL: what facts_note_before() noted does not hold. */
void facts_note_failed(const struct call *call);

/* The kernel HANDLE has lost its last reference. */
void facts_note_kernel_gone(const void *handle);

#endif
