/* SPDX-License-Identifier: Apache-2.0 */
/* remarks: see remarks.h. */
#include "tool/report/export/remarks.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "record/recorded-call.h"
#include "tool/report/space.h"

#define LEAST_READS 10
#define LEAST_LAUNCHES 100
#define LEAST_OBJECTS 100
#define READ_NS 10000	 /* a read that takes longer has waited */
#define FIRST_NS 1000000 /* a first launch that takes so much longer has compiled */
#define IDLE_SHARE 10	 /* a tenth of the run time */
#define MOST_DEVICES 16	 /* of those that a program uses */

const char *remark_word(enum remark_id id)
{
	static const char *const words[REMARK_IDS] = {
		[REMARK_DIED] = "died",
		[REMARK_ERRORS] = "errors",
		[REMARK_BUILDS] = "builds",
		[REMARK_FIRST_LAUNCHES] = "first-launches",
		[REMARK_SMALL_READS] = "small-reads",
		[REMARK_SMALL_TRANSFERS] = "small-transfers",
		[REMARK_SMALL_LAUNCHES] = "small-launches",
		[REMARK_IDLE] = "idle",
		[REMARK_NO_OVERLAP] = "no-overlap",
		[REMARK_OBJECTS] = "objects",
	};

	return words[id];
}

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

static uint64_t time_of(const struct command *command)
{
	return command->end > command->begin ? command->end - command->begin : 0;
}

/* Adds COMMAND to REMARK, whose place is that of its longest call. */
static void add_command(struct remark *remark, const struct command *command)
{
	remark->count++;
	remark->cost += time_of(command);
	if (remark->count > 1 && time_of(command) <= remark->time)
		return;
	remark->time = time_of(command);
	remark->place = model_place_of(command);
	remark->name = command->name;
}

/* -- calls ----------------------------------------------------------------------------- */

static void find_died(struct remarks *remarks, const struct model *model)
{
	if (model->end == MODEL_KILLED && model->unfinished_count > 0)
		add(remarks, &(struct remark){ .id = REMARK_DIED,
					       .cost = remarks->run,
					       .count = model->unfinished_count,
					       .place = model->unfinished[0] });
}

/* A query that fails is a way to ask. Errors cost no time; their share of the calls counts. */
static void find_errors(struct remarks *remarks, const struct model *model)
{
	const struct model_error *worst = NULL;

	for (size_t i = 0; i < model->error_count; i++) {
		const struct model_error *error = &model->errors[i];
		const char *name = model->functions[error->first.function].name;

		if (name && strncmp(name, "clGet", strlen("clGet")) != 0 &&
		    (!worst || error->count > worst->count))
			worst = error;
	}
	if (worst)
		add(remarks, &(struct remark){ .id = REMARK_ERRORS,
					       .cost = remarks->run / model->calls * worst->count,
					       .count = worst->count,
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
		const struct model_function *function = &model->functions[makers[i]];

		if (function->count >= LEAST_OBJECTS)
			add(remarks, &(struct remark){ .id = REMARK_OBJECTS,
						       .cost = model_times(function)->total,
						       .count = function->count,
						       .name = function->name });
	}
}

/* -- commands ---------------------------------------------------------------------------- */

static void find_small_reads(struct remarks *remarks, const struct commands *commands)
{
	struct remark remark = { .id = REMARK_SMALL_READS };

	for (size_t i = 0; i < commands->count; i++) {
		const struct command *command = &commands->list[i];

		if (command->kind == COMMAND_READ && command->bytes > 0 &&
		    command->bytes <= REMARKS_SMALL && time_of(command) >= READ_NS)
			add_command(&remark, command);
	}
	if (remark.count >= LEAST_READS)
		add(remarks, &remark);
}

static bool is_small_transfer(const struct command *command)
{
	return (command->kind == COMMAND_WRITE || command->kind == COMMAND_COPY ||
		command->kind == COMMAND_MAP) &&
	       command->bytes > 0 && command->bytes <= REMARKS_SMALL;
}

/* One that follows another of its kind in the same queue, with no other command between them. */
static void find_small_transfers(struct remarks *remarks, const struct commands *commands)
{
	struct remark remark = { .id = REMARK_SMALL_TRANSFERS };

	for (size_t i = 1; i < commands->count; i++) {
		const struct command *command = &commands->list[i];
		const struct command *before = command - 1;

		if (is_small_transfer(command) && is_small_transfer(before) &&
		    command->kind == before->kind && command->queue == before->queue)
			add_command(&remark, command);
	}
	if (remark.count >= LEAST_READS)
		add(remarks, &remark);
}

static uint64_t work_items(const struct command *command)
{
	uint64_t count = 1;

	for (int i = 0; i < command->dimensions; i++)
		count *= command->sizes[0][i] < UINT32_MAX ? command->sizes[0][i] : UINT32_MAX;
	return count;
}

static void find_small_launches(struct remarks *remarks, const struct commands *commands)
{
	struct remark remark = { .id = REMARK_SMALL_LAUNCHES };

	for (size_t i = 0; i < commands->count; i++) {
		const struct command *command = &commands->list[i];

		if (command->kind == COMMAND_KERNEL && command->dimensions > 0 &&
		    work_items(command) < REMARKS_WORK_ITEMS)
			add_command(&remark, command);
	}
	if (remark.count >= LEAST_LAUNCHES)
		add(remarks, &remark);
}

/* -- first launches ------------------------------------------------------------------------ */

/* The launches of one kernel. */
struct launches {
	const struct command *first;
	uint64_t others; /* how many */
	uint64_t total;	 /* ns, their calls */
};

static int compare_launches(const void *left, const void *right)
{
	const struct launches *a = left;
	const struct launches *b = right;

	return strcmp(a->first->name, b->first->name);
}

/* Those of the name of COMMAND, found in *TREE or added to LIST; NULL: there is no memory. */
static struct launches *find_launches(void **tree, struct launches *list, size_t *count,
				      const struct command *command)
{
	struct launches *place;

	list[*count] = (struct launches){ command, 0, 0 };
	place = tsearch(&list[*count], tree, compare_launches);
	if (!place)
		return NULL;
	place = *(struct launches **)place;
	*count += place == &list[*count];
	return place;
}

static void forget(void *node)
{
	(void)node;
}

static void add_first_launches(struct remarks *remarks, const struct launches *list, size_t count)
{
	struct remark remark = { .id = REMARK_FIRST_LAUNCHES };

	for (size_t i = 0; i < count; i++) {
		const uint64_t first = time_of(list[i].first);
		const uint64_t mean = list[i].others > 0 ? list[i].total / list[i].others : first;

		if (first < mean + FIRST_NS)
			continue;
		add_command(&remark, list[i].first);
		remark.cost -= mean;
	}
	add(remarks, &remark);
}

static bool find_first_launches(struct remarks *remarks, const struct commands *commands)
{
	struct launches *list = calloc(commands->kernel_count + 1, sizeof(*list));
	struct launches *launches = list;
	size_t count = 0;
	void *tree = NULL;

	for (size_t i = 0; launches && i < commands->count; i++) {
		const struct command *command = &commands->list[i];

		if (command->kind != COMMAND_KERNEL || !command->name)
			continue;
		launches = find_launches(&tree, list, &count, command);
		if (!launches || launches->first == command)
			continue;
		launches->others++;
		launches->total += time_of(command);
	}
	if (launches)
		add_first_launches(remarks, list, count);
	tdestroy(tree, forget);
	free(list);
	return launches || space_is_short();
}

/* -- queues -------------------------------------------------------------------------------- */

static int compare_starts(const void *left, const void *right)
{
	const uint64_t a = (*(const struct command *const *)left)->host_started;
	const uint64_t b = (*(const struct command *const *)right)->host_started;

	return (a > b) - (a < b);
}

/* The measured commands of all queues, in the order in which they started; NULL: no memory. */
static const struct command **list_by_start(const struct commands *commands)
{
	const struct command **list = calloc(commands->ordered_count + 1, sizeof(*list));

	if (!list)
		return space_is_short(), NULL;
	if (commands->ordered_count > 0) {
		memcpy(list, commands->ordered, commands->ordered_count * sizeof(*list));
		qsort(list, commands->ordered_count, sizeof(*list), compare_starts);
	}
	return list;
}

/* Does the queue belong to the device of the queue FIRST? One without a device is by itself. */
static bool is_of_device(const struct queue *queue, const struct queue *first)
{
	return queue == first ||
	       (queue->device_handle != 0 && queue->device_handle == first->device_handle);
}

/* How many queues the device of the queue FIRST has; 0 if not all their commands are measured. */
static uint64_t count_queues(const struct commands *commands, const struct queue *first)
{
	uint64_t count = 0;

	for (size_t i = 0; i < commands->queue_count; i++) {
		const struct queue *queue = &commands->queues[i];
		const struct durations *times = &queue->sum.times;

		if (queue->sum.count == 0 || !is_of_device(queue, first))
			continue;
		if (times->count < queue->sum.count || times->estimated > 0)
			return 0;
		count++;
	}
	return count;
}

/* The times in which no queue of the device of FIRST executes a command. */
static struct remark sum_gaps(const struct model *model, const struct command **list,
			      const struct queue *first)
{
	const struct commands *commands = &model->commands;
	struct remark remark = { .id = REMARK_IDLE, .device = first->device };
	const struct command *last = NULL;

	for (size_t i = 0; i < commands->ordered_count; i++) {
		const struct command *command = list[i];
		uint64_t gap = 0;

		if (!is_of_device(&commands->queues[command->queue], first))
			continue;
		if (last && command->host_started > last->host_ended)
			gap = command->host_started - last->host_ended;
		remark.cost += gap;
		if (gap > remark.time) {
			remark.time = gap;
			remark.name =
				last->name ? last->name : model->functions[last->function].name;
			remark.place = model_place_of(command);
		}
		if (!last || command->host_ended > last->host_ended)
			last = command;
	}
	return remark;
}

static bool is_first_of_device(const struct commands *commands, size_t index)
{
	for (size_t i = 0; i < index; i++)
		if (commands->queues[i].sum.count > 0 &&
		    is_of_device(&commands->queues[i], &commands->queues[index]))
			return false;
	return commands->queues[index].sum.count > 0;
}

/* The device that is idle for the longest time. Programs may have any number of queues. */
static void find_idle(struct remarks *remarks, const struct model *model,
		      const struct command **list)
{
	const struct commands *commands = &model->commands;
	struct remark worst = { .id = REMARK_IDLE };
	size_t devices = 0;

	for (size_t i = 0; i < commands->queue_count && devices < MOST_DEVICES; i++) {
		struct remark remark;
		uint64_t count;

		if (!is_first_of_device(commands, i))
			continue;
		devices++;
		count = count_queues(commands, &commands->queues[i]);
		if (count == 0)
			continue;
		remark = sum_gaps(model, list, &commands->queues[i]);
		remark.count = count;
		if (remark.cost > worst.cost)
			worst = remark;
	}
	if (worst.cost >= remarks->run / IDLE_SHARE)
		add(remarks, &worst);
}

/* The time in which any queue executes a command. */
static uint64_t any_busy(const struct command **list, size_t count)
{
	uint64_t busy = 0;
	uint64_t end = 0;

	for (size_t i = 0; i < count; i++) {
		const uint64_t start = list[i]->host_started > end ? list[i]->host_started : end;

		if (list[i]->host_ended > start) {
			busy += list[i]->host_ended - start;
			end = list[i]->host_ended;
		}
	}
	return busy;
}

/* What the queues besides the busiest one execute could be executed at the same time. */
static void find_no_overlap(struct remarks *remarks, const struct commands *commands,
			    const struct command **list)
{
	struct remark remark = { .id = REMARK_NO_OVERLAP };
	uint64_t most = 0;
	uint64_t sum = 0;

	for (size_t i = 0; i < commands->queue_count; i++) {
		const uint64_t busy = commands->queues[i].busy;

		if (commands->queues[i].sum.times.estimated > 0)
			return;
		remark.count += busy > 0;
		sum += busy;
		most = busy > most ? busy : most;
	}
	remark.cost = sum - most;
	if (remark.count >= 2 && sum - any_busy(list, commands->ordered_count) < sum / REMARKS_SHARE)
		add(remarks, &remark);
}

static bool find_in_queues(struct remarks *remarks, const struct model *model)
{
	const struct command **list = list_by_start(&model->commands);

	if (!list)
		return false;
	find_idle(remarks, model, list);
	find_no_overlap(remarks, &model->commands, list);
	free(list);
	return true;
}

bool remarks_find(struct remarks *remarks, const struct model *model)
{
	*remarks = (struct remarks){ .run = model->run };
	find_died(remarks, model);
	find_errors(remarks, model);
	find_builds(remarks, model);
	find_objects(remarks, model);
	find_small_reads(remarks, &model->commands);
	find_small_transfers(remarks, &model->commands);
	find_small_launches(remarks, &model->commands);
	return find_first_launches(remarks, &model->commands) && find_in_queues(remarks, model);
}
