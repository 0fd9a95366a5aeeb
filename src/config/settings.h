/* SPDX-License-Identifier: Apache-2.0 */
/*
 * settings: the whole configuration as one struct. Each value has its origin, and the struct also
 * lists the configuration files and the problems found in them. This module defines the data;
 * conf.h has the function that fills it, and loader.conf(5) the meaning of each key.
 *
 * conf_read() fills the struct in the thread that initialises the loader. Afterwards it does not
 * change, and any thread may read it. Its strings and lists are in the arena that conf_read() was
 * given, and are valid as long as that arena.
 */
#ifndef CLROUTER_CONFIG_SETTINGS_H
#define CLROUTER_CONFIG_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/env.h"
#include "base/verdict.h"

/* Where a value was written. */
struct origin {
	const char *name;	/* path of the file, or name of the variable; NULL: built in */
	unsigned line;		/* of the file, from 1; 0: the file as a whole, or a variable */
};

/* One element of a list. */
struct setting_item {
	const char *text;
	struct origin origin;
	bool is_used;		/* match_find() has returned it */
};

struct choice;
struct draft_list;

struct setting_list {
	struct setting_item *items;
	size_t count;
	struct origin replaced_by;	/* the last line without "...": weaker ones do not count */
	struct draft_list *draft;	/* only for merge.c, while it merges */
	bool may_name_platform;		/* set by policy_prepare(), of enable and env_enable only */
};

/* A value that is not a list. */
struct setting {
	const char *text;	/* a known word as keys.c spells it, else the text as written */
	unsigned value;		/* of a known word, see keys.c: 1 for "yes", "use", "never", ... */
	struct origin origin;
	bool is_set;		/* false: the value is built in */
};

/* The values of "sort", and the bits of "dlopen". */
enum settings_sort {
	SETTINGS_SORT_FILE,
	SETTINGS_SORT_DEVICES,
	SETTINGS_SORT_NAME,
	SETTINGS_SORT_VERSION,
};
#define SETTINGS_DLOPEN_NOW 1u
#define SETTINGS_DLOPEN_DEEPBIND 2u

/* One [driver GLOB] section. A later section overrides the earlier ones that match too. */
struct settings_driver {
	const char *glob;
	struct origin origin;		/* of the section's header */
	struct setting load;
	struct setting assume_icd;
	struct setting dlopen;		/* SETTINGS_DLOPEN_ bits */
	struct setting never_unload;	/* key "unload"; 1: never */
	struct setting bounded_table;
};

/* All [layer NAME] sections of one name, from all layers.conf files. */
struct settings_layer {
	const char *name;
	struct origin origin;
	struct setting library;		/* text is NULL if no file sets it */
	struct setting_list programs;	/* globs; empty: all programs */
	struct setting enabled;
	struct setting never_unload;	/* key "unload"; 1: never */
	struct setting at_driver;	/* key "place"; 1: driver */
	struct setting_list options;	/* "NAME=text" each; the last one of a NAME counts */
};

/* One configuration file that the loader found, or expected. */
struct settings_file {
	struct settings_file *next;
	const char *path;		/* without the root */
	unsigned source;		/* 2 to 5 as in loader.conf(5); 0: OPENCL_LOADER_CONFIG */
	struct verdict verdict;		/* OK, MASKED, UNREADABLE, CONFIG_REFUSED, ... */
	unsigned warnings;		/* number of warnings about lines of this file */
};

/* The two families of configuration files: loader.conf and layers.conf, each with drop-in files. */
enum settings_family {
	FAMILY_LOADER,		/* loader.conf */
	FAMILY_LAYERS,		/* layers.conf */
};

/* The sections. Each belongs to one family. */
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

/*
 * One problem with a line, a file or a variable: an unknown key, a value that is not allowed, ...
 */
struct settings_problem {
	struct settings_problem *next;
	enum log_level level;		/* LOG_ERROR: file refused, or no memory */
	struct origin origin;
	const char *text;		/* the message: expected, found, consequence */
	/*
	 * If the problem is an unknown name, that name, else NULL. It is in the place of a key of
	 * SECTION, or, if that is SECTION_UNKNOWN, of a section of FAMILY. The tool suggests a
	 * known name.
	 */
	const char *unknown;
	enum settings_section section;
	enum settings_family family;
};

struct settings {
	struct env env;			/* no values if variables do not count */

	/* [loader] */
	struct setting environment;	/* 1: use */
	struct setting user_config;	/* 1: use */
	struct setting_list vendor_dirs;
	struct setting log;
	struct setting log_file;
	struct setting null_platform;	/* first, error or a glob */
	struct setting hide_empty;

	/* [order], overridden by [program] sections and variables */
	struct setting_list first;
	struct setting_list last;
	struct setting sort;		/* enum settings_sort */
	struct setting empty_last;	/* key "empty"; 1: last */
	bool has_default_platform;	/* OCL_ICD_DEFAULT_PLATFORM is a number */
	unsigned default_platform;

	/* [drivers], and the variables, which come before it */
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
	struct setting_list layers;		/* load of [layers], layers of [program] */
	struct setting_list layers_disable;	/* not for layers that OPENCL_LAYERS names */
	struct setting_list env_layers_disable;	/* for all layers */
	struct setting program_layers;		/* 1: use */
	const struct choice *choices;		/* of the program; NULL: none */
	struct settings_layer *layer_sections;
	size_t layer_count;

	/* where all this comes from */
	struct arena *arena;
	const char *program;		/* path of the running program; NULL: not known */
	struct settings_file *files;	/* in the order in which they were read */
	struct settings_file *last_file;
	struct settings_problem *problems;	/* in the order in which they were found */
	struct settings_problem *last_problem;
	struct settings_problem no_memory;	/* the problem that needs no allocation */
};

/* What the rules need to know about platforms. Only this is queried, because a query costs time. */
struct platform_facts {
	bool names;			/* CL_PLATFORM_NAME and CL_PLATFORM_VENDOR */
	bool version;			/* CL_PLATFORM_VERSION */
	bool devices;			/* number of devices; this query wakes the hardware */
};

/*
 * ORIGIN as a text: "FILE:LINE", "FILE", the name of the variable, or "built in". The text is in
 * ARENA, or as long-lived as ORIGIN->name. NULL if there is no memory.
 */
const char *origin_text(const struct origin *origin, struct arena *arena);

/*
 * Appends a file to the list, with the verdict OK. PATH is not copied. If there is no memory, adds
 * that as a problem and returns NULL.
 */
struct settings_file *settings_add_file(struct settings *settings, const char *path,
					unsigned source);

/*
 * Appends a problem, whose text is formatted as by printf() and truncated after 511 bytes. Returns
 * it, so that the caller can set unknown, section and family. Nothing is printed, because the log
 * is set up after the configuration is read.
 *
 * Returns NULL if there is no memory, and adds that as a problem. Also returns NULL for the 33rd
 * and each further warning about lines of the file that was added last: a file of another format
 * has one in every line. The 33rd is replaced by a warning which says so.
 */
__attribute__((format(__printf__, 4, 5)))
struct settings_problem *settings_add_problem(struct settings *settings, enum log_level level,
					      struct origin origin, const char *format, ...);

/*
 * Adds, once, the problem that part of the configuration is left out because there was not enough
 * memory. It needs no memory itself.
 */
void settings_add_no_memory(struct settings *settings);

/* Removes all files and problems from their lists. */
void settings_clear_files(struct settings *settings);

#endif
