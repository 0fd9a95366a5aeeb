/* SPDX-License-Identifier: Apache-2.0 */
/*
 * threads LIBRARY: prints the time of a call through the loader LIBRARY while every processor makes
 * calls, divided by its time while one processor does. It is about 1 if threads share no memory
 * that is written. It is more if processors share execution units, so the same ratio is printed for
 * calls directly to the driver.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "calls.h"

#define CALLS 2000ul
#define TURNS 20000

struct worker {
	const struct bench_call *call;
	void *function;
	void *object;
	pthread_barrier_t *start;
	double best;		/* nanoseconds of one turn */
};

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void *work(void *argument)
{
	struct worker *worker = argument;
	double best = 1e18;

	pthread_barrier_wait(worker->start);
	for (int i = 0; i < TURNS; i++) {
		double from = now();
		double taken;

		worker->call->loop(worker->function, worker->object, CALLS);
		taken = now() - from;
		if (taken < best)
			best = taken;
	}
	worker->best = best;
	return NULL;
}

/* The shortest turn of the slowest of COUNT threads that run at once, in nanoseconds. */
static double measure(struct worker model, unsigned count)
{
	struct worker *workers = calloc(count, sizeof(*workers));
	pthread_t *threads = calloc(count, sizeof(*threads));
	pthread_barrier_t start;
	double slowest = 0;

	if (!workers || !threads || pthread_barrier_init(&start, NULL, count) != 0)
		bench_fail("no memory");
	model.start = &start;
	for (unsigned i = 0; i < count; i++) {
		workers[i] = model;
		if (pthread_create(&threads[i], NULL, work, &workers[i]) != 0)
			bench_fail("no thread");
	}
	for (unsigned i = 0; i < count; i++) {
		pthread_join(threads[i], NULL);
		if (workers[i].best > slowest)
			slowest = workers[i].best;
	}
	pthread_barrier_destroy(&start);
	free(workers);
	free(threads);
	return slowest;
}

int main(int argc, char **argv)
{
	struct worker model = { .call = bench_find_call("clSetKernelArg") };
	unsigned processors = (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
	cl_platform_id platform;
	void *library;
	double ratio[2];

	if (argc != 2)
		bench_fail("usage: threads LIBRARY");
	library = bench_open(argv[1], &platform);
	model.object = platform;
	for (int i = 0; i < 2; i++) {
		model.function = i ? dlsym(library, model.call->name)
				   : bench_driver_function(platform, model.call);
		if (!model.function)
			bench_fail("the function is missing");
		ratio[i] = 1 / measure(model, 1);
		ratio[i] *= measure(model, processors);
	}
	printf("%u threads: direct %.2f, through the loader %.2f\n", processors, ratio[0], ratio[1]);
	return 0;
}
