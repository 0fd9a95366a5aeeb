/* SPDX-License-Identifier: Apache-2.0 */
/*
 * platform-report: platforms and devices, as a child asks the driver for them and as
 * its parent keeps them. Both sides are in one file because they share the keys.
 */
#ifndef CLROUTER_TOOL_PROBE_DRIVER_PLATFORM_REPORT_H
#define CLROUTER_TOOL_PROBE_DRIVER_PLATFORM_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "api/api.h"
#include "base/arena.h"
#include "base/verdict.h"
#include "driver/driver.h"
#include "tool/probe/driver/device-index.h"
#include "tool/probe/driver/report.h"

struct reported_platform;

/* Texts are NULL if the driver did not give them. */
struct reported_device {
	struct reported_device *next;
	const char *name;
	const char *type;		/* "GPU", "CPU", ... */
	const char *type_bits;		/* CL_DEVICE_TYPE, a number */
	const char *version;
	const char *index;		/* among all devices, as OPENCL_VISIBLE_DEVICES has it */
	const char *place;		/* "1.0": platform and device, as the same */
	const char *uuid;		/* 32 hexadecimal digits in five groups */
	const char *pci;		/* "0000:01:00.0" */
	const char *driver;		/* CL_DRIVER_VERSION */
	const char *emulated;		/* what a layer provides in place of the driver */
	const struct reported_device *same;		/* the same hardware on another platform; */
	const struct reported_platform *same_platform;	/* same-devices.h; NULL: none */
};

/* Texts are NULL if the driver did not give them. */
struct reported_platform {
	struct reported_platform *next;
	const char *name;
	const char *vendor;
	const char *version;
	const char *mended;		/* as struct platform has it */
	const char *suffix;
	const char *file;
	const char *library;
	long generation;		/* of cl_khr_icd: 1 or 2 */
	bool is_default;
	struct verdict verdict;
	struct reported_device *devices;
	struct reported_device *last_device;
	size_t device_count;
	const char *device_error;	/* why there are none; NULL: no error */
};

/* What a parent collects. Zeroed before. */
struct reported {
	struct reported_platform *first;
	struct reported_platform *last;
	size_t count;
};

/*
 * In the child: reports a platform; an accepted one with its devices, which are asked for through
 * TABLE. INDEX has their numbers, and then TABLE is one of the loader, which is also asked what layers
 * emulate; NULL: neither is reported.
 */
void platform_report_put(int report, struct platform *platform, const struct api_table *table,
			 const struct device_index *index, bool is_default, struct arena *arena);

/* In the child: tells a verdict. */
void platform_report_put_verdict(int report, const struct verdict *verdict);

/* In the parent: takes one pair; false when it is not about platforms. */
bool platform_report_take(struct reported *reported, const char *key, const char *value,
			  struct arena *arena);

/* The parent's copy of a verdict, piece by piece; false when it is something else. */
bool platform_report_take_verdict(struct verdict *verdict, const char *key, const char *value);

/* Has one of the platforms a device? */
bool platform_report_has_device(const struct reported *reported);

/*
 * Sets `same` and `same_platform` of each device of the LISTS, which ends with NULL, to the first
 * other one that is the same. Without memory they stay as they are.
 */
void platform_report_find_same(struct reported *const *lists, struct arena *arena);

/* "1.0", or its name if it has no number: what DEVICE is the same as; NULL: it is there once. */
const char *platform_report_name_same(const struct reported_device *device);

#endif
