/* SPDX-License-Identifier: Apache-2.0 */
/* remark-words: see remark-words.h. */
#include "tool/report/view/remark-words.h"

#include <inttypes.h>

#include "base/common/line.h"
#include "table/cell.h"
#include "tool/report/view/callers.h"

#define NAME_COLUMNS 34
#define PLACE_COLUMNS 60

/* By what the call waits for. */
static const char *const died[] = {
	[HANG_UNKNOWN] = "the program died in this call",
	[HANG_USER_EVENT] = "the program died in this call, waiting for a user event",
	[HANG_COMMAND] = "the program died in this call, waiting for a command",
};

void remark_words_add(struct line *line, const struct remark *remark)
{
	const struct cell_name name = cell_name(remark->name ? remark->name : "?", NAME_COLUMNS);
	const uint64_t count = remark->count;
	const char *s = count == 1 ? "" : "s";

	switch (remark->id) {
	case REMARK_DIED:
		line_add_text(line, died[remark->hang]);
		break;
	case REMARK_ERRORS:
		line_add(line, "of the calls (%" PRIu64 ") failed with %s; the program went on", count,
			 name.text);
		break;
	case REMARK_BUILDS:
		line_add(line, "%" PRIu64 " build%s; binaries can be kept for the next start",
			 count, s);
		break;
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
		line_add(line, "%" PRIu64 " launches of fewer than 1024 work-items", count);
		break;
	case REMARK_IDLE:
		line_add(line, "%s is idle, for up to %s after %s",
			 cell_name(remark->device ? remark->device : "a device", 24).text,
			 cell_time(remark->time).text,
			 cell_name(remark->name ? remark->name : "?", 20).text);
		break;
	case REMARK_NO_OVERLAP:
		line_add(line, "%" PRIu64 " queues never work at the same time", count);
		break;
	case REMARK_OBJECTS:
		line_add(line, "%s is called %" PRIu64 " times", name.text, count);
		break;
	default:
		break;
	}
}

/* What does not fit is left out: file and line say more than the function. */
struct cell_name remark_words_caller(const struct model *model, const struct model_place *place,
				     size_t columns)
{
	struct code_place code;
	struct cell_name cell = { "" };
	struct line line = line_in(cell.text, sizeof(cell.text));

	if (!callers_choose(model, place, &code))
		return cell;
	code_add_text(&line, &code);
	if (line.length > columns && code.line > 0) {
		*code.function = '\0';
		line = line_in(cell.text, sizeof(cell.text));
		code_add_text(&line, &code);
	}
	return cell_name(cell.text, columns);
}

void remark_words_add_place(struct line *line, const struct model *model,
			    const struct remark *remark)
{
	const struct model_place *place = &remark->place;
	struct cell_name code;

	if (place->time == 0)
		return;
	line_add(line, "%s, %s",
		 cell_name(model_function_name(model, place->function), NAME_COLUMNS).text,
		 cell_time(model_since_start(model, place->time)).text);
	code = remark_words_caller(model, place, PLACE_COLUMNS - line->length);
	if (*code.text)
		line_add(line, ", in %s", code.text);
	else if (place->number > 0)
		line_add(line, ", call %" PRIu64, place->number);
}
