/* SPDX-License-Identifier: Apache-2.0 */
/*
 * names: the names of OpenCL's constants and of its kinds of objects. The tables are
 * generated from enums.list.
 */
#ifndef CLROUTER_OPENCL_NAMES_H
#define CLROUTER_OPENCL_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <clrouter/extension.h>

#include "opencl/names-groups.h"
#include "opencl/names-values.h"

/* Kinds of objects. */
enum object_kind {
	OBJECT_NONE,
	OBJECT_PLATFORM,
	OBJECT_DEVICE,
	OBJECT_CONTEXT,
	OBJECT_QUEUE,
	OBJECT_MEM,
	OBJECT_SAMPLER,
	OBJECT_PROGRAM,
	OBJECT_KERNEL,
	OBJECT_EVENT,
	OBJECT_COMMAND_BUFFER,
	OBJECT_COMMAND,		/* of a command buffer */
	OBJECT_SEMAPHORE,
	OBJECT_ACCELERATOR,
	OBJECT_KINDS
};

/* A constant. If it names a query or a property: of what kind the value of that is. */
struct names_value {
	int64_t value;
	const char *name;
	enum object_kind object;	/* one object or more of this kind */
	enum names_group group;	/* one of these constants */
	bool is_text;
};

struct names_table {
	const char *name;	/* of the group, as in enums.list; NULL: of NAMES_NONE */
	const struct names_value *entries;
	size_t count;
	bool is_bits;
	bool is_version;	/* of OpenCL: such a group has no names */
};

extern const struct names_table names_tables[NAMES_GROUPS];

/* The entry of VALUE in GROUP, NULL if it has none. */
const struct names_value *names_find(enum names_group group, int64_t value);

/* context, queue, ...; "object" for OBJECT_NONE. */
const char *names_kind(enum object_kind kind);

/* Why the calls of a function do not come to the layer: a clause to follow "because". */
const char *names_unseen(enum clrouter_extension_reason reason);

#endif
