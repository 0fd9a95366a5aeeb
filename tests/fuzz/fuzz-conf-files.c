/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz-conf-files: all configuration files together, as conf_read() reads them
 * from a root. The input is cut at form feeds: /etc's loader.conf, its
 * layers.conf, a file of loader.conf.d, a shipped file, the user's file, and
 * one that OPENCL_LOADER_CONFIG names. A part that is "-" is no file.
 */
#include <string.h>

#include "config/conf.h"
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

/* Writes the files; true when there is one for OPENCL_LOADER_CONFIG. */
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

static void check_settings(const struct settings *settings)
{
	check_list(&settings->vendor_dirs, true);
	check_list(&settings->layer_dirs, true);
	check_list(&settings->first, false);
	check_list(&settings->last, false);
	check_list(&settings->disable, false);
	check_list(&settings->enable, false);
	check_list(&settings->layers, false);
	check_list(&settings->layers_disable, false);
	check_sections(settings);
	FUZZ_CHECK(settings->sort.value <= SETTINGS_SORT_VERSION);
	FUZZ_CHECK(*settings->null_platform.text && settings->log.text);
	FUZZ_CHECK(!*settings->log_file.text || *settings->log_file.text == '/');
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
