/* SPDX-License-Identifier: Apache-2.0 */
/* all-devices: see all-devices.h. */
#include "tool/probe/driver/all-devices.h"

#include <errno.h>
#include <string.h>

#include "driver/driver.h"
#include "loader/context.h"

#define STEPS 4	/* of a driver: it is loaded, lists platforms, devices, and what they are */

struct devices_question {
	struct tool *tool;
	enum all_devices_view view;
	struct context *context;	/* drivers and layers keep pointers into it */
};

static void *find_no_export(const char *name)
{
	(void)name;
	return NULL;
}

static void report_platforms(int report, void *argument)
{
	static struct dispatch dispatch = { .find_export = find_no_export };
	static const struct platform_facts texts = { .names = true, .version = true };
	struct device_index index = { .first = NULL };
	const struct devices_question *question = argument;
	struct context *context = question->context;
	const struct api_table *table = question->view == ALL_DEVICES_BELOW_LAYERS ?
					&context->bottom : &dispatch.slots;

	context->root = question->tool->root;
	context->program = question->tool->program;
	context_start(context, &dispatch);
	for (size_t i = 0; i < context->count; i++) {
		report_put(report, "asked", "");
		device_index_add(&index, context->platforms[i]->handle, &context->bottom,
				 &context->arena);
	}
	for (size_t i = 0; i < context->count; i++) {
		struct platform *platform = context->platforms[i];

		driver_fetch_facts(&context->drivers, platform, &texts);
		platform_report_put(report, platform, table, &index,
				    platform->handle == context->registry.default_platform,
				    &context->arena);
	}
	report_put(report, "end", "");
}

/*
 * While the loader starts, every driver is added to the list before it is called, and all that is found
 * out is kept in the arena. Then the reports show which platform is asked.
 */
static uintptr_t step_of(const void *data)
{
	const struct context *context = data;

	return (uintptr_t)context->drivers.last ^ (uintptr_t)context->arena.next;
}

/* Until the child ends itself: more than all steps of all drivers take. */
static unsigned whole_limit(const struct tool *tool, const struct snapshot *snapshot)
{
	unsigned count = 1;

	LIST_EACH(const struct candidate, candidate, snapshot->drivers.first)
		count += candidate->verdict.reason == REASON_OK;
	return tool->timeout * STEPS * count;
}

bool all_devices_ask(struct reported *reported, struct child *child, enum all_devices_view view,
		     const struct snapshot *snapshot, struct tool *tool)
{
	struct devices_question question = { tool, view, child_share(sizeof(struct context)) };
	bool is_complete = false;
	struct report report;
	const char *key;
	const char *value;

	if (!question.context) {
		*child = (struct child){ .end = CHILD_FAILED, .code = ENOMEM, .report = "" };
		return false;
	}
	child_run_steps(child, report_platforms, &question, tool->timeout,
			whole_limit(tool, snapshot), step_of, question.context, &tool->arena);
	report_init(&report, child->report, child->report_size);
	while (report_next(&report, &key, &value))
		is_complete |= !platform_report_take(reported, key, value, &tool->arena) &&
			       strcmp(key, "end") == 0;
	return is_complete;
}
