/* SPDX-License-Identifier: Apache-2.0 */
/* perfetto-writer: see perfetto-writer.h. */
#include "tool/report/timeline/perfetto-writer.h"

#include "tool/report/space.h"

uint64_t perfetto_process_track(const struct perfetto_writer *writer)
{
	return writer->process << 32;
}

static void write_packet(struct perfetto_writer *writer)
{
	protobuf_write(writer->perfetto->file, TRACE_PACKET, &writer->packet);
}

static void put_clock(struct perfetto_writer *writer, uint64_t id, bool is_incremental)
{
	protobuf_put_number(&writer->inner, CLOCK_ID, id);
	protobuf_put_number(&writer->inner, CLOCK_TIME, 0);
	if (is_incremental)
		protobuf_put_number(&writer->inner, CLOCK_IS_INCREMENTAL, 1);
	protobuf_put_message(&writer->part, CLOCKS_CLOCK, &writer->inner);
}

void perfetto_begin_sequence(struct perfetto_writer *writer, struct perfetto_row *row, uint64_t track)
{
	row->sequence = ++writer->perfetto->sequences;
	protobuf_put_number(&writer->packet, PACKET_SEQUENCE, row->sequence);
	protobuf_put_number(&writer->packet, PACKET_FLAGS, STATE_CLEARED);
	protobuf_put_number(&writer->packet, PACKET_IS_FIRST, 1);
	put_clock(writer, CLOCK_BOOT, false);
	put_clock(writer, CLOCK_SEQUENCE, true);
	protobuf_put_message(&writer->packet, PACKET_CLOCKS, &writer->part);
	protobuf_put_number(&writer->inner, EVENT_TRACK, track);
	protobuf_put_message(&writer->part, DEFAULTS_EVENT, &writer->inner);
	protobuf_put_number(&writer->part, DEFAULTS_CLOCK, CLOCK_SEQUENCE);
	protobuf_put_message(&writer->packet, PACKET_DEFAULTS, &writer->part);
	write_packet(writer);
}

void perfetto_write_track(struct perfetto_writer *writer, uint32_t sequence)
{
	protobuf_put_number(&writer->packet, PACKET_SEQUENCE, sequence);
	protobuf_put_message(&writer->packet, PACKET_TRACK, &writer->part);
	write_packet(writer);
}

void perfetto_write_event(struct perfetto_writer *writer, struct perfetto_row *row, uint64_t time)
{
	const uint64_t since = time > row->time ? time - row->time : 0;

	row->time += since;
	protobuf_put_number(&writer->packet, PACKET_TIME, since);
	protobuf_put_number(&writer->packet, PACKET_SEQUENCE, row->sequence);
	protobuf_put_number(&writer->packet, PACKET_FLAGS, STATE_NEEDED);
	if (writer->interned.size > 0)
		protobuf_put_message(&writer->packet, PACKET_INTERNED, &writer->interned);
	protobuf_put_message(&writer->packet, PACKET_EVENT, &writer->event);
	write_packet(writer);
}

uint64_t perfetto_moment(const struct perfetto_writer *writer, uint64_t time)
{
	return writer->delay + model_since_start(writer->model, time);
}

/* Threads of Linux have IDs below 2^22, so the numbers of others come after them. */
uint64_t perfetto_new_track(struct perfetto_writer *writer)
{
	return perfetto_process_track(writer) + (UINT64_C(1) << 30) + writer->lane_count++;
}

/* -- events -------------------------------------------------------------------- */

void perfetto_end_span(struct perfetto_writer *writer, struct perfetto_row *row, uint64_t time)
{
	protobuf_put_number(&writer->event, EVENT_TYPE, SLICE_END);
	perfetto_write_event(writer, row, time);
}

void perfetto_end_spans(struct perfetto_writer *writer, struct perfetto_row *row, uint64_t time)
{
	while (row->depth > 0 && row->ends[row->depth - 1] <= time)
		perfetto_end_span(writer, row, row->ends[--row->depth]);
}

bool perfetto_push_end(struct perfetto_row *row, uint64_t end)
{
	if (!space_make(&row->ends, row->depth, sizeof(*row->ends)))
		return false;
	if (row->depth > 0 && end > row->ends[row->depth - 1])
		end = row->ends[row->depth - 1];
	row->ends[row->depth++] = end;
	return true;
}

void perfetto_intern(struct perfetto_writer *writer, const struct perfetto_row *row,
		   unsigned int kind, uint32_t number, const char *text, uint32_t *sequence)
{
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): the first command of a lane makes its row */
	if (*sequence == row->sequence)
		return;
	*sequence = row->sequence;
	protobuf_put_number(&writer->inner, NAME_ID, number);
	protobuf_put_text(&writer->inner, NAME_TEXT, text);
	protobuf_put_message(&writer->interned, kind, &writer->inner);
}

void perfetto_annotate(struct perfetto_writer *writer, const char *name, uint64_t number)
{
	protobuf_put_text(&writer->inner, ANNOTATION_NAME, name);
	protobuf_put_number(&writer->inner, ANNOTATION_NUMBER, number);
	protobuf_put_message(&writer->event, EVENT_ANNOTATION, &writer->inner);
}

void perfetto_put_category(struct perfetto_writer *writer, const struct perfetto_row *row,
			 unsigned int number, const char *name)
{
	perfetto_intern(writer, row, INTERNED_CATEGORY, number + 1, name, &writer->categories[number]);
	protobuf_put_number(&writer->event, EVENT_CATEGORY, number + 1);
}

size_t perfetto_find_name(struct perfetto_writer *writer, const char *text)
{
	const size_t count = writer->names.count;
	const size_t index = strings_add(&writer->names, text);

	if (index == count && !space_make(&writer->named, count, sizeof(*writer->named)))
		return STRINGS_NONE;
	if (index == count)
		writer->named[index] = 0;
	return index;
}
