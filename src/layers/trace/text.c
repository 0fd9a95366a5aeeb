/* SPDX-License-Identifier: Apache-2.0 */
/*
 * text: see text.h.
 */
#include "layers/trace/text.h"

#include <inttypes.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "layers/common/line.h"
#include "layers/common/signature.h"
#include "layers/trace/nesting.h"
#include "layers/trace/state.h"
#include "layers/trace/values.h"

#define LINE_BUFFER 16384
#define NAME_SHOWN 128

/* Used with the lock held, so one is enough. */
static char buffer[LINE_BUFFER];

static void add_head(struct line *line, unsigned int depth, uint64_t when)
{
	uint64_t since = when - trace.start;

	line_add(line, "[%ld %" PRIu64 ".%06" PRIu64 "] %*s", (long)syscall(SYS_gettid),
		 since / 1000000000, since / 1000 % 1000000, (int)(2 * depth), "");
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

static void open_call(const struct call *call, enum trace_stage stage)
{
	struct line line = line_in(buffer, sizeof(buffer));

	add_head(&line, call->depth, trace_now());
	add_call(&line, call, stage);
	line_add(&line, " {");
	line.text[line.length++] = '\n';
	output_file_write(&trace.output, line.text, line.length, "");
}

/* Opens the call of this thread at DEPTH, of which there is only a copy. */
static void open_nested(unsigned int depth)
{
	struct nesting_call *copy = nesting_at(depth);
	void *values[CALL_VALUES];
	struct call call = { .slot = copy->slot, .values = values, .depth = depth };

	for (int i = 0; i < CALL_VALUES; i++)
		values[i] = &copy->values[i];
	memcpy(call.numbers, copy->numbers, sizeof(call.numbers));
	copy->is_shown = true;
	open_call(&call, STAGE_UNSURE);
}

/* Outermost first, for all of them contain what follows. */
static void before(struct call *call)
{
	nesting_enter(call);
	for (unsigned int depth = 0; depth < call->depth; depth++)
		if (!nesting_at(depth)->is_shown)
			open_nested(depth);
}

static void before_with_entry(struct call *call)
{
	call->is_shown = true;
	before(call);
	open_call(call, STAGE_BEGIN);
}

static void after(struct call *call, const void *result)
{
	struct line line = line_in(buffer, sizeof(buffer));
	bool is_shown = nesting_leave(call) || call->is_shown;

	add_head(&line, call->depth, call->begin);
	if (is_shown)
		line_add(&line, "} ");
	add_call(&line, call, trace_stage_after(call, result));
	line_add(&line, " = ");
	trace_add_result(&line, call, result);
	line_add(&line, " <%.3f us>", (double)(call->end - call->begin) / 1e3);
	/* A line that was cut has buffer for one more byte: the NUL's. */
	line.text[line.length++] = '\n';
	output_file_write(&trace.output, line.text, line.length, "");
}

static void unseen(const char *name, const char *why)
{
	struct line line = line_in(buffer, sizeof(buffer));

	add_head(&line, 0, trace_now());
	line_add(&line, "calls of ");
	line_add_quoted(&line, name, strlen(name), NAME_SHOWN);
	line_add(&line, " are not traced: %s", why);
	line.text[line.length++] = '\n';
	output_file_write(&trace.output, line.text, line.length, "");
}

const struct trace_output trace_text = {
	.start = start, .before = before, .after = after, .unseen = unseen,
};
const struct trace_output trace_text_entry = {
	.start = start, .before = before_with_entry, .after = after, .unseen = unseen,
};
