/* SPDX-License-Identifier: Apache-2.0 */
/*
 * finding-text: see finding-text.h.
 */
#include "layers/sanitize/finding-text.h"

#include <inttypes.h>

#include "layers/sanitize/sanitize-records.h"
#include "sanitize/sanitize-format.h"

const struct sites_sized *finding_text_argument(const struct sites_kernel *kernel,
						const uint32_t *record)
{
	const uint32_t object = record[SANITIZE_RECORD_OBJECT] & ~SANITIZE_OBJECT_NEAREST;

	if (object == SANITIZE_OBJECT_UNKNOWN || object > kernel->sized_count)
		return NULL;
	return &kernel->sized[object - 1];
}

const struct sites_object *finding_text_object(const struct sites *sites, const uint32_t *record)
{
	const uint32_t object = record[SANITIZE_RECORD_OBJECT] & ~SANITIZE_OBJECT_NEAREST;

	if (object == SANITIZE_OBJECT_ARRAY || (object & SANITIZE_OBJECT_NAMED) == 0 ||
	    (object & ~SANITIZE_OBJECT_NAMED) >= sites->object_count)
		return NULL;
	return &sites->objects[object & ~SANITIZE_OBJECT_NAMED];
}

static bool is_array(const struct finding_facts *finding)
{
	return finding->record[SANITIZE_RECORD_OBJECT] == SANITIZE_OBJECT_ARRAY;
}

static bool is_nearest(const struct finding_facts *finding)
{
	return !is_array(finding) &&
	       (finding->record[SANITIZE_RECORD_OBJECT] & SANITIZE_OBJECT_NEAREST) != 0;
}

static int64_t offset_of(const struct finding_facts *finding)
{
	return (int64_t)records_long(finding->record + SANITIZE_RECORD_OFFSET);
}

static uint64_t size_of(const struct finding_facts *finding)
{
	return records_long(finding->record + SANITIZE_RECORD_SIZE);
}

const char *finding_text_where(const struct finding_facts *finding, char text[FINDING_TEXT_WHERE])
{
	struct line line = line_in(text, FINDING_TEXT_WHERE);
	const struct sites_site *site = finding->site;

	line_add(&line, "%s:%u", *site->file ? site->file : "source", site->line);
	if (site->column > 0)
		line_add(&line, ":%u", site->column);
	return text;
}

/* -- text ------------------------------------------------------------------------------------- */

static void add_array(struct line *line, const struct finding_facts *finding)
{
	line_add(line, "index %" PRId64 " of %s, which has %" PRIu64 " elements",
		 offset_of(finding), finding->site->object, size_of(finding));
}

/* How far the access is outside of its object. */
static void add_distance(struct line *line, const struct finding_facts *finding)
{
	const int64_t offset = offset_of(finding);
	const uint64_t size = size_of(finding);

	if (offset < 0)
		line_add(line, ", %" PRIu64 " bytes before its start",
			 (uint64_t)0 - (uint64_t)offset);
	else if ((uint64_t)offset >= size)
		line_add(line, ", %" PRIu64 " bytes beyond its end", (uint64_t)offset - size);
	else
		line_add(line, ", reaches %" PRIu64 " bytes beyond its end",
			 (uint64_t)offset + finding->site->bytes - size);
}

static void add_memory(struct line *line, const struct finding_facts *finding)
{
	const struct sites_sized *sized = finding->sized;

	if (!sized && !finding->object) {
		line_add(line, "at address 0x%" PRIx64 ", which is in no memory of the launch",
			 (uint64_t)offset_of(finding));
		return;
	}
	line_add(line, "at byte %" PRId64 " of %s", offset_of(finding),
		 is_nearest(finding) ? "the nearest memory, " : "");
	if (sized)
		line_add(line, "argument %u, \"%s\" (%s, %" PRIu64 " bytes)", sized->index,
			 sized->name, sized->type, size_of(finding));
	else
		line_add(line, "\"%s\" (%s, %" PRIu64 " bytes)", finding->object->name,
			 finding->object->type, size_of(finding));
	add_distance(line, finding);
}

static void add_work_item(struct line *line, const uint32_t *record)
{
	const uint32_t *global = record + SANITIZE_RECORD_GLOBAL;
	const uint32_t *local = record + SANITIZE_RECORD_LOCAL;

	line_add(line,
		 "; first by work-item (%" PRIu64 ",%" PRIu64 ",%" PRIu64 "), local ID (%" PRIu32
		 ",%" PRIu32 ",%" PRIu32 ")",
		 records_long(global), records_long(global + 2), records_long(global + 4), local[0],
		 local[1], local[2]);
}

void finding_text_add(struct line *line, const struct finding_facts *finding)
{
	const struct sites_site *site = finding->site;
	const uint32_t count = finding->record[SANITIZE_RECORD_COUNT];
	char where[FINDING_TEXT_WHERE];

	line_add(line, "%s: %s", finding_text_where(finding, where),
		 sites_access_words[site->access]);
	if (site->bytes > 0)
		line_add(line, " of %zu bytes", site->bytes);
	line_add(line, ", %s: ", site->expression);
	if (is_array(finding))
		add_array(line, finding);
	else
		add_memory(line, finding);
	add_work_item(line, finding->record);
	line_add(line, "; %" PRIu32 " time%s so far", count, count == 1 ? "" : "s");
	if (finding->is_dead)
		line_add(line, "; the context of the device has died since");
	if (finding->is_command)
		finding_add_place(line, "enqueued", "enqueued_at", finding->enqueued_place);
	finding_add_place(line, finding->is_command ? "recorded" : "enqueued", "enqueued_at",
			  finding->site_place);
}

/* -- JSON ------------------------------------------------------------------------------------- */

static void add_object(struct line *line, const struct finding_facts *finding)
{
	const struct sites_sized *sized = finding->sized;

	if (is_array(finding)) {
		finding_add_member(line, "array", finding->site->object);
		finding_add_number(line, "index", offset_of(finding));
		finding_add_number(line, "elements", (int64_t)size_of(finding));
	} else if (sized) {
		finding_add_number(line, "argument", sized->index);
		finding_add_member(line, "argument_name", sized->name);
		finding_add_member(line, "argument_type", sized->type);
		finding_add_number(line, "argument_size", (int64_t)size_of(finding));
		finding_add_number(line, "offset", offset_of(finding));
	} else if (finding->object) {
		finding_add_member(line, "object", finding->object->name);
		finding_add_member(line, "object_type", finding->object->type);
		finding_add_number(line, "object_size", (int64_t)size_of(finding));
		finding_add_number(line, "offset", offset_of(finding));
	} else {
		finding_add_number(line, "address", offset_of(finding));
	}
}

static void add_ids(struct line *line, const uint32_t *record)
{
	const uint32_t *global = record + SANITIZE_RECORD_GLOBAL;
	const uint32_t *local = record + SANITIZE_RECORD_LOCAL;

	line_add(line, ",\"global_id\":[%" PRIu64 ",%" PRIu64 ",%" PRIu64 "]", records_long(global),
		 records_long(global + 2), records_long(global + 4));
	line_add(line, ",\"local_id\":[%" PRIu32 ",%" PRIu32 ",%" PRIu32 "]", local[0], local[1],
		 local[2]);
}

void finding_text_add_members(struct line *line, const struct finding_facts *finding)
{
	const struct sites_site *site = finding->site;

	finding_add_member(line, "file", site->file);
	finding_add_number(line, "line", site->line);
	if (site->column > 0)
		finding_add_number(line, "column", site->column);
	finding_add_member(line, "in_function", site->function);
	finding_add_member(line, "access", sites_access_words[site->access]);
	if (site->bytes > 0)
		finding_add_number(line, "bytes", (int64_t)site->bytes);
	finding_add_member(line, "expression", site->expression);
	add_object(line, finding);
	if (is_nearest(finding))
		line_add(line, ",\"nearest\":true");
	add_ids(line, finding->record);
	finding_add_number(line, "count", finding->record[SANITIZE_RECORD_COUNT]);
	if (finding->is_dead)
		line_add(line, ",\"context_died\":true");
	finding_add_place(line, "", finding->is_command ? "recorded_at" : "enqueued_at",
			  finding->site_place);
	if (finding->is_command)
		finding_add_place(line, "", "enqueued_at", finding->enqueued_place);
}
