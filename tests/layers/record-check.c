/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record-check FILE: reads a record as "clrouter report" does and prints what it has: the counts
 * of all functions as the layer of doc/examples prints them, and lines that begin with a word:
 *
 *	state NUMBER, lost NUMBER, threads NUMBER (descriptions), open NUMBER (calls that have not
 *	ended), left NUMBER (calls that an exception left), failed NUMBER (calls with an error),
 *	commands NUMBER, waits NUMBER and waits-cpu NUMBER (ms of the header), unseen NAME for each look-up of a function whose calls are not recorded
 *
 * Sums count as the calls and commands that they are of.
 *
 * It fails if the file is damaged, or if the times or the place of a call are wrong.
 */
#include <stdio.h>
#include <stdlib.h>

#include "opencl/signature.h"
#include "record/known-functions.h"
#include "record/record-reader.h"

#define FUNCTIONS 65536
#define THREADS 65536
#define MODULES 1024
#define NS_PER_S 1000000000u

struct clrouter_table clrouter_target; /* layer.h declares it; unused here */

static struct {
	unsigned long calls[FUNCTIONS];
	unsigned long open;
	unsigned long left;
	unsigned long failed;
	unsigned long commands;
	unsigned long mistakes;
	uint32_t threads[THREADS];
	unsigned int thread_count;
	uint64_t begin;
	uint64_t end;
} found;

struct module {
	uint64_t begin;
	uint64_t size;
};

static struct {
	struct module list[MODULES];
	size_t count;
} modules;

static struct arena arena;
static struct known_functions known = { .arena = &arena };

/* The system gives the ID of a thread that has ended to another one, so IDs may come twice. */
static void add_thread(uint32_t thread)
{
	if (found.thread_count < THREADS)
		found.threads[found.thread_count++] = thread;
}

static bool is_known(uint32_t thread)
{
	for (unsigned int i = found.thread_count; i > 0; i--)
		if (found.threads[i - 1] == thread)
			return true;
	return false;
}

static void mistake(const struct record_call *call, const char *what)
{
	printf("mistake %s: %s\n", known_functions_find(&known, call->head.detail)->name, what);
	found.mistakes++;
}

static void add_module(const struct record_module *module)
{
	for (size_t i = 0; i < modules.count; i++)
		if (modules.list[i].begin == module->begin && modules.list[i].size == module->size)
			return;
	if (modules.count < MODULES)
		modules.list[modules.count++] = (struct module){ module->begin, module->size };
}

/* The return address can be after the end. */
static bool is_in_module(uint64_t place)
{
	for (size_t i = 0; i < modules.count; i++)
		if (place - 1 - modules.list[i].begin < modules.list[i].size)
			return true;
	return false;
}

static void check_call(const struct record_call *call, uint32_t thread)
{
	const struct signature *function = known_functions_find(&known, call->head.detail);
	const uint64_t end = RECORD_TIME(call->end);

	found.calls[call->head.detail]++;
	found.open += call->end == 0;
	found.left += (call->end & RECORD_LEFT) != 0;
	if (function->result.kind == PARAM_NAMES)
		found.failed += call->result != CL_SUCCESS;
	if (!is_known(thread))
		mistake(call, "its thread is not described before it");
	if (call->head.arguments != function->param_count + 1)
		mistake(call, "wrong number of arguments");
	else if (!is_in_module(call->arguments[function->param_count]))
		mistake(call, "its place is in no module that was described before");
	if (call->begin < found.begin || (end != 0 && end < call->begin))
		mistake(call, "it ended before it began");
	/* A thread may be between its check and its record when recording ends. */
	if (found.end != 0 && call->begin > found.end + NS_PER_S)
		mistake(call, "it began after the end");
}

static void add_sum(const struct record_sum *sum)
{
	const bool is_call = sum->head.detail == RECORD_SUM_CALL;

	if (is_call && !known_functions_find(&known, sum->function))
		found.mistakes++;
	if (is_call) {
		found.calls[sum->function] += sum->count;
		found.open += sum->count - sum->times.count;
		found.failed += sum->errors;
	}
	if (sum->head.detail == RECORD_SUM_COMMAND || sum->head.detail == RECORD_SUM_KERNEL)
		found.commands += sum->times.count - sum->times.estimated;
}

/* A thread may call a function of an extension before another one has described it. */
static bool visit_functions(const struct record *record, struct record_place place, void *data)
{
	(void)place;
	(void)data;
	return record->type != RECORD_FUNCTION || known_functions_add(&known, record);
}

static bool visit(const struct record *record, struct record_place place, void *data)
{
	(void)data;
	if (record->type == RECORD_COMMAND)
		found.commands++;
	if (record->type == RECORD_UNKNOWN_FUNCTION)
		printf("unseen %s\n", (const char *)(record + 1));
	if (record->type == RECORD_THREAD)
		add_thread(place.thread);
	if (record->type == RECORD_MODULE)
		add_module((const struct record_module *)record);
	if (record->type == RECORD_SUM)
		add_sum((const struct record_sum *)record);
	if (record->type != RECORD_CALL)
		return true;
	if (record_is_call(record) && known_functions_find(&known, record->detail))
		check_call((const struct record_call *)record, place.thread);
	else
		found.mistakes++;
	return true;
}

int main(int argc, char **argv)
{
	struct record_reader reader;

	if (argc != 2)
		return EXIT_FAILURE;
	if (!record_reader_open(&reader, argv[1])) {
		fprintf(stderr, "%s: %s\n", argv[1], reader.why);
		return EXIT_FAILURE;
	}
	found.begin = reader.header.monotonic;
	found.end = reader.header.end;
	if (!record_reader_update(&reader) ||
	    !record_reader_visit(&reader, visit_functions, NULL) ||
	    !record_reader_visit(&reader, visit, NULL))
		return EXIT_FAILURE;
	for (unsigned int i = 0; i < FUNCTIONS; i++)
		if (found.calls[i] > 0)
			printf("%8lu %s\n", found.calls[i], known_functions_find(&known, i)->name);
	printf("state %u\nlost %llu\nthreads %u\nopen %lu\nleft %lu\nfailed %lu\ncommands %lu\n",
	       reader.header.state, (unsigned long long)reader.header.lost, found.thread_count,
	       found.open, found.left, found.failed, found.commands);
	printf("waits %llu\nwaits-cpu %llu\n", (unsigned long long)reader.header.wait_time / 1000000,
	       (unsigned long long)reader.header.wait_cpu / 1000000);
	if ((reader.bad_chunks + reader.bad_records) > 0)
		printf("skipped %llu\n", (unsigned long long)(reader.bad_chunks + reader.bad_records));
	record_reader_close(&reader);
	return found.mistakes > 0 || (reader.bad_chunks + reader.bad_records) > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
