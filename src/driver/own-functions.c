/* SPDX-License-Identifier: Apache-2.0 */
/* own-functions: see own-functions.h. */
#include "driver/own-functions.h"

#include <string.h>

#include "api/api-table.h"
#include "base/glob.h"
#include "base/text.h"
#include "driver/library.h"

/* Is the library PATH, which is at PLACE and contains ADDRESS, this loader or another one? */
static bool is_loader(const char *path, const struct os_place *place, const void *address)
{
	return os_is_inside(place, (const void *)is_loader) ||
	       glob_matches(OS_LOADER_GLOB, text_base_name(path)) ||
	       library_is_loader_at(path, address);
}

static bool is_in_target(const struct own_functions *own, const void *address)
{
	void *const *slots = (void *const *)own->target;

	for (unsigned slot = 0; slots && slot < API_SLOTS; slot++)
		if (slots[slot] == address)
			return true;
	return false;
}

enum owner {
	OWNER_LIBRARY, /* it, or another library that is meant */
	OWNER_PROGRAM, /* it comes before the library's function in the search for the name */
	OWNER_LOADER,
};

/* Who has the function at ADDRESS, which the library gave for NAME? */
static enum owner find_owner(const struct own_functions *own, const char *name, const void *address)
{
	struct os_place place;
	const char *path;

	if (os_is_inside(&own->place, address))
		return OWNER_LIBRARY;
	path = os_library_of(address, &place);
	if (!path || (place.library && place.library == own->library) || is_in_target(own, address))
		return OWNER_LIBRARY;
	if (is_loader(path, &place, address))
		return OWNER_LOADER;
	return os_find_in_program(name) == address ? OWNER_PROGRAM : OWNER_LIBRARY;
}

bool own_functions_may_provide(const struct own_functions *own, const char *name,
			       const void *address)
{
	return find_owner(own, name, address) != OWNER_LOADER;
}

void *own_functions_find(const struct own_functions *own, const char *name)
{
	void *given = own->get ? own->get(name) : NULL;
	enum owner owner = given ? find_owner(own, name, given) : OWNER_LOADER;
	void *symbol;

	if (owner == OWNER_LIBRARY)
		return given;
	symbol = os_library_find(own->library, name);
	if (symbol && own_functions_may_provide(own, name, symbol))
		return symbol;
	return owner == OWNER_PROGRAM ? given : NULL;
}

void *own_functions_choose(const struct own_functions *own, const char *name, void *address)
{
	enum owner owner = OS_SEARCHES_PROGRAM_FIRST && address ? find_owner(own, name, address)
								: OWNER_LIBRARY;
	void *found = owner == OWNER_LIBRARY ? address : own_functions_find(own, name);

	return owner == OWNER_PROGRAM && !found ? address : found;
}

/* -- tables ---------------------------------------------------------------------- */

/* Do the five slots at AT lead into the library at PLACE? */
TABLE_READER static inline bool are_inside(const struct os_place *place, void *const *at)
{
	return os_is_inside(place, at[0]) && os_is_inside(place, at[1]) &&
	       os_is_inside(place, at[2]) && os_is_inside(place, at[3]) &&
	       os_is_inside(place, at[4]);
}

/*
 * The first slot from AT on that does not lead into the library; END if there is none. Nearly all
 * do, and this is done for each driver in every OpenCL program, so several are tested at once.
 */
TABLE_READER static void **skip_inside(const struct own_functions *own, void **at, void *const *end)
{
	const struct os_place place = own->place;

	while (end - at >= 25 && are_inside(&place, at) && are_inside(&place, at + 5) &&
	       are_inside(&place, at + 10) && are_inside(&place, at + 15) &&
	       are_inside(&place, at + 20))
		at += 25;
	while (at != end && os_is_inside(&place, *at))
		at++;
	return at;
}

bool own_functions_are_certain(const struct own_functions *own, void *const *slots, unsigned count)
{
	return !OS_SEARCHES_PROGRAM_FIRST ||
	       skip_inside(own, (void **)slots, slots + count) == slots + count;
}

/* What has been mended in a table. */
struct mending {
	const char *from; /* the library that has the first one of the functions */
	unsigned count;
	bool is_mended[API_SLOTS];
};

/*
 * Appends the names of the slots that were mended and are empty now, or are not, to the LENGTH
 * bytes in TEXT, with WORDS before them. Returns the new length.
 */
static size_t add_names(char *text, size_t length, size_t size, const struct mending *mending,
			void *const *slots, bool are_empty, const char *words)
{
	for (unsigned slot = 0; slot < API_SLOTS; slot++)
		if (mending->is_mended[slot] && !slots[slot] == are_empty) {
			length += text_format(text + length, size - length, "%s%s", words,
					      api_name(slot));
			words = ", ";
		}
	return length;
}

static const char *describe(const struct mending *mending, void *const *slots, struct arena *arena)
{
	static const char own[] = "; its own are called instead: ";
	static const char missing[] = "; it has none of its own, so these are missing: ";
	size_t size = strlen(mending->from) + sizeof(own) + sizeof(missing) + 64;
	size_t length;
	char *text;

	for (unsigned slot = 0; slot < API_SLOTS; slot++)
		if (mending->is_mended[slot])
			size += strlen(api_name(slot)) + strlen(", ");
	text = arena_alloc(arena, size);
	if (!text)
		return NULL;
	length = text_format(text, size, "functions of %s in its table: %u", mending->from,
			     mending->count);
	length = add_names(text, length, size, mending, slots, false, own);
	add_names(text, length, size, mending, slots, true, missing);
	return text;
}

/* The path, in ARENA, of the library that contains ADDRESS. */
static const char *copy_path(const void *address, struct arena *arena)
{
	struct os_place place;
	const char *path = os_library_of(address, &place);

	path = path && *path ? path : "the program";
	return arena_copy(arena, path, strlen(path));
}

unsigned own_functions_mend(const struct own_functions *own, void **slots, unsigned count,
			    const char **text, struct arena *arena)
{
	void *const *end = slots + (OS_SEARCHES_PROGRAM_FIRST ? count : 0);
	struct mending mending = { .count = 0 };

	for (void **at = slots; (at = skip_inside(own, at, end)) != end; at++) {
		unsigned slot = (unsigned)(at - slots);
		void *chosen = own_functions_choose(own, api_name(slot), *at);

		if (chosen == *at)
			continue;
		if (mending.count++ == 0)
			mending.from = copy_path(*at, arena);
		mending.is_mended[slot] = true;
		*at = chosen;
	}
	if (mending.count > 0)
		*text = mending.from ? describe(&mending, slots, arena) : NULL;
	return mending.count;
}
