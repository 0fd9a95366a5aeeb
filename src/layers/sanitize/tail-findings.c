/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tail-findings: see tail-findings.h.
 */
#include "layers/sanitize/tail-findings.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/text.h"
#include "layers/frame/finding-lines.h"
#include "layers/sanitize/sanitize-findings.h"

#define MOST_WHERE 128 /* bytes */

/* What is the same each time that the finding comes. */
struct tail_texts {
	char where[MOST_WHERE];
	char size[MOST_WHERE];
	char made[FINDING_PLACE];
	char places[TAIL_GROUPS][FINDING_PLACE];
};

static uint64_t count_launches(const struct tail_change *change)
{
	uint64_t count = change->more;

	for (unsigned i = 0; i < change->group_count; i++)
		count += change->groups[i].count;
	return count;
}

/* -- text ------------------------------------------------------------------------------------- */

static void add_group(struct line *line, const struct tail_group *group, const char *place,
		      bool is_only)
{
	if (!is_only)
		line_add(line, "; %s, %" PRIu64 " time%s%s", group->kernel, group->count,
			 group->count == 1 ? "" : "s", group->is_checked ? ", checked" : "");
	finding_add_place(line, "enqueued", "enqueued_at", place);
}

static void add_text(struct line *line, const struct tail_change *change,
		     const struct tail_texts *texts)
{
	const uint64_t launches = count_launches(change);
	const char *host = change->is_mapped ? ", or by the host, which can write there" : "";

	line_add(line, "%zu byte%s written beyond the end of %s (%zu bytes), ", change->bytes,
		 change->bytes == 1 ? " was" : "s were", texts->where, change->size);
	if (change->first == change->last)
		line_add(line, "at byte %zu", change->size + change->first);
	else
		line_add(line, "from byte %zu to byte %zu", change->size + change->first,
			 change->size + change->last);
	if (launches == 1)
		line_add(line, "; by this launch%s", host);
	else
		line_add(line, "; by one of %" PRIu64 " launches%s", launches, host);
	for (unsigned i = 0; i < change->group_count; i++)
		add_group(line, &change->groups[i], texts->places[i], change->group_count == 1);
	finding_add_place(line, "made", "made_at", texts->made);
}

/* -- JSON ------------------------------------------------------------------------------------- */

static void add_launches(struct line *line, const struct tail_change *change,
			 const struct tail_texts *texts)
{
	line_add(line, ",\"launched\":[");
	for (unsigned i = 0; i < change->group_count; i++) {
		const struct tail_group *group = &change->groups[i];

		line_add(line, "%s{\"kernel\":", i > 0 ? "," : "");
		line_add_json(line, group->kernel);
		line_add(line, ",\"launches\":%" PRIu64 ",\"is_checked\":%s", group->count,
			 group->is_checked ? "true" : "false");
		finding_add_member(line, "enqueued_at", texts->places[i]);
		line_add(line, "}");
	}
	line_add(line, "]");
}

static void add_members(struct line *line, const struct tail_change *change,
			const struct tail_texts *texts)
{
	finding_add_member(line, "memory", change->is_svm ? "svm" : "buffer");
	finding_add_number(line, "number", change->number);
	finding_add_number(line, "size", (int64_t)change->size);
	finding_add_number(line, "offset", (int64_t)(change->size + change->first));
	finding_add_number(line, "last", (int64_t)(change->size + change->last));
	finding_add_number(line, "bytes", (int64_t)change->bytes);
	finding_add_number(line, "launches", (int64_t)count_launches(change));
	line_add(line, ",\"may_be_host\":%s", change->is_mapped ? "true" : "false");
	add_launches(line, change, texts);
	finding_add_place(line, "", "made_at", texts->made);
}

/* -- both ------------------------------------------------------------------------------------- */

/* A change with its texts. */
struct tail_report {
	const struct tail_change *change;
	struct tail_texts *texts;
};

static void add(struct line *line, const void *data, bool is_json)
{
	const struct tail_report *report = data;

	if (is_json)
		add_members(line, report->change, report->texts);
	else
		add_text(line, report->change, report->texts);
}

void tail_findings_report(const struct tail_change *change)
{
	struct tail_texts *texts = calloc(1, sizeof(*texts));
	const struct tail_report report = { change, texts };

	if (!texts)
		return;
	text_format(texts->where, MOST_WHERE, "%s %u", change->is_svm ? "SVM allocation" : "buffer",
		    change->number);
	text_format(texts->size, MOST_WHERE, "%zu", change->size);
	finding_ask_place(texts->made, change->made);
	for (unsigned i = 0; i < change->group_count; i++)
		finding_ask_place(texts->places[i], change->groups[i].site);
	findings_report_other(&(struct findings_other){ .id = "tail-overwritten",
							.kernel = change->groups[0].kernel,
							.where = texts->where,
							.made = texts->made,
							.launched = texts->places[0],
							.size = texts->size,
							.add = add,
							.data = &report });
	free(texts);
}
