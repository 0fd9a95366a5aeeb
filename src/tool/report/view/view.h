/* SPDX-License-Identifier: Apache-2.0 */
/*
 * view: what `report` and `top` show of a model: the rows of its tables, and what is looked for only
 * then. The columns are in view-tables.h.
 */
#ifndef CLROUTER_TOOL_REPORT_VIEW_VIEW_H
#define CLROUTER_TOOL_REPORT_VIEW_VIEW_H

#include "base/common/line.h"
#include "table/table.h"
#include "tool/report/code/code-places.h"
#include "tool/report/hang.h"
#include "tool/report/model.h"
#include "tool/report/view/remarks.h"

enum view_order { VIEW_BY_TIME, VIEW_BY_COUNT, VIEW_BY_ERRORS, VIEW_BY_NAME };

/* What is in it after view_init() is what the report of a record has. */
struct view {
	const struct model *model;
	bool is_live;		/* with what only a view of a program that runs has */
	bool is_total;		/* rates and shares are of all so far, not of the last round */
	enum view_order order;	/* of threads, kernels and functions */
	struct remarks remarks;
	struct model_error errors[MODEL_ERRORS];	/* the model's errors, with their places */
	struct hang hangs[MODEL_OPEN];	/* what model->unfinished waits for */
};

/* -- rows ------------------------------------------------------------------------------------- */

/* What was called or enqueued, added up. Times are in ns. */
struct view_row {
	const char *name;	/* NULL: not known */
	uint64_t number;	/* of a queue; the ID of a thread */
	const void *of;		/* the struct thread, model_function, kernel or queue */
	struct model_numbers all;
	struct model_numbers recent;	/* of the last round; of all if `elapsed` is all of the run */
	uint64_t elapsed;	/* that `recent` is of */
	uint64_t run;		/* that `all` is of */
	uint64_t measured;
	uint64_t estimated;
	uint64_t mean;
	uint64_t least;
	uint64_t most;
	enum table_mark mark;	/* of the times */
	uint64_t moved;		/* bytes of transfers of which both size and time are known */
	uint64_t moving;	/* ns, of the same */
};

/* `list` is for free(). Without memory there are none, which is reported. */
struct view_rows {
	struct view_row *list;
	size_t count;
};

/* In the order of the view. */
struct view_rows view_threads(const struct view *view);
struct view_rows view_functions(const struct view *view);
struct view_rows view_kernels(const struct view *view);

/* By kind, and by number. */
struct view_rows view_transfers(const struct view *view);
struct view_rows view_queues(const struct view *view);

/* -- what is looked for ------------------------------------------------------------------------ */

/* A view of MODEL as it is after its last round. */
void view_init(struct view *view, const struct model *model);

/*
 * Finds the remarks, what calls wait for, and where calls are among the calls of their threads.
 * Returns false, with a message, if there is no memory.
 */
bool view_find(struct view *view);

/* Is there a round before the last one, of a program that runs? */
bool view_has_interval(const struct model *model);

/* The ns that the rates of VIEW are of. */
uint64_t view_elapsed(const struct view *view);

/* -- forms: view-tables.c and view-screen.c ------------------------------------------------------- */

/*
 * Everything that the screen has, and all rows of each table, as members of the object that is open.
 * Writes nothing if OUTPUT is not JSON.
 */
void view_json_put(struct output *output, const struct view *view);

/* One screen of at most 80 columns. Writes nothing if OUTPUT has another form. */
void view_screen_put(struct output *output, const struct view *view);

/* Adds how the recorded program ended, or that it runs, as the rest of a sentence about it. */
void view_screen_add_end(struct line *line, const struct model *model);

/* Adds the program with its arguments. IS_SHORT: without the folder that it is in. */
void view_screen_add_program(struct line *line, const struct model *model, bool is_short);

#endif
