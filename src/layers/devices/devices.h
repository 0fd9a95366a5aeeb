/* SPDX-License-Identifier: Apache-2.0 */
/*
 * devices: libCLDevices.so shows a program some of the devices only. devices.c answers
 * the functions that hand devices out or take them, devices-list knows all devices and
 * which of them are shown, devices-select reads OPENCL_VISIBLE_DEVICES.
 */
#ifndef CLROUTER_LAYERS_DEVICES_DEVICES_H
#define CLROUTER_LAYERS_DEVICES_DEVICES_H

#include <stdbool.h>
#include <stddef.h>

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

/* Does the selection LIST, as opencl-layers(7) has it, show DEVICE? */
bool devices_select(const char *list, const struct device *device);

/* Forgets what an earlier start of the layer has found. */
void devices_list_init(void);

/*
 * Asks the drivers for all devices, once, and applies LIST to them. False only within
 * that: a driver that calls OpenCL to tell its devices sees all of them.
 */
bool devices_list_fill(const char *list);

/* Is ID a device that is not shown? Sub-devices of those that are, are. */
bool devices_list_hides(cl_device_id id);

/* Is there any that is not? */
bool devices_list_hides_any(void);

#endif
