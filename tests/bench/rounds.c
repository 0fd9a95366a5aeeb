/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rounds: what `clrouter top` spends on the record FILE in its first round, which reads all of it, in
 * one in which nothing is new, and when it draws its tables. Processor times, a line each: "NAME
 * MILLISECONDS".
 */
#include <stdio.h>
#include <sys/resource.h>

#include "tool/report/top/top-processes.h"

#define ROUNDS 1000

static double milliseconds(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return 1e3 * (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	       1e-3 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static bool draw(struct top_process *process, FILE *nowhere)
{
	struct top_processes processes = { &process, 1 };
	struct output output;

	output_init(&output, OUTPUT_LINES, nowhere);
	return top_processes_put(&processes, &output);
}

static bool measure(struct top_process *process, FILE *nowhere)
{
	const double start = milliseconds();
	double before;
	bool is_good = model_refresh(&process->model);

	printf("all %.1f\n", milliseconds() - start);
	before = milliseconds();
	for (int i = 0; is_good && i < ROUNDS; i++)
		is_good = model_refresh(&process->model);
	printf("none %.4f\n", (milliseconds() - before) / ROUNDS);
	before = milliseconds();
	for (int i = 0; is_good && i < ROUNDS; i++)
		is_good = draw(process, nowhere);
	printf("draw %.4f\n", (milliseconds() - before) / ROUNDS);
	return is_good;
}

int main(int argc, char **argv)
{
	static const struct model_options all;
	struct top_process process = { .path = argv[1] };
	FILE *nowhere = fopen("/dev/null", "w");

	if (argc != 2 || !nowhere || !model_open(&process.model, argv[1], &all) ||
	    !measure(&process, nowhere))
		return 1;
	model_done(&process.model);
	fclose(nowhere);
	return 0;
}
