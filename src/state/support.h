/* SPDX-License-Identifier: Apache-2.0 */
/*
 * support: which extensions a device has, and what it says of them. Part of the limits of
 * facts.h; asked for once.
 */
#ifndef CLROUTER_STATE_SUPPORT_H
#define CLROUTER_STATE_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>

#include <clrouter/extension.h>

#define SUPPORT_LIST 16 /* of a longer list nothing is known */

/* In the order of the names in support.c. */
enum support_extension {
	SUPPORT_COMMAND_BUFFER,
	SUPPORT_MULTI_DEVICE,
	SUPPORT_MUTABLE_DISPATCH,
	SUPPORT_MUTABLE_MEMORY,
	SUPPORT_DEVICE_ADDRESS,
	SUPPORT_IMAGE_FROM_BUFFER,
	SUPPORT_TERMINATE,
	SUPPORT_MIPMAP_IMAGE,
	SUPPORT_EXTENSIONS
};

/* An answer of the driver with some bits; not known if it gave none. */
struct support_bits {
	bool is_known;
	cl_bitfield bits;
};

/* The same with a list of numbers or handles. */
struct support_list {
	bool is_known;
	size_t count;
	size_t values[SUPPORT_LIST];
};

struct support {
	bool knows_extensions;
	bool has[SUPPORT_EXTENSIONS]; /* the device, or its platform for all devices */
	const void *platform;
	bool allows_pending;	/* a command buffer may be enqueued before it has finished */
	bool has_final_semaphores;	/* as in version 1.0.0, each of one device */
	bool has_no_timer;	/* that is synchronised with the host's timer */
	struct support_bits capabilities;	/* of command buffers */
	struct support_bits queue_supported;	/* properties of queues of command buffers */
	struct support_bits queue_required;
	struct support_bits updatable;		/* fields of commands */
	struct support_bits platform_capabilities;
	struct support_bits terminate;
	cl_uint pitch_alignment;		/* of images made from buffers; 0: not known */
	cl_uint base_alignment;
	struct support_list sync_devices;
	struct support_list memory_types;	/* that can be imported */
	struct support_list semaphore_types;
};

/* Asks DEVICE and its platform. Calls the driver, so no lock may be held. */
void support_ask(struct support *support, const void *device);

/* Is it certain that the device does not have EXTENSION? */
static inline bool support_lacks(const struct support *support, enum support_extension extension)
{
	return support->knows_extensions && !support->has[extension];
}

/* Is it certain that VALUE is not in LIST? */
bool support_list_lacks(const struct support_list *list, size_t value);

#endif
