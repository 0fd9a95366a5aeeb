/* SPDX-License-Identifier: Apache-2.0 */
/* replay-options: see replay-options.h. */
#include "tool/replay/replay-options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "launch/launch-file.h"
#include "launch/launch-rules.h"
#include "tool/output/format.h"
#include "tool/output/message.h"

/* -- reading --------------------------------------------------------------------------------- */

static size_t digits(const char *text)
{
	return strspn(text, "0123456789");
}

/* "1", "1.5" or "1e-5", and no more. The tool has the locale of C. */
static bool parse_real(const char *text, double *number)
{
	const char *end = text + digits(text);
	bool is_good = end > text;

	if (*end == '.') {
		is_good = is_good && digits(end + 1) > 0;
		end += 1 + digits(end + 1);
	}
	if (*end == 'e' || *end == 'E') {
		end += 1 + (end[1] == '-' || end[1] == '+');
		is_good = is_good && digits(end) > 0;
		end += digits(end);
	}
	*number = strtod(text, NULL);
	return is_good && *end == '\0' && isfinite(*number);
}

/* A number from 0 to MOST; *NUMBER stays if VALUE is NULL. */
static bool read_number(double *number, const char *option, const char *value, double most)
{
	return !value || (parse_real(value, number) && *number <= most) ||
	       message_usage("--%s needs a number such as 1e-5%s, found \"%s\"", option,
			     most <= 1 ? ", from 0 to 1" : "", value);
}

static bool read_ulps(struct replay_options *options, const char *value)
{
	return !value || text_parse_number(value, &options->ulps) ||
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

/* The type that TEXT names, with a star or without. */
static bool find_type(const char *text, struct launch_type *type)
{
	return launch_find_type(text, type) || launch_find_pointed_type(text, type);
}

static bool check_types(const struct tool_words *types)
{
	for (size_t i = 0; i < types->count; i++) {
		struct launch_type type;
		unsigned long index;
		const char *text;

		if (!split_type(types->words[i], &index, &text) || !find_type(text, &type))
			return message_usage(
				"--type needs INDEX=TYPE, such as 1=float4; a type is char, uchar, "
				"short, ushort, int, uint, long, ulong, half, float, double or a "
				"vector of these; found \"%s\"",
				types->words[i]);
	}
	return true;
}

bool replay_options_read(struct replay_options *options, const struct tool *tool)
{
	const char *local = tool->replay.local;

	*options = (struct replay_options){ .types = &tool->replay.types,
					 .wants_bits = tool->replay.wants_bits };
	options->has_ulps = tool->replay.ulps != NULL;
	options->has_bounds = options->has_ulps || tool->replay.relative || tool->replay.absolute;
	if (options->wants_bits && options->has_bounds)
		return message_usage(
			"--bits leaves no bounds: it does not go with --ulps, --relative and "
			"--absolute");
	if (local && strcmp(local, "captured") != 0 && strcmp(local, "own") != 0)
		return message_usage("--local is captured or own, found \"%s\"", local);
	options->wants_captured_local = local && strcmp(local, "captured") == 0;
	return read_ulps(options, tool->replay.ulps) &&
	       read_number(&options->relative, "relative", tool->replay.relative, 1) &&
	       read_number(&options->absolute, "absolute", tool->replay.absolute, 1e308) &&
	       check_types(options->types);
}

/* -- changing -------------------------------------------------------------------------------- */

static bool leads_to_memory(const struct launch *launch, unsigned long index)
{
	const struct launch_argument *argument;

	if (index >= launch->argument_count)
		return false;
	argument = &launch->arguments[index];
	return (argument->kind == LAUNCH_MEMORY || argument->kind == LAUNCH_POINTER) &&
	       launch->memory[argument->index].kind != LAUNCH_IMAGE;
}

/* Gives ARGUMENT and all contents that it reaches the TYPE whose name is TEXT. */
static void set_type(struct launch *launch, struct launch_argument *argument, const char *text,
		     const struct launch_type *type)
{
	argument->type = text;
	argument->numbers = NULL;
	for (size_t i = 0; i < launch->range_count; i++)
		if (launch_reaches(launch, argument, &launch->ranges[i]))
			launch_set_range_type(&launch->ranges[i], type);
}

static bool set_types(const struct replay_options *options, struct launch *launch, struct arena *arena,
		      char *problem)
{
	for (size_t i = 0; i < options->types->count; i++) {
		const char *word = options->types->words[i];
		struct launch_type type;
		unsigned long index;
		const char *text;

		if (!split_type(word, &index, &text) || !find_type(text, &type))
			continue;
		if (!leads_to_memory(launch, index)) {
			text_format(problem, LAUNCH_PROBLEM,
				    "--type %s: argument %lu leads to no memory of numbers", word,
				    index);
			return false;
		}
		set_type(launch, &launch->arguments[index],
			 format_into(arena, "%s%s", text, strchr(text, '*') ? "" : "*"), &type);
	}
	return true;
}

static void set_bounds(const struct replay_options *options, struct launch *launch,
		       struct launch_bounds bounds[LAUNCH_KINDS])
{
	for (size_t i = 0; options->wants_bits && i < launch->range_count; i++)
		if (launch->ranges[i].as >= LAUNCH_FLOAT16)
			launch->ranges[i].as = LAUNCH_BITS;
	for (int as = LAUNCH_FLOAT16; options->has_bounds && as < LAUNCH_KINDS; as++)
		if (as <= LAUNCH_FLOAT64 || options->has_ulps)
			bounds[as] = (struct launch_bounds){ .ulps = options->ulps,
							     .relative = options->relative,
							     .absolute = options->absolute };
}

bool replay_options_apply(const struct replay_options *options, struct launch *launch,
			  struct launch_bounds bounds[LAUNCH_KINDS], struct arena *arena,
			  char *problem)
{
	struct launch_call *call = &launch->call;

	if (!set_types(options, launch, arena, problem))
		return false;
	set_bounds(options, launch, bounds);
	if (!options->wants_captured_local || call->is_task || call->has_local)
		return true;
	call->has_local = call->has_suggested;
	memcpy(call->local, call->suggested, sizeof(call->local));
	if (!call->has_local)
		text_format(problem, LAUNCH_PROBLEM,
			    "--local captured: the capture does not say which "
			    "local size the driver chose");
	return call->has_local;
}

bool replay_options_has_bounds(const struct replay_options *options)
{
	return options->has_bounds || options->wants_bits;
}
