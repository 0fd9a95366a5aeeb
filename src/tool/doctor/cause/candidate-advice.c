/* SPDX-License-Identifier: Apache-2.0 */
/*
 * candidate-advice: the line or the command that cures what a verdict says of a driver, layer or
 * configuration file, as exact as it can be given with certainty; otherwise the reason's general
 * advice. A cure that is a command can be copied and run as it is.
 */
#include "tool/doctor/cause/causes.h"

#include <errno.h>
#include <pwd.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "tool/doctor/paths.h"
#include "tool/doctor/shell.h"
#include "tool/output/format.h"
#include "tool/probe/file/elf-file.h"
#include "tool/probe/file/library-search.h"

const char *advice_driver_name(const struct candidate *candidate, struct arena *arena)
{
	const char *name = text_base_name(candidate_name(candidate));
	size_t length = strlen(name);

	if (candidate->path && text_has_suffix(name, ".icd"))
		length -= strlen(".icd");
	return format_into(arena, "%.*s", (int)length, name);
}

void advice_leave_out(struct finding *finding, const struct candidate *candidate, struct tool *tool)
{
	const char *name = advice_driver_name(candidate, &tool->arena);

	finding_cure(finding, "report it to the vendor; until then leave the driver out:");
	finding_cure(finding, "\"disable = ..., %s\" below [drivers] in " ADVICE_LOADER_CONF, name);
	finding_cure(finding, "or, for one run: clrouter run --without %s PROGRAM",
		     shell_word(name, &tool->arena));
}

/* -- one function for each kind of cause ------------------------------------- */

struct advice_case {
	struct finding *finding;
	const struct candidate *candidate;
	const struct verdict *verdict;
	const struct snapshot *snapshot;
	struct tool *tool;
};

static const char *quoted_name(const struct advice_case *advice)
{
	return shell_word(candidate_name(advice->candidate), &advice->tool->arena);
}

static bool is_link(const char *path, struct tool *tool)
{
	struct stat status;

	return paths_status(path, tool, &status) && S_ISLNK(status.st_mode);
}

/* A file that does not exist is named by a variable, or was there a moment ago. */
static void advise_absent(const struct advice_case *advice, const char *file)
{
	const char *word = shell_word(file, &advice->tool->arena);

	if (is_link(file, advice->tool))
		finding_cure(
			advice->finding,
			"mv %s %s.disabled  # the link leads nowhere; or install what it leads to",
			word, word);
	else if (advice->snapshot->settings.env.value[ENV_OPENCL_LOADER_CONFIG])
		finding_cure(advice->finding, "unset %s  # or correct the name",
			     env_name(ENV_OPENCL_LOADER_CONFIG));
	else
		finding_cure(advice->finding, "install %s again, which does not exist", word);
}

static void advise_unreadable(const struct advice_case *advice)
{
	const struct verdict *verdict = advice->verdict;
	const char *file = format_or(verdict->detail, candidate_name(advice->candidate));

	if (paths_explain_rights(advice->finding, file, advice->tool))
		return;
	if (verdict->detail && library_cause_explain(advice->finding, file, advice->candidate,
						     advice->tool))
		return;
	if (verdict->code == EACCES || verdict->code == EPERM)
		finding_cure(advice->finding,
			     "chmod a+r %s  # as root; if that changes nothing, a security module "
			     "such as AppArmor or SELinux refuses it",
			     shell_word(file, &advice->tool->arena));
	else if (verdict->code == ENOENT || verdict->code == ELOOP)
		advise_absent(advice, file);
	else
		finding_cure(advice->finding, "%s", reason_advice(verdict->reason));
}

static void advise_content(const struct advice_case *advice)
{
	const char *stem = advice_driver_name(advice->candidate, &advice->tool->arena);
	const char *path = advice->candidate->path;
	const char *library;

	if (!path) {
		finding_cure(advice->finding, "%s", reason_advice(advice->verdict->reason));
		return;
	}
	library = *advice->tool->root ? NULL : library_search_driver(stem, &advice->tool->arena);
	if (library) {
		finding_cure(advice->finding, "echo %s >%s  # as root",
			     shell_word(library, &advice->tool->arena), quoted_name(advice));
		return;
	}
	finding_cure(advice->finding,
		     "echo libNAME.so >%s  # as root, with the name of the driver's library",
		     quoted_name(advice));
	packages_reinstall(advice->finding, path, advice->tool);
}

/* "load", or "layers" of a [program] section, has a word that is no layer. */
static void advise_unknown_layer(const struct advice_case *advice)
{
	const struct candidate *candidate = advice->candidate;
	const struct setting_list *list = &advice->snapshot->settings.layers;
	struct arena *arena = &advice->tool->arena;

	if (candidate->section) {
		finding_cure(advice->finding,
			     "write \"library = FILE\", with the layer's library, below the line "
			     "[layer %s] in %s",
			     candidate->section,
			     format_or(advice->verdict->detail, ADVICE_LAYERS_CONF));
		return;
	}
	for (size_t i = 0; i < list->count; i++)
		if (strcmp(list->items[i].text, candidate->written) == 0)
			finding_cure(advice->finding,
				     "correct the name in %s, or write a section [layer %s] with "
				     "the layer's library",
				     origin_text(&list->items[i].origin, arena),
				     candidate->written);
}

static bool is_same_file(const char *a, const char *b, struct tool *tool)
{
	const char *paths[] = {
		arena_under_root(&tool->arena, tool->root, a),
		arena_under_root(&tool->arena, tool->root, b),
	};
	struct stat status[2];

	return paths[0] && paths[1] && stat(paths[0], &status[0]) == 0 &&
	       stat(paths[1], &status[1]) == 0 && status[0].st_dev == status[1].st_dev &&
	       status[0].st_ino == status[1].st_ino;
}

/* The file that came first has the same name. */
static const struct candidate *find_masking(const struct advice_case *advice)
{
	const char *base = text_base_name(advice->candidate->path);
	const struct candidate *other = advice->snapshot->drivers.first;

	while (other && other != advice->candidate &&
	       !(other->path && other->verdict.reason != REASON_MASKED &&
		 strcmp(text_base_name(other->path), base) == 0))
		other = other->next;
	return other != advice->candidate ? other : NULL;
}

static void advise_masked(const struct advice_case *advice)
{
	const struct candidate *other = find_masking(advice);

	if (other)
		finding_fact(advice->finding, "masked by", "%s", other->path);
	if (other && is_same_file(other->path, advice->candidate->path, advice->tool))
		finding_cure(advice->finding, "nothing: it is the same file, reached by two ways");
	else
		finding_cure(advice->finding, "%s", reason_advice(advice->verdict->reason));
}

/* The variable that names the driver by the name FIRST; NULL: none. */
static const char *variable_of(const struct advice_case *advice, const char *first)
{
	const struct candidate *candidate = first ? advice->snapshot->drivers.first : NULL;

	while (candidate && strcmp(candidate_name(candidate), first) != 0)
		candidate = candidate->next;
	return candidate ? variables_name_of(candidate, advice->snapshot) : NULL;
}

/* Both files are good, and each may be there for another program or loader. */
static void advise_duplicate(const struct advice_case *advice)
{
	const char *variable = variables_name_of(advice->candidate, advice->snapshot);
	const char *first = advice->verdict->detail;
	const char *by = variable_of(advice, first);

	finding_cure(advice->finding, "nothing: the driver is used once, through %s%s%s",
		     format_or(first, "the first of them"), by ? ", which is in " : "",
		     format_or(by, ""));
	if (variable)
		finding_fact(advice->finding, "note", "%s names it a second time", variable);
}

/* The detail is FILE:LINE, or a variable. */
static void advise_disabled(const struct advice_case *advice)
{
	const char *where = advice->verdict->detail;
	const char *name = advice_driver_name(advice->candidate, &advice->tool->arena);

	if (where && strchr(where, ':'))
		finding_cure(advice->finding,
			     "take it out of %s, or add \"enable = ..., %s\" below [drivers] "
			     "in " ADVICE_LOADER_CONF,
			     where, name);
	else if (where)
		finding_cure(advice->finding, "unset %s  # or take %s out of it", where, name);
}

static void advise_no_icd_word(const struct advice_case *advice)
{
	finding_cure(advice->finding,
		     "if it works all the same, write into " ADVICE_LOADER_CONF ":");
	finding_cure(advice->finding, "[driver %s]",
		     advice_driver_name(advice->candidate, &advice->tool->arena));
	finding_cure(advice->finding, "assume_icd = yes");
}

static void advise_is_loader(const struct advice_case *advice)
{
	if (advice->candidate->path)
		finding_cure(advice->finding,
			     "write the driver's own library into %s instead of %s",
			     advice->candidate->path, advice->candidate->written);
	else
		finding_cure(advice->finding, "%s", reason_advice(advice->verdict->reason));
}

static void advise_refused_file(const struct advice_case *advice)
{
	finding_cure(advice->finding, "correct %s; until then nothing of it counts",
		     quoted_name(advice));
}

static void advise_not_regular(const struct advice_case *advice)
{
	const char *named = advice->snapshot->settings.env.value[ENV_OPENCL_LOADER_CONFIG];

	if (named && advice->candidate->path && strcmp(named, advice->candidate->path) == 0)
		finding_cure(advice->finding, "unset %s  # or let it name a text file",
			     env_name(ENV_OPENCL_LOADER_CONFIG));
	else
		finding_cure(advice->finding, "put a text file in the place of %s, or move it away",
			     quoted_name(advice));
}

/* Has root the variables of another user, as sudo can keep them? */
static bool is_home_of_other(const struct env *env)
{
	const struct passwd *root = getpwuid(0);
	const char *home = env->value[ENV_HOME];

	return env->value[ENV_XDG_CONFIG_HOME] || !home || !root || strcmp(home, root->pw_dir) != 0;
}

/* The verdict says what is to blame. */
static void advise_untrusted(const struct advice_case *advice)
{
	if (is_home_of_other(&advice->snapshot->settings.env))
		finding_cure(advice->finding,
			     "export HOME=~root; unset XDG_CONFIG_HOME  # or sudo -H PROGRAM: then "
			     "root's own files count");
	finding_cure(advice->finding,
		     "let only root own and write what is named above, if it is root's");
}

/* The search passes over a library of another architecture, so its first file is the one meant. */
static void advise_foreign(const struct advice_case *advice)
{
	struct arena *arena = &advice->tool->arena;
	const char *library = advice->candidate->library;
	const struct library_hit *hit = library && text_base_name(library) == library ?
					library_search(library, arena) : NULL;
	const char *path = hit ? hit->path : library;
	const char *its = path ? elf_file_architecture(path, arena) : NULL;
	const char *own = elf_file_architecture("/proc/self/exe", arena);

	if (its && own)
		finding_fact(advice->finding, "file", "%s is for %s, this program is for %s", path,
			     its, own);
	finding_cure(advice->finding, "%s", reason_advice(advice->verdict->reason));
}

static void advise_name(const struct advice_case *advice)
{
	if (advice->candidate->origin == CANDIDATE_FROM_CONFIG && !advice->candidate->path)
		advise_unknown_layer(advice);
	else if (!icd_content_explain(advice->finding, advice->candidate, advice->tool))
		advise_content(advice);
}

static void advise_not_found(const struct advice_case *advice)
{
	library_cause_not_found(advice->finding, advice->candidate, advice->tool);
}

static void advise_wrong(const struct advice_case *advice)
{
	library_cause_wrong(advice->finding, advice->candidate, advice->verdict->reason,
			    advice->tool);
}

/* A reason that is not here has the words of the table of reasons. */
static void (*const advisers[REASON_COUNT])(const struct advice_case *advice) = {
	[REASON_UNREADABLE] = advise_unreadable,
	[REASON_NOT_REGULAR] = advise_not_regular,
	[REASON_EMPTY_FILE] = advise_name,
	[REASON_NO_LIBRARY_NAME] = advise_name,
	[REASON_NOT_TEXT] = advise_name,
	[REASON_TOO_LONG] = advise_name,
	[REASON_MASKED] = advise_masked,
	[REASON_DUPLICATE] = advise_duplicate,
	[REASON_DUPLICATE_PLATFORM] = advise_duplicate,
	[REASON_DISABLED] = advise_disabled,
	[REASON_NOT_FOUND] = advise_not_found,
	[REASON_NOT_ELF] = advise_wrong,
	[REASON_SYMBOL_MISSING] = advise_wrong,
	[REASON_LOAD_FAILED] = advise_wrong,
	[REASON_NO_CL_KHR_ICD] = advise_no_icd_word,
	[REASON_IS_LOADER] = advise_is_loader,
	[REASON_WRONG_ELF_CLASS] = advise_foreign,
	[REASON_CONFIG_REFUSED] = advise_refused_file,
	[REASON_UNTRUSTED] = advise_untrusted,
};

void advice_for_candidate(struct finding *finding, const struct candidate *candidate,
			  const struct verdict *verdict, const struct snapshot *snapshot,
			  struct tool *tool)
{
	struct advice_case advice = { finding, candidate, verdict, snapshot, tool };
	const char *variable = variables_name_of(candidate, snapshot);

	if (variables_explain(finding, candidate, verdict, snapshot, tool))
		return;
	if (advisers[verdict->reason])
		advisers[verdict->reason](&advice);
	else
		finding_cure(finding, "%s", reason_advice(verdict->reason));
	/* Then there is no file that could be edited. */
	if (!candidate->path && !reason_is_expected(verdict->reason) && variable)
		finding_fact(finding, "variable", "%s names it", variable);
}
