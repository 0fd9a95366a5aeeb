/* SPDX-License-Identifier: Apache-2.0 */
/* live-processes: see live-processes.h. */
#include "tool/report/live/view/live-processes.h"

#include <stdlib.h>
#include <string.h>

#include "table/json.h"
#include "tool/output/message.h"
#include "tool/report/live/view/live-facts.h"
#include "tool/report/space.h"

static void free_process(struct live_process *process)
{
	live_done(&process->live);
	free(process->path);
	free(process);
}

static bool append(struct live_processes *processes, struct live_process *process)
{
	if (!space_make(&processes->list, processes->count, sizeof(struct live_process *)))
		return false;
	processes->list[processes->count++] = process;
	return true;
}

bool live_processes_add(struct live_processes *processes, const char *path)
{
	struct live_process *process = calloc(1, sizeof(*process));

	if (!process)
		return space_is_short();
	process->path = strdup(path);
	if (!process->path) {
		free(process);
		return space_is_short();
	}
	if (live_open(&process->live, process->path) && append(processes, process))
		return true;
	if (live_why(&process->live))
		message_error("%s: %s", path, live_why(&process->live));
	free_process(process);
	return false;
}

/* What another program has begun in the same file is read from its beginning. */
static bool begin_again(struct live_process *process)
{
	const char *why = live_why(&process->live);

	if (!why)
		return false;
	live_done(&process->live);
	if (live_open(&process->live, process->path) && live_refresh(&process->live))
		return true;
	process->is_over = process->has_failed = true;
	process->why = live_why(&process->live);
	return process->why != NULL;
}

bool live_processes_refresh(struct live_processes *processes)
{
	for (size_t i = 0; i < processes->count; i++) {
		struct live_process *process = processes->list[i];

		if (process->is_over)
			continue;
		if (!live_refresh(&process->live) && !begin_again(process))
			return false;
		process->is_over |= process->live.follower.header.state != RECORD_OPEN;
	}
	return true;
}

bool live_processes_run(const struct live_processes *processes)
{
	for (size_t i = 0; i < processes->count; i++)
		if (!processes->list[i]->is_over && processes->list[i]->live.end == MODEL_RUNS)
			return true;
	return false;
}

static void put_lines(const struct live_processes *processes, FILE *file, struct live_view view)
{
	const struct live_shown shown = { .view = view, .table = -1, .columns = 100 };

	for (size_t i = 0; i < processes->count; i++) {
		if (i > 0)
			fputc('\n', file);
		live_screen_put_head(file, &processes->list[i]->live, view);
		live_screen_put_tables(file, &processes->list[i]->live, &shown);
	}
}

void live_processes_put(const struct live_processes *processes, struct output *output,
			struct live_view view)
{
	if (output->form == OUTPUT_LINES)
		put_lines(processes, output->file, view);
	json_open_object(output, NULL);
	json_open_array(output, "processes");
	for (size_t i = 0; i < processes->count; i++) {
		json_open_object(output, NULL);
		live_facts_put(output, &processes->list[i]->live);
		json_close_object(output);
	}
	json_close_array(output);
	json_close_object(output);
}

void live_processes_done(struct live_processes *processes)
{
	for (size_t i = 0; i < processes->count; i++)
		free_process(processes->list[i]);
	free(processes->list);
	*processes = (struct live_processes){ .list = NULL };
}
