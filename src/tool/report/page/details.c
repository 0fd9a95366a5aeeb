/* SPDX-License-Identifier: Apache-2.0 */
/*
 * details: see page-content.h. A detail is the index of its span, its size in bytes, and numbers, which
 * web/data.js reads. A number of a span is one more than its index; 0: it has no span of its own.
 */
#include "tool/report/page/page-content.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/common/line.h"
#include "record/recorded-call.h"
#include "tool/report/timeline/protobuf.h"
#include "tool/report/recorded-values.h"
#include "tool/report/numbers.h"
#include "tool/report/space.h"
#include "tool/report/timeline/rows.h"

#define MOST_CALLS 60000 /* that have details */
#define MOST_COMMANDS 120000
#define MOST_TEXT_BYTES ((size_t)7 << 20)
#define NO_SPAN UINT32_MAX
#define KERNELS 4096	/* a power of two */
#define MOST_ARGS 32	/* of a kernel, that are shown */
#define MOST_SETTER 1024 /* bytes of the record of clSetKernelArg, which keeps 64 of the value */

/* -- arguments of kernels --------------------------------------------------------- */

/*
 * The arguments that a kernel had when it was enqueued: the ones that the thread which enqueues it
 * has set. Only the places of the calls are kept, which are many; the calls of the kernels that are
 * shown are read again.
 */
struct set_args {
	uint64_t kernel;
	uint32_t thread;
	uint64_t references[MOST_ARGS]; /* of the calls; 0: it was not set */
};

struct kernel_args {
	const struct model *model;
	struct set_args *table; /* by kernel and thread; a later one may take the place of another */
};

static bool kernel_args_init(struct kernel_args *args, const struct model *model)
{
	*args = (struct kernel_args){ .model = model };
	args->table = calloc(KERNELS, sizeof(*args->table));
	return args->table || space_is_short();
}

static struct set_args *find(const struct kernel_args *args, uint64_t kernel, uint32_t thread)
{
	const uint64_t mixed = (kernel + thread) * UINT64_C(0x9e3779b97f4a7c15);

	return &args->table[mixed >> 40 & (KERNELS - 1)];
}

/* Notes what CALL, which is at PLACE, sets, if it is clSetKernelArg. */
static void kernel_args_note(struct kernel_args *args, const struct record_call *call,
		      struct record_place place)
{
	const struct known_functions *known = &args->model->known;
	struct set_args *set;
	uint64_t kernel;
	uint64_t index;
	int32_t code;

	if (call->head.detail != CLROUTER_SLOT_clSetKernelArg ||
	    !recorded_argument(known, call, "kernel", &kernel) ||
	    !recorded_argument(known, call, "arg_index", &index) || index >= MOST_ARGS ||
	    recorded_failed(known, call, &code))
		return;
	set = find(args, kernel, place.thread);
	if (set->kernel != kernel || set->thread != place.thread)
		*set = (struct set_args){ .kernel = kernel, .thread = place.thread };
	set->references[index] = place.reference;
}

/* The value is the last argument of the call, which is printed as in other places. */
static void add_value(struct line *line, const struct kernel_args *args,
		      const struct record_call *call)
{
	static const char name[] = "arg_value=";
	char text[ROW_ARGUMENTS];
	const char *value;
	uint64_t size;

	row_arguments(text, args->model, call);
	value = strstr(text, name);
	recorded_argument(&args->model->known, call, "arg_size", &size);
	if (value && strcmp(value + strlen(name), "NULL") != 0)
		line_add_text(line, value + strlen(name));
	else
		line_add(line, "%" PRIu64 " bytes of local memory", size);
}

/* Writes the arguments of the kernel that CALL enqueues to TEXT, such as "0: mem#1, 1: 16". */
static void kernel_args_put(const struct kernel_args *args, const struct record_call *call,
		     struct record_place place, char text[ROW_ARGUMENTS])
{
	struct line line = line_in(text, ROW_ARGUMENTS);
	const struct record_call *setter;
	const struct set_args *set;
	uint64_t kernel;

	if (!recorded_argument(&args->model->known, call, "kernel", &kernel))
		return;
	set = find(args, kernel, place.thread);
	for (unsigned int i = 0; i < MOST_ARGS; i++) {
		if (set->kernel != kernel || set->thread != place.thread ||
		    set->references[i] == 0)
			continue;
		setter = record_reader_get_call(args->model->reader, set->references[i], MOST_SETTER);
		if (!setter || setter->head.detail != CLROUTER_SLOT_clSetKernelArg)
			continue;
		line_add(&line, "%s%u: ", line.length > 0 ? ", " : "", i);
		add_value(&line, args, setter);
	}
}

/* -- details ---------------------------------------------------------------------- */

/* A call whose record is needed, and what for. */
struct wanted_call {
	uint64_t reference;
	uint32_t call;	  /* index of its span, or NO_SPAN */
	uint32_t command; /* index of the span of its command, or NO_SPAN */
};

struct details {
	struct page_content *content;
	struct wanted_call *calls; /* all calls with a span of their own, by reference */
	size_t call_count;
	uint32_t *commands;    /* by command: the index of its span, or NO_SPAN */
	struct wanted_call *wanted; /* by reference */
	size_t wanted_count;
	size_t next; /* the one that is visited next */
	struct strings texts;
	struct kernel_args args;
	struct protobuf bytes;
	struct protobuf part;
};

/* -- which spans have them ------------------------------------------------------ */

static bool is_command(const struct details *details, const struct span *span)
{
	uint32_t index;
	unsigned int lane;

	return page_content_is_lane(details->content, span->row, &index, &lane);
}

static int compare_wanted(const void *left, const void *right)
{
	const struct wanted_call *a = left;
	const struct wanted_call *b = right;

	return number_order(a->reference, b->reference);
}

/* Finds the spans that are one call or command. */
static bool find_single(struct details *details)
{
	const struct spans *spans = &details->content->spans;
	const size_t count = details->content->model->commands.list.count;

	details->commands = malloc((count + 1) * sizeof(*details->commands));
	details->calls = calloc(spans->count + 1, sizeof(*details->calls));
	if (!details->commands || !details->calls)
		return space_is_short();
	for (size_t i = 0; i < count; i++)
		details->commands[i] = NO_SPAN;
	for (uint32_t i = 0; i < spans->count; i++) {
		const struct span *span = &spans->list[i];

		if (span->count > 1)
			continue;
		if (is_command(details, span))
			details->commands[span->id] = i;
		else
			details->calls[details->call_count++] =
				(struct wanted_call){ span->id, i, NO_SPAN };
	}
	qsort(details->calls, details->call_count, sizeof(*details->calls), compare_wanted);
	return true;
}

static int compare_longest(const void *left, const void *right)
{
	return number_order(*(const uint64_t *)right, *(const uint64_t *)left);
}

/*
 * Spans longer than this have details; of the spans that take exactly this long, *EQUAL have them.
 * Durations are of calls, or of commands.
 */
static bool find_shortest(const struct details *details, bool is_of_commands, size_t most,
			  uint64_t *shortest, size_t *equal)
{
	const struct spans *spans = &details->content->spans;
	uint64_t *durations = malloc((spans->count + 1) * sizeof(*durations));
	size_t count = 0;

	*shortest = 0;
	*equal = SIZE_MAX;
	if (!durations)
		return space_is_short();
	for (size_t i = 0; i < spans->count; i++)
		if (spans->list[i].count == 1 &&
		    is_command(details, &spans->list[i]) == is_of_commands)
			durations[count++] = spans->list[i].busy;
	if (count > most) {
		qsort(durations, count, sizeof(*durations), compare_longest);
		*shortest = durations[most - 1];
		for (*equal = 0; *equal < most && durations[most - 1 - *equal] == *shortest;)
			(*equal)++;
	}
	free(durations);
	return true;
}

static bool want(struct details *details, const struct wanted_call *wanted)
{
	if (!space_make(&details->wanted, details->wanted_count, sizeof(*wanted)))
		return false;
	details->wanted[details->wanted_count++] = *wanted;
	return true;
}

static bool choose(struct details *details, bool is_of_commands, size_t most)
{
	const struct spans *spans = &details->content->spans;
	const struct model_command *list = details->content->model->commands.list.list;
	uint64_t shortest;
	size_t equal;

	if (!find_shortest(details, is_of_commands, most, &shortest, &equal))
		return false;
	for (uint32_t i = 0; i < spans->count; i++) {
		const struct span *span = &spans->list[i];
		struct wanted_call wanted = { span->id, i, NO_SPAN };

		if (span->count > 1 || is_command(details, span) != is_of_commands ||
		    span->busy < shortest || (span->busy == shortest && equal == 0))
			continue;
		equal -= span->busy == shortest;
		if (is_of_commands)
			wanted = (struct wanted_call){ list[span->id].reference, NO_SPAN, i };
		if (!want(details, &wanted))
			return false;
	}
	return true;
}

/* -- calls ------------------------------------------------------------------------ */

/* 0: there is no space for more texts. */
static bool put_text(struct details *details, const char *text)
{
	const size_t number = strings_add(&details->texts, text);

	protobuf_put_bare(&details->part, number == STRINGS_FULL ? 0 : number + (uint64_t)1);
	return number != STRINGS_NONE;
}

/* The commands whose events CALL waits for: how many, and their spans. */
static void put_waits(struct details *details, const struct record_call *call)
{
	const struct command_list *commands = &details->content->model->commands.list;
	uint64_t references[WAITS_LENGTH];
	const size_t count = waits_find(&details->content->waits, call, references);

	protobuf_put_bare(&details->part, count);
	for (size_t i = 0; i < count; i++) {
		const struct model_command *command = command_list_find(commands, references[i]);
		const uint32_t span =
			command ? details->commands[command - commands->list] : NO_SPAN;

		protobuf_put_bare(&details->part, span == NO_SPAN ? 0 : span + (uint64_t)1);
	}
}

/* The queue that a call waits for; 0: it waits for none. */
static uint32_t waited_queue(const struct model *model, const struct record_call *call)
{
	uint64_t handle;

	if (!recorded_is_wait(&model->known, call) ||
	    !recorded_argument(&model->known, call, "command_queue", &handle))
		return 0;
	return history_number(model->history, OBJECT_QUEUE, handle, call->begin);
}

static bool put_call(struct details *details, const struct record_call *call)
{
	const struct model *model = details->content->model;
	char text[ROW_ARGUMENTS];
	struct line line;

	row_arguments(text, model, call);
	if (!put_text(details, text))
		return false;
	line = line_in(text, sizeof(text));
	recorded_add_result(&line, call, model->history);
	if (!put_text(details, line.text))
		return false;
	protobuf_put_bare(&details->part, waited_queue(model, call));
	protobuf_put_bare(&details->part, recorded_is_wait(&model->known, call));
	put_waits(details, call);
	return true;
}

/* -- commands ------------------------------------------------------------------------ */

static void put_sizes(struct details *details, const struct model_command *command)
{
	const struct command_sizes *sizes = &command->sizes;

	protobuf_put_bare(&details->part, sizes->dimensions);
	for (int i = 0; i < sizes->dimensions; i++)
		protobuf_put_bare(&details->part, sizes->global[i]);
	for (int i = 0; i < sizes->dimensions; i++)
		protobuf_put_bare(&details->part, sizes->local[i]);
}

static uint32_t span_of_call(const struct details *details, uint64_t reference)
{
	const struct wanted_call key = { .reference = reference };
	const struct wanted_call *found =
		bsearch(&key, details->calls, details->call_count, sizeof(key), compare_wanted);

	return found ? found->call : NO_SPAN;
}

static bool put_command(struct details *details, const struct record_call *call,
			struct record_place place, const struct model_command *command)
{
	struct protobuf *part = &details->part;
	char text[ROW_ARGUMENTS];
	const uint32_t span = span_of_call(details, command->reference);

	protobuf_put_bare(part, span == NO_SPAN ? 0 : span + (uint64_t)1);
	protobuf_put_signed(part, (int64_t)(command->started - command->queued));
	protobuf_put_signed(part, (int64_t)(command->started - command->submitted));
	protobuf_put_bare(part, command->bytes);
	protobuf_put_bare(part, command->stands_for);
	protobuf_put_bare(part, programs_of_kernel(details->content->model, call));
	put_sizes(details, command);
	put_waits(details, call);
	kernel_args_put(&details->args, call, place, text);
	return put_text(details, text);
}

static bool visit(const struct record *record, struct record_place place, void *data)
{
	struct details *details = data;
	const struct page_content *content = details->content;
	const struct record_call *call = (const struct record_call *)record;

	if (record_is_call(record))
		kernel_args_note(&details->args, call, place);
	while (details->next < details->wanted_count &&
	       details->wanted[details->next].reference < place.reference)
		details->next++;
	for (; details->next < details->wanted_count &&
	       details->wanted[details->next].reference == place.reference;
	     details->next++) {
		const struct wanted_call *wanted = &details->wanted[details->next];

		if (!record_is_call(record))
			continue;
		if (wanted->call != NO_SPAN && !put_call(details, call))
			return false;
		if (wanted->command != NO_SPAN &&
		    !put_command(details, call, place,
				 &content->model->commands.list
					  .list[content->spans.list[wanted->command].id]))
			return false;
		protobuf_put_bare(&details->bytes,
				  wanted->call != NO_SPAN ? wanted->call : wanted->command);
		protobuf_put_part(&details->bytes, &details->part);
	}
	return true;
}

/* -- all ------------------------------------------------------------------------------ */

static bool collect(struct details *details)
{
	if (!kernel_args_init(&details->args, details->content->model) || !find_single(details) ||
	    !choose(details, false, MOST_CALLS / details->content->shares) ||
	    !choose(details, true, MOST_COMMANDS / details->content->shares))
		return false;
	if (details->wanted_count > 0)
		qsort(details->wanted, details->wanted_count, sizeof(*details->wanted),
		      compare_wanted);
	return record_reader_visit(details->content->model->reader, visit, details) &&
	       (!details->bytes.is_short || space_is_short());
}

bool details_put(FILE *file, struct page_content *content)
{
	struct details details = { .content = content,
				   .texts.most = MOST_TEXT_BYTES / content->shares };
	const bool is_good = collect(&details);

	if (is_good) {
		fputs("\"texts\":", file);
		strings_put(file, &details.texts);
		fputs(",\n\"details\":", file);
		protobuf_put_base64(file, &details.bytes);
		fputs(",\n", file);
	}
	free(details.calls);
	free(details.commands);
	free(details.wanted);
	free(details.args.table);
	strings_done(&details.texts);
	protobuf_done(&details.bytes);
	protobuf_done(&details.part);
	return is_good;
}
