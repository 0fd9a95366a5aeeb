/* SPDX-License-Identifier: Apache-2.0 */
/* command-sums: see command-sums.h. */
#include "tool/report/command-sums.h"

#include <stdlib.h>
#include <string.h>

#include "tool/report/space.h"

static void add_time(struct command_sum *sum, const struct command *command)
{
	sum->count++;
	if (command->is_measured)
		durations_add_for(&sum->times, command->ended - command->started,
				  command->stands_for);
}

/* -- kernels ---------------------------------------------------------------- */

/* Unknown names come first. */
static int compare_names(const struct command *a, const struct command *b)
{
	if (!a->name || !b->name)
		return (a->name != NULL) - (b->name != NULL);
	return strcmp(a->name, b->name);
}

static int compare_sizes(const struct command *a, const struct command *b)
{
	if (a->dimensions != b->dimensions)
		return a->dimensions < b->dimensions ? -1 : 1;
	return memcmp(a->sizes, b->sizes, sizeof(a->sizes));
}

/* The reference makes the order the same everywhere. */
static int compare_kernels(const void *left, const void *right)
{
	const struct command *a = *(const struct command *const *)left;
	const struct command *b = *(const struct command *const *)right;
	int order = compare_names(a, b);

	if (order == 0)
		order = compare_sizes(a, b);
	return order ? order : a->reference < b->reference ? -1 : a->reference > b->reference;
}

/* Keeps the most frequent sizes, the first one in front. */
static void add_sizes(struct kernel *kernel, const struct command *command, uint64_t count)
{
	size_t place = kernel->size_count < KERNEL_SIZES ? kernel->size_count : KERNEL_SIZES;

	kernel->size_count++;
	while (place > 0 && kernel->sizes[place - 1].count < count) {
		if (place < KERNEL_SIZES)
			kernel->sizes[place] = kernel->sizes[place - 1];
		place--;
	}
	if (place == KERNEL_SIZES)
		return;
	kernel->sizes[place].command = command;
	kernel->sizes[place].count = count;
}

/* Adds the first of COUNT sorted commands, and those that have its name; returns how many. */
static size_t add_kernel(struct kernel *kernel, const struct command **sorted, size_t count)
{
	size_t i = 0;
	size_t first = 0;

	kernel->name = sorted[0]->name;
	for (; i < count && compare_names(sorted[i], sorted[0]) == 0; i++) {
		add_time(&kernel->sum, sorted[i]);
		if (compare_sizes(sorted[i], sorted[first]) != 0) {
			add_sizes(kernel, sorted[first], i - first);
			first = i;
		}
	}
	add_sizes(kernel, sorted[first], i - first);
	return i;
}

static int compare_totals(const void *left, const void *right)
{
	const struct kernel *a = left;
	const struct kernel *b = right;

	if (a->sum.times.total != b->sum.times.total)
		return a->sum.times.total > b->sum.times.total ? -1 : 1;
	if (a->sum.count != b->sum.count)
		return a->sum.count > b->sum.count ? -1 : 1;
	return a->name && b->name ? strcmp(a->name, b->name) : 0;
}

static bool add_kernels(struct commands *commands, const struct command **sorted, size_t count)
{
	size_t done = 0;

	while (done < count) {
		struct kernel kernel = { 0 };

		if (!space_make(&commands->kernels, commands->kernel_count, sizeof(kernel)))
			return false;
		done += add_kernel(&kernel, sorted + done, count - done);
		commands->kernels[commands->kernel_count++] = kernel;
	}
	if (commands->kernel_count > 0)
		qsort(commands->kernels, commands->kernel_count, sizeof(*commands->kernels),
		      compare_totals);
	return true;
}

static bool sum_kernels(struct commands *commands)
{
	const struct command **sorted = calloc(commands->count + 1, sizeof(*sorted));
	size_t count = 0;
	bool is_done;

	if (!sorted)
		return space_is_short();
	for (size_t i = 0; i < commands->count; i++)
		if (commands->list[i].kind == COMMAND_KERNEL)
			sorted[count++] = &commands->list[i];
	qsort(sorted, count, sizeof(*sorted), compare_kernels);
	is_done = add_kernels(commands, sorted, count);
	free(sorted);
	return is_done;
}

/* -- transfers -------------------------------------------------------------- */

static void sum_transfer(struct transfer *transfer, const struct command *command)
{
	add_time(&transfer->sum, command);
	transfer->bytes += command->bytes;
	if (command->is_measured && command->bytes > 0) {
		transfer->measured_bytes += command->bytes;
		transfer->measured_time += command->ended - command->started;
	}
}

/* -- queues ----------------------------------------------------------------- */

/* Commands of a queue may overlap: time is counted once. */
static void sum_busy(struct commands *commands)
{
	uint64_t until = 0;

	for (size_t i = 0; i < commands->ordered_count; i++) {
		const struct command *command = commands->ordered[i];
		struct queue *queue = &commands->queues[command->queue];
		const bool is_first = i == 0 || commands->ordered[i - 1]->queue != command->queue;
		const uint64_t from =
			is_first || command->host_started > until ? command->host_started : until;

		if (!is_first)
			queue->idle += from - until;
		if (is_first || command->host_ended > until)
			until = command->host_ended;
		queue->busy += until > from ? until - from : 0;
	}
}

/* A sample may be of another queue than the commands for which it stands. */
static void sum_queue(struct queue *queue, const struct command *command)
{
	struct durations *times = &queue->sum.times;

	queue->sum.count++;
	if (command->is_measured)
		durations_add(times, command->ended - command->started);
	else if (command->estimate > 0)
		durations_add_estimate(times, command->estimate);
}

/* Between samples, other commands were executed, too. */
static void estimate_busy(struct queue *queue)
{
	if (queue->sum.times.estimated == 0)
		return;
	queue->busy = queue->sum.times.total;
	queue->idle = 0;
}

bool command_sums_add(struct commands *commands)
{
	for (size_t i = 0; i < commands->count; i++) {
		const struct command *command = &commands->list[i];

		sum_queue(&commands->queues[command->queue], command);
		if (command->kind != COMMAND_KERNEL && command->kind != COMMAND_OTHER)
			sum_transfer(&commands->transfers[command->kind], command);
	}
	sum_busy(commands);
	for (size_t i = 0; i < commands->queue_count; i++)
		estimate_busy(&commands->queues[i]);
	return sum_kernels(commands);
}
