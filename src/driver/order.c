/* SPDX-License-Identifier: Apache-2.0 */
/* order: see order.h. Each platform gets a group; the comparison reads groups and facts only. */
#include "driver/order.h"

#include <string.h>

#include "base/os.h"
#include "driver/platform-info.h"
#include "discover/match.h"

static bool is_glob(const char *null_platform)
{
	return null_platform && strcmp(null_platform, "first") != 0 &&
	       strcmp(null_platform, "error") != 0;
}

void order_add_facts(const struct settings *settings, struct platform_facts *facts)
{
	enum settings_sort sort = settings->sort.value;

	facts->names |= sort == SETTINGS_SORT_NAME || is_glob(settings->null_platform.text) ||
			match_may_mean_platform(&settings->first) ||
			match_may_mean_platform(&settings->last);
	facts->version |= sort == SETTINGS_SORT_VERSION;
	facts->devices |= sort == SETTINGS_SORT_DEVICES;
}

/*
 * Group 0 is for OCL_ICD_FILENAMES. Then there is one group for each glob of `first`, one for all
 * other platforms, and one for each glob of `last`. `first` is stronger than `last`.
 */
static size_t find_group(const struct platform *platform, const struct settings *settings)
{
	const struct setting_list *first = &settings->first;
	const struct setting_list *last = &settings->last;
	const struct setting_item *item;

	if (platform->driver->candidate->origin == CANDIDATE_FROM_FILENAMES)
		return 0;
	item = match_find(&platform->names, first);
	if (item)
		return 1 + (size_t)(item - first->items);
	item = match_find(&platform->names, last);
	return 1 + first->count + (item ? 1 + (size_t)(item - last->items) : 0);
}

bool order_keeps_place(const struct platform *platform, const struct settings *settings)
{
	return !settings->empty_last.value || platform->group <= settings->first.count;
}

static bool goes_last(const struct platform *platform, const struct settings *settings)
{
	return platform->knows_devices && platform->devices == 0 &&
	       !order_keeps_place(platform, settings);
}

static int compare_counts(cl_uint a, cl_uint b)
{
	return (a < b) - (a > b);
}

static int compare_devices(const struct platform *a, const struct platform *b)
{
	int difference = compare_counts(a->gpus, b->gpus);

	if (difference == 0)
		difference = compare_counts(a->cpus, b->cpus);
	if (difference == 0)
		difference = compare_counts(a->devices, b->devices);
	return difference;
}

static int compare_names(const struct platform *a, const struct platform *b)
{
	return strcmp(a->name ? a->name : "", b->name ? b->name : "");
}

static int compare_versions(const struct platform *a, const struct platform *b)
{
	return compare_counts(platform_info_version(a->version),
			      platform_info_version(b->version));
}

static int compare_facts(const struct platform *a, const struct platform *b,
			 enum settings_sort sort)
{
	switch (sort) {
	case SETTINGS_SORT_DEVICES:
		return compare_devices(a, b);
	case SETTINGS_SORT_NAME:
		return compare_names(a, b);
	case SETTINGS_SORT_VERSION:
		return compare_versions(a, b);
	case SETTINGS_SORT_FILE:
		break;
	}
	return 0;
}

/* Never returns 0: the index decides if nothing else does, so the sort is stable. */
static int compare_platforms(const void *left, const void *right, void *rules)
{
	const struct platform *a = *(const struct platform *const *)left;
	const struct platform *b = *(const struct platform *const *)right;
	const struct settings *settings = rules;
	int difference = goes_last(a, settings) - goes_last(b, settings);

	if (difference != 0)
		return difference;
	if (a->group != b->group)
		return a->group < b->group ? -1 : 1;
	if (a->group != 0)
		difference = compare_facts(a, b, settings->sort.value);
	if (difference == 0)
		difference = a->index < b->index ? -1 : 1;
	return difference;
}

void order_find_groups(struct platform **platforms, size_t count,
		       const struct settings *settings)
{
	for (size_t i = 0; i < count; i++)
		platforms[i]->group = find_group(platforms[i], settings);
}

bool order_platforms(struct platform **platforms, size_t count,
		     const struct settings *settings)
{
	if (count > 0)
		os_sort(platforms, count, sizeof(*platforms), compare_platforms, (void *)settings);
	for (size_t i = 1; i < count; i++)
		if (platforms[i - 1]->index > platforms[i]->index)
			return true;
	return false;
}

static size_t find_default_by_glob(struct platform *const *platforms, size_t count,
				   const struct setting *glob)
{
	for (size_t i = 0; i < count; i++)
		if (match_glob(&platforms[i]->names, glob->text))
			return i;
	if (count > 0)
		log_line(LOG_WARNING, LOG_TOPIC_ORDER, LOG_BLAME_CONFIGURATION,
			 "%s:%u: null_platform = %s names no platform, the first is used",
			 glob->origin.name ? glob->origin.name : "built in",
			 glob->origin.line, glob->text);
	return 0;
}

size_t order_default(struct platform *const *platforms, size_t count,
		     const struct settings *settings)
{
	const char *null_platform = settings->null_platform.text;

	if (settings->has_default_platform) {
		if (settings->default_platform < count)
			return settings->default_platform;
		log_line(LOG_WARNING, LOG_TOPIC_ORDER, LOG_BLAME_CONFIGURATION,
			 "OCL_ICD_DEFAULT_PLATFORM: %u is out of range, expected less than %zu; "
			 "it counts as unset", settings->default_platform, count);
	}
	if (is_glob(null_platform))
		return find_default_by_glob(platforms, count, &settings->null_platform);
	return null_platform && strcmp(null_platform, "error") == 0 ? count : 0;
}
