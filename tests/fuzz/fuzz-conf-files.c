/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz-conf-files: all configuration files together, as conf_read() reads them. Form feeds
 * separate the files in the input: the system's loader.conf and layers.conf, a file in
 * loader.conf.d, a shipped file, the file of the user, and one that OPENCL_LOADER_CONFIG names.
 * The text "-" stands for no file.
 */
#include <string.h>

#include "config/conf.h"
#include "config/keys.h"
#include "fuzz.h"

const char fuzz_target[] = "conf-files";

#define NAMED "/named/loader.conf"

static const char *const files[] = {
	SYSCONFDIR "/OpenCL/loader.conf",
	SYSCONFDIR "/OpenCL/layers.conf",
	SYSCONFDIR "/OpenCL/loader.conf.d/50-a.conf",
	DATADIR "/OpenCL/loader.conf.d/50-b.conf",
	"/home/u/.config/OpenCL/loader.conf",
	NAMED,
};
#define FILES (sizeof(files) / sizeof(files[0]))

/* Writes the files. True if there is one for OPENCL_LOADER_CONFIG. */
static bool write_files(struct fuzz_input *input, struct arena *arena)
{
	const char *text = NULL;

	for (size_t i = 0; i < FILES; i++) {
		size_t size = 0;

		text = fuzz_take(input, '\f', &size, arena);
		if (text && strcmp(text, "-") == 0)
			text = NULL;
		fuzz_write(files[i], text, size);
	}
	return text != NULL;
}

static void check_list(const struct setting_list *list, bool are_paths)
{
	for (size_t i = 0; i < list->count; i++) {
		FUZZ_CHECK(list->items[i].text && *list->items[i].text);
		FUZZ_CHECK(!are_paths || list->items[i].text[0] == '/');
	}
}

static void check_sections(const struct settings *settings)
{
	for (size_t i = 0; i < settings->driver_count; i++)
		FUZZ_CHECK(settings->drivers[i].glob && *settings->drivers[i].glob &&
			   settings->drivers[i].origin.line);
	for (size_t i = 0; i < settings->layer_count; i++) {
		FUZZ_CHECK(settings->layer_sections[i].name && *settings->layer_sections[i].name);
		check_list(&settings->layer_sections[i].programs, false);
	}
}

/* Each value must be one that its key can have. */
static void check_keys(const struct settings *settings, enum settings_section section)
{
	const struct key *key = NULL;

	while ((key = keys_next(section, key))) {
		const void *field = (const char *)settings + key->field;
		const struct setting *value = field;
		struct setting again;

		if (keys_is_list(key)) {
			check_list(field, key->type == KEY_DIRS);
			continue;
		}
		FUZZ_CHECK(value->text && keys_parse(key, value->text, &again));
		FUZZ_CHECK(again.value == value->value);
	}
}

static void check_settings(const struct settings *settings)
{
	for (enum settings_section section = 0; section < SECTION_UNKNOWN; section++)
		if (!keys_section_has_argument(section))
			check_keys(settings, section);
	check_sections(settings);
	for (const struct settings_file *f = settings->files; f; f = f->next)
		FUZZ_CHECK(f->path && f->verdict.reason < REASON_COUNT);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { (const char *)data, (const char *)data + size };
	struct conf_place place = { .root = fuzz_root(), .program = "/usr/bin/program" };
	struct arena arena = ARENA_INIT;
	struct settings settings;

	place.env.value[ENV_HOME] = "/home/u";
	if (write_files(&input, &arena))
		place.env.value[ENV_OPENCL_LOADER_CONFIG] = NAMED;
	conf_read(&settings, &place, &arena);
	check_settings(&settings);
	arena_done(&arena);
	return 0;
}
