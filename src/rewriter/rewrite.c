/* SPDX-License-Identifier: Apache-2.0 */
/* rewrite: see rewrite.h. The steps: preprocess, read the tree, plan, write edits, make them. */
#include "rewriter/rewrite.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "rewriter/check-writer.h"
#include "rewriter/function-links.h"
#include "rewriter/holder-writer.h"
#include "rewriter/preprocess.h"
#include "rewriter/private-writer.h"
#include "rewriter/prologue.h"
#include "rewriter/read-tree.h"
#include "rewriter/run-clang.h"
#include "rewriter/signature-writer.h"
#include "rewriter/site-table.h"

#define LONGEST_SOURCE ((size_t)16 << 20) /* bytes */
#define MOST_SITES 20000		  /* with more, drivers take minutes to build the program */
#define PREFIX "clrouter_san_"

/* One source of the program. */
struct rewrite_unit {
	const struct source_unit *unit; /* of the request */
	struct clang_options options;
	size_t version;
	struct growing_text text; /* preprocessed */
	struct growing_text result;
	struct rewriting rewriting;
	struct program_tree tree;
};

/* What the steps hand on. */
struct rewrite_steps {
	const struct rewrite_request *request;
	struct rewrite_answer *answer;
	struct arena *arena;
	unsigned bits;
	struct growing_text resources; /* where clang's headers are */
	struct function_plan plan;
	struct rewrite_unit *units;
	size_t count;
	bool is_read; /* all units are parsed */
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

/* The version that the options of UNIT ask for, or that the device has by default; VERSION_COUNT:
 * unknown. */
static size_t find_version(const struct rewrite_steps *steps, const struct rewrite_unit *unit)
{
	const char *language = steps->request->language ? steps->request->language : "";
	size_t version;

	for (version = 0; version < VERSION_COUNT; version++)
		if (unit->options.standard
			    ? strcmp(unit->options.standard, versions[version].word) == 0
			    : strncmp(language, versions[version].language, 3) == 0)
			break;
	if (!unit->options.standard && version > DEFAULT_VERSION)
		version = DEFAULT_VERSION;
	return version;
}

/* --- preprocessing ------------------------------------------------------------------------- */

static bool refuse(struct rewrite_steps *steps, const char *reason)
{
	steps->answer->reason = reason;
	return false;
}

static bool start_unit(struct rewrite_steps *steps, struct rewrite_unit *unit)
{
	struct preprocess_input input = { unit->unit, steps->request->macros, steps->bits, 0 };

	if (strlen(unit->unit->source) > LONGEST_SOURCE)
		return refuse(steps, "its source is too large");
	unit->options = clang_options_read(steps->arena, unit->unit->options);
	unit->version = find_version(steps, unit);
	if (unit->version == VERSION_COUNT)
		return refuse(steps, "it is not written in OpenCL C up to version 3.0");
	input.version = versions[unit->version].number;
	if (unit->unit->is_expanded)
		growing_text_add_bytes(&unit->text, unit->unit->source, strlen(unit->unit->source));
	else if (!preprocess(steps->arena, &input, &unit->options, &unit->text,
			     &steps->answer->reason))
		return false;
	return unit->text.length > 0 || refuse(steps, "the preprocessor writes nothing");
}

static bool run_preprocessor(struct rewrite_steps *steps)
{
	bool is_done = true;

	for (size_t i = 0; i < steps->count && is_done; i++)
		is_done = start_unit(steps, &steps->units[i]);
	return is_done;
}

/* --- parsing ------------------------------------------------------------------------------- */

static bool find_resources(struct rewrite_steps *steps)
{
	const char *arguments[] = { "clang", "-print-resource-dir", NULL };

	if (!run_clang(steps->arena, arguments, "", 0, &steps->resources, &steps->answer->reason))
		return false;
	if (steps->resources.length == 0)
		return refuse(steps, "clang does not say where its headers are");
	steps->resources.text[strcspn(steps->resources.text, "\n")] = '\0';
	return true;
}

/* OpenCL C 3.0 has generic pointers only if the driver has this macro. */
static bool lacks_generic(const struct rewrite_steps *steps, const char *standard)
{
	const char *macros = steps->request->macros;

	return macros && *macros && strcmp(standard, "CL3.0") == 0 &&
	       !strstr(macros, "__opencl_c_generic_address_space");
}

static bool try_standard(struct rewrite_steps *steps, struct rewrite_unit *unit,
			 const char *standard)
{
	const struct read_tree_language language = { standard, steps->bits,
						     lacks_generic(steps, standard),
						     steps->resources.text };
	const char *reason;

	tree_done(&unit->tree);
	if (read_tree(&unit->tree, unit->text.text, unit->text.length, &language, &reason))
		return true;
	return refuse(steps, growing_text_copy(steps->arena, reason, strlen(reason)));
}

/* Some drivers take the newest version of the language if no option says which one. */
static bool parse_unit(struct rewrite_steps *steps, struct rewrite_unit *unit)
{
	const char *language = steps->request->language ? steps->request->language : "";

	if (try_standard(steps, unit, versions[unit->version].standard))
		return true;
	if (unit->options.standard || language[0] < '2')
		return false;
	if (!try_standard(steps, unit, language[0] == '2' ? "CL2.0" : "CL3.0"))
		return false;
	steps->answer->reason = NULL;
	return true;
}

static bool run_parser(struct rewrite_steps *steps)
{
	bool is_done = find_resources(steps);

	for (size_t i = 0; i < steps->count && is_done; i++)
		is_done = parse_unit(steps, &steps->units[i]);
	return is_done;
}

/* --- writing ------------------------------------------------------------------------------- */

static bool has_text(const struct rewrite_steps *steps, const char *text)
{
	for (size_t i = 0; i < steps->count; i++)
		if (strstr(steps->units[i].text.text, text))
			return true;
	return false;
}

/* A prefix of names that the program does not have. */
static const char *find_prefix(struct rewrite_steps *steps)
{
	char prefix[64] = PREFIX;

	for (unsigned i = 1; has_text(steps, prefix); i++)
		text_format(prefix, sizeof(prefix), "%s%u_", PREFIX, i);
	return growing_text_copy(steps->arena, prefix, strlen(prefix));
}

static bool make_plan(struct rewrite_steps *steps)
{
	struct program_tree **trees =
		growing_text_alloc(steps->arena, steps->count * sizeof(*trees));

	for (size_t i = 0; i < steps->count; i++) {
		trees[i] = &steps->units[i].tree;
		trees[i]->checks_private = steps->request->checks_private;
	}
	function_links_make(trees, steps->count);
	return function_plan_make(&steps->plan, trees, steps->count, &steps->answer->reason);
}

static bool write_functions(struct rewriting *rewriting)
{
	bool is_written = true;

	LIST_EACH(struct tree_function, function, rewriting->plan->first) {
		if (function->tree != rewriting->tree)
			continue;
		private_writer_write(rewriting, function);
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

/* Returns the number of places that are checked in all units. */
static size_t write_edits(struct rewrite_steps *steps, const char *prefix)
{
	size_t sites = 0, objects = 0;

	for (size_t i = 0; i < steps->count && !steps->answer->reason; i++) {
		struct rewrite_unit *unit = &steps->units[i];
		struct rewriting *rewriting = &unit->rewriting;

		rewriting->tree = &unit->tree;
		rewriting->plan = &steps->plan;
		rewriting->prefix = prefix;
		rewriting->unit = i;
		rewriting->unit_count = steps->count;
		rewriting->redirects = steps->request->redirects;
		rewriting->first_site = sites;
		rewriting->first_object = objects;
		source_lines_read(&rewriting->lines, unit->text.text, unit->text.length);
		if (!write_functions(rewriting))
			refuse(steps, "a function is declared by a macro of the compiler");
		sites += rewriting->site_count;
		objects += rewriting->object_count;
	}
	return sites;
}

static bool apply_edits(struct rewrite_steps *steps, struct rewrite_unit *unit, size_t sites)
{
	struct rewriting *rewriting = &unit->rewriting;

	rewriting->all_sites = sites;
	prologue_add_start(rewriting, &unit->result);
	if (!edits_apply(&rewriting->edits, unit->text.text, unit->text.length, &unit->result))
		return refuse(steps, "an expression stands in a macro of the compiler");
	prologue_add_end(rewriting, &unit->result);
	return true;
}

static bool run_writer(struct rewrite_steps *steps)
{
	struct rewriting **all = growing_text_alloc(steps->arena, steps->count * sizeof(*all));
	size_t sites;

	steps->is_read = true;
	if (!make_plan(steps))
		return false;
	sites = write_edits(steps, find_prefix(steps));
	if (sites > MOST_SITES)
		return refuse(steps, "it has more than 20000 accesses to check");
	for (size_t i = 0; i < steps->count && !steps->answer->reason; i++) {
		apply_edits(steps, &steps->units[i], sites);
		all[i] = &steps->units[i].rewriting;
	}
	if (steps->answer->reason)
		return false;
	steps->answer->table = site_table_write(all, steps->count);
	return true;
}

/* --- all ----------------------------------------------------------------------------------- */

/* What is preprocessed needs no options for that any more. */
static void fill_answer(struct rewrite_steps *steps)
{
	struct units *units = &steps->answer->units;

	units->link = steps->request->units->link;
	units->list = growing_text_alloc(steps->arena, steps->count * sizeof(*units->list));
	for (size_t i = 0; i < steps->count; i++) {
		const struct rewrite_unit *unit = &steps->units[i];
		const struct growing_text *text =
			steps->request->expands ? &unit->text : &unit->result;

		units->list[units->count++] =
			(struct source_unit){ .source = growing_text_copy(steps->arena, text->text,
									  text->length),
					      .is_expanded = true,
					      .options = unit->options.build };
	}
}

static void run_steps(struct rewrite_steps *steps)
{
	steps->bits = steps->request->bits && strcmp(steps->request->bits, "32") == 0 ? 32 : 64;
	if (!run_preprocessor(steps))
		return;
	if (steps->request->expands || (run_parser(steps) && run_writer(steps)))
		fill_answer(steps);
}

static void free_unit(struct rewrite_unit *unit)
{
	growing_text_done(&unit->text);
	growing_text_done(&unit->result);
	source_lines_done(&unit->rewriting.lines);
	edits_done(&unit->rewriting.edits);
	free(unit->rewriting.sites);
	free(unit->rewriting.globals);
	tree_done(&unit->tree);
}

/* True: the answer is complete. False: it may be another one if less is checked. */
static bool try_rewrite(const struct rewrite_request *request, struct rewrite_answer *answer)
{
	struct rewrite_steps steps = { .request = request,
				       .answer = answer,
				       .arena = &answer->arena,
				       .count = request->units->count };

	*answer = (struct rewrite_answer){ .arena = ARENA_INIT };
	steps.units = growing_text_alloc(steps.arena, (steps.count + 1) * sizeof(*steps.units));
	for (size_t i = 0; i < steps.count; i++)
		steps.units[i].unit = &request->units->list[i];
	run_steps(&steps);
	for (size_t i = 0; i < steps.count; i++)
		free_unit(&steps.units[i]);
	growing_text_done(&steps.resources);
	return !answer->reason || !steps.is_read;
}

/* Pointers to private memory are given up before the program is. */
void rewrite(const struct rewrite_request *request, struct rewrite_answer *answer)
{
	struct rewrite_request less = *request;

	if (try_rewrite(request, answer) || !request->checks_private)
		return;
	less.checks_private = false;
	rewrite_done(answer);
	try_rewrite(&less, answer);
}

void rewrite_done(struct rewrite_answer *answer)
{
	free(answer->table);
	arena_done(&answer->arena);
}
