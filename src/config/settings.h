/* SPDX-License-Identifier: Apache-2.0 */
/*
 * settings: what the configuration says, as one struct, each value with the
 * place it came from. Read-only once config_read() has filled it; its strings
 * live in the arena given there.
 *
 * This header only names the data (design.md, section 7); reading it is the
 * work of config, deciding by it the work of policy, scan, order and layer.
 */
#ifndef CLROUTER_CONFIG_SETTINGS_H
#define CLROUTER_CONFIG_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/env.h"
#include "base/verdict.h"

/* Where a value was written: a file and line, or a variable (line 0). */
struct origin {
	const char *name;	/* NULL: built in */
	unsigned line;
};

struct setting_item {
	const char *text;
	struct origin origin;
};

struct setting_list {
	struct setting_item *items;
	size_t count;
};

struct setting_text {
	const char *text;
	struct origin origin;
};

struct setting_flag {
	bool value;
	struct origin origin;	/* line and name tell whether it was written */
	bool is_set;		/* written anywhere (built-in values are not) */
};

enum settings_sort { SETTINGS_SORT_FILE, SETTINGS_SORT_DEVICES, SETTINGS_SORT_NAME, SETTINGS_SORT_VERSION };

struct setting_sort {
	enum settings_sort value;
	struct origin origin;
};

/* One [driver GLOB] section. Sections are in order, weakest first. */
struct settings_driver {
	const char *glob;
	struct origin origin;		/* of the section's header */
	struct setting_flag load;
	struct setting_flag assume_icd;
	struct setting_flag dlopen_now;	/* dlopen = lazy | now [, deepbind] */
	struct setting_flag deepbind;
	struct setting_flag never_unload;	/* unload = auto | never */
	struct setting_flag guard_table;
};

/* One [layer NAME] section of layers.conf, merged over all files by its name. */
struct settings_layer {
	const char *name;
	struct origin origin;
	struct setting_text library;	/* text NULL: not written */
	struct setting_list programs;	/* globs; empty: all */
	struct setting_flag enabled;
	struct setting_flag never_unload;
};

/* One configuration file that was looked at. */
struct settings_file {
	struct settings_file *next;
	const char *path;		/* without the root */
	unsigned source;		/* 2 to 5, as loader.conf(5) numbers them; 0: OPENCL_LOADER_CONFIG */
	bool is_layers;			/* of the layers.conf family */
	struct verdict verdict;		/* OK, MASKED, UNREADABLE, CONFIG_REFUSED, ... */
};

/* Something to tell about a line: an unknown key, a value out of range, ... */
struct settings_problem {
	struct settings_problem *next;
	enum log_level level;		/* LOG_ERROR: the file is refused */
	struct origin origin;
	const char *text;		/* what was expected, what was found, what follows */
};

struct settings {
	struct env env;			/* empty where environment = ignore */

	/* [loader] */
	struct setting_flag environment;	/* true: use */
	struct setting_flag user_config;	/* true: use */
	struct setting_list vendor_dirs;
	struct setting_text log;
	struct setting_text log_file;
	struct setting_text null_platform;	/* first, error or a glob */
	struct setting_flag hide_empty;

	/* [order], after program sections and variables */
	struct setting_list first;
	struct setting_list last;
	struct setting_sort sort;
	bool has_default_platform;	/* OCL_ICD_DEFAULT_PLATFORM is a number */
	unsigned default_platform;

	/* [drivers] and the variables that decide alone what they name */
	struct setting_list disable;
	struct setting_list enable;
	struct setting_list env_disable;
	struct setting_list env_enable;
	struct settings_driver *drivers;
	size_t driver_count;
	bool assume_icd;		/* OCL_ICD_ASSUME_ICD_EXTENSION */
	bool no_unload;			/* ..._DISABLE_DYNAMIC_LIBRARY_UNLOADING */
	bool legacy_termination;	/* OCL_ICD_FORCE_LEGACY_TERMINATION */

	/* layers.conf */
	struct setting_list layer_dirs;
	struct setting_list layers;		/* [layers] load, or a program's layers */
	struct setting_list layers_disable;	/* acts on files and load */
	struct setting_list env_layers_disable;	/* acts on all */
	struct settings_layer *layer_sections;
	size_t layer_count;

	/* how it came about */
	struct settings_file *files;
	struct settings_problem *problems;
	struct settings_problem no_memory;	/* linked in when nothing else could be */
	const char *program;		/* target of /proc/self/exe, NULL: not known */
};

/* What rules look at, and platforms have to be asked for. */
struct platform_facts {
	bool names;			/* and vendors */
	bool version;
	bool devices;			/* how many: asking wakes the hardware */
};

/*
 * "FILE:LINE", the variable's name, or "built in". Lives in ARENA; NULL when
 * there is no memory.
 */
const char *origin_text(const struct origin *origin, struct arena *arena);

#endif
