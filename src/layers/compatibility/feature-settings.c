/* SPDX-License-Identifier: Apache-2.0 */
/*
 * feature-settings: see feature-settings.h.
 */
#include "layers/compatibility/feature-settings.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/glob.h"
#include "base/text.h"
#include "layers/frame/option.h"
#include "opencl/version.h"

static struct option provide_option = OPTION(COMPATIBILITY_PROVIDE);
static struct option force_option = OPTION(COMPATIBILITY_FORCE);
static struct option hide_option = OPTION(COMPATIBILITY_HIDE);
static struct option versions_option = OPTION(COMPATIBILITY_VERSIONS);

static struct option_copy provide;
static struct option_copy force;
static struct option_copy hide;
static struct option_copy versions;

/* The versions of OpenCL that there are. */
static const cl_version opencl_versions[] = {
	CL_MAKE_VERSION(1, 0, 0), CL_MAKE_VERSION(1, 1, 0), CL_MAKE_VERSION(1, 2, 0),
	CL_MAKE_VERSION(2, 0, 0), CL_MAKE_VERSION(2, 1, 0), CL_MAKE_VERSION(2, 2, 0),
	CL_MAKE_VERSION(3, 0, 0), CL_MAKE_VERSION(3, 1, 0),
};
#define OPENCL_VERSIONS (sizeof(opencl_versions) / sizeof(opencl_versions[0]))

/* -- features -------------------------------------------------------------------------- */

struct wanted_feature {
	const struct feature *feature;
	const struct settings_device *which; /* NULL: any device */
	bool by_name;			     /* globs and "all" do not count */
};

/* Does the part of WORD before its "@" mean the feature? */
static bool fits_feature(const char *word, size_t length, const struct wanted_feature *wanted)
{
	char pattern[WORD_LIST_SIZE];

	memcpy(pattern, word, length);
	pattern[length] = '\0';
	if (text_equal_nocase(pattern, wanted->feature->name))
		return true;
	return !wanted->by_name &&
	       (text_equal_nocase(pattern, "all") || glob_matches(pattern, wanted->feature->name));
}

static bool fits_device(const char *pattern, const struct settings_device *which)
{
	return !which || glob_matches(pattern, which->name) ||
	       glob_matches(pattern, which->platform);
}

static bool fits(const char *word, const void *what)
{
	const struct wanted_feature *wanted = what;
	const char *at = strchr(word, '@');
	const size_t length = !at ? strlen(word) : (size_t)(at - word);

	return fits_feature(word, length, wanted) &&
	       (!at || fits_device(at + 1, wanted->which));
}

/* A text that is not set selects everything if IS_DEFAULT, else nothing; so does an empty one. */
static bool selects(const struct option_copy *copy, bool is_default,
		    const struct wanted_feature *wanted)
{
	const char *text = atomic_load_explicit(&copy->text, memory_order_acquire);

	return !text || *text == '\0' ? is_default : word_list_selects(text, fits, wanted);
}

bool settings_provide(const struct feature *feature, const struct settings_device *which)
{
	return selects(&provide, true, &(struct wanted_feature){ feature, which, false });
}

bool settings_name(const struct feature *feature, const struct settings_device *which)
{
	return selects(&provide, false, &(struct wanted_feature){ feature, which, true });
}

const char *settings_provided(void)
{
	const char *text = atomic_load_explicit(&provide.text, memory_order_acquire);

	return text && *text != '\0' ? text : "all";
}

bool settings_force(const struct feature *feature, const struct settings_device *which)
{
	return selects(&force, false, &(struct wanted_feature){ feature, which, false });
}

bool settings_may_provide(const struct feature *feature)
{
	return settings_provide(feature, NULL) || settings_force(feature, NULL);
}

/* -- hiding ---------------------------------------------------------------------------- */

/* The version V of a word "V+"; 0: the word is none. */
static cl_version version_of_word(const char *word)
{
	for (size_t i = 1; i < OPENCL_VERSIONS; i++) {
		char text[16];

		snprintf(text, sizeof(text), "%u.%u+", CL_VERSION_MAJOR(opencl_versions[i]),
			 CL_VERSION_MINOR(opencl_versions[i]));
		if (strcmp(word, text) == 0)
			return opencl_versions[i];
	}
	return 0;
}

static bool fits_name(const char *word, const void *name)
{
	return version_of_word(word) == 0 && glob_matches(word, name);
}

bool settings_hide_any(void)
{
	const char *text = atomic_load_explicit(&hide.text, memory_order_acquire);

	return text && *text != '\0';
}

bool settings_hides(const char *name)
{
	const char *text = atomic_load_explicit(&hide.text, memory_order_acquire);

	return text && word_list_selects(text, fits_name, name);
}

cl_version settings_highest(void)
{
	const char *rest = atomic_load_explicit(&hide.text, memory_order_acquire);
	cl_version highest = 0;

	while (rest) {
		char word[WORD_LIST_SIZE];
		const bool excludes = word_list_next(&rest, word);
		const cl_version first = version_of_word(word);

		for (size_t i = 1; !excludes && first != 0 && i < OPENCL_VERSIONS; i++)
			if (opencl_versions[i] == first &&
			    (highest == 0 || opencl_versions[i - 1] < highest))
				highest = opencl_versions[i - 1];
	}
	return highest;
}

/* -- versions -------------------------------------------------------------------------- */

/* Reads "NAME:1.2.3"; false: WORD is something else. */
static bool read_version(const char *word, char name[WORD_LIST_SIZE], cl_version *version)
{
	const size_t length = strcspn(word, ":");
	const char *rest =
		word[length] == ':' ? version_read(word + length + 1, "", 3, version) : NULL;

	memcpy(name, word, length);
	name[length] = '\0';
	return rest && *rest == '\0';
}

static bool fits_version(const char *word, const struct feature_extension *extension,
			 cl_version *version)
{
	char name[WORD_LIST_SIZE];

	return read_version(word, name, version) && strcmp(name, extension->name) == 0 &&
	       *version >= extension->oldest && *version <= extension->version;
}

cl_version settings_version(const struct feature_extension *extension)
{
	const char *rest = atomic_load_explicit(&versions.text, memory_order_acquire);
	cl_version chosen = extension->version;
	cl_version version;

	while (rest) {
		char word[WORD_LIST_SIZE];

		word_list_next(&rest, word);
		if (fits_version(word, extension, &version))
			chosen = version;
	}
	return chosen;
}

/* -- reading --------------------------------------------------------------------------- */

struct known {
	const struct feature *const *features;
	size_t count;
};

static bool is_version(const char *word, const void *what)
{
	const struct known *known = what;
	cl_version version;

	for (size_t i = 0; i < known->count; i++)
		for (const struct feature_extension *extension = known->features[i]->extensions;
		     extension->name; extension++)
			if (fits_version(word, extension, &version))
				return true;
	return false;
}

bool settings_read(const struct feature *const *features, size_t count)
{
	const struct known known = { features, count };
	const struct {
		struct option *option;
		struct option_copy *copy;
		word_list_fits *fits;
		const void *what;
	} all[] = {
		{ &provide_option, &provide, known_option_fits, provide_option.known },
		{ &force_option, &force, known_option_fits, force_option.known },
		{ &hide_option, &hide, known_option_fits, hide_option.known },
		{ &versions_option, &versions, is_version, &known },
	};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		if (!option_keep(all[i].copy, option_text(all[i].option)))
			return false;
		if (all[i].copy->text)
			option_check_words(all[i].option, all[i].copy->text, all[i].fits,
					   all[i].what);
	}
	return true;
}
