/* SPDX-License-Identifier: Apache-2.0 */
/*
 * packages: which command of the package manager brings a file back, or a library that is
 * missing. Knows dpkg with apt, and rpm with dnf, of the system under the root.
 */
#include "tool/doctor/cause/causes.h"

#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "tool/doctor/shell.h"
#include "tool/output/format.h"
#include "tool/probe/child.h"

#define DPKG "/usr/bin/dpkg"
#define DPKG_QUERY "/usr/bin/dpkg-query"

/* Is the command installed? Advice is for the system under the root. */
static bool has_command(const char *path, struct tool *tool)
{
	const char *whole = arena_under_root(&tool->arena, tool->root, path);

	return whole && access(whole, X_OK) == 0;
}

static void print_owner(int report, void *argument)
{
	(void)report;
	execl(DPKG_QUERY, DPKG_QUERY, "-S", (const char *)argument, (char *)NULL);
}

/* "pocl-opencl-icd:amd64: /etc/OpenCL/vendors/pocl.icd" */
static const char *ask_owner(const char *file, struct tool *tool)
{
	const char *rest;
	const char *line;
	struct child child;

	child_run(&child, print_owner, (void *)file, tool->timeout, &tool->arena);
	rest = child.output;
	while ((line = child_next_line(&rest, &tool->arena))) {
		const char *end = strstr(line, ": ");

		if (end && text_has_suffix(line, file) && !strchr(line, ',') &&
		    !text_skip_prefix(line, "dpkg-query: "))
			return arena_copy(&tool->arena, line, (size_t)(end - line));
	}
	return NULL;
}

/* Packages of before /lib became a link to /usr/lib name their files below /lib. */
static const char *find_owner(const char *file, struct tool *tool)
{
	const char *owner = ask_owner(file, tool);

	if (!owner && text_skip_prefix(file, "/usr/"))
		owner = ask_owner(file + strlen("/usr"), tool);
	else if (!owner)
		owner = ask_owner(format_into(&tool->arena, "/usr%s", file), tool);
	return owner;
}

static void reinstall_by_apt(struct finding *finding, const char *file, struct tool *tool)
{
	const char *word = shell_word(file, &tool->arena);
	const char *owner = NULL;

	if (*tool->root) {
		finding_cure(finding, "apt-get install --reinstall $(dpkg -S %s | cut -d: -f1)",
			     word);
		return;
	}
	owner = *file == '/' ? find_owner(file, tool) : NULL;
	if (owner)
		finding_cure(finding, "apt-get install --reinstall %s  # as root", owner);
	else
		finding_cure(finding, "put %s back from where it came: it belongs to no package",
			     word);
}

void packages_reinstall(struct finding *finding, const char *file, struct tool *tool)
{
	const char *word = shell_word(file, &tool->arena);

	if (has_command(DPKG, tool))
		reinstall_by_apt(finding, file, tool);
	else if (has_command("/usr/bin/rpm", tool))
		finding_cure(finding, "dnf reinstall $(rpm -qf %s)  # as root", word);
	else
		finding_cure(finding, "reinstall the package that %s belongs to", word);
}

void packages_install_library(struct finding *finding, const char *name, struct tool *tool)
{
	const char *word = shell_word(text_base_name(name), &tool->arena);

	if (has_command("/usr/bin/apt-get", tool))
		finding_cure(finding,
			     "install the package that has %s: \"%sapt-file search %s\" names it",
			     name,
			     has_command("/usr/bin/apt-file", tool)
				     ? ""
				     : "apt-get install apt-file && apt-file update && ",
			     word);
	else if (has_command("/usr/bin/dnf", tool))
		finding_cure(finding, "dnf install '*/%s'", text_base_name(name));
	else
		finding_cure(finding, "install the package that has %s", name);
}
