/* SPDX-License-Identifier: Apache-2.0 */
/*
 * place: see place.h.
 */
#include "layers/frame/place/place.h"

#include "base/array.h"
#include "base/common/pointer-map.h"
#include "base/common/system.h"
#include "base/text.h"
#include "layers/frame/place/layer-code.h"
#include "layers/frame/place/symbols.h"
#include "state/life.h"

#define FRAMES 64 /* a layer between has few of them for each call */

#define NAME 64 /* bytes of a function's name: its beginning tells what it is */

/* glibc has a lock here on i386, as older ones have; a forked child must not find it locked. */
static struct lock lock = LOCK_INIT;

/* What a return address is in. */
enum what { IS_UNKNOWN, IS_WRAPPER, IS_THREAD_START, IS_PROGRAM };
static struct lock known_lock = LOCK_INIT;
static struct pointer_map known;

static int take_stack(void **frames)
{
	int count;

	lock_take(&lock);
	count = system_take_stack(frames, FRAMES);
	lock_give(&lock);
	return count;
}

void place_start(void)
{
	void *frames[FRAMES];

	life_add_lock(&lock);
	life_add_lock(&known_lock);
	if (layer_code_lock())
		life_add_lock(layer_code_lock());
	take_stack(frames);
}

const void *place_of(const void *site)
{
	void *frames[FRAMES];
	const void *place = site;
	int count;
	int i = 0;

	if (!layer_code_has(site))
		return site;
	count = take_stack(frames);
	while (i < count && frames[i] != site)
		i++;
	for (; i < count && layer_code_has(place); i++)
		place = frames[i];
	return place;
}

/* Functions of the namespaces cl and std, as compilers for all systems but Windows mangle names. */
static bool has_wrapper_name(const char *name)
{
	static const char *const prefixes[] = {
		"_ZN2cl", "_ZNK2cl", "_ZNSt", "_ZNKSt", "_ZSt", "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx",
	};

	for (size_t i = 0; i < ARRAY_SIZE(prefixes); i++)
		if (text_skip_prefix(name, prefixes[i]))
			return true;
	return false;
}

static enum what look_at(const void *address)
{
	char name[NAME];

	if (symbols_start_threads(address))
		return IS_THREAD_START;
	return symbols_find(address, name, sizeof(name)) && has_wrapper_name(name) ? IS_WRAPPER
										   : IS_PROGRAM;
}

/* If there is no memory to know it, symbols are read again. */
static enum what what_is(const void *address)
{
	enum what what;

	lock_take(&known_lock);
	what = (enum what)pointer_map_get(&known, address);
	lock_give(&known_lock);
	if (what != IS_UNKNOWN)
		return what;
	what = look_at(address);
	lock_take(&known_lock);
	pointer_map_set(&known, address, what);
	lock_give(&known_lock);
	return what;
}

/* A function of another file is no caller, but started a thread or called back. */
const void *place_of_finding(const void *site)
{
	const void *place = place_of(site);
	void *frames[FRAMES];
	int count;
	int i = 0;

	if (place != site && what_is(place) == IS_THREAD_START)
		return site;
	if (what_is(place) != IS_WRAPPER)
		return place;
	count = take_stack(frames);
	while (i < count && frames[i] != place)
		i++;
	while (i < count && what_is(frames[i]) == IS_WRAPPER)
		i++;
	return i < count && symbols_are_together(place, frames[i]) ? frames[i] : place;
}

void place_end(void)
{
	lock_take(&known_lock);
	pointer_map_done(&known);
	lock_give(&known_lock);
}
