/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compute: lets the devices of a driver compute, if --compute asks for it, and says which of them
 * cannot: drivers list devices for which they cannot build a program.
 */
#include "tool/doctor/section/sections.h"

#include "tool/doctor/cause/causes.h"
#include "tool/doctor/shell.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/output/progress.h"

static bool has_ended(const struct compute_probe *probe)
{
	return probe->step == COMPUTE_EXIT && probe->child.end == CHILD_EXITED;
}

static bool has_failed(const struct compute_probe *probe)
{
	return !has_ended(probe) || (!probe->is_good && !probe->unable);
}

void compute_announce(void)
{
	message_error("note: --compute builds and runs a small kernel on each device, which wakes "
		      "devices that sleep");
}

static struct compute_probe *add_device(struct compute *compute, const struct driver_probe *driver,
					struct tool *tool)
{
	struct compute_probe *probe = arena_append(&tool->arena, &compute->first, sizeof(*probe));

	if (!probe)
		return NULL;
	probe->candidate = driver->candidate;
	probe->settings = driver->settings;
	probe->loader = driver->loader;
	compute->count++;
	return probe;
}

void compute_try_devices(struct compute *compute, const struct driver_probe *driver,
			 struct tool *tool)
{
	const struct reported_platform *platform = driver->reported.first;

	for (size_t i = 0; platform; i++, platform = platform->next) {
		size_t index = 0;

		LIST_EACH(const struct reported_device, device, platform->devices) {
			struct compute_probe *probe = add_device(compute, driver, tool);

			if (!probe)
				return;
			probe->platform = i;
			probe->device = index++;
			progress_name(format_or(device->name, candidate_name(driver->candidate)));
			compute_probe_run(probe, tool->timeout, &tool->arena);
			compute->failed += has_failed(probe);
		}
	}
}

/* "crashed: it crashed with SIGSEGV, while it built the program" */
static void add_death(struct finding *finding, const struct compute_probe *probe,
		      struct tool *tool)
{
	const struct child *child = &probe->child;
	const bool is_started = child->end != CHILD_FAILED;

	finding_fact(finding, "compute", "%s: %s%s%s", child_end_id(child),
		     child_end_text(child, &tool->arena), is_started ? ", " : "",
		     is_started ? compute_probe_step_text(probe->step) : "");
}

static void add_outcome(struct finding *finding, const struct compute_probe *probe,
			struct tool *tool)
{
	if (probe->no_folder)
		finding_fact(finding, "compute",
			     "not-examined: no folder for the compiler's cache could be made: %s",
			     probe->no_folder);
	else if (!has_ended(probe))
		add_death(finding, probe, tool);
	else if (probe->unable)
		finding_fact(finding, "compute", "passed-over: %s", probe->unable);
	else if (probe->wrong)
		finding_fact(finding, "compute", "wrong-result: %s", probe->wrong);
	else if (probe->is_good)
		finding_fact(finding, "compute", "good: a kernel was built and run in %.3f s",
			     probe->seconds);
	else
		finding_fact(finding, "compute", "failed: %s",
			     format_or(probe->failed, "it did not say why"));
}

void compute_add_device(struct finding *finding, const struct compute_probe *probe,
			struct tool *tool)
{
	const char *words = has_failed(probe) && !probe->no_folder && !probe->log ?
			    child_last_words(&probe->child, &tool->arena) : NULL;

	add_outcome(finding, probe, tool);
	if (probe->log)
		finding_fact(finding, "build log", "%s", probe->log);
	if (words)
		finding_fact(finding, "it said", "%s", words);
	if (probe->left_folder)
		finding_fact(finding, "left", "the temporary folder %s could not be removed",
			     probe->left_folder);
}

/* Adds what can be done; true if the driver is to blame. */
static bool advise_device(struct finding *finding, const struct compute_probe *probe,
			  struct tool *tool)
{
	const enum child_end end = probe->child.end;
	const char *name = advice_driver_name(probe->candidate, &tool->arena);

	if (probe->no_folder)
		finding_cure(finding,
			     "export TMPDIR=...  # the path of a folder that you may write");
	else if (end == CHILD_TIMED_OUT || end == CHILD_LEFT_BEHIND)
		finding_cure(finding,
			     "if it is only slow: clrouter doctor --compute --timeout %u %s",
			     tool->timeout * 6, shell_word(name, &tool->arena));
	else if (end == CHILD_EXITED)
		finding_cure(finding,
			     "reinstall or update the driver, with what its package recommends, so "
			     "that its compiler is complete");
	return !probe->no_folder && end != CHILD_FAILED;
}

void compute_advise(struct finding *finding, const struct compute *compute, struct tool *tool)
{
	bool is_driver = false;

	LIST_EACH(const struct compute_probe, probe, compute->first)
		if (has_failed(probe))
			is_driver |= advise_device(finding, probe, tool);
	if (is_driver)
		advice_leave_out(finding, compute->first->candidate, tool);
}
