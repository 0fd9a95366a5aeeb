/* SPDX-License-Identifier: Apache-2.0 */
/* rewrite: see rewrite.h. The steps: preprocess, read the tree, plan, write edits, make them. */
#include "rewriter/rewrite.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "rewriter/check-writer.h"
#include "rewriter/holder-writer.h"
#include "rewriter/preprocess.h"
#include "rewriter/prologue.h"
#include "rewriter/read-tree.h"
#include "rewriter/run-clang.h"
#include "rewriter/signature-writer.h"
#include "rewriter/site-table.h"

#define LONGEST_SOURCE ((size_t)16 << 20) /* bytes */
#define MOST_SITES 20000		  /* with more, drivers take minutes to build the program */
#define PREFIX "clrouter_san_"

/* What the steps hand on. */
struct rewrite_steps {
	const struct rewrite_request *request;
	struct rewrite_answer *answer;
	struct arena *arena;
	struct clang_options options;
	unsigned bits;
	struct growing_text text;      /* preprocessed */
	struct growing_text resources; /* where clang's headers are */
	struct rewriting rewriting;
	struct program_tree tree;
};

/* The versions of OpenCL C: words of -cl-std=, the macro, and what libclang reads it as. */
static const struct {
	const char *word, *language;
	unsigned number;
	const char *standard;
} versions[] = {
	{ "CL1.0", "1.0", 100, "CL1.2" }, { "CL1.1", "1.1", 110, "CL1.2" },
	{ "CL1.2", "1.2", 120, "CL1.2" }, { "CL2.0", "2.0", 200, "CL2.0" },
	{ "CL3.0", "3.0", 300, "CL3.0" },
};
#define VERSION_COUNT (sizeof(versions) / sizeof(versions[0]))
#define DEFAULT_VERSION 2 /* without -cl-std=, the newest one that is read */

/* The version that the options ask for, or that the device has by default; VERSION_COUNT: unknown.
 */
static size_t find_version(const struct rewrite_steps *steps)
{
	const char *language = steps->request->language ? steps->request->language : "";
	size_t version;

	for (version = 0; version < VERSION_COUNT; version++)
		if (steps->options.standard
			    ? strcmp(steps->options.standard, versions[version].word) == 0
			    : strncmp(language, versions[version].language, 3) == 0)
			break;
	if (!steps->options.standard && version > DEFAULT_VERSION)
		version = DEFAULT_VERSION;
	return version;
}

static bool run_preprocessor(struct rewrite_steps *steps, size_t version)
{
	const struct preprocess_input input = { steps->request->source, steps->request->length,
						steps->request->macros, steps->bits,
						versions[version].number };
	const char *arguments[] = { "clang", "-print-resource-dir", NULL };

	if (!preprocess(steps->arena, &input, &steps->options, &steps->text,
			&steps->answer->reason) ||
	    !run_clang(steps->arena, arguments, "", 0, &steps->resources, &steps->answer->reason))
		return false;
	if (steps->resources.length > 0)
		steps->resources.text[strcspn(steps->resources.text, "\n")] = '\0';
	if (steps->text.length == 0 || steps->resources.length == 0)
		steps->answer->reason = "the preprocessor writes nothing";
	return !steps->answer->reason;
}

/* OpenCL C 3.0 has generic pointers only if the driver has this macro. */
static bool lacks_generic(const struct rewrite_steps *steps, const char *standard)
{
	const char *macros = steps->request->macros;

	return macros && *macros && strcmp(standard, "CL3.0") == 0 &&
	       !strstr(macros, "__opencl_c_generic_address_space");
}

static bool try_standard(struct rewrite_steps *steps, const char *standard)
{
	const struct read_tree_language language = { standard, steps->bits,
						     lacks_generic(steps, standard),
						     steps->resources.text };
	const char *reason;

	tree_done(&steps->tree);
	if (read_tree(&steps->tree, steps->text.text, steps->text.length, &language, &reason))
		return true;
	steps->answer->reason = growing_text_copy(steps->arena, reason, strlen(reason));
	return false;
}

/* Some drivers take the newest version of the language if no option says which one. */
static bool run_parser(struct rewrite_steps *steps, size_t version)
{
	const char *language = steps->request->language ? steps->request->language : "";

	if (try_standard(steps, versions[version].standard))
		return true;
	if (steps->options.standard || language[0] < '2')
		return false;
	if (!try_standard(steps, language[0] == '2' ? "CL2.0" : "CL3.0"))
		return false;
	steps->answer->reason = NULL;
	return true;
}

/* A prefix of names that the program does not have. */
static const char *find_prefix(struct rewrite_steps *steps)
{
	char prefix[64] = PREFIX;

	for (unsigned i = 1; strstr(steps->text.text, prefix); i++)
		text_format(prefix, sizeof(prefix), "%s%u_", PREFIX, i);
	return growing_text_copy(steps->arena, prefix, strlen(prefix));
}

static bool write_edits(struct rewriting *rewriting)
{
	bool is_written = true;

	LIST_EACH(struct tree_function, function, rewriting->plan.first) {
		holder_writer_write(rewriting, function);
		check_writer_write(rewriting, function);
		is_written = signature_writer_write(rewriting, function) && is_written;
	}
	for (struct tree_node *node = rewriting->tree->root->first; node; node = node->next)
		if (node->kind == TREE_FUNCTION && !node->has_body)
			is_written =
				signature_writer_write_prototype(rewriting, node) && is_written;
	return is_written;
}

static bool run_writer(struct rewrite_steps *steps)
{
	struct rewriting *rewriting = &steps->rewriting;
	struct growing_text *source = &steps->answer->source;

	rewriting->tree = &steps->tree;
	rewriting->prefix = find_prefix(steps);
	if (!function_plan_make(&rewriting->plan, rewriting->tree, &steps->answer->reason))
		return false;
	source_lines_read(&rewriting->lines, steps->text.text, steps->text.length);
	if (!write_edits(rewriting)) {
		steps->answer->reason = "a function is declared by a macro of the compiler";
		return false;
	}
	if (rewriting->site_count > MOST_SITES) {
		steps->answer->reason = "it has more than 20000 accesses to check";
		return false;
	}
	prologue_add_start(rewriting, source);
	if (!edits_apply(&rewriting->edits, steps->text.text, steps->text.length, source)) {
		steps->answer->reason = "an expression stands in a macro of the compiler";
		return false;
	}
	prologue_add_end(rewriting, source);
	steps->answer->table = site_table_write(rewriting);
	return true;
}

static void run_steps(struct rewrite_steps *steps)
{
	const struct rewrite_request *request = steps->request;
	size_t version;

	if (memchr(request->source, '\0', request->length)) {
		steps->answer->reason = "its source has a NUL byte";
		return;
	}
	if (request->length > LONGEST_SOURCE) {
		steps->answer->reason = "its source is too large";
		return;
	}
	steps->options = clang_options_read(steps->arena, request->options ? request->options : "");
	steps->bits = request->bits && strcmp(request->bits, "32") == 0 ? 32 : 64;
	version = find_version(steps);
	if (version == VERSION_COUNT && steps->options.standard) {
		steps->answer->reason = "it is not written in OpenCL C up to version 3.0";
		return;
	}
	version = version == VERSION_COUNT ? DEFAULT_VERSION : version;
	if (run_preprocessor(steps, version) && run_parser(steps, version))
		run_writer(steps);
}

void rewrite(const struct rewrite_request *request, struct rewrite_answer *answer)
{
	struct rewrite_steps steps = { .request = request,
				       .answer = answer,
				       .arena = &answer->arena };

	*answer = (struct rewrite_answer){ .arena = ARENA_INIT };
	run_steps(&steps);
	answer->options = steps.options.build ? steps.options.build : "";
	growing_text_done(&steps.text);
	growing_text_done(&steps.resources);
	source_lines_done(&steps.rewriting.lines);
	edits_done(&steps.rewriting.edits);
	free(steps.rewriting.sites);
	free(steps.rewriting.globals);
	tree_done(&steps.tree);
}

void rewrite_done(struct rewrite_answer *answer)
{
	growing_text_done(&answer->source);
	free(answer->table);
	arena_done(&answer->arena);
}
