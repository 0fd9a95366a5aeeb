/* SPDX-License-Identifier: Apache-2.0 */
/* report: see report.h. */
#include "tool/probe/driver/report.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file/io.h"
#include "base/text.h"

/* If the reader has gone, SIGPIPE ends the child, and nothing else notices. */
void report_put(int pipe, const char *key, const char *value)
{
	if (!value)
		return;
	if (io_write_all(pipe, key, strlen(key) + 1))
		io_write_all(pipe, value, strlen(value) + 1);
}

void report_put_number(int pipe, const char *key, long number)
{
	char text[24];

	text_format(text, sizeof(text), "%ld", number);
	report_put(pipe, key, text);
}

void report_init(struct report *report, const char *bytes, size_t size)
{
	report->at = bytes;
	report->end = bytes + size;
}

static const char *next_text(struct report *report)
{
	const char *text = report->at;
	const char *end = memchr(text, '\0', (size_t)(report->end - text));

	report->at = end ? end + 1 : report->end;
	return end ? text : NULL;
}

bool report_next(struct report *report, const char **key, const char **value)
{
	*key = report->at < report->end ? next_text(report) : NULL;
	*value = *key && report->at < report->end ? next_text(report) : NULL;
	return *value != NULL;
}

void report_visit(const char *bytes, size_t size, report_visitor *visit, void *data)
{
	struct report report;
	const char *key;
	const char *value;

	report_init(&report, bytes, size);
	while (report_next(&report, &key, &value))
		visit(data, key, value);
}

long report_number(const char *value)
{
	return strtol(value, NULL, 10);
}
