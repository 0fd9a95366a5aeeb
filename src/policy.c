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

static bool has_slash(const char *glob)
{
	return text_base_name(glob) != glob;
}

static bool names_file(const char *glob, const char *path)
{
	const char *base = text_base_name(path);
	size_t length = strlen(base);

	if (glob_matches_part(glob, base, length))
		return true;
	return text_has_suffix(base, SUFFIX) &&
	       glob_matches_part(glob, base, length - strlen(SUFFIX));
}

static bool names_library(const char *glob, const char *library)
{
	return glob_matches(glob, library) || glob_matches(glob, text_base_name(library));
}

bool policy_glob_names(const char *glob, const struct entry *entry, const char *name,
		       const char *vendor)
{
	if (has_slash(glob))
		return (entry->path && glob_matches(glob, entry->path)) ||
		       (entry->library && glob_matches(glob, entry->library));
	return (entry->path && names_file(glob, entry->path)) ||
	       (entry->written && names_library(glob, entry->written)) ||
	       (name && glob_matches(glob, name)) ||
	       (vendor && glob_matches(glob, vendor));
}

/* The first of LIST that names the driver or platform, NULL if none does. */
static const struct setting_item *find_item(const struct setting_list *list,
					    const struct entry *entry, const char *name,
					    const char *vendor)
{
	for (size_t i = 0; i < list->count; i++)
		if (policy_glob_names(list->items[i].text, entry, name, vendor))
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

/* Is it switched on? If not, *BY is the place that says so. */
static bool is_wanted(const struct settings *settings, const struct entry *entry,
		      const char *name, const char *vendor, const struct setting_flag *load,
		      struct origin *by)
{
	const struct setting_item *item;

	if (find_item(&settings->env_enable, entry, name, vendor))
		return true;
	item = find_item(&settings->env_disable, entry, name, vendor);
	if (!item && entry->origin != ENTRY_FROM_DIRECTORY)
		return true;
	if (!item && load->is_set) {
		*by = load->origin;
		return load->value;
	}
	if (!item) {
		item = find_item(&settings->disable, entry, name, vendor);
		if (!item || find_item(&settings->enable, entry, name, vendor))
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
	merge_sections(settings, entry, &merged);
	policy->load = is_wanted(settings, entry, NULL, NULL, &merged.load, &policy->decided_by);
	policy->assume_icd = merged.assume_icd.value || settings->assume_icd;
	policy->dlopen_now = merged.dlopen_now.value;
	policy->deepbind = merged.deepbind.value;
	policy->never_unload = merged.never_unload.value;
	policy->guard_table = merged.guard_table.value;
}

bool policy_hides_platform(const struct settings *settings, const struct entry *entry,
			   const char *name, const char *vendor, struct origin *by)
{
	struct settings_driver merged;

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
