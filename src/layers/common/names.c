/* SPDX-License-Identifier: Apache-2.0 */
/*
 * names: see names.h.
 */
#include "layers/common/names.h"

const struct names_value *names_find(enum names_group group, int64_t value)
{
	const struct names_table *table = &names_tables[group];

	for (size_t i = 0; i < table->count; i++)
		if (table->entries[i].value == value)
			return &table->entries[i];
	return NULL;
}

const char *names_kind(enum object_kind kind)
{
	static const char *const words[OBJECT_KINDS] = {
		[OBJECT_NONE] = "object",     [OBJECT_PLATFORM] = "platform",
		[OBJECT_DEVICE] = "device",   [OBJECT_CONTEXT] = "context",
		[OBJECT_QUEUE] = "queue",     [OBJECT_MEM] = "mem",
		[OBJECT_SAMPLER] = "sampler", [OBJECT_PROGRAM] = "program",
		[OBJECT_KERNEL] = "kernel",   [OBJECT_EVENT] = "event",
	};

	return words[kind];
}
