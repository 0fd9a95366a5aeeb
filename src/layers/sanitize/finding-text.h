/* SPDX-License-Identifier: Apache-2.0 */
/*
 * finding-text: how a bad access of a kernel is said, as text and as members of a JSON object.
 * Keeps no state.
 */
#ifndef CLROUTER_LAYERS_SANITIZE_FINDING_TEXT_H
#define CLROUTER_LAYERS_SANITIZE_FINDING_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/common/line.h"
#include "layers/frame/finding-lines.h"
#include "sanitize/sites.h"

#define FINDING_TEXT_WHERE 1024 /* bytes of a file, a line and a column */

/* A bad access, and the first launch in which it was made. */
struct finding_facts {
	const char *kernel;
	const struct sites_site *site;
	const uint32_t *record;		    /* sanitize-format.h */
	const struct sites_sized *sized;    /* the argument; NULL: it is none, or it is not known */
	const struct sites_object *object;  /* the variable of the program; NULL: the same */
	char site_place[FINDING_PLACE];	    /* of the launch; empty: not known */
	char enqueued_place[FINDING_PLACE]; /* of the command buffer */
	bool is_command;		    /* it is a command of a command buffer */
	bool is_dead;			    /* the context has died */
};

/* The argument of KERNEL that RECORD is about; NULL: it is about none. */
const struct sites_sized *finding_text_argument(const struct sites_kernel *kernel,
						const uint32_t *record);

/* The object of SITES that RECORD is about; NULL: it is about none. */
const struct sites_object *finding_text_object(const struct sites *sites, const uint32_t *record);

/* Writes file, line and column of FINDING to TEXT. */
const char *finding_text_where(const struct finding_facts *finding, char text[FINDING_TEXT_WHERE]);

/* Adds all of FINDING but the kernel to LINE, which finding_begin() has begun. */
void finding_text_add(struct line *line, const struct finding_facts *finding);
void finding_text_add_members(struct line *line, const struct finding_facts *finding);

#endif
