/* SPDX-License-Identifier: Apache-2.0 */
/* time-word: times that users write, as reports print them. */
#ifndef CLROUTER_TOOL_PROBE_TIME_WORD_H
#define CLROUTER_TOOL_PROBE_TIME_WORD_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Stores in *NS what TEXT says: a decimal number with at most 9 digits after its point, then s, ms, us
 * or ns, perhaps after a blank; seconds without one of these. False: it is no such text, or longer than
 * 2^64 ns.
 */
bool time_word_parse(const char *text, uint64_t *ns);

#endif
