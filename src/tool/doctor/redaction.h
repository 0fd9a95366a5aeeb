/* SPDX-License-Identifier: Apache-2.0 */
/*
 * redaction: replaces what identifies a user or a machine in a text that is published: home
 * directories by "~", names of users by "USER", names of hosts by "HOST". Only whole words and
 * whole components of paths are replaced. The module does not know what a text means.
 */
#ifndef CLROUTER_TOOL_DOCTOR_REDACTION_H
#define CLROUTER_TOOL_DOCTOR_REDACTION_H

#include <stdio.h>

#include "base/arena.h"

enum redaction_kind { REDACTION_HOME, REDACTION_USER, REDACTION_HOST };

struct redaction_name {
	struct redaction_name *next;
	enum redaction_kind kind;
	const char *text;
	size_t length;
};

struct redaction {
	struct redaction_name *names;	/* the longest first */
	struct arena *arena;
};

/* REDACTION replaces nothing yet. Names are copied into ARENA. */
void redaction_init(struct redaction *redaction, struct arena *arena);

/*
 * Adds a name; NULL is none. A home directory is an absolute path other than "/". A user or host
 * with less than three letters is left out, and so is one that is called like a common part of
 * paths: "dev" identifies nobody, and /dev would be replaced. Hosts and users are replaced with
 * their domain and without it.
 */
void redaction_add(struct redaction *redaction, enum redaction_kind kind, const char *text);

/* Adds the names of the user who runs this process, also before sudo, and of this host. */
void redaction_add_own(struct redaction *redaction);

/* Writes TEXT to FILE with all names replaced. */
void redaction_put(const struct redaction *redaction, const char *text, FILE *file);

#endif
