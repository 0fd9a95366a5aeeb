/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fake-root: a directory that stands for "/", made for one test and removed
 * with it, and configuration read from there. Fails the test when the machine
 * does not let it.
 */
#ifndef CLROUTER_FAKE_ROOT_H
#define CLROUTER_FAKE_ROOT_H

#include <stdbool.h>
#include <stddef.h>

#include "config/conf.h"

struct fake_root {
	char path[256];
	struct arena arena;
	struct settings settings;	/* of the last fake_root_read() */
	struct env env;			/* what it gives as environment */
	const char *program;
};

#define MAIN_CONF SYSCONFDIR "/OpenCL/loader.conf"
#define LOCAL_CONF SYSCONFDIR "/OpenCL/loader.conf.d/"
#define SHIPPED_CONF DATADIR "/OpenCL/loader.conf.d/"
#define USER_CONF "/home/u/.config/OpenCL/loader.conf"
#define MAIN_LAYERS SYSCONFDIR "/OpenCL/layers.conf"
#define LOCAL_LAYERS SYSCONFDIR "/OpenCL/layers.conf.d/"
#define SHIPPED_LAYERS DATADIR "/OpenCL/layers.conf.d/"
#define USER_LAYERS "/home/u/.config/OpenCL/layers.conf"

void fake_root_init(struct fake_root *root);
void fake_root_done(struct fake_root *root);

/* PATH below the root, in static storage. */
const char *fake_root_path(const struct fake_root *root, const char *path);

/* Makes the directories above PATH. */
void fake_root_make_room(const struct fake_root *root, const char *path);
void fake_root_write(const struct fake_root *root, const char *path, const char *text);
void fake_root_write_bytes(const struct fake_root *root, const char *path, const char *bytes,
			   size_t size);

/* Appends TEXT to the file. */
void fake_root_append(const struct fake_root *root, const char *path, const char *text);
void fake_root_link(const struct fake_root *root, const char *path, const char *target);

/* Reads the configuration; what was read before is gone. */
const struct settings *fake_root_read(struct fake_root *root);

/* The verdict of a file that was looked at, NULL if it was not. */
const struct verdict *fake_root_verdict(const struct fake_root *root, const char *path);

/* The first problem that TEXT is part of, NULL if there is none. */
const struct settings_problem *fake_root_problem(const struct fake_root *root, const char *text);
size_t fake_root_count_problems(const struct fake_root *root);

/* The items of a list joined by "|", in static storage. */
const char *fake_root_join(const struct setting_list *list);

#endif
