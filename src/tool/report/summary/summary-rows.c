/* SPDX-License-Identifier: Apache-2.0 */
/* summary-rows: see summary-rows.h. */
#include "tool/report/summary/summary-rows.h"

#include <math.h>
#include <search.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "table/table-exact.h"
#include "tool/report/numbers.h"
#include "tool/report/space.h"
#include "tool/report/summary/summary-tables.h"

const char *const summary_kind_names[SUMMARY_KINDS] = {
	[SUMMARY_CALL] = "call",   [SUMMARY_KERNEL] = "kernel", [SUMMARY_TRANSFER] = "transfer",
	[SUMMARY_BUILD] = "build", [SUMMARY_ERROR] = "error",   [SUMMARY_RANGE] = "range",
};

/* -- order ----------------------------------------------------------------------- */

/* What is not known comes last. */
static int compare_texts(const char *a, const char *b)
{
	if (!a || !b)
		return (a == NULL) - (b == NULL);
	return strcmp(a, b);
}

/* As numbers, of any length. */
static int compare_ranks(const char *a, const char *b)
{
	if (!a || !b)
		return (a == NULL) - (b == NULL);
	a += strspn(a, "0");
	b += strspn(b, "0");
	return strlen(a) != strlen(b) ? number_order(strlen(a), strlen(b)) : strcmp(a, b);
}

static int compare_processes(const void *left, const void *right)
{
	const struct summary_process *a = left;
	const struct summary_process *b = right;
	int order = compare_ranks(a->rank, b->rank);

	if (order == 0)
		order = compare_texts(a->host, b->host);
	return order ? order : number_order_then(a->process, b->process, a->start, b->start);
}

static int compare_rows(const void *left, const void *right)
{
	const struct summary_row *a = left;
	const struct summary_row *b = right;
	const int order = number_order(a->kind, b->kind);

	return order ? order : strcmp(a->name, b->name);
}

static int compare_process_places(const void *left, const void *right)
{
	return compare_processes(*(const void *const *)left, *(const void *const *)right);
}

static int compare_row_places(const void *left, const void *right)
{
	return compare_rows(*(const void *const *)left, *(const void *const *)right);
}

static void set_index(struct summary_extreme *extreme)
{
	extreme->index = extreme->process ? extreme->process->index : 0;
}

void summary_sort(struct summary *summary)
{
	if (summary->process_count > 0)
		qsort(summary->processes, summary->process_count, sizeof(*summary->processes),
		      compare_process_places);
	for (size_t i = 0; i < summary->process_count; i++)
		summary->processes[i]->index = i;
	launchers_find(summary);
	if (summary->row_count > 0)
		qsort(summary->rows, summary->row_count, sizeof(*summary->rows),
		      compare_row_places);
	for (size_t i = 0; i < summary->row_count; i++) {
		set_index(&summary->rows[i]->least);
		set_index(&summary->rows[i]->most);
	}
}

/* -- deaths ---------------------------------------------------------------------- */

/* Others end a process by other signals. */
static bool is_own_fault(const struct summary_process *process)
{
	static const uint64_t faults[] = { SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS };

	for (size_t i = 0; i < ARRAY_SIZE(faults); i++)
		if (process->signal == faults[i])
			return true;
	return process->exit_status > 0;
}

/* What is surely its own fault comes before what may be, and that before what another process did. */
static unsigned int suspicion(const struct summary_process *process)
{
	if (process->is_launcher || (process->death == 0 && process->exit_status == 0))
		return 0;
	return is_own_fault(process) ? 3 : process->signal == 0 ? 2 : 1;
}

static uint64_t end_of(const struct summary_process *process)
{
	return process->death > 0 ? process->death : process->start + process->run;
}

/* More suspicious first, then earlier: less than 0 if A comes before B. */
static int compare_deaths(const struct summary_process *a, const struct summary_process *b)
{
	return number_order_then(suspicion(b), suspicion(a), end_of(a), end_of(b));
}

/* Of those that were seen to have ended at the same moment nobody knows which one was first. */
const struct summary_process *summary_first_death(const struct summary *summary)
{
	const struct summary_process *first = NULL;
	bool is_known = false;

	for (size_t i = 0; i < summary->process_count; i++) {
		const struct summary_process *process = summary->processes[i];
		const int order = first ? compare_deaths(process, first) : -1;

		if (suspicion(process) == 0 || order > 0)
			continue;
		is_known = order < 0;
		first = process;
	}
	return is_known ? first : NULL;
}

/* -- rows by time ------------------------------------------------------------------ */

/* Errors have no time. */
static int compare_totals(const void *left, const void *right)
{
	const struct summary_row *a = *(const struct summary_row *const *)left;
	const struct summary_row *b = *(const struct summary_row *const *)right;
	const int order = number_order_then(b->total, a->total, b->count, a->count);

	return order ? order : compare_rows(a, b);
}

const struct summary_row **summary_by_time(const struct summary *summary, enum summary_kind kind,
					   size_t *count)
{
	const struct summary_row **list = calloc(summary->row_count + 1, sizeof(*list));

	*count = 0;
	if (!list)
		return space_is_short(), NULL;
	for (size_t i = 0; i < summary->row_count; i++)
		if (summary->rows[i]->kind == kind)
			list[(*count)++] = summary->rows[i];
	qsort(list, *count, sizeof(*list), compare_totals);
	return list;
}

/* -- adding ------------------------------------------------------------------------ */

bool summary_has_process(const struct summary *summary, const struct summary_process *process)
{
	return tfind(process, &summary->process_tree, compare_processes) != NULL;
}

const struct summary_process *
summary_add_process(struct summary *summary, const struct summary_process *process, bool *is_known)
{
	struct summary_process *copy;

	*is_known = summary_has_process(summary, process);
	if (*is_known)
		return NULL;
	copy = arena_alloc(&summary->arena, sizeof(*copy));
	if (copy) {
		*copy = *process;
		if (table_exact_keep(&summary_exact_process, copy, &summary->arena) &&
		    space_make(&summary->processes, summary->process_count, sizeof(copy)) &&
		    tsearch(copy, &summary->process_tree, compare_processes)) {
			copy->index = summary->process_count;
			summary->processes[summary->process_count++] = copy;
			return copy;
		}
	}
	space_is_short();
	return NULL;
}

/* The row of the name of PART, empty if it is new; NULL: there is no memory. */
static struct summary_row *find_or_add(struct summary *summary, const struct summary_row *part)
{
	struct summary_row *const *found = tfind(part, &summary->row_tree, compare_rows);
	struct summary_row *row;

	if (found)
		return *found;
	row = arena_alloc(&summary->arena, sizeof(*row));
	if (!row || !space_make(&summary->rows, summary->row_count, sizeof(row)))
		return NULL;
	row->kind = part->kind;
	row->name = arena_copy(&summary->arena, part->name, strlen(part->name));
	if (!row->name || !tsearch(row, &summary->row_tree, compare_rows))
		return NULL;
	summary->rows[summary->row_count++] = row;
	return row;
}

/* Of equal ones the process that comes first counts, whatever was added first. */
static void join_extreme(struct summary_extreme *extreme, const struct summary_extreme *part,
			 bool wants_most)
{
	const int order = extreme->process ? number_order(part->total, extreme->total) : 0;
	const bool is_further = wants_most ? order > 0 : order < 0;

	if (!part->process)
		return;
	if (!extreme->process || is_further ||
	    (order == 0 && compare_processes(part->process, extreme->process) < 0))
		*extreme = *part;
}

bool summary_add_row(struct summary *summary, const struct summary_row *part)
{
	struct summary_row *row = find_or_add(summary, part);

	if (!row)
		return space_is_short();
	row->count += part->count;
	row->errors += part->errors;
	row->bytes += part->bytes;
	row->total += part->total;
	row->processes += part->processes;
	durations_join(&row->times, &part->times);
	join_extreme(&row->least, &part->least, false);
	join_extreme(&row->most, &part->most, true);
	return true;
}

static void keep(void *node)
{
	(void)node;
}

double summary_deviation(const struct durations *times)
{
	const double count = (double)times->count;
	const double squares = (double)times->squares_high * 0x1p64 + (double)times->squares;
	const double mean = times->count > 0 ? (double)times->total / count : 0;
	const double variance = times->count > 0 ? squares / count - mean * mean : 0;

	return variance > 0 ? sqrt(variance) : 0;
}

void summary_done(struct summary *summary)
{
	tdestroy(summary->process_tree, keep);
	tdestroy(summary->row_tree, keep);
	free(summary->processes);
	free(summary->rows);
	arena_done(&summary->arena);
	*summary = (struct summary){ 0 };
}
