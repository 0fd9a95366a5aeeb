/* SPDX-License-Identifier: Apache-2.0 */
/* drivers: see sections.h. */
#include "tool/doctor/section/sections.h"

#include <string.h>

#include "tool/doctor/cause/causes.h"
#include "tool/doctor/paths.h"
#include "tool/doctor/shell.h"
#include "tool/output/format.h"
#include "tool/probe/file/opencl-file.h"

/* One driver under examination. */
struct result {
	struct examination *check;
	const struct candidate *candidate;
	struct driver_probe *probe;
	struct finding *finding;
	struct compute compute;		/* empty without --compute */
};

static void add(struct result *result, enum finding_level level, const char *id,
		const char *text)
{
	const struct candidate *candidate = result->candidate;
	const char *found = result->probe ? result->probe->path : NULL;

	result->finding = finding_add(&result->check->findings, level, candidate_name(candidate),
				      id, "%s", text);
	if (found && candidate->library && strcmp(found, candidate->library) != 0)
		finding_fact(result->finding, "library", "%s (%s)", candidate->library, found);
	else if (candidate->path && candidate->library)
		finding_fact(result->finding, "library", "%s", candidate->library);
	paths_explain_links(result->finding, candidate->path, result->check->tool);
	paths_explain_links(result->finding, candidate->library, result->check->tool);
}

/* What the driver itself printed often says why. */
static void add_last_words(struct result *result)
{
	const struct driver_probe *probe = result->probe;
	const char *words = probe ? child_last_words(&probe->child, &result->check->tool->arena) :
				    NULL;

	if (words)
		finding_fact_once(result->finding, "it said", "%s", words);
}

/* -- verdicts ---------------------------------------------------------------- */

static bool is_about_linking(enum reason reason)
{
	return reason == REASON_MISSING_DEPENDENCY || reason == REASON_UNDEFINED_SYMBOL ||
	       reason == REASON_LOAD_FAILED;
}

static bool is_about_devices(enum reason reason)
{
	return reason == REASON_NO_PLATFORM || reason == REASON_PLATFORM_QUERY_FAILED;
}

/* The search passes over a library of another architecture: then it is there all the same. */
static void correct_verdict(const struct result *result, struct verdict *verdict)
{
	const char *library = result->candidate->library;

	if (verdict->reason == REASON_NOT_FOUND && library &&
	    library_cause_is_foreign(library, result->check->tool)) {
		verdict->reason = REASON_WRONG_ELF_CLASS;
		verdict->detail = NULL;
	}
}

static void judge_linking(struct result *result, struct verdict verdict)
{
	struct examination *check = result->check;
	const struct driver_probe *probe = result->probe;
	struct linking linking;

	linking_ask(&linking, result->candidate, probe ? probe->sentence : NULL, check->tool);
	linking_correct_verdict(&linking, &verdict);
	add(result, FINDING_PROBLEM, reason_id(verdict.reason),
	    format_verdict(&verdict, &check->tool->arena));
	if (!linking_explain(&linking, result->finding, &verdict))
		advice_for_candidate(result->finding, result->candidate, &verdict, &check->snapshot,
				     check->tool);
}

static void judge_verdict(struct result *result, struct verdict verdict)
{
	struct examination *check = result->check;
	struct tool *tool = check->tool;

	if (is_about_linking(verdict.reason)) {
		judge_linking(result, verdict);
		return;
	}
	correct_verdict(result, &verdict);
	add(result, reason_is_expected(verdict.reason) ? FINDING_OFF : FINDING_PROBLEM,
	    reason_id(verdict.reason), format_verdict(&verdict, &tool->arena));
	if (is_about_devices(verdict.reason)) {
		add_last_words(result);
		driver_needs_explain(result->finding, result->candidate->library, tool);
	}
	if (!finding_has(result->finding, "cure"))
		advice_for_candidate(result->finding, result->candidate, &verdict, &check->snapshot,
				     tool);
}

/* -- what only a child can tell ---------------------------------------------- */

/* A file that is cut off is mapped, and ends the process when its end is touched. */
static bool explain_truncated(struct result *result)
{
	struct tool *tool = result->check->tool;
	const char *file = NULL;

	if (result->probe->stage <= PROBE_PLATFORMS)
		file = library_cause_find_truncated(result->candidate->library, tool);
	return file && library_cause_explain(result->finding, file, result->candidate, tool);
}

static void judge_death(struct result *result)
{
	const struct child *child = &result->probe->child;
	struct tool *tool = result->check->tool;
	const char *text = format_into(&tool->arena, "%s, %s", child_end_text(child, &tool->arena),
				       driver_probe_stage_text(result->probe->stage));

	add(result, FINDING_PROBLEM, child_end_id(child), text);
	add_last_words(result);
	if (explain_truncated(result))
		return;
	if (child->end == CHILD_TIMED_OUT)
		finding_cure(result->finding, "if it is only slow: clrouter doctor --timeout %u %s",
			     tool->timeout * 6,
			     shell_word(advice_driver_name(result->candidate, &tool->arena),
					&tool->arena));
	if (child->end != CHILD_FAILED)
		advice_leave_out(result->finding, result->candidate, tool);
}

/* -- drivers that work ------------------------------------------------------- */

static void explain_no_device(struct result *result, const struct reported_platform *platform)
{
	finding_fact(result->finding, "no device", "%s",
		     format_or(platform->device_error, "it lists none"));
	add_last_words(result);
	driver_needs_explain(result->finding,
			     format_or(result->probe->path, result->candidate->library),
			     result->check->tool);
}

/* COMPUTED is the next device of those that were to compute; NULL: none were. */
static void add_platform(struct result *result, const struct reported_platform *platform,
			 const struct compute_probe **computed)
{
	struct tool *tool = result->check->tool;
	struct finding *finding = result->finding;

	if (platform->verdict.reason != REASON_OK) {
		finding_fact(finding, "refused", "a platform: %s: %s",
			     reason_id(platform->verdict.reason),
			     format_verdict(&platform->verdict, &tool->arena));
		return;
	}
	finding_fact(finding, "platform", "%s: %s", format_or(platform->name, "(no name)"),
		     format_or(platform->version, "(no version)"));
	LIST_EACH(const struct reported_device, device, platform->devices) {
		finding_fact(finding, "device", "%s: %s", format_or(device->type, "other"),
			     format_or(device->name, "(no name)"));
		if (!*computed)
			continue;
		compute_add_device(finding, *computed, tool);
		*computed = (*computed)->next;
	}
	if (!platform->devices)
		explain_no_device(result, platform);
}

static bool has_refused(const struct reported *reported)
{
	LIST_EACH(const struct reported_platform, platform, reported->first)
		if (!reason_is_expected(platform->verdict.reason))
			return true;
	return false;
}

/* All platforms of a driver that are accepted, but switched off by their names. */
static bool is_hidden(const struct reported *reported)
{
	LIST_EACH(const struct reported_platform, platform, reported->first)
		if (platform->verdict.reason != REASON_DISABLED)
			return false;
	return reported->first != NULL;
}

/* Programs that rely on the extension fail; the layers take such an answer as not known. */
static void add_refused_queries(struct result *result)
{
	LIST_EACH(const struct refused_query, query, result->probe->refused)
		finding_fact(result->finding, "note", "%s", query->text);
}

/* Its calls go to the loader of the program, if the program is linked to one. */
static void note_calls(struct result *result)
{
	struct opencl_file file;
	struct linking linking;

	opencl_file_read_path(&file, format_or(result->probe->path, result->candidate->library));
	if (!file.calls_loader)
		return;
	linking_ask(&linking, result->candidate, NULL, result->check->tool);
	if (linking_lacks_loader_only(&linking))
		finding_fact(result->finding, "note",
			     "it calls functions of OpenCL, such as %s, without being linked to "
			     "libOpenCL.so.1: only programs that are linked to that have them",
			     linking.answer.undefined->text);
}

/* Several platforms may have the same table. */
static void note_mended(struct result *result)
{
	LIST_EACH(const struct reported_platform, platform, result->probe->reported.first) {
		if (!platform->mended)
			continue;
		finding_fact_once(result->finding, "note", "%s", platform->mended);
		finding_fact_once(result->finding, "note",
				  "that is so in programs that are linked to libOpenCL.so.1, "
				  "because the driver is not linked with -Bsymbolic; with other "
				  "loaders such a call may never end");
	}
}

static void judge_working(struct result *result)
{
	struct driver_probe *probe = result->probe;
	const struct reported *reported = &probe->reported;
	const char *text = "accepted";
	enum finding_level level = FINDING_GOOD;
	const char *id = reason_id(REASON_OK);
	struct compute *compute = &result->compute;
	struct tool *tool = result->check->tool;
	const struct compute_probe *computed;

	if (tool->wants_compute)
		compute_try_devices(compute, probe, tool);
	computed = compute->first;
	if (has_refused(reported)) {
		level = FINDING_PROBLEM;
		id = "platform-refused";
		text = "one of its platforms is refused";
	} else if (!platform_report_has_device(reported)) {
		level = FINDING_WARNING;
		id = reason_id(REASON_NO_DEVICES);
		text = "it works, but has no device";
	} else if (compute->failed > 0) {
		level = FINDING_PROBLEM;
		id = "cannot-compute";
		text = compute->count == 1 ? "its only device failed to compute" :
		       format_into(&tool->arena, "%zu of its %zu devices failed to compute",
				   compute->failed, compute->count);
	}
	add(result, level, id, text);
	finding_fact(result->finding, "time",
		     "%.3f s to load, %.3f s for platforms, %.3f s for devices",
		     probe->seconds[PROBE_LOAD], probe->seconds[PROBE_PLATFORMS],
		     probe->seconds[PROBE_DEVICES]);
	LIST_EACH(const struct reported_platform, platform, reported->first)
		add_platform(result, platform, &computed);
	compute_advise(result->finding, compute, tool);
	add_refused_queries(result);
	note_calls(result);
	note_mended(result);
}

/* Programs load such a driver because they bind late; they end when they call what is missing. */
static void judge_binding(struct result *result)
{
	struct verdict verdict = { REASON_UNDEFINED_SYMBOL, 0, NULL };
	struct examination *check = result->check;
	struct linking linking;

	if (result->probe->binding.reason == REASON_UNDEFINED_SYMBOL)
		verdict.detail = result->probe->binding.detail;
	linking_ask(&linking, result->candidate, NULL, check->tool);
	if (linking_lacks_loader_only(&linking)) {
		judge_working(result);
		return;
	}
	add(result, FINDING_PROBLEM, reason_id(verdict.reason),
	    format_verdict(&verdict, &check->tool->arena));
	if (linking_explain(&linking, result->finding, &verdict))
		return;
	finding_fact(result->finding, "note",
		     "programs can load it all the same (dlopen = lazy), and end when they call "
		     "what is undefined");
	finding_cure(result->finding, "%s", reason_advice(verdict.reason));
	packages_reinstall(result->finding,
			   format_or(result->probe->path, result->candidate->library), check->tool);
}

/* -- one after the other ----------------------------------------------------- */

/* A driver before it that loads the same file, and works. */
static const struct driver_probe *find_same(const struct examination *check,
					    const struct driver_probe *probe)
{
	for (const struct driver_probe *other = check->probes; other != probe; other = other->next)
		if (other->path && probe->path && other->stage == PROBE_EXIT &&
		    other->verdict.reason == REASON_OK && strcmp(other->path, probe->path) == 0)
			return other;
	return NULL;
}

static void judge(struct result *result)
{
	struct driver_probe *probe = result->probe;
	const struct driver_probe *same = find_same(result->check, probe);
	bool has_died = probe->stage != PROBE_EXIT || probe->child.end != CHILD_EXITED;

	if (has_died) {
		judge_death(result);
	} else if (probe->verdict.reason != REASON_OK) {
		judge_verdict(result, probe->verdict);
	} else if (same) {
		struct verdict verdict = { REASON_DUPLICATE, 0, candidate_name(same->candidate) };

		judge_verdict(result, verdict);
	} else if (is_hidden(&probe->reported)) {
		struct verdict verdict = { REASON_DISABLED, 0, probe->hidden_by };

		judge_verdict(result, verdict);
	} else if (probe->binding.reason != REASON_OK) {
		judge_binding(result);
	} else {
		judge_working(result);
	}
}

static void examine(struct result *result)
{
	struct examination *check = result->check;
	struct arena *arena = &check->tool->arena;
	struct driver_probe *probe = arena_append(arena, &check->probes, sizeof(*probe));

	if (!probe)
		return;
	*probe = driver_probe_of(result->candidate, &check->snapshot.settings);
	probe->loader = check->loader;
	driver_probe_run(probe, check->tool->timeout, arena);
	result->probe = probe;
	judge(result);
}

void drivers_examine(struct examination *check)
{
	const struct candidate *candidate;

	for (candidate = check->snapshot.drivers.first; candidate; candidate = candidate->next) {
		struct result result = { .check = check, .candidate = candidate };

		if (!examination_wants(check, candidate))
			continue;
		if (candidate->verdict.reason == REASON_OK)
			examine(&result);
		else
			judge_verdict(&result, candidate->verdict);
	}
}
