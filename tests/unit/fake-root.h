/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fake-root: the directory of a test (see unit.h) stands for "/", and the
 * configuration is read from there. Paths are as the loader knows them, without
 * the directory.
 */
#ifndef CLROUTER_FAKE_ROOT_H
#define CLROUTER_FAKE_ROOT_H

#include <stddef.h>

#include "config/conf.h"
#include "unit/unit.h"

struct fake_root {
	struct env env;			/* the environment; HOME is /home/u */
	const char *program;		/* which runs; /usr/bin/program */
	struct settings settings;	/* of the last fake_root_read() */
	struct arena arena;		/* theirs */
};

extern struct fake_root fake_root;

#define MAIN_CONF SYSCONFDIR "/OpenCL/loader.conf"
#define LOCAL_CONF SYSCONFDIR "/OpenCL/loader.conf.d/"
#define SHIPPED_CONF DATADIR "/OpenCL/loader.conf.d/"
#define USER_CONF "/home/u/.config/OpenCL/loader.conf"
#define MAIN_LAYERS SYSCONFDIR "/OpenCL/layers.conf"
#define LOCAL_LAYERS SYSCONFDIR "/OpenCL/layers.conf.d/"
#define SHIPPED_LAYERS DATADIR "/OpenCL/layers.conf.d/"
#define USER_LAYERS "/home/u/.config/OpenCL/layers.conf"

/* unit_tcase() whose tests have a fake root. */
TCase *fake_root_tcase(Suite *suite, const char *name, int seconds);

/* Writes the file; appends TEXT to it. */
void fake_root_write(const char *path, const char *text);
void fake_root_append(const char *path, const char *text);

/* Reads the configuration; what was read before is gone. */
const struct settings *fake_root_read(void);

/* The same of MAIN_CONF alone, with TEXT in it. */
const struct settings *fake_root_read_text(const char *text);

/* The verdict of a file that was looked at, NULL if it was not. */
const struct verdict *fake_root_verdict(const char *path);

/* The first problem that TEXT is part of, NULL if there is none. */
const struct settings_problem *fake_root_problem(const char *text);
size_t fake_root_count_problems(void);

/* The items of a list joined by "|", in static storage. */
const char *fake_root_join(const struct setting_list *list);

#endif
