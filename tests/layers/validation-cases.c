/* SPDX-License-Identifier: Apache-2.0 */
/*
 * validation-cases: see validation-cases.h.
 */
#include "layers/validation-cases.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layers/validation-objects.h"
#include "layers/validation-run.h"
#include "layers/validation-words.h"

static char *rule_ids[4096];
static char *rule_codes[4096];
static bool rule_done[4096];
static unsigned rule_count;

static void run_lawful(const char *function, const char *words)
{
	const unsigned slot = words_slot(function);
	uint64_t result;

	run_start();
	if (run_findings()[0] != '\0')
		run_fail("a finding before", function, words, run_findings());
	words_call(slot, words, &result);
	if (run_findings()[0] != '\0')
		run_fail("a finding for a lawful call", function, words, run_findings());
	run_stop();
}

static void run_case(unsigned rule, const char *words)
{
	char function[64];
	const char *id = rule_ids[rule];
	uint64_t result;

	snprintf(function, sizeof(function), "%.*s", (int)strcspn(id, "-"), id);
	run_lawful(function, "");
	run_start();
	words_call(words_slot(function), words, &result);
	if (!run_is_only(run_findings(), id, rule_codes[rule], function))
		run_fail("expected this finding alone", id, words, run_findings());
	run_stop();
	rule_done[rule] = true;
}

/* What the callback calls. */
static struct {
	unsigned slot;
	const char *words;
} inside;

static void CL_CALLBACK call_inside(cl_event event, cl_int status, void *data)
{
	uint64_t result;

	(void)event, (void)status, (void)data;
	words_call(inside.slot, inside.words, &result);
}

/* The same call is lawful outside of a callback. */
static void run_inside(unsigned rule, const char *words)
{
	char function[64];
	const char *id = rule_ids[rule];
	cl_event event;

	snprintf(function, sizeof(function), "%.*s", (int)strcspn(id, "-"), id);
	run_lawful(function, words);
	run_start();
	inside.slot = words_slot(function);
	inside.words = words;
	event = (cl_event)(uintptr_t)objects_value("event");
	run_layer->clSetEventCallback(event, CL_COMPLETE, call_inside, NULL);
	if (!run_is_only(run_findings(), id, rule_codes[rule], function))
		run_fail("expected this finding alone in a callback", id, words, run_findings());
	run_stop();
	rule_done[rule] = true;
}

static void leave_out(unsigned rule, bool is_run)
{
	if (is_run)
		printf("not tested: %s: a size_t of 32 bits cannot break it\n", rule_ids[rule]);
	rule_done[rule] = true;
}

/* -- the lists --------------------------------------------------------------------------- */

static unsigned counts[4];
static const char *const states[] = { "checked", "open", "outcome", "impossible" };

static void read_rules(void)
{
	char line[1024];
	char id[128], code[64], state[64];
	FILE *file = fopen(RULES_LIST, "r");

	if (file == NULL)
		exit(1);
	while (fgets(line, sizeof(line), file) != NULL) {
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

/* One pass for what is set, one for what is run. */
static unsigned read_cases(const char *path, bool is_run)
{
	char line[1024];
	char word[16], name[128];
	int length;
	unsigned cases = 0;
	FILE *file = fopen(path, "r");

	if (file == NULL)
		exit(1);
	while (fgets(line, sizeof(line), file) != NULL) {
		if (line[0] == '#' || sscanf(line, "%15s%n", word, &length) != 1)
			continue;
		if (strcmp(word, "default") == 0) {
			if (!is_run)
				words_set("", line + length);
			continue;
		}
		if (sscanf(line, "%*s %127s%n", name, &length) != 1)
			continue;
		if (strcmp(word, "for") == 0 && !is_run)
			words_set(name, line + length);
		else if (words_is_step(word) && !is_run)
			words_add_step(line);
		else if (strcmp(word, "lawful") == 0 && is_run)
			run_lawful(name, line + length);
		else if (strcmp(word, "inside") == 0 && is_run)
			run_inside(find_rule(name), line + length);
		else if (strcmp(word, "case64") == 0 && sizeof(size_t) < sizeof(uint64_t))
			leave_out(find_rule(name), is_run);
		else if (strncmp(word, "case", strlen("case")) == 0 && is_run)
			run_case(find_rule(name), line + length);
		cases += strncmp(word, "case", strlen("case")) == 0;
	}
	fclose(file);
	return cases;
}

void cases_run(void)
{
	unsigned cases;

	read_rules();
	read_cases(CASES_LIST, false);
	read_cases(EXTENSION_CASES_LIST, false);
	cases = read_cases(CASES_LIST, true) + read_cases(EXTENSION_CASES_LIST, true);
	for (unsigned i = 0; i < rule_count; i++)
		if (!rule_done[i])
			run_fail("a checked rule without a case", rule_ids[i], "", "");
	for (unsigned i = 0; i < 4; i++)
		printf("%s: %u\n", states[i], counts[i]);
	printf("cases: %u\n", cases);
}
