/* SPDX-License-Identifier: Apache-2.0 */
/* export-perfetto: see export-perfetto.h. */
#include "tool/report/timeline/perfetto-writer.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "record/recorded-call.h"
#include "tool/report/model-commands.h"
#include "tool/report/recorded-values.h"
#include "tool/report/space.h"
#include "tool/report/timeline/rows.h"
#include "tool/report/view/callers.h"

/* -- tracks -------------------------------------------------------------------- */

static void put_process(struct perfetto_writer *writer)
{
	char name[ROW_NAME];

	row_process_name(name, writer->model);
	protobuf_put_number(&writer->inner, PROCESS_ID, writer->process);
	protobuf_put_text(&writer->inner, PROCESS_NAME, name);
	protobuf_put_number(&writer->part, TRACK_ID, perfetto_process_track(writer));
	protobuf_put_message(&writer->part, TRACK_PROCESS, &writer->inner);
	perfetto_write_track(writer, ++writer->perfetto->sequences);
}

static void put_thread(struct perfetto_writer *writer, const struct thread *thread,
		       struct perfetto_row *row)
{
	const uint64_t track = perfetto_process_track(writer) + 1 + thread->id;
	char name[64];

	perfetto_begin_sequence(writer, row, track);
	text_format(name, sizeof(name), "thread %" PRIu32, thread->id);
	protobuf_put_number(&writer->inner, THREAD_PROCESS, writer->process);
	protobuf_put_number(&writer->inner, THREAD_ID, thread->id);
	protobuf_put_text(&writer->inner, THREAD_NAME, thread->name ? thread->name : name);
	protobuf_put_number(&writer->part, TRACK_ID, track);
	protobuf_put_number(&writer->part, TRACK_PARENT, perfetto_process_track(writer));
	protobuf_put_message(&writer->part, TRACK_THREAD, &writer->inner);
	perfetto_write_track(writer, row->sequence);
}

static void put_lane(struct perfetto_writer *writer, uint32_t queue, unsigned int lane,
		     struct perfetto_row *row)
{
	const uint64_t track = perfetto_new_track(writer);
	char name[ROW_NAME];

	perfetto_begin_sequence(writer, row, track);
	row_lane_name(name, writer->model, queue, lane);
	protobuf_put_number(&writer->part, TRACK_ID, track);
	protobuf_put_number(&writer->part, TRACK_PARENT, perfetto_process_track(writer));
	protobuf_put_text(&writer->part, TRACK_NAME, name);
	perfetto_write_track(writer, row->sequence);
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
	if (!recorded_error_name(code))
		return;
	protobuf_put_text(&writer->inner, ANNOTATION_NAME, "error_name");
	protobuf_put_text(&writer->inner, ANNOTATION_TEXT, recorded_error_name(code));
	protobuf_put_message(&writer->event, EVENT_ANNOTATION, &writer->inner);
}

/* The place of TEXT in TEXTS, which is there afterwards; NULL: there is no memory. */
static struct text *find_text(struct perfetto_writer *writer, struct text *texts, const char *text)
{
	struct text *found = &texts[text_hash(text) % PERFETTO_TEXTS];
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

/* A number is one; what has another meaning is a text, for example "buffer#1". */
static bool put_argument(struct perfetto_writer *writer, const struct perfetto_row *row,
			 const struct recorded_value *value, const char *shown)
{
	struct text *text = value->is_number ? NULL : find_text(writer, writer->texts, shown);

	if (!value->is_number && !text)
		return false;
	if (text)
		perfetto_intern(writer, row, INTERNED_TEXT, text->number, shown, &text->sequence);
	protobuf_put_text(&writer->inner, ANNOTATION_NAME, value->name ? value->name : "argument");
	protobuf_put_number(&writer->inner,
			    text		 ? ANNOTATION_TEXT_ID
			    : value->is_signed ? ANNOTATION_SIGNED
					       : ANNOTATION_NUMBER,
			    text ? text->number : value->number);
	protobuf_put_message(&writer->event, EVENT_ANNOTATION, &writer->inner);
	return true;
}

static bool put_arguments(struct perfetto_writer *writer, const struct record_call *call,
			  const struct perfetto_row *row)
{
	char shown[ROW_ARGUMENTS];
	struct line line = line_in(shown, sizeof(shown));
	struct recorded_value value;

	for (int i = 0; recorded_add_argument(&line, call, writer->model->history, i, &value); i++) {
		if (!put_argument(writer, row, &value, shown))
			return false;
		line = line_in(shown, sizeof(shown));
	}
	return true;
}

/* Where in the program the call was made, as file, function and line, as far as they are known. */
static bool put_place(struct perfetto_writer *writer, const struct perfetto_row *row,
		      const struct model_place *place)
{
	const char *module;
	struct code_place code;
	struct text *text;
	char shown[2 * CODE_NAME];
	struct line line = line_in(shown, sizeof(shown));

	if (!callers_choose(writer->model, place, &code))
		return true;
	code_add_text(&line, &code);
	text = find_text(writer, writer->places, shown);
	if (!text)
		return false;
	if (text->sequence != row->sequence) {
		module = code.module ? code.module->path : "";
		text->sequence = row->sequence;
		protobuf_put_number(&writer->inner, LOCATION_ID, text->number);
		protobuf_put_text(&writer->inner, LOCATION_FILE, *code.file ? code.file : module);
		protobuf_put_text(&writer->inner, LOCATION_FUNCTION,
				  *code.function ? code.function : shown);
		if (code.line > 0)
			protobuf_put_number(&writer->inner, LOCATION_LINE, (uint64_t)code.line);
		protobuf_put_message(&writer->interned, INTERNED_PLACE, &writer->inner);
	}
	protobuf_put_number(&writer->event, EVENT_PLACE, text->number);
	return true;
}

static void put_call_category(struct perfetto_writer *writer, const struct perfetto_row *row,
			      const struct record_call *call)
{
	static const char *const names[] = {
		[IN_NOTHING] = "call", [IN_BUILD] = "build",     [IN_QUERY] = "query",
		[IN_TRANSFER] = "transfer", [IN_WAIT] = "wait", [IN_ENQUEUE] = "enqueue",
		[IN_OTHER] = "call",
	};
	const enum idle_call kind = idle_call_of(&writer->model->known, call);

	perfetto_put_category(writer, row, kind, names[kind]);
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
	const struct model_place where = { .time = call->begin, .reference = place.reference };
	uint64_t begin;
	uint64_t end;
	const char *name;
	uint64_t flow;

	if (!record_is_call(record) || !row || !model_cut_call(model, call, &begin, &end))
		return true;
	name = model_function_name(model, function);
	perfetto_end_spans(writer, row, perfetto_moment(writer, begin));
	perfetto_intern(writer, row, INTERNED_NAME, function + 1, name,
	       &writer->functions[function]);
	protobuf_put_number(&writer->event, EVENT_TYPE, SLICE_BEGIN);
	protobuf_put_number(&writer->event, EVENT_NAME, function + 1);
	put_call_category(writer, row, call);
	if ((model->options.has_arguments && !put_arguments(writer, call, row)) ||
	    !put_place(writer, row, &where))
		return false;
	put_error(writer, call);
	flow = writer->is_enqueue[function] ? flow_of(writer, place.reference) : 0;
	if (flow > 0)
		protobuf_put_fixed(&writer->event, EVENT_FLOW, flow);
	perfetto_write_event(writer, row, perfetto_moment(writer, begin));
	return perfetto_push_end(row, perfetto_moment(writer, end));
}

static bool put_calls(struct perfetto_writer *writer)
{
	const struct model *model = writer->model;
	bool is_good;

	for (size_t i = 0; i < model->threads.count; i++)
		put_thread(writer, &model->threads.list[i], &writer->threads[i]);
	is_good = record_reader_visit(model->reader, put_call, writer);
	for (size_t i = 0; i < model->threads.count; i++)
		perfetto_end_spans(writer, &writer->threads[i], UINT64_MAX);
	return is_good;
}

/* -- commands ------------------------------------------------------------------ */

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
	const size_t name = perfetto_find_name(writer, text);
	const uint32_t number = FIRST_NAME + 1 + (uint32_t)name;

	if (name == STRINGS_NONE)
		return false;
	if (!model_cut(writer->model, &begin, &end))
		return true;
	perfetto_intern(writer, row, INTERNED_NAME, number, text, &writer->named[name]);
	protobuf_put_number(&writer->event, EVENT_TYPE, SLICE_BEGIN);
	protobuf_put_number(&writer->event, EVENT_NAME, number);
	perfetto_put_category(writer, row, PERFETTO_COMMANDS + command->kind,
		     command_kind_name((enum command_kind)command->kind));
	if (command->stands_for > 1)
		perfetto_annotate(writer, "stands_for", command->stands_for);
	if (command->bytes > 0)
		perfetto_annotate(writer, "bytes", command->bytes);
	annotate_size(writer, "global", command->sizes.global, command->sizes.dimensions);
	annotate_size(writer, "local", command->sizes.local, command->sizes.dimensions);
	if (has_call(writer->model, command))
		protobuf_put_fixed(&writer->event, EVENT_END_OF_FLOW, writer->first_flow + index);
	perfetto_write_event(writer, row, perfetto_moment(writer, begin));
	perfetto_end_span(writer, row, perfetto_moment(writer, end));
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
	writer->texts = calloc(PERFETTO_TEXTS, sizeof(*writer->texts));
	writer->places = calloc(PERFETTO_TEXTS, sizeof(*writer->places));
	if (!writer->threads || !writer->functions || !writer->is_enqueue || !writer->texts ||
	    !writer->places)
		return space_is_short();
	for (size_t i = 0; i < commands->count; i++)
		if (commands->list[i].is_measured)
			writer->is_enqueue[commands->list[i].function] = true;
	writer->first_flow = writer->perfetto->flows + 1;
	writer->perfetto->flows += commands->count;
	return true;
}

static void free_texts(struct text *texts)
{
	for (size_t i = 0; texts && i < PERFETTO_TEXTS; i++)
		free(texts[i].text);
	free(texts);
}

static void finish(struct perfetto_writer *writer)
{
	for (size_t i = 0; writer->threads && i < writer->model->threads.count; i++)
		free(writer->threads[i].ends);
	free_texts(writer->texts);
	free_texts(writer->places);
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

bool perfetto_put(struct perfetto *perfetto, const struct model *model, uint64_t process,
		  uint64_t start)
{
	struct perfetto_writer writer = { .perfetto = perfetto,
					  .model = model,
					  .process = process,
					  .delay = start > perfetto->start ? start - perfetto->start
									   : 0 };
	bool is_good = prepare(&writer);

	if (is_good)
		put_process(&writer);
	is_good = is_good && put_calls(&writer) && put_commands(&writer) &&
		  perfetto_put_ranges(&writer) && perfetto_put_counters(&writer);
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
	return perfetto_put(&perfetto, model, header->process, header->realtime);
}
