/* SPDX-License-Identifier: Apache-2.0 */
/*
 * linking: why the dynamic linker does not load a library, or not all of it: libraries that are
 * missing, versions and symbols that are, limits of the process; and what cures it.
 */
#include "tool/doctor/cause/causes.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>

#include "api/api.h"
#include "base/array.h"
#include "base/text.h"
#include "tool/doctor/shell.h"
#include "tool/output/format.h"
#include "tool/probe/file/elf-file.h"
#include "tool/probe/file/library-file.h"

#define MOST_SYMBOLS 3	/* that are named */
#define STATIC_TLS_FREE 65536ull	/* bytes for other libraries */

void linking_ask(struct linking *linking, const struct candidate *candidate, const char *sentence,
		 struct tool *tool)
{
	linking->candidate = candidate;
	linking->sentence = sentence;
	linking->tool = tool;
	dependencies_ask(&linking->answer, candidate->library, NULL, tool->timeout, &tool->arena);
}

void linking_correct_verdict(const struct linking *linking, struct verdict *verdict)
{
	const struct dependencies *answer = &linking->answer;

	if (!answer->undefined || answer->missing || answer->versions)
		return;
	verdict->reason = REASON_UNDEFINED_SYMBOL;
	verdict->detail = NULL;
}

bool linking_lacks_loader_only(const struct linking *linking)
{
	const struct dependencies *answer = &linking->answer;
	const struct dependency *symbol = answer->undefined;

	if (!symbol || answer->missing || answer->versions)
		return false;
	for (; symbol; symbol = symbol->next) {
		const char *name = arena_copy(&linking->tool->arena, symbol->text,
					      strcspn(symbol->text, " ,"));

		if (!name || api_slot(name) < 0)
			return false;
	}
	return true;
}

/* -- versions ------------------------------------------------------------------- */

/* The text between START and END in LINE; NULL if it is not there. */
static const char *text_between(const char *line, const char *start, const char *end,
				struct arena *arena)
{
	const char *from = strstr(line, start);
	const char *to = from ? strstr(from + strlen(start), end) : NULL;

	if (!to)
		return NULL;
	from += strlen(start);
	return arena_copy(arena, from, (size_t)(to - from));
}

/*
 * What is said of the file in "NAME: FILE: version `VERSION' not found (required by USER)"; FILE has no
 * colon and blank. NAME is the program that asks, which has nothing to do with it.
 */
static const char *skip_program(const char *line)
{
	const char *start = strstr(line, ": version `");

	while (start && start > line && !(start[-1] == ' ' && start - 1 > line && start[-2] == ':'))
		start--;
	return format_or(start, line);
}

static void explain_version(const struct linking *linking, struct finding *finding,
			    const char *line)
{
	struct arena *arena = &linking->tool->arena;
	const char *wanted = text_between(line, "version `", "'", arena);
	const char *user = text_between(line, "(required by ", ")", arena);
	const char *file = skip_program(line);
	const char *there;

	if (!wanted)
		return;
	file = format_into(arena, "%.*s", (int)(strstr(file, ": version `") - file), file);
	finding_fact(finding, "wanted", "%s of %s, by %s", wanted, text_base_name(file),
		     format_or(user, "the driver"));
	there = library_file_find_version(file, wanted, arena);
	finding_fact(finding, "there", "%s has %s%s", file, there ? "up to " : "no such version",
		     format_or(there, ""));
}

static void cure_versions(const struct linking *linking, struct finding *finding)
{
	if (strstr(linking->answer.versions->text, "`GLIBC_"))
		finding_cure(finding,
			     "get a build of the driver for this system: its C library cannot be "
			     "replaced; or run the program in a newer system or container");
	else
		finding_cure(finding,
			     "install a newer version of the library named, or a build of the "
			     "driver for this system");
}

/* -- symbols -------------------------------------------------------------------- */

/* The libraries of C and of the compiler lack nothing that a driver was built for. */
static bool is_of_system(const char *library)
{
	static const char *const prefixes[] = {
		"libc.", "libm.", "libdl.", "librt.", "libpthread.", "libgcc_s.", "libstdc++.",
		"ld-linux", "ld-musl",
	};

	for (size_t i = 0; i < ARRAY_SIZE(prefixes); i++)
		if (text_skip_prefix(library, prefixes[i]))
			return true;
	return false;
}

/* The libraries that the file needs are those that could define the symbol. */
static void name_owners(const struct linking *linking, struct finding *finding,
			const char *undefined)
{
	struct arena *arena = &linking->tool->arena;
	const char *user = text_between(undefined, "(", ")", arena);
	const char *owners = NULL;
	struct library_file file;

	if (!user || *user != '/')
		return;
	library_file_read(&file, user, arena);
	LIST_EACH(const struct dependency, needed, file.needed) {
		const char *path = dependencies_file_of(&linking->answer, needed->text);

		if (!is_of_system(needed->text))
			owners = format_joined(owners, ", ", format_or(path, needed->text), arena);
	}
	if (owners)
		finding_fact_once(finding, "lacks them", "%s", owners);
	else
		finding_fact_once(finding, "lacks them",
				  "%s needs no library that could define them: it was linked "
				  "without that library",
				  user);
}

static void name_symbols(const struct linking *linking, struct finding *finding)
{
	const struct dependency *symbol = linking->answer.undefined;
	size_t count = 0;

	LIST_EACH(const struct dependency, next, symbol)
		if (++count <= MOST_SYMBOLS)
			finding_fact(finding, "undefined", "%s", next->text);
	if (count > MOST_SYMBOLS)
		finding_fact(finding, "undefined", "and %zu more", count - MOST_SYMBOLS);
	if (symbol && !linking->answer.versions)
		name_owners(linking, finding, symbol->text);
}

/* -- what the linker says ---------------------------------------------------------- */

/* Sentences that are neither about a missing library nor about a missing symbol. */
static const struct refusal {
	const char *words;
	const char *text;
	const char *cure;
} refusals[] = {
	{ "executable stack", "it asks for an executable stack, which is refused to this process",
	  "patchelf --clear-execstack %s  # as root; drivers rarely need it" },
	{ "CPU ISA level", "it is built for a newer processor than this one",
	  "get a build of the driver for this processor" },
};

/* The file that the sentence is about: "/x/libfoo.so.1: file too short"; NULL if it names none. */
static const char *file_of_sentence(const struct linking *linking)
{
	const char *sentence = linking->sentence;
	const char *end = sentence && *sentence == '/' ? strstr(sentence, ": ") : NULL;

	return end ? arena_copy(&linking->tool->arena, sentence, (size_t)(end - sentence)) : NULL;
}

/* The linker says only that it cannot map the file. */
static bool explain_mount(const struct linking *linking, struct finding *finding)
{
	const char *path = format_or(file_of_sentence(linking), linking->candidate->library);
	const char *word = shell_word(path, &linking->tool->arena);
	struct statvfs status;

	if (statvfs(path, &status) != 0 || !(status.f_flag & ST_NOEXEC))
		return false;
	finding_fact(finding, "mount", "%s is on a file system that is mounted with noexec", path);
	finding_cure(finding, "mount -o remount,exec \"$(findmnt -no TARGET -T %s)\"  # as root",
		     word);
	finding_cure(finding, "or install the library on another file system, and name it there");
	return true;
}

/*
 * A library built for the initial-exec model has to have its thread-local storage in the block
 * that each thread gets at its start. The C library keeps a little of it free for such libraries.
 */
static bool explain_storage(const struct linking *linking, struct finding *finding)
{
	const char *path = format_or(file_of_sentence(linking), linking->candidate->library);
	struct elf_file elf;

	if (!linking->sentence || !strstr(linking->sentence, "static TLS block"))
		return false;
	elf_file_read(&elf, path, &linking->tool->arena);
	finding_fact(finding, "note",
		     "%s needs %llu bytes of thread-local storage in the static block, and the "
		     "program has less left",
		     path, elf.tls_size);
	finding_cure(finding, "export GLIBC_TUNABLES=%sglibc.rtld.optional_static_tls=%llu",
		     getenv("GLIBC_TUNABLES") ? "\"$GLIBC_TUNABLES\":" : "",
		     elf.tls_size + STATIC_TLS_FREE);
	return true;
}

static bool is_about_memory(const char *sentence)
{
	return strstr(sentence, "cannot map") || strstr(sentence, "failed to map") ||
	       strstr(sentence, "annot allocate memory") ||
	       strstr(sentence, "cannot create shared object descriptor");
}

/* True if the address space of the process is limited: then nothing is wrong with the library. */
static bool explain_limit(struct finding *finding)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
		return false;
	finding_fact(finding, "limit", "the address space of the process is limited to %llu kB",
		     (unsigned long long)limit.rlim_cur / 1024);
	if (limit.rlim_max == RLIM_INFINITY)
		finding_cure(finding, "ulimit -S -v unlimited");
	else
		finding_cure(finding, "ulimit -v unlimited  # as root, or where the limit is set");
	return true;
}

static bool explain_sentence(const struct linking *linking, struct finding *finding,
			     const struct verdict *verdict)
{
	const char *sentence = linking->sentence;
	struct arena *arena = &linking->tool->arena;

	if (!sentence)
		return false;
	if (verdict->reason != REASON_LOAD_FAILED)
		finding_fact(finding, "linker", "%s", sentence);
	if (is_about_memory(sentence) && (explain_mount(linking, finding) || explain_limit(finding)))
		return true;
	if (explain_storage(linking, finding))
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(refusals); i++) {
		const struct refusal *refusal = &refusals[i];
		const char *word = shell_word(linking->candidate->library, arena);
		const char *place = strstr(refusal->cure, "%s");

		if (!strstr(sentence, refusal->words))
			continue;
		finding_fact(finding, "note", "%s", refusal->text);
		if (place)
			finding_cure(finding, "%.*s%s%s", (int)(place - refusal->cure),
				     refusal->cure, word, place + 2);
		else
			finding_cure(finding, "%s", refusal->cure);
		return true;
	}
	return false;
}

static bool explain_file(const struct linking *linking, struct finding *finding)
{
	const char *path = file_of_sentence(linking);

	return path && library_cause_explain(finding, path, linking->candidate, linking->tool);
}

bool linking_explain(const struct linking *linking, struct finding *finding,
		     const struct verdict *verdict)
{
	const struct dependencies *answer = &linking->answer;
	bool lacks = answer->missing || answer->undefined || answer->versions;

	LIST_EACH(const struct dependency, word, answer->missing)
		finding_fact(finding, "missing", "%s", word->text);
	LIST_EACH(const struct dependency, word, answer->versions) {
		finding_fact(finding, "missing", "%s", skip_program(word->text));
		explain_version(linking, finding, word->text);
	}
	name_symbols(linking, finding);
	if (!lacks && explain_sentence(linking, finding, verdict))
		return true;
	if (shadow_explain(finding, linking->candidate->library, file_of_sentence(linking), answer,
			   linking->tool))
		return true;
	if (!lacks)
		return explain_file(linking, finding);
	LIST_EACH(const struct dependency, word, answer->missing)
		if (!library_cause_of_place(finding, word->text, linking->tool))
			packages_install_library(finding, word->text, linking->tool);
	if (answer->versions)
		cure_versions(linking, finding);
	return answer->missing || answer->versions;
}
