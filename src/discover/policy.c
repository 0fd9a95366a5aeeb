/* SPDX-License-Identifier: Apache-2.0 */
/*
 * policy: see policy.h. The order of the tests in is_wanted() is the precedence: the variables,
 * then drivers that a variable names one by one, then load in a [driver] section, then the lists.
 */
#include "discover/policy.h"

#include <string.h>

#include "base/os.h"
#include "config/keys.h"
#include "discover/match.h"

/*
 * Merges the [driver] sections that match, the last one being the strongest. Sections match files
 * and libraries, not platforms.
 */
static void merge_sections(const struct settings *settings, const struct candidate *candidate,
			   struct settings_driver *merged)
{
	memset(merged, 0, sizeof(*merged));
	for (size_t i = 0; i < settings->driver_count; i++) {
		const struct settings_driver *section = &settings->drivers[i];

		if (match_glob(&candidate->names, section->glob))
			keys_merge_driver(merged, section);
	}
}

bool policy_has_rules(const struct settings *settings)
{
	return settings->disable.count > 0 || settings->env_disable.count > 0 ||
	       settings->driver_count > 0;
}

static bool may_name_platform(const struct setting_list *list,
			      const struct candidate_list *drivers)
{
	for (size_t i = 0; i < list->count; i++) {
		const char *glob = list->items[i].text;
		const struct candidate *candidate = drivers->first;

		while (candidate && !match_glob(&candidate->names, glob))
			candidate = candidate->next;
		if (!candidate && !os_last_separator(glob))
			return true;
	}
	return false;
}

void policy_prepare(struct settings *settings, const struct candidate_list *drivers)
{
	settings->enable.may_name_platform = may_name_platform(&settings->enable, drivers);
	settings->env_enable.may_name_platform =
		may_name_platform(&settings->env_enable, drivers);
}

/*
 * Before a driver is opened (NAMES are its own), it is enabled if one of its platforms may be. *BY is
 * the origin of the glob that names it, if one does.
 */
static bool is_enabled(const struct setting_list *list, const struct candidate *candidate,
		       const struct match_names *names, struct origin *by)
{
	const struct setting_item *item = match_find(names, list);

	if (item)
		*by = item->origin;
	return item || (list->may_name_platform && names == &candidate->names);
}

/* False if a rule disables a driver or platform with NAMES. *BY: as in policy_of_candidate(). */
static bool is_wanted(const struct settings *settings, const struct candidate *candidate,
		      const struct match_names *names, const struct setting *load,
		      struct origin *by)
{
	const struct setting_item *item;

	*by = (struct origin){ NULL, 0 };
	if (is_enabled(&settings->env_enable, candidate, names, by))
		return true;
	item = match_find(names, &settings->env_disable);
	if (!item && candidate->origin != CANDIDATE_FROM_DIRECTORY)
		return true;
	if (!item && load->is_set) {
		*by = load->origin;
		return load->value;
	}
	if (!item) {
		item = match_find(names, &settings->disable);
		if (!item || is_enabled(&settings->enable, candidate, names, by))
			return true;
	}
	*by = item->origin;
	return false;
}

struct policy policy_of_candidate(const struct settings *settings,
				  const struct candidate *candidate, struct origin *by)
{
	struct settings_driver merged;

	merge_sections(settings, candidate, &merged);
	return (struct policy){
		.load = is_wanted(settings, candidate, &candidate->names, &merged.load, by),
		.assume_icd = settings->assume_icd || merged.assume_icd.value,
		.dlopen_now = merged.dlopen.value & SETTINGS_DLOPEN_NOW,
		.deepbind = merged.dlopen.value & SETTINGS_DLOPEN_DEEPBIND,
		.never_unload = merged.never_unload.value,
		.bounded_table = merged.bounded_table.value,
	};
}

bool policy_hides_platform(const struct settings *settings, const struct candidate *candidate,
			   const struct match_names *names, struct origin *by)
{
	struct settings_driver merged;

	merge_sections(settings, candidate, &merged);
	return !is_wanted(settings, candidate, names, &merged.load, by);
}

void policy_add_facts(const struct settings *settings, struct platform_facts *facts)
{
	facts->names |= match_may_mean_platform(&settings->disable) ||
			match_may_mean_platform(&settings->env_disable) ||
			settings->enable.may_name_platform || settings->env_enable.may_name_platform;
	facts->devices |= settings->hide_empty.value;
}
