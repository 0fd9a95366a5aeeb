/* SPDX-License-Identifier: Apache-2.0 */
/*
 * policy: see policy.h. The order of the questions is the precedence: the
 * variables, then what was named one by one, then a written load, then the
 * lists.
 */
#include "policy.h"

#include <string.h>

#include "glob.h"
#include "text.h"

#define SUFFIX ".icd"

/* What a driver or platform is known by, each text with its length. */
struct names {
	const char *paths[2];	/* what a glob with a slash is compared with */
	struct {
		const char *text;
		size_t length;
		bool is_part;	/* of the text before it */
	} others[6];
	size_t count;
};

static bool has_slash(const char *glob)
{
	return strchr(glob, '/');
}

static void add_name(struct names *names, const char *text, size_t length, bool is_part)
{
	names->others[names->count].text = text;
	names->others[names->count].length = length;
	names->others[names->count++].is_part = is_part;
}

static void add_file(struct names *names, const char *path)
{
	const char *base = text_base_name(path);
	size_t length = strlen(base);

	add_name(names, base, length, false);
	if (text_has_suffix(base, SUFFIX))
		add_name(names, base, length - strlen(SUFFIX), true);
}

static void add_library(struct names *names, const char *library)
{
	const char *base = text_base_name(library);

	add_name(names, library, strlen(library), false);
	if (base != library)
		add_name(names, base, strlen(base), true);
}

static void collect_names(struct names *names, const struct entry *entry, const char *name,
			  const char *vendor)
{
	names->count = 0;
	names->paths[0] = entry->path;
	names->paths[1] = entry->library;
	if (entry->path)
		add_file(names, entry->path);
	if (entry->written)
		add_library(names, entry->written);
	if (name)
		add_name(names, name, strlen(name), false);
	if (vendor)
		add_name(names, vendor, strlen(vendor), false);
}

/* Can GLOB not match because it starts with a letter, and TEXT with another one? */
static bool starts_otherwise(const char *glob, const char *text)
{
	return text_lower(*glob) >= 'a' && text_lower(*glob) <= 'z' &&
	       text_lower(*glob) != text_lower(*text);
}

/* Every driver is compared with every glob at every start: so most is not. */
static bool glob_names_other(const char *glob, const struct names *names)
{
	size_t length = strlen(glob);
	bool finds_parts = length > 1 && *glob == '*' && glob[length - 1] == '*' &&
			   glob[length - 2] != '\\';

	for (size_t i = 0; i < names->count; i++) {
		const char *text = names->others[i].text;

		if ((finds_parts && names->others[i].is_part) || starts_otherwise(glob, text))
			continue;
		if (glob_matches_part(glob, text, names->others[i].length))
			return true;
	}
	return false;
}

static bool glob_names(const char *glob, const struct names *names)
{
	if (!has_slash(glob))
		return glob_names_other(glob, names);
	return (names->paths[0] && glob_matches(glob, names->paths[0])) ||
	       (names->paths[1] && glob_matches(glob, names->paths[1]));
}

bool policy_glob_names(const char *glob, const struct entry *entry, const char *name,
		       const char *vendor)
{
	struct names names;

	collect_names(&names, entry, name, vendor);
	return glob_names(glob, &names);
}

const struct setting_item *policy_find_item(const struct setting_list *list,
					    const struct entry *entry, const char *name,
					    const char *vendor)
{
	struct names names;

	if (list->count == 0)
		return NULL;
	collect_names(&names, entry, name, vendor);
	for (size_t i = 0; i < list->count; i++)
		if (glob_names(list->items[i].text, &names))
			return &list->items[i];
	return NULL;
}

static void take_flag(struct setting_flag *flag, const struct setting_flag *stronger)
{
	if (stronger->is_set)
		*flag = *stronger;
}

/* Of the sections that match, each key's last. They know no platform names. */
static void merge_sections(const struct settings *settings, const struct entry *entry,
			   struct settings_driver *merged)
{
	memset(merged, 0, sizeof(*merged));
	for (size_t i = 0; i < settings->driver_count; i++) {
		const struct settings_driver *section = &settings->drivers[i];

		if (!policy_glob_names(section->glob, entry, NULL, NULL))
			continue;
		take_flag(&merged->load, &section->load);
		take_flag(&merged->assume_icd, &section->assume_icd);
		take_flag(&merged->dlopen_now, &section->dlopen_now);
		take_flag(&merged->deepbind, &section->deepbind);
		take_flag(&merged->never_unload, &section->never_unload);
		take_flag(&merged->guard_table, &section->guard_table);
	}
}

/* Does anything say of any driver that it is not wanted? */
static bool has_rules(const struct settings *settings)
{
	return settings->disable.count > 0 || settings->env_disable.count > 0 ||
	       settings->driver_count > 0;
}

/* Is it switched on? If not, *BY is the place that says so. */
static bool is_wanted(const struct settings *settings, const struct entry *entry,
		      const char *name, const char *vendor, const struct setting_flag *load,
		      struct origin *by)
{
	const struct setting_item *item;

	if (policy_find_item(&settings->env_enable, entry, name, vendor))
		return true;
	item = policy_find_item(&settings->env_disable, entry, name, vendor);
	if (!item && entry->origin != ENTRY_FROM_DIRECTORY)
		return true;
	if (!item && load->is_set) {
		*by = load->origin;
		return load->value;
	}
	if (!item) {
		item = policy_find_item(&settings->disable, entry, name, vendor);
		if (!item || policy_find_item(&settings->enable, entry, name, vendor))
			return true;
	}
	*by = item->origin;
	return false;
}

void policy_of_entry(const struct settings *settings, const struct entry *entry,
		     struct policy *policy)
{
	struct settings_driver merged;

	memset(policy, 0, sizeof(*policy));
	policy->load = true;
	policy->assume_icd = settings->assume_icd;
	if (!has_rules(settings))
		return;
	merge_sections(settings, entry, &merged);
	policy->load = is_wanted(settings, entry, NULL, NULL, &merged.load, &policy->decided_by);
	policy->assume_icd |= merged.assume_icd.value;
	policy->dlopen_now = merged.dlopen_now.value;
	policy->deepbind = merged.deepbind.value;
	policy->never_unload = merged.never_unload.value;
	policy->guard_table = merged.guard_table.value;
}

bool policy_hides_platform(const struct settings *settings, const struct entry *entry,
			   const char *name, const char *vendor, struct origin *by)
{
	struct settings_driver merged;

	if (!has_rules(settings))
		return false;
	merge_sections(settings, entry, &merged);
	return !is_wanted(settings, entry, name, vendor, &merged.load, by);
}

/* Could one of these mean a platform? A glob with a slash means a path. */
static bool may_name_platforms(const struct setting_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		if (!has_slash(list->items[i].text))
			return true;
	return false;
}

bool policy_needs_names(const struct settings *settings)
{
	const char *null_platform = settings->null_platform.text;

	if (may_name_platforms(&settings->disable) || may_name_platforms(&settings->env_disable) ||
	    may_name_platforms(&settings->first) || may_name_platforms(&settings->last))
		return true;
	if (settings->sort.value == SETTINGS_SORT_NAME)
		return true;
	return strcmp(null_platform, "first") != 0 && strcmp(null_platform, "error") != 0 &&
	       !has_slash(null_platform);
}
