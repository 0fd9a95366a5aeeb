/* SPDX-License-Identifier: Apache-2.0 */
/* advice: see advice.h. */
#include "tool/doctor/advice.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/text.h"
#include "tool/output/format.h"

#define LOADER_CONF SYSCONFDIR "/OpenCL/loader.conf"

const char *advice_shell_word(const char *text, struct arena *arena)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				    "0123456789_-./+:=@%,";
	const char *quoted = "'";

	if (*text && !text[strspn(text, plain)])
		return text;
	while (*text) {
		size_t length = strcspn(text, "'");

		quoted = format_into(arena, "%s%.*s%s", quoted, (int)length, text,
				     text[length] ? "'\\''" : "");
		text += length + (text[length] != '\0');
	}
	return format_into(arena, "%s'", quoted);
}

const char *advice_driver_name(const struct candidate *candidate, struct arena *arena)
{
	const char *name = text_base_name(candidate_name(candidate));
	size_t length = strlen(name);

	if (candidate->path && text_has_suffix(name, ".icd"))
		length -= strlen(".icd");
	return format_into(arena, "%.*s", (int)length, name);
}

/* Is the command installed? Advice is for the system under the root. */
static bool has_command(const char *path, struct tool *tool)
{
	const char *whole = arena_under_root(&tool->arena, tool->root, path);

	return whole && access(whole, X_OK) == 0;
}

void advice_reinstall(struct finding *finding, const char *file, struct tool *tool)
{
	const char *word = advice_shell_word(file, &tool->arena);

	if (has_command("/usr/bin/dpkg", tool))
		finding_fact(finding, "cure",
			     "apt-get install --reinstall the package that \"dpkg -S %s\" names",
			     word);
	else if (has_command("/usr/bin/rpm", tool))
		finding_fact(finding, "cure",
			     "dnf reinstall the package that \"rpm -qf %s\" names", word);
	else
		finding_fact(finding, "cure", "reinstall the package that %s belongs to", word);
}

void advice_missing_library(struct finding *finding, const char *name, struct tool *tool)
{
	const char *word = advice_shell_word(text_base_name(name), &tool->arena);

	if (has_command("/usr/bin/apt-get", tool))
		finding_fact(finding, "cure",
			     "install the package that has %s: \"apt-file search %s\" names it",
			     name, word);
	else if (has_command("/usr/bin/dnf", tool))
		finding_fact(finding, "cure", "dnf install '*/%s'", text_base_name(name));
	else
		finding_fact(finding, "cure", "install the package that has %s", name);
}

void advice_leave_out(struct finding *finding, const struct candidate *candidate, struct tool *tool)
{
	const char *name = advice_driver_name(candidate, &tool->arena);

	finding_fact(finding, "cure", "report it to the vendor; until then leave the driver out:");
	finding_fact(finding, "cure", "\"disable = ..., %s\" below [drivers] in " LOADER_CONF,
		     name);
	finding_fact(finding, "cure", "or, for one run: clrouter run --without %s PROGRAM",
		     advice_shell_word(name, &tool->arena));
}

/* -- one function for each kind of trouble ---------------------------------- */

struct advice {
	struct finding *finding;
	const struct candidate *candidate;
	const struct verdict *verdict;
	const struct snapshot *snapshot;
	struct tool *tool;
};

static const char *quoted_name(const struct advice *advice)
{
	return advice_shell_word(candidate_name(advice->candidate), &advice->tool->arena);
}

static void advise_unreadable(const struct advice *advice)
{
	const struct verdict *verdict = advice->verdict;
	struct arena *arena = &advice->tool->arena;
	const char *file = verdict->detail ? advice_shell_word(verdict->detail, arena)
					   : quoted_name(advice);

	if (verdict->code == EACCES || verdict->code == EPERM)
		finding_fact(advice->finding, "cure",
			     "chmod a+r %s (as root; its directories want a+x)", file);
	else if (verdict->code == ENOENT || verdict->code == ELOOP)
		finding_fact(advice->finding, "cure",
			     "rm %s: it is a link that leads nowhere; or install what it leads to",
			     file);
	else
		finding_fact(advice->finding, "cure", "%s", reason_advice(verdict->reason));
}

static void advise_content(const struct advice *advice)
{
	if (!advice->candidate->path) {
		finding_fact(advice->finding, "cure", "%s",
			     reason_advice(advice->verdict->reason));
		return;
	}
	finding_fact(advice->finding, "cure",
		     "echo libNAME.so >%s, with the name of the driver's library",
		     quoted_name(advice));
	advice_reinstall(advice->finding, advice->candidate->path, advice->tool);
}

/* The file that came first has the same name. */
static void advise_masked(const struct advice *advice)
{
	const char *base = text_base_name(advice->candidate->path);
	const struct candidate *other = advice->snapshot->drivers.first;

	for (; other && other != advice->candidate; other = other->next)
		if (other->path && other->verdict.reason != REASON_MASKED &&
		    strcmp(text_base_name(other->path), base) == 0) {
			finding_fact(advice->finding, "masked by", "%s", other->path);
			break;
		}
	finding_fact(advice->finding, "cure", "%s", reason_advice(advice->verdict->reason));
}

/* The detail is FILE:LINE, or a variable. */
static void advise_disabled(const struct advice *advice)
{
	const char *where = advice->verdict->detail;
	const char *name = advice_driver_name(advice->candidate, &advice->tool->arena);

	if (where && strchr(where, ':'))
		finding_fact(advice->finding, "cure",
			     "take it out of %s, or add \"enable = ..., %s\" below [drivers]",
			     where, name);
	else if (where)
		finding_fact(advice->finding, "cure", "unset %s, or take %s out of it", where,
			     name);
}

/* The library may be where the linker does not look, for example after a build from source. */
static const char *find_library(const char *name, struct tool *tool)
{
	static const char *const directories[] = {
		"/usr/local/lib", "/usr/local/lib64", "/usr/lib", "/usr/lib64", "/lib", "/lib64",
	};

	for (size_t i = 0; i < ARRAY_SIZE(directories); i++) {
		const char *path = arena_path(&tool->arena, directories[i], name);

		if (path && access(path, R_OK) == 0)
			return path;
	}
	return NULL;
}

static void advise_not_found(const struct advice *advice)
{
	const struct candidate *candidate = advice->candidate;
	bool is_bare = candidate->library &&
		       text_base_name(candidate->library) == candidate->library;
	const char *path = is_bare ? find_library(candidate->library, advice->tool) : NULL;

	if (path) {
		finding_fact(advice->finding, "but", "%s exists", path);
		finding_fact(advice->finding, "cure", "run ldconfig as root; or write %s into %s",
			     path, candidate_name(candidate));
		return;
	}
	if (is_bare)
		finding_fact(advice->finding, "note",
			     "it is in no directory of LD_LIBRARY_PATH or of the linker's cache");
	advice_missing_library(advice->finding, format_or(candidate->library, "it"), advice->tool);
	if (candidate->path)
		finding_fact(advice->finding, "cure",
			     "or correct the name in %s; or, if the driver was removed: rm %s",
			     candidate->path, quoted_name(advice));
}

static void advise_no_icd_word(const struct advice *advice)
{
	finding_fact(advice->finding, "cure",
		     "if it works all the same, write into " LOADER_CONF ":");
	finding_fact(advice->finding, "cure", "[driver %s]",
		     advice_driver_name(advice->candidate, &advice->tool->arena));
	finding_fact(advice->finding, "cure", "assume_icd = yes");
}

static void advise_is_loader(const struct advice *advice)
{
	if (advice->candidate->path)
		finding_fact(advice->finding, "cure",
			     "write the driver's own library into %s instead of %s",
			     advice->candidate->path, advice->candidate->written);
	else
		finding_fact(advice->finding, "cure", "%s",
			     reason_advice(advice->verdict->reason));
}

void advice_for_candidate(struct finding *finding, const struct candidate *candidate,
			  const struct verdict *verdict, const struct snapshot *snapshot,
			  struct tool *tool)
{
	struct advice advice = { finding, candidate, verdict, snapshot, tool };

	switch (verdict->reason) {
	case REASON_UNREADABLE:
		advise_unreadable(&advice);
		break;
	case REASON_NOT_REGULAR:
		finding_fact(finding, "cure", "put a text file in the place of %s, or move it away",
			     quoted_name(&advice));
		break;
	case REASON_EMPTY_FILE:
	case REASON_NO_LIBRARY_NAME:
	case REASON_NOT_TEXT:
	case REASON_TOO_LONG:
		advise_content(&advice);
		break;
	case REASON_MASKED:
		advise_masked(&advice);
		break;
	case REASON_DISABLED:
		advise_disabled(&advice);
		break;
	case REASON_NOT_FOUND:
		advise_not_found(&advice);
		break;
	case REASON_NOT_ELF:
		advice_reinstall(finding, candidate->library, tool);
		break;
	case REASON_NO_CL_KHR_ICD:
		advise_no_icd_word(&advice);
		break;
	case REASON_IS_LOADER:
		advise_is_loader(&advice);
		break;
	case REASON_CONFIG_REFUSED:
		finding_fact(finding, "cure", "mend or remove %s; until then nothing of it counts",
			     quoted_name(&advice));
		break;
	default:
		finding_fact(finding, "cure", "%s", reason_advice(verdict->reason));
		break;
	}
}
