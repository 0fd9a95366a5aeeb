/* SPDX-License-Identifier: Apache-2.0 */
/* cure: see cure.h. */
#include "tool/doctor/cure.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/text.h"
#include "tool/output/format.h"

#define LOADER_CONF SYSCONFDIR "/OpenCL/loader.conf"

const char *cure_shell_word(const char *text, struct arena *arena)
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

const char *cure_driver_name(const struct entry *entry, struct arena *arena)
{
	const char *name = text_base_name(entry_name(entry));
	size_t length = strlen(name);

	if (entry->path && text_has_suffix(name, ".icd"))
		length -= strlen(".icd");
	return format_into(arena, "%.*s", (int)length, name);
}

/* Is the command there? Under the root, for what is looked at is its system. */
static bool has_command(const char *path, struct tool *tool)
{
	const char *whole = arena_under_root(&tool->arena, tool->root, path);

	return whole && access(whole, X_OK) == 0;
}

void cure_reinstall(struct finding *finding, const char *file, struct tool *tool)
{
	const char *word = cure_shell_word(file, &tool->arena);

	if (has_command("/usr/bin/dpkg", tool))
		finding_say(finding, "cure",
			    "apt-get install --reinstall the package that \"dpkg -S %s\" names",
			    word);
	else if (has_command("/usr/bin/rpm", tool))
		finding_say(finding, "cure",
			    "dnf reinstall the package that \"rpm -qf %s\" names", word);
	else
		finding_say(finding, "cure", "reinstall the package that %s belongs to", word);
}

void cure_missing_library(struct finding *finding, const char *name, struct tool *tool)
{
	const char *word = cure_shell_word(text_base_name(name), &tool->arena);

	if (has_command("/usr/bin/apt-get", tool))
		finding_say(finding, "cure",
			    "install the package that has %s: \"apt-file search %s\" names it",
			    name, word);
	else if (has_command("/usr/bin/dnf", tool))
		finding_say(finding, "cure", "dnf install '*/%s'", text_base_name(name));
	else
		finding_say(finding, "cure", "install the package that has %s", name);
}

void cure_leave_out(struct finding *finding, const struct entry *entry, struct tool *tool)
{
	const char *name = cure_driver_name(entry, &tool->arena);

	finding_say(finding, "cure", "report it to the vendor; until then leave the driver out:");
	finding_say(finding, "cure", "\"disable = ..., %s\" below [drivers] in " LOADER_CONF, name);
	finding_say(finding, "cure", "or, for one run: clrouter run --without %s PROGRAM",
		    cure_shell_word(name, &tool->arena));
}

/* -- one function for each kind of trouble ---------------------------------- */

struct patient {
	struct finding *finding;
	const struct entry *entry;
	const struct verdict *verdict;
	const struct snapshot *snapshot;
	struct tool *tool;
};

static const char *quoted_name(const struct patient *patient)
{
	return cure_shell_word(entry_name(patient->entry), &patient->tool->arena);
}

static void cure_unreadable(const struct patient *patient)
{
	const struct verdict *verdict = patient->verdict;
	struct arena *arena = &patient->tool->arena;
	const char *file = verdict->detail ? cure_shell_word(verdict->detail, arena)
					   : quoted_name(patient);

	if (verdict->code == EACCES || verdict->code == EPERM)
		finding_say(patient->finding, "cure",
			    "chmod a+r %s (as root; its directories want a+x)", file);
	else if (verdict->code == ENOENT || verdict->code == ELOOP)
		finding_say(patient->finding, "cure",
			    "rm %s: it is a link that leads nowhere; or install what it leads to",
			    file);
	else
		finding_say(patient->finding, "cure", "%s", reason_advice(verdict->reason));
}

static void cure_content(const struct patient *patient)
{
	if (!patient->entry->path) {
		finding_say(patient->finding, "cure", "%s",
			    reason_advice(patient->verdict->reason));
		return;
	}
	finding_say(patient->finding, "cure",
		    "echo libNAME.so >%s, with the name of the driver's library",
		    quoted_name(patient));
	cure_reinstall(patient->finding, patient->entry->path, patient->tool);
}

/* The file that came first has the same name. */
static void cure_masked(const struct patient *patient)
{
	const char *base = text_base_name(patient->entry->path);
	const struct entry *other = patient->snapshot->drivers.first;

	for (; other && other != patient->entry; other = other->next)
		if (other->path && other->verdict.reason != REASON_MASKED &&
		    strcmp(text_base_name(other->path), base) == 0) {
			finding_say(patient->finding, "masked by", "%s", other->path);
			break;
		}
	finding_say(patient->finding, "cure", "%s", reason_advice(patient->verdict->reason));
}

/* The detail is FILE:LINE, or a variable. */
static void cure_disabled(const struct patient *patient)
{
	const char *where = patient->verdict->detail;
	const char *name = cure_driver_name(patient->entry, &patient->tool->arena);

	if (where && strchr(where, ':'))
		finding_say(patient->finding, "cure",
			    "take it out of %s, or add \"enable = ..., %s\" below [drivers]",
			    where, name);
	else if (where)
		finding_say(patient->finding, "cure", "unset %s, or take %s out of it", where,
			    name);
}

/* It may be there, but not where the linker looks: after a build from source. */
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

static void cure_not_found(const struct patient *patient)
{
	const struct entry *entry = patient->entry;
	bool is_bare = entry->library && text_base_name(entry->library) == entry->library;
	const char *path = is_bare ? find_library(entry->library, patient->tool) : NULL;

	if (path) {
		finding_say(patient->finding, "but", "%s exists", path);
		finding_say(patient->finding, "cure",
			    "run ldconfig as root; or write %s into %s", path,
			    entry_name(entry));
		return;
	}
	if (is_bare)
		finding_say(patient->finding, "note",
			    "it is in no directory of LD_LIBRARY_PATH or of the linker's cache");
	cure_missing_library(patient->finding, format_or(entry->library, "it"), patient->tool);
	if (entry->path)
		finding_say(patient->finding, "cure",
			    "or correct the name in %s; or, if the driver was removed: rm %s",
			    entry->path, quoted_name(patient));
}

static void cure_no_icd_word(const struct patient *patient)
{
	finding_say(patient->finding, "cure",
		    "if it works all the same, write into " LOADER_CONF ":");
	finding_say(patient->finding, "cure", "[driver %s]",
		    cure_driver_name(patient->entry, &patient->tool->arena));
	finding_say(patient->finding, "cure", "assume_icd = yes");
}

static void cure_is_loader(const struct patient *patient)
{
	if (patient->entry->path)
		finding_say(patient->finding, "cure",
			    "write the driver's own library into %s instead of %s",
			    patient->entry->path, patient->entry->written);
	else
		finding_say(patient->finding, "cure", "%s",
			    reason_advice(patient->verdict->reason));
}

void cure_entry(struct finding *finding, const struct entry *entry,
		const struct verdict *verdict, const struct snapshot *snapshot, struct tool *tool)
{
	struct patient patient = { finding, entry, verdict, snapshot, tool };

	switch (verdict->reason) {
	case REASON_UNREADABLE:
		cure_unreadable(&patient);
		break;
	case REASON_NOT_REGULAR:
		finding_say(finding, "cure", "put a text file in the place of %s, or move it away",
			    quoted_name(&patient));
		break;
	case REASON_EMPTY_FILE:
	case REASON_NO_LIBRARY_NAME:
	case REASON_NOT_TEXT:
	case REASON_TOO_LONG:
		cure_content(&patient);
		break;
	case REASON_MASKED:
		cure_masked(&patient);
		break;
	case REASON_DISABLED:
		cure_disabled(&patient);
		break;
	case REASON_NOT_FOUND:
		cure_not_found(&patient);
		break;
	case REASON_NOT_ELF:
		cure_reinstall(finding, entry->library, tool);
		break;
	case REASON_NO_CL_KHR_ICD:
		cure_no_icd_word(&patient);
		break;
	case REASON_IS_LOADER:
		cure_is_loader(&patient);
		break;
	case REASON_CONFIG_REFUSED:
		finding_say(finding, "cure", "mend or remove %s; until then nothing of it counts",
			    quoted_name(&patient));
		break;
	default:
		finding_say(finding, "cure", "%s", reason_advice(verdict->reason));
		break;
	}
}
