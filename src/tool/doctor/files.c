/* SPDX-License-Identifier: Apache-2.0 */
/*
 * doctor-files: files that nobody looks at though somebody may think so, and
 * the configuration: what was refused, what is ignored.
 */
#include "tool/doctor/doctor.h"

#include <string.h>

#include "tool/doctor/cure.h"
#include "base/dir.h"
#include "tool/output/suggest.h"
#include "tool/output/tell.h"
#include "base/text.h"

/* -- what is not looked at --------------------------------------------------- */

static bool is_known(const struct doctor *doctor, const struct entry *masked)
{
	const struct entry *entry;

	for (entry = doctor->survey.drivers.first; entry; entry = entry->next)
		if (entry->path && masked->path && strcmp(entry->path, masked->path) == 0)
			return true;
	return false;
}

/* The classic: a variable left over from another loader hides every driver. */
static void tell_hidden_by_variable(struct doctor *doctor)
{
	const char *variable = survey_vendors_variable(&doctor->survey);
	struct entry_list masked;

	survey_read_masked(&masked, &doctor->survey, doctor->tool);
	for (const struct entry *entry = masked.first; entry; entry = entry->next) {
		struct finding *finding;

		if (is_known(doctor, entry) || !doctor_wants(doctor, entry))
			continue;
		finding = finding_add(&doctor->findings, FINDING_OFF, entry_name(entry),
				      "not-looked-at",
				      tell_format(&doctor->tool->arena,
						  "%s stands for the vendor directories",
						  variable));
		finding_say(finding, "cure", "unset %s", variable);
	}
}

/* nvidia.icd.disabled, pocl.conf: somebody may wonder why nothing happens. */
static void tell_ignored_names(struct doctor *doctor, const char *directory)
{
	struct arena *arena = &doctor->tool->arena;
	struct dir dir;

	if (dir_read(&dir, doctor->tool->root, directory, "", arena) != 0)
		return;
	for (size_t i = 0; i < dir.count; i++) {
		const char *path = tell_format(arena, "%s/%s", directory, dir.names[i]->name);
		struct entry entry = { .path = path };
		struct finding *finding;

		if (text_has_suffix(path, ".icd") || dir.names[i]->kind == DIR_OTHER ||
		    (doctor->name && !strstr(dir.names[i]->name, doctor->name) &&
		     !doctor_wants(doctor, &entry)))
			continue;
		finding = finding_add(&doctor->findings, FINDING_OFF, path, "ignored-name",
				      "its name does not end in .icd");
		finding_say(finding, "cure", "mv it to a name that ends in .icd if it is meant to count");
	}
}

static size_t count_wanted(const struct doctor *doctor)
{
	const struct entry *entry;
	size_t count = 0;

	for (entry = doctor->survey.drivers.first; entry; entry = entry->next)
		count += doctor_wants(doctor, entry);
	return count;
}

static void tell_places(const struct doctor *doctor, struct finding *finding)
{
	const struct settings *settings = &doctor->survey.settings;
	const char *variable = survey_vendors_variable(&doctor->survey);

	if (variable)
		finding_say(finding, "searched", "what %s says", variable);
	for (size_t i = 0; !variable && i < settings->vendor_dirs.count; i++)
		finding_say(finding, "searched", "%s", settings->vendor_dirs.items[i].text);
}

/* None at all is told; that one which was asked for is missing is a problem. */
static void tell_none(struct doctor *doctor)
{
	struct finding *finding;

	if (doctor->name) {
		finding = finding_add(&doctor->findings, FINDING_PROBLEM, doctor->name,
				      "no-such-driver", "no file or library of that name is looked at");
		tell_places(doctor, finding);
		finding_say(finding, "cure",
			    "install the driver's package; it brings a file %s.icd for one of these directories",
			    doctor->name);
		finding_say(finding, "cure", "clrouter files lists what there is");
		return;
	}
	finding = finding_add(&doctor->findings, FINDING_WARNING, "drivers", "no-driver",
			      "no driver is installed");
	tell_places(doctor, finding);
	finding_say(finding, "cure",
		    "install a driver: your GPU vendor's, or pocl for the processor (Debian: pocl-opencl-icd)");
}

void doctor_unseen(struct doctor *doctor)
{
	const struct setting_list *directories = &doctor->survey.settings.vendor_dirs;

	tell_hidden_by_variable(doctor);
	if (!survey_vendors_variable(&doctor->survey))
		for (size_t i = 0; i < directories->count; i++)
			tell_ignored_names(doctor, directories->items[i].text);
	if (count_wanted(doctor) == 0)
		tell_none(doctor);
}

/* -- configuration ----------------------------------------------------------- */

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

static void judge_file(struct doctor *doctor, const struct settings_file *file)
{
	struct tool *tool = doctor->tool;
	const struct settings_problem *error = find_error(&doctor->survey.settings, file->path);
	struct entry entry = { .path = file->path };
	struct finding *finding;

	finding = finding_add(&doctor->findings, FINDING_PROBLEM, file->path,
			      reason_id(file->verdict.reason),
			      tell_verdict(&file->verdict, &tool->arena));
	if (error && !file->verdict.detail)
		finding_say(finding, "line", "%s: %s",
			    origin_text(&error->origin, &tool->arena), error->text);
	if (error && error->origin.line > 0)
		finding_say(finding, "cure", "correct line %u of %s; until then nothing of the file counts",
			    error->origin.line, file->path);
	else
		cure_entry(finding, &entry, &file->verdict, &doctor->survey, tool);
}

void doctor_configuration(struct doctor *doctor)
{
	const struct settings *settings = &doctor->survey.settings;
	struct arena *arena = &doctor->tool->arena;

	for (const struct settings_file *file = settings->files; file; file = file->next)
		if (survey_file_is_bad(file))
			judge_file(doctor, file);
	for (const struct settings_problem *problem = settings->problems; problem;
	     problem = problem->next) {
		struct finding *finding;

		if (problem->level == LOG_ERROR)
			continue;
		finding = finding_add(&doctor->findings, FINDING_WARNING,
				      origin_text(&problem->origin, arena), "configuration",
				      suggest_text(problem, arena));
		finding_say(finding, "cure", "correct it there, see loader.conf(5) and layers.conf(5)");
	}
}
