/* SPDX-License-Identifier: Apache-2.0 */
/*
 * summary-facts: see summary-facts.h. Members and columns are documented in doc/summary-format.md:
 * they may be added to, but do not change.
 */
#include "tool/report/summary/summary-facts.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "table/json.h"
#include "tool/report/summary/summary-file.h"

/* -- JSON -------------------------------------------------------------------------------- */

static void put_members(struct output *output, const void *object,
			const struct summary_member *members)
{
	for (const struct summary_member *member = members; member->key; member++) {
		if (member->is_text)
			json_text(output, member->key, summary_text(object, member));
		else
			json_unsigned(output, member->key, summary_number(object, member));
	}
}

static void put_extreme(struct output *output, const char *key,
			const struct summary_extreme *extreme)
{
	json_open_object(output, key);
	json_unsigned(output, "total", extreme->total);
	json_text(output, "host", extreme->process->host);
	json_text(output, "rank", extreme->process->rank);
	json_unsigned(output, "process", extreme->process->process);
	json_close_object(output);
}

static void put_row(struct output *output, const struct summary_row *row)
{
	json_open_object(output, NULL);
	json_text(output, "kind", summary_kind_name(row->kind));
	put_members(output, row, summary_row_members);
	json_unsigned(output, "mean", durations_mean(&row->times));
	json_unsigned(output, "deviation", (uint64_t)summary_deviation(&row->times));
	put_extreme(output, "least_sum", &row->least);
	put_extreme(output, "most_sum", &row->most);
	json_close_object(output);
}

void summary_facts_put(struct output *output, const struct summary *summary)
{
	if (output->form != OUTPUT_JSON)
		return;
	json_open_array(output, "processes");
	for (size_t i = 0; i < summary->process_count; i++) {
		json_open_object(output, NULL);
		put_members(output, summary->processes[i], summary_process_members);
		json_close_object(output);
	}
	json_close_array(output);
	json_open_array(output, "rows");
	for (size_t i = 0; i < summary->row_count; i++)
		put_row(output, summary->rows[i]);
	json_close_array(output);
}

/* -- CSV ---------------------------------------------------------------------------------- */

/* Quoted as RFC 4180 has it, if it has to be. */
static void put_text(FILE *file, const char *text)
{
	const bool is_quoted = text && text[strcspn(text, ",\"")];
	char shown[TEXT_SHOWN_SIZE];

	fputs(is_quoted ? "\"" : "", file);
	while (text && *text) {
		fputs(*text == '"' ? "\"" : "", file);
		text_take_shown(&text, shown);
		fputs(shown, file);
	}
	fputs(is_quoted ? "\"" : "", file);
}

void summary_csv_begin(FILE *file)
{
	fputs("file,host,rank,job,process,kind", file);
	for (const struct summary_member *member = summary_row_members; member->key; member++)
		fprintf(file, ",%s", member->key);
	fputs(",mean,deviation\n", file);
}

/* The process of a file that has several is empty. */
static void put_place(FILE *file, const struct summary *summary, const char *source)
{
	const struct summary_process *process =
		summary->process_count == 1 ? summary->processes[0] : NULL;

	put_text(file, source);
	putc(',', file);
	put_text(file, process ? process->host : NULL);
	putc(',', file);
	put_text(file, process ? process->rank : NULL);
	putc(',', file);
	put_text(file, process ? process->job : NULL);
	if (process)
		fprintf(file, ",%" PRIu64, process->process);
	else
		putc(',', file);
}

void summary_csv_put(FILE *file, const struct summary *summary, const char *source)
{
	for (size_t i = 0; i < summary->row_count; i++) {
		const struct summary_row *row = summary->rows[i];

		put_place(file, summary, source);
		fprintf(file, ",%s", summary_kind_name(row->kind));
		for (const struct summary_member *member = summary_row_members; member->key;
		     member++) {
			putc(',', file);
			if (member->is_text)
				put_text(file, summary_text(row, member));
			else
				fprintf(file, "%" PRIu64, summary_number(row, member));
		}
		fprintf(file, ",%" PRIu64 ",%.0f\n", durations_mean(&row->times),
			summary_deviation(&row->times));
	}
}
