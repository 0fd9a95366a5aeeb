/* SPDX-License-Identifier: Apache-2.0 */
/* perfetto-writer: see perfetto-writer.h. */
#include "tool/report/timeline/perfetto-writer.h"

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
