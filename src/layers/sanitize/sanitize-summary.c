/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sanitize-summary: see sanitize-summary.h.
 */
#include "layers/sanitize/sanitize-summary.h"

#include <stdlib.h>
#include <string.h>

#include "base/common/line.h"
#include "base/common/list.h"
#include "base/common/status-line.h"
#include "base/text.h"
#include "layers/frame/output-file.h"
#include "layers/frame/status.h"
#include "layers/sanitize/tails.h"
#include "state/life.h"

#define LINE_SIZE 4096
#define MOST_KERNELS 200 /* that have a line */
#define MOST_REASONS 50	 /* more are counted together */
#define NS_PER_MS 1000000

/* A kernel, with its numbers: programs may have kernels of one name. */
struct summary_kernel {
	char *name;
	char *unchecked; /* why some accesses are not checked */
	size_t checked;
	size_t total;
	uint64_t launches;
};

struct summary_reason {
	char *text;
	uint64_t programs;
};

static struct lock lock = LOCK_INIT;

/* With the lock. */
static struct {
	struct summary_kernel *kernels;
	size_t kernel_count;
	struct summary_reason *reasons;
	size_t reason_count;
	uint64_t other_reasons; /* programs */
	uint64_t shadows;
	uint64_t rewriting; /* ns */
	uint64_t building;
	uint64_t passed;
	uint64_t watched;
} summary;

void summary_start(void)
{
	life_add_lock(&lock);
}

/* -- adding to it ----------------------------------------------------------------------------- */

/* With the lock. The one of TEXT; NULL: no space. */
static struct summary_reason *find_reason(const char *text)
{
	struct summary_reason *reason;

	for (size_t i = 0; i < summary.reason_count; i++)
		if (strcmp(summary.reasons[i].text, text) == 0)
			return &summary.reasons[i];
	if (summary.reason_count >= MOST_REASONS ||
	    !list_make_space(&summary.reasons, summary.reason_count, sizeof(*summary.reasons)))
		return NULL;
	reason = &summary.reasons[summary.reason_count];
	*reason = (struct summary_reason){ .text = strdup(text) };
	summary.reason_count += reason->text != NULL;
	return reason->text ? reason : NULL;
}

void summary_add_refused(const char *text)
{
	struct summary_reason *reason;

	lock_take(&lock);
	reason = find_reason(text);
	if (reason)
		reason->programs++;
	else
		summary.other_reasons++;
	lock_give(&lock);
}

void summary_add_shadow(uint64_t rewriting, uint64_t building)
{
	lock_take(&lock);
	summary.shadows++;
	summary.rewriting += rewriting;
	summary.building += building;
	lock_give(&lock);
}

/* Why accesses of KERNEL are not checked, as one text; free() it. */
static char *write_unchecked(const struct sites_kernel *kernel)
{
	char text[LINE_SIZE];
	struct line line = line_in(text, sizeof(text));

	for (size_t i = 0; i < kernel->unchecked_count; i++)
		line_add(&line, "%s%zu %s", i > 0 ? ", " : "", kernel->unchecked[i].count,
			 kernel->unchecked[i].why);
	return strdup(text);
}

/* With the lock. NULL: there is no memory. */
static struct summary_kernel *find_kernel(const struct sites_kernel *kernel)
{
	struct summary_kernel *row;

	for (size_t i = 0; i < summary.kernel_count; i++) {
		row = &summary.kernels[i];
		if (strcmp(row->name, kernel->name) == 0 && row->checked == kernel->checked &&
		    row->total == kernel->total)
			return row;
	}
	if (!list_make_space(&summary.kernels, summary.kernel_count, sizeof(*summary.kernels)))
		return NULL;
	row = &summary.kernels[summary.kernel_count];
	*row = (struct summary_kernel){
		.name = strdup(kernel->name),
		.unchecked = write_unchecked(kernel),
		.checked = kernel->checked,
		.total = kernel->total,
	};
	if (row->name && row->unchecked) {
		summary.kernel_count++;
		return row;
	}
	free(row->name);
	free(row->unchecked);
	return NULL;
}

void summary_add_launches(const struct sites_kernel *kernel, uint64_t launches)
{
	struct summary_kernel *row;

	lock_take(&lock);
	row = find_kernel(kernel);
	if (row)
		row->launches += launches;
	lock_give(&lock);
}

void summary_add_passed(uint64_t accesses)
{
	lock_take(&lock);
	summary.passed += accesses;
	lock_give(&lock);
}

void summary_set_watched(uint64_t launches)
{
	lock_take(&lock);
	summary.watched = launches;
	lock_give(&lock);
}

uint64_t summary_kernels(void)
{
	uint64_t count;

	lock_take(&lock);
	count = summary.kernel_count;
	lock_give(&lock);
	return count;
}

/* -- writing it ------------------------------------------------------------------------------- */

static struct output_file output;

static struct line begin(char text[LINE_SIZE + 1])
{
	struct line line = line_in(text, LINE_SIZE);

	line_add_text(&line, "clrouter: sanitize: ");
	return line;
}

static void write_kernel(const struct summary_kernel *row)
{
	char text[LINE_SIZE + 1];
	struct line line = begin(text);

	line_add(&line, "kernel %s: %zu of %zu accesses checked, %llu launch%s", row->name,
		 row->checked, row->total, (unsigned long long)row->launches,
		 row->launches == 1 ? "" : "es");
	if (*row->unchecked)
		line_add(&line, "; not checked: %s", row->unchecked);
	output_file_write_line(&output, &line);
}

static void write_refused(uint64_t programs, const char *reason)
{
	char text[LINE_SIZE + 1];
	struct line line = begin(text);

	line_add(&line, "%llu program%s not checked: ", (unsigned long long)programs,
		 programs == 1 ? "" : "s");
	line_add_escaped(&line, reason);
	output_file_write_line(&output, &line);
}

static void write_rest(size_t kernels, uint64_t launches)
{
	char text[LINE_SIZE + 1];
	struct line line = begin(text);

	line_add(&line, "%zu more kernels checked, %llu launches", kernels,
		 (unsigned long long)launches);
	output_file_write_line(&output, &line);
}

static void write_passed(void)
{
	char text[LINE_SIZE + 1];
	struct line line = begin(text);

	line_add(&line, "%llu accesses not judged: memory outside of OpenCL's objects may be used",
		 (unsigned long long)summary.passed);
	output_file_write_line(&output, &line);
}

static void write_without_tail(uint64_t count, const char *reason)
{
	char text[LINE_SIZE + 1];
	struct line line = begin(text);

	line_add(&line, "not looked for at %llu of them: %s", (unsigned long long)count, reason);
	output_file_write_line(&output, &line);
}

static void write_watched(void)
{
	char text[LINE_SIZE + 1];
	struct line line = begin(text);

	line_add(
		&line,
		"%llu launch%s of kernels that are not checked: only writes just beyond the end of "
		"buffers are looked for",
		(unsigned long long)summary.watched, summary.watched == 1 ? "" : "es");
	output_file_write_line(&output, &line);
	tails_visit_reasons(write_without_tail);
}

static void write_total(uint64_t launches)
{
	char text[LINE_SIZE + 1];
	struct line line = begin(text);
	const uint64_t rewriting = summary.rewriting / NS_PER_MS;
	const uint64_t building = summary.building / NS_PER_MS;

	if (launches == 0)
		line_add(&line, "nothing was checked");
	else
		line_add(&line, "%zu kernel%s checked in %llu launch%s", summary.kernel_count,
			 summary.kernel_count == 1 ? "" : "s", (unsigned long long)launches,
			 launches == 1 ? "" : "es");
	if (summary.shadows > 0)
		line_add(&line, "; rewriting took %llu.%03llu s, building %llu.%03llu s",
			 (unsigned long long)(rewriting / 1000),
			 (unsigned long long)(rewriting % 1000),
			 (unsigned long long)(building / 1000),
			 (unsigned long long)(building % 1000));
	output_file_write_line(&output, &line);
}

static bool is_empty(void)
{
	return summary.kernel_count == 0 && summary.reason_count == 0 &&
	       summary.other_reasons == 0 && summary.shadows == 0 && summary.watched == 0;
}

void summary_write(void)
{
	uint64_t launches = 0, rest = 0;

	if (is_empty())
		return;
	output_file_open(&output, NULL, OUTPUT_APPEND);
	for (size_t i = 0; i < summary.kernel_count; i++) {
		launches += summary.kernels[i].launches;
		if (i < MOST_KERNELS)
			write_kernel(&summary.kernels[i]);
		else
			rest += summary.kernels[i].launches;
	}
	if (summary.kernel_count > MOST_KERNELS)
		write_rest(summary.kernel_count - MOST_KERNELS, rest);
	for (size_t i = 0; i < summary.reason_count; i++)
		write_refused(summary.reasons[i].programs, summary.reasons[i].text);
	if (summary.other_reasons > 0)
		write_refused(summary.other_reasons, "other reasons");
	if (summary.passed > 0)
		write_passed();
	if (summary.watched > 0)
		write_watched();
	write_total(launches);
	output_file_close(&output);
}

/* -- for other processes ---------------------------------------------------------------------- */

static void report_number(const char *word, uint64_t number)
{
	char text[32];

	text_format(text, sizeof(text), "%llu", (unsigned long long)number);
	status_say(word, text);
}

static void report_kernel(const struct summary_kernel *row)
{
	char text[LINE_SIZE];

	text_format(text, sizeof(text), "%zu %zu %s %s", row->checked, row->total, row->name,
		    row->unchecked);
	status_say(STATUS_ACCESSES, text);
}

void summary_report(void)
{
	for (size_t i = 0; i < summary.kernel_count; i++)
		report_kernel(&summary.kernels[i]);
	for (size_t i = 0; i < summary.reason_count; i++)
		status_say(STATUS_REFUSED, summary.reasons[i].text);
	if (summary.passed > 0)
		report_number(STATUS_PASSED, summary.passed);
	if (summary.watched > 0)
		report_number(STATUS_WATCHED, summary.watched);
}

void summary_clear(void)
{
	for (size_t i = 0; i < summary.kernel_count; i++) {
		free(summary.kernels[i].name);
		free(summary.kernels[i].unchecked);
	}
	for (size_t i = 0; i < summary.reason_count; i++)
		free(summary.reasons[i].text);
	free(summary.kernels);
	free(summary.reasons);
	memset(&summary, 0, sizeof(summary));
}
