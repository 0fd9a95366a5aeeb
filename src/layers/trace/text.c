/* SPDX-License-Identifier: Apache-2.0 */
/*
 * text: see text.h.
 */
#include "layers/trace/text.h"

#include <inttypes.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "layers/common/line.h"
#include "layers/common/signature.h"
#include "layers/trace/state.h"
#include "layers/trace/values.h"

#define LINE_ROOM 16384

/* With the lock, so one will do. */
static char room[LINE_ROOM];

static unsigned depth_of(const struct call *call)
{
	unsigned depth = 0;

	while ((call = call->outer) != NULL)
		depth++;
	return depth;
}

static void add_head(struct line *line, const struct call *call, uint64_t when)
{
	uint64_t since = when - trace.start;

	line_add(line, "[%ld %" PRIu64 ".%06" PRIu64 "] %*s", (long)syscall(SYS_gettid),
		 since / 1000000000, since / 1000 % 1000000, (int)(2 * depth_of(call)), "");
}

static void add_call(struct line *line, const struct call *call, enum trace_stage stage)
{
	const struct signature *function = &signatures[call->slot];

	line_add(line, "%s(", function->name);
	for (int i = 0; i < function->param_count; i++) {
		line_add(line, "%s%s=", i > 0 ? ", " : "", function->params[i].name);
		trace_add_argument(line, function, i, call, stage);
	}
	line_add(line, ")");
}

/* Nothing is to be written at the start of a file. */
static void start(void)
{
}

/* Outermost first, for all of them contain what follows. */
static void open_call(struct call *call)
{
	struct line line = line_in(room, sizeof(room));

	if (call->is_shown || call->is_ignored)
		return;
	if (call->outer != NULL)
		open_call(call->outer);
	call->is_shown = true;
	add_head(&line, call, trace_now());
	add_call(&line, call, STAGE_BEGIN);
	line_add(&line, " {");
	line.text[line.length++] = '\n';
	sink_write(&trace.sink, line.text, line.length, "");
}

static void before(struct call *call)
{
	if (call->outer != NULL)
		open_call(call->outer);
}

static void after(struct call *call, const void *result)
{
	const struct signature *function = &signatures[call->slot];
	struct line line = line_in(room, sizeof(room));

	add_head(&line, call, call->begin);
	if (call->is_shown)
		line_add(&line, "} ");
	add_call(&line, call, signature_succeeded(function, result) ? STAGE_DONE : STAGE_FAILED);
	line_add(&line, " = ");
	trace_add_result(&line, function, result);
	line_add(&line, " <%.3f us>", (double)(call->end - call->begin) / 1e3);
	/* A line that was cut has room for one more byte: the NUL's. */
	line.text[line.length++] = '\n';
	sink_write(&trace.sink, line.text, line.length, "");
}

const struct trace_output trace_text = { .start = start, .before = before, .after = after };
const struct trace_output trace_text_entry = {
	.start = start, .before = open_call, .after = after,
};
