/* SPDX-License-Identifier: Apache-2.0 */
/*
 * validation-cases: see validation-cases.h.
 */
#include "layers/validation-cases.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layers/validation-run.h"
#include "layers/validation-words.h"
#include "opencl/signature.h"

static char *rule_ids[4096];
static char *rule_codes[4096];
static bool rule_done[4096];
static unsigned rule_count;

static unsigned counts[4];
static const char *const states[] = { "checked", "open", "outcome", "impossible" };

static void read_rules(void)
{
	char line[1024];
	char id[128], code[64], state[64];
	FILE *file = fopen(RULES_LIST, "r");

	if (!file)
		exit(1);
	while (fgets(line, sizeof(line), file)) {
		if (line[0] == '#' || sscanf(line, "%127s %63s %*s %*s %63s", id, code, state) != 3)
			continue;
		for (unsigned i = 0; i < 4; i++)
			counts[i] += strncmp(state, states[i], strlen(states[i])) == 0;
		if (strcmp(state, "checked") != 0)
			continue;
		rule_codes[rule_count] = strdup(code);
		rule_ids[rule_count++] = strdup(id);
	}
	fclose(file);
}

static unsigned find_rule(const char *id)
{
	for (unsigned i = 0; i < rule_count; i++)
		if (strcmp(rule_ids[i], id) == 0)
			return i;
	printf("no checked rule is called %s\n", id);
	exit(1);
}

/* A line of a list: its first word, the second one, and what is after each. */
struct list_line {
	char text[1024];
	char word[16], name[128];
	int after_word, after_name;
};

static void read_list(const char *path, void (*use)(struct list_line *line))
{
	struct list_line line;
	FILE *file = fopen(path, "r");

	if (!file)
		exit(1);
	while (fgets(line.text, sizeof(line.text), file))
		if (line.text[0] != '#' && sscanf(line.text, "%15s%n %127s%n", line.word,
						  &line.after_word, line.name,
						  &line.after_name) == 2)
			use(&line);
	fclose(file);
}

static void read_settings(struct list_line *line)
{
	if (strcmp(line->word, "default") == 0)
		words_set("", line->text + line->after_word);
	else if (strcmp(line->word, "for") == 0)
		words_set(line->name, line->text + line->after_name);
	else if (words_is_step(line->word))
		words_add_step(line->text);
}

static void (*run_case)(const struct validation_case *one);
static unsigned case_count;

static void run_lawful(const struct list_line *line)
{
	run_case(&(struct validation_case){ .function = line->name,
					    .words = line->text + line->after_name });
}

static void run_broken(const struct list_line *line)
{
	const unsigned rule = find_rule(line->name);
	char function[64];

	rule_done[rule] = true;
	if (strcmp(line->word, "case64") == 0 && sizeof(size_t) < sizeof(uint64_t)) {
		printf("not tested: %s: a size_t of 32 bits cannot break it\n", line->name);
		return;
	}
	snprintf(function, sizeof(function), "%.*s", (int)strcspn(line->name, "-"), line->name);
	run_case(&(struct validation_case){ .function = function,
					    .id = rule_ids[rule],
					    .code = rule_codes[rule],
					    .words = line->text + line->after_name,
					    .is_inside = strcmp(line->word, "inside") == 0,
					    .is_doubtful = strcmp(line->word, "doubt") == 0 });
}

static void run_line(struct list_line *line)
{
	const bool is_case = strncmp(line->word, "case", strlen("case")) == 0 ||
			     strcmp(line->word, "doubt") == 0;

	case_count += is_case;
	if (strcmp(line->word, "lawful") == 0)
		run_lawful(line);
	else if (is_case || strcmp(line->word, "inside") == 0)
		run_broken(line);
}

void cases_run(void (*run)(const struct validation_case *one))
{
	run_case = run;
	read_rules();
	read_list(CASES_LIST, read_settings);
	read_list(EXTENSION_CASES_LIST, read_settings);
	read_list(CASES_LIST, run_line);
	read_list(EXTENSION_CASES_LIST, run_line);
	for (unsigned i = 0; i < rule_count; i++)
		if (!rule_done[i])
			run_fail("a checked rule without a case", rule_ids[i], "", "");
	for (unsigned i = 0; i < 4; i++)
		printf("%s: %u\n", states[i], counts[i]);
	printf("cases: %u\n", case_count);
}

/* Has FUNCTION had a call before? */
static bool is_known(const char *function)
{
	static bool known[CLROUTER_ALL_SLOTS];
	const unsigned slot = words_slot(function);
	const bool was_known = known[slot];

	known[slot] = true;
	return was_known;
}

static void (*run_one)(const struct validation_case *one);

static void run_allowed(const struct validation_case *one)
{
	if (!is_known(one->function))
		run_one(&(struct validation_case){ .function = one->function, .words = "" });
	if (!one->id)
		run_one(one);
}

void cases_run_allowed(void (*run)(const struct validation_case *one))
{
	run_one = run;
	cases_run(run_allowed);
}
