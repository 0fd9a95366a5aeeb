/* SPDX-License-Identifier: Apache-2.0 */
/*
 * conf: see conf.h. The plot: the system's files, which decide whether the
 * user's files and the environment count; the rest of the files; their merge;
 * the variables.
 */
#include "config/conf.h"

#include <string.h>

#include "config/draft.h"
#include "config/merge.h"
#include "config/notes.h"
#include "config/sources.h"
#include "config/variables.h"

static const char *find_value(const struct settings *settings, enum env_variable variable)
{
	const char *value = settings->env.value[variable];

	return value && *value ? value : NULL;
}

/* As the XDG directory specification says, a relative path counts as none. */
static void read_user_files(const struct settings *settings, const struct conf_sources *sources,
			    struct conf_draft *draft)
{
	const char *directory = find_value(settings, ENV_XDG_CONFIG_HOME);
	const char *suffix = "";

	if (!directory || *directory != '/') {
		directory = find_value(settings, ENV_HOME);
		suffix = "/.config";
	}
	if (!directory || *directory != '/')
		return;
	conf_sources_read_user(sources, CONF_LOADER, directory, suffix, draft);
	conf_sources_read_user(sources, CONF_LAYERS, directory, suffix, draft);
}

/*
 * OPENCL_LOADER_CONFIG stands for all files. What the system's said about
 * anything but the policy, and what was to tell about them, is forgotten.
 */
static void read_named_files(struct settings *settings, const struct conf_sources *sources,
			     const char *name, struct conf_draft *draft)
{
	conf_notes_init(sources->notes, settings, sources->notes->arena);
	conf_draft_init(draft, sources->notes, NULL, CONF_LOADER, false);
	if (strcmp(name, "none") != 0)
		conf_sources_read_named(sources, name, draft);
}

static void read_files(struct settings *settings, const struct conf_place *place,
		       struct conf_notes *notes, struct conf_draft *draft)
{
	struct conf_sources sources = { notes, place->root, place->env.secure };
	const char *named;

	conf_sources_read_system(&sources, CONF_LOADER, draft);
	conf_merge_policy(settings, draft);
	conf_variables_copy(settings, &place->env, settings->environment.value, notes);
	named = find_value(settings, ENV_OPENCL_LOADER_CONFIG);
	if (named) {
		read_named_files(settings, &sources, named, draft);
		return;
	}
	conf_sources_read_system(&sources, CONF_LAYERS, draft);
	if (settings->user_config.value)
		read_user_files(settings, &sources, draft);
}

void conf_read(struct settings *settings, const struct conf_place *place, struct arena *arena)
{
	struct conf_notes notes;
	struct conf_draft draft;

	memset(settings, 0, sizeof(*settings));
	settings->program = place->program;
	conf_notes_init(&notes, settings, arena);
	conf_draft_init(&draft, &notes, NULL, CONF_LOADER, false);
	conf_merge_defaults(settings);
	read_files(settings, place, &notes, &draft);
	conf_merge(settings, &draft, &notes);
	conf_variables_apply(settings, &notes);
}
