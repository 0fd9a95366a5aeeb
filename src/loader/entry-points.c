/* SPDX-License-Identifier: Apache-2.0 */
/*
 * entry points: the exported functions, and the guard and slots they go by.
 *
 * A function that has a handle goes to the table the handle leads to. It never
 * asks whether the loader is initialised: a handle exists only afterwards. With
 * NULL, and in slow mode, it goes to its slot: the first layer's function, the
 * terminator, or, before the first call, what initialises the loader.
 *
 * On x86-64 the exported functions come from calls-asm.S.
 */
#include "config.h"

#include <stdbool.h>
#include <string.h>

#include "api/answer.h"
#include "api/handle.h"
#include "loader/loader.h"
#include "dispatch/route.h"
#include "dispatch/terminator-list.h"

extern struct route route API_HIDDEN;

/*
 * Guard and slots are written by the loader while it starts, in one thread,
 * perhaps during another thread's call: either value will do for that call. Who
 * reads a slot that the loader has written must also see the registry behind it.
 */
#define SLOT(name) __atomic_load_n(&route.slots.name, __ATOMIC_ACQUIRE)

#ifdef HAVE_ASM_ENTRIES

/* calls-asm.S; a slot, and the offset of its entry point. */
struct entry_extension {
	unsigned char slot;
	unsigned short offset;
} __attribute__((packed));

extern const struct entry_extension entry_extensions[] API_HIDDEN;
extern const unsigned char entry_extensions_count API_HIDDEN;

static void *find_export(const char *name)
{
	int slot = api_slot(name);

	for (unsigned i = 0; i < entry_extensions_count; i++)
		if (entry_extensions[i].slot == slot)
			return (void *)(terminator_functions + entry_extensions[i].offset);
	return NULL;
}

#endif

/* Alone on its cache lines: nothing beside it is written later on. */
struct route route __attribute__((aligned(64)));

static void fill_route(void);

#include "loader/api-first-use.inc"

/*
 * Not by the linker: it would do the same with a relocation for each slot. A
 * constructor of another library may call before this one runs: what can be called
 * without a handle looks whether its slot is empty.
 */
__attribute__((constructor)) static void fill_route(void)
{
	if (route.find_export)
		return;
	route.find_export = find_export;
	terminator_fill((void **)&route.slots);
#include "loader/api-slots.inc"
}

#ifdef HAVE_ASM_ENTRIES

/* What first_<name> goes on with. */
const void *first_choose(const void *handle, unsigned slot) API_HIDDEN;

const void *first_choose(const void *handle, unsigned slot)
{
	void *terminators[API_SLOTS];

	(void)handle;
	fill_route();
	if (loader_use(&route))
		return __atomic_load_n((void **)&route.slots + slot, __ATOMIC_ACQUIRE);
	terminator_fill(terminators);
	return terminators[slot];
}

/* What calls-asm.S takes for granted. */
_Static_assert(offsetof(struct route, guard) == 0, "guard");
_Static_assert(offsetof(struct route, slots) == 8, "slots");

#else

#define EXPORT __attribute__((visibility("default"), aligned(32)))

/* One unsigned comparison finds both NULL and slow mode. */
static inline bool goes_to_slot(const void *handle)
{
	return __builtin_expect((uintptr_t)handle <=
				__atomic_load_n(&route.guard, __ATOMIC_RELAXED), 0);
}

#include "loader/api-entries.inc"

#endif
