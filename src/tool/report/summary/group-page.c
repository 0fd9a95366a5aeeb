/* SPDX-License-Identifier: Apache-2.0 */
/* group-page: see group-page.h. web/processes.js reads what is written here. */
#include "tool/report/summary/group-page.h"

#include <inttypes.h>
#include <stdlib.h>

#include "table/json.h"
#include "tool/output/message.h"
#include "tool/report/export/export.h"
#include "tool/report/numbers.h"
#include "tool/report/space.h"
#include "tool/report/summary/common-clock.h"
#include "tool/report/summary/group-remarks.h"

struct group_page {
	FILE *file;
	const struct inputs *inputs;
	const struct summary *summary;
	size_t unread;
	struct common_clock clock;
	bool *is_wanted; /* by the index of the process: it has a timeline */
	unsigned int count;
};

/* -- which processes have a timeline ---------------------------------------------------------- */

static void want(struct group_page *page, const struct summary_process *process)
{
	for (size_t i = 0; i < page->summary->process_count; i++) {
		if (page->summary->processes[i] != process || page->is_wanted[i] ||
		    page->count == GROUP_PAGE_MOST)
			continue;
		page->is_wanted[i] = true;
		page->count++;
	}
}

static int compare_runs(const void *left, const void *right)
{
	const struct summary_process *a = *(const struct summary_process *const *)left;
	const struct summary_process *b = *(const struct summary_process *const *)right;

	return number_order(b->run, a->run);
}

/* Those that stand out, and then those that run longest. */
static bool choose(struct group_page *page)
{
	const size_t count = page->summary->process_count;
	const struct summary_process **list = calloc(count + 1, sizeof(*list));
	struct group_remarks remarks;

	page->is_wanted = calloc(count + 1, sizeof(*page->is_wanted));
	if (!list || !page->is_wanted || !group_remarks_find(&remarks, page->summary)) {
		free(list);
		return space_is_short();
	}
	for (size_t i = 0; i < remarks.count; i++)
		want(page, remarks.list[i].process);
	for (size_t i = 0; i < count; i++)
		list[i] = page->summary->processes[i];
	qsort(list, count, sizeof(*list), compare_runs);
	for (size_t i = 0; i < count; i++)
		want(page, list[i]);
	free(list);
	return true;
}

/* -- one of them --------------------------------------------------------------------------------
 */

/* The index of the process of MODEL, if it is wanted, which it is once; SIZE_MAX otherwise. */
static size_t take(struct group_page *page, const struct model *model)
{
	const struct record_header *header = &model->reader->header;

	for (size_t i = 0; i < page->summary->process_count; i++) {
		const struct summary_process *process = page->summary->processes[i];

		if (!page->is_wanted[i] || process->process != header->process ||
		    process->start != header->realtime ||
		    !summary_is_same(process->host, model->host) ||
		    !summary_is_same(process->rank, model->rank))
			continue;
		page->is_wanted[i] = false;
		return i;
	}
	return SIZE_MAX;
}

static bool put_model(struct group_page *page, const struct model *model, uint64_t start,
		      bool *is_first)
{
	const size_t index = take(page, model);
	struct view view;

	if (index == SIZE_MAX)
		return true;
	view_init(&view, model);
	if (!view_find(&view))
		return false;
	fprintf(page->file, "%s{\"index\":%zu,\"start_ns\":%" PRIu64 ",", *is_first ? "" : ",\n",
		index, start - page->clock.first);
	*is_first = false;
	if (!export_page_members(page->file, &view, page->count))
		return false;
	fputs("}", page->file);
	return true;
}

/* A file that has changed since it was read costs only itself. */
static bool put_record(struct group_page *page, size_t index, bool *is_first)
{
	const char *path = page->inputs->paths[index];
	struct model_options options = page->inputs->options;
	struct model model;
	bool is_good;

	options.keeps_commands = true;
	is_good = model_open(&model, path, &options) && model_refresh(&model) &&
		  put_model(page, &model, page->clock.starts[index], is_first);
	if (!is_good && model.reader->why)
		message_error("%s: %s", path, model.reader->why);
	model_done(&model);
	return is_good;
}

/* -- all ------------------------------------------------------------------------------------------
 */

static bool put_all(struct group_page *page)
{
	struct output output;
	bool is_first = true;
	bool is_good = true;

	output_init(&output, OUTPUT_JSON, page->file);
	fputs("{\"group\":", page->file);
	json_open_object(&output, NULL);
	summary_json_put(&output, page->summary, page->unread);
	json_close_object(&output);
	fputs(",\n\"processes\":[", page->file);
	for (size_t i = 0; is_good && i < page->inputs->count; i++)
		if (page->clock.starts[i] > 0 && !inputs_are_sums(page->inputs->paths[i]))
			is_good = put_record(page, i, &is_first);
	fputs("]}", page->file);
	return is_good;
}

static bool put_data(FILE *file, const void *data)
{
	struct group_page page = *(const struct group_page *)data;
	bool is_good;

	page.file = file;
	is_good = choose(&page) && common_clock_read(&page.clock, page.inputs) && put_all(&page);
	common_clock_done(&page.clock);
	free(page.is_wanted);
	return is_good;
}

bool group_page_put(FILE *file, const struct inputs *inputs, const struct summary *summary,
		    size_t unread)
{
	const struct group_page page = { .inputs = inputs, .summary = summary, .unread = unread };

	return export_page(file, put_data, &page);
}
