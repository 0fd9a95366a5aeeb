/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sanitize-findings: see sanitize-findings.h. How one looks is in finding-text.c.
 */
#include "layers/sanitize/sanitize-findings.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/common/line.h"
#include "base/common/list.h"
#include "base/common/pointer-map.h"
#include "base/common/status-line.h"
#include "base/text.h"
#include "layers/frame/finding-lines.h"
#include "layers/frame/status.h"
#include "layers/frame/stop.h"
#include "layers/sanitize/finding-text.h"
#include "opencl/names.h"
#include "state/life.h"

#define MOST_FINDINGS 10000
#define PATIENCE 1000 /* ms */

/* What was found at a place of a source, whichever of its programs found it; or at the end of
 * memory that one place makes. With the layer's lock. */
struct place_found {
	const char *id;
	char *kernel;
	char *where;	/* file, line and column, or which memory */
	uint64_t count; /* of all programs */
	bool is_repeated;
};

static struct place_found *found;
static size_t found_count;
static struct pointer_map known; /* from hashes to indices, plus 1 */
static bool is_json;
static atomic_bool is_checked; /* a checked launch was reported to other processes */

void findings_start(const char *path, const char *status, bool json)
{
	is_json = json;
	finding_start("sanitize", path, status, json);
}

/* -- places ----------------------------------------------------------------------------------- */

/* A number that stands for TEXTS, never 0. */
static uint64_t hash(const char *const *texts, size_t count)
{
	uint64_t number = UINT64_C(14695981039346656037);

	for (size_t i = 0; i < count; i++)
		for (const char *at = texts[i]; at == texts[i] || at[-1] != '\0'; at++)
			number = (number ^ (unsigned char)*at) * UINT64_C(1099511628211);
	return number != 0 ? number : 1;
}

/*
 * The place that the COUNT TEXTS stand for, in KERNEL; NULL: there is no memory for it, or it is
 * one too many.
 */
static struct place_found *find_place(const char *const *texts, size_t count,
				      const struct place_found *wanted, bool *is_new)
{
	const uint64_t number = hash(texts, count);
	const size_t index = pointer_map_get_number(&known, number);
	struct place_found *place;

	*is_new = index == 0;
	if (!*is_new)
		return &found[index - 1];
	if (found_count >= MOST_FINDINGS || !list_make_space(&found, found_count, sizeof(*found)) ||
	    !pointer_map_set_number(&known, number, found_count + 1))
		return NULL;
	place = &found[found_count++];
	*place = (struct place_found){ .id = wanted->id,
				       .kernel = strdup(wanted->kernel),
				       .where = strdup(wanted->where) };
	return place;
}

static struct place_found *find_site(const struct finding_facts *finding, bool *is_new)
{
	char where[FINDING_TEXT_WHERE];
	const char *const texts[] = { finding->kernel, finding_text_where(finding, where),
				      finding->site->expression, finding->site->object };
	const struct place_found wanted = { .id = "out-of-bounds",
					    .kernel = (char *)(uintptr_t)finding->kernel,
					    .where = where };

	return find_place(texts, sizeof(texts) / sizeof(*texts), &wanted, is_new);
}

/* PLACE, which may be NULL, was found COUNT times more. */
static void note_found(struct place_found *place, bool is_new, uint64_t count)
{
	if (!place)
		return;
	place->is_repeated = !is_new;
	place->count += count;
}

/* -- one finding ------------------------------------------------------------------------------ */

static struct finding_head head_of(const char *level, const char *id, const char *kernel)
{
	/* The lines of text begin with the kernel. */
	return (struct finding_head){
		.level = level, .id = is_json ? id : kernel, .key = "kernel", .name = kernel
	};
}

static void write_finding(const struct finding_facts *finding)
{
	const struct finding_head head = head_of("error", "out-of-bounds", finding->kernel);
	struct line *line = finding_begin(&head);

	if (is_json)
		finding_text_add_members(line, finding);
	else
		finding_text_add(line, finding);
	finding_write();
	finding_note_mistake();
	stop_request();
}

/* COUNT is more than when it was looked at last. */
static void report(const struct finding_facts *finding, uint32_t more)
{
	struct place_found *place;
	bool is_new;

	if (!life_lock_if_open())
		return;
	place = find_site(finding, &is_new);
	if (is_new)
		write_finding(finding);
	note_found(place, is_new, more);
	life_unlock();
	stop_now();
}

void findings_report_other(const struct findings_other *finding)
{
	const struct finding_head head = head_of("error", finding->id, finding->kernel);
	const char *const texts[] = { finding->id, finding->kernel, finding->made,
				      finding->launched, finding->size };
	const struct place_found wanted = { .id = finding->id,
					    .kernel = (char *)(uintptr_t)finding->kernel,
					    .where = (char *)(uintptr_t)finding->where };
	struct place_found *place;
	bool is_new;

	if (!life_lock_if_open())
		return;
	place = find_place(texts, sizeof(texts) / sizeof(*texts), &wanted, &is_new);
	if (is_new) {
		finding->add(finding_begin(&head), finding->data, is_json);
		finding_write();
		finding_note_mistake();
		stop_request();
	}
	note_found(place, is_new, 1);
	life_unlock();
	stop_now();
}

static void look_at_site(struct shadow *shadow, const uint32_t *words, size_t i)
{
	const uint32_t *record = records_of(words, i);
	const uint32_t count = record[SANITIZE_RECORD_COUNT];
	struct finding_facts finding = { .record = record,
					 .site = &shadow->sites.sites[i],
					 .is_dead = atomic_load(&shadow->is_dead) };
	const struct shadow_place place = shadow_place(shadow, record[SANITIZE_RECORD_LAUNCH]);

	/* What a kernel that is running has begun to write is read the next time. */
	if (count == shadow->seen[i] || record[SANITIZE_RECORD_MARK] != records_mark(record))
		return;
	finding.kernel = place.kernel ? place.kernel->name : finding.site->function;
	if (place.kernel)
		finding.sized = finding_text_argument(place.kernel, record);
	finding.object = finding_text_object(&shadow->sites, record);
	finding_ask_place(finding.site_place, place.site);
	finding_ask_place(finding.enqueued_place, place.enqueued);
	finding.is_command = place.is_command;
	report(&finding, count - shadow->seen[i]);
	shadow->seen[i] = count;
}

static void look_once(struct shadow *shadow)
{
	const uint32_t *words = records_read(&shadow->records, atomic_load(&shadow->is_dead));

	for (size_t i = 0; words && i < shadow->sites.site_count; i++)
		look_at_site(shadow, words, i);
}

void findings_look(struct shadow *shadow)
{
	unsigned looks = atomic_fetch_add(&shadow->looks, 1) + 1;

	if (looks > 1)
		return;
	/* Who came meanwhile may have waited for a kernel whose record was passed over. */
	do
		look_once(shadow);
	while (!atomic_compare_exchange_strong(&shadow->looks, &looks, 0));
}

void findings_await(struct shadow *shadow)
{
	const struct timespec pause = { .tv_nsec = 1000000 };

	for (int i = 0; i < PATIENCE && atomic_load(&shadow->looks) > 0; i++)
		nanosleep(&pause, NULL);
}

void findings_note_death(struct shadow *shadow, const char *function, cl_int code)
{
	const bool is_first = !atomic_exchange(&shadow->is_dead, true);
	const struct shadow_place place = shadow_place(shadow, (uint32_t)shadow->place_count);
	const char *kernel = place.kernel ? place.kernel->name : "?";
	const struct finding_head head = head_of("warning", "context-died", kernel);
	char called[FINDING_PLACE];
	struct line *line;

	if (!is_first || shadow->records.map || !place.kernel)
		return;
	finding_ask_place(called, place.site);
	if (!life_lock_if_open())
		return;
	line = finding_begin(&head);
	if (!is_json)
		line_add(line,
			 "%s failed (%d), and what the kernel has found cannot be read on this "
			 "driver; option.redirect keeps the context alive",
			 function, (int)code);
	else {
		finding_add_member(line, "function", function);
		finding_add_number(line, "code", code);
	}
	finding_add_place(line, "launched", "enqueued_at", called);
	finding_write();
	life_unlock();
}

/* With the layer's lock. */
static void say_checked(uint64_t count)
{
	char text[64];

	text_format(text, sizeof(text), "%ld %llu", (long)getpid(), (unsigned long long)count);
	status_say(STATUS_CHECKED, text);
}

void findings_note_checked(void)
{
	if (atomic_load_explicit(&is_checked, memory_order_relaxed) ||
	    atomic_exchange(&is_checked, true) || !life_lock_if_open())
		return;
	say_checked(1);
	life_unlock();
}

/* -- the end ---------------------------------------------------------------------------------- */

void findings_clear(void)
{
	for (size_t i = 0; i < found_count; i++)
		found[i].count = 0;
	atomic_store(&is_checked, false);
}

static void write_count(const struct place_found *place)
{
	const struct finding_head head = head_of("error", place->id, place->kernel);
	struct line *line;

	if (!place->kernel || !place->where)
		return;
	line = finding_begin(&head);
	if (is_json) {
		finding_add_member(line, "place", place->where);
		finding_add_number(line, "count", (int64_t)place->count);
	} else {
		line_add(line, "%s: %llu times in all", place->where,
			 (unsigned long long)place->count);
	}
	finding_write();
}

void findings_end(uint64_t checked)
{
	size_t count = 0;

	for (size_t i = 0; i < found_count; i++) {
		if (found[i].count > 0 && found[i].is_repeated)
			write_count(&found[i]);
		count += found[i].count > 0;
		free(found[i].kernel);
		free(found[i].where);
	}
	if (count > 0 || checked > 0)
		finding_write_end(count, "");
	if (checked > 0)
		say_checked(checked);
	free(found);
	found = NULL;
	found_count = 0;
	pointer_map_done(&known);
	atomic_store(&is_checked, false);
	finding_end();
}
