/* SPDX-License-Identifier: Apache-2.0 */
/*
 * describe: platforms and devices, as a child asks the driver for them and as
 * its parent keeps them. Both sides stand together, for they share the keys.
 */
#ifndef CLROUTER_TOOL_PROBE_DESCRIBE_H
#define CLROUTER_TOOL_PROBE_DESCRIBE_H

#include <stdbool.h>
#include <stddef.h>

#include "api/api.h"
#include "base/arena.h"
#include "base/verdict.h"
#include "driver/driver.h"
#include "tool/probe/wire.h"

struct seen_device {
	struct seen_device *next;
	const char *name;
	const char *type;		/* "GPU", "CPU", ... */
	const char *version;
};

/* Texts are NULL where the driver did not tell. */
struct seen_platform {
	struct seen_platform *next;
	const char *name;
	const char *vendor;
	const char *version;
	const char *suffix;
	const char *file;
	const char *library;
	long generation;		/* of cl_khr_icd: 1 or 2 */
	bool is_default;
	struct verdict verdict;
	struct seen_device *devices;
	struct seen_device **last_device;
	size_t device_count;
	const char *device_error;	/* why there are none; NULL: no error */
};

/* What a parent collects. Zeroed before. */
struct seen {
	struct seen_platform *first;
	struct seen_platform *last;
	size_t count;
};

/*
 * In the child: tells of a platform; of an accepted one with its devices, which
 * are asked for through TABLE.
 */
void describe_platform(int report, struct platform *platform, const struct api_table *table,
		       bool is_default, struct arena *arena);

/* In the child: tells a verdict. */
void describe_verdict(int report, const struct verdict *verdict);

/* In the parent: takes one pair; false when it is not about platforms. */
bool describe_take(struct seen *seen, const char *key, const char *value, struct arena *arena);

/* The parent's copy of a verdict, piece by piece; false when it is something else. */
bool describe_take_verdict(struct verdict *verdict, const char *key, const char *value);

#endif
