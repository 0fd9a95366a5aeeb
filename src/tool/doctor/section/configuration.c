/* SPDX-License-Identifier: Apache-2.0 */
/* configuration: see sections.h. */
#include "tool/doctor/section/sections.h"

#include <string.h>

#include "tool/doctor/cause/causes.h"
#include "tool/doctor/paths.h"
#include "tool/output/format.h"
#include "tool/output/suggest.h"

static bool is_variable(const struct origin *origin)
{
	for (int i = 0; i < ENV_COUNT && origin->name; i++)
		if (strcmp(env_name((enum env_variable)i), origin->name) == 0)
			return true;
	return false;
}

/* The line that a refused file is refused for. */
static const struct settings_problem *find_error(const struct settings *settings,
						 const char *path)
{
	const struct settings_problem *problem = settings->problems;

	while (problem && !(problem->level == LOG_ERROR && problem->origin.name &&
			    strcmp(problem->origin.name, path) == 0))
		problem = problem->next;
	return problem;
}

static void judge_file(struct examination *check, const struct settings_file *file)
{
	struct tool *tool = check->tool;
	const struct settings_problem *error = find_error(&check->snapshot.settings, file->path);
	struct candidate candidate = { .origin = CANDIDATE_FROM_CONFIG, .path = file->path };
	struct finding *finding;

	finding = finding_add(&check->findings, FINDING_PROBLEM, file->path,
			      reason_id(file->verdict.reason), "%s",
			      format_verdict(&file->verdict, &tool->arena));
	paths_explain_links(finding, file->path, tool);
	if (error && !file->verdict.detail)
		finding_fact(finding, "line", "%s: %s", origin_text(&error->origin, &tool->arena),
			     error->text);
	if (error && error->origin.line > 0)
		finding_cure(finding,
			     "correct line %u of %s; until then nothing of the file counts",
			     error->origin.line, file->path);
	else
		advice_for_candidate(finding, &candidate, &file->verdict, &check->snapshot, tool);
}

void configuration_hint(struct finding *finding, const char *text)
{
	const char *found = strstr(text, "found \"");

	if (!found)
		return;
	found += strlen("found \"");
	if (*found == '"' || *found == '\'')
		finding_fact(finding, "note", "quotes are a part of the value: write it without");
	if (strstr(found, " #"))
		finding_fact(finding, "note",
			     "\"#\" begins a comment in the first column only: write \";\"");
}

static void judge_log(struct examination *check)
{
	const char *name = env_name(ENV_OPENCL_LOADER_LOG);
	const char *rest = check->snapshot.settings.env.value[ENV_OPENCL_LOADER_LOG];
	const char *expected = NULL;
	const char *word;
	size_t length;

	if (!rest || !*rest || strcmp(rest, "help") == 0)
		return;
	while ((word = log_next_unknown(&rest, &length, &expected))) {
		struct finding *finding =
			finding_add(&check->findings, FINDING_WARNING, name, "configuration",
				    "expected a %s, found \"%.*s\"", expected, (int)length, word);

		finding_cure(finding,
			     "unset %s  # or correct its value: %s=help lists levels and topics",
			     name, name);
	}
}

void configuration_examine(struct examination *check)
{
	const struct settings *settings = &check->snapshot.settings;
	struct arena *arena = &check->tool->arena;

	judge_log(check);
	LIST_EACH(const struct settings_file, file, settings->files)
		if (snapshot_file_is_bad(file))
			judge_file(check, file);
	LIST_EACH(const struct settings_problem, problem, settings->problems) {
		struct finding *finding;

		if (problem->level == LOG_ERROR)
			continue;
		finding = finding_add(&check->findings, FINDING_WARNING,
				      origin_text(&problem->origin, arena), "configuration", "%s",
				      suggest_text(problem, arena));
		configuration_hint(finding, problem->text);
		if (is_variable(&problem->origin))
			finding_cure(finding, "unset %s  # or correct its value, see libOpenCL(7)",
				     problem->origin.name);
		else
			finding_cure(finding,
				     "correct it there, see loader.conf(5) and layers.conf(5)");
	}
}
