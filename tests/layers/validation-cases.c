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

#include "layers/common/signature.h"
#include "layers/validation-calls.h"
#include "layers/validation-objects.h"
#include "layers/validation-run.h"

#define ARGUMENTS 16

struct setting {
	char function[64]; /* empty: all */
	char param[48];
	char value[48];
};

static struct setting settings[1024];
static unsigned setting_count;
static char *rule_ids[4096];
static char *rule_codes[4096];
static bool rule_done[4096];
static unsigned rule_count;

static void store_value(uint64_t *place, const struct signature_param *param, const char *text)
{
	const uint64_t value = objects_value(text);
	const uint32_t word = (uint32_t)value;
	const uintptr_t pointer = (uintptr_t)value;
	const size_t size = signature_size(param);

	*place = 0;
	if (size == sizeof(word))
		memcpy(place, &word, sizeof(word));
	else if (param->kind == PARAM_NUMBER || param->kind == PARAM_NAMES)
		memcpy(place, &value, size);
	else
		memcpy(place, &pointer, sizeof(pointer));
}

static unsigned slot_of(const char *name)
{
	for (unsigned i = 0; i < CLROUTER_SLOTS; i++)
		if (strcmp(signatures[i].name, name) == 0)
			return i;
	printf("no function is called %s\n", name);
	exit(1);
}

static void apply_settings(unsigned slot, const char *function, uint64_t *places)
{
	for (unsigned k = 0; k < setting_count; k++)
		for (unsigned i = 0; i < signatures[slot].param_count; i++)
			if (strcmp(settings[k].function, function) == 0 &&
			    strcmp(settings[k].param, signatures[slot].params[i].name) == 0)
				store_value(&places[i], &signatures[slot].params[i],
					    settings[k].value);
}

/* WORDS is "PARAM=VALUE ...". */
static void apply_words(unsigned slot, const char *words, uint64_t *places)
{
	char copy[512];
	char *rest;

	snprintf(copy, sizeof(copy), "%s", words);
	for (char *word = strtok_r(copy, " \n", &rest); word != NULL;
	     word = strtok_r(NULL, " \n", &rest)) {
		char *value = strchr(word, '=');
		unsigned i = 0;

		*value++ = '\0';
		while (i < signatures[slot].param_count &&
		       strcmp(signatures[slot].params[i].name, word) != 0)
			i++;
		if (i == signatures[slot].param_count) {
			printf("%s has no parameter %s\n", signatures[slot].name, word);
			exit(1);
		}
		store_value(&places[i], &signatures[slot].params[i], value);
	}
}

static void call_with(unsigned slot, const char *words)
{
	uint64_t places[ARGUMENTS] = { 0 };
	void *values[ARGUMENTS];
	uint64_t result;

	apply_settings(slot, "", places);
	apply_settings(slot, signatures[slot].name, places);
	apply_words(slot, words, places);
	for (unsigned i = 0; i < ARGUMENTS; i++)
		values[i] = &places[i];
	call_slot(run_layer, slot, values, &result);
}

static void run_lawful(const char *function, const char *words)
{
	const unsigned slot = slot_of(function);

	run_start();
	if (run_findings()[0] != '\0')
		run_fail("a finding before", function, words, run_findings());
	call_with(slot, words);
	if (run_findings()[0] != '\0')
		run_fail("a finding for a lawful call", function, words, run_findings());
	run_stop();
}

static void run_case(unsigned rule, const char *words)
{
	char function[64];
	const char *id = rule_ids[rule];

	snprintf(function, sizeof(function), "%.*s", (int)strcspn(id, "-"), id);
	run_lawful(function, "");
	run_start();
	call_with(slot_of(function), words);
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
	(void)event, (void)status, (void)data;
	call_with(inside.slot, inside.words);
}

/* The same call is lawful outside of a callback, and in one that the driver refuses. */
static void run_inside(unsigned rule, const char *words)
{
	char function[64];
	const char *id = rule_ids[rule];
	cl_event event;

	snprintf(function, sizeof(function), "%.*s", (int)strcspn(id, "-"), id);
	run_lawful(function, words);
	run_start();
	inside.slot = slot_of(function);
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

static void add_settings(const char *function, char *words)
{
	char *rest;

	for (char *word = strtok_r(words, " \n", &rest); word != NULL;
	     word = strtok_r(NULL, " \n", &rest)) {
		struct setting *setting = &settings[setting_count++];
		char *value = strchr(word, '=');

		*value++ = '\0';
		snprintf(setting->function, sizeof(setting->function), "%s", function);
		snprintf(setting->param, sizeof(setting->param), "%s", word);
		snprintf(setting->value, sizeof(setting->value), "%s", value);
	}
}

/* One pass for what is set, one for what is run. */
static unsigned read_cases(bool is_run)
{
	char line[1024];
	char word[16], name[128];
	int length;
	unsigned cases = 0;
	FILE *file = fopen(CASES_LIST, "r");

	if (file == NULL)
		exit(1);
	while (fgets(line, sizeof(line), file) != NULL) {
		if (line[0] == '#' || sscanf(line, "%15s%n", word, &length) != 1)
			continue;
		if (strcmp(word, "default") == 0) {
			if (!is_run)
				add_settings("", line + length);
			continue;
		}
		if (sscanf(line, "%*s %127s%n", name, &length) != 1)
			continue;
		if (strcmp(word, "for") == 0 && !is_run)
			add_settings(name, line + length);
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
	read_cases(false);
	cases = read_cases(true);
	for (unsigned i = 0; i < rule_count; i++)
		if (!rule_done[i])
			run_fail("a checked rule without a case", rule_ids[i], "", "");
	for (unsigned i = 0; i < 4; i++)
		printf("%s: %u\n", states[i], counts[i]);
	printf("cases: %u\n", cases);
}
