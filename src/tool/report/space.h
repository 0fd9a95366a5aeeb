/* SPDX-License-Identifier: Apache-2.0 */
/* space: memory for what a report is made of; the user reads a message if there is none. */
#ifndef CLROUTER_TOOL_REPORT_SPACE_H
#define CLROUTER_TOOL_REPORT_SPACE_H

#include <stdbool.h>
#include <stddef.h>

/* list_make_space() of base/common/list.h, with the message if it returns false. */
bool space_make(void *list, size_t count, size_t size);

/* Writes the message that there is no memory, and returns false. */
bool space_is_short(void);

#endif
