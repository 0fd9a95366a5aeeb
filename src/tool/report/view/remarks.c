/* SPDX-License-Identifier: Apache-2.0 */
/* remarks: see remarks.h. */
#include "tool/report/view/remarks.h"

#include <inttypes.h>
#include <string.h>

#include "base/array.h"
#include "record/recorded-call.h"
#include "table/cell.h"
#include "tool/report/view/callers.h"

#define LEAST_READS 10
#define LEAST_LAUNCHES 100
#define LEAST_OBJECTS 100
#define SPIN_SHARE 0.7	/* of a wait, that drivers which sleep do not use */
#define FIRST_NS 1000000 /* a first launch that takes so much longer has compiled */
#define NAME_COLUMNS 34
#define PLACE_COLUMNS 60
#define IDLE_SHARE 10	 /* a tenth of the run time */
#define MOST_COMMAND ((size_t)16 << 10) /* bytes of a call that enqueues a command */

const char *const remark_ids[REMARK_IDS] = {
	[REMARK_DIED] = "died",
	[REMARK_ERRORS] = "errors",
	[REMARK_BUILDS] = "builds",
	[REMARK_FIRST_LAUNCHES] = "first-launches",
	[REMARK_SMALL_READS] = "small-reads",
	[REMARK_SMALL_TRANSFERS] = "small-transfers",
	[REMARK_SMALL_LAUNCHES] = "small-launches",
	[REMARK_IDLE] = "idle",
	[REMARK_NO_OVERLAP] = "no-overlap",
	[REMARK_WAITS] = "waits",
	[REMARK_OBJECTS] = "objects",
};

static void add(struct remarks *remarks, const struct remark *remark)
{
	size_t at = remarks->count;

	if (remark->cost == 0 || remark->cost < remarks->run / REMARKS_SHARE)
		return;
	while (at > 0 && remarks->list[at - 1].cost < remark->cost)
		at--;
	if (at == REMARKS_MOST)
		return;
	if (remarks->count < REMARKS_MOST)
		remarks->count++;
	memmove(&remarks->list[at + 1], &remarks->list[at],
		(remarks->count - 1 - at) * sizeof(*remark));
	remarks->list[at] = *remark;
}

/* -- calls ----------------------------------------------------------------------------- */

static void find_died(struct remarks *remarks, const struct model *model, const struct hang *hangs)
{
	const struct model_wait *call = model_died_in(model);

	if (call)
		add(remarks, &(struct remark){ .id = REMARK_DIED,
					       .cost = remarks->run,
					       .count = model->unfinished.count,
					       .time = call->duration,
					       .hang = hangs[call - model->unfinished.list].kind,
					       .place = call->place });
}

static uint64_t share_of_run(const struct remarks *remarks, uint64_t count, uint64_t whole)
{
	return (uint64_t)((double)remarks->run * (double)count / (double)whole);
}

/* A query that fails is a way to ask. Errors cost no time; their share of the calls counts. */
static void find_errors(struct remarks *remarks, const struct model *model)
{
	const struct model_error *worst = NULL;

	for (size_t i = 0; i < model->error_count; i++) {
		const struct model_error *error = &model->errors[i];
		const char *name = model_function_name(model, error->first.function);

		if (error->first.reference != 0 && strncmp(name, "clGet", strlen("clGet")) != 0 &&
		    (!worst || error->count > worst->count))
			worst = error;
	}
	if (worst)
		add(remarks, &(struct remark){ .id = REMARK_ERRORS,
					       .cost = share_of_run(remarks, worst->count, model->calls),
					       .count = worst->count,
					       .whole = model->calls,
					       .name = recorded_error_name(worst->code),
					       .place = worst->first });
}

static void find_builds(struct remarks *remarks, const struct model *model)
{
	struct remark remark = { .id = REMARK_BUILDS, .count = model->build_count };

	for (size_t i = 0; i < model->build_count; i++) {
		remark.cost += model->builds[i].duration;
		if (model->builds[i].duration <= remark.time)
			continue;
		remark.time = model->builds[i].duration;
		remark.place = model->builds[i].place;
	}
	add(remarks, &remark);
}

static void find_objects(struct remarks *remarks, const struct model *model)
{
	static const unsigned int makers[] = {
		CLROUTER_SLOT_clCreateContext,
		CLROUTER_SLOT_clCreateCommandQueue,
		CLROUTER_SLOT_clCreateCommandQueueWithProperties,
		CLROUTER_SLOT_clCreateBuffer,
		CLROUTER_SLOT_clCreateSubBuffer,
		CLROUTER_SLOT_clCreateImage,
		CLROUTER_SLOT_clCreateSampler,
		CLROUTER_SLOT_clCreateProgramWithSource,
		CLROUTER_SLOT_clCreateProgramWithBinary,
		CLROUTER_SLOT_clCreateKernel,
		CLROUTER_SLOT_clSVMAlloc,
	};

	for (size_t i = 0; i < ARRAY_SIZE(makers); i++) {
		const struct model_function *function = model->functions[makers[i]];

		if (function && function->now.count >= LEAST_OBJECTS)
			add(remarks, &(struct remark){ .id = REMARK_OBJECTS,
						       .cost = function->now.time,
						       .count = function->now.count,
						       .name = function->name });
	}
}

/* A driver for a CPU may compute in the thread that waits, which no layer could save. */
static bool uses_only_cpus(const struct model_devices *devices)
{
	for (size_t i = 0; i < devices->count; i++)
		if (devices->list[i].is_used && !devices->list[i].is_cpu)
			return false;
	return true;
}

static void find_waits(struct remarks *remarks, const struct model *model)
{
	const struct record_header *header = &model->reader->header;

	if (model_has_waits(model) && !uses_only_cpus(&model->devices) &&
	    (double)header->wait_cpu >= SPIN_SHARE * (double)header->wait_time)
		add(remarks, &(struct remark){ .id = REMARK_WAITS,
					       .cost = header->wait_cpu,
					       .time = header->wait_time });
}

/* -- commands ---------------------------------------------------------------------------- */

static void add_calls(struct remarks *remarks, enum remark_id id, const struct work_calls *calls,
		      uint64_t least)
{
	if (calls->count >= least)
		add(remarks, &(struct remark){ .id = id,
					       .cost = calls->time,
					       .count = calls->count,
					       .time = calls->longest,
					       .name = calls->name,
					       .place = calls->place });
}

static void find_first_launches(struct remarks *remarks, const struct commands *commands)
{
	struct remark remark = { .id = REMARK_FIRST_LAUNCHES };

	for (size_t i = 0; i < commands->kernel_count; i++) {
		const struct kernel *kernel = &commands->kernels[i];
		const uint64_t first = kernel->first.time;
		const uint64_t mean =
			kernel->later.count > 0 ? kernel->later.time / kernel->later.count : first;

		if (!kernel->name || first < mean + FIRST_NS)
			continue;
		remark.count++;
		remark.cost += first - mean;
		if (first <= remark.time)
			continue;
		remark.time = first;
		remark.name = kernel->name;
		remark.place = kernel->first.place;
	}
	add(remarks, &remark);
}

/* -- queues -------------------------------------------------------------------------------- */

/* The queues of the device HANDLE; if not all their commands are measured, none. */
struct queues {
	uint64_t count;
	uint64_t busy; /* ns, added up */
	uint64_t most; /* of one queue */
};

static struct queues sum_queues(const struct commands *commands, uint64_t handle)
{
	struct queues queues = { .count = 0 };

	for (size_t i = 0; i < commands->queue_count; i++) {
		struct model_queue *queue = commands->queues[i];
		uint64_t busy;

		if (!queue || queue->device != handle || queue->work.count == 0)
			continue;
		if (!work_is_measured(&queue->work))
			return (struct queues){ .count = 0 };
		busy = busy_sum(&queue->busy).busy;
		queues.count++;
		queues.busy += busy;
		queues.most = busy > queues.most ? busy : queues.most;
	}
	return queues;
}

/* The call that began after a gap. */
static struct model_place place_after(const struct model *model, uint64_t reference)
{
	const struct record_call *call =
		record_reader_get_call(model->reader, reference, MOST_COMMAND);

	if (!call)
		return (struct model_place){ .time = 0 };
	return (struct model_place){ .function = call->head.detail,
				     .time = call->begin,
				     .reference = reference };
}

/* The device that is idle for the longest time. */
static void find_idle(struct remarks *remarks, const struct model *model)
{
	const struct commands *commands = &model->commands;
	struct remark worst = { .id = REMARK_IDLE };

	for (size_t i = 0; i < commands->device_count; i++) {
		struct device_work *device = &commands->devices[i];
		const struct busy_sum sum = busy_sum(&device->busy);
		const struct queues queues = sum_queues(commands, device->device);

		if (queues.count == 0 || sum.idle <= worst.cost)
			continue;
		worst.cost = sum.idle;
		worst.count = queues.count;
		worst.time = sum.longest.time;
		worst.name = sum.longest.after;
		worst.device = model_device_name(model, device->device);
		worst.place = place_after(model, sum.longest.reference);
	}
	if (worst.cost >= remarks->run / IDLE_SHARE)
		add(remarks, &worst);
}

/* What the queues besides the busiest one of a device execute could be executed at the same time. */
static void find_no_overlap(struct remarks *remarks, const struct model *model)
{
	const struct commands *commands = &model->commands;

	for (size_t i = 0; i < commands->device_count; i++) {
		struct device_work *device = &commands->devices[i];
		const struct queues queues = sum_queues(commands, device->device);
		const uint64_t any = busy_sum(&device->busy).busy;

		if (queues.count >= 2 && queues.busy - any < queues.busy / REMARKS_SHARE)
			add(remarks, &(struct remark){
					     .id = REMARK_NO_OVERLAP,
					     .cost = queues.busy - queues.most,
					     .count = queues.count,
					     .device = model_device_name(model, device->device) });
	}
}

void remarks_find(struct remarks *remarks, const struct model *model, const struct hang *hangs)
{
	const struct commands *commands = &model->commands;

	*remarks = (struct remarks){ .run = model->run };
	find_died(remarks, model, hangs);
	find_errors(remarks, model);
	find_builds(remarks, model);
	find_objects(remarks, model);
	find_waits(remarks, model);
	add_calls(remarks, REMARK_SMALL_READS, &commands->small_reads, LEAST_READS);
	add_calls(remarks, REMARK_SMALL_TRANSFERS, &commands->small_transfers, LEAST_READS);
	add_calls(remarks, REMARK_SMALL_LAUNCHES, &commands->small_launches, LEAST_LAUNCHES);
	find_first_launches(remarks, commands);
	find_idle(remarks, model);
	find_no_overlap(remarks, model);
}

/* -- words --------------------------------------------------------------------------- */

/* By what the call waits for. */
static const char *const died[] = {
	[HANG_UNKNOWN] = "the program died in this call",
	[HANG_USER_EVENT] = "the program died in this call, waiting for a user event",
	[HANG_COMMAND] = "the program died in this call, waiting for a command",
};

void remark_add_words(struct line *line, const struct remark *remark)
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
	case REMARK_WAITS:
		line_add(line, "waiting burns a core: %s of CPU in %s; the wait layer would save most of it",
			 cell_time(remark->cost).text, cell_time(remark->time).text);
		break;
	case REMARK_OBJECTS:
		line_add(line, "%s is called %" PRIu64 " times", name.text, count);
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
