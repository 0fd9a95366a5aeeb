/* SPDX-License-Identifier: Apache-2.0 */
/* group-remarks: see group-remarks.h. */
#include "tool/report/summary/group-remarks.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/common/line.h"
#include "base/common/list.h"
#include "base/text.h"
#include "table/cell.h"
#include "tool/report/numbers.h"
#include "tool/report/space.h"
#include "tool/report/summary/summary-tables.h"

#define MOST_LONGER 1.25 /* times the others' time, which is no difference yet ... */
#define LESS_LONGER 1.1	 /* ... the same, if the others differ by little: ... */
#define DEVIATIONS 4	 /* ... so many times their median deviation is less than the difference */
#define LEAST_LESS 0.5	 /* the same of less time */
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

	/* A death comes first; it costs nothing that could be compared. */
	while (at > 0 && remarks->list[at - 1].id != GROUP_DIED &&
	       (remark->id == GROUP_DIED || remarks->list[at - 1].cost < remark->cost))
		at--;
	list_insert(remarks->list, &remarks->count, GROUP_REMARKS_MOST, sizeof(*remark), at, remark);
}

/* Is there a remark of PROCESS that costs half of COST or more, or says that it died? */
static bool is_explained(const struct group *group, const struct summary_process *process,
			 uint64_t cost)
{
	for (size_t i = 0; i < group->remarks->count; i++)
		if (group->remarks->list[i].process == process &&
		    (group->remarks->list[i].id == GROUP_DIED ||
		     group->remarks->list[i].cost >= cost / 2))
			return true;
	return false;
}

/* Does PROCESS stand out by REMARK, which has its times and cost? */
static bool stands_out(const struct group *group, const struct group_remark *remark)
{
	const struct summary_process *process = remark->process;

	return counts(process) && remark->cost > group->longest / GROUP_REMARKS_SHARE &&
	       !is_explained(group, process, remark->cost);
}

/* PROCESS has TIME, the others have OTHERS. */
static void add_time(struct group *group, enum group_remark_id id,
		     const struct summary_process *process, uint64_t time, uint64_t others,
		     const char *name)
{
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

	if (stands_out(group, &remark))
		insert(group->remarks, &remark);
}

static bool is_longer(uint64_t time, uint64_t others)
{
	return (double)time > MOST_LONGER * (double)others;
}

static uint64_t number_at(const struct summary_process *process, size_t offset)
{
	return *(const uint64_t *)(const void *)((const char *)process + offset);
}

struct number_of {
	uint64_t number;
	const struct summary_process *process;
};

static int compare_numbers(const void *left, const void *right)
{
	return number_order(((const struct number_of *)left)->number,
			    ((const struct number_of *)right)->number);
}

/* The number at OFFSET of each process, the least first; NULL, with a message: there is no memory. */
static struct number_of *sort_numbers(const struct group *group, size_t offset)
{
	struct number_of *list = calloc(group->count + 1, sizeof(*list));
	size_t count = 0;

	if (!list)
		return space_is_short(), NULL;
	for (size_t i = 0; i < group->summary->process_count; i++) {
		const struct summary_process *process = group->summary->processes[i];

		if (counts(process))
			list[count++] = (struct number_of){ number_at(process, offset), process };
	}
	qsort(list, count, sizeof(*list), compare_numbers);
	return list;
}

/* Of the first COUNT of LIST, which are sorted, the median of how far they are from their median. */
static uint64_t deviation_of(const struct number_of *list, size_t count)
{
	const uint64_t median = list[count / 2].number;
	size_t low = count / 2; /* what is between them is looked at */
	size_t high = low;
	uint64_t deviation = 0;

	/* The nearest half of them. */
	for (size_t i = 0; i < count / 2; i++) {
		const bool can_sink = low > 0;
		const bool can_rise = high + 1 < count;
		const uint64_t below = can_sink ? median - list[low - 1].number : UINT64_MAX;
		const uint64_t above = can_rise ? list[high + 1].number - median : UINT64_MAX;

		deviation = below < above ? below : above;
		low -= below < above;
		high += below >= above;
	}
	return deviation;
}

/* Is the last one of the COUNT numbers of LIST not like the others? */
static bool is_odd(const struct number_of *list, size_t count)
{
	const uint64_t others = list[(count - 1) / 2].number;
	const uint64_t most = list[count - 1].number;

	return is_longer(most, others) ||
	       ((double)most > LESS_LONGER * (double)others && count > 3 &&
		most - others > DEVIATIONS * deviation_of(list, count - 1));
}

/* The process with the most of the number at OFFSET, if the others have less. */
static bool find_most(struct group *group, enum group_remark_id id, size_t offset)
{
	struct number_of *list = sort_numbers(group, offset);
	const size_t most = group->count - 1;

	if (list && is_odd(list, group->count))
		add_time(group, id, list[most].process, list[most].number, list[most / 2].number,
			 NULL);
	free(list);
	return list != NULL;
}

/* Processes that do not run at the same time do not wait for each other. */
static bool is_beside_others(const struct group *group, const struct summary_process *process)
{
	for (size_t i = 0; i < group->summary->process_count; i++) {
		const struct summary_process *other = group->summary->processes[i];

		if (counts(other) && other->start + other->run < process->start)
			return false;
	}
	return true;
}

/* The process that starts last: others may wait for it. */
static bool find_start(struct group *group)
{
	struct number_of *list = sort_numbers(group, offsetof(struct summary_process, start));
	const size_t last = group->count - 1;

	if (list && is_beside_others(group, list[last].process))
		add_time(group, GROUP_START, list[last].process,
			 list[last].number - list[last / 2].number, 0, NULL);
	free(list);
	return list != NULL;
}

/* The process whose devices have the least to do: the others could give it some of their work. */
static bool find_less(struct group *group)
{
	struct number_of *list = sort_numbers(group, offsetof(struct summary_process, busy));
	struct group_remark remark = { .id = GROUP_LESS, .run = group->longest };

	if (!list)
		return false;
	remark.process = list[0].process;
	remark.time = list[0].number;
	remark.others = list[(group->count + 1) / 2].number;
	remark.cost = remark.others > remark.time ? (remark.others - remark.time) / group->count : 0;
	/* Nothing may mean that nothing was measured. */
	if ((remark.time > 0 || list[0].process->commands == 0) &&
	    (double)remark.time < LEAST_LESS * (double)remark.others && stands_out(group, &remark))
		insert(group->remarks, &remark);
	free(list);
	return true;
}

/* Others have a rule of their own, wait for something else, or are the start of drivers. */
static bool is_own_time(const struct summary_row *row)
{
	static const char *const others[] = {
		"clFinish",	    "clWaitForEvents", "clEnqueue",	 "clBuildProgram",
		"clCompileProgram", "clLinkProgram",   "clGetPlatformIDs", "clGetDeviceIDs",
		"clCreateContext",
	};

	for (size_t i = 0; row->kind == SUMMARY_CALL && i < ARRAY_SIZE(others); i++)
		if (strncmp(row->name, others[i], strlen(others[i])) == 0)
			return false;
	return true;
}

/* The name of KIND for which the times differ most. */
static void find_name(struct group *group, enum group_remark_id id, enum summary_kind kind)
{
	const struct summary_row *worst = NULL;
	uint64_t most = 0;
	uint64_t of_others = 0;

	for (size_t i = 0; i < group->summary->row_count; i++) {
		const struct summary_row *row = group->summary->rows[i];
		const uint64_t all = kind == SUMMARY_CALL ? group->count : row->processes;
		const uint64_t others =
			all > 1 ? (row->total - row->most.total) / (all - 1) : row->most.total;

		if (row->kind != kind || !is_own_time(row) || row->most.total <= others + most)
			continue;
		most = row->most.total - others;
		of_others = others;
		worst = row;
	}
	if (worst && worst->most.process && is_longer(worst->most.total, of_others))
		add_time(group, id, worst->most.process, worst->most.total, of_others, worst->name);
}

static void find_death(struct group *group)
{
	const struct summary_process *first = summary_first_death(group->summary);

	if (first && counts(first))
		insert(group->remarks, &(struct group_remark){ .id = GROUP_DIED,
							       .process = first,
							       .name = first->died_in,
							       .time = first->run,
							       .run = group->longest });
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
	find_death(&group);
	find_name(&group, GROUP_KERNEL, SUMMARY_KERNEL);
	find_name(&group, GROUP_TRANSFER, SUMMARY_TRANSFER);
	if (!find_most(&group, GROUP_BUILD, offsetof(struct summary_process, building)) ||
	    !find_most(&group, GROUP_BUSY, offsetof(struct summary_process, busy)) ||
	    !find_less(&group) || !find_start(&group))
		return false;
	find_name(&group, GROUP_CALL, SUMMARY_CALL);
	if (!find_most(&group, GROUP_RUN, offsetof(struct summary_process, run)))
		return false;
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
	[GROUP_TRANSFER] = { "group-transfer",
			     "look at the device's link and at whether the memory is pinned" },
	[GROUP_LESS] = { "group-less", "give this process a part of the others' work" },
	[GROUP_CALL] = { "group-call", "look at the record of this process alone" },
	[GROUP_START] = { "group-start", "look at what starts this process, and its host" },
	[GROUP_DIED] = { "group-died", "look at the record of this process alone" },
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
		[GROUP_TRANSFER] = "of transfers",
		[GROUP_CALL] = "in",
		[GROUP_BUSY] = "of device work",
		[GROUP_LESS] = "of device work",
		[GROUP_BUILD] = "in builds",
		[GROUP_RUN] = "of run time",
	};

	if (remark->id == GROUP_START) {
		line_add(line, "starts %s after the others", cell_time(remark->time).text);
		return;
	}
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
	else if (remark->id == GROUP_DIED)
		line_add(&line, "the first to die or to fail, after %s, in %s",
			 cell_time(remark->time).text,
			 remark->name ? remark->name : "no OpenCL call");
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
