/* SPDX-License-Identifier: Apache-2.0 */
/*
 * names: the names of OpenCL's constants and of its kinds of objects. The tables are
 * generated from enums.list, their values come from the OpenCL headers.
 */
#ifndef CLROUTER_LAYERS_COMMON_NAMES_H
#define CLROUTER_LAYERS_COMMON_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <clrouter/layer.h>

#include "layers/common/names-groups.h"

#ifndef CL_PLATFORM_UNLOADABLE_KHR
#define CL_PLATFORM_UNLOADABLE_KHR 0x0921
#endif

/* Kinds of objects. */
enum kind {
	KIND_NONE,
	KIND_PLATFORM, KIND_DEVICE, KIND_CONTEXT, KIND_QUEUE, KIND_MEM,
	KIND_SAMPLER, KIND_PROGRAM, KIND_KERNEL, KIND_EVENT,
	KINDS
};

/* A constant, and what the value of the query or property so called is. */
struct names_entry {
	int64_t value;
	const char *name;
	enum kind kind;		/* one object or more of this kind */
	enum names_group group;	/* one of these constants */
	bool is_text;
};

struct names_table {
	const struct names_entry *entries;
	size_t count;
	bool is_bits;
};

extern const struct names_table names_tables[NAMES_GROUPS];

/* The entry of VALUE in GROUP, NULL if it has none. */
const struct names_entry *names_find(enum names_group group, int64_t value);

/* context, queue, ...; "object" for KIND_NONE. */
const char *names_kind(enum kind kind);

#endif
