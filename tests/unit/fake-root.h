/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fake-root: reads the configuration with the directory of the test (unit_dir, see unit.h) in place
 * of "/". Paths are given as the loader knows them, without that directory.
 */
#ifndef CLROUTER_UNIT_FAKE_ROOT_H
#define CLROUTER_UNIT_FAKE_ROOT_H

#include <stddef.h>

#include "config/conf.h"
#include "unit/unit.h"

struct fake_root {
	struct env env;			/* in place of the environment; HOME is /home/u */
	const char *program;		/* the running program; at first /usr/bin/program */
	struct settings settings;	/* the result of the last fake_root_read() */
	struct arena arena;		/* of settings */
};

/* A test may change env and program before it reads the configuration. */
extern struct fake_root fake_root;

#define MAIN_CONF SYSCONFDIR "/OpenCL/loader.conf"
#define LOCAL_CONF SYSCONFDIR "/OpenCL/loader.conf.d/"
#define SHIPPED_CONF DATADIR "/OpenCL/loader.conf.d/"
#define USER_CONF "/home/u/.config/OpenCL/loader.conf"
#define MAIN_LAYERS SYSCONFDIR "/OpenCL/layers.conf"
#define LOCAL_LAYERS SYSCONFDIR "/OpenCL/layers.conf.d/"
#define SHIPPED_LAYERS DATADIR "/OpenCL/layers.conf.d/"
#define USER_LAYERS "/home/u/.config/OpenCL/layers.conf"

/* The same as unit_tcase(), and initialises fake_root for each test. */
TCase *fake_root_tcase(Suite *suite, const char *name, int seconds);

/* Makes the file PATH with TEXT as contents; appends TEXT to it. */
void fake_root_write(const char *path, const char *text);
void fake_root_append(const char *path, const char *text);

/* Reads the configuration. The settings that were read before become invalid. */
const struct settings *fake_root_read(void);

/* Makes MAIN_CONF with TEXT as contents, then reads the configuration. */
const struct settings *fake_root_read_text(const char *text);

/* The verdict of the configuration file PATH. NULL if the loader did not look for it. */
const struct verdict *fake_root_verdict(const char *path);

/* The first problem whose text contains TEXT. NULL if there is none. */
const struct settings_problem *fake_root_problem(const char *text);
size_t fake_root_count_problems(void);

/* The items of LIST joined by "|". The result is valid for the next three calls. */
const char *fake_root_join(const struct setting_list *list);

#endif
