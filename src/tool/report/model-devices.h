/* SPDX-License-Identifier: Apache-2.0 */
/* model-devices: those that a program has seen, with the versions of their drivers. */
#ifndef CLROUTER_TOOL_REPORT_MODEL_DEVICES_H
#define CLROUTER_TOOL_REPORT_MODEL_DEVICES_H

#include "tool/report/history.h"

struct model_device {
	uint64_t handle;
	const char *name;    /* NULL: not known, and so are the others */
	const char *version; /* CL_DEVICE_VERSION */
	const char *driver;  /* CL_DRIVER_VERSION */
	bool is_used;	     /* the program has made a queue for it */
	uint64_t multiple;   /* of which the size of a work-group should be one; 0: not known */
	bool is_discrete;    /* it says that it has memory of its own */
	uint64_t link;	     /* bytes in a second, of its link to the host; 0: not known */
	bool is_cpu;	     /* it says so; such a device often computes in the thread that waits */
};

struct model_devices {
	struct model_device *list; /* in the order in which the program saw them */
	size_t count;
};

/* Adds what ASKED says, if that is of a device. Returns false if there is no memory. */
bool devices_add(struct model_devices *devices, const struct record_object *asked,
		 struct arena *arena);

/* Finds those that are used, after history_sort(). */
void devices_find_used(struct model_devices *devices, const struct history *history);

/* The device HANDLE; NULL: the record says nothing of it. */
const struct model_device *devices_get(const struct model_devices *devices, uint64_t handle);

/* The program has made a queue for the device HANDLE. */
void devices_use(struct model_devices *devices, uint64_t handle);

void devices_done(struct model_devices *devices);

#endif
