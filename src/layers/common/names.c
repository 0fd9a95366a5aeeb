/* SPDX-License-Identifier: Apache-2.0 */
/*
 * names: see names.h.
 */
#include "layers/common/names.h"

const struct names_entry *names_find(enum names_group group, int64_t value)
{
	const struct names_table *table = &names_tables[group];

	for (size_t i = 0; i < table->count; i++)
		if (table->entries[i].value == value)
			return &table->entries[i];
	return NULL;
}

const char *names_kind(enum kind kind)
{
	static const char *const words[KINDS] = {
		[KIND_NONE] = "object", [KIND_PLATFORM] = "platform", [KIND_DEVICE] = "device",
		[KIND_CONTEXT] = "context", [KIND_QUEUE] = "queue", [KIND_MEM] = "mem",
		[KIND_SAMPLER] = "sampler", [KIND_PROGRAM] = "program",
		[KIND_KERNEL] = "kernel", [KIND_EVENT] = "event",
	};

	return words[kind];
}
