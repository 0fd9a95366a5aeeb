/* SPDX-License-Identifier: Apache-2.0 */
/* bundle: see bundle.h. First what a bug report needs and no subcommand writes. */
#include "config.h"

#include "tool/doctor/bundle.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "base/file/safe-open.h"
#include "base/text.h"
#include "table/lines.h"
#include "table/output.h"
#include "tool/doctor/redaction.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/output/progress.h"
#include "tool/probe/file/dependencies.h"
#include "tool/probe/file/whole-file.h"
#include "tool/probe/snapshot.h"

#define MOST_BYTES 65536	/* of a file */

extern char **environ;

/* -- versions ---------------------------------------------------------------- */

/* The first line of the file PATH that begins with PREFIX, without that; NULL: none. */
static const char *read_line(struct tool *tool, const char *path, const char *prefix)
{
	const char *whole = arena_under_root(&tool->arena, tool->root, path);
	size_t size;
	char *bytes = whole ? whole_file_read(whole, MOST_BYTES, &size) : NULL;
	const char *rest = bytes;
	const char *found = NULL;

	while (rest && !found) {
		size_t length;
		const char *line = text_next_element(&rest, '\n', &length);
		const size_t skipped = strlen(prefix);

		if (length > skipped && strncmp(line, prefix, skipped) == 0)
			found = arena_copy(&tool->arena, line + skipped, length - skipped);
	}
	free(bytes);
	return found;
}

static int put_versions(struct tool *tool)
{
	static const char *const modules[] = { "nvidia", "amdgpu", "i915", "xe" };
	char library[128] = "";
	struct utsname kernel;

	lines_plain(tool->output, "%s, %zu bits", PACKAGE_STRING, sizeof(void *) * 8);
	lines_plain(tool->output, "system: %s",
		    format_or(read_line(tool, "/etc/os-release", "PRETTY_NAME="), "not known"));
	if (uname(&kernel) == 0)
		lines_plain(tool->output, "kernel: %s %s %s", kernel.sysname, kernel.release,
			    kernel.machine);
	for (size_t i = 0; i < ARRAY_SIZE(modules); i++) {
		const char *path = format_into(&tool->arena, "/sys/module/%s/version", modules[i]);
		const char *version = read_line(tool, path, "");

		if (version)
			lines_plain(tool->output, "module: %s %s", modules[i], version);
	}
#ifdef _CS_GNU_LIBC_VERSION
	confstr(_CS_GNU_LIBC_VERSION, library, sizeof(library));
#endif
	lines_plain(tool->output, "C library: %s", *library ? library : "not known");
	return TOOL_GOOD;
}

/* -- variables --------------------------------------------------------------- */

/* A word that ends in "*" is the beginning of names. */
static const char *const allowed[] = {
	/* loaders and layers */
	"OCL_ICD_*", "OPENCL_*", "CLROUTER*", "XDG_CONFIG_HOME",
	/* drivers */
	"POCL_*", "OCLGRIND_*", "RUSTICL_*", "LP_CL", "LP_NUM_THREADS", "LIBGL_DRIVERS_PATH",
	"LIBGL_ALWAYS_SOFTWARE", "GALLIUM_DRIVER", "MESA_LOADER_DRIVER_OVERRIDE",
	"MESA_SHADER_CACHE_*",
	"CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER", "CUDA_CACHE_*", "NVIDIA_VISIBLE_DEVICES",
	"NVIDIA_DRIVER_CAPABILITIES", "ROCR_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES",
	"GPU_DEVICE_ORDINAL", "HSA_OVERRIDE_GFX_VERSION", "AMD_COMGR_CACHE_DIR", "ZE_AFFINITY_MASK",
	"NEO_CACHE_*", "NEOReadDebugKeys", "CL_CONFIG_*", "TMPDIR", "XDG_CACHE_HOME",
	/* the dynamic linker */
	"LD_LIBRARY_PATH", "LD_PRELOAD", "LD_AUDIT", "LD_BIND_NOW",
};

static bool is_allowed(const char *variable)
{
	const size_t name = strcspn(variable, "=");

	for (size_t i = 0; i < ARRAY_SIZE(allowed); i++) {
		const size_t length = strcspn(allowed[i], "*");

		if (strncmp(variable, allowed[i], length) == 0 &&
		    (allowed[i][length] == '*' || name == length))
			return true;
	}
	return false;
}

static int put_variables(struct tool *tool)
{
	size_t count = 0;

	for (char **variable = environ; variable && *variable; variable++)
		if (is_allowed(*variable)) {
			lines_plain(tool->output, "%s", *variable);
			count++;
		}
	if (count == 0)
		lines_plain(tool->output, "none of those that are looked at is set");
	return TOOL_GOOD;
}

/* -- linking ----------------------------------------------------------------- */

static void put_words(struct tool *tool, const char *key, const struct dependency *word)
{
	for (; word; word = word->next)
		lines_fact(tool->output, key, "%s%s%s", word->text, word->path ? " => " : "",
			   format_or(word->path, ""));
}

static int put_linking(struct tool *tool)
{
	struct snapshot snapshot;

	snapshot_read(&snapshot, tool);
	LIST_EACH(const struct candidate, candidate, snapshot.drivers.first) {
		struct dependencies answer = { .missing = NULL };

		if (!candidate->library)
			continue;
		lines_head(tool->output, LINES_PLAIN, "driver", "%s: %s", candidate_name(candidate),
			   candidate->library);
		progress_name(candidate_name(candidate));
		dependencies_ask(&answer, candidate->library, NULL, tool->timeout, &tool->arena);
		put_words(tool, "missing", answer.missing);
		put_words(tool, "undefined", answer.undefined);
		put_words(tool, "version", answer.versions);
		put_words(tool, "library", answer.found);
	}
	if (!snapshot.drivers.first)
		lines_plain(tool->output, "there is no driver");
	return TOOL_GOOD;
}

/* -- the whole --------------------------------------------------------------------- */

static const struct bundle_section facts[] = {
	{ "versions", put_versions },
	{ "variables", put_variables },
};

static const struct bundle_section last[] = {
	{ "libraries of drivers", put_linking },
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
