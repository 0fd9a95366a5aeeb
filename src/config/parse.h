/* SPDX-License-Identifier: Apache-2.0 */
/*
 * parse: the text of one configuration file, taken apart into sections, keys
 * and values for a draft. Says what a line must look like, and is the only
 * module that knows inih. Knows no keys and no precedence, reads no disk.
 */
#ifndef CLROUTER_CONFIG_PARSE_H
#define CLROUTER_CONFIG_PARSE_H

#include <stdbool.h>
#include <stddef.h>

#include "config/draft.h"

/*
 * Parses SIZE bytes at TEXT, after which there must be a NUL byte; the bytes are
 * changed, and not needed later. True when every line is well-formed. Otherwise
 * a problem of level LOG_ERROR is noted, *DETAIL is "line N: ..." (in the arena,
 * NULL without memory), and what the draft says by then must not be used.
 */
bool parse_text(struct draft *draft, char *text, size_t size, const char **detail);

#endif
