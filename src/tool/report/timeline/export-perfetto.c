/* SPDX-License-Identifier: Apache-2.0 */
/* export-perfetto: see export-perfetto.h. */
#include "tool/report/timeline/export-perfetto.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "record/recorded-call.h"
#include "tool/report/model-commands.h"
#include "tool/report/space.h"
#include "tool/report/strings.h"
#include "tool/report/timeline/protobuf.h"
#include "tool/report/timeline/rows.h"

/* The numbers of fields, as the .proto files have them. */
enum { TRACE_PACKET = 1 };
enum {
	PACKET_CLOCKS = 6,
	PACKET_TIME = 8,
	PACKET_SEQUENCE = 10,
	PACKET_EVENT = 11,
	PACKET_INTERNED = 12,
	PACKET_FLAGS = 13,
	PACKET_DEFAULTS = 59,
	PACKET_TRACK = 60,
	PACKET_IS_FIRST = 87
};
enum { CLOCKS_CLOCK = 1 };
enum { CLOCK_ID = 1, CLOCK_TIME = 2, CLOCK_IS_INCREMENTAL = 3 };
enum { DEFAULTS_EVENT = 11, DEFAULTS_CLOCK = 58 };
enum { EVENT_ANNOTATION = 4, EVENT_TYPE = 9, EVENT_NAME = 10, EVENT_TRACK = 11, EVENT_FLOW = 47 };
enum { EVENT_END_OF_FLOW = 48 };
enum {
	ANNOTATION_NUMBER = 3,
	ANNOTATION_SIGNED = 4,
	ANNOTATION_TEXT = 6,
	ANNOTATION_NAME = 10,
	ANNOTATION_TEXT_ID = 17
};
enum { INTERNED_NAME = 2, INTERNED_TEXT = 29 };
enum { NAME_ID = 1, NAME_TEXT = 2 };
enum { TRACK_ID = 1, TRACK_NAME = 2, TRACK_PROCESS = 3, TRACK_THREAD = 4, TRACK_PARENT = 5 };
enum { PROCESS_ID = 1, PROCESS_NAME = 6 };
enum { THREAD_PROCESS = 1, THREAD_ID = 2, THREAD_NAME = 5 };

enum { SLICE_BEGIN = 1, SLICE_END = 2 };
enum { STATE_CLEARED = 1, STATE_NEEDED = 2 };

#define CLOCK_BOOT 6	   /* the one that a trace is shown in */
#define CLOCK_SEQUENCE 64  /* the first one that a sequence may define for itself */
#define FIRST_NAME 65536   /* numbers of names of commands; the numbers of calls are below */

/* What is shown in one line: its packets are a sequence. */
struct perfetto_row {
	uint32_t sequence; /* 0: it has none yet */
	uint64_t time;	   /* of its last packet, ns since the start of the file */
	uint64_t *ends;	   /* of the spans that are open, the outermost first */
	size_t depth;
};

/* Calls of a program often have arguments that an earlier one had, so these get numbers, too. */
#define MOST_TEXTS 65536

struct text {
	char *text; /* NULL: none */
	uint32_t number;
	uint32_t sequence; /* in which it was written last */
};

struct perfetto_writer {
	struct perfetto *perfetto;
	const struct model *model;
	uint64_t process;
	uint64_t delay;	       /* ns, from the start of the first process to its own */
	struct perfetto_row *threads; /* by their place in the model */
	uint32_t *functions;   /* by number: the sequence in which its name was written last */
	bool *is_enqueue;      /* by number: there are measured commands that it has enqueued */
	struct strings names;  /* of commands; their numbers come after FIRST_NAME */
	uint32_t *named;       /* by name: the sequence in which it was written last */
	struct text *texts;    /* by their hash: a text takes the place of another one */
	uint32_t text_count;
	uint32_t lane_count;   /* of all queues */
	uint64_t first_flow;   /* of the first command of the model */
	struct protobuf packet;
	struct protobuf event;
	struct protobuf interned; /* by the next event */
	struct protobuf part;
	struct protobuf inner;
};

/* -- tracks -------------------------------------------------------------------- */

static uint64_t process_track(const struct perfetto_writer *writer)
{
	return writer->process << 32;
}

static void write_packet(struct perfetto_writer *writer)
{
	protobuf_write(writer->perfetto->file, TRACE_PACKET, &writer->packet);
}

static void put_clock(struct perfetto_writer *writer, uint64_t id, bool is_incremental)
{
	protobuf_put_number(&writer->inner, CLOCK_ID, id);
	protobuf_put_number(&writer->inner, CLOCK_TIME, 0);
	if (is_incremental)
		protobuf_put_number(&writer->inner, CLOCK_IS_INCREMENTAL, 1);
	protobuf_put_message(&writer->part, CLOCKS_CLOCK, &writer->inner);
}

/* The first packet of ROW: its clock starts with the file, and its events are on the track. */
static void begin_sequence(struct perfetto_writer *writer, struct perfetto_row *row, uint64_t track)
{
	row->sequence = ++writer->perfetto->sequences;
	protobuf_put_number(&writer->packet, PACKET_SEQUENCE, row->sequence);
	protobuf_put_number(&writer->packet, PACKET_FLAGS, STATE_CLEARED);
	protobuf_put_number(&writer->packet, PACKET_IS_FIRST, 1);
	put_clock(writer, CLOCK_BOOT, false);
	put_clock(writer, CLOCK_SEQUENCE, true);
	protobuf_put_message(&writer->packet, PACKET_CLOCKS, &writer->part);
	protobuf_put_number(&writer->inner, EVENT_TRACK, track);
	protobuf_put_message(&writer->part, DEFAULTS_EVENT, &writer->inner);
	protobuf_put_number(&writer->part, DEFAULTS_CLOCK, CLOCK_SEQUENCE);
	protobuf_put_message(&writer->packet, PACKET_DEFAULTS, &writer->part);
	write_packet(writer);
}

/* The fields of the track are in `part`. */
static void write_track(struct perfetto_writer *writer, uint32_t sequence)
{
	protobuf_put_number(&writer->packet, PACKET_SEQUENCE, sequence);
	protobuf_put_message(&writer->packet, PACKET_TRACK, &writer->part);
	write_packet(writer);
}

static void put_process(struct perfetto_writer *writer)
{
	char name[ROW_NAME];

	row_process_name(name, writer->model);
	protobuf_put_number(&writer->inner, PROCESS_ID, writer->process);
	protobuf_put_text(&writer->inner, PROCESS_NAME, name);
	protobuf_put_number(&writer->part, TRACK_ID, process_track(writer));
	protobuf_put_message(&writer->part, TRACK_PROCESS, &writer->inner);
	write_track(writer, ++writer->perfetto->sequences);
}

static void put_thread(struct perfetto_writer *writer, const struct thread *thread,
		       struct perfetto_row *row)
{
	const uint64_t track = process_track(writer) + 1 + thread->id;
	char name[64];

	begin_sequence(writer, row, track);
	text_format(name, sizeof(name), "thread %" PRIu32, thread->id);
	protobuf_put_number(&writer->inner, THREAD_PROCESS, writer->process);
	protobuf_put_number(&writer->inner, THREAD_ID, thread->id);
	protobuf_put_text(&writer->inner, THREAD_NAME, thread->name ? thread->name : name);
	protobuf_put_number(&writer->part, TRACK_ID, track);
	protobuf_put_number(&writer->part, TRACK_PARENT, process_track(writer));
	protobuf_put_message(&writer->part, TRACK_THREAD, &writer->inner);
	write_track(writer, row->sequence);
}

/* Threads of Linux have IDs below 2^22, so the numbers of lanes come after them. */
static void put_lane(struct perfetto_writer *writer, uint32_t queue, unsigned int lane,
		     struct perfetto_row *row)
{
	const uint64_t track = process_track(writer) + (UINT64_C(1) << 30) + writer->lane_count++;
	char name[ROW_NAME];

	begin_sequence(writer, row, track);
	row_lane_name(name, writer->model, queue, lane);
	protobuf_put_number(&writer->part, TRACK_ID, track);
	protobuf_put_number(&writer->part, TRACK_PARENT, process_track(writer));
	protobuf_put_text(&writer->part, TRACK_NAME, name);
	write_track(writer, row->sequence);
}

/* -- spans --------------------------------------------------------------------- */

/* Begins a packet of ROW at TIME; the event is in `event`. Time never goes back in a sequence. */
static void write_event(struct perfetto_writer *writer, struct perfetto_row *row, uint64_t time)
{
	const uint64_t since = time > row->time ? time - row->time : 0;

	row->time += since;
	protobuf_put_number(&writer->packet, PACKET_TIME, since);
	protobuf_put_number(&writer->packet, PACKET_SEQUENCE, row->sequence);
	protobuf_put_number(&writer->packet, PACKET_FLAGS, STATE_NEEDED);
	if (writer->interned.size > 0)
		protobuf_put_message(&writer->packet, PACKET_INTERNED, &writer->interned);
	protobuf_put_message(&writer->packet, PACKET_EVENT, &writer->event);
	write_packet(writer);
}

static void end_span(struct perfetto_writer *writer, struct perfetto_row *row, uint64_t time)
{
	protobuf_put_number(&writer->event, EVENT_TYPE, SLICE_END);
	write_event(writer, row, time);
}

/* Ends the spans of ROW that have ended at TIME. */
static void end_spans(struct perfetto_writer *writer, struct perfetto_row *row, uint64_t time)
{
	while (row->depth > 0 && row->ends[row->depth - 1] <= time)
		end_span(writer, row, row->ends[--row->depth]);
}

/* Notes that a span of ROW ends at END, or with the one that it is inside of. */
static bool push_end(struct perfetto_row *row, uint64_t end)
{
	if (!space_make(&row->ends, row->depth, sizeof(*row->ends)))
		return false;
	if (row->depth > 0 && end > row->ends[row->depth - 1])
		end = row->ends[row->depth - 1];
	row->ends[row->depth++] = end;
	return true;
}

/* Writes the text NUMBER of KIND into the packet of the next event, unless the sequence of ROW has it. */
static void intern(struct perfetto_writer *writer, const struct perfetto_row *row,
		   unsigned int kind, uint32_t number, const char *text, uint32_t *sequence)
{
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): the first command of a lane makes its row */
	if (*sequence == row->sequence)
		return;
	*sequence = row->sequence;
	protobuf_put_number(&writer->inner, NAME_ID, number);
	protobuf_put_text(&writer->inner, NAME_TEXT, text);
	protobuf_put_message(&writer->interned, kind, &writer->inner);
}

static void annotate(struct perfetto_writer *writer, const char *name, uint64_t number)
{
	protobuf_put_text(&writer->inner, ANNOTATION_NAME, name);
	protobuf_put_number(&writer->inner, ANNOTATION_NUMBER, number);
	protobuf_put_message(&writer->event, EVENT_ANNOTATION, &writer->inner);
}

/* When it was, since the start of the file. */
static uint64_t moment(const struct perfetto_writer *writer, uint64_t time)
{
	return writer->delay + model_since_start(writer->model, time);
}

/* -- calls --------------------------------------------------------------------- */

/* Was COMMAND executed in the range? */
static bool is_shown(const struct model *model, const struct model_command *command)
{
	uint64_t begin = command->host_started;
	uint64_t end = command->host_ended;

	return command->is_measured && model_cut(model, &begin, &end);
}

/* The number of the flow to the command that the call REFERENCE has enqueued; 0: none. */
static uint64_t flow_of(const struct perfetto_writer *writer, uint64_t reference)
{
	const struct command_list *commands = &writer->model->commands.list;
	const struct model_command *command = command_list_find(commands, reference);

	return command && is_shown(writer->model, command)
		       ? writer->first_flow + (uint64_t)(command - commands->list)
		       : 0;
}

static void put_error(struct perfetto_writer *writer, const struct record_call *call)
{
	int32_t code;

	if (!recorded_failed(&writer->model->known, call, &code) || code == RECORDED_NO_CODE)
		return;
	protobuf_put_text(&writer->inner, ANNOTATION_NAME, "error");
	protobuf_put_number(&writer->inner, ANNOTATION_SIGNED, (uint64_t)(int64_t)code);
	protobuf_put_message(&writer->event, EVENT_ANNOTATION, &writer->inner);
}

/* The place of TEXT, which is there afterwards; NULL: there is no memory. */
static struct text *find_text(struct perfetto_writer *writer, const char *text)
{
	struct text *found = &writer->texts[text_hash(text) % MOST_TEXTS];
	char *copy;

	if (found->text && strcmp(found->text, text) == 0)
		return found;
	copy = strdup(text);
	if (!copy)
		return space_is_short(), NULL;
	free(found->text);
	*found = (struct text){ copy, ++writer->text_count, 0 };
	/* cppcheck-suppress memleak ; the text has it */
	return found;
}

static bool put_arguments(struct perfetto_writer *writer, const struct record_call *call,
			  const struct perfetto_row *row)
{
	char arguments[ROW_ARGUMENTS];
	struct text *text;

	row_arguments(arguments, writer->model, call);
	text = find_text(writer, arguments);
	if (!text)
		return false;
	intern(writer, row, INTERNED_TEXT, text->number, arguments, &text->sequence);
	protobuf_put_text(&writer->inner, ANNOTATION_NAME, "arguments");
	protobuf_put_number(&writer->inner, ANNOTATION_TEXT_ID, text->number);
	protobuf_put_message(&writer->event, EVENT_ANNOTATION, &writer->inner);
	return true;
}

/* NULL: the record has no such thread. */
static struct perfetto_row *row_of_thread(struct perfetto_writer *writer, uint32_t id)
{
	const struct threads *threads = &writer->model->threads;
	const struct thread *thread = threads_get(threads, id);

	return thread ? &writer->threads[thread - threads->list] : NULL;
}

static bool put_call(const struct record *record, struct record_place place, void *data)
{
	struct perfetto_writer *writer = data;
	struct perfetto_row *row = row_of_thread(writer, place.thread);
	const struct model *model = writer->model;
	const struct record_call *call = (const struct record_call *)record;
	const unsigned int function = record->detail;
	uint64_t begin;
	uint64_t end;
	const char *name;
	uint64_t flow;

	if (!record_is_call(record) || !row || !model_cut_call(model, call, &begin, &end))
		return true;
	name = model_function_name(model, function);
	end_spans(writer, row, moment(writer, begin));
	intern(writer, row, INTERNED_NAME, function + 1, name,
	       &writer->functions[function]);
	protobuf_put_number(&writer->event, EVENT_TYPE, SLICE_BEGIN);
	protobuf_put_number(&writer->event, EVENT_NAME, function + 1);
	if (model->options.has_arguments && !put_arguments(writer, call, row))
		return false;
	put_error(writer, call);
	flow = writer->is_enqueue[function] ? flow_of(writer, place.reference) : 0;
	if (flow > 0)
		protobuf_put_fixed(&writer->event, EVENT_FLOW, flow);
	write_event(writer, row, moment(writer, begin));
	return push_end(row, moment(writer, end));
}

static bool put_calls(struct perfetto_writer *writer)
{
	const struct model *model = writer->model;
	bool is_good;

	for (size_t i = 0; i < model->threads.count; i++)
		put_thread(writer, &model->threads.list[i], &writer->threads[i]);
	is_good = record_reader_visit(model->reader, put_call, writer);
	for (size_t i = 0; i < model->threads.count; i++)
		end_spans(writer, &writer->threads[i], UINT64_MAX);
	return is_good;
}

/* -- commands ------------------------------------------------------------------ */

/* The index of the name TEXT; STRINGS_NONE: there is no memory. */
static size_t find_name(struct perfetto_writer *writer, const char *text)
{
	const size_t count = writer->names.count;
	const size_t index = strings_add(&writer->names, text);

	if (index == count && !space_make(&writer->named, count, sizeof(*writer->named)))
		return STRINGS_NONE;
	if (index == count)
		writer->named[index] = 0;
	return index;
}

static void annotate_size(struct perfetto_writer *writer, const char *key, const uint64_t *size,
			  int dimensions)
{
	char text[COMMAND_DIMENSIONS * 21];
	size_t used = 0;

	for (int i = 0; i < dimensions; i++)
		used += text_format(text + used, sizeof(text) - used, "%s%" PRIu64,
				    i > 0 ? "x" : "", size[i]);
	if (used == 0 || size[0] == 0)
		return;
	protobuf_put_text(&writer->inner, ANNOTATION_NAME, key);
	protobuf_put_text(&writer->inner, ANNOTATION_TEXT, text);
	protobuf_put_message(&writer->event, EVENT_ANNOTATION, &writer->inner);
}

/* Is the call that has enqueued COMMAND shown? */
static bool has_call(const struct model *model, const struct model_command *command)
{
	uint64_t begin = command->begin;
	uint64_t end = command->end;

	return model_cut(model, &begin, &end);
}

static bool put_command(struct perfetto_writer *writer, const struct model_command *command,
			struct perfetto_row *row)
{
	const char *text = row_command_name(command);
	const size_t index = (size_t)(command - writer->model->commands.list.list);
	uint64_t begin = command->host_started;
	uint64_t end = command->host_ended;
	const size_t name = find_name(writer, text);
	const uint32_t number = FIRST_NAME + 1 + (uint32_t)name;

	if (name == STRINGS_NONE)
		return false;
	if (!model_cut(writer->model, &begin, &end))
		return true;
	intern(writer, row, INTERNED_NAME, number, text, &writer->named[name]);
	protobuf_put_number(&writer->event, EVENT_TYPE, SLICE_BEGIN);
	protobuf_put_number(&writer->event, EVENT_NAME, number);
	if (command->stands_for > 1)
		annotate(writer, "stands_for", command->stands_for);
	if (command->bytes > 0)
		annotate(writer, "bytes", command->bytes);
	annotate_size(writer, "global", command->sizes.global, command->sizes.dimensions);
	annotate_size(writer, "local", command->sizes.local, command->sizes.dimensions);
	if (has_call(writer->model, command))
		protobuf_put_fixed(&writer->event, EVENT_END_OF_FLOW, writer->first_flow + index);
	write_event(writer, row, moment(writer, begin));
	end_span(writer, row, moment(writer, end));
	return true;
}

/* ROWS has a row for each lane so far. */
static bool put_ordered(struct perfetto_writer *writer, struct lanes *lanes,
			struct perfetto_row **rows, size_t index)
{
	const struct command_list *commands = &writer->model->commands.list;
	const struct model_command *command = commands->ordered[index];

	if (!lanes_next(lanes, commands, index))
		return false;
	if (lanes->is_new) {
		if (!space_make(rows, lanes->lane, sizeof(**rows)))
			return false;
		(*rows)[lanes->lane] = (struct perfetto_row){ 0 };
		put_lane(writer, command->queue, lanes->lane, &(*rows)[lanes->lane]);
	}
	return put_command(writer, command, &(*rows)[lanes->lane]);
}

static bool put_commands(struct perfetto_writer *writer)
{
	struct lanes lanes = { .most = 0 };
	struct perfetto_row *rows = NULL;
	bool is_good = true;

	for (size_t i = 0; is_good && i < writer->model->commands.list.ordered_count; i++)
		is_good = put_ordered(writer, &lanes, &rows, i);
	lanes_done(&lanes);
	free(rows);
	return is_good;
}

/* -- all ------------------------------------------------------------------------ */

static bool prepare(struct perfetto_writer *writer)
{
	const struct command_list *commands = &writer->model->commands.list;

	writer->threads = calloc(writer->model->threads.count + 1, sizeof(*writer->threads));
	writer->functions = calloc(MODEL_FUNCTIONS, sizeof(*writer->functions));
	writer->is_enqueue = calloc(MODEL_FUNCTIONS, sizeof(*writer->is_enqueue));
	writer->texts = calloc(MOST_TEXTS, sizeof(*writer->texts));
	if (!writer->threads || !writer->functions || !writer->is_enqueue || !writer->texts)
		return space_is_short();
	for (size_t i = 0; i < commands->count; i++)
		if (commands->list[i].is_measured)
			writer->is_enqueue[commands->list[i].function] = true;
	writer->first_flow = writer->perfetto->flows + 1;
	writer->perfetto->flows += commands->count;
	return true;
}

static void finish(struct perfetto_writer *writer)
{
	for (size_t i = 0; writer->threads && i < writer->model->threads.count; i++)
		free(writer->threads[i].ends);
	for (size_t i = 0; writer->texts && i < MOST_TEXTS; i++)
		free(writer->texts[i].text);
	free(writer->texts);
	free(writer->threads);
	free(writer->functions);
	free(writer->is_enqueue);
	strings_done(&writer->names);
	free(writer->named);
	protobuf_done(&writer->packet);
	protobuf_done(&writer->event);
	protobuf_done(&writer->interned);
	protobuf_done(&writer->part);
	protobuf_done(&writer->inner);
}

void perfetto_begin(struct perfetto *perfetto, FILE *file, uint64_t start)
{
	*perfetto = (struct perfetto){ .file = file, .start = start };
}

bool perfetto_put(struct perfetto *perfetto, const struct model *model, uint64_t process)
{
	const uint64_t start = model->reader->header.realtime;
	struct perfetto_writer writer = { .perfetto = perfetto,
					  .model = model,
					  .process = process,
					  .delay = start > perfetto->start ? start - perfetto->start
									   : 0 };
	bool is_good = prepare(&writer);

	if (is_good)
		put_process(&writer);
	is_good = is_good && put_calls(&writer) && put_commands(&writer);
	if (is_good && (writer.packet.is_short || writer.event.is_short))
		is_good = space_is_short();
	finish(&writer);
	return is_good;
}

bool export_perfetto(FILE *file, const struct model *model)
{
	const struct record_header *header = &model->reader->header;
	struct perfetto perfetto;

	perfetto_begin(&perfetto, file, header->realtime);
	return perfetto_put(&perfetto, model, header->process);
}
