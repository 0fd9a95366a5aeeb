/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lifetime-report: see lifetime-report.h.
 */
#include "layers/lifetime/lifetime-report.h"

#include <inttypes.h>
#include <stdlib.h>

#include "layers/frame/finding-lines.h"
#include "layers/frame/place/symbols.h"
#include "state/left-over.h"

#define MORE_SIZE 1024 /* bytes of what the last line says of objects that are left */

/* Lines for objects of one kind that were made at different places. */
#define REPORTED_OF_A_KIND 100

static size_t findings;

static void count_finding(void)
{
	findings++;
	finding_note_mistake();
}

static const char *const mistakes[MISTAKES] = {
	[MISTAKE_KIND] = "of another kind",
	[MISTAKE_RELEASE] = "released too often",
	[MISTAKE_USE] = "used after its release",
	[MISTAKE_ARGUMENT] = "used after its release, as an argument",
};

/* Begins the line of a finding about PART of the call. NULL: it is not written again. */
static struct line *begin_finding(unsigned int in, const void *place, enum mistake mistake,
				  size_t part)
{
	struct line *line;

	count_finding();
	if (!repeats_add(&(struct repeat){
		    .site = place, .id = mistakes[mistake], .slot = in, .part = part }))
		return NULL;
	line = finding_begin_text();
	line_add(line, "%s: ", signatures[in].name);
	return line;
}

static void add_place(struct line *line, const char *what, const void *place)
{
	line_add(line, "%s at ", what);
	symbols_add(line, place);
}

/* Which functions made and released OBJECT. */
static void add_life(struct line *line, const struct object *object)
{
	if (object->is_root)
		return;
	line_add(line, "; made by %s", signatures[object->made_by].name);
	if (object->references == 0)
		line_add(line, ", last released by %s", signatures[object->released_by].name);
}

static void write_stack(const char *what, const struct stack *stack)
{
	if (stack)
		finding_write_stack(what, stack->frames, stack->depth);
}

static void end_finding(const struct object *object)
{
	finding_write();
	if (!object)
		return;
	write_stack("made at", object->made_at);
	if (object->references == 0)
		write_stack("released at", object->released_at);
}

void lifetime_report_start(const char *path, const char *status_path)
{
	findings = 0;
	finding_start("lifetime", path, status_path, false);
}

void lifetime_report_clear(void)
{
	findings = 0;
	repeats_clear();
}

void lifetime_report(unsigned int in, const void *place, const struct signature_param *param,
		     enum object_kind kind, const struct object *object, enum mistake mistake)
{
	struct line *line =
		begin_finding(in, place, mistake, (size_t)(param - signatures[in].params));

	if (!line)
		return;
	line_add(line, "%s: %s#%" PRIu32 " ", param->name, names_kind(object->kind),
		 object->number);
	if (mistake == MISTAKE_KIND)
		line_add(line, "is no %s", names_kind(kind));
	else
		line_add(line, "is %s", mistakes[mistake]);
	add_life(line, object);
	add_place(line, "; called", place);
	end_finding(object);
}

void lifetime_report_argument(unsigned int in, const void *place, const struct object *kernel,
			      const struct kernel_argument *argument, size_t index)
{
	const struct object *object = kernels_object(argument);
	struct line *line = begin_finding(in, place, MISTAKE_ARGUMENT, index);

	if (!line)
		return;
	line_add(line,
		 "kernel: %s#%u is used after its release, as argument %zu of kernel#%" PRIu32,
		 names_kind(atomic_load(&argument->kind)), atomic_load(&argument->number), index,
		 kernel->number);
	if (object)
		add_life(line, object);
	add_place(line, "; called", place);
	end_finding(object);
}

void lifetime_report_unseen(unsigned int in, const void *place, const struct signature_param *param,
			    const void *handle, const char *unknown)
{
	struct line *line = finding_begin_text();

	line_add(line,
		 "%s: %s: %s: 0x%" PRIxPTR " was not seen: ", *unknown ? "information" : "warning",
		 signatures[in].name, param->name, (uintptr_t)handle);
	line_add_escaped(line, unknown);
	if (*unknown)
		line_add(line,
			 ", or another function that the layer does not know, may have made it");
	else
		line_add(line, "no call has made or returned this %s",
			 param->object != OBJECT_NONE ? names_kind(param->object) : "object");
	add_place(line, "; called", place);
	finding_write();
}

/* Each object is a finding, also if its group is not written. */
static void report_left_over(const struct left_group *group, bool is_written)
{
	const struct object *first = group->first;
	const char *plural = group->references == 1 ? "" : "s";
	struct line *line;

	for (size_t i = 0; i < group->count; i++)
		count_finding();
	if (!is_written)
		return;
	line = finding_begin_text();
	if (group->count == 1)
		line_add(line, "%s#%" PRIu32 " is never released, %ld reference%s left",
			 names_kind(first->kind), first->number, group->references, plural);
	else
		line_add(line,
			 "%zu %ss are never released, %ld reference%s left; the first is "
			 "%s#%" PRIu32,
			 group->count, names_kind(first->kind), group->references, plural,
			 names_kind(first->kind), first->number);
	add_life(line, first);
	add_place(line, "", first->made_site);
	end_finding(first);
}

static void write_repeat(const struct repeat *repeat)
{
	struct line *line = finding_begin_text();

	line_add(line, "%s: %s: %lu times at one place: ", signatures[repeat->slot].name,
		 repeat->id, repeat->count);
	symbols_add(line, repeat->site);
	finding_write();
}

static void write_counts(const size_t *left)
{
	char text[MORE_SIZE] = "";
	struct line more = line_in(text, sizeof(text));
	const char *between = "; never released: ";

	for (int kind = 0; kind < OBJECT_KINDS; kind++) {
		if (left[kind] == 0)
			continue;
		line_add(&more, "%s%zu %s%s", between, left[kind], names_kind(kind),
			 left[kind] == 1 ? "" : "s");
		between = ", ";
	}
	finding_write_end(findings, text);
}

void lifetime_report_leave(void)
{
	finding_end();
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
	repeats_end(write_repeat);
	/* Most forked children have used no object, and would not expect a line. */
	if (findings > 0 || live_has_new())
		write_counts(left);
	lifetime_report_leave();
}
