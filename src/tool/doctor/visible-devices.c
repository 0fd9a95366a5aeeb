/* SPDX-License-Identifier: Apache-2.0 */
/* visible-devices: see visible-devices.h. */
#include "tool/doctor/visible-devices.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/glob.h"
#include "base/text.h"
#include "config/keys.h"

#define VARIABLE "OPENCL_VISIBLE_DEVICES"
#define UUID_DIGITS 8	/* from this number on a word can be the beginning of a UUID */

/* Does WORD mean this device? */
typedef bool fits(const struct driver_probe *probe, const struct reported_platform *platform,
		  const struct reported_device *device, const char *word);

static size_t count_fitting(const struct examination *check, fits *fits_word, const char *word)
{
	size_t count = 0;

	for (const struct driver_probe *probe = check->probes; probe; probe = probe->next)
		for (const struct reported_platform *platform = probe->reported.first; platform;
		     platform = platform->next)
			for (const struct reported_device *device = platform->devices; device;
			     device = device->next)
				count += fits_word(probe, platform, device, word);
	return count;
}

static bool is_any(const struct driver_probe *probe, const struct reported_platform *platform,
		   const struct reported_device *device, const char *word)
{
	(void)probe;
	(void)platform;
	(void)word;
	return device != NULL;
}

static bool has_type(const struct driver_probe *probe, const struct reported_platform *platform,
		     const struct reported_device *device, const char *word)
{
	(void)probe;
	(void)platform;
	return device->type && text_equal_nocase(device->type, word);
}

/* The name of the device, its platform or its driver. */
static bool has_name(const struct driver_probe *probe, const struct reported_platform *platform,
		     const struct reported_device *device, const char *word)
{
	struct match_names names = probe->candidate->names;

	match_names_set_platform(&names, platform->name, platform->vendor);
	return (device->name && glob_matches(word, device->name)) || match_glob(&names, word);
}

static bool may_be_uuid(const char *word)
{
	return strspn(word, "0123456789abcdefABCDEF-") == strlen(word) &&
	       strlen(word) >= UUID_DIGITS;
}

static bool is_type(const char *word)
{
	static const char *const types[] = { "cpu", "gpu", "accelerator", "custom" };

	for (size_t i = 0; i < ARRAY_SIZE(types); i++)
		if (text_equal_nocase(types[i], word))
			return true;
	return false;
}

/* "0", or "0-3". */
static bool is_index(const char *word)
{
	return *word && strspn(word, "0123456789-") == strlen(word) && *word != '-';
}

/* Words whose meaning does not depend on what is examined here. */
static bool is_not_judged(const char *word)
{
	bool has_digits = strspn(word, "0123456789.") == strlen(word);

	return !*word || text_equal_nocase(word, "all") || text_equal_nocase(word, "none") ||
	       text_equal_nocase(word, "default") || may_be_uuid(word) ||
	       (has_digits && strchr(word, '.'));
}

static bool selects_something(const struct examination *check, const char *word)
{
	const char *colon = strchr(word, ':');
	const char *type = colon ? arena_copy(&check->tool->arena, word, (size_t)(colon - word))
				 : word;

	if (is_not_judged(word))
		return true;
	if (is_index(word))
		return strtoul(word, NULL, 10) < count_fitting(check, is_any, word);
	if (type && is_type(type))
		return count_fitting(check, has_type, type) >
		       (colon ? strtoul(colon + 1, NULL, 10) : 0);
	return colon || count_fitting(check, has_name, word) > 0;
}

void visible_devices_examine(struct examination *check)
{
	const char *rest = getenv(VARIABLE);
	struct finding *finding = NULL;

	/* With a name on the command line not all devices are known. */
	while (rest && !check->name) {
		size_t length;
		const char *element = keys_next_element(&rest, ',', &length);
		const char *word = arena_copy(&check->tool->arena, element, length);

		if (!word || selects_something(check, word + (*word == '!')))
			continue;
		if (!finding)
			finding = finding_add(&check->findings, FINDING_WARNING, VARIABLE,
					      "device-without-match",
					      "a word of it selects no device that is here");
		finding_fact(finding, "no match", "%s", word);
	}
	if (finding)
		finding_fact(finding, "cure",
			     "correct it: \"clrouter list\" shows the devices, opencl-layers(7) "
			     "the words");
}
