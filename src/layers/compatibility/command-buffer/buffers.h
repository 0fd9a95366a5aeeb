/* SPDX-License-Identifier: Apache-2.0 */
/*
 * buffers: emulated command buffers and the commands in them, how a command is recorded, and how a
 * recording is held while it is enqueued.
 *
 *	RECORDING --finalize--> FINALIZED --all arguments set--> EXECUTABLE
 *	                  '---------------------------------------^
 *
 * Any thread may call. One lock, which buffers_lock() takes, protects what changes; nothing that
 * calls a driver is called with it.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_COMMAND_BUFFER_BUFFERS_H
#define CLROUTER_LAYERS_COMPATIBILITY_COMMAND_BUFFER_BUFFERS_H

#include <stdbool.h>
#include <stddef.h>

#include <clrouter/extension.h>

#include "layers/compatibility/command-buffer/kernel-launch.h"
#include "layers/compatibility/notes/handle-notes.h"
#include "layers/compatibility/lookup.h"
#include "layers/compatibility/notes/empty-command.h"
#include "layers/compatibility/wrap.h"

#define BUFFERS_PATTERN 128 /* bytes of the longest pattern */

struct buffer_command {
	struct note note; /* if the program wants one */
	bool has_handle;
	struct command_buffer *buffer; /* valid while the command is in it */
	cl_command_queue queue;

	/* NULL: a barrier */
	cl_int (*enqueue)(const struct buffer_command *command, const struct kernel_launch *launch,
			  const struct launch_place *place);

	/* what it waits for, and whether others can wait for it */
	cl_sync_point_khr *points;
	cl_uint point_count;
	bool has_point;

	/* a copy: source and target; a fill: target. Retained if is_retained */
	cl_mem objects[2];
	const void *pointers[2]; /* the same as SVM */
	size_t origins[2][4];	 /* or an offset; the fourth is a level of mipmaps */
	size_t region[3];	 /* or a size */
	size_t pitches[4];
	unsigned char pattern[BUFFERS_PATTERN];
	size_t pattern_size;
	bool is_retained;

	/* a kernel */
	cl_kernel kernel; /* the program's own, retained if is_retained */
	cl_bitfield fields; /* that can be updated */
	cl_properties *properties; /* as the program gave them */
	size_t property_count;
	struct kernel_launch *launch;	/* the lock protects it once the command is in its buffer */
};

/* What the kernel commands of a finalized buffer run at one time; NULL for other commands. */
struct launches {
	atomic_uint holds;
	size_t count;
	struct kernel_launch *of[];
};

struct replay_plan; /* see plan.h */

struct command_buffer {
	struct note note;
	cl_context context;
	cl_command_queue queue; /* retained */
	cl_device_id device;
	cl_command_queue_properties queue_properties;
	cl_command_queue_properties supported; /* of queues to which it can be enqueued */
	cl_bitfield flags;
	cl_bitfield asserts;
	cl_properties *properties; /* as the program gave them */
	size_t property_count;
	struct empty_command empty; /* barriers, and what joins commands */

	/* The lock protects these; commands, count and plan change only while recording. */
	cl_uint state; /* CL_COMMAND_BUFFER_STATE_... */
	struct buffer_command **commands;
	size_t count;
	size_t capacity;
	struct replay_plan *plan;  /* once finalized */
	struct launches *launches; /* the same */
};

/* For the layer's start. */
void buffers_start(void);

void buffers_lock(void);
void buffers_unlock(void);

/* Destroys a command buffer, as handle-notes.h calls it. */
void buffers_destroy(struct note *note);

/*
 * From now on there may be command buffers of drivers. Until then no handle is passed to a driver,
 * which would follow it.
 */
void buffers_note_native(void);
bool buffers_any_native(void);

/* -- recording ----------------------------------------------------------------- */

/* What all functions that record a command have in common. */
struct request {
	cl_command_buffer_khr command_buffer;
	cl_command_queue command_queue;
	const cl_properties *properties;
	cl_uint point_count;
	const cl_sync_point_khr *points;
	cl_sync_point_khr *sync_point;
	cl_mutable_command_khr *mutable_handle;
	bool is_mutable; /* has properties and a handle */
};

/*
 * In the wrapper of NAME: a command buffer that is not emulated is the driver's. If the platform has
 * none that are emulated, an emulated one is another platform's.
 */
#define BUFFERS_PASS_ON(name) \
	do { \
		const bool is_native = LOOKUP_IS_NATIVE(name, FEATURE_COMMAND_BUFFER); \
\
		if (notes_has(command_buffer, NOTE_COMMAND_BUFFER)) { \
			if (is_native) \
				return CL_INVALID_COMMAND_BUFFER_KHR; \
		} else { \
			return driver && (is_native || buffers_any_native()) \
				       ? driver(ARGUMENTS_##name) \
				       : CL_INVALID_COMMAND_BUFFER_KHR; \
		} \
	} while (0)

/* The head of a function that enqueues a command, as struct buffer_command has it. */
#define BUFFERS_ENQUEUE(name) \
	static cl_int name(__attribute__((unused)) const struct buffer_command *command, \
			   __attribute__((unused)) const struct kernel_launch *launch, \
			   const struct launch_place *place)

/*
 * Begins the wrapper of NAME, which records a command: the variable `command` has what all commands
 * have, and the function that enqueues it. It ends with buffers_end(command, &request, ...).
 */
#define BUFFERS_RECORD(name, function, can_change) \
	const struct request request = { \
		.command_buffer = command_buffer, \
		.command_queue = command_queue, \
		.properties = properties, \
		.point_count = num_sync_points_in_wait_list, \
		.points = sync_point_wait_list, \
		.sync_point = sync_point, \
		.mutable_handle = mutable_handle, \
		.is_mutable = (can_change), \
	}; \
	struct buffer_command *command; \
	cl_int error; \
\
	BUFFERS_PASS_ON(name); \
	error = buffers_begin(&request, &command); \
	if (error != CL_SUCCESS) \
		return error; \
	command->enqueue = (function)

/* Checks REQUEST, and makes a command for it, whose buffer is held until buffers_end(). */
cl_int buffers_begin(const struct request *request, struct buffer_command **command);

/* Adds COMMAND to its buffer, or frees it if ERROR says so. Returns the result of the call. */
cl_int buffers_end(struct buffer_command *command, const struct request *request, cl_int error);

/* -- replaying ----------------------------------------------------------------- */

/* A finalized buffer's launches now, held; NULL: it is not executable. */
struct launches *buffers_hold_launches(struct command_buffer *buffer);
void buffers_drop_launches(struct launches *launches); /* which may be NULL */

/* Launches for COUNT commands, held once, all NULL; NULL: there is no memory. */
struct launches *buffers_make_launches(size_t count);

/* With the lock: fills LAUNCHES with what the commands of BUFFER run now. Are all complete? */
bool buffers_fill_launches(const struct command_buffer *buffer, struct launches *launches);

#endif
