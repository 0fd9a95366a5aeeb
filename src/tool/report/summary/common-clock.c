/* SPDX-License-Identifier: Apache-2.0 */
/* common-clock: see common-clock.h. */
#include "tool/report/summary/common-clock.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "record/record-reader.h"
#include "tool/report/space.h"

#define MOST_HOST 256		   /* bytes */
#define MOST_RECORDS 1000	   /* after the first ones, no host is looked for */
#define STEP UINT64_C(10000000000) /* ns: CLOCK_REALTIME of a machine is set by less than this */

/* Whose CLOCK_MONOTONIC a record has. */
struct clock_machine {
	char host[MOST_HOST];
	uint64_t offset; /* of CLOCK_REALTIME, by the first record of it; modulo 2^64 */
	size_t seen;	 /* records of the file, while the host is looked for */
};

static bool find_host(const struct record *record, struct record_place place, void *data)
{
	struct clock_machine *machine = data;
	const char *text = (const char *)(record + 1);

	(void)place;
	if (record->type != RECORD_PROCESS || record->detail != RECORD_HOST)
		return ++machine->seen < MOST_RECORDS;
	text_format(machine->host, MOST_HOST, "%.*s",
		    (int)strnlen(text, record->size - sizeof(*record)), text);
	return false;
}

/* Did two records have the same CLOCK_MONOTONIC? */
static bool is_same(const struct clock_machine *a, const struct clock_machine *b)
{
	const uint64_t apart =
		a->offset > b->offset ? a->offset - b->offset : b->offset - a->offset;

	return apart < STEP && strcmp(a->host, b->host) == 0;
}

/* Stores when the record PATH began. MACHINES has the machines of COUNT records before it. */
static uint64_t read_start(const char *path, struct clock_machine *machines, size_t count)
{
	struct clock_machine *machine = &machines[count];
	struct record_reader reader;
	uint64_t start = 0;

	if (record_reader_open(&reader, path)) {
		machine->offset = reader.header.realtime - reader.header.monotonic;
		if (record_reader_update(&reader))
			record_reader_visit(&reader, find_host, machine);
		for (size_t i = 0; i < count; i++)
			if (is_same(machine, &machines[i]))
				*machine = machines[i];
		start = reader.header.monotonic + machine->offset;
	}
	record_reader_close(&reader);
	return start;
}

bool common_clock_read(struct common_clock *clock, const struct inputs *inputs)
{
	struct clock_machine *machines = calloc(inputs->count + 1, sizeof(*machines));
	size_t count = 0;

	*clock = (struct common_clock){ .starts = calloc(inputs->count + 1, sizeof(uint64_t)) };
	if (!machines || !clock->starts) {
		free(machines);
		return space_is_short();
	}
	for (size_t i = 0; i < inputs->count; i++) {
		const uint64_t start = read_start(inputs->paths[i], machines, count);

		clock->starts[i] = start;
		count += start > 0;
		if (start > 0 && (clock->first == 0 || start < clock->first))
			clock->first = start;
	}
	free(machines);
	return true;
}

void common_clock_done(struct common_clock *clock)
{
	free(clock->starts);
	clock->starts = NULL;
}
