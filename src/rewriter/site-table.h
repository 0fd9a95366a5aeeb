/* SPDX-License-Identifier: Apache-2.0 */
/* site-table: the table of a rewritten program, which the layer reads (sanitize/sites.h). */
#ifndef CLROUTER_REWRITER_SITE_TABLE_H
#define CLROUTER_REWRITER_SITE_TABLE_H

#include "rewriter/rewriting.h"

/* The table of a program of COUNT units, whose edits are written, to be freed. */
char *site_table_write(struct rewriting *const *units, size_t count);

#endif
