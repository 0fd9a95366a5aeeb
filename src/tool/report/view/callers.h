/* SPDX-License-Identifier: Apache-2.0 */
/* callers: where in the program a call was made. */
#ifndef CLROUTER_TOOL_REPORT_VIEW_CALLERS_H
#define CLROUTER_TOOL_REPORT_VIEW_CALLERS_H

#include "table/cell.h"
#include "tool/report/code/code-places.h"
#include "tool/report/model.h"

/* The addresses to which the call at a place returns, the innermost first; one if it has no stack. */
struct callers {
	uint64_t addresses[RECORD_READER_FRAMES];
	size_t count;		/* 0: the record does not say */
};

struct callers callers_find(const struct model *model, const struct model_place *place);

/* What the address NUMBER of CALLERS is. Valid until the next call. */
const struct code_place *callers_get(const struct model *model, const struct model_place *place,
				     const struct callers *callers, size_t number);

/*
 * The one that a reader looks for: a function of Python if there is one, otherwise the innermost one that is
 * neither a layer, libOpenCL nor a binding, which passes on what another language wants; if all are, the
 * innermost binding. False: it is not known.
 */
bool callers_choose(const struct model *model, const struct model_place *place,
		    struct code_place *chosen);

/* The same as a text of at most COLUMNS, for example "main (program.c:12)"; empty if it is not known. */
struct cell_name callers_text(const struct model *model, const struct model_place *place,
			      size_t columns);

/*
 * Adds the callers of that one, the innermost first, for example "step (train.py) < main (train.py)", as far as
 * they fit into COLUMNS; nothing if the record has no stack.
 */
void callers_add_chain(struct line *line, const struct model *model, const struct model_place *place,
		       size_t columns);

/*
 * Is the program one in Python, whose functions have no names in the record? To be asked after places were
 * looked for.
 */
bool callers_need_names(const struct model *model);

#endif
