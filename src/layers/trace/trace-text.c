/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace-text: see trace-text.h.
 */
#include "layers/trace/trace-text.h"

#include <string.h>

#include "base/common/line.h"
#include "base/common/system.h"
#include "layers/trace/trace-state.h"
#include "layers/trace/trace-values.h"
#include "opencl/signature.h"

#define LINE_BUFFER 16384
#define MOST_HELD 65536	 /* bytes */
#define HELD_NS 10000000 /* for so long at most, while there are calls */
#define NAME_SHOWN 128

/*
 * Lines of quick calls, which only set or ask something, are held back in a file until one of
 * another call follows: to write each of them takes longer than all the rest. So if the program
 * dies in a call that is not quick, all lines before it are in the file. Used with the lock held.
 */
static char buffer[MOST_HELD + LINE_BUFFER];
static size_t held;	    /* bytes of whole lines in the buffer */
static uint64_t held_since; /* ns */
static bool may_hold;	    /* the file is one that nobody reads on a terminal */
static bool quick[CLROUTER_ALL_SLOTS];
static bool shows_entries;

void trace_text_flush(void)
{
	const size_t length = held;

	held = 0;
	if (length > 0)
		output_file_write(&trace.output, buffer, length);
}

static struct line begin_line(void)
{
	return line_in(buffer + held, LINE_BUFFER);
}

/* A line that was cut has space for one more byte: the NUL's. */
static void end_line(struct line *line)
{
	line->text[line->length++] = '\n';
	held += line->length;
}

static bool is_quick(const char *function)
{
	return strncmp(function, "clSetKernel", 11) == 0 || strncmp(function, "clRetain", 8) == 0 ||
	       (strncmp(function, "clGet", 5) == 0 && strstr(function, "Info"));
}

/* Asking for it is a system call, but it stays the same until a fork. */
static uint64_t thread_id(void)
{
	const unsigned int process = atomic_load_explicit(&trace.process, memory_order_relaxed);
	struct trace_thread *thread = trace_thread();

	if (!thread)
		return system_thread_id();
	if (thread->id_of != process)
		thread->id = system_thread_id();
	thread->id_of = process;
	return thread->id;
}

static void add_head(struct line *line, unsigned int depth, uint64_t when)
{
	const uint64_t since = when - trace.start;

	line_add_text(line, "[");
	line_add_decimal(line, thread_id(), 1);
	line_add_text(line, " ");
	line_add_decimal(line, since / 1000000000, 1);
	line_add_text(line, ".");
	line_add_decimal(line, since / 1000 % 1000000, 6);
	line_add_text(line, "] ");
	for (unsigned int i = 0; i < depth; i++)
		line_add_text(line, "  ");
}

static void add_call(struct line *line, const struct call *call, enum trace_stage stage)
{
	const struct signature *function = &signatures[call->slot];

	line_add_text(line, function->name);
	line_add_text(line, "(");
	for (int i = 0; i < function->param_count; i++) {
		line_add_text(line, i > 0 ? ", " : "");
		line_add_text(line, function->params[i].name);
		line_add_text(line, "=");
		trace_add_argument(line, function, i, call, stage);
	}
	line_add_text(line, ")");
}

/* In microseconds. */
static void add_duration(struct line *line, uint64_t ns)
{
	line_add_text(line, " <");
	line_add_decimal(line, ns / 1000, 1);
	line_add_text(line, ".");
	line_add_decimal(line, ns % 1000, 3);
	line_add_text(line, " us>");
}

/*
 * Beginnings are for those who look for the call that does not return: then nothing is held back.
 */
void trace_text_start(bool shows_entry)
{
	held = 0;
	shows_entries = shows_entry;
	may_hold = !shows_entry && output_file_is_own(&trace.output);
	for (unsigned int slot = 0; slot < CLROUTER_ALL_SLOTS; slot++)
		quick[slot] = is_quick(signatures[slot].name);
}

static void open_call(const struct call *call, enum trace_stage stage, uint64_t when)
{
	struct line line = begin_line();

	add_head(&line, trace_own(call)->depth, when);
	add_call(&line, call, stage);
	line_add_text(&line, " {");
	end_line(&line);
	trace_text_flush();
}

/* Opens the call of this thread at DEPTH, of which there is only a COPY. */
static void open_nested(struct nesting_call *copy, unsigned int depth)
{
	void *values[CALL_VALUES];
	struct call call = { .slot = copy->slot, .values = values };

	for (int i = 0; i < CALL_VALUES; i++)
		values[i] = &copy->values[i];
	*trace_own(&call) = (struct trace_own){ .depth = depth };
	memcpy(trace_own(&call)->numbers, copy->numbers, sizeof(copy->numbers));
	copy->is_shown = true;
	open_call(&call, STAGE_UNSURE, copy->begin);
}

/* The calls that this thread is in; NULL: there is no memory. */
static struct nesting *own_nesting(void)
{
	struct trace_thread *thread = trace_thread();

	return thread ? &thread->nesting : NULL;
}

/* Outermost first, for all of them contain what follows. */
static void open_outer(struct nesting *own, unsigned int depth)
{
	for (unsigned int i = 0; i < depth; i++)
		if (!own->calls[i].is_shown)
			open_nested(&own->calls[i], i);
}

void trace_text_before(struct call *call)
{
	struct nesting *own = own_nesting();

	if (!quick[call->slot])
		trace_text_flush();
	trace_own(call)->is_shown = shows_entries;
	nesting_enter(own, call);
	open_outer(own, trace_own(call)->depth);
	if (shows_entries)
		open_call(call, STAGE_BEGIN, system_now());
}

/* The call is opened later, if at all, but with this time. */
void trace_text_began(const struct call *call)
{
	struct nesting *own = own_nesting();

	if (own && trace_own(call)->is_nested)
		own->calls[trace_own(call)->depth].begin = trace_own(call)->begin;
}

void trace_text_after(struct call *call, const void *result)
{
	struct line line = begin_line();
	bool is_shown = nesting_leave(own_nesting(), call) || trace_own(call)->is_shown;

	add_head(&line, trace_own(call)->depth, trace_own(call)->begin);
	if (is_shown)
		line_add_text(&line, "} ");
	add_call(&line, call, trace_stage_after(call, result));
	line_add_text(&line, " = ");
	trace_add_result(&line, call, result);
	add_duration(&line, trace_own(call)->end - trace_own(call)->begin);
	if (held == 0)
		held_since = trace_own(call)->end;
	end_line(&line);
	if (!may_hold || !quick[call->slot] || held >= MOST_HELD ||
	    trace_own(call)->end - held_since >= HELD_NS)
		trace_text_flush();
}

void trace_text_unseen(const char *name, const char *why)
{
	struct line line = begin_line();

	add_head(&line, 0, system_now());
	line_add_text(&line, "calls of ");
	line_add_quoted(&line, name, strlen(name), NAME_SHOWN);
	line_add(&line, " are not traced: %s", why);
	end_line(&line);
	trace_text_flush();
}
