/* SPDX-License-Identifier: Apache-2.0 */
/*
 * function-text: see function-text.h.
 */
#include "record/function-text.h"

#include <string.h>

#include "base/common/line.h"

static const char *detail_of(const struct signature_param *param)
{
	if (param->object != OBJECT_NONE)
		return names_kind(param->object);
	return param->group != NAMES_NONE ? names_tables[param->group].name : "-";
}

/* NAME KIND DETAIL SIZE COUNT BY FIXED, and a NUL byte. */
static void add_param(struct line *line, const char *name, const struct signature_param *param)
{
	line_add(line, "%s %s %s %d %d %d %d", name, signature_kind(param->kind), detail_of(param),
		 param->size, param->count, param->by, param->fixed);
	line_add_bytes(line, "", 1);
}

size_t function_text(const struct signature *function, char *to)
{
	struct line line = line_in(to, FUNCTION_TEXT);

	line_add_bytes(&line, function->name, strlen(function->name) + 1);
	add_param(&line, "return", &function->result);
	for (int i = 0; i < function->param_count; i++)
		add_param(&line, function->params[i].name, &function->params[i]);
	return line.length;
}
