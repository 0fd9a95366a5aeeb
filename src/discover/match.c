/* SPDX-License-Identifier: Apache-2.0 */
/* match: see match.h. */
#include "discover/match.h"

#include <string.h>

#include "base/text.h"

#define SUFFIX ".icd"
#define SUFFIX_LENGTH (sizeof(SUFFIX) - 1)

static void add(struct match_names *names, const char *text, size_t length)
{
	names->others[names->count].text = text;
	names->others[names->count++].length = length;
}

/* Puts TEXT, which is no part of another name, into the room, too: returns where. */
static size_t add_whole(struct match_names *names, const char *text, size_t length)
{
	size_t at = names->filled;

	add(names, text, length);
	if (length >= NAMES_ROOM - NAMES_START - at) {
		names->is_cut = true;
		return 0;
	}
	memcpy((char *)names->room + at, text, length + 1);
	names->filled += length + 1;
	names->starts[names->start_count++] = at;
	return at;
}

static void add_file(struct match_names *names, const char *path)
{
	const char *end = path + strlen(path);
	const char *base = text_base_before(path, end);
	size_t length = (size_t)(end - base);

	add_whole(names, base, length);
	if (length > SUFFIX_LENGTH && memcmp(base + length - SUFFIX_LENGTH, SUFFIX, SUFFIX_LENGTH) == 0)
		add(names, base, length - SUFFIX_LENGTH);
}

static void add_library(struct match_names *names, const char *library)
{
	size_t length = strlen(library);
	const char *base = text_base_before(library, library + length);
	size_t before = (size_t)(base - library);
	size_t at = add_whole(names, library, length);

	if (before == 0)
		return;
	add(names, base, length - before);
	names->starts[names->start_count++] = at + before;
}

/*
 * Without case, from here on; NAMES_START bytes can be read from any name on. In
 * starts was where each is.
 */
static void fold_room(struct match_names *names)
{
	char *room = (char *)names->room;

	memset(room + names->filled, 0, NAMES_START);
	for (size_t i = 0; i <= names->filled; i += sizeof(uint64_t))
		names->room[i / sizeof(uint64_t)] = glob_fold(names->room[i / sizeof(uint64_t)]);
	room[names->filled] = '\0';
	for (size_t i = 0; i < names->start_count; i++)
		memcpy(&names->starts[i], room + names->starts[i], NAMES_START);
}

void match_names_init(struct match_names *names, const struct entry *entry, const char *name,
		const char *vendor)
{
	names->paths[0] = entry->path;
	names->paths[1] = entry->library;
	names->count = 0;
	names->start_count = 0;
	names->filled = 0;
	names->is_cut = false;
	if (entry->path)
		add_file(names, entry->path);
	if (entry->written)
		add_library(names, entry->written);
	if (name)
		add_whole(names, name, strlen(name));
	if (vendor)
		add_whole(names, vendor, strlen(vendor));
	if (!names->is_cut)
		fold_room(names);
}

/* False: there is no name that a glob with this key could match. */
static inline bool may_match(const struct match_names *names, const struct glob_key *key)
{
	const uint64_t start = key->start;
	const uint64_t mask = key->mask;

	if (mask == 0)
		return !key->inside[0] || names->is_cut ||
		       strstr((const char *)names->room, key->inside);
	for (size_t i = 0; i < names->start_count; i++)
		if (((names->starts[i] ^ start) & mask) == 0)
			return true;
	return names->is_cut;
}

static bool match_path(const struct match_names *names, const char *glob)
{
	return (names->paths[0] && glob_matches(glob, names->paths[0])) ||
	       (names->paths[1] && glob_matches(glob, names->paths[1]));
}

__attribute__((cold))
static bool match(const struct match_names *names, const char *glob)
{
	if (strchr(glob, '/'))
		return match_path(names, glob);
	for (size_t i = 0; i < names->count; i++)
		if (glob_matches_part(glob, names->others[i].text, names->others[i].length))
			return true;
	return false;
}

bool match_glob_keyed(const struct match_names *names, const char *glob, const struct glob_key *key)
{
	return may_match(names, key) && match(names, glob);
}

bool match_glob(const struct match_names *names, const char *glob)
{
	const struct glob_key key = glob_key(glob);

	return match_glob_keyed(names, glob, &key);
}

const struct setting_item *match_find(const struct match_names *names, const struct setting_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		if (may_match(names, &list->items[i].key) && match(names, list->items[i].text))
			return &list->items[i];
	return NULL;
}

bool match_may_mean_platform(const struct setting_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		if (!strchr(list->items[i].text, '/'))
			return true;
	return false;
}
