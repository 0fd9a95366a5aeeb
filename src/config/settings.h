/* SPDX-License-Identifier: Apache-2.0 */
/*
 * settings: what the configuration says, as one struct, each value with the
 * place it came from, and what there is to tell about the files. conf_read()
 * fills it; after that it is read-only, from any thread. Its strings live in
 * the arena that conf_read() was given.
 *
 * This header names the data and knows neither files nor rules: conf and the
 * files below it read it; policy, scan, order and layer decide by it.
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

struct draft_list;

struct setting_list {
	struct setting_item *items;
	size_t count;
	struct draft_list *draft;	/* what merge.c has so far; nobody else looks at it */
};

/* A value that is no list. */
struct setting {
	const char *text;	/* a word in its usual spelling ("yes"), or as it is written */
	unsigned value;		/* what a word means: 1 for "yes", "use", "never", "last", ... */
	struct origin origin;
	bool is_set;		/* written anywhere; built-in values are not */
};

/* The meanings of "sort" and, as bits, of "dlopen". */
enum settings_sort {
	SETTINGS_SORT_FILE,
	SETTINGS_SORT_DEVICES,
	SETTINGS_SORT_NAME,
	SETTINGS_SORT_VERSION,
};
#define SETTINGS_DLOPEN_NOW 1u
#define SETTINGS_DLOPEN_DEEPBIND 2u

/* One [driver GLOB] section. Sections are in order, weakest first. */
struct settings_driver {
	const char *glob;
	struct origin origin;		/* of the section's header */
	struct setting load;
	struct setting assume_icd;
	struct setting dlopen;		/* SETTINGS_DLOPEN_ bits */
	struct setting never_unload;	/* unload = auto | never */
	struct setting bounded_table;
};

/* One [layer NAME] section of layers.conf, merged over all files by its name. */
struct settings_layer {
	const char *name;
	struct origin origin;
	struct setting library;		/* text NULL: not written */
	struct setting_list programs;	/* globs; empty: all */
	struct setting enabled;
	struct setting never_unload;
};

/* One configuration file that was looked at. */
struct settings_file {
	struct settings_file *next;
	const char *path;		/* without the root */
	unsigned source;		/* 2 to 5 as in loader.conf(5); 0: OPENCL_LOADER_CONFIG */
	struct verdict verdict;		/* OK, MASKED, UNREADABLE, CONFIG_REFUSED, ... */
	unsigned warnings;		/* how many lines have been warned of */
};

/* The two families of files, and the sections that each may have. */
enum settings_family {
	FAMILY_LOADER,		/* loader.conf */
	FAMILY_LAYERS,		/* layers.conf */
};

enum settings_section {
	SECTION_LOADER,		/* [loader] */
	SECTION_ORDER,		/* [order] */
	SECTION_DRIVERS,	/* [drivers] */
	SECTION_DRIVER,		/* [driver GLOB] */
	SECTION_PROGRAM,	/* [program GLOB] */
	SECTION_LAYERS,		/* [layers] */
	SECTION_LAYER,		/* [layer NAME] */
	SECTION_UNKNOWN,
};

/* What is wrong with a line: an unknown key, a value out of range, ... */
struct settings_problem {
	struct settings_problem *next;
	enum log_level level;		/* LOG_ERROR: the file is refused */
	struct origin origin;
	const char *text;		/* what was expected, what was found, what follows */
	/*
	 * A name that is known nowhere: of a key of SECTION, or with SECTION_UNKNOWN of a
	 * section of FAMILY. NULL if the problem is another one.
	 */
	const char *unknown;
	enum settings_section section;
	enum settings_family family;
};

struct settings {
	struct env env;			/* empty where environment = ignore */

	/* [loader] */
	struct setting environment;	/* 1: use */
	struct setting user_config;	/* 1: use */
	struct setting_list vendor_dirs;
	struct setting log;
	struct setting log_file;
	struct setting null_platform;	/* first, error or a glob */
	struct setting hide_empty;

	/* [order], after program sections and variables */
	struct setting_list first;
	struct setting_list last;
	struct setting sort;		/* enum settings_sort */
	struct setting empty_last;	/* empty = keep | last: platforms without devices */
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
	struct arena *arena;
	const char *program;		/* target of /proc/self/exe, NULL: not known */
	struct settings_file *files;	/* in the order they were met */
	struct settings_file *last_file;
	struct settings_problem *problems;	/* likewise */
	struct settings_problem *last_problem;
	struct settings_problem no_memory;	/* linked in when nothing else could be */
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

/*
 * Adds a file to the list; NULL when there is no memory, which is noted then.
 * PATH is not copied.
 */
struct settings_file *settings_add_file(struct settings *settings, const char *path,
					unsigned source);

/*
 * Adds a problem, and returns it to be completed. Nothing is printed, for the
 * log is not set up before the configuration is read. NULL when there is no
 * memory, which is noted, or when the file that was added last has a few dozen
 * warnings already: a file of another kind has one in every line.
 */
__attribute__((format(printf, 4, 5)))
struct settings_problem *settings_add_problem(struct settings *settings, enum log_level level,
					      struct origin origin, const char *format, ...);

/* Notes, once, that something was left out for want of memory. Needs none. */
void settings_note_no_memory(struct settings *settings);

/* Forgets all files and problems. */
void settings_forget_files(struct settings *settings);

#endif
