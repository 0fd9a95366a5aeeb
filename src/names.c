/* SPDX-License-Identifier: Apache-2.0 */
/* names: see names.h. */
#include "names.h"

#include <string.h>

#include "glob.h"
#include "text.h"

#define SUFFIX ".icd"
#define SUFFIX_LENGTH (sizeof(SUFFIX) - 1)
#define LETTERS 4		/* of a glob that are searched in the names */

/*
 * Letters that are equal but for their case differ in this bit. It makes other
 * bytes equal, too: what it says of a glob is "no" or "perhaps".
 */
#define CASE 0x20
#define EACH_CASE (UINT64_MAX / 255 * CASE)

static bool is_letter(char c)
{
	return (c | CASE) >= 'a' && (c | CASE) <= 'z';
}

static uint32_t initial(char c)
{
	return is_letter(c) ? 1u << ((c | CASE) - 'a') : 0;
}

static void add(struct names *names, const char *text, size_t length, bool is_part)
{
	names->others[names->count].text = text;
	names->others[names->count].length = length;
	names->others[names->count++].is_part = is_part;
	names->initials |= initial(*text);
}

static void add_file(struct names *names, const char *path)
{
	const char *base = text_base_name(path);
	size_t length = strlen(base);

	names->initials |= initial(*path);
	add(names, base, length, false);
	if (length > SUFFIX_LENGTH && memcmp(base + length - SUFFIX_LENGTH, SUFFIX, SUFFIX_LENGTH) == 0)
		add(names, base, length - SUFFIX_LENGTH, true);
}

static void add_library(struct names *names, const char *library)
{
	const char *base = text_base_name(library);
	size_t length = strlen(library);

	add(names, library, length, false);
	if (base != library)
		add(names, base, length - (size_t)(base - library), true);
}

/* All of them in a row, each with its end, so that one search finds what is in any. */
static void fill_room(struct names *names)
{
	char *room = (char *)names->room;
	size_t filled = 0;

	names->filled = 0;
	for (size_t i = 0; i < names->count; i++) {
		size_t size = names->others[i].length + 1;

		if (names->others[i].is_part)
			continue;
		if (size > NAMES_ROOM - 8 - filled)
			return;
		memcpy(room + filled, names->others[i].text, size);
		filled += size;
	}
	for (size_t i = 0; i < filled; i += 8)
		names->room[i / 8] |= EACH_CASE;
	room[filled] = '\0';
	names->filled = filled;
}

void names_init(struct names *names, const struct entry *entry, const char *name,
		const char *vendor)
{
	names->count = 0;
	names->initials = 0;
	names->paths[0] = entry->path;
	names->paths[1] = entry->library;
	if (entry->path)
		add_file(names, entry->path);
	if (entry->written)
		add_library(names, entry->written);
	if (entry->library)
		names->initials |= initial(*entry->library);
	if (name)
		add(names, name, strlen(name), false);
	if (vendor)
		add(names, vendor, strlen(vendor), false);
	fill_room(names);
}

/* Copies the letters that GLOB starts with, without case: how many. */
static size_t take_letters(char *letters, const char *glob)
{
	size_t length = 0;

	for (; length < LETTERS && is_letter(glob[length]); length++)
		letters[length] = glob[length] | CASE;
	letters[length] = '\0';
	return length;
}

/* Are there letters behind the star that GLOB starts with, and are they in no name? */
static bool has_foreign_letters(const struct names *names, const char *glob)
{
	char letters[LETTERS + 1];

	return *glob == '*' && names->filled > 0 && take_letters(letters, glob + 1) > 0 &&
	       !strstr((const char *)names->room, letters);
}

/* Does GLOB start with letters, and TEXT with others? */
static bool starts_otherwise(const char *glob, const char *text)
{
	while (((*glob ^ *text) & ~CASE) == 0 && is_letter(*glob)) {
		glob++;
		text++;
	}
	return is_letter(*glob);
}

static bool match_path(const struct names *names, const char *glob)
{
	return (names->paths[0] && glob_matches(glob, names->paths[0])) ||
	       (names->paths[1] && glob_matches(glob, names->paths[1]));
}

bool names_match(const struct names *names, const char *glob)
{
	const char first = is_letter(*glob) ? *glob | CASE : '\0';

	if (first && !(names->initials & initial(first)))
		return false;
	if (strchr(glob, '/'))
		return match_path(names, glob);
	if (has_foreign_letters(names, glob))
		return false;
	for (size_t i = 0; i < names->count; i++) {
		const char *text = names->others[i].text;

		if (first && ((*text | CASE) != first || starts_otherwise(glob, text)))
			continue;
		if (glob_matches_part(glob, text, names->others[i].length))
			return true;
	}
	return false;
}

const struct setting_item *names_find(const struct names *names, const struct setting_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		if (names_match(names, list->items[i].text))
			return &list->items[i];
	return NULL;
}

bool names_may_mean_platform(const struct setting_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		if (!strchr(list->items[i].text, '/'))
			return true;
	return false;
}
