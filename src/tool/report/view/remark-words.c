/* SPDX-License-Identifier: Apache-2.0 */
/* remark-words: see remarks.h. What the rules are called, what they say, and what helps. */
#include "tool/report/view/remarks.h"

#include <inttypes.h>

#include "table/cell.h"
#include "tool/report/view/callers.h"

#define NAME_COLUMNS 34
#define DEVICE_COLUMNS 22
#define PLACE_COLUMNS 60
#define SECOND 1000000000 /* ns */

static const struct {
	const char *word;
	const char *cure;
} rules[REMARK_IDLE] = {
	[REMARK_DIED] = { "died", "mend the command or the event that it waits for" },
	[REMARK_ERRORS] = { "errors", "look at what each call returns" },
	[REMARK_BUILDS] = { "builds", "keep binaries (clGetProgramInfo) for the next start" },
	[REMARK_FIRST_LAUNCHES] = { "first-launches", "launch once before the work begins" },
	[REMARK_SMALL_READS] = { "small-reads",
				 "read what is small together, or wait for an event" },
	[REMARK_SMALL_TRANSFERS] = { "small-transfers", "one larger transfer" },
	[REMARK_SMALL_LAUNCHES] = { "small-launches", "one larger launch in place of many" },
	[REMARK_BLOCKING] = { "blocking-transfers",
			      "two buffers and an event: transfer beside the kernel before" },
	[REMARK_MOVES] = { "lone-transfers", "a queue for copies, two buffers and an event" },
	[REMARK_PAGEABLE] = { "pageable-transfers",
			      "pinned memory: map a buffer of CL_MEM_ALLOC_HOST_PTR" },
	[REMARK_NO_OVERLAP] = { "no-overlap",
				"let one queue not wait for the other, but for an event" },
	[REMARK_WORK_GROUPS] = { "work-groups", "work-groups of a multiple of the preferred size" },
	[REMARK_WAITS] = { "waits", "the wait layer (libCLWait(7)) would save most of it" },
	[REMARK_LOCK] = { "lock", "build or ask in one thread before the others begin" },
	[REMARK_CALLBACKS] = { "callbacks", "let the callback wake a thread that does the work" },
	[REMARK_OBJECTS] = { "objects", "make objects once, and use them again" },
	[REMARK_QUERY] = { "query", "ask once, and keep the answer" },
	[REMARK_START] = { "start",
			   "disable drivers that the program does not use, see loader.conf(5)" },
	[REMARK_FUNCTION] = { "function", "call it less often, or before the work begins" },
};

const char *remark_word(enum remark_id id)
{
	return id < REMARK_IDLE ? rules[id].word : idle_kinds[id - REMARK_IDLE].id;
}

const char *remark_cure(const struct remark *remark)
{
	return remark->id < REMARK_IDLE ? rules[remark->id].cure
					: idle_kinds[remark->id - REMARK_IDLE].cure;
}

/* By what the call waits for. */
static const char *const died[] = {
	[HANG_UNKNOWN] = "the program died in this call",
	[HANG_USER_EVENT] = "the program died in this call, waiting for a user event",
	[HANG_COMMAND] = "the program died in this call, waiting for a command",
};

static void add_idle(struct line *line, const struct remark *remark)
{
	line_add(line, "%s is idle: %s",
		 cell_name(remark->device ? remark->device : "a device", DEVICE_COLUMNS).text,
		 idle_kinds[remark->id - REMARK_IDLE].title);
}

/* Of what a call does, or many of them do. */
static bool add_call_words(struct line *line, const struct remark *remark)
{
	const struct cell_name name = cell_name(remark->name ? remark->name : "?", NAME_COLUMNS);
	const uint64_t count = remark->count;
	const char *s = count == 1 ? "" : "s";

	switch (remark->id) {
	case REMARK_DIED:
		line_add_text(line, died[remark->hang]);
		return true;
	case REMARK_ERRORS:
		line_add(line, "of the calls (%" PRIu64 ") failed with %s; the program went on",
			 count, name.text);
		return true;
	case REMARK_BUILDS:
		line_add(line, "%" PRIu64 " build%s, of up to %s", count, s,
			 cell_time(remark->time).text);
		return true;
	case REMARK_WAITS:
		line_add(line, "waiting burns a core: %s of CPU in %s",
			 cell_time(remark->cost).text, cell_time(remark->time).text);
		return true;
	case REMARK_LOCK:
		line_add(line, "%" PRIu64 " call%s waited for a lock that %s held", count, s,
			 name.text);
		return true;
	case REMARK_CALLBACKS:
		line_add(line, "%" PRIu64 " callback%s, of up to %s, inside of calls", count, s,
			 cell_time(remark->time).text);
		return true;
	case REMARK_OBJECTS:
	case REMARK_QUERY:
	case REMARK_FUNCTION:
		line_add(line, "%s: %" PRIu64 " call%s, of up to %s", name.text, count, s,
			 cell_time(remark->time).text);
		return true;
	default:
		return false;
	}
}

void remark_add_words(struct line *line, const struct remark *remark)
{
	const uint64_t count = remark->count;
	const char *s = count == 1 ? "" : "s";

	if (remark->id >= REMARK_IDLE) {
		add_idle(line, remark);
		return;
	}
	if (add_call_words(line, remark))
		return;
	switch (remark->id) {
	case REMARK_FIRST_LAUNCHES:
		line_add(line, "first launch%s of %" PRIu64 " kernel%s, longer than later ones",
			 count == 1 ? "" : "es", count, s);
		break;
	case REMARK_SMALL_READS:
		line_add(line, "waits for %" PRIu64 " reads of at most 4 KiB", count);
		break;
	case REMARK_SMALL_TRANSFERS:
		line_add(line, "%" PRIu64 " small transfers that could join others", count);
		break;
	case REMARK_SMALL_LAUNCHES:
		line_add(line, "%" PRIu64 " launches that are too small", count);
		break;
	case REMARK_BLOCKING:
		line_add(line, "waits for %" PRIu64 " transfer%s, and no kernel works meanwhile",
			 count, s);
		break;
	case REMARK_MOVES:
		line_add(line, "%" PRIu64 " transfer%s beside which no kernel works", count, s);
		break;
	case REMARK_PAGEABLE:
		line_add(line, "%" PRIu64 " transfer%s at %s; %s %s", count, s,
			 cell_rate(remark->rate, SECOND).text,
			 remark->is_of_link ? "the link gives" : "pinned ones have",
			 cell_rate(remark->could, SECOND).text);
		break;
	case REMARK_START:
		line_add_text(line, "drivers start, or load binaries");
		break;
	case REMARK_NO_OVERLAP:
		line_add(line, "%" PRIu64 " queues never work at the same time", count);
		break;
	case REMARK_WORK_GROUPS:
		line_add(line, "work-groups of %s are no multiple of %" PRIu64,
			 cell_name(remark->name ? remark->name : "?", NAME_COLUMNS).text, count);
		break;
	default:
		break;
	}
}

void remark_add_place(struct line *line, const struct model *model, const struct remark *remark)
{
	const struct model_place *place = &remark->place;
	struct cell_name code;

	if (place->time == 0)
		return;
	line_add(line, "%s, %s",
		 cell_name(model_function_name(model, place->function), NAME_COLUMNS).text,
		 cell_time(model_since_start(model, place->time)).text);
	code = callers_text(model, place, PLACE_COLUMNS - line->length);
	if (*code.text)
		line_add(line, ", in %s", code.text);
	else if (place->number > 0)
		line_add(line, ", call %" PRIu64, place->number);
}
