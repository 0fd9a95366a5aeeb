/* SPDX-License-Identifier: Apache-2.0 */
/*
 * text: the text of one configuration file, taken apart into sections,
 * keys and values for a draft. Owns what a line must look like, and the only
 * room that knows inih. Knows no keys and no precedence, reads no disk.
 */
#ifndef CLROUTER_CONFIG_TEXT_H
#define CLROUTER_CONFIG_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "config/draft.h"

/*
 * Parses SIZE bytes at TEXT, behind which there must be a NUL byte; the bytes
 * are changed. True when every line is well-formed. Otherwise a problem of level
 * LOG_ERROR is noted, *DETAIL is "line N: ..." (in the arena, NULL without
 * memory), and what the draft says by then must not be used.
 */
bool conf_text_parse(struct conf_draft *draft, char *text, size_t size, const char **detail);

#endif
