/* SPDX-License-Identifier: Apache-2.0 */
/*
 * json: see json.h.
 *
 * The closing bracket is the tail of every write: the file is valid JSON at any moment.
 */
#include "layers/trace/json.h"

#include <inttypes.h>
#include <stdbool.h>
#include <unistd.h>

#include "base/line.h"
#include "base/system.h"
#include "layers/trace/state.h"
#include "layers/trace/thread.h"
#include "layers/trace/values.h"
#include "opencl/signature.h"

#define EVENT_BUFFER 65536
#define ARGUMENT_BUFFER 2048
#define NAME_SIZE 32		/* bytes */

/* Used with the lock held, so one of each is enough. */
static char event_buffer[EVENT_BUFFER];
static char argument_buffer[ARGUMENT_BUFFER];

/* The array of the file is not empty. */
static bool has_events;

static void begin_event(struct line *line, const char *phase, uint32_t row)
{
	line_add(line, "%s{\"ph\":\"%s\",\"pid\":%ld,\"tid\":%" PRIu32,
		 has_events ? ",\n" : "[\n", phase, (long)getpid(), row);
}

static void end_event(struct line *line)
{
	line_add(line, "}");
	if (output_file_write(&trace.output, line->text, line->length, "\n]\n"))
		has_events = true;
}

static void add_times(struct line *line, uint64_t begin, uint64_t end)
{
	uint64_t since = begin - trace.start;
	uint64_t duration = end - begin;

	line_add(line, ",\"ts\":%" PRIu64 ".%03" PRIu64 ",\"dur\":%" PRIu64 ".%03" PRIu64,
		 since / 1000, since % 1000, duration / 1000, duration % 1000);
}

void trace_json_name(const char *what, uint32_t row, const char *name)
{
	struct line line = line_in(event_buffer, sizeof(event_buffer));

	begin_event(&line, "M", row);
	line_add(&line, ",\"name\":\"%s\",\"args\":{\"name\":", what);
	line_add_json(&line, name);
	line_add(&line, "}");
	end_event(&line);
}

/* Names a row OTHERWISE, and after it NAME, as far as that is plain text. */
static void name_row(const char *what, uint32_t row, const char *otherwise, const char *name)
{
	char text[64];
	struct line line = line_in(text, sizeof(text));

	line_add(&line, "%s", otherwise);
	for (const char *at = name; *at >= ' ' && *at <= '~'; at++)
		line_add(&line, "%s%c", at == name ? " " : "", *at);
	trace_json_name(what, row, line.text);
}

static void start(void)
{
	char name[NAME_SIZE];

	has_events = false;
	system_program_name(name, sizeof(name));
	name_row("process_name", (uint32_t)getpid(), "OpenCL:", name);
}

/* The row of this thread, named when it is first used. Without memory it gets no name. */
static uint32_t thread_row(void)
{
	uint32_t row = system_thread_id();
	unsigned process = atomic_load_explicit(&trace.process, memory_order_relaxed);
	struct trace_thread *thread = trace_thread();
	char name[NAME_SIZE];

	if (thread == NULL || thread->named_in == process)
		return row;
	thread->named_in = process;
	system_thread_name(row, name, sizeof(name));
	name_row("thread_name", row, "thread", name);
	return row;
}

static void add_arguments(struct line *line, const struct call *call, const void *result)
{
	const struct signature *function = &signatures[call->slot];
	enum trace_stage stage = trace_stage_after(call, result);
	struct line argument;

	for (int i = 0; i < function->param_count; i++) {
		argument = line_in(argument_buffer, sizeof(argument_buffer));
		trace_add_argument(&argument, function, i, call, stage);
		line_add(line, "\"%s\":", function->params[i].name);
		line_add_json(line, argument.text);
		line_add(line, ",");
	}
	argument = line_in(argument_buffer, sizeof(argument_buffer));
	trace_add_result(&argument, call, result);
	line_add(line, "\"result\":");
	line_add_json(line, argument.text);
}

/* An event is written when it is over. */
static void before(struct call *call)
{
	(void)call;
}

static void after(struct call *call, const void *result)
{
	uint32_t row = thread_row();
	struct line line = line_in(event_buffer, sizeof(event_buffer));

	begin_event(&line, "X", row);
	line_add(&line, ",\"cat\":\"call\",\"name\":\"%s\"", signatures[call->slot].name);
	add_times(&line, call->begin, call->end);
	line_add(&line, ",\"args\":{");
	add_arguments(&line, call, result);
	line_add(&line, "}");
	end_event(&line);
}

static void unseen(const char *name, const char *why)
{
	uint32_t row = thread_row();
	struct line line = line_in(event_buffer, sizeof(event_buffer));
	uint64_t now = trace_now();

	begin_event(&line, "i", row);
	line_add(&line, ",\"s\":\"t\",\"cat\":\"unseen\",\"name\":");
	line_add_json(&line, name);
	add_times(&line, now, now);
	line_add_text(&line, ",\"args\":{\"not traced\":");
	line_add_json(&line, why);
	line_add_text(&line, "}");
	end_event(&line);
}

void trace_json_command(uint32_t row, const char *name, uint64_t begin, uint64_t end,
			const char *source)
{
	struct line line = line_in(event_buffer, sizeof(event_buffer));

	begin_event(&line, "X", row);
	line_add(&line, ",\"cat\":\"command\",\"name\":");
	line_add_json(&line, name);
	add_times(&line, begin, end);
	line_add(&line, ",\"args\":{\"measured by\":\"%s\"}", source);
	end_event(&line);
}

const struct trace_output trace_json = {
	.is_document = true, .has_queues = true, .start = start, .before = before, .after = after,
	.unseen = unseen,
};
