/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz-summary: a summary of records that anybody may have written. What is read is written again as
 * the same bytes, however often, and shown in every form without a control character.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "table/json.h"
#include "table/table-csv.h"
#include "tool/output/message.h"
#include "tool/report/summary/summary-file.h"
#include "tool/report/summary/summary-rows.h"
#include "tool/report/summary/summary-tables.h"

#define HEAD "clrouter-summary 1\n"
#define MAX_FILE ((size_t)64 << 10)

const char fuzz_target[] = "summary";

static char file_path[256];

static bool read_summary(struct summary *summary, const void *bytes, size_t size)
{
	fuzz_write("/summary", bytes, size);
	snprintf(file_path, sizeof(file_path), "%s/summary", fuzz_root());
	*summary = (struct summary){ 0 };
	return summary_file_read(summary, file_path);
}

static char *written(struct summary *summary, size_t *size)
{
	char *text = NULL;
	FILE *file = open_memstream(&text, size);

	FUZZ_CHECK(file);
	summary_sort(summary);
	summary_file_write(summary, file);
	fclose(file);
	return text;
}

/* Lines without control characters but SEPARATOR. */
static void check_lines(const char *text, size_t size, char separator)
{
	for (size_t i = 0; i < size; i++)
		FUZZ_CHECK(text[i] == '\n' || text[i] == separator ||
			   ((unsigned char)text[i] >= ' ' && text[i] != 0x7F));
}

static void put_json(struct output *output, const struct summary *summary)
{
	struct table_view rows = { .output = output, .table = &summary_json_rows };
	struct table_view processes = { .output = output, .table = &summary_json_processes };

	json_open_object(output, NULL);
	table_put_all(&processes, summary->processes, summary->process_count, 0);
	table_put_all(&rows, summary->rows, summary->row_count, 0);
	difference_put(output, summary, summary);
	json_close_object(output);
	FUZZ_CHECK(output->depth == 0);
}

static void put_csv(FILE *file, const struct summary *summary)
{
	const struct summary_source source = summary_source_of(summary, "=path", 1);

	table_csv_begin(file, &summary_csv_rows);
	for (size_t i = 0; i < summary->row_count; i++)
		table_csv_put(file, &summary_csv_rows, summary->rows[i], &source);
}

static void check_forms(const struct summary *summary)
{
	struct output output;
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);

	FUZZ_CHECK(file);
	output_init(&output, OUTPUT_LINES, file);
	if (summary->process_count > 0)
		summary_screen_put(&output, summary, 1);
	FUZZ_CHECK(difference_put(&output, summary, &(struct summary){ 0 }));
	put_csv(file, summary);
	output.form = OUTPUT_JSON;
	put_json(&output, summary);
	fclose(file);
	check_lines(text, size, ' ');
	free(text);
}

static void check_summary(struct summary *summary)
{
	struct summary again;
	size_t size;
	size_t size_again;
	char *text = written(summary, &size);
	char *text_again;

	check_lines(text, size, '\t');
	check_forms(summary);
	FUZZ_CHECK(read_summary(&again, text, size));
	text_again = written(&again, &size_again);
	FUZZ_CHECK(size == size_again && memcmp(text, text_again, size) == 0);
	free(text);
	free(text_again);
	summary_done(&again);
}

/* An input that has no first line gets one. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char file[sizeof(HEAD) - 1 + MAX_FILE];
	static FILE *sink;
	struct summary summary;
	const size_t head = size > 0 && data[0] != 'c' ? strlen(HEAD) : 0;

	if (size > MAX_FILE)
		return 0;
	if (!sink)
		sink = fopen("/dev/null", "we");
	FUZZ_CHECK(sink);
	message_divert(sink);
	memcpy(file, HEAD, strlen(HEAD));
	memcpy(file + head, data, size);
	if (read_summary(&summary, file, head + size))
		check_summary(&summary);
	summary_done(&summary);
	return 0;
}
