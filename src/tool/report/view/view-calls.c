/* SPDX-License-Identifier: Apache-2.0 */
/* view-calls: the columns of a record, and of single calls: where they are, and what became of them. */
#include "tool/report/view/view-tables.h"

#include <inttypes.h>

#include "base/common/line.h"
#include "base/text.h"
#include "record/recorded-call.h"
#include "table/cell.h"
#include "tool/report/view/callers.h"

#define PLACE_COLUMNS 60 /* on a line of its own */
#define WAIT_COLUMNS 29
#define CHAIN_COLUMNS 64
#define DEVICE_COLUMNS 12

/* -- addresses of the program ------------------------------------------------------------------- */

static void get_module(const void *code, struct table_value *value)
{
	const struct module *module = ((const struct code_place *)code)->module;

	value->text = module ? module->path : NULL;
}

static void get_build_id(const void *code, struct table_value *value)
{
	const struct module *module = ((const struct code_place *)code)->module;
	struct line line = line_in(value->space, sizeof(value->space));

	for (size_t i = 0; module && i < module->id_size; i++)
		line_add(&line, "%02x", module->id[i]);
	value->text = line.length > 0 ? value->space : NULL;
}

/* A text that is empty if it is not known. */
static void get_text(const void *text, struct table_value *value)
{
	value->text = *(const char *)text ? text : NULL;
}

#define AT(member) TABLE_AT(struct code_place, member)
static const struct table_column code_columns[] = {
	{ "address", TABLE_COUNT, AT(address) },
	{ "module", TABLE_TEXT, .get = get_module },
	{ "build_id", TABLE_TEXT, .get = get_build_id },
	{ "offset", TABLE_COUNT, AT(offset) },
	{ "function", TABLE_TEXT, AT(function), .get = get_text },
	{ "file", TABLE_TEXT, AT(file), .get = get_text },
	{ "line", TABLE_NUMBER, AT(line) },
};
static const struct table code_table = TABLE(NULL, code_columns);

/* -- places of calls ----------------------------------------------------------------------------- */

void view_get_function(const void *function, struct table_value *value)
{
	value->text = model_function_name(view_model(value->context), *(const unsigned int *)function);
}

static void get_since_start(const void *time, struct table_value *value)
{
	value->number = model_since_start(view_model(value->context), *(const uint64_t *)time);
}

static void get_caller(const void *place, struct table_value *value)
{
	const struct callers callers = callers_find(view_model(value->context), place);

	value->mark = callers.count > 0 ? TABLE_KNOWN : TABLE_ABSENT;
	if (callers.count > 0)
		value->row = callers_get(view_model(value->context), place, &callers, 0);
}

static void get_stack(const void *place, struct table_value *value)
{
	if (callers_find(view_model(value->context), place).count < 2)
		value->mark = TABLE_ABSENT;
}

static void put_stack(struct table_view *view, const void *place)
{
	const struct model *model = view_model(view->context);
	const struct callers callers = callers_find(model, place);

	for (size_t i = 0; i < callers.count; i++)
		table_put(view, callers_get(model, place, &callers, i));
}

#undef AT
#define AT(member) TABLE_AT(struct model_place, member)
static const struct table_column place_columns[] = {
	{ "function", TABLE_TEXT, AT(function), .get = view_get_function },
	{ "thread", TABLE_COUNT, AT(thread) },
	{ "call", TABLE_COUNT, AT(number), .get = table_get_known },
	{ "at_ns", TABLE_TIME, AT(time), .get = get_since_start },
	{ "caller", TABLE_OBJECT, .get = get_caller, .inner = &code_table },
	{ "stack", TABLE_ROWS, .get = get_stack, .inner = &code_table, .rows = put_stack },
};
static const struct table place_table = TABLE(NULL, place_columns);

static void get_place(const void *place, struct table_value *value)
{
	if (((const struct model_place *)place)->time == 0)
		value->mark = TABLE_ABSENT;
}

#define PLACE(type, member)                                                                       \
	{ NULL, TABLE_GROUP, TABLE_AT(type, member), .get = get_place, .inner = &place_table }

/* "main (program.c:12)". */
static void get_caller_text(const void *place, struct table_value *value)
{
	text_format(value->space, sizeof(value->space), "%s",
		    callers_text(view_model(value->context), place, PLACE_COLUMNS).text);
	value->mark = *value->space ? TABLE_KNOWN : TABLE_UNKNOWN;
	value->text = value->space;
}

/* -- error codes --------------------------------------------------------------------------------- */

static void get_code(const void *code, struct table_value *value)
{
	const int32_t number = *(const int32_t *)code;
	const char *name = recorded_error_name(number);

	value->text = number == RECORDED_NO_CODE ? NULL : name ? name : "unknown";
}

static void get_code_number(const void *code, struct table_value *value)
{
	const int32_t number = *(const int32_t *)code;

	value->number = number == RECORDED_NO_CODE ? 0 : (uint64_t)(int64_t)number;
}

static void get_code_text(const void *code, struct table_value *value)
{
	const int32_t number = *(const int32_t *)code;
	const char *name = recorded_error_name(number);

	if (number == RECORDED_NO_CODE)
		value->text = "(code not asked for)";
	else
		text_format(value->space, sizeof(value->space), "%s (%" PRId32 ")",
			    name ? name : "unknown", number);
	value->text = value->text ? value->text : value->space;
}

#define CODE(type, member)                                                                        \
	{ "code", TABLE_TEXT, TABLE_AT(type, member), .get = get_code },                          \
	{ "number", TABLE_NUMBER, TABLE_AT(type, member), .get = get_code_number }

/* -- the record ----------------------------------------------------------------------------------- */

static void put_texts(struct table_view *view, const char *const *texts, size_t count)
{
	for (size_t i = 0; i < count; i++)
		table_put(view, &texts[i]);
}

static const struct table_column text_column[] = { { .kind = TABLE_TEXT } };
const struct table view_texts = TABLE(NULL, text_column);

static void put_arguments(struct table_view *view, const void *model)
{
	const struct model *of = model;

	put_texts(view, of->arguments, of->argument_count);
}

/* Nobody has seen when it was killed. */
static void get_run_at_least(const void *model, struct table_value *value)
{
	value->number = model_is_cut(model);
}

/* The tool that started the program has written how it ended; without one, that is not known. */
static void set_code(const void *row, enum record_death death, struct table_value *value)
{
	const struct record_header *header = row;

	value->number = (uint64_t)(int64_t)header->death_code;
	if (header->death != death)
		value->mark = TABLE_UNKNOWN;
}

static void get_signal(const void *header, struct table_value *value)
{
	set_code(header, RECORD_DEATH_SIGNAL, value);
}

static void get_exit_status(const void *header, struct table_value *value)
{
	set_code(header, RECORD_DEATH_EXIT, value);
}

static void get_waits(const void *time, struct table_value *value)
{
	value->number = *(const uint64_t *)time;
	if (!model_has_waits(view_model(value->context)))
		value->mark = TABLE_UNKNOWN;
}

static void get_interval(const void *model, struct table_value *value)
{
	(void)model;
	value->number = view_elapsed(value->context);
	view_only_live(value);
}

static void get_interval_calls(const void *row, struct table_value *value)
{
	const struct model *model = row;

	value->number = view_has_interval(model) ? model->calls - model->calls_before : model->calls;
	view_only_live(value);
}

#undef AT
#define AT(member) TABLE_AT(struct model, member)
static const struct table_column record_columns[] = {
	{ "file", TABLE_TEXT, AT(own_reader.path) },
	{ "program", TABLE_TEXT, AT(program) },
	{ "arguments", TABLE_ROWS, .inner = &view_texts, .rows = put_arguments },
	{ "directory", TABLE_TEXT, AT(directory) },
	{ "host", TABLE_TEXT, AT(host) },
	{ "rank", TABLE_TEXT, AT(rank) },
	{ "job", TABLE_TEXT, AT(job) },
	{ "process", TABLE_COUNT, AT(own_reader.header.process) },
	{ "started_realtime_ns", TABLE_COUNT, AT(own_reader.header.realtime) },
	{ "from_ns", TABLE_TIME, AT(options.from) },
	{ "run_ns", TABLE_TIME, AT(run) },
	{ "run_at_least", TABLE_FLAG, .get = get_run_at_least },
	{ "interval_ns", TABLE_TIME, .get = get_interval },
	{ "end", TABLE_TEXT, AT(end), .words = model_end_words },
	{ "exit_status", TABLE_NUMBER, AT(own_reader.header), .get = get_exit_status },
	{ "signal", TABLE_NUMBER, AT(own_reader.header), .get = get_signal },
	{ "summary_only", TABLE_FLAG, AT(own_reader.header.has_sums) },
	{ "calls", TABLE_COUNT, AT(calls) },
	{ "interval_calls", TABLE_COUNT, .get = get_interval_calls },
	{ "failed", TABLE_COUNT, AT(failed) },
	{ "lost", TABLE_COUNT, AT(own_reader.header.lost) },
	{ "damaged", TABLE_COUNT, AT(damaged) },
	{ "left", TABLE_COUNT, AT(left_calls) },
	{ "waits_ns", TABLE_TIME, AT(own_reader.header.wait_time), .get = get_waits },
	{ "waits_cpu_ns", TABLE_TIME, AT(own_reader.header.wait_cpu), .get = get_waits },
	{ "unknown_functions", TABLE_COUNT, AT(unknown_functions) },
	{ "unfinished_calls", TABLE_COUNT, AT(unfinished.count) },
	{ "earlier_calls", TABLE_COUNT, AT(earlier.count) },
	{ "earlier_commands", TABLE_COUNT, AT(commands.earlier) },
	{ "unpaired_ranges", TABLE_COUNT, AT(ranges.unpaired) },
	{ "ranges_left_out", TABLE_COUNT, AT(ranges.left_out) },
};
const struct table view_record = TABLE(NULL, record_columns);

#undef AT
#define AT(member) TABLE_AT(struct model_unknown, member)
static const struct table_column unknown_columns[] = {
	{ "name", TABLE_TEXT, AT(name) },
	{ "reason", TABLE_TEXT, AT(reason) },
};
const struct table view_unknown_table = TABLE("not_recorded", unknown_columns);

#undef AT
#define AT(member) TABLE_AT(struct model_device, member)
static const struct table_column device_columns[] = {
	{ "name", TABLE_TEXT, AT(name) },
	{ "version", TABLE_TEXT, AT(version) },
	{ "driver_version", TABLE_TEXT, AT(driver) },
	{ "used", TABLE_FLAG, AT(is_used) },
};
const struct table view_devices_table = TABLE("devices", device_columns);

/* -- calls that were not in the range from their beginning to their end ---------------------------- */

#undef AT
#define AT(member) TABLE_AT(struct model_wait, member)
static const struct table_column open_columns[] = {
	PLACE(struct model_wait, place),
	{ "duration_ns", TABLE_TIME, AT(duration) },
};
static const struct table open_table = TABLE(NULL, open_columns);
const struct table view_earlier_table = TABLE("earlier", open_columns);

static const char *const hang_kinds[] = { [HANG_USER_EVENT] = "user-event", [HANG_COMMAND] = "command" };

static void get_queue_number(const void *queue, struct table_value *value)
{
	value->number = *(const uint32_t *)queue;
	value->mark = value->number > 0 ? TABLE_KNOWN : TABLE_UNKNOWN;
}

#undef AT
#define AT(member) TABLE_AT(struct hang, member)
static const struct table_column hang_columns[] = {
	{ "what", TABLE_TEXT, AT(kind), .words = hang_kinds },
	PLACE(struct hang, place),
	{ "name", TABLE_TEXT, AT(name) },
	{ "queue", TABLE_COUNT, AT(queue), .get = get_queue_number },
	{ "pending", TABLE_COUNT, AT(pending) },
	{ "pending_queue", TABLE_COUNT, AT(pending_queue), .get = get_queue_number },
};
static const struct table hang_table = TABLE(NULL, hang_columns);

/* The call is one of model->unfinished. */
static void get_hang(const void *wait, struct table_value *value)
{
	const struct view *view = value->context;
	const struct hang *hang =
		&view->hangs[(const struct model_wait *)wait - view->model->unfinished.list];

	value->row = hang;
	if (hang->kind == HANG_UNKNOWN)
		value->mark = TABLE_ABSENT;
}

static const struct table_column unfinished_columns[] = {
	{ NULL, TABLE_GROUP, .inner = &open_table },
	{ "waits_for", TABLE_OBJECT, .get = get_hang, .inner = &hang_table },
};
const struct table view_unfinished_table = TABLE("unfinished", unfinished_columns);

/* -- what stands out ------------------------------------------------------------------------------- */

static void get_word(const void *remark, struct table_value *value)
{
	value->text = remark_word(((const struct remark *)remark)->id);
}

static void get_cure(const void *remark, struct table_value *value)
{
	value->text = remark_cure(remark);
}

static void get_words(const void *remark, struct table_value *value)
{
	struct line line = line_in(value->space, sizeof(value->space));

	remark_add_words(&line, remark);
	value->text = value->space;
}

static void get_remark_share(const void *row, struct table_value *value)
{
	const struct remark *remark = row;

	value->whole = view_model(value->context)->run;
	value->number = remark->id == REMARK_DIED ? remark->time : remark->cost;
	if (remark->id == REMARK_DIED && model_is_cut(view_model(value->context)))
		value->mark = TABLE_UNKNOWN;
	if (remark->whole > 0) {
		value->number = remark->count;
		value->whole = remark->whole;
	}
}

static void get_remark_place(const void *remark, struct table_value *value)
{
	struct line line = line_in(value->space, sizeof(value->space));

	remark_add_place(&line, view_model(value->context), remark);
	value->text = value->space;
	if (line.length == 0)
		value->mark = TABLE_UNKNOWN;
}

/* Only records with stacks have more than the caller itself. */
static void get_chain(const void *place, struct table_value *value)
{
	struct line line = line_in(value->space, sizeof(value->space));

	callers_add_chain(&line, view_model(value->context), place, CHAIN_COLUMNS);
	value->text = value->space;
	if (line.length == 0)
		value->mark = TABLE_UNKNOWN;
}

#undef AT
#define AT(member) TABLE_AT(struct remark, member)
static const struct table_column remark_columns[] = {
	{ "id", TABLE_TEXT, .get = get_word },
	{ NULL, TABLE_SHARE, .title = "What stands out, with its share of the run time",
	  .width = 8, .get = get_remark_share },
	{ "text", TABLE_TEXT, .title = "", .get = get_words },
	{ "cost_ns", TABLE_TIME, AT(cost) },
	{ "count", TABLE_COUNT, AT(count) },
	{ "of", TABLE_COUNT, AT(whole) },
	{ "time_ns", TABLE_TIME, AT(time) },
	{ "name", TABLE_TEXT, AT(name) },
	{ "device", TABLE_TEXT, AT(device) },
	PLACE(struct remark, place),
	{ NULL, TABLE_BELOW, .title = "at", .get = get_remark_place },
	{ NULL, TABLE_BELOW, AT(place), "called by", .get = get_chain },
	{ "cure", TABLE_TEXT, .get = get_cure },
	{ NULL, TABLE_BELOW, .title = "cure:", .get = get_cure },
};
const struct table view_remarks_table = TABLE("remarks", remark_columns);

/* Where in the program it is, or which function it calls. */
static void get_idle_place(const void *place, struct table_value *value)
{
	const struct model *model = view_model(value->context);
	const struct model_place *of = place;
	const struct cell_name code = callers_text(model, of, WAIT_COLUMNS);

	text_format(value->space, sizeof(value->space), "%s",
		    *code.text ? code.text : model_function_name(model, of->function));
	value->text = value->space;
	if (of->time == 0)
		value->mark = TABLE_UNKNOWN;
}

/* -- idle devices ----------------------------------------------------------------------------------- */

static void get_device(const void *handle, struct table_value *value)
{
	value->text = model_device_name(view_model(value->context), *(const uint64_t *)handle);
}

/* The device is said if there are several. */
static void get_idle_title(const void *row, struct table_value *value)
{
	const struct model *model = view_model(value->context);
	const struct idle_sum *sum = row;
	const char *name = model_device_name(model, sum->device);

	text_format(value->space, sizeof(value->space), "%s%s%s", idle_words[sum->cause],
		    name && model->commands.device_count > 1 ? ", " : "",
		    name && model->commands.device_count > 1
			    ? cell_name(name, DEVICE_COLUMNS).text
			    : "");
	value->text = value->space;
}

static void get_idle_share(const void *time, struct table_value *value)
{
	value->number = *(const uint64_t *)time;
	value->whole = view_model(value->context)->run;
}

#undef AT
#define AT(member) TABLE_AT(struct idle_sum, member)
static const struct table_column idle_columns[] = {
	{ NULL, TABLE_TEXT, .title = "Idle devices, by cause", .get = get_idle_title },
	{ "device", TABLE_TEXT, AT(device), .get = get_device },
	{ "cause", TABLE_TEXT, AT(cause), .words = idle_words },
	{ NULL, TABLE_SHARE, AT(time), "run", 7, get_idle_share },
	{ "total_ns", TABLE_TIME, AT(time), "total", 8 },
	{ "count", TABLE_COUNT, AT(count) },
	{ "max_ns", TABLE_TIME, AT(longest), "max", 8 },
	PLACE(struct idle_sum, place),
	{ NULL, TABLE_TEXT, AT(place), "place", .width = WAIT_COLUMNS, .get = get_idle_place },
};
const struct table view_idle_table = TABLE("idle", idle_columns);

/* -- builds, errors and waits --------------------------------------------------------------------------- */

static void get_result(const void *code, struct table_value *value)
{
	const int32_t number = *(const int32_t *)code;
	const char *name = recorded_error_name(number);

	value->text = number == 0 ? "good" : name ? name : "failed";
}

/* Nothing is said if there were none. */
static void get_options(const void *options, struct table_value *value)
{
	const char *text = *(const char *const *)options;

	value->text = text ? text : "";
}

#undef AT
#define AT(member) TABLE_AT(struct model_build, member)
static const struct table_column build_columns[] = {
	PLACE(struct model_build, place),
	{ "program", TABLE_COUNT, AT(number) },
	{ NULL, TABLE_TEXT, AT(code), "Builds", .width = 27, .get = get_result },
	{ "duration_ns", TABLE_TIME, AT(duration), "time", 8 },
	CODE(struct model_build, code),
	{ "options", TABLE_TEXT, AT(options) },
	{ NULL, TABLE_TEXT, AT(options), "options", .get = get_options },
	{ "log", TABLE_TEXT, AT(log) },
	{ NULL, TABLE_BELOW, AT(log), "" },
};
const struct table view_builds_table = TABLE("builds", build_columns);

static void get_first(const void *place, struct table_value *value)
{
	const struct model *model = view_model(value->context);
	const struct model_place *first = place;

	text_format(value->space, sizeof(value->space), "%s, %s",
		    cell_time(model_since_start(model, first->time)).text,
		    model_function_name(model, first->function));
	value->text = value->space;
	if (first->time == 0)
		value->mark = TABLE_UNKNOWN;
}

#undef AT
#define AT(member) TABLE_AT(struct model_error, member)
static const struct table_column error_columns[] = {
	CODE(struct model_error, code),
	{ NULL, TABLE_TEXT, AT(code), "Errors", .width = 34, .get = get_code_text },
	{ "count", TABLE_COUNT, AT(count), "count", 6 },
	PLACE(struct model_error, first),
	{ NULL, TABLE_TEXT, AT(first), "first", .get = get_first },
	{ NULL, TABLE_BELOW, AT(first), "in", .get = get_caller_text },
};
const struct table view_errors_table = TABLE("errors", error_columns);

/* Where in the program it is, or which call. */
static void get_wait_place(const void *place, struct table_value *value)
{
	const struct model_place *wait = place;
	const struct cell_name code =
		callers_text(view_model(value->context), wait, WAIT_COLUMNS);

	if (*code.text)
		text_format(value->space, sizeof(value->space), "%s", code.text);
	else
		text_format(value->space, sizeof(value->space),
			    "thread %" PRIu32 ", call %" PRIu64, wait->thread, wait->number);
	value->text = value->space;
}

#undef AT
#define AT(member) TABLE_AT(struct model_wait, member)
static const struct table_column wait_columns[] = {
	PLACE(struct model_wait, place),
	{ NULL, TABLE_TEXT, AT(place.function), "Longest waits", .width = 27, .get = view_get_function },
	{ "duration_ns", TABLE_TIME, AT(duration), "waited", 8 },
	{ NULL, TABLE_TIME, AT(place.time), "at", 9, get_since_start },
	{ NULL, TABLE_TEXT, AT(place), "place", .width = WAIT_COLUMNS, .get = get_wait_place },
};
const struct table view_waits_table = TABLE("waits", wait_columns);
