/* SPDX-License-Identifier: Apache-2.0 */
/*
 * perfetto-ranges: see perfetto-writer.h. The ranges of one thread and domain are inside of each
 * other, so they have one track; those that threads share may overlap, and have lanes.
 */
#include "tool/report/timeline/perfetto-writer.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/common/line.h"
#include "tool/report/space.h"
#include "tool/report/timeline/rows.h"

#define MOST_LANES 64 /* what overlaps with more is in the last one */

struct range_tracks {
	struct perfetto_row *list;
	size_t count;
	struct pointer_map map; /* from the number of a domain to the index, plus 1 */
};

static bool put_track(struct perfetto_writer *writer, struct range_tracks *tracks, const char *name)
{
	const uint64_t track = perfetto_new_track(writer);
	struct perfetto_row *row;

	if (!space_make(&tracks->list, tracks->count, sizeof(*row)))
		return false;
	row = &tracks->list[tracks->count++];
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): space_make() has set the list */
	*row = (struct perfetto_row){ 0 };
	perfetto_begin_sequence(writer, row, track);
	protobuf_put_number(&writer->part, TRACK_ID, track);
	protobuf_put_number(&writer->part, TRACK_PARENT, perfetto_process_track(writer));
	protobuf_put_text(&writer->part, TRACK_NAME, name);
	perfetto_write_track(writer, row->sequence);
	return true;
}

static void done(struct perfetto_writer *writer, struct range_tracks *tracks)
{
	for (size_t i = 0; i < tracks->count; i++) {
		perfetto_end_spans(writer, &tracks->list[i], UINT64_MAX);
		/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): the list has COUNT elements */
		free(tracks->list[i].ends);
	}
	free(tracks->list);
	pointer_map_done(&tracks->map);
}

/* Begins an event of TYPE that is named as the ranges of NUMBER. */
static bool begin_event(struct perfetto_writer *writer, const struct perfetto_row *track,
			uint32_t number, unsigned int type)
{
	const struct range_row *row = &writer->model->ranges.rows[number];
	const char *text = *row->name ? row->name : "(no name)";
	const size_t name = perfetto_find_name(writer, text);
	const uint32_t id = FIRST_NAME + 1 + (uint32_t)name;

	if (name == STRINGS_NONE)
		return false;
	perfetto_intern(writer, track, INTERNED_NAME, id, text, &writer->named[name]);
	protobuf_put_number(&writer->event, EVENT_TYPE, type);
	protobuf_put_number(&writer->event, EVENT_NAME, id);
	perfetto_put_category(writer, track, PERFETTO_RANGES, type == INSTANT ? "mark" : "range");
	if (!row->domain)
		return true;
	protobuf_put_text(&writer->inner, ANNOTATION_NAME, "domain");
	protobuf_put_text(&writer->inner, ANNOTATION_TEXT, row->domain);
	protobuf_put_message(&writer->event, EVENT_ANNOTATION, &writer->inner);
	return true;
}

static bool put_span(struct perfetto_writer *writer, struct perfetto_row *track,
		     const struct range_span *span)
{
	const struct model *model = writer->model;
	uint64_t begin;
	uint64_t end;

	if (!ranges_cut(&model->ranges, span, model->stop, &begin, &end))
		return true;
	perfetto_end_spans(writer, track, perfetto_moment(writer, begin));
	if (!begin_event(writer, track, span->row, SLICE_BEGIN))
		return false;
	perfetto_write_event(writer, track, perfetto_moment(writer, begin));
	return perfetto_push_end(track, perfetto_moment(writer, end));
}

/* -- ranges of a thread ------------------------------------------------------------------------ */

static void name_thread(struct line *line, const struct perfetto_writer *writer, uint32_t id)
{
	const struct thread *thread = threads_get(&writer->model->threads, id);

	if (thread && thread->name)
		line_add(line, "%s %" PRIu32, thread->name, id);
	else
		line_add(line, "thread %" PRIu32, id);
}

/* The track of the ranges of DOMAIN; NULL: there is no memory. */
static struct perfetto_row *find_track(struct perfetto_writer *writer, struct range_tracks *tracks,
				       uint32_t thread, const struct range_row *row)
{
	const size_t index = number_map_get(&tracks->map, row->domain_number);
	char name[ROW_NAME];
	struct line line = line_in(name, sizeof(name));

	if (index > 0)
		return &tracks->list[index - 1];
	name_thread(&line, writer, thread);
	line_add(&line, " ranges%s%s", row->domain ? " " : "", row->domain ? row->domain : "");
	if (!put_track(writer, tracks, name))
		return NULL;
	if (!number_map_set(&tracks->map, row->domain_number, tracks->count))
		return space_is_short(), NULL;
	return &tracks->list[tracks->count - 1];
}

static bool put_thread(struct perfetto_writer *writer, const struct range_thread *thread)
{
	struct range_tracks tracks = { .list = NULL };
	bool is_good = true;

	for (size_t i = 0; is_good && i < thread->count; i++) {
		const struct range_span *span = &thread->spans[i];
		struct perfetto_row *track = find_track(writer, &tracks, thread->id,
							&writer->model->ranges.rows[span->row]);

		is_good = track && put_span(writer, track, span);
	}
	done(writer, &tracks);
	return is_good;
}

/* -- ranges of all threads --------------------------------------------------------------------- */

static size_t find_lane(const struct range_tracks *tracks, const uint64_t *ends, uint64_t begin)
{
	size_t lane = 0;

	while (lane < tracks->count && lane + 1 < MOST_LANES && ends[lane] > begin)
		lane++;
	return lane;
}

static bool put_shared(struct perfetto_writer *writer)
{
	const struct range_thread *shared = &writer->model->ranges.shared;
	struct range_tracks tracks = { .list = NULL };
	uint64_t ends[MOST_LANES] = { 0 };
	bool is_good = true;

	for (size_t i = 0; is_good && i < shared->count; i++) {
		const struct range_span *span = &shared->spans[i];
		const size_t lane = find_lane(&tracks, ends, span->begin);

		ends[lane] = span->end > 0 ? span->end : UINT64_MAX;
		if (lane == tracks.count)
			is_good = put_track(writer, &tracks, "ranges of all threads");
		is_good = is_good && put_span(writer, &tracks.list[lane], span);
	}
	done(writer, &tracks);
	return is_good;
}

/* -- marks ------------------------------------------------------------------------------------- */

static int compare_marks(const void *left, const void *right)
{
	const struct range_mark *a = left;
	const struct range_mark *b = right;

	return number_order_then(a->thread, b->thread, a->time, b->time);
}

/* COUNT marks of one thread. */
static bool put_marks(struct perfetto_writer *writer, const struct range_mark *marks, size_t count)
{
	struct range_tracks tracks = { .list = NULL };
	char name[ROW_NAME];
	struct line line = line_in(name, sizeof(name));
	bool is_good;

	name_thread(&line, writer, marks->thread);
	line_add_text(&line, " marks");
	is_good = put_track(writer, &tracks, name);
	for (size_t i = 0; is_good && i < count; i++) {
		if (!model_has(writer->model, marks[i].time))
			continue;
		is_good = begin_event(writer, tracks.list, marks[i].row, INSTANT);
		if (is_good)
			perfetto_write_event(writer, tracks.list,
					     perfetto_moment(writer, marks[i].time));
	}
	done(writer, &tracks);
	return is_good;
}

static bool put_all_marks(struct perfetto_writer *writer)
{
	const struct ranges *ranges = &writer->model->ranges;
	struct range_mark *marks = calloc(ranges->mark_count + 1, sizeof(*marks));
	bool is_good = true;
	size_t next;

	if (!marks)
		return space_is_short();
	for (size_t i = 0; i < ranges->mark_count; i++)
		marks[i] = ranges->marks[i];
	qsort(marks, ranges->mark_count, sizeof(*marks), compare_marks);
	for (size_t first = 0; is_good && first < ranges->mark_count; first = next) {
		for (next = first + 1;
		     next < ranges->mark_count && marks[next].thread == marks[first].thread;)
			next++;
		is_good = put_marks(writer, &marks[first], next - first);
	}
	free(marks);
	return is_good;
}

bool perfetto_put_ranges(struct perfetto_writer *writer)
{
	const struct ranges *ranges = &writer->model->ranges;
	bool is_good = true;

	for (size_t i = 0; is_good && i < ranges->thread_count; i++)
		is_good = put_thread(writer, &ranges->threads[i]);
	return is_good && put_shared(writer) && put_all_marks(writer);
}
