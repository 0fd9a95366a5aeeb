/* SPDX-License-Identifier: Apache-2.0 */
/* unseen: see sections.h. */
#include "tool/doctor/section/sections.h"

#include <string.h>

#include "base/file/dir.h"
#include "base/os.h"
#include "base/text.h"
#include "discover/scan.h"
#include "tool/doctor/cause/causes.h"
#include "tool/output/format.h"

static bool is_known(const struct examination *check, const struct candidate *masked)
{
	const struct candidate *candidate;

	for (candidate = check->snapshot.drivers.first; candidate; candidate = candidate->next)
		if (candidate->path && masked->path && strcmp(candidate->path, masked->path) == 0)
			return true;
	return false;
}

/* A variable left over from another loader hides every driver; how many. */
static size_t add_hidden_by_variable(struct examination *check)
{
	const char *variable = snapshot_vendors_variable(&check->snapshot);
	struct candidate_list masked;
	size_t count = 0;

	snapshot_read_masked(&masked, &check->snapshot, check->tool);
	LIST_EACH(const struct candidate, candidate, masked.first) {
		struct finding *finding;

		if (is_known(check, candidate) || !examination_wants(check, candidate))
			continue;
		finding = finding_add(&check->findings, FINDING_OFF, candidate_name(candidate),
				      "not-looked-at", "%s stands for the vendor directories",
				      variable);
		finding_cure(finding, "unset %s", variable);
		count++;
	}
	return count;
}

static const char *linked_directory(const struct examination *check, const char *directory)
{
	return scan_linked_directory(directory, check->tool->root, &check->tool->arena);
}

/* nvidia.icd.disabled, pocl.conf: somebody may wonder why nothing happens. */
static void add_ignored_names(struct examination *check, const char *directory, const char *suffix)
{
	const char *linked = linked_directory(check, directory);
	struct dir dir;

	if (dir_read(&dir, check->tool->root, directory, "", &check->tool->arena) != 0)
		return;
	for (size_t i = 0; i < dir.count; i++) {
		const char *path = dir.names[i]->path;
		struct candidate candidate = { .origin = CANDIDATE_FROM_DIRECTORY, .path = path };
		struct finding *finding;

		match_names_init(&candidate.names, path, NULL, NULL);
		if (text_has_suffix(path, suffix) || dir.names[i]->kind == DIR_OTHER ||
		    (linked && strcmp(dir.names[i]->name, SCAN_LINK) == 0) ||
		    (check->name && !strstr(dir.names[i]->name, check->name) &&
		     !examination_wants(check, &candidate)))
			continue;
		finding = finding_add(&check->findings, FINDING_OFF, path, "ignored-name",
				      "its name does not end in %s", suffix);
		finding_cure(finding, "mv it to a name that ends in %s if it is meant to count",
			     suffix);
	}
}

static bool is_vendor_dir(const struct examination *check, const char *path)
{
	const struct setting_list *directories = &check->snapshot.settings.vendor_dirs;

	for (size_t i = 0; i < directories->count; i++)
		if (strcmp(directories->items[i].text, path) == 0)
			return true;
	return false;
}

/* A system without drivers has no directory for them: the link leads nowhere then. */
static void add_absent(struct examination *check, const char *directory, const char *linked)
{
	const char *link = format_into(&check->tool->arena, "%s/" SCAN_LINK, directory);
	struct finding *finding = finding_add(&check->findings, FINDING_OFF, link, "absent",
					      "there is no directory where it leads to");

	finding_fact(finding, "link", "%s leads to %s", link, linked);
	finding_cure(finding,
		     "nothing, unless the system has drivers: then let it lead to the directory of "
		     "their .icd files");
}

static void examine_linked(struct examination *check, const char *directory)
{
	const char *linked = linked_directory(check, directory);
	struct tool *tool = check->tool;
	const char *whole = linked ? arena_under_root(&tool->arena, tool->root, linked) : NULL;
	struct os_status status;

	if (!whole || is_vendor_dir(check, linked))
		return;
	if (os_path_status(whole, &status) == 0)
		add_ignored_names(check, linked, ".icd");
	else if (!check->name)
		add_absent(check, directory, linked);
}

/* The directories in REST, the value of a variable; what else is in it can have any name. */
static void add_ignored_of(struct examination *check, const char *rest, const char *suffix)
{
	while (rest) {
		size_t length;
		const char *element = text_next_element(&rest, ':', &length);

		if (length > 0)
			add_ignored_names(
				check,
				format_into(&check->tool->arena, "%.*s", (int)length, element),
				suffix);
	}
}

static void add_ignored_layers(struct examination *check)
{
	const struct settings *settings = &check->snapshot.settings;
	const char *path = settings->env.value[ENV_OPENCL_LAYER_PATH];

	add_ignored_of(check, path, ".lay");
	for (size_t i = 0; !path && i < settings->layer_dirs.count; i++)
		add_ignored_names(check, settings->layer_dirs.items[i].text, ".lay");
}

/* In a variable, a file among the directories is a driver; in vendor_dirs it has no meaning. */
static void add_file_among_directories(struct examination *check, const struct setting_item *item)
{
	struct arena *arena = &check->tool->arena;
	const char *whole = arena_under_root(arena, check->tool->root, item->text);
	struct os_status status;
	struct finding *finding;

	if (!whole || os_path_status(whole, &status) != 0 || status.kind == OS_DIRECTORY)
		return;
	finding = finding_add(&check->findings, FINDING_PROBLEM, item->text, "not-a-directory",
			      "vendor_dirs names it, but it is no directory");
	finding_fact(finding, "by", "%s", origin_text(&item->origin, arena));
	finding_cure(finding,
		     "take it out of vendor_dirs, or name the directory that it is in; drivers can "
		     "be named one by one in %s",
		     env_name(ENV_OCL_ICD_FILENAMES));
}

/* A directory or a FIFO, whatever its name is, can name no driver. */
static bool can_name_driver(const struct candidate *candidate)
{
	return candidate->verdict.reason != REASON_NOT_REGULAR &&
	       candidate->verdict.reason != REASON_SUBDIRECTORY;
}

/* With a name: those that have it, all of which have a finding already. */
static size_t count_wanted(const struct examination *check)
{
	const struct candidate *candidate;
	size_t count = 0;

	for (candidate = check->snapshot.drivers.first; candidate; candidate = candidate->next)
		count += examination_wants(check, candidate) &&
			 (check->name || can_name_driver(candidate));
	return count;
}

static void add_places(const struct examination *check, struct finding *finding)
{
	const struct settings *settings = &check->snapshot.settings;
	const char *variable = snapshot_vendors_variable(&check->snapshot);

	if (variable)
		finding_fact(finding, "searched", "what %s says", variable);
	for (size_t i = 0; !variable && i < settings->vendor_dirs.count; i++) {
		const char *directory = settings->vendor_dirs.items[i].text;
		const char *linked = linked_directory(check, directory);

		finding_fact(finding, "searched", "%s", directory);
		if (linked && !is_vendor_dir(check, linked))
			finding_fact(finding, "searched", "%s", linked);
	}
}

static void add_missing_name(struct examination *check)
{
	struct arena *arena = &check->tool->arena;
	const char *meant =
		platform_names_suggest(&check->snapshot, check->platforms, check->name, arena);
	struct finding *finding =
		finding_add(&check->findings, FINDING_PROBLEM, check->name, "no-such-driver",
			    "no file or library of that name is looked at%s", meant);

	add_places(check, finding);
	finding_cure(finding,
		     "install the driver's package; it brings a file %s.icd for one of these "
		     "directories",
		     check->name);
	finding_cure(finding, "clrouter files lists what there is");
}

/* No driver is installed, or HIDDEN ones are not looked at. */
static void add_none(struct examination *check, size_t hidden)
{
	const char *variable = snapshot_vendors_variable(&check->snapshot);
	struct finding *finding;

	if (hidden > 0) {
		finding = finding_add(&check->findings, FINDING_PROBLEM, variable, "all-hidden",
				      "it names no driver, and hides those that are installed");
		add_places(check, finding);
		finding_cure(finding, "unset %s  # or correct its value", variable);
		return;
	}
	finding = finding_add(&check->findings, FINDING_WARNING, "drivers", "no-driver",
			      "no driver is installed");
	add_places(check, finding);
	finding_cure(finding,
		     "install a driver: your GPU vendor's, or pocl for the processor (Debian: "
		     "pocl-opencl-icd)");
}

void unseen_examine(struct examination *check)
{
	const struct setting_list *directories = &check->snapshot.settings.vendor_dirs;
	const char *variable = snapshot_vendors_variable(&check->snapshot);
	size_t hidden = add_hidden_by_variable(check);

	if (variable)
		add_ignored_of(check, variables_value_of(variable, &check->snapshot), ".icd");
	for (size_t i = 0; !variable && i < directories->count; i++) {
		add_file_among_directories(check, &directories->items[i]);
		add_ignored_names(check, directories->items[i].text, ".icd");
		examine_linked(check, directories->items[i].text);
	}
	if (!check->name)
		add_ignored_layers(check);
	if (count_wanted(check) > 0)
		return;
	if (check->name)
		add_missing_name(check);
	else
		add_none(check, hidden);
}
