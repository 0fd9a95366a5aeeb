/* SPDX-License-Identifier: Apache-2.0 */
/* said: see said.h. */
#include "tool/replay/said.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "capture/capture-reader.h"
#include "capture/json-text.h"
#include "capture/numbers.h"
#include "capture/rules.h"
#include "tool/output/format.h"
#include "tool/output/message.h"

/* -- reading --------------------------------------------------------------------------------- */

/* A number from 0 to MOST, as JSON has it; *NUMBER stays if VALUE is NULL. */
static bool read_number(double *number, const char *option, const char *value, double most)
{
	const char *problem;
	size_t where;

	if (!value)
		return true;
	return (json_text_check(value, strlen(value), 1, &problem, &where) &&
		json_text_real(json_text_value(value), number) && *number >= 0 && *number <= most) ||
	       message_usage("--%s needs a number such as 1e-5%s, found \"%s\"", option,
			     most <= 1 ? ", from 0 to 1" : "", value);
}

static bool read_ulps(struct said *said, const char *value)
{
	return !value || text_parse_number(value, &said->ulps) ||
	       message_usage("--ulps needs a whole number, found \"%s\"", value);
}

/* The index of WORD, which is INDEX=TYPE; *TYPE is the rest. False: it is nothing of the kind. */
static bool split_type(const char *word, unsigned long *index, const char **type)
{
	char *end;

	if (*word < '0' || *word > '9')
		return false;
	*index = strtoul(word, &end, 10);
	*type = end + 1;
	return *end == '=' && end - word < 10;
}

/* The rule of TYPE, with a star or without. */
static bool find_rule(const char *type, struct capture_rule *rule, struct arena *arena)
{
	return numbers_rule_of_type(type, rule) ||
	       numbers_rule_of_type(format_into(arena, "%s*", type), rule);
}

static bool check_types(const struct tool_words *types)
{
	struct arena arena = ARENA_INIT;
	bool is_good = true;

	for (size_t i = 0; is_good && i < types->count; i++) {
		struct capture_rule rule;
		unsigned long index;
		const char *type;

		is_good =
			(split_type(types->words[i], &index, &type) &&
			 find_rule(type, &rule, &arena)) ||
			message_usage(
				"--type needs INDEX=TYPE, such as 1=float4; a type is char, uchar, "
				"short, ushort, int, uint, long, ulong, half, float, double or a "
				"vector of these; found \"%s\"",
				types->words[i]);
	}
	arena_done(&arena);
	return is_good;
}

bool said_read(struct said *said, const struct tool *tool)
{
	const char *local = tool->replay.local;

	*said = (struct said){ .types = &tool->replay.types, .wants_bits = tool->replay.wants_bits };
	said->has_ulps = tool->replay.ulps != NULL;
	said->has_bounds = said->has_ulps || tool->replay.relative || tool->replay.absolute;
	if (said->wants_bits && said->has_bounds)
		return message_usage("--bits leaves no bounds: it does not go with --ulps, --relative and "
				     "--absolute");
	if (local && strcmp(local, "captured") != 0 && strcmp(local, "own") != 0)
		return message_usage("--local is captured or own, found \"%s\"", local);
	said->wants_captured_local = local && strcmp(local, "captured") == 0;
	return read_ulps(said, tool->replay.ulps) &&
	       read_number(&said->relative, "relative", tool->replay.relative, 1) &&
	       read_number(&said->absolute, "absolute", tool->replay.absolute, 1e308) &&
	       check_types(said->types);
}

/* -- changing -------------------------------------------------------------------------------- */

static bool leads_to_memory(const struct capture *capture, unsigned long index)
{
	const struct capture_argument *argument;

	if (index >= capture->argument_count)
		return false;
	argument = &capture->arguments[index];
	return (argument->kind == CAPTURE_OBJECT || argument->kind == CAPTURE_POINTER) &&
	       capture->memory[argument->index].kind != CAPTURE_IMAGE;
}

/* Gives all contents that the argument INDEX reaches the RULE of its TYPE. */
static void set_type(struct capture *capture, size_t index, const char *type,
		     const struct capture_rule *rule)
{
	struct capture_cursor at = { 0 };
	struct capture_range *range;

	capture->arguments[index].type = type;
	while ((range = capture_next(capture, &at)))
		if (rules_reaches(capture, &capture->arguments[index], at.memory, range))
			range->rule = *rule;
}

static bool set_types(const struct said *said, struct capture *capture, struct arena *arena,
		      char *problem)
{
	for (size_t i = 0; i < said->types->count; i++) {
		const char *word = said->types->words[i];
		struct capture_rule rule;
		unsigned long index;
		const char *type;

		if (!split_type(word, &index, &type) || !find_rule(type, &rule, arena))
			continue;
		if (!leads_to_memory(capture, index)) {
			text_format(problem, CAPTURE_PROBLEM,
				    "--type %s: argument %lu leads to no memory of numbers", word, index);
			return false;
		}
		set_type(capture, index, format_into(arena, "%s%s", type, strchr(type, '*') ? "" : "*"),
			 &rule);
	}
	return true;
}

static void set_bounds(const struct said *said, struct capture *capture)
{
	struct capture_cursor at = { 0 };
	struct capture_range *range;

	while ((range = capture_next(capture, &at))) {
		if (range->rule.as < CAPTURE_FLOAT16)
			continue;
		if (said->wants_bits)
			range->rule.as = CAPTURE_BITS;
		if (!said->has_bounds || (range->rule.as > CAPTURE_FLOAT64 && !said->has_ulps))
			continue;
		range->rule.ulps = said->ulps;
		range->rule.relative = said->relative;
		range->rule.absolute = said->absolute;
	}
}

bool said_apply(const struct said *said, struct capture *capture, struct arena *arena, char *problem)
{
	struct capture_launch *launch = &capture->launch;

	if (!set_types(said, capture, arena, problem))
		return false;
	set_bounds(said, capture);
	if (!said->wants_captured_local || launch->is_task || launch->local.is_given)
		return true;
	launch->local = launch->suggested_local;
	if (!launch->local.is_given)
		text_format(problem, CAPTURE_PROBLEM, "--local captured: the capture does not say which "
			    "local size the driver chose");
	return launch->local.is_given;
}

bool said_has_bounds(const struct said *said)
{
	return said->has_bounds || said->wants_bits;
}
