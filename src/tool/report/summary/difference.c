/* SPDX-License-Identifier: Apache-2.0 */
/* difference: see summary-rows.h. */
#include "tool/report/summary/summary-rows.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "table/cell.h"
#include "table/json.h"
#include "table/lines.h"
#include "table/table.h"
#include "tool/report/numbers.h"
#include "tool/report/space.h"

#define MOST_ROWS 8 /* of each kind */

/* What one name has in A and in B: 0 if it is not there. */
struct summary_change {
	enum summary_kind kind;
	const char *name;
	uint64_t count_a;
	uint64_t count_b;
	uint64_t total_a;
	uint64_t total_b;
};

struct summary_changes {
	struct summary_change *list;
	size_t count;
};

static uint64_t distance(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

static int compare_names(enum summary_kind kind_a, const char *a, enum summary_kind kind_b,
			 const char *b)
{
	return kind_a != kind_b ? number_order(kind_a, kind_b) : strcmp(a, b);
}

/* By kind, and there by the change of time, of count, and by name. */
static int compare_changes(const void *left, const void *right)
{
	const struct summary_change *a = left;
	const struct summary_change *b = right;
	const uint64_t time_a = distance(a->total_a, a->total_b);
	const uint64_t time_b = distance(b->total_a, b->total_b);
	const uint64_t count_a = distance(a->count_a, a->count_b);
	const uint64_t count_b = distance(b->count_a, b->count_b);
	const int order = number_order_then(time_b, time_a, count_b, count_a);

	return a->kind == b->kind && order ? order : compare_names(a->kind, a->name, b->kind, b->name);
}

/* ANY is A or B, of which one may be NULL. */
static struct summary_change change_of(const struct summary_row *any, const struct summary_row *a,
				       const struct summary_row *b)
{
	return (struct summary_change){ .kind = any->kind,
					.name = any->name,
					.count_a = a ? a->count : 0,
					.count_b = b ? b->count : 0,
					.total_a = a ? a->total : 0,
					.total_b = b ? b->total : 0 };
}

/* Both are in the order of kinds and names. */
static bool find_changes(struct summary_changes *changes, const struct summary *a,
			 const struct summary *b)
{
	size_t i = 0;
	size_t k = 0;

	changes->list = calloc(a->row_count + b->row_count + 1, sizeof(*changes->list));
	if (!changes->list)
		return space_is_short();
	for (;;) {
		const struct summary_row *of_a = i < a->row_count ? a->rows[i] : NULL;
		const struct summary_row *of_b = k < b->row_count ? b->rows[k] : NULL;
		int order;

		if (!of_a && !of_b)
			break;
		order = !of_a	? 1
			: !of_b ? -1
				: compare_names(of_a->kind, of_a->name, of_b->kind, of_b->name);
		changes->list[changes->count++] = change_of(order <= 0 ? of_a : of_b,
							    order <= 0 ? of_a : NULL,
							    order >= 0 ? of_b : NULL);
		i += order <= 0;
		k += order >= 0;
	}
	qsort(changes->list, changes->count, sizeof(*changes->list), compare_changes);
	return true;
}

/* -- columns -------------------------------------------------------------------------------- */

/* "+1.2 ms", "-3.4 us" and the like. */
static void get_change(const void *row, struct table_value *value)
{
	const struct summary_change *change = row;
	const uint64_t a = change->total_a;
	const uint64_t b = change->total_b;

	text_format(value->space, sizeof(value->space), "%s%s",
		    a == b  ? ""
		    : a < b ? "+"
			    : "-",
		    cell_time(distance(a, b)).text);
	value->text = value->space;
	value->mark = a > 0 || b > 0 ? TABLE_KNOWN : TABLE_UNMEASURED;
}

static struct cell share_of(uint64_t a, uint64_t b)
{
	struct cell cell;

	if (a == 0)
		text_format(cell.text, sizeof(cell.text), "%s", b > 0 ? "new" : "-");
	else if (b == 0)
		text_format(cell.text, sizeof(cell.text), "gone");
	else if (b / a >= 10)
		text_format(cell.text, sizeof(cell.text), "x %" PRIu64, b / a);
	else
		text_format(cell.text, sizeof(cell.text), "%+.1f %%",
			    ((double)b - (double)a) * 100 / (double)a);
	/* cppcheck-suppress uninitvar ; text_format() has written it */
	return cell;
}

static void get_share(const void *row, struct table_value *value)
{
	const struct summary_change *change = row;
	const bool has_time = change->total_a > 0 || change->total_b > 0;

	text_format(value->space, sizeof(value->space), "%s",
		    has_time ? share_of(change->total_a, change->total_b).text
			     : share_of(change->count_a, change->count_b).text);
	value->text = value->space;
}

#define AT(member) TABLE_AT(struct summary_change, member)
static const struct table_column change_columns[] = {
	{ "kind", TABLE_TEXT, AT(kind), .words = summary_kind_names },
	{ "name", TABLE_TEXT, AT(name), "" },
	{ "count_a", TABLE_COUNT, AT(count_a), "count A", 9 },
	{ "count_b", TABLE_COUNT, AT(count_b), "count B", 9 },
	{ "total_a", TABLE_TIME, AT(total_a), "time A", 9, table_get_measured },
	{ "total_b", TABLE_TIME, AT(total_b) },
	{ NULL, TABLE_FIGURE, .title = "change", .width = 9, .get = get_change },
	{ NULL, TABLE_FIGURE, .title = "", .width = 9, .get = get_share },
};
static const struct table changes_table = TABLE("rows", change_columns);

/* -- all ------------------------------------------------------------------------------------ */

static bool has_changed(const struct summary_change *change)
{
	return change->total_a != change->total_b || change->count_a != change->count_b;
}

static void put_kind(struct output *output, const struct summary_changes *changes,
		     enum summary_kind kind)
{
	static const char *const titles[SUMMARY_KINDS] = { "API calls", "Kernels, device time",
							   "Transfers, device time", "Builds",
							   "Errors", "Ranges" };
	struct table_view view = { .output = output,
				   .table = &changes_table,
				   .title = titles[kind],
				   .indent = 2,
				   .most = MOST_ROWS };

	for (size_t i = 0; i < changes->count; i++)
		if (changes->list[i].kind == kind && has_changed(&changes->list[i]))
			table_put(&view, &changes->list[i]);
	table_end(&view);
}

static uint64_t longest_run(const struct summary *summary)
{
	uint64_t run = 0;

	for (size_t i = 0; i < summary->process_count; i++)
		run = summary->processes[i]->run > run ? summary->processes[i]->run : run;
	return run;
}

static void put_screen(struct output *output, const struct summary *a, const struct summary *b,
		       const struct summary_changes *changes)
{
	const uint64_t run_a = longest_run(a);
	const uint64_t run_b = longest_run(b);

	lines_plain(output, "A: %zu process%s, run time %s", a->process_count,
		    a->process_count == 1 ? "" : "es", cell_time(run_a).text);
	lines_plain(output, "B: %zu process%s, run time %s, %s", b->process_count,
		    b->process_count == 1 ? "" : "es", cell_time(run_b).text,
		    share_of(run_a, run_b).text);
	for (int kind = 0; kind < SUMMARY_KINDS; kind++)
		put_kind(output, changes, (enum summary_kind)kind);
}

static void put_facts(struct output *output, const struct summary *a, const struct summary *b,
		      const struct summary_changes *changes)
{
	struct table_view view = { .output = output, .table = &changes_table };

	json_unsigned(output, "run_a", longest_run(a));
	json_unsigned(output, "run_b", longest_run(b));
	table_put_all(&view, changes->list, changes->count, sizeof(*changes->list));
}

bool difference_put(struct output *output, const struct summary *a, const struct summary *b)
{
	struct summary_changes changes = { 0 };
	const bool is_good = find_changes(&changes, a, b);

	if (is_good && output->form == OUTPUT_JSON)
		put_facts(output, a, b, &changes);
	else if (is_good)
		put_screen(output, a, b, &changes);
	free(changes.list);
	return is_good;
}
