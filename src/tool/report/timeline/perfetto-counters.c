/* SPDX-License-Identifier: Apache-2.0 */
/* perfetto-counters: see perfetto-writer.h. A counter is a list of changes, which are summed up by
 * time. */
#include "tool/report/timeline/perfetto-writer.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/common/line.h"
#include "tool/report/numbers.h"
#include "tool/report/space.h"
#include "tool/report/timeline/rows.h"

struct change {
	uint64_t time; /* ns, CLOCK_MONOTONIC */
	int64_t value; /* more than before, or less */
};

struct counter {
	char name[ROW_NAME];
	uint64_t unit; /* 0: UNIT_NAME is it */
	const char *unit_name;
	struct change *changes;
	size_t count;
};

static bool add(struct counter *counter, uint64_t time, int64_t value)
{
	if (value == 0)
		return true;
	if (!space_make(&counter->changes, counter->count, sizeof(*counter->changes)))
		return false;
	counter->changes[counter->count++] = (struct change){ time, value };
	return true;
}

static bool add_span(struct counter *counter, uint64_t begin, uint64_t end, uint64_t value)
{
	return add(counter, begin, (int64_t)value) && add(counter, end, -(int64_t)value);
}

static int compare(const void *left, const void *right)
{
	return number_order(((const struct change *)left)->time,
			    ((const struct change *)right)->time);
}

static void put_track(struct perfetto_writer *writer, const struct counter *counter,
		      struct perfetto_row *row)
{
	const uint64_t track = perfetto_new_track(writer);

	perfetto_begin_sequence(writer, row, track);
	if (counter->unit > 0)
		protobuf_put_number(&writer->inner, COUNTER_UNIT, counter->unit);
	else
		protobuf_put_text(&writer->inner, COUNTER_UNIT_NAME, counter->unit_name);
	protobuf_put_number(&writer->part, TRACK_ID, track);
	protobuf_put_number(&writer->part, TRACK_PARENT, perfetto_process_track(writer));
	protobuf_put_text(&writer->part, TRACK_NAME, counter->name);
	protobuf_put_message(&writer->part, TRACK_COUNTER, &writer->inner);
	perfetto_write_track(writer, row->sequence);
}

static void put_value(struct perfetto_writer *writer, struct perfetto_row *row, uint64_t time,
		      int64_t value)
{
	protobuf_put_number(&writer->event, EVENT_TYPE, COUNTER);
	protobuf_put_number(&writer->event, EVENT_VALUE, (uint64_t)(value > 0 ? value : 0));
	perfetto_write_event(writer, row, perfetto_moment(writer, time));
}

/* What is before the range has its value at its begin; what is after it is left out. */
static void put(struct perfetto_writer *writer, struct counter *counter)
{
	const struct commands *range = &writer->model->commands;
	struct perfetto_row row = { 0 };
	int64_t value = 0;

	if (counter->count == 0)
		return;
	qsort(counter->changes, counter->count, sizeof(*counter->changes), compare);
	put_track(writer, counter, &row);
	for (size_t i = 0; i < counter->count && counter->changes[i].time < range->to; i++) {
		const uint64_t time = counter->changes[i].time;
		const bool is_last =
			i + 1 == counter->count || counter->changes[i + 1].time != time;

		value += counter->changes[i].value;
		if (is_last && (time >= range->from || i + 1 == counter->count ||
				counter->changes[i + 1].time >= range->from))
			put_value(writer, &row, time > range->from ? time : range->from, value);
	}
}

static bool finish(struct perfetto_writer *writer, struct counter *counter, bool is_good)
{
	if (is_good)
		put(writer, counter);
	free(counter->changes);
	return is_good;
}

/* -- what is counted ------------------------------------------------------------------------- */

/* Commands from their calls to their ends: those from FIRST to END of a queue in which all are
 * measured. */
static bool put_depth(struct perfetto_writer *writer, size_t first, size_t end)
{
	const struct command_list *commands = &writer->model->commands.list;
	struct counter counter = { .unit = UNIT_COUNT };
	struct line line = line_in(counter.name, sizeof(counter.name));
	bool is_good = true;

	line_add(&line, "queue#%" PRIu32 " depth", commands->ordered[first]->queue);
	for (size_t i = first; is_good && i < end; i++)
		is_good = add_span(&counter, commands->ordered[i]->begin,
				   commands->ordered[i]->host_ended, 1);
	return finish(writer, &counter, is_good);
}

static bool put_depths(struct perfetto_writer *writer)
{
	const struct commands *commands = &writer->model->commands;
	const struct model_command **ordered = commands->list.ordered;
	bool is_good = true;
	size_t next;

	for (size_t first = 0; is_good && first < commands->list.ordered_count; first = next) {
		for (next = first; next < commands->list.ordered_count &&
				   ordered[next]->queue == ordered[first]->queue;)
			next++;
		if (work_is_measured(&commands->queues[ordered[first]->queue]->work))
			is_good = put_depth(writer, first, next);
	}
	return is_good;
}

static uint64_t rate_of(const struct model_command *command)
{
	const uint64_t time = command->host_ended - command->host_started;

	return time > 0 ? (uint64_t)(1e9 * (double)command->bytes / (double)time) : 0;
}

static bool put_rate(struct perfetto_writer *writer, enum command_kind kind)
{
	const struct command_list *commands = &writer->model->commands.list;
	struct counter counter = { .unit_name = "B/s" };
	struct line line = line_in(counter.name, sizeof(counter.name));
	bool is_good = true;

	line_add(&line, "%s rate", command_direction(kind));
	for (size_t i = 0; is_good && i < commands->count; i++)
		if (commands->list[i].kind == kind && commands->list[i].is_measured)
			is_good =
				add_span(&counter, commands->list[i].host_started,
					 commands->list[i].host_ended, rate_of(&commands->list[i]));
	return finish(writer, &counter, is_good);
}

static bool put_memory(struct perfetto_writer *writer, size_t row)
{
	const struct allocations *memory = &writer->model->allocations;
	struct counter counter = { .unit = UNIT_BYTES };
	struct line line = line_in(counter.name, sizeof(counter.name));
	bool is_good = true;

	line_add_text(&line, "memory");
	for (unsigned int i = 0; i < memory->rows[row].device_count && i < ALLOCATIONS_DEVICES;
	     i++) {
		const char *name = model_device_name(writer->model, memory->rows[row].devices[i]);

		line_add(&line, " %s", name ? name : "of a device");
	}
	for (size_t i = 0; is_good && i < memory->change_count; i++)
		if (memory->changes[i].row == row)
			is_good = add(&counter, memory->changes[i].time, memory->changes[i].bytes);
	return finish(writer, &counter, is_good);
}

bool perfetto_put_counters(struct perfetto_writer *writer)
{
	const struct model *model = writer->model;
	bool is_good = put_depths(writer);

	for (int kind = COMMAND_WRITE; is_good && kind < COMMAND_KINDS; kind++)
		is_good = put_rate(writer, (enum command_kind)kind);
	for (size_t i = 0; is_good && i < model->allocations.row_count; i++)
		is_good = put_memory(writer, i);
	return is_good;
}
