/* SPDX-License-Identifier: Apache-2.0 */
/* difference: see difference.h. */
#include "tool/report/summary/difference.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "table/cell.h"
#include "table/json.h"
#include "table/lines.h"
#include "tool/report/space.h"

#define MOST_ROWS 8 /* of each kind */
#define NAME_COLUMNS 30

/* A name, with its rows; NULL: that summary has none. */
struct pair {
	const struct summary_row *a;
	const struct summary_row *b;
};

struct pairs {
	struct pair *list;
	size_t count;
};

static uint64_t time_of(const struct summary_row *row)
{
	return row ? row->times.total : 0;
}

static uint64_t count_of(const struct summary_row *row)
{
	return row ? row->count : 0;
}

static uint64_t distance(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

static const struct summary_row *row_of(const struct pair *pair)
{
	return pair->a ? pair->a : pair->b;
}

static int compare_rows(const struct summary_row *a, const struct summary_row *b)
{
	return a->kind != b->kind ? (a->kind > b->kind) - (a->kind < b->kind)
				  : strcmp(a->name, b->name);
}

/* By kind, and there by the change of time, of count, and by name. */
static int compare_changes(const void *left, const void *right)
{
	const struct pair *a = left;
	const struct pair *b = right;
	const uint64_t time_a = distance(time_of(a->a), time_of(a->b));
	const uint64_t time_b = distance(time_of(b->a), time_of(b->b));
	const uint64_t count_a = distance(count_of(a->a), count_of(a->b));
	const uint64_t count_b = distance(count_of(b->a), count_of(b->b));

	if (row_of(a)->kind != row_of(b)->kind)
		return compare_rows(row_of(a), row_of(b));
	if (time_a != time_b)
		return time_a < time_b ? 1 : -1;
	if (count_a != count_b)
		return count_a < count_b ? 1 : -1;
	return compare_rows(row_of(a), row_of(b));
}

/* Both are in the order of kinds and names. */
static bool find_pairs(struct pairs *pairs, const struct summary *a, const struct summary *b)
{
	size_t i = 0;
	size_t k = 0;

	pairs->list = calloc(a->row_count + b->row_count + 1, sizeof(*pairs->list));
	if (!pairs->list)
		return space_is_short();
	while (i < a->row_count || k < b->row_count) {
		const int order = i == a->row_count   ? 1
				  : k == b->row_count ? -1
						      : compare_rows(a->rows[i], b->rows[k]);

		pairs->list[pairs->count++] = (struct pair){ order <= 0 ? a->rows[i] : NULL,
							     order >= 0 ? b->rows[k] : NULL };
		i += order <= 0;
		k += order >= 0;
	}
	qsort(pairs->list, pairs->count, sizeof(*pairs->list), compare_changes);
	return true;
}

/* -- for people ----------------------------------------------------------------------------- */

/* "+1.2 ms", "-3 %" and the like. */
static struct cell change_of(uint64_t a, uint64_t b)
{
	struct cell cell;

	text_format(cell.text, sizeof(cell.text), "%s%s",
		    a == b  ? ""
		    : a < b ? "+"
			    : "-",
		    cell_time(distance(a, b)).text);
	return cell;
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
	return cell;
}

static void put_pair(struct output *output, const struct pair *pair)
{
	const uint64_t a = time_of(pair->a);
	const uint64_t b = time_of(pair->b);
	const bool has_time = a > 0 || b > 0;

	lines_plain(output, "  %s %9" PRIu64 " %9" PRIu64 " %9s %9s %9s",
		    cell_padded(row_of(pair)->name, NAME_COLUMNS - 2).text, count_of(pair->a),
		    count_of(pair->b), has_time ? cell_time(a).text : "-",
		    has_time ? change_of(a, b).text : "-",
		    has_time ? share_of(a, b).text
			     : share_of(count_of(pair->a), count_of(pair->b)).text);
}

static bool has_changed(const struct pair *pair)
{
	return time_of(pair->a) != time_of(pair->b) || count_of(pair->a) != count_of(pair->b);
}

static void put_kind(struct output *output, const struct pairs *pairs, enum summary_kind kind)
{
	static const char *const titles[SUMMARY_KINDS] = { "API calls", "Kernels, device time",
							   "Transfers, device time", "Builds",
							   "Errors" };
	size_t shown = 0;
	size_t count = 0;

	for (size_t i = 0; i < pairs->count; i++) {
		if (row_of(&pairs->list[i])->kind != kind || !has_changed(&pairs->list[i]))
			continue;
		if (count++ == 0) {
			lines_empty(output);
			lines_plain(output, "%-*s %9s %9s %9s %9s %9s", NAME_COLUMNS, titles[kind],
				    "count A", "count B", "time A", "change", "");
		}
		if (shown < MOST_ROWS) {
			put_pair(output, &pairs->list[i]);
			shown++;
		}
	}
	if (count > shown)
		lines_plain(output, "  ... and %zu more; --json has all", count - shown);
}

static uint64_t longest_run(const struct summary *summary)
{
	uint64_t run = 0;

	for (size_t i = 0; i < summary->process_count; i++)
		run = summary->processes[i]->run > run ? summary->processes[i]->run : run;
	return run;
}

static void put_screen(struct output *output, const struct summary *a, const struct summary *b,
		       const struct pairs *pairs)
{
	const uint64_t run_a = longest_run(a);
	const uint64_t run_b = longest_run(b);

	lines_plain(output, "A: %zu process%s, run time %s", a->process_count,
		    a->process_count == 1 ? "" : "es", cell_time(run_a).text);
	lines_plain(output, "B: %zu process%s, run time %s, %s", b->process_count,
		    b->process_count == 1 ? "" : "es", cell_time(run_b).text,
		    share_of(run_a, run_b).text);
	for (int kind = 0; kind < SUMMARY_KINDS; kind++)
		put_kind(output, pairs, (enum summary_kind)kind);
}

/* -- JSON ------------------------------------------------------------------------------------- */

static void put_facts(struct output *output, const struct summary *a, const struct summary *b,
		      const struct pairs *pairs)
{
	json_unsigned(output, "run_a", longest_run(a));
	json_unsigned(output, "run_b", longest_run(b));
	json_open_array(output, "rows");
	for (size_t i = 0; i < pairs->count; i++) {
		const struct pair *pair = &pairs->list[i];

		json_open_object(output, NULL);
		json_text(output, "kind", summary_kind_name(row_of(pair)->kind));
		json_text(output, "name", row_of(pair)->name);
		json_unsigned(output, "count_a", count_of(pair->a));
		json_unsigned(output, "count_b", count_of(pair->b));
		json_unsigned(output, "total_a", time_of(pair->a));
		json_unsigned(output, "total_b", time_of(pair->b));
		json_close_object(output);
	}
	json_close_array(output);
}

bool difference_put(struct output *output, const struct summary *a, const struct summary *b)
{
	struct pairs pairs = { 0 };
	const bool is_good = find_pairs(&pairs, a, b);

	if (is_good && output->form == OUTPUT_JSON)
		put_facts(output, a, b, &pairs);
	else if (is_good)
		put_screen(output, a, b, &pairs);
	free(pairs.list);
	return is_good;
}
