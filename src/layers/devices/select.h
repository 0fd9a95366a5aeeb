/* SPDX-License-Identifier: Apache-2.0 */
/*
 * select: which devices a selection names. OPENCL_VISIBLE_DEVICES has one; it is a comma
 * list, and the last word that fits a device decides:
 *
 *	gpu	a type: cpu, gpu, accelerator, custom, default; all
 *	0	the index among all devices
 *	1.0	platform 1, its device 0
 *	4f3a0c21...	8 or more digits of the UUID from its beginning, dashes or not
 *	uuid:4f	the same with fewer
 *	NVIDIA*	else: a glob on the whole name
 *	!word	what fits is not shown
 *
 * If the first word excludes, it starts from all devices, else from none. Keeps no state.
 */
#ifndef CLROUTER_LAYERS_DEVICES_SELECT_H
#define CLROUTER_LAYERS_DEVICES_SELECT_H

#include <stdbool.h>

#include <clrouter/layer.h>

#define DEVICES_UUID_SIZE 16

/* What a device is selected by. */
struct device {
	cl_device_id id;
	cl_device_type type;
	unsigned index;			/* among all */
	unsigned platform;		/* index of its platform */
	unsigned platform_index;	/* among that platform's devices */
	char name[256];
	bool has_uuid;
	unsigned char uuid[DEVICES_UUID_SIZE];
	bool is_hidden;
};

/* Does the selection SELECTION, as opencl-layers(7) has it, show DEVICE? */
bool devices_select(const char *selection, const struct device *device);

#endif
