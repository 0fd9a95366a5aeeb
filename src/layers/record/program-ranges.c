/* SPDX-License-Identifier: Apache-2.0 */
/* program-ranges: see program-ranges.h. */
#include "layers/record/program-ranges.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/common/system.h"
#include "base/text.h"
#include "layers/record/file/call-records.h"
#include "layers/record/record.h"

/* -- records ------------------------------------------------------------------- */

/* Copies TEXT, which may be NULL, to TO, at most SPACE bytes with its end. Returns how many. */
static size_t put_text(char *to, const char *text, size_t space)
{
	size_t length = text ? strnlen(text, space) : 0;

	if (length == space)
		/* Not in the middle of a character. */
		for (length--; length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80;)
			length--;
	if (length > 0)
		memcpy(to, text, length);
	to[length] = '\0';
	return length + 1;
}

static void add(enum record_range_kind kind, const char *domain, const char *name,
		struct range_id id)
{
	char texts[RANGE_DOMAIN + RANGE_NAME];
	struct record_range fields;
	size_t size;

	/* Sums do not grow with time. */
	if (!record_begin() || events_are_summed())
		return;
	size = put_text(texts, domain, RANGE_DOMAIN);
	if (kind != RECORD_RANGE_POP && kind != RECORD_RANGE_END)
		size += put_text(texts + size, name, RANGE_NAME);
	fields.time = system_now();
	memcpy(fields.id, id.words, sizeof(fields.id));
	event_add(RECORD_RANGE, kind, &fields.time, sizeof(fields) - sizeof(fields.head), texts,
		  size);
	events_stop_if_asked(fields.time);
}

static const struct range_id no_id;

void range_push(const char *domain, const char *name)
{
	add(RECORD_RANGE_PUSH, domain, name, no_id);
}

void range_pop(const char *domain)
{
	add(RECORD_RANGE_POP, domain, NULL, no_id);
}

void range_begin(const char *domain, const char *name, struct range_id id)
{
	add(RECORD_RANGE_BEGIN, domain, name, id);
}

void range_end(const char *domain, struct range_id id)
{
	add(RECORD_RANGE_END, domain, NULL, id);
}

void range_mark(const char *domain, const char *name)
{
	add(RECORD_RANGE_MARK, domain, name, no_id);
}

void range_name_thread(const char *name)
{
	if (name && record_begin() && !events_are_summed())
		event_add(RECORD_THREAD, 0, NULL, 0, name, strnlen(name, RANGE_DOMAIN - 1) + 1);
}

/* -- texts --------------------------------------------------------------------- */

/* Writes CHARACTER to TO, which has space for four bytes. Returns how many there are. */
static size_t put_character(char *to, uint32_t character)
{
	const int more = character < 0x80 ? 0 : character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
	static const unsigned char marks[] = { 0, 0xc0, 0xe0, 0xf0 };

	for (int i = more; i > 0; i--) {
		to[i] = (char)(0x80 | (character & 0x3f));
		character >>= 6;
	}
	to[0] = (char)(marks[more] | character);
	return (size_t)more + 1;
}

const char *range_narrow(const wchar_t *wide, char buffer[RANGE_NAME])
{
	size_t size = 0;

	if (!wide)
		return NULL;
	for (; *wide && size + 4 < RANGE_NAME; wide++) {
		const uint32_t character = (uint32_t)*wide;
		const bool is_one =
			character < 0xd800 || (character > 0xdfff && character < 0x110000);

		size += put_character(buffer + size, is_one ? character : 0xfffd);
	}
	buffer[size] = '\0';
	return buffer;
}

/* -- names --------------------------------------------------------------------- */

#define BUCKETS 1024

static struct range_name *_Atomic buckets[BUCKETS];

static struct range_name *find(struct range_name *name, const char *text)
{
	while (name && strcmp(name->text, text) != 0)
		name = name->next;
	return name;
}

static struct range_name *make(const char *text)
{
	const size_t size = strlen(text) + 1;
	struct range_name *name = malloc(sizeof(*name) + size);

	if (!name)
		return NULL;
	*name = (struct range_name){ .domain = { .flags = 1, .name = name->text },
				     .string = { .text = name->text } };
	memcpy(name->text, text, size);
	return name;
}

/* Without a lock, which a fork could leave to nobody: names are added, and never change. */
struct range_name *range_name_keep(const char *text)
{
	struct range_name *_Atomic *bucket = &buckets[text_hash(text) % BUCKETS];
	struct range_name *first = atomic_load(bucket);
	struct range_name *name = find(first, text);

	if (name)
		return name;
	name = make(text);
	if (!name)
		return NULL;
	name->next = first;
	/* Another thread may add the same one: then there are two. */
	while (!atomic_compare_exchange_weak(bucket, &name->next, name))
		;
	return name;
}
