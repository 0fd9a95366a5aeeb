/* SPDX-License-Identifier: Apache-2.0 */
/*
 * summary-file: see summary-file.h. It is an exact text (table/table-exact.h), with a line for each
 * process, and then one for each row.
 */
#include "tool/report/summary/summary-file.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/file/safe-open.h"
#include "table/table-exact.h"
#include "tool/output/message.h"
#include "tool/report/summary/summary-tables.h"

#define FIRST_LINE "clrouter-summary 1"

void summary_file_write(const struct summary *summary, FILE *file)
{
	fputs(FIRST_LINE "\n", file);
	for (size_t i = 0; i < summary->process_count; i++)
		table_exact_put(file, summary_exact_process.key, &summary_exact_process,
				summary->processes[i]);
	for (size_t i = 0; i < summary->row_count; i++)
		table_exact_put(file, summary_kind_names[summary->rows[i]->kind], &summary_exact_row,
				summary->rows[i]);
	table_exact_end(file);
}

/* -- reading ---------------------------------------------------------------------------- */

/* What is wrong, if somebody else has said it: that there is no memory. */
static const char is_said[] = "";

/* What a file says is kept apart until all of it is known to be good. */
static const char *add_process(struct summary *own, char *words)
{
	struct summary_process process = { 0 };
	const char *why = table_exact_take(words, &summary_exact_process, &process);
	bool is_known;

	if (why)
		return why;
	if (own->row_count > 0)
		return "processes must come before rows";
	if (summary_add_process(own, &process, &is_known))
		return NULL;
	return is_known ? "the process is there twice" : is_said;
}

static const char *add_row(struct summary *own, enum summary_kind kind, char *words)
{
	struct summary_row row = { .kind = kind };
	const char *why = table_exact_take(words, &summary_exact_row, &row);

	if (why)
		return why;
	if (!row.name)
		return "the row has no name";
	if (row.least.index >= own->process_count || row.most.index >= own->process_count)
		return "there is no such process";
	row.least.process = own->processes[row.least.index];
	row.most.process = own->processes[row.most.index];
	return summary_add_row(own, &row) ? NULL : is_said;
}

/* Lines of another kind are for a later version. */
static const char *take_line(void *data, const char *name, char *words)
{
	if (strcmp(name, summary_exact_process.key) == 0)
		return add_process(data, words);
	for (int kind = 0; kind < SUMMARY_KINDS; kind++)
		if (strcmp(name, summary_kind_names[kind]) == 0)
			return add_row(data, (enum summary_kind)kind, words);
	return NULL;
}

/* NULL, with errno: it cannot be opened. */
static FILE *open_file(const char *path)
{
	const int descriptor = safe_open_read(path);
	FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "r");

	if (!file && descriptor >= 0)
		close(descriptor);
	return file;
}

bool summary_file_begins(const char *path, const char *text)
{
	char first[32] = "";
	const size_t length = strlen(text);
	const int file = safe_open_read(path);
	const bool is_read = file >= 0 && pread(file, first, length, 0) == (ssize_t)length;

	if (file >= 0)
		close(file);
	return is_read && memcmp(first, text, length) == 0;
}

bool summary_file_is_one(const char *path)
{
	return summary_file_begins(path, FIRST_LINE);
}

static bool read_file(struct summary *own, const char *path)
{
	FILE *file = open_file(path);
	const char *why;
	size_t line;

	if (!file) {
		message_error("%s: %s", path,
			      errno == EOPNOTSUPP ? safe_open_error(errno) : strerror(errno));
		return false;
	}
	why = table_exact_read(file, FIRST_LINE, take_line, own, &line);
	if (why && why != is_said)
		message_error("%s: line %zu: %s", path, line, why);
	fclose(file);
	return !why;
}

/* -- joining ---------------------------------------------------------------------------- */

static bool has_any(const struct summary *summary, const struct summary *part, const char *path)
{
	for (size_t i = 0; i < part->process_count; i++) {
		const struct summary_process *process = part->processes[i];

		if (!summary_has_process(summary, process))
			continue;
		message_error("%s: left out, because process %" PRIu64
			      " of it is in another file, too",
			      path, process->process);
		return true;
	}
	return false;
}

/* ROW names processes of its own summary: in SUMMARY they are at the same places from FIRST on. */
static bool join_row(struct summary *summary, size_t first, const struct summary_row *row)
{
	struct summary_row copy = *row;

	copy.least.process = summary->processes[first + row->least.process->index];
	copy.most.process = summary->processes[first + row->most.process->index];
	return summary_add_row(summary, &copy);
}

static bool join(struct summary *summary, const struct summary *part)
{
	const size_t first = summary->process_count;
	bool is_known;

	for (size_t i = 0; i < part->process_count; i++)
		if (!summary_add_process(summary, part->processes[i], &is_known))
			return false;
	for (size_t i = 0; i < part->row_count; i++)
		if (!join_row(summary, first, part->rows[i]))
			return false;
	return true;
}

bool summary_file_read(struct summary *summary, const char *path)
{
	struct summary own = { 0 };
	const bool is_good =
		read_file(&own, path) && !has_any(summary, &own, path) && join(summary, &own);

	summary_done(&own);
	return is_good;
}
