/* SPDX-License-Identifier: Apache-2.0 */
/*
 * abilities: what a device can do, as far as functions of the core depend on it. Part of the
 * limits of facts.h; asked for once. A member that begins with has_no is true only if the device
 * says so.
 */
#ifndef CLROUTER_STATE_ABILITIES_H
#define CLROUTER_STATE_ABILITIES_H

#include <stdbool.h>
#include <stddef.h>

#include <clrouter/layer.h>

#define ABILITIES_PARTITIONS 8

struct abilities {
	cl_device_type type;		/* 0: not known, as for all numbers */
	cl_uint compute_units;
	cl_uint most_sub_devices;
	bool knows_partitions;
	unsigned int partition_count;
	cl_device_partition_property partitions[ABILITIES_PARTITIONS];
	cl_device_affinity_domain domains;
	size_t image_2d[2];		/* the largest width and height */
	size_t image_3d[3];
	size_t image_buffer;		/* pixels */
	size_t image_array;		/* layers */
	cl_uint largest_packet;		/* of pipes, in bytes */
	bool knows_svm;
	cl_device_svm_capabilities svm;
	bool has_no_pipes;
	bool has_no_il;
	bool has_no_native;		/* kernels of the host */
	bool has_no_sub_groups;
	bool has_no_device_queues;
	bool has_no_new_default;	/* queue on the device */
	cl_command_queue_properties on_device_properties; /* of queues on the device */
	cl_uint largest_queue;		/* on the device, in bytes */
	bool has_no_destructors;	/* of programs */
};

/* Asks DEVICE, whose version is as in struct limits. Calls the driver, so no lock may be held. */
void abilities_ask(struct abilities *abilities, const void *device, unsigned int version);

#endif
