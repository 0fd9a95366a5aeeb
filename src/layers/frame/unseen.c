/* SPDX-License-Identifier: Apache-2.0 */
/*
 * unseen: see unseen.h.
 */
#include "layers/frame/unseen.h"

#include <stdatomic.h>
#include <string.h>

#include "base/common/line.h"
#include "layers/frame/layer-message.h"

/* More than extensions.list has with versions. */
#define MOST_EXTENSIONS 16

/* For each of the platforms that have wrappers: the extensions that were news. */
static _Atomic(const char *) reported[CLROUTER_EXTENSION_PLATFORMS][MOST_EXTENSIONS];

bool unseen_has_version(const struct clrouter_extension_missed *missed)
{
	return missed->reason == CLROUTER_EXTENSION_VERSION && missed->found != 0;
}

/* The name of an extension is a constant of this layer, so it stays. */
bool unseen_is_news(const struct clrouter_extension_missed *missed)
{
	const unsigned int platform = unseen_has_version(missed)
					      ? clrouter_extension_index(missed->platform)
					      : CLROUTER_EXTENSION_PLATFORMS;

	if (platform == CLROUTER_EXTENSION_PLATFORMS)
		return false;
	for (unsigned int i = 0; i < MOST_EXTENSIONS; i++) {
		const char *found = NULL;

		if (atomic_compare_exchange_strong(&reported[platform][i], &found,
						   missed->extension))
			return true;
		if (strcmp(found, missed->extension) == 0)
			return false;
	}
	return false;
}

static void add_version(struct line *line, cl_version version)
{
	line_add(line, "%u.%u.%u", CL_VERSION_MAJOR(version), CL_VERSION_MINOR(version),
		 CL_VERSION_PATCH(version));
}

/* All later versions with the same major version fit as well, unless that is 0. */
static void add_expected(struct line *line, const struct clrouter_extension_missed *missed)
{
	const cl_version major = clrouter_extension_major(missed->last);

	add_version(line, missed->first);
	if (major != 0) {
		line_add(line, " or later, before %u.0.0", major + 1);
	} else if (missed->first != missed->last) {
		line_add_text(line, " to ");
		add_version(line, missed->last);
	}
}

const char *unseen_reason(const struct clrouter_extension_missed *missed, char *text)
{
	struct line line = line_in(text, UNSEEN_TEXT);
	char name[128] = "";

	if (clrouter_target.clGetPlatformInfo(missed->platform, CL_PLATFORM_NAME, sizeof(name) - 1,
					      name, NULL) != CL_SUCCESS ||
	    name[0] == '\0')
		strcpy(name, "the driver");
	line_add_escaped(&line, name);
	line_add_text(&line, " has version ");
	add_version(&line, missed->found);
	line_add(&line, " of %s, expected ", missed->extension);
	add_expected(&line, missed);
	line_add_text(&line, "; its other functions may be missing, too");
	return text;
}

void unseen_complain(const char *layer, const struct clrouter_extension_missed *missed)
{
	char text[UNSEEN_TEXT];

	if (unseen_is_news(missed))
		layer_message("%s: calls of %s do not come to this layer: %s", layer, missed->name,
			      unseen_reason(missed, text));
}
