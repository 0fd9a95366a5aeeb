/* SPDX-License-Identifier: Apache-2.0 */
/* summary-screen: see summary-rows.h. */
#include "tool/report/summary/summary-rows.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/common/line.h"
#include "base/text.h"
#include "table/cell.h"
#include "table/lines.h"
#include "tool/report/numbers.h"
#include "tool/report/space.h"
#include "tool/report/summary/group-remarks.h"
#include "tool/report/summary/summary-tables.h"

#define MOST_ROWS 10  /* of calls and kernels; of other tables half of it */
#define MOST_VALUES 3 /* of what differs */
#define MOST_GAPS 10  /* ranks that are missing, by number */

static size_t at_most(size_t count, size_t most)
{
	return count < most ? count : most;
}

/* -- values of a member ----------------------------------------------------------------- */

struct summary_value {
	const char *text; /* NULL: not known */
	size_t count;
	const struct summary_process *first;
};

/* What is not known comes first; of equal texts the process that comes first. */
static int compare_texts(const void *left, const void *right)
{
	const struct summary_value *a = left;
	const struct summary_value *b = right;
	int order = (a->text != NULL) - (b->text != NULL);

	if (order == 0 && a->text)
		order = strcmp(a->text, b->text);
	return order ? order : number_order(a->first->index, b->first->index);
}

static int compare_counts(const void *left, const void *right)
{
	const struct summary_value *a = left;
	const struct summary_value *b = right;

	return number_order_then(b->count, a->count, a->first->index, b->first->index);
}

static bool is_any(const struct summary_process *process)
{
	(void)process;
	return true;
}

static bool has_died(const struct summary_process *process)
{
	return summary_is_same(process->end, "killed");
}

/*
 * The different texts of the member at OFFSET, of those processes that are meant; *COUNT of them, the most
 * frequent first. For free(); NULL, with a message, without memory.
 */
static struct summary_value *find_values(const struct summary *summary, size_t offset,
					 bool (*is_meant)(const struct summary_process *process),
					 size_t *count)
{
	size_t used = 0;

	struct summary_value *values = calloc(summary->process_count, sizeof(*values));

	*count = 0;
	if (!values)
		return space_is_short(), NULL;
	for (size_t i = 0; i < summary->process_count; i++) {
		const struct summary_process *process = summary->processes[i];

		if (is_meant(process))
			values[used++] = (struct summary_value){
				*(const char *const *)((const char *)process + offset), 1, process
			};
	}
	qsort(values, used, sizeof(*values), compare_texts);
	for (size_t i = 0; i < used; i++) {
		if (*count > 0 && summary_is_same(values[*count - 1].text, values[i].text))
			values[*count - 1].count++;
		else
			values[(*count)++] = values[i];
	}
	qsort(values, *count, sizeof(*values), compare_counts);
	return values;
}

/* -- the processes ----------------------------------------------------------------------- */

/* There is at least one that is no launcher. */
static const struct summary_process *find_longest(const struct summary *summary)
{
	const struct summary_process *longest = summary->processes[0];

	for (size_t i = 1; i < summary->process_count; i++)
		if (!summary->processes[i]->is_launcher &&
		    (longest->is_launcher || summary->processes[i]->run > longest->run))
			longest = summary->processes[i];
	return longest;
}

static void put_head(struct output *output, const struct summary *summary)
{
	const struct summary_process *longest = find_longest(summary);
	char place[SUMMARY_PLACE];
	size_t hosts;
	uint64_t least = UINT64_MAX;
	uint64_t calls = 0;
	uint64_t inside = 0;
	uint64_t run = 0;

	free(find_values(summary, offsetof(struct summary_process, host), is_any, &hosts));
	for (size_t i = 0; i < summary->process_count; i++) {
		const struct summary_process *process = summary->processes[i];

		calls += process->calls;
		if (process->is_launcher)
			continue;
		least = process->run < least ? process->run : least;
		inside += process->inside;
		run += process->run;
	}
	lines_plain(output, "%zu process%s on %zu host%s, %" PRIu64 " call%s",
		    summary->process_count, summary->process_count == 1 ? "" : "es", hosts,
		    hosts == 1 ? "" : "s", calls, calls == 1 ? "" : "s");
	lines_plain(output, "Run time %s to %s (%s), %s of it inside OpenCL", cell_time(least).text,
		    cell_time(longest->run).text, summary_short_place(longest, place),
		    cell_share(inside, run).text);
}

/* -- what they have in common, and what differs ------------------------------------------- */

/* NONE stands for a text that is not known. */
static void put_value(struct output *output, const struct summary_value *value, const char *what,
		      const char *none, bool is_first)
{
	char place[SUMMARY_PLACE];

	lines_plain(output, "  %-8s %5zu  %s%s%s", is_first ? what : "", value->count,
		    cell_name(value->text ? value->text : none, 44).text, is_first ? "" : "  first ",
		    is_first ? "" : summary_short_place(value->first, place));
}

static void put_values(struct output *output, const struct summary *summary, const char *what,
		       size_t offset)
{
	size_t count;
	struct summary_value *values = find_values(summary, offset, is_any, &count);

	if (values && count == 1 && values[0].text)
		lines_plain(output, "  %-8s   all  %s", what, cell_name(values[0].text, 60).text);
	for (size_t i = 0; values && count > 1 && i < at_most(count, MOST_VALUES); i++)
		put_value(output, &values[i], what, "(not known)", i == 0);
	lines_more(output, count, count > 1 ? MOST_VALUES : count);
	free(values);
}

/* Those that died, and what they did then. */
static void put_deaths(struct output *output, const struct summary *summary)
{
	size_t count;
	struct summary_value *values =
		find_values(summary, offsetof(struct summary_process, died_in), has_died, &count);

	for (size_t i = 0; values && i < at_most(count, MOST_VALUES); i++)
		put_value(output, &values[i], "died in", "(no OpenCL call)", i == 0);
	lines_more(output, count, MOST_VALUES);
	free(values);
}

/* Many die because another one did: that is the one to look at. */
static void put_first_death(struct output *output, const struct summary *summary)
{
	const struct summary_process *first = summary_first_death(summary);
	char buffer[256];
	struct line line = line_in(buffer, sizeof(buffer));
	char place[SUMMARY_PLACE];

	if (!first)
		return;
	line_add(&line, "first to %s: %s, after %s, in %s", has_died(first) ? "die" : "fail",
		 summary_short_place(first, place), cell_time(first->run).text,
		 first->died_in ? first->died_in : "no OpenCL call");
	if (first->signal > 0)
		line_add(&line, ", by signal %" PRIu64 " (%s)", first->signal,
			 strsignal((int)first->signal));
	else if (first->exit_status > 0)
		line_add(&line, ", with status %" PRIu64, first->exit_status);
	lines_plain(output, "  %s", cell_name(buffer, 78).text);
}

static void put_launchers(struct output *output, const struct summary *summary)
{
	const struct summary_process *first = NULL;
	size_t count = 0;

	for (size_t i = 0; i < summary->process_count; i++) {
		count += summary->processes[i]->is_launcher;
		if (!first && summary->processes[i]->is_launcher)
			first = summary->processes[i];
	}
	if (count > 0)
		lines_plain(output, "  launcher %5zu  %s%s", count,
			    first->program ? cell_name(text_base_name(first->program), 44).text : "",
			    count > 1 ? " and others" : "");
}

/* From 0 to the highest rank: which are missing? */
static void put_gaps(struct output *output, const struct summary *summary)
{
	char text[128] = "";
	size_t used = 0;
	uint64_t expected = 0;
	uint64_t gaps = 0;

	for (size_t i = 0; i < summary->process_count && summary->processes[i]->rank; i++) {
		const uint64_t rank = strtoull(summary->processes[i]->rank, NULL, 10);

		if (summary->processes[i]->is_launcher)
			continue;
		for (; expected < rank && gaps < MOST_GAPS; expected++, gaps++)
			used += text_format(text + used, sizeof(text) - used, " %" PRIu64,
					    expected);
		gaps += expected < rank ? rank - expected : 0;
		expected = rank + 1;
	}
	if (gaps > 0)
		lines_plain(output, "  missing  %5" PRIu64 "  rank%s%s", gaps, text,
			    gaps > MOST_GAPS ? " ..." : "");
}

static void put_differences(struct output *output, const struct summary *summary, size_t unread)
{
	lines_empty(output);
	lines_plain(output, "Processes");
	put_values(output, summary, "program", offsetof(struct summary_process, program));
	put_values(output, summary, "job", offsetof(struct summary_process, job));
	put_values(output, summary, "devices", offsetof(struct summary_process, devices));
	put_values(output, summary, "end", offsetof(struct summary_process, end));
	put_first_death(output, summary);
	put_deaths(output, summary);
	put_launchers(output, summary);
	put_gaps(output, summary);
	if (unread > 0)
		lines_plain(output, "  unread   %5zu  standard error names them", unread);
}

static int compare_runs(const void *left, const void *right)
{
	const struct summary_process *a = *(const struct summary_process *const *)left;
	const struct summary_process *b = *(const struct summary_process *const *)right;

	return number_order(b->run, a->run);
}

static void put_slowest(struct output *output, const struct summary *summary)
{
	const struct summary_process **list = calloc(summary->process_count, sizeof(*list));
	size_t count = 0;
	struct table_view view = { .output = output,
				   .table = &summary_screen_processes,
				   .title = "  slowest first",
				   .indent = 2,
				   .is_close = true,
				   .most = MOST_ROWS / 2 };

	if (!list) {
		space_is_short();
		return;
	}
	for (size_t i = 0; i < summary->process_count; i++)
		if (!summary->processes[i]->is_launcher)
			list[count++] = summary->processes[i];
	qsort(list, count, sizeof(*list), compare_runs);
	table_put_all(&view, list, count, 0);
	free(list);
}

/* -- the rows -------------------------------------------------------------------------------- */

static void put_rows(struct output *output, const struct summary *summary, enum summary_kind kind,
		     const char *title, size_t most)
{
	struct table_view view = { .output = output,
				   .table = kind == SUMMARY_ERROR ? &summary_screen_errors
								  : &summary_screen_rows,
				   .title = title,
				   .indent = 2,
				   .most = most };
	size_t count;
	const struct summary_row **list = summary_by_time(summary, kind, &count);

	if (list)
		table_put_all(&view, list, count, 0);
	free(list);
}

static void put_remarks(struct output *output, const struct summary *summary)
{
	struct table_view view = { .output = output, .table = &group_remarks_table, .indent = 2 };
	struct group_remarks remarks;

	if (group_remarks_find(&remarks, summary))
		table_put_all(&view, remarks.list, remarks.count, sizeof(*remarks.list));
}

void summary_screen_put(struct output *output, const struct summary *summary, size_t unread)
{
	put_head(output, summary);
	put_remarks(output, summary);
	put_differences(output, summary, unread);
	put_slowest(output, summary);
	put_rows(output, summary, SUMMARY_RANGE, "Ranges of the programs", MOST_ROWS);
	put_rows(output, summary, SUMMARY_CALL, "API calls by time", MOST_ROWS);
	put_rows(output, summary, SUMMARY_KERNEL, "Kernels by device time", MOST_ROWS);
	put_rows(output, summary, SUMMARY_TRANSFER, "Transfers by device time", MOST_ROWS / 2);
	put_rows(output, summary, SUMMARY_BUILD, "Builds", MOST_ROWS / 2);
	put_rows(output, summary, SUMMARY_ERROR, "Errors", MOST_ROWS / 2);
}
