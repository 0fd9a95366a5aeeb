/* SPDX-License-Identifier: Apache-2.0 */
/* top-processes: see top-processes.h. */
#include "tool/report/top/top-processes.h"

#include <stdlib.h>
#include <string.h>

#include "table/json.h"
#include "tool/output/message.h"
#include "tool/report/space.h"
#include "tool/report/top/top-screen.h"
#include "tool/report/view/view.h"

static void free_process(struct top_process *process)
{
	model_done(&process->model);
	free(process->path);
	free(process);
}

static bool append(struct top_processes *processes, struct top_process *process)
{
	if (!space_make(&processes->list, processes->count, sizeof(struct top_process *)))
		return false;
	processes->list[processes->count++] = process;
	return true;
}

static bool open_model(struct top_process *process)
{
	static const struct model_options all;

	return model_open(&process->model, process->path, &all);
}

bool top_processes_add(struct top_processes *processes, const char *path)
{
	struct top_process *process = calloc(1, sizeof(*process));

	if (!process)
		return space_is_short();
	process->path = strdup(path);
	if (!process->path) {
		free(process);
		return space_is_short();
	}
	if (open_model(process) && append(processes, process))
		return true;
	if (process->model.own_reader.why)
		message_error("%s: %s", path, process->model.own_reader.why);
	free_process(process);
	return false;
}

/* What another program has begun in the same file is read from its beginning. */
static bool begin_again(struct top_process *process)
{
	if (!process->model.own_reader.why)
		return false;
	model_done(&process->model);
	if (open_model(process) && model_refresh(&process->model))
		return true;
	process->is_over = true;
	process->why = process->model.own_reader.why;
	return process->why != NULL;
}

bool top_processes_refresh(struct top_processes *processes)
{
	for (size_t i = 0; i < processes->count; i++) {
		struct top_process *process = processes->list[i];

		if (process->is_over)
			continue;
		if (!model_refresh(&process->model) && !begin_again(process))
			return false;
		process->is_over |= process->model.own_reader.header.state != RECORD_OPEN;
	}
	return true;
}

bool top_processes_run(const struct top_processes *processes)
{
	for (size_t i = 0; i < processes->count; i++)
		if (!processes->list[i]->is_over && processes->list[i]->model.end == MODEL_RUNS)
			return true;
	return false;
}

static bool put_process(const struct top_process *process, struct output *output, bool is_first)
{
	const struct top_shown shown = { .table = -1 };
	struct view view;
	bool is_good;

	view_init(&view, &process->model);
	view.is_live = true;
	is_good = view_find(&view);
	if (output->form == OUTPUT_LINES) {
		fputs(is_first ? "" : "\n", output->file);
		top_screen_put_head(output, &view);
		top_screen_put_tables(output, &view, &shown);
	}
	json_open_object(output, NULL);
	view_json_put(output, &view);
	json_close_object(output);
	return is_good;
}

bool top_processes_put(const struct top_processes *processes, struct output *output)
{
	bool is_good = true;

	json_open_object(output, NULL);
	json_open_array(output, "processes");
	for (size_t i = 0; i < processes->count; i++)
		is_good = put_process(processes->list[i], output, i == 0) && is_good;
	json_close_array(output);
	json_close_object(output);
	return is_good;
}

void top_processes_done(struct top_processes *processes)
{
	for (size_t i = 0; i < processes->count; i++)
		free_process(processes->list[i]);
	free(processes->list);
	*processes = (struct top_processes){ .list = NULL };
}
