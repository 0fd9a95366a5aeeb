/* SPDX-License-Identifier: Apache-2.0 */
/*
 * parse: splits the text of one configuration file into sections, keys and values, and adds them
 * to a draft. The module decides whether a line is well-formed, and is the only one that uses
 * inih. It knows neither keys nor precedence, and reads no files.
 */
#ifndef CLROUTER_CONFIG_PARSE_H
#define CLROUTER_CONFIG_PARSE_H

#include <stdbool.h>
#include <stddef.h>

#include "config/draft.h"

/*
 * Parses SIZE bytes at TEXT, which a NUL byte must follow. The bytes are changed, and are not
 * needed after the call. Returns true, with *DETAIL NULL, if every line is well-formed.
 *
 * Otherwise returns false, and the draft must not be used. A problem of level LOG_ERROR is added,
 * and *DETAIL is "line N: expected ..., found ...", in the arena of the settings; it is NULL if
 * there is no memory.
 */
bool parse_text(struct draft *draft, char *text, size_t size, const char **detail);

#endif
