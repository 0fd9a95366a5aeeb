/* SPDX-License-Identifier: Apache-2.0 */
/*
 * names: see names.h.
 */
#include "opencl/names.h"

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
		[OBJECT_COMMAND_BUFFER] = "command_buffer",
		[OBJECT_COMMAND] = "command", [OBJECT_SEMAPHORE] = "semaphore",
		[OBJECT_ACCELERATOR] = "accelerator",
	};

	return words[kind];
}

const char *names_unseen(enum clrouter_extension_reason reason)
{
	static const char *const words[] = {
		[CLROUTER_EXTENSION_UNKNOWN] = "the layer does not know the function",
		[CLROUTER_EXTENSION_VERSION] = "the layer does not know the driver's version of the "
					       "extension",
		[CLROUTER_EXTENSION_PLATFORM] = "the layer has functions for eight platforms only",
		[CLROUTER_EXTENSION_SOURCE] = "it is of no platform",
	};

	return words[reason];
}
