/* SPDX-License-Identifier: Apache-2.0 */
/* group-remarks: see group-remarks.h. */
#include "tool/report/summary/group-remarks.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/common/line.h"
#include "base/common/list.h"
#include "base/text.h"
#include "table/cell.h"
#include "tool/report/space.h"
#include "tool/report/summary/summary-tables.h"

#define MOST_LONGER 1.25 /* times the others' time, which is no difference yet */
#define EQUAL_RUNS 1.1	 /* times the shortest run time that the longest one is */
#define NAME_COLUMNS 24

/* What is looked at. */
struct group {
	struct group_remarks *remarks;
	const struct summary *summary;
	uint64_t longest; /* ns */
	uint64_t shortest;
	size_t count;	     /* of processes that are no launchers */
	const char *devices; /* of most of them; NULL: not known */
	const char *program;
};

static bool counts(const struct summary_process *process)
{
	return !process->is_launcher;
}

/* -- what most have ------------------------------------------------------------------------- */

static int compare_texts(const void *left, const void *right)
{
	return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* The text at OFFSET that more than half of the processes have; NULL: there is none. */
static bool find_common(struct group *group, size_t offset, const char **common)
{
	const char **texts = calloc(group->summary->process_count + 1, sizeof(*texts));
	size_t count = 0;

	*common = NULL;
	if (!texts)
		return space_is_short();
	for (size_t i = 0; i < group->summary->process_count; i++) {
		const struct summary_process *process = group->summary->processes[i];
		const char *text = *(const char *const *)((const char *)process + offset);

		if (counts(process) && text)
			texts[count++] = text;
	}
	if (count > 0)
		qsort(texts, count, sizeof(*texts), compare_texts);
	for (size_t first = 0, next; first < count; first = next) {
		for (next = first; next < count && strcmp(texts[next], texts[first]) == 0;)
			next++;
		if (next - first > group->count / 2)
			*common = texts[first];
	}
	free(texts);
	return true;
}

static bool begin(struct group *group)
{
	group->shortest = UINT64_MAX;
	for (size_t i = 0; i < group->summary->process_count; i++) {
		const struct summary_process *process = group->summary->processes[i];

		if (!counts(process))
			continue;
		group->count++;
		group->longest = process->run > group->longest ? process->run : group->longest;
		group->shortest = process->run < group->shortest ? process->run : group->shortest;
	}
	return find_common(group, offsetof(struct summary_process, devices), &group->devices) &&
	       find_common(group, offsetof(struct summary_process, program), &group->program);
}

/* -- adding --------------------------------------------------------------------------------- */

static bool differs(const char *text, const char *common)
{
	return text && common && strcmp(text, common) != 0;
}

static void insert(struct group_remarks *remarks, const struct group_remark *remark)
{
	size_t at = remarks->count;

	while (at > 0 && remarks->list[at - 1].cost < remark->cost)
		at--;
	list_insert(remarks->list, &remarks->count, GROUP_REMARKS_MOST, sizeof(*remark), at, remark);
}

/* Is there a remark of PROCESS that costs half of COST or more? */
static bool is_explained(const struct group *group, const struct summary_process *process,
			 uint64_t cost)
{
	for (size_t i = 0; i < group->remarks->count; i++)
		if (group->remarks->list[i].process == process &&
		    group->remarks->list[i].cost >= cost / 2)
			return true;
	return false;
}

/* PROCESS, of COUNT that have something of it, has TIME of ALL. */
static void add_time(struct group *group, enum group_remark_id id,
		     const struct summary_process *process, uint64_t time, uint64_t all,
		     size_t count, const char *name)
{
	const uint64_t others = count > 1 ? (all - time) / (count - 1) : time;
	const struct group_remark remark = {
		.id = id,
		.process = process,
		.name = name,
		.time = time,
		.others = others,
		.cost = time > others ? time - others : 0,
		.run = group->longest,
		.is_awaited = id != GROUP_RUN &&
			      (double)group->longest <= EQUAL_RUNS * (double)group->shortest,
		.has_devices = differs(process->devices, group->devices),
	};

	if (counts(process) && (double)time > MOST_LONGER * (double)others &&
	    remark.cost > group->longest / GROUP_REMARKS_SHARE &&
	    !is_explained(group, process, remark.cost))
		insert(group->remarks, &remark);
}

static uint64_t number_at(const struct summary_process *process, size_t offset)
{
	return *(const uint64_t *)(const void *)((const char *)process + offset);
}

/* The process with the most of the number at OFFSET. */
static void find_most(struct group *group, enum group_remark_id id, size_t offset)
{
	const struct summary_process *most = NULL;
	uint64_t all = 0;

	for (size_t i = 0; i < group->summary->process_count; i++) {
		const struct summary_process *process = group->summary->processes[i];

		if (!counts(process))
			continue;
		all += number_at(process, offset);
		if (!most || number_at(process, offset) > number_at(most, offset))
			most = process;
	}
	if (most)
		add_time(group, id, most, number_at(most, offset), all, group->count, NULL);
}

/* The kernel that differs most. */
static void find_kernel(struct group *group)
{
	const struct summary_row *worst = NULL;
	uint64_t cost = 0;

	for (size_t i = 0; i < group->summary->row_count; i++) {
		const struct summary_row *row = group->summary->rows[i];
		const uint64_t others =
			row->processes > 1 ? (row->total - row->most.total) / (row->processes - 1)
					   : row->most.total;

		if (row->kind != SUMMARY_KERNEL || row->most.total <= others + cost)
			continue;
		cost = row->most.total - others;
		worst = row;
	}
	if (worst && worst->most.process)
		add_time(group, GROUP_KERNEL, worst->most.process, worst->most.total, worst->total,
			 worst->processes, worst->name);
}

static bool has_devices_remark(const struct group *group, const struct summary_process *process)
{
	for (size_t i = 0; i < group->remarks->count; i++)
		if (group->remarks->list[i].process == process &&
		    group->remarks->list[i].has_devices)
			return true;
	return false;
}

/* Those that are not like most of them. */
static void find_other_texts(struct group *group)
{
	for (size_t i = 0; i < group->summary->process_count; i++) {
		const struct summary_process *process = group->summary->processes[i];
		struct group_remark remark = { .process = process, .run = group->longest };

		if (!counts(process))
			continue;
		if (differs(process->devices, group->devices) &&
		    !has_devices_remark(group, process)) {
			remark.id = GROUP_DEVICES;
			remark.value = process->devices;
			insert(group->remarks, &remark);
		}
		if (differs(process->program, group->program)) {
			remark.id = GROUP_PROGRAM;
			remark.value = process->program;
			insert(group->remarks, &remark);
		}
	}
}

static void find_errors(struct group *group)
{
	for (size_t i = 0; i < group->summary->row_count; i++) {
		const struct summary_row *row = group->summary->rows[i];

		if (row->kind == SUMMARY_ERROR && row->processes == 1 && row->most.process &&
		    counts(row->most.process))
			insert(group->remarks, &(struct group_remark){ .id = GROUP_ERRORS,
								       .process = row->most.process,
								       .name = row->name,
								       .time = row->count,
								       .run = group->longest });
	}
}

bool group_remarks_find(struct group_remarks *remarks, const struct summary *summary)
{
	struct group group = { .remarks = remarks, .summary = summary };

	*remarks = (struct group_remarks){ .count = 0 };
	if (!begin(&group))
		return false;
	if (group.count < 2)
		return true;
	find_kernel(&group);
	find_most(&group, GROUP_BUILD, offsetof(struct summary_process, building));
	find_most(&group, GROUP_BUSY, offsetof(struct summary_process, busy));
	find_most(&group, GROUP_RUN, offsetof(struct summary_process, run));
	find_other_texts(&group);
	find_errors(&group);
	return true;
}

/* -- words ------------------------------------------------------------------------------------- */

static const struct {
	const char *word;
	const char *cure;
} rules[GROUP_REMARK_IDS] = {
	[GROUP_KERNEL] = { "group-kernel", "give this process less work, or a faster device" },
	[GROUP_BUSY] = { "group-busy", "give this process less work, or a faster device" },
	[GROUP_BUILD] = { "group-build", "keep binaries where all processes find them" },
	[GROUP_RUN] = { "group-run", "look at the record of this process alone" },
	[GROUP_DEVICES] = { "group-devices", "give all processes the same device and driver" },
	[GROUP_PROGRAM] = { "group-program", "start the same program everywhere" },
	[GROUP_ERRORS] = { "group-errors", "look at the record of this process alone" },
};

static void get_word(const void *row, struct table_value *value)
{
	value->text = rules[((const struct group_remark *)row)->id].word;
}

static void get_cure(const void *row, struct table_value *value)
{
	value->text = rules[((const struct group_remark *)row)->id].cure;
}

/* One that costs nothing is a difference only. */
static void get_share(const void *row, struct table_value *value)
{
	const struct group_remark *remark = row;

	value->number = remark->cost;
	value->whole = remark->run;
	if (remark->cost == 0)
		value->mark = TABLE_UNKNOWN;
}

static void add_time_words(struct line *line, const struct group_remark *remark)
{
	static const char *const what[] = {
		[GROUP_KERNEL] = "in",
		[GROUP_BUSY] = "of device work",
		[GROUP_BUILD] = "in builds",
		[GROUP_RUN] = "of run time",
	};

	line_add(line, "%s %s", cell_time(remark->time).text, what[remark->id]);
	if (remark->name)
		line_add(line, " %s", cell_name(remark->name, NAME_COLUMNS).text);
	line_add(line, ", the others %s", cell_time(remark->others).text);
	if (remark->is_awaited)
		line_add_text(line, "; all wait for it");
}

static void get_text(const void *row, struct table_value *value)
{
	const struct group_remark *remark = row;
	struct line line = line_in(value->space, sizeof(value->space));
	char place[SUMMARY_PLACE];

	line_add(&line, "%s: ", summary_short_place(remark->process, place));
	if (remark->id <= GROUP_RUN)
		add_time_words(&line, remark);
	else if (remark->id == GROUP_DEVICES)
		line_add(&line, "not the devices and drivers of most");
	else if (remark->id == GROUP_PROGRAM)
		line_add(&line, "not the program of most");
	else
		line_add(&line, "%" PRIu64 " times %s, which no other process has", remark->time,
			 cell_name(remark->name, NAME_COLUMNS).text);
	value->text = value->space;
}

/* What it has that most have not. */
static void get_value(const void *row, struct table_value *value)
{
	const struct group_remark *remark = row;
	const char *text = remark->has_devices ? remark->process->devices : remark->value;

	text_format(value->space, sizeof(value->space), "%s", text ? cell_name(text, 70).text : "");
	value->text = value->space;
	if (!text)
		value->mark = TABLE_UNKNOWN;
}

static void get_process(const void *process, struct table_value *value)
{
	value->row = *(const struct summary_process *const *)process;
}

#define AT(member) TABLE_AT(struct group_remark, member)
static const struct table_column group_columns[] = {
	{ "id", TABLE_TEXT, .get = get_word },
	{ NULL, TABLE_SHARE,
	  .title = "What stands out, with the share of the run time that it costs", .width = 8,
	  .get = get_share },
	{ "text", TABLE_TEXT, .title = "", .get = get_text },
	{ NULL, TABLE_GROUP, AT(process), .get = get_process, .inner = &summary_place },
	{ "name", TABLE_TEXT, AT(name) },
	{ "differs", TABLE_TEXT, .get = get_value },
	{ NULL, TABLE_BELOW, .title = "it has", .get = get_value },
	{ "time_ns", TABLE_TIME, AT(time) },
	{ "others_ns", TABLE_TIME, AT(others) },
	{ "cost_ns", TABLE_TIME, AT(cost) },
	{ "awaited", TABLE_FLAG, AT(is_awaited) },
	{ "cure", TABLE_TEXT, .get = get_cure },
	{ NULL, TABLE_BELOW, .title = "cure:", .get = get_cure },
};
const struct table group_remarks_table = TABLE("remarks", group_columns);
