/* SPDX-License-Identifier: Apache-2.0 */
/*
 * remarks: see remarks.h. The rules are looked at in an order in which one that explains time comes
 * before those that it explains that time for; remark-words.c has what they say.
 */
#include "tool/report/view/remarks.h"

#include <string.h>

#include "base/array.h"
#include "base/common/list.h"
#include "record/recorded-call.h"
#include "tool/report/builds.h"

#define LEAST_READS 10
#define LEAST_LAUNCHES 100
#define LEAST_OBJECTS 100
#define SPIN_SHARE 0.7	 /* of a wait, that drivers which sleep do not use */
#define FIRST_NS 1000000 /* a first launch that takes so much longer has compiled */
#define SHORT_KERNEL 5	 /* times what it takes to enqueue it */
#define SMALL_NS 100000	 /* of a launch: what takes longer is not small */
#define IDLE_SHARE 10	 /* a tenth of the run time */

/* What is known while rules are looked at. */
struct remark_search {
	struct remarks *remarks;
	const struct model *model;
	const struct device_work
		*device;	 /* the one that is idle for the longest time; NULL: none is */
	bool is_measured;	 /* all its commands are */
	uint64_t first_launches; /* ns that a remark explains by them */
	uint64_t enqueues;	 /* the same: of calls that enqueue */
	bool has_lock;
	bool has_moves; /* a remark names transfers beside which nothing works */
};

static uint64_t least(const struct remarks *remarks)
{
	return remarks->run / REMARKS_SHARE;
}

/* What a program can hardly avoid comes last. */
static bool is_worse(const struct remark *a, const struct remark *b)
{
	if ((a->id == REMARK_START) != (b->id == REMARK_START))
		return b->id == REMARK_START;
	return a->cost > b->cost;
}

static void insert(struct remarks *remarks, const struct remark *remark)
{
	size_t at = remarks->count;

	while (at > 0 && is_worse(remark, &remarks->list[at - 1]))
		at--;
	list_insert(remarks->list, &remarks->count, REMARKS_MOST, sizeof(*remark), at, remark);
}

/* Does it cost enough? */
static bool add(struct remarks *remarks, const struct remark *remark)
{
	if (remark->cost == 0 || remark->cost < least(remarks))
		return false;
	insert(remarks, remark);
	return true;
}

static bool has(const struct remarks *remarks, enum remark_id id)
{
	for (size_t i = 0; i < remarks->count; i++)
		if (remarks->list[i].id == id)
			return true;
	return false;
}

static uint64_t idle_by(const struct remark_search *search, enum idle_cause cause)
{
	const struct idle_sum *sum =
		search->device ? idle_find(&search->model->idle, search->device->device, cause)
			       : NULL;

	return sum ? sum->time : 0;
}

/* Is there a device whose idle time is worth a remark? */
static bool is_idle(const struct remark_search *search)
{
	return search->device && idle_time(&search->model->idle, search->device->device) >=
					 search->model->run / IDLE_SHARE;
}

/* -- the end, and errors --------------------------------------------------------------- */

static void find_died(struct remark_search *search, const struct hang *hangs)
{
	const struct model *model = search->model;
	const struct model_wait *call = model_died_in(model);

	if (call)
		add(search->remarks,
		    &(struct remark){ .id = REMARK_DIED,
				      .cost = search->remarks->run,
				      .count = model->unfinished.count,
				      .time = call->duration,
				      .hang = hangs[call - model->unfinished.list].kind,
				      .place = call->place });
}

/* A query that fails is a way to ask. Errors cost no time; their share of the calls counts. */
static void find_errors(struct remark_search *search)
{
	const struct model *model = search->model;
	const struct model_error *worst = NULL;
	const double run = (double)search->remarks->run;

	for (size_t i = 0; i < model->error_count; i++) {
		const struct model_error *error = &model->errors[i];
		const char *name = model_function_name(model, error->first.function);

		if (error->first.reference != 0 && strncmp(name, "clGet", strlen("clGet")) != 0 &&
		    (!worst || error->count > worst->count))
			worst = error;
	}
	if (worst && worst->count * REMARKS_ERRORS >= model->calls)
		insert(search->remarks,
		       &(struct remark){ .id = REMARK_ERRORS,
					 .cost = (uint64_t)(run * (double)worst->count /
							    (double)model->calls),
					 .count = worst->count,
					 .whole = model->calls,
					 .name = recorded_error_name(worst->code),
					 .place = worst->first });
}

/* -- calls ----------------------------------------------------------------------------- */

static bool was_called(const struct model *model, unsigned int function)
{
	return model->functions[function] && model->functions[function]->now.count > 0;
}

/* A program that keeps binaries builds, too, and cannot do better. */
static bool keeps_binaries(const struct model *model)
{
	return was_called(model, CLROUTER_SLOT_clCreateProgramWithBinary) &&
	       !was_called(model, CLROUTER_SLOT_clCreateProgramWithSource) &&
	       !was_called(model, CLROUTER_SLOT_clCreateProgramWithIL);
}

static void find_builds(struct remark_search *search)
{
	const struct model *model = search->model;
	struct remark remark = { .id = REMARK_BUILDS };

	for (size_t i = 0; i < model->called_count; i++) {
		const struct model_function *function = model->called[i];

		if (!builds_is_build(function->number))
			continue;
		remark.count += function->now.count;
		remark.cost += function->returned;
		if (function->times.most < remark.time)
			continue;
		remark.time = function->times.most;
		remark.place = function->place;
	}
	if (!keeps_binaries(model))
		add(search->remarks, &remark);
}

static bool makes_objects(unsigned int function)
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

	for (size_t i = 0; i < ARRAY_SIZE(makers); i++)
		if (makers[i] == function)
			return true;
	return false;
}

static void find_lock(struct remark_search *search)
{
	const struct idle_locks *locks = &search->model->idle.locks;
	const struct remark remark = { .id = REMARK_LOCK,
				       .cost = locks->time,
				       .count = locks->count,
				       .time = locks->longest,
				       .name = model_function_name(search->model,
								   locks->holder.function),
				       .place = locks->place };

	search->has_lock = add(search->remarks, &remark);
}

/* A driver may make a callback in the thread that sets it; others explain why a device is idle. */
static void find_callbacks(struct remark_search *search)
{
	const struct idle_callbacks *callbacks = &search->model->idle.callbacks;
	const uint64_t idle = idle_by(search, IDLE_CALLBACK);
	const struct remark remark = { .id = REMARK_CALLBACKS,
				       .cost = callbacks->time,
				       .count = callbacks->count,
				       .time = callbacks->longest,
				       .place = place_read(search->model->reader,
							   callbacks->call) };

	if (!is_idle(search) || idle < least(search->remarks) || idle < callbacks->time / 2)
		add(search->remarks, &remark);
}

/* The longest calls of some functions: in these, drivers start. */
static uint64_t start_of(const struct model *model, unsigned int number)
{
	static const unsigned int starters[] = { CLROUTER_SLOT_clGetPlatformIDs,
						 CLROUTER_SLOT_clGetDeviceIDs,
						 CLROUTER_SLOT_clCreateContext };
	const struct model_function *function = model->functions[number];

	if (function && builds_is_build(number) && keeps_binaries(model))
		return function->returned;
	for (size_t i = 0; function && i < ARRAY_SIZE(starters); i++)
		if (starters[i] == number)
			return function->times.most < function->returned ? function->times.most
									 : function->returned;
	return 0;
}

static void find_start(struct remark_search *search)
{
	const struct model *model = search->model;
	struct remark remark = { .id = REMARK_START };

	for (size_t i = 0; i < model->called_count; i++) {
		const uint64_t time = start_of(model, model->called[i]->number);

		remark.cost += time;
		if (time <= remark.time)
			continue;
		remark.count++;
		remark.time = time;
		remark.place = model->called[i]->longest;
	}
	if (remark.cost >= model->run / REMARKS_START)
		add(search->remarks, &remark);
}

/* What of the calls of FUNCTION no other rule explains, in ns. */
static uint64_t unexplained(const struct remark_search *search,
			    const struct model_function *function)
{
	const struct model *model = search->model;
	const struct signature *known = known_functions_find(&model->known, function->number);
	uint64_t explained = function->waited + start_of(model, function->number);
	uint64_t rest;

	if (has(search->remarks, REMARK_OBJECTS) && known && known->action == ACTION_RELEASE)
		return 0;
	if (has(search->remarks, REMARK_CALLBACKS) ||
	    has(search->remarks, (enum remark_id)(REMARK_IDLE + IDLE_CALLBACK)))
		explained += function->called_back;

	if (builds_is_build(function->number) && has(search->remarks, REMARK_BUILDS))
		return 0;
	if (search->has_lock)
		explained += function->locked;
	if (known && known->command == COMMAND_KERNEL)
		explained += search->first_launches;
	rest = function->returned > explained ? function->returned - explained : 0;
	/* While the device works, a thread that enqueues more may have to wait. */
	if (known && known->command != COMMAND_NONE &&
	    (search->is_measured || model->reader->header.has_sums))
		return 0;
	if (model->reader->header.has_sums && (function->number == CLROUTER_SLOT_clFinish ||
					       function->number == CLROUTER_SLOT_clWaitForEvents))
		return 0;
	if (known && known->command != COMMAND_NONE)
		return rest > search->enqueues ? rest - search->enqueues : 0;
	return rest;
}

static enum remark_id rule_of(const struct model_function *function)
{
	if (makes_objects(function->number) && function->now.count >= LEAST_OBJECTS)
		return REMARK_OBJECTS;
	return strncmp(function->name, "clGet", strlen("clGet")) == 0 ? REMARK_QUERY
								      : REMARK_FUNCTION;
}

/* Those that make objects come first: releases follow from them. */
static void find_functions(struct remark_search *search, bool of_makers)
{
	const struct model *model = search->model;

	for (size_t i = 0; i < model->called_count; i++) {
		const struct model_function *function = model->called[i];

		if ((rule_of(function) == REMARK_OBJECTS) != of_makers)
			continue;
		add(search->remarks, &(struct remark){ .id = rule_of(function),
						       .cost = unexplained(search, function),
						       .count = function->now.count,
						       .time = function->times.most,
						       .name = function->name,
						       .place = function->place });
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

static void find_waits(struct remark_search *search)
{
	const struct model *model = search->model;
	const struct record_header *header = &model->reader->header;

	if (model_has_waits(model) && !uses_only_cpus(&model->devices) &&
	    (double)header->wait_cpu >= SPIN_SHARE * (double)header->wait_time)
		add(search->remarks, &(struct remark){ .id = REMARK_WAITS,
						       .cost = header->wait_cpu,
						       .time = header->wait_time,
						       .place = model->waits[0].place });
}

/* -- commands ---------------------------------------------------------------------------- */

static bool add_calls(struct remark_search *search, enum remark_id id,
		      const struct work_calls *calls, uint64_t fewest)
{
	return calls->count >= fewest &&
	       add(search->remarks, &(struct remark){ .id = id,
						      .cost = calls->time,
						      .count = calls->count,
						      .time = calls->longest,
						      .name = calls->name,
						      .place = calls->place });
}

static void find_first_launches(struct remark_search *search)
{
	const struct commands *commands = &search->model->commands;
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
	if (add(search->remarks, &remark))
		search->first_launches = remark.cost;
}

/* Calls that need not be made, beside the time that the device loses, which find_idle() knows. */
static void find_small(struct remark_search *search)
{
	const struct commands *commands = &search->model->commands;

	if (!search->is_measured)
		add_calls(search, REMARK_SMALL_READS, &commands->small_reads, LEAST_READS);
	if (add_calls(search, REMARK_SMALL_TRANSFERS, &commands->small_transfers, LEAST_READS))
		search->enqueues += commands->small_transfers.time;
}

/* -- work-groups ----------------------------------------------------------------------------- */

/* The multiple that all devices with one want which the program uses; 0: it is not known. */
static uint64_t multiple_of(const struct model_devices *devices)
{
	uint64_t multiple = 0;

	for (size_t i = 0; i < devices->count; i++) {
		const struct model_device *device = &devices->list[i];

		if (!device->is_used || device->multiple == 0)
			continue;
		if (multiple != 0 && multiple != device->multiple)
			return 0;
		multiple = device->multiple;
	}
	return multiple;
}

/* What part of the hardware that executes work-groups of SIZES has nothing to do. */
static double wasted(const struct command_sizes *sizes, uint64_t multiple)
{
	double items = 1;
	double all = 1;
	uint64_t whole;

	for (int i = 0; i < sizes->dimensions; i++) {
		items *= (double)sizes->local[i];
		all *= (double)sizes->global[i];
	}
	if (items < 1 || items >= 1e9 || all < COMMANDS_WORK_ITEMS)
		return 0;
	whole = ((uint64_t)items + multiple - 1) / multiple * multiple;
	return 1 - items / (double)whole;
}

static void find_work_groups(struct remark_search *search)
{
	const struct commands *commands = &search->model->commands;
	const uint64_t multiple = multiple_of(&search->model->devices);

	for (size_t i = 0; multiple > 1 && i < commands->kernel_count; i++) {
		const struct kernel *kernel = &commands->kernels[i];
		double share = 0;

		for (size_t k = 0; k < commands->size_count; k++)
			if (commands->sizes[k].kernel == i)
				share += wasted(&commands->sizes[k].sizes, multiple) *
					 (double)commands->sizes[k].count;
		share /= kernel->work.count > 0 ? (double)kernel->work.count : 1;
		add(search->remarks,
		    &(struct remark){
			    .id = REMARK_WORK_GROUPS,
			    .cost = (uint64_t)(share * (double)work_numbers(&kernel->work).time),
			    .count = multiple,
			    .name = kernel->name,
			    .place = kernel->first.place });
	}
}

/* -- devices -------------------------------------------------------------------------------- */

/* The device that is idle for the longest time between its first and its last command. */
static void find_idle_device(struct remark_search *search)
{
	const struct model *model = search->model;
	uint64_t most = 0;

	for (size_t i = 0; i < model->commands.device_count; i++) {
		const struct device_work *device = &model->commands.devices[i];
		const uint64_t idle = idle_time(&model->idle, device->device);
		const bool is_measured =
			commands_queues(&model->commands, device->device).count > 0;

		search->is_measured |= is_measured;
		if (idle <= most)
			continue;
		most = idle;
		search->device = device;
	}
}

static struct model_place or_else(struct model_place place, struct model_place other)
{
	return place.time > 0 ? place : other;
}

/* Transfers for which the program waits, and beside which no kernel works. */
static void find_blocking(struct remark_search *search, struct device_work *device)
{
	const struct model *model = search->model;
	const struct work_calls *moves = &device->moves[BUSY_BLOCKS];
	const struct work_calls *small = &model->commands.small_reads;
	const struct idle_sum *idle = idle_find(&model->idle, device->device, IDLE_TRANSFER);
	const bool is_small = small->count >= LEAST_READS && small->count >= moves->count / 2;
	const uint64_t moved = busy_sum(&device->busy).moved[BUSY_BLOCKS];
	struct remark remark = { .id = is_small ? REMARK_SMALL_READS : REMARK_BLOCKING,
				 .cost = moved + (idle ? idle->time : 0),
				 .count = is_small ? small->count : moves->count,
				 .time = is_small ? small->longest : moves->longest,
				 .device = model_device_name(model, device->device) };

	remark.place = is_small		    ? small->place
		       : moves->longest > 0 ? place_read(model->reader, moves->place.reference)
					    : (struct model_place){ .time = 0 };
	if (idle)
		remark.place = or_else(remark.place, idle->place);
	search->has_moves |= add(search->remarks, &remark);
}

/* Transfers that go on alone, although the program does not wait for them. */
static void find_moves(struct remark_search *search, struct device_work *device)
{
	const struct work_calls *moves = &device->moves[BUSY_MOVES];

	search->has_moves |=
		add(search->remarks,
		    &(struct remark){
			    .id = REMARK_MOVES,
			    .cost = busy_sum(&device->busy).moved[BUSY_MOVES],
			    .count = moves->count,
			    .time = moves->longest,
			    .device = model_device_name(search->model, device->device),
			    .place = place_read(search->model->reader, moves->place.reference) });
}

/* Transfers that pinned memory would make faster. A device that computes in the host's memory has none. */
static void find_pageable(struct remark_search *search, struct device_work *device)
{
	const struct model_device *known =
		devices_get(&search->model->devices, device->device);
	struct remark remark = { .id = REMARK_PAGEABLE,
				 .device = model_device_name(search->model, device->device) };

	if (!known || known->is_cpu || !known->is_discrete)
		return;
	for (int i = LINK_TO_DEVICE; i < LINK_DIRECTIONS; i++) {
		struct link_load *load = &device->links[i];
		struct link_saving saving;

		if (!link_load_saving(load, known->link, &saving))
			continue;
		remark.cost += saving.time;
		remark.count += load->count;
		if (load->longest <= remark.time)
			continue;
		remark.time = load->longest;
		remark.rate = saving.rate;
		remark.could = saving.could;
		remark.is_of_link = saving.is_of_link;
		remark.place = place_read(search->model->reader, load->reference);
	}
	add(search->remarks, &remark);
}

/* What the queues besides the busiest one of a device execute could be executed at the same time.
 */
static void find_no_overlap(struct remark_search *search, struct device_work *device)
{
	const struct device_queues queues =
		commands_queues(&search->model->commands, device->device);
	const uint64_t any = busy_sum(&device->busy).busy;

	if (queues.count >= 2 && !search->has_moves &&
	    queues.busy - any < queues.busy / REMARKS_SHARE / 5)
		add(search->remarks,
		    &(struct remark){
			    .id = REMARK_NO_OVERLAP,
			    .cost = queues.busy - queues.longest,
			    .count = queues.count,
			    .time = queues.second->commands.longest,
			    .device = model_device_name(search->model, device->device),
			    .place = place_read(search->model->reader,
						queues.second->commands.place.reference) });
}

static void find_devices(struct remark_search *search)
{
	struct commands *commands = (struct commands *)&search->model->commands;

	for (size_t i = 0; i < commands->device_count; i++) {
		struct device_work *device = &commands->devices[i];

		if (commands_queues(commands, device->device).count == 0)
			continue;
		find_blocking(search, device);
		find_moves(search, device);
		find_pageable(search, device);
		find_no_overlap(search, device);
	}
}

/* Is there a remark of the function NAME? */
static bool has_function(const struct remarks *remarks, const char *name)
{
	for (size_t i = 0; i < remarks->count; i++) {
		const struct remark *remark = &remarks->list[i];

		if ((remark->id == REMARK_QUERY || remark->id == REMARK_FUNCTION ||
		     remark->id == REMARK_OBJECTS) &&
		    strcmp(remark->name, name) == 0)
			return true;
	}
	return false;
}

/* Is there a remark that explains why a device is idle because of SUM? */
static bool is_explained(const struct remark_search *search, const struct idle_sum *sum)
{
	const struct remarks *remarks = search->remarks;

	switch (sum->cause) {
	case IDLE_BUILD:
		return has(remarks, REMARK_BUILDS);
	case IDLE_TRANSFER:
		return has(remarks, REMARK_BLOCKING) || has(remarks, REMARK_SMALL_READS);
	case IDLE_LOCK:
		return search->has_lock;
	case IDLE_CALLBACK:
		return has(remarks, REMARK_CALLBACKS);
	case IDLE_LAUNCH:
		return has(remarks, REMARK_SMALL_LAUNCHES);
	case IDLE_QUERY:
	case IDLE_CALL:
		return has_function(remarks,
				    model_function_name(search->model, sum->place.function));
	default:
		return false;
	}
}

/*
 * The launches of a device that is not measured, if a kernel takes little time, and to enqueue one takes a
 * good part of it, by those that are measured; none otherwise.
 */
static struct work_calls find_short_launches(const struct commands *commands)
{
	struct work_calls all = { .count = 0 };
	struct durations times;
	uint64_t device = 0;

	for (size_t i = 0; i < commands->kernel_count; i++) {
		const struct kernel *kernel = &commands->kernels[i];

		work_times(&kernel->work, &times);
		device += durations_mean(&times) * kernel->later.count;
		all.count += kernel->later.count;
		all.time += kernel->later.time;
		if (kernel->later.longest < all.longest)
			continue;
		all.longest = kernel->later.longest;
		all.place = kernel->later.place;
		all.name = kernel->name;
	}
	return device > 0 && device < all.time * SHORT_KERNEL && device < all.count * SMALL_NS
		       ? all
		       : (struct work_calls){ .count = 0 };
}

/* Launches that are too small cost the host's time in them, or the device's before them. */
static void find_small_launches(struct remark_search *search)
{
	const struct model *model = search->model;
	const struct work_calls shorts = find_short_launches(&model->commands);
	const struct work_calls *small =
		search->is_measured || shorts.count < model->commands.small_launches.count
			? &model->commands.small_launches
			: &shorts;
	const struct idle_sum *idle =
		search->device ? idle_find(&model->idle, search->device->device, IDLE_LAUNCH)
			       : NULL;
	const uint64_t waits = idle_by(search, IDLE_LAUNCH);
	const uint64_t lost = waits > search->first_launches ? waits - search->first_launches : 0;
	struct remark remark = { .id = REMARK_SMALL_LAUNCHES };

	if (small->count >= LEAST_LAUNCHES) {
		remark.cost = small->time;
		remark.count = small->count;
		remark.time = small->longest;
		remark.name = small->name;
		remark.place = small->place;
	}
	if (idle && idle->count >= LEAST_LAUNCHES && lost > remark.cost &&
	    idle->seen < idle->count * SMALL_NS) {
		remark.cost = lost;
		if (remark.count == 0) {
			remark.count = idle->count;
			remark.time = idle->longest;
			remark.place = idle->place;
		}
	}
	if (add(search->remarks, &remark))
		search->enqueues += small->time;
}

/* Causes that functions explain come after these. */
static void find_idle(struct remark_search *search, bool of_functions)
{
	const struct model *model = search->model;
	const struct device_work *device = search->device;

	if (!is_idle(search))
		return;
	for (size_t i = 0; i < model->idle.count; i++) {
		const struct idle_sum *sum = &model->idle.sums[i];

		if ((sum->cause == IDLE_QUERY || sum->cause == IDLE_CALL) != of_functions)
			continue;
		if (sum->device == device->device && !is_explained(search, sum))
			add(search->remarks,
			    &(struct remark){ .id = (enum remark_id)(REMARK_IDLE + (int)sum->cause),
					      .cost = sum->time,
					      .count = sum->count,
					      .time = sum->longest,
					      .device = model_device_name(model, sum->device),
					      .place = sum->place });
	}
}

void remarks_find(struct remarks *remarks, const struct model *model, const struct hang *hangs)
{
	struct remark_search search = { .remarks = remarks, .model = model };

	*remarks = (struct remarks){ .run = model->run };
	find_idle_device(&search);
	find_died(&search, hangs);
	find_errors(&search);
	find_builds(&search);
	find_lock(&search);
	find_callbacks(&search);
	find_waits(&search);
	find_first_launches(&search);
	find_small(&search);
	find_small_launches(&search);
	find_work_groups(&search);
	find_devices(&search);
	find_idle(&search, false);
	find_functions(&search, true);
	find_functions(&search, false);
	find_idle(&search, true);
	find_start(&search);
}
