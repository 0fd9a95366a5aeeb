/* SPDX-License-Identifier: Apache-2.0 */
/*
 * extension-records: see extension-records.h.
 */
#include "layers/record/file/extension-records.h"

#include <stdatomic.h>
#include <string.h>

#include "layers/record/file/call-records.h"
#include "opencl/signature.h"
#include "record/function-text.h"

/* For each: the generation of the last file that describes it. */
static atomic_uint described[CLROUTER_ALL_SLOTS - CLROUTER_SLOTS];

/* Apart from its caller, which every call goes through, because of the buffer. */
__attribute__((noinline)) static void record_function(unsigned int slot)
{
	char text[FUNCTION_TEXT];

	event_add(RECORD_FUNCTION, store_function(slot), NULL, 0, text,
		  function_text(&signatures[slot], text));
}

/* Another thread may call the function before this one has described it: readers expect that. */
void function_introduce(unsigned int slot)
{
	const unsigned int generation = events_generation();
	atomic_uint *last = &described[slot - CLROUTER_SLOTS];

	if (generation != 0 && atomic_load_explicit(last, memory_order_relaxed) != generation &&
	    atomic_exchange(last, generation) != generation)
		record_function(slot);
}

void function_note_unseen(const char *name, enum clrouter_extension_reason reason)
{
	/* The loader's own functions go through the layers. */
	if (reason != CLROUTER_EXTENSION_SOURCE && events_are_recorded() && !events_are_summed())
		event_add(RECORD_UNKNOWN_FUNCTION, (unsigned int)reason, NULL, 0, name,
			  strlen(name) + 1);
}
