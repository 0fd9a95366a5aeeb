/* SPDX-License-Identifier: Apache-2.0 */
/* ranges: see ranges.h. How they are paired; range-work.c has what was done in them. */
#include "tool/report/ranges.h"

#include <stdlib.h>
#include <string.h>

#include "tool/report/space.h"

#define MOST_NAME 1024 /* bytes, with the end */
#define MOST_DOMAIN 256
#define MOST_NAME_BYTES ((size_t)16 << 20) /* of all */
#define MOST_EDGES ((size_t)1 << 20)
#define OTHER_NAMES "(other names)"

const char *const range_words
	[] = { [RANGE_NESTED] = "range", [RANGE_SHARED] = "shared", [RANGE_MARK] = "mark", NULL };

/* -- rows ----------------------------------------------------------------------- */

/* What a record says, cut. */
struct range_said {
	char domain[MOST_DOMAIN];
	char name[MOST_NAME];
	size_t domain_number;
};

/* Copies the text at *AT, before END, to TO; the next one is after it. */
static void take_text(const char **at, const char *end, char *to, size_t space)
{
	const size_t length = strnlen(*at, (size_t)(end - *at));
	const size_t kept = length < space ? length : space - 1;

	memcpy(to, *at, kept);
	to[kept] = '\0';
	*at += length + (*at + length < end);
}

static bool take_said(struct ranges *ranges, const struct record *record, struct range_said *said)
{
	const char *at = (const char *)record + sizeof(struct record_range);
	const char *end = (const char *)record + record->size;

	take_text(&at, end, said->domain, sizeof(said->domain));
	take_text(&at, end, said->name, sizeof(said->name));
	ranges->domains.most = ranges->names.most = MOST_NAME_BYTES;
	said->domain_number = strings_add(&ranges->domains, said->domain);
	if (said->domain_number == STRINGS_FULL) {
		ranges->domains.most = 0;
		memcpy(said->domain, OTHER_NAMES, sizeof(OTHER_NAMES));
		said->domain_number = strings_add(&ranges->domains, said->domain);
	}
	return said->domain_number != STRINGS_NONE;
}

/* The number of the row, which is there afterwards; STRINGS_NONE: there is no memory. */
static size_t add_row(struct ranges *ranges, size_t number, enum range_kind kind,
		      const struct range_said *said)
{
	const char *key = ranges->names.list[number].text;
	const size_t domain = strlen(said->domain);

	if (!space_make(&ranges->rows, ranges->row_count, sizeof(*ranges->rows)))
		return STRINGS_NONE;
	/* A blank is in place of the end of the domain's name. */
	ranges->rows[ranges->row_count++] = (struct range_row){
		.name = key + 1 + domain + 1,
		.domain = domain > 0 ? ranges->domains.list[said->domain_number].text : NULL,
		.domain_number = (uint32_t)said->domain_number,
		.kind = kind,
	};
	return number;
}

static size_t find_row(struct ranges *ranges, enum range_kind kind, const struct range_said *said)
{
	static const char kinds[] = {
		[RANGE_NESTED] = 'n', [RANGE_SHARED] = 's', [RANGE_MARK] = 'm'
	};
	char key[1 + MOST_DOMAIN + MOST_NAME];
	const size_t domain = strlen(said->domain);
	size_t number;

	key[0] = kinds[kind];
	memcpy(key + 1, said->domain, domain);
	key[1 + domain] = ' ';
	memcpy(key + 1 + domain + 1, said->name, strlen(said->name) + 1);
	number = strings_add(&ranges->names, key);
	if (number == STRINGS_FULL)
		return STRINGS_FULL;
	return number == STRINGS_NONE || number < ranges->row_count
		       ? number
		       : add_row(ranges, number, kind, said);
}

/* Stores the row of what begins, in which it is counted. */
static bool count_begin(struct ranges *ranges, enum range_kind kind, const struct range_said *said,
			uint64_t time, uint32_t *row)
{
	size_t number = find_row(ranges, kind, said);

	if (number == STRINGS_FULL) {
		const struct range_said other = { .name = OTHER_NAMES };

		ranges->names.most = 0;
		number = find_row(ranges, kind, &other);
	}
	if (number == STRINGS_NONE)
		return false;
	*row = (uint32_t)number;
	ranges->rows[number].count += time >= ranges->from && time < ranges->to;
	return true;
}

/* -- spans ----------------------------------------------------------------------- */

static struct range_thread *find_thread(struct ranges *ranges, uint32_t id)
{
	const size_t index = number_map_get(&ranges->map, id);

	if (index > 0)
		return &ranges->threads[index - 1];
	if (!space_make(&ranges->threads, ranges->thread_count, sizeof(*ranges->threads)))
		return NULL;
	if (!number_map_set(&ranges->map, id, ranges->thread_count + 1))
		return space_is_short(), NULL;
	ranges->threads[ranges->thread_count] = (struct range_thread){ .id = id };
	return &ranges->threads[ranges->thread_count++];
}

/* Stores the index of the new span, plus 1, in *INDEX; 0: there are too many. */
static bool add_span(struct ranges *ranges, struct range_thread *thread,
		     const struct range_span *span, uint32_t *index)
{
	*index = 0;
	if (ranges->span_count == RANGES_SPANS) {
		ranges->left_out++;
		return true;
	}
	if (!space_make(&thread->spans, thread->count, sizeof(*span)))
		return false;
	thread->spans[thread->count++] = *span;
	ranges->span_count++;
	*index = (uint32_t)thread->count;
	return true;
}

bool ranges_cut(const struct ranges *ranges, const struct range_span *span, uint64_t stop,
		uint64_t *begin, uint64_t *end)
{
	const uint64_t known = span->end > 0 ? span->end : stop;
	const uint64_t last = known > span->begin ? known : span->begin;

	*begin = span->begin > ranges->from ? span->begin : ranges->from;
	*end = last < ranges->to ? last : ranges->to;
	return span->begin < ranges->to && (span->begin >= ranges->from || last > ranges->from);
}

/* SPAN has ended. */
static void add_times(struct ranges *ranges, const struct range_span *span)
{
	struct range_row *row = &ranges->rows[span->row];
	uint64_t begin;
	uint64_t end;

	if (span->begin >= ranges->from && span->begin < ranges->to)
		durations_add(&row->times, span->end > span->begin ? span->end - span->begin : 0);
	if (ranges_cut(ranges, span, span->end, &begin, &end))
		row->closed += end - begin;
}

static bool push(struct ranges *ranges, struct range_thread *thread, size_t domain, uint32_t row,
		 uint64_t time)
{
	struct range_open open = { .begin = time, .row = row, .domain = (uint32_t)domain };
	const struct range_span span = {
		.begin = time,
		.row = row,
		.parent = thread->depth > 0 ? thread->open[thread->depth - 1].span : 0,
	};

	if (thread->depth == RANGES_DEPTH) {
		thread->deeper++;
		return true;
	}
	if (!add_span(ranges, thread, &span, &open.span) ||
	    !space_make(&thread->open, thread->depth, sizeof(open)))
		return false;
	thread->open[thread->depth++] = open;
	return true;
}

/* The last push of DOMAIN that has no pop, plus 1; 0: none. */
static size_t find_open(const struct range_thread *thread, size_t domain)
{
	for (size_t i = thread->depth; i > 0 && thread->depth - i < RANGES_LOOKS; i--)
		if (thread->open[i - 1].domain == domain)
			return i;
	return 0;
}

static void pop(struct ranges *ranges, struct range_thread *thread, size_t domain, uint64_t time)
{
	const size_t found = thread->deeper > 0 ? 0 : find_open(thread, domain);
	struct range_span span;

	if (thread->deeper > 0) {
		thread->deeper--;
		return;
	}
	if (found == 0) {
		ranges->pops++;
		return;
	}
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): find_open() has found it there */
	span = (struct range_span){ .begin = thread->open[found - 1].begin,
				    .end = time > 0 ? time : 1,
				    .row = thread->open[found - 1].row };
	if (thread->open[found - 1].span > 0)
		/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): push() has added the span */
		thread->spans[thread->open[found - 1].span - 1].end = span.end;
	add_times(ranges, &span);
	thread->depth--;
	memmove(&thread->open[found - 1], &thread->open[found],
		(thread->depth - (found - 1)) * sizeof(*thread->open));
}

/* -- begins and ends of any thread ------------------------------------------------ */

static bool add_edge(struct ranges *ranges, const struct record_range *record, size_t domain,
		     uint32_t row, bool is_end)
{
	struct range_edge edge = {
		.domain = domain, .time = record->time, .row = row, .is_end = is_end
	};

	memcpy(edge.id, record->id, sizeof(edge.id));
	ranges->has_edges = true;
	if (ranges->edge_count == MOST_EDGES) {
		ranges->left_out += !is_end;
		return true;
	}
	if (!space_make(&ranges->edges, ranges->edge_count, sizeof(edge)))
		return false;
	ranges->edges[ranges->edge_count++] = edge;
	return true;
}

static int compare_keys(const struct range_edge *a, const struct range_edge *b)
{
	const int order = number_order_then(a->domain, b->domain, a->id[0], b->id[0]);

	return order ? order : number_order_then(a->id[1], b->id[1], a->id[2], b->id[2]);
}

/* Of a begin and an end at the same time, the begin comes first. */
static int compare_edges(const void *left, const void *right)
{
	const struct range_edge *a = left;
	const struct range_edge *b = right;
	const int order = compare_keys(a, b);

	return order ? order : number_order_then(a->time, b->time, a->is_end, b->is_end);
}

static int compare_spans(const void *left, const void *right)
{
	return number_order(((const struct range_span *)left)->begin,
			    ((const struct range_span *)right)->begin);
}

/* From KEPT edges on, END is the next one, and has its begin before it or none. */
static bool pair_end(struct ranges *ranges, size_t *kept, const struct range_edge *end)
{
	const struct range_edge *begin = *kept > 0 ? &ranges->edges[*kept - 1] : NULL;
	struct range_span span;
	uint32_t index;

	if (!begin || begin->is_end || compare_keys(begin, end) != 0) {
		ranges->edges[(*kept)++] = *end;
		return true;
	}
	span = (struct range_span){ .begin = begin->time,
				    .end = end->time > 0 ? end->time : 1,
				    .row = begin->row };
	--*kept;
	add_times(ranges, &span);
	return add_span(ranges, &ranges->shared, &span, &index);
}

/* Those that go on are found anew in each round. */
static void forget_open(struct ranges *ranges)
{
	struct range_thread *shared = &ranges->shared;
	size_t kept = 0;

	for (size_t i = 0; i < shared->count; i++)
		if (shared->spans[i].end > 0)
			shared->spans[kept++] = shared->spans[i];
	ranges->span_count -= shared->count - kept;
	shared->count = kept;
}

static bool add_open(struct ranges *ranges)
{
	bool is_good = true;
	uint32_t index;

	for (size_t i = 0; is_good && i < ranges->edge_count; i++)
		if (!ranges->edges[i].is_end)
			is_good = add_span(ranges, &ranges->shared,
					   &(struct range_span){ .begin = ranges->edges[i].time,
								 .row = ranges->edges[i].row },
					   &index);
	return is_good;
}

static bool pair_edges(struct ranges *ranges)
{
	const size_t count = ranges->edge_count;
	size_t kept = 0;

	qsort(ranges->edges, count, sizeof(*ranges->edges), compare_edges);
	for (size_t i = 0; i < count; i++) {
		const struct range_edge edge = ranges->edges[i];

		if (!edge.is_end)
			ranges->edges[kept++] = edge;
		else if (!pair_end(ranges, &kept, &edge))
			return false;
	}
	ranges->edge_count = kept;
	return true;
}

static int compare_sources(const void *left, const void *right)
{
	return number_order(((const struct range_source *)left)->reference,
			    ((const struct range_source *)right)->reference);
}

bool ranges_pair(struct ranges *ranges)
{
	struct range_thread *shared = &ranges->shared;
	uint64_t reach = 0;

	if (ranges->has_sources && ranges->source_count > 0)
		qsort(ranges->sources, ranges->source_count, sizeof(*ranges->sources),
		      compare_sources);
	ranges->has_sources = false;
	if (!ranges->has_edges)
		return true;
	ranges->has_edges = false;
	forget_open(ranges);
	if ((ranges->edge_count > 0 && !pair_edges(ranges)) || !add_open(ranges))
		return false;
	if (shared->count > 0)
		qsort(shared->spans, shared->count, sizeof(*shared->spans), compare_spans);
	for (size_t i = 0; i < shared->count; i++) {
		const uint64_t end = shared->spans[i].end > 0 ? shared->spans[i].end : UINT64_MAX;

		reach = end > reach ? end : reach;
		shared->spans[i].reach = reach;
	}
	return true;
}

/* -- records ------------------------------------------------------------------------ */

static bool add_mark(struct ranges *ranges, uint32_t thread, uint32_t row, uint64_t time)
{
	if (!ranges->keeps_marks)
		return true;
	if (ranges->mark_count == RANGES_SPANS) {
		ranges->left_out++;
		return true;
	}
	if (!space_make(&ranges->marks, ranges->mark_count, sizeof(*ranges->marks)))
		return false;
	ranges->marks[ranges->mark_count++] = (struct range_mark){ time, thread, row };
	return true;
}

static bool see_range(struct ranges *ranges, const struct record_range *range, uint32_t id)
{
	struct range_said said;
	struct range_thread *thread;
	uint32_t row;

	if (!take_said(ranges, &range->head, &said))
		return false;
	switch (range->head.detail) {
	case RECORD_RANGE_PUSH:
		thread = find_thread(ranges, id);
		return thread && count_begin(ranges, RANGE_NESTED, &said, range->time, &row) &&
		       push(ranges, thread, said.domain_number, row, range->time);
	case RECORD_RANGE_POP:
		thread = find_thread(ranges, id);
		if (thread)
			pop(ranges, thread, said.domain_number, range->time);
		return thread != NULL;
	case RECORD_RANGE_BEGIN:
		return count_begin(ranges, RANGE_SHARED, &said, range->time, &row) &&
		       add_edge(ranges, range, said.domain_number, row, false);
	case RECORD_RANGE_END:
		return add_edge(ranges, range, said.domain_number, 0, true);
	case RECORD_RANGE_MARK:
		return count_begin(ranges, RANGE_MARK, &said, range->time, &row) &&
		       add_mark(ranges, id, row, range->time);
	default:
		return true;
	}
}

/* Records of a thread follow each other, so few places are noted. */
static bool note_source(struct ranges *ranges, struct record_place place)
{
	const struct range_source *last =
		ranges->has_sources ? &ranges->sources[ranges->source_count - 1] : NULL;

	if (last && last->thread == place.thread && last->reference <= place.reference)
		return true;
	if (!space_make(&ranges->sources, ranges->source_count, sizeof(*last)))
		return false;
	ranges->sources[ranges->source_count++] =
		(struct range_source){ place.reference, place.thread };
	ranges->has_sources = true;
	return true;
}

bool ranges_see(struct ranges *ranges, const struct record *record, struct record_place place)
{
	if (!note_source(ranges, place))
		return false;
	return record->type != RECORD_RANGE || record->size < sizeof(struct record_range) ||
	       see_range(ranges, (const struct record_range *)record, place.thread);
}

void ranges_add_name(struct line *line, const struct range_row *row)
{
	line_add_text(line, *row->name ? row->name : "(no name)");
	if (row->domain)
		line_add(line, " (%s)", row->domain);
}

void ranges_done(struct ranges *ranges)
{
	for (size_t i = 0; i < ranges->thread_count; i++) {
		free(ranges->threads[i].spans);
		free(ranges->threads[i].open);
	}
	free(ranges->threads);
	free(ranges->shared.spans);
	free(ranges->rows);
	free(ranges->edges);
	free(ranges->marks);
	free(ranges->means);
	free(ranges->sources);
	pointer_map_done(&ranges->map);
	pointer_map_done(&ranges->mean_map);
	strings_done(&ranges->names);
	strings_done(&ranges->domains);
	*ranges = (struct ranges){ .from = 0 };
}
