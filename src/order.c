/* SPDX-License-Identifier: Apache-2.0 */
/*
 * order: see order.h. Every platform gets a rank for each rule; one comparison
 * reads the ranks and ends with the index, for qsort promises nothing about
 * equals.
 */
#include "order.h"

#include <stdlib.h>
#include <string.h>

#include "platform-info.h"
#include "policy.h"

struct ranked {
	struct platform *platform;
	size_t group;		/* in front, first, others, last */
	enum settings_sort sort;
};

bool order_needs_names(const struct settings *settings)
{
	const char *null_platform = settings->null_platform.text;

	return settings->first.count > 0 || settings->last.count > 0 ||
	       settings->sort.value == SETTINGS_SORT_NAME ||
	       settings->sort.value == SETTINGS_SORT_VERSION ||
	       (null_platform && strcmp(null_platform, "first") != 0 &&
		strcmp(null_platform, "error") != 0);
}

bool order_needs_devices(const struct settings *settings)
{
	return settings->sort.value == SETTINGS_SORT_DEVICES;
}

static bool names_platform(const char *glob, const struct platform *platform)
{
	return policy_glob_names(glob, platform->vendor->entry, platform->name,
				 platform->vendor_name);
}

/* The index of the first glob that names the platform, LIST's count if none. */
static size_t find_glob(const struct setting_list *list, const struct platform *platform)
{
	const struct setting_item *item = policy_find_item(list, platform->vendor->entry,
							   platform->name,
							   platform->vendor_name);

	return item ? (size_t)(item - list->items) : list->count;
}

/*
 * 0: OCL_ICD_FILENAMES; then one group per glob of first, one for the others,
 * one per glob of last. A platform that first names is not looked up in last.
 */
static size_t find_group(const struct platform *platform, const struct settings *settings)
{
	size_t first = find_glob(&settings->first, platform);
	size_t last;

	if (platform->vendor->entry->origin == ENTRY_FROM_FILENAMES)
		return 0;
	if (first < settings->first.count)
		return 1 + first;
	last = find_glob(&settings->last, platform);
	return 1 + settings->first.count + (last < settings->last.count ? 1 + last : 0);
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

static int compare_ranked(const void *left, const void *right)
{
	const struct ranked *a = left;
	const struct ranked *b = right;
	int difference = (a->group > b->group) - (a->group < b->group);

	if (difference == 0 && a->group != 0) {
		if (a->sort == SETTINGS_SORT_DEVICES)
			difference = compare_devices(a->platform, b->platform);
		else if (a->sort == SETTINGS_SORT_NAME)
			difference = compare_names(a->platform, b->platform);
		else if (a->sort == SETTINGS_SORT_VERSION)
			difference = compare_versions(a->platform, b->platform);
	}
	if (difference == 0)
		difference = (a->platform->index > b->platform->index) -
			     (a->platform->index < b->platform->index);
	return difference;
}

bool order_platforms(struct platform **platforms, size_t count,
		     const struct settings *settings)
{
	bool is_changed = false;
	struct ranked *ranked;

	if (count < 2 || (settings->first.count == 0 && settings->last.count == 0 &&
			  settings->sort.value == SETTINGS_SORT_FILE))
		return false;
	ranked = malloc(count * sizeof(*ranked));
	if (!ranked) {
		log_line(LOG_ERROR, LOG_TOPIC_ORDER, LOG_BLAME_US,
			 "no memory to sort %zu platforms, they stay as they were found", count);
		return false;
	}
	for (size_t i = 0; i < count; i++) {
		ranked[i].platform = platforms[i];
		ranked[i].group = find_group(platforms[i], settings);
		ranked[i].sort = settings->sort.value;
	}
	qsort(ranked, count, sizeof(*ranked), compare_ranked);
	for (size_t i = 0; i < count; i++) {
		is_changed |= platforms[i] != ranked[i].platform;
		platforms[i] = ranked[i].platform;
	}
	free(ranked);
	return is_changed;
}

static size_t find_default_by_glob(struct platform *const *platforms, size_t count,
				   const struct setting_text *glob)
{
	for (size_t i = 0; i < count; i++)
		if (names_platform(glob->text, platforms[i]))
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
	if (!null_platform || strcmp(null_platform, "first") == 0)
		return 0;
	if (strcmp(null_platform, "error") == 0)
		return count;
	return find_default_by_glob(platforms, count, &settings->null_platform);
}
