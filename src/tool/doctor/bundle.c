/* SPDX-License-Identifier: Apache-2.0 */
/* bundle: see bundle.h. */
#include "tool/doctor/bundle.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "base/file/safe-open.h"
#include "table/lines.h"
#include "table/output.h"
#include "tool/doctor/bundle-facts.h"
#include "tool/doctor/redaction.h"
#include "tool/output/message.h"

static const struct bundle_section facts[] = {
	{ "versions", bundle_facts_versions },
	{ "variables", bundle_facts_variables },
};

static const struct bundle_section last[] = {
	{ "libraries of drivers", bundle_facts_linking },
};

static void put_head(struct output *output)
{
	const time_t now = time(NULL);
	char date[32] = "";
	struct tm parts;

	if (gmtime_r(&now, &parts))
		strftime(date, sizeof(date), "%Y-%m-%d %H:%M UTC", &parts);
	lines_plain(output, "OpenCL on this system, for a bug report: clrouter doctor --bundle, %s",
		    date);
	lines_empty(output);
	lines_plain(output,
		    "~ stands for a home directory, USER for a user, HOST for this host. Of the");
	lines_plain(output,
		    "variables only those are shown that drivers, loaders, layers or the dynamic");
	lines_plain(output,
		    "linker read. Please look through the file before you publish it.");
}

static void put_sections(struct tool *tool, const struct bundle_section *sections, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		int status;

		lines_empty(tool->output);
		lines_plain(tool->output, "=== %s ===", sections[i].title);
		status = sections[i].command(tool);
		if (status != TOOL_GOOD)
			lines_plain(tool->output, "=== exit status %d", status);
	}
}

/* All of the text, allocated; NULL if there is no memory. */
static char *collect(struct tool *tool, const struct bundle_section *sections, size_t count)
{
	struct output *const usual = tool->output;
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);
	struct output output;
	bool is_whole;

	if (!file)
		return NULL;
	output = (struct output){ .form = OUTPUT_LINES, .file = file };
	tool->output = &output;
	message_divert(file);
	put_head(&output);
	put_sections(tool, facts, ARRAY_SIZE(facts));
	put_sections(tool, sections, count);
	put_sections(tool, last, ARRAY_SIZE(last));
	message_divert(NULL);
	tool->output = usual;
	is_whole = !ferror(file);
	if (fclose(file) == 0 && is_whole)
		return text;
	free(text);
	return NULL;
}

static bool put_redacted(struct tool *tool, const char *text, int descriptor)
{
	struct redaction redaction;
	FILE *file;
	bool is_good;

	/* Nothing else than a regular file can be emptied, or has to be. */
	(void)!ftruncate(descriptor, 0);
	file = fdopen(descriptor, "w");
	if (!file) {
		close(descriptor);
		return false;
	}
	redaction_init(&redaction, &tool->arena);
	redaction_add_own(&redaction);
	redaction_put(&redaction, text, file);
	is_good = !ferror(file);
	return fclose(file) == 0 && is_good;
}

bool bundle_write(struct tool *tool, const struct bundle_section *sections, size_t count)
{
	int descriptor = safe_open(tool->bundle, SAFE_OPEN_CREATE);
	bool is_good;
	char *text;

	if (descriptor < 0) {
		message_error("%s: %s", tool->bundle, safe_open_error(errno));
		return false;
	}
	text = collect(tool, sections, count);
	if (!text) {
		close(descriptor);
		message_error("%s: there is not enough memory", tool->bundle);
		return false;
	}
	is_good = put_redacted(tool, text, descriptor);
	free(text);
	if (!is_good)
		message_error("%s: %s", tool->bundle, strerror(errno));
	else
		message_error("written: %s; look through it before you publish it", tool->bundle);
	return is_good;
}
