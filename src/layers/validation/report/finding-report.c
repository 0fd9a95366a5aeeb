/* SPDX-License-Identifier: Apache-2.0 */
/*
 * finding-report: see finding-report.h. How a finding looks is in finding-output.c.
 */
#include "layers/validation/report/finding-report.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/common/word-list.h"
#include "base/glob.h"
#include "layers/frame/option.h"
#include "layers/frame/place/place.h"
#include "layers/frame/repeats.h"
#include "layers/frame/stop.h"
#include "layers/validation/explain.h"
#include "layers/validation/report/finding-output.h"
#include "state/kernels.h"
#include "state/life.h"
#include "state/live.h"

#define EXPLANATION 1024	/* bytes */

static struct option file_option = OPTION(VALIDATION_FILE);
static struct option rules_option = OPTION(VALIDATION_RULES);
static struct option levels_option = OPTION(VALIDATION_LEVELS);
static struct option format_option = OPTION(VALIDATION_FORMAT);
static struct option detail_option = OPTION(VALIDATION_DETAIL);
static struct option backtrace_option = OPTION(VALIDATION_BACKTRACE);
static struct option status_option = OPTION(VALIDATION_STATUS);
static struct option_copy levels;
static struct option_copy rules_wanted;
static bool looks_for_races;
static bool adds_arg_info;

static bool fits_level(const char *word, const void *unused)
{
	(void)unused;
	for (int level = 0; level < LEVELS; level++)
		if (glob_matches(word, output_level((enum level)level)))
			return true;
	return false;
}

static bool fits_id(const char *word, const void *unused)
{
	(void)unused;
	for (unsigned i = 0; i < rules_first[CLROUTER_ALL_SLOTS]; i++)
		if (glob_matches(word, rules[i].id))
			return true;
	for (unsigned i = 0; i < ADVICE_COUNT; i++)
		if (glob_matches(word, advice[i].id))
			return true;
	return false;
}

void report_start(bool finds_races, bool has_arg_info)
{
	const bool keeps_stacks = option_flag(&backtrace_option, false);
	const char *wanted_levels = option_text(&levels_option);
	const char *wanted_rules = option_text(&rules_option);

	if (keeps_stacks)
		live_keep_stacks();
	option_check_words(&levels_option, wanted_levels, fits_level, NULL);
	option_check_words(&rules_option, wanted_rules, fits_id, NULL);
	option_keep(&levels, wanted_levels ? wanted_levels : "error,warning");
	option_keep(&rules_wanted, wanted_rules);
	looks_for_races = finds_races;
	adds_arg_info = has_arg_info;
	output_start(option_file(&file_option), option_file(&status_option),
		     option_choice(&format_option) == 1, option_flag(&detail_option, false),
		     keeps_stacks);
}

static bool wants_level(enum level level)
{
	return !levels.text || word_list_selects_name(levels.text, output_level(level));
}

bool report_wants(enum level level, const char *id)
{
	return wants_level(level) &&
	       (!rules_wanted.text || word_list_selects_name(rules_wanted.text, id));
}

/* Counts PROBLEM; true if it is to be written. */
static bool is_new(const struct problem *problem)
{
	return repeats_add(&(struct repeat){ .site = problem->site,
					     .id = problem->id,
					     .slot = problem->slot,
					     .level = problem->level });
}

/* Hints are no mistakes: nothing stops for them, and they are not counted for other processes. */
static void note_mistake(const struct problem *problem)
{
	if (problem->level <= LEVEL_WARNING)
		finding_note_mistake();
}

void report_add(struct problem *problem)
{
	char explanation[EXPLANATION];
	struct line line = line_in(explanation, sizeof(explanation));
	struct output_names names;
	bool is_wanted;

	if (!report_wants(problem->level, problem->id))
		return;
	problem->site = place_of_finding(problem->call->site);
	if (!life_lock_if_open())
		return;
	is_wanted = is_new(problem);
	life_unlock();
	if (!is_wanted)
		return;
	output_ask_names(&names, problem);
	if (problem->test)
		explain_add(&line, problem->call, problem->test);
	problem->explained = line.length > 0 ? explanation : NULL;
	if (life_lock_if_open()) {
		note_mistake(problem);
		output_write(problem, &names);
		life_unlock();
	}
	free(names.stack);
	stop_now();
}

void report_add_last(const struct problem *problem, struct stack *stack)
{
	struct output_names names;

	if (!report_wants(problem->level, problem->id) || (!is_new(problem) && !stack))
		return;
	output_ask_places(&names, problem);
	names.stack = stack;
	note_mistake(problem);
	output_write(problem, &names);
}

/* What the user can do about a call that fails CHECK. */
static const char *advice_for(check_fn *check)
{
	const struct advice_check *one = advice_checks;

	while (one->check && one->check != check)
		one++;
	return one->mend;
}

void report_rule(const struct call *call, const struct rule *rule, const struct rule_test *test)
{
	struct problem problem = { .level = LEVEL_ERROR,
				   .id = rule->id,
				   .code = rule->code_name,
				   .section = rule->section,
				   .since = rule->since,
				   .expected = rule->text,
				   .mend = advice_for(test->check),
				   .call = call,
				   .slot = call->slot,
				   .params = { rule->param },
				   .param_count = 1,
				   .test = test };

	for (unsigned i = 0; i < test->param_count; i++)
		if (test->params[i] != rule->param)
			problem.params[problem.param_count++] = test->params[i];
	report_add(&problem);
}

struct problem report_problem(enum advice_name name, const struct call *call)
{
	const struct advice *one = &advice[name];

	return (struct problem){ .level = one->level, .id = one->id, .section = one->section,
				 .expected = one->expected, .mend = one->mend, .call = call,
				 .slot = call ? call->slot : 0 };
}

void report_advice(enum advice_name name, const struct call *call, unsigned first, unsigned second,
		   const char *found)
{
	struct problem problem = report_problem(name, call);

	problem.params[problem.param_count++] = (unsigned char)first;
	if (second != first)
		problem.params[problem.param_count++] = (unsigned char)second;
	problem.found = found;
	report_add(&problem);
}

void report_clear(void)
{
	repeats_clear();
}

/* Adds WHAT to a list. */
static void add_item(struct line *list, const char *what)
{
	line_add(list, "%s%s", list->length > 0 ? ", " : "", what);
}

/* Adds what was not looked for, each with the variable that asks for it. */
static void add_unsought(struct line *list)
{
	static const char *const found[LEVELS] = {
		[LEVEL_ERROR] = "errors",
		[LEVEL_WARNING] = "warnings",
		[LEVEL_LIMIT] = "limits",
		[LEVEL_PERFORMANCE] = "slow calls",
	};
	bool is_complete = true;

	if (!looks_for_races)
		add_item(list, "races, uses while mapped (OPENCL_VALIDATION_RACES=yes)");
	for (int level = 0; level < LEVELS; level++)
		if (!wants_level((enum level)level)) {
			add_item(list, found[level]);
			is_complete = false;
		}
	if (!is_complete)
		line_add(list, " (OPENCL_VALIDATION_LEVELS=*)");
	if (!adds_arg_info && kernels_lack_declarations())
		add_item(list, "sizes and kinds of arguments (OPENCL_VALIDATION_ARG_INFO=yes)");
	if (rules_wanted.text)
		add_item(list, "what OPENCL_VALIDATION_RULES leaves out");
}

/*
 * Most forked children, and programs that only look whether there is OpenCL, have used no object:
 * they would not expect a line.
 */
void report_end(void)
{
	const size_t findings = repeats_end(output_write_count);
	char text[512];
	char more[sizeof(text) + 32] = "";
	struct line list = line_in(text, sizeof(text));

	add_unsought(&list);
	if (*text)
		snprintf(more, sizeof(more), "; not looked for: %s", text);
	if (findings > 0 || live_has_new())
		finding_write_end(findings, more);
	finding_end();
}
