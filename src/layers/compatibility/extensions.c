/* SPDX-License-Identifier: Apache-2.0 */
/*
 * extensions: see extensions.h.
 */
#include "layers/compatibility/extensions.h"

#include <stdlib.h>
#include <string.h>

#include "base/common/list.h"
#include "base/glob.h"
#include "base/text.h"
#include "layers/compatibility/feature-settings.h"
#include "layers/frame/ask.h"
#include "layers/frame/auto-free.h"

struct entries {
	cl_name_version *list;
	size_t count;
	bool is_short; /* of memory */
};

static void add(struct entries *entries, const char *name, size_t length, cl_version version)
{
	cl_name_version *entry;

	if (length == 0 || length >= sizeof(entry->name))
		return;
	if (!list_make_space(&entries->list, entries->count, sizeof(*entries->list))) {
		entries->is_short = true;
		return;
	}
	entry = &entries->list[entries->count++];
	memset(entry, 0, sizeof(*entry));
	memcpy(entry->name, name, length);
	entry->version = version;
}

/* The version in the COUNT entries of LIST; 0, as no version is known, if it is not there. */
static cl_version version_in(const cl_name_version *list, size_t count, const char *name,
			     size_t length)
{
	for (size_t i = 0; i < count; i++)
		if (strncmp(list[i].name, name, length) == 0 && list[i].name[length] == '\0')
			return list[i].version;
	return 0;
}

/* The driver's own, from its TEXT, whose versions are those in the COUNT entries of LIST. */
static void add_words(struct entries *entries, const char *text, const cl_name_version *list,
		      size_t count)
{
	const char *rest = text;

	while (rest) {
		size_t length;
		const char *word = text_next_element(&rest, ' ', &length);

		add(entries, word, length, version_in(list, count, word, length));
	}
}

static void remove_at(struct entries *entries, size_t at)
{
	entries->count--;
	memmove(&entries->list[at], &entries->list[at + 1],
		(entries->count - at) * sizeof(*entries->list));
}

/* WORDS may be NULL. */
static void remove_words(struct entries *entries, const char *words)
{
	for (size_t i = entries->count; words && i > 0; i--)
		if (text_has_word(words, entries->list[i - 1].name))
			remove_at(entries, i - 1);
}

static void remove_hidden(struct entries *entries)
{
	for (size_t i = entries->count; i > 0; i--)
		if (settings_hides(entries->list[i - 1].name))
			remove_at(entries, i - 1);
}

/* Removes what FEATURE provides, and what needs objects of the driver's own. */
static void remove_feature(struct entries *entries, const struct feature *feature)
{
	for (size_t i = entries->count; i > 0; i--) {
		const char *name = entries->list[i - 1].name;
		bool is_of_it = feature->replaces && glob_matches(feature->replaces, name);

		for (const struct feature_extension *extension = feature->extensions;
		     extension->name; extension++)
			is_of_it |= strcmp(extension->name, name) == 0;
		if (is_of_it)
			remove_at(entries, i - 1);
	}
}

static void add_extension(struct entries *entries, const struct feature_extension *extension)
{
	add(entries, extension->name, strlen(extension->name), settings_version(extension));
}

/* Stores the entries as the answer, and frees them. */
static cl_int finish(struct entries *entries, bool with_version, const struct query_answer *answer)
{
	size_t size = 1;
	char *text;
	cl_int error = CL_OUT_OF_HOST_MEMORY;

	for (size_t i = 0; i < entries->count; i++)
		size += strlen(entries->list[i].name) + 1;
	text = calloc(1, size);
	for (size_t i = 0, used = 0; text && i < entries->count; i++) {
		const size_t length = strlen(entries->list[i].name);

		if (i > 0)
			text[used++] = ' ';
		memcpy(text + used, entries->list[i].name, length);
		used += length;
	}
	if (text && !entries->is_short)
		error = with_version ? answer_bytes(answer, entries->list,
						    entries->count * sizeof(*entries->list))
				     : answer_text(answer, text);
	free(text);
	free(entries->list);
	return error;
}

/* -- devices --------------------------------------------------------------------------- */

/* DEVICE may stand for a sub-device, for which the driver may have another text. */
cl_int extensions_of_device(const struct known_device *device, bool with_version,
			    const struct query_answer *answer)
{
	struct entries entries = { NULL, 0, false };
	cl_int error;
	char *text AUTO_FREE = ask_device(device->id, CL_DEVICE_EXTENSIONS, NULL, &error);
	size_t size;
	const cl_name_version *list AUTO_FREE =
		ask_device(device->id, CL_DEVICE_EXTENSIONS_WITH_VERSION, &size, NULL);
	const struct feature *feature;

	if (!text)
		return error;
	add_words(&entries, text, list, size / sizeof(*list));
	remove_words(&entries, device->removed);
	for (size_t i = 0; (feature = devices_feature(i)); i++) {
		if (!(device->emulated & FEATURE_BIT(feature->id)))
			continue;
		remove_feature(&entries, feature);
		for (size_t k = 0; feature->extensions[k].name; k++)
			add_extension(&entries, &feature->extensions[k]);
	}
	remove_hidden(&entries);
	return finish(&entries, with_version, answer);
}

/* -- platforms ------------------------------------------------------------------------- */

struct platform_devices {
	const struct known_device **list;
	size_t count;
};

static bool is_emulated(const struct platform_devices *devices, const struct feature *feature)
{
	for (size_t i = 0; i < devices->count; i++)
		if (devices->list[i]->emulated & FEATURE_BIT(feature->id))
			return true;
	return false;
}

static bool all_have(const struct platform_devices *devices, const char *name)
{
	for (size_t i = 0; i < devices->count; i++)
		if (!devices_has(devices->list[i], name))
			return false;
	return true;
}

/* What a device of the platform has lost, because its queries fail, is not the platform's either. */
static void remove_broken(struct entries *entries, const struct platform_devices *devices)
{
	for (size_t i = entries->count; i > 0; i--) {
		const char *name = entries->list[i - 1].name;
		bool is_broken = false;

		for (size_t k = 0; k < devices->count; k++)
			is_broken |= devices->list[k]->removed &&
				     text_has_word(devices->list[k]->removed, name) &&
				     !devices_has(devices->list[k], name);
		if (is_broken)
			remove_at(entries, i - 1);
	}
}

static void add_features(struct entries *entries, const struct platform_devices *devices)
{
	const struct feature *feature;

	for (size_t i = 0; (feature = devices_feature(i)); i++) {
		if (!is_emulated(devices, feature))
			continue;
		remove_feature(entries, feature);
		for (size_t k = 0; feature->extensions[k].name; k++)
			if (all_have(devices, feature->extensions[k].name))
				add_extension(entries, &feature->extensions[k]);
	}
}

cl_int extensions_of_platform(cl_platform_id platform, bool with_version,
			      const struct query_answer *answer)
{
	struct entries entries = { NULL, 0, false };
	size_t size;
	char *text = ask_platform(platform, CL_PLATFORM_EXTENSIONS, &size, NULL);
	cl_name_version *list;
	struct platform_devices devices;

	if (!text)
		return CL_OUT_OF_HOST_MEMORY;
	list = ask_platform(platform, CL_PLATFORM_EXTENSIONS_WITH_VERSION, &size, NULL);
	add_words(&entries, text, list, size / sizeof(*list));
	free(list);
	free(text);
	devices.list = devices_of_platform(platform, &devices.count);
	remove_broken(&entries, &devices);
	add_features(&entries, &devices);
	free(devices.list);
	remove_hidden(&entries);
	return finish(&entries, with_version, answer);
}
