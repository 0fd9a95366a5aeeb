/* SPDX-License-Identifier: Apache-2.0 */
/*
 * report: see report.h.
 */
#include "layers/lifetime/report.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/common/line.h"
#include "layers/frame/output-file.h"
#include "layers/frame/place/symbols.h"
#include "layers/frame/status.h"
#include "layers/frame/stop.h"
#include "state/left-over.h"

#define LINE_BUFFER 8192

/* Lines for objects of one kind that were made at different places. */
#define REPORTED_OF_A_KIND 100

/* Used with the lock held, so one is enough. */
static char buffer[LINE_BUFFER];

static struct output_file output;
static unsigned long findings;

static void write_stack(const struct stack *stack, const char *what)
{
	struct line line;

	for (int i = 0; stack != NULL && i < stack->depth; i++) {
		if (symbols_is_own(stack->frames[i]))
			continue;
		line = line_in(buffer, sizeof(buffer));
		line_add(&line, "lifetime:     %s: ", what);
		symbols_add(&line, stack->frames[i]);
		output_file_write_line(&output, &line);
	}
}

static void count_finding(void)
{
	findings++;
	status_add_finding();
	if (findings == 1)
		stop_request();
}

static void begin_finding(struct line *line)
{
	*line = line_in(buffer, sizeof(buffer));
	count_finding();
	line_add(line, "lifetime: ");
}

static void end_finding(struct line *line, const struct object *object)
{
	const char *separator = "; ";

	if (!object->is_root) {
		line_add(line, "; made by %s", signatures[object->made_by].name);
		separator = ", ";
	}
	if (!object->is_root && object->references == 0)
		line_add(line, "%slast released by %s", separator,
			 signatures[object->released_by].name);
	output_file_write_line(&output, line);
	write_stack(object->made_at, "made at");
	write_stack(object->references == 0 ? object->released_at : NULL, "released at");
}

void lifetime_report_start(const char *path, const char *status_path)
{
	findings = 0;
	output_file_open(&output, path, OUTPUT_APPEND);
	status_start(status_path);
}

void lifetime_report_clear(void)
{
	findings = 0;
}

void lifetime_report(unsigned int in, const struct signature_param *param,
		     const struct object *object, const char *what)
{
	struct line line;

	begin_finding(&line);
	line_add(&line, "%s: %s: %s#%" PRIu32 " %s", signatures[in].name, param->name,
		 names_kind(object->kind), object->number, what);
	end_finding(&line, object);
}

void lifetime_report_argument(unsigned int in, const struct object *kernel, size_t index,
			      const struct object *object)
{
	const struct argument *argument = &live_arguments(kernel)->items[index];
	struct line line;

	begin_finding(&line);
	line_add(&line, "%s: kernel: %s#%u is used after its release, as argument %zu of kernel#%" PRIu32,
		 signatures[in].name, names_kind(atomic_load(&argument->kind)),
		 atomic_load(&argument->number), index, kernel->number);
	if (object != NULL)
		end_finding(&line, object);
	else
		output_file_write_line(&output, &line);
}

void lifetime_report_unseen(unsigned int in, const struct signature_param *param,
			    const void *handle, const char *unknown)
{
	struct line line = line_in(buffer, sizeof(buffer));

	line_add(&line, "lifetime: %s: %s: %s: 0x%" PRIxPTR " was not seen: ",
		 *unknown ? "information" : "warning", signatures[in].name, param->name,
		 (uintptr_t)handle);
	line_add_escaped(&line, unknown);
	if (*unknown)
		line_add(&line,
			 ", or another function that the layer does not know, may have made it");
	else
		line_add(&line, "no call has made or returned this %s",
			 param->object != OBJECT_NONE ? names_kind(param->object) : "object");
	output_file_write_line(&output, &line);
}

/* The object of GROUP, or how many there are and at which place the program made them. */
static void add_group(struct line *line, const struct left_group *group)
{
	const struct object *first = group->first;

	if (group->count == 1) {
		line_add(line, "%s#%" PRIu32 " is", names_kind(first->kind), first->number);
		return;
	}
	line_add(line, "%zu %ss, made at ", group->count, names_kind(first->kind));
	symbols_add(line, first->made_site);
	line_add(line, ", are");
}

/* Each object is a finding, also those of a group that is not written. */
static void report_left_over(const struct left_group *group, bool is_written)
{
	struct line line;

	for (size_t i = 0; i < group->count; i++)
		count_finding();
	if (!is_written)
		return;
	line = line_in(buffer, sizeof(buffer));
	line_add(&line, "lifetime: ");
	add_group(&line, group);
	line_add(&line, " never released, %ld reference%s left", group->references,
		 group->references == 1 ? "" : "s");
	if (group->count > 1)
		line_add(&line, "; the first is %s#%" PRIu32, names_kind(group->first->kind),
			 group->first->number);
	end_finding(&line, group->first);
}

static void write_counts(const size_t *left)
{
	struct line line = line_in(buffer, sizeof(buffer));
	const char *between = "; never released: ";

	line_add(&line, "lifetime: %lu finding%s", findings,
		 findings == 1 ? "" : "s");
	for (int kind = 0; kind < OBJECT_KINDS; kind++) {
		if (left[kind] == 0)
			continue;
		line_add(&line, "%s%zu %s%s", between, left[kind], names_kind(kind),
			 left[kind] == 1 ? "" : "s");
		between = ", ";
	}
	output_file_write_line(&output, &line);
}

void lifetime_report_leave(void)
{
	output_file_close(&output);
	status_end();
}

void lifetime_report_end(void)
{
	size_t left[OBJECT_KINDS] = { 0 };
	unsigned written[OBJECT_KINDS] = { 0 };
	size_t count;
	struct left_group *groups = left_over_groups(true, &count);

	for (size_t i = 0; i < count; i++) {
		const enum object_kind kind = groups[i].first->kind;

		left[kind] += groups[i].count;
		report_left_over(&groups[i], ++written[kind] <= REPORTED_OF_A_KIND);
	}
	free(groups);
	if (findings > 0)
		write_counts(left);
	lifetime_report_leave();
}
