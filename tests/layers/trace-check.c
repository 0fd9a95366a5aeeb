/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace-check FILE: checks that FILE is a valid Chrome trace whose events are nested correctly.
 * Prints the number of calls of each function in order of the names, as doc/examples/count-layer.c
 * does, then the rows of the commands. If the file is wrong, prints why and exits with status 1.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layers/trace-reader.h"

static char *read_all(const char *path)
{
	FILE *file = fopen(path, "r");
	size_t size = 0;
	char *text = NULL;

	if (file == NULL || getdelim(&text, &size, '\0', file) < 0) {
		fprintf(stderr, "%s: cannot be read\n", path);
		exit(1);
	}
	fclose(file);
	return text;
}

static int compare_names(const void *left, const void *right)
{
	const struct trace_event *a = left;
	const struct trace_event *b = right;
	int order = strcmp(a->category, b->category);

	return order != 0 ? order : strcmp(a->name, b->name);
}

static void print_counts(struct trace_events *trace)
{
	unsigned long count = 0;

	qsort(trace->events, trace->count, sizeof(*trace->events), compare_names);
	for (size_t i = 0; i < trace->count; i++) {
		const struct trace_event *event = &trace->events[i];

		count++;
		if (i + 1 < trace->count && compare_names(event, event + 1) == 0)
			continue;
		if (strcmp(event->category, "call") == 0)
			printf("%8lu %s\n", count, event->name);
		count = 0;
	}
}

static void print_rows(const struct trace_events *trace)
{
	for (size_t i = 0; i < trace->count; i++) {
		const struct trace_event *event = &trace->events[i];

		if (event->phase == 'M' && strncmp(event->label, "queue", 5) == 0)
			printf("row %s\n", event->label);
	}
}

int main(int argc, char **argv)
{
	struct trace_events trace;
	char *text = argc == 2 ? read_all(argv[1]) : NULL;

	if (text == NULL) {
		fprintf(stderr, "usage: trace-check FILE\n");
		return 1;
	}
	trace_events_read(&trace, text);
	if (*trace.error || !trace_events_nest(&trace)) {
		fprintf(stderr, "%s: %s\n", argv[1], *trace.error ? trace.error : "events cross");
		return 1;
	}
	print_counts(&trace);
	print_rows(&trace);
	trace_events_done(&trace);
	free(text);
	return 0;
}
