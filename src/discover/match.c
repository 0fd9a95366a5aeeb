/* SPDX-License-Identifier: Apache-2.0 */
/* match: see match.h. */
#include "discover/match.h"

#include <string.h>

#include "base/array.h"
#include "base/glob.h"
#include "base/os.h"
#include "base/text.h"

#define SUFFIX ".icd"

static void set_name(struct match_names *names, enum match_kind kind, const char *text)
{
	names->names[kind].text = text;
	names->names[kind].length = text ? strlen(text) : 0;
}

static void set_file(struct match_names *names, const char *path)
{
	struct match_name *stem = &names->names[MATCH_STEM];

	set_name(names, MATCH_FILE, text_base_name(path));
	*stem = names->names[MATCH_FILE];
	if (stem->length > strlen(SUFFIX) && text_has_suffix(stem->text, SUFFIX))
		stem->length -= strlen(SUFFIX);
}

void match_names_init(struct match_names *names, const char *path, const char *written,
		      const char *library)
{
	memset(names, 0, sizeof(*names));
	names->paths[0] = path;
	names->paths[1] = library;
	if (path)
		set_file(names, path);
	if (written) {
		set_name(names, MATCH_LIBRARY, written);
		set_name(names, MATCH_LIBRARY_BASE, text_base_name(written));
	}
}

void match_names_set_platform(struct match_names *names, const char *name, const char *vendor)
{
	set_name(names, MATCH_PLATFORM, name);
	set_name(names, MATCH_VENDOR, vendor);
}

static bool matches_path(const struct match_names *names, const char *glob)
{
	for (size_t i = 0; i < ARRAY_SIZE(names->paths); i++)
		if (names->paths[i] && glob_matches(glob, names->paths[i]))
			return true;
	return false;
}

static bool matches_name(const struct match_names *names, const char *glob)
{
	for (size_t i = 0; i < MATCH_KINDS; i++) {
		const struct match_name *name = &names->names[i];

		if (name->text && glob_matches_part(glob, name->text, name->length))
			return true;
	}
	return false;
}

bool match_glob(const struct match_names *names, const char *glob)
{
	return os_last_separator(glob) ? matches_path(names, glob) : matches_name(names, glob);
}

const struct setting_item *match_find(const struct match_names *names,
				      const struct setting_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		if (match_glob(names, list->items[i].text)) {
			list->items[i].is_used = true;
			return &list->items[i];
		}
	return NULL;
}

bool match_may_mean_platform(const struct setting_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		if (!os_last_separator(list->items[i].text))
			return true;
	return false;
}
