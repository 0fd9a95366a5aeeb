/* SPDX-License-Identifier: Apache-2.0 */
/* range-lines: see range-lines.h. Only in the last lane do ranges overlap. */
#include "tool/report/page/range-lines.h"

#include <stdlib.h>

#include "base/common/line.h"
#include "table/json.h"
#include "tool/report/numbers.h"
#include "tool/report/page/longest-parts.h"

#define LANES 16 /* of a thread */
#define MARKS LANES

struct range_part {
	uint64_t begin;
	uint64_t end;
	uint64_t thread; /* its place; those that threads share come after all */
	uint64_t lane;	 /* MARKS: it is a mark */
	uint32_t row;
};

/* The ranges of a thread, by time: each in the lowest lane that is free. */
static bool add_thread(struct longest_parts *parts, const struct model *model,
		       const struct range_thread *thread, uint64_t place)
{
	uint64_t ends[LANES] = { 0 };
	bool is_good = true;

	for (size_t i = 0; is_good && i < thread->count; i++) {
		struct range_part part = { .thread = place, .row = thread->spans[i].row };

		if (!ranges_cut(&model->ranges, &thread->spans[i], model->stop, &part.begin,
				&part.end))
			continue;
		while (part.lane + 1 < LANES && ends[part.lane] > part.begin)
			part.lane++;
		ends[part.lane] = part.end;
		is_good = longest_parts_add(parts, &part);
	}
	return is_good;
}

/* The first MOST ones: they have no length. */
static bool add_marks(struct longest_parts *parts, const struct model *model, size_t most)
{
	const struct ranges *ranges = &model->ranges;
	bool is_good = true;

	parts->least = 0;
	parts->most = parts->count + most;
	for (size_t i = 0; is_good && i < ranges->mark_count; i++) {
		const struct range_mark *mark = &ranges->marks[i];
		const size_t index = number_map_get(&model->threads.map, mark->thread);
		const struct range_part part = { mark->time, mark->time, index - 1, MARKS,
						 mark->row };

		if (!model_has(model, mark->time) || index == 0)
			continue;
		if (parts->count == parts->most)
			parts->left_out++;
		else
			is_good = longest_parts_add(parts, &part);
	}
	return is_good;
}

static int compare(const void *left, const void *right)
{
	const struct range_part *a = left;
	const struct range_part *b = right;
	const int order = number_order_then(a->thread, b->thread, a->lane, b->lane);

	return order ? order : number_order_then(a->begin, b->begin, b->end, a->end);
}

static bool collect(struct longest_parts *parts, const struct model *model)
{
	const struct ranges *ranges = &model->ranges;
	const size_t most = parts->most;
	bool is_good = true;

	for (size_t i = 0; is_good && i < model->threads.count; i++) {
		const size_t index = number_map_get(&ranges->map, model->threads.list[i].id);

		is_good = index == 0 || add_thread(parts, model, &ranges->threads[index - 1], i);
	}
	is_good = is_good && add_thread(parts, model, &ranges->shared, model->threads.count) &&
		  add_marks(parts, model, most);
	if (parts->count > 0)
		qsort(parts->list, parts->count, sizeof(struct range_part), compare);
	return is_good;
}

/* -- writing ------------------------------------------------------------------- */

static void put_names(struct output *output, const struct ranges *ranges)
{
	json_open_array(output, "names");
	for (size_t i = 0; i < ranges->row_count; i++) {
		char text[RANGES_NAME];
		struct line line = line_in(text, sizeof(text));

		ranges_add_name(&line, &ranges->rows[i]);
		json_text(output, NULL, text);
	}
	json_close_array(output);
}

static void put_line(struct output *output, const struct model *model,
		     const struct range_part *parts, size_t count)
{
	const struct thread *thread =
		parts->thread < model->threads.count ? &model->threads.list[parts->thread] : NULL;

	json_open_object(output, NULL);
	json_unsigned(output, "thread", thread ? thread->id : 0);
	json_text(output, "name", thread ? thread->name : NULL);
	json_flag(output, "is_marks", parts->lane == MARKS);
	json_open_array(output, "parts");
	for (size_t i = 0; i < count; i++) {
		json_unsigned(output, NULL, model_since_start(model, parts[i].begin));
		json_unsigned(output, NULL, parts[i].end - parts[i].begin);
		json_unsigned(output, NULL, parts[i].row);
	}
	json_close_array(output);
	json_close_object(output);
}

bool range_lines_put(struct output *output, const struct model *model, unsigned int shares)
{
	struct longest_parts parts = { .size = sizeof(struct range_part),
				       .most = RANGE_LINES_MOST / shares };
	const bool is_good = collect(&parts, model);
	const struct range_part *list = parts.list;
	size_t next;

	put_names(output, &model->ranges);
	json_unsigned(output, "left_out", parts.left_out);
	json_open_array(output, "lines");
	for (size_t first = 0; first < parts.count; first = next) {
		for (next = first + 1; next < parts.count &&
				       list[next].thread == list[first].thread &&
				       list[next].lane == list[first].lane;)
			next++;
		put_line(output, model, &list[first], next - first);
	}
	json_close_array(output);
	free(parts.list);
	return is_good;
}
