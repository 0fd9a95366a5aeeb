/* SPDX-License-Identifier: Apache-2.0 */
/* conditions: see conditions.h. */
#include "tool/replay/include/conditions.h"

#include <string.h>

#include "base/text.h"
#include "tool/output/format.h"
#include "tool/replay/include/lines.h"

static struct condition *top(struct conditions *conditions)
{
	return conditions->count > 0 ? &conditions->stack[conditions->count - 1] : NULL;
}

enum condition_state conditions_now(const struct conditions *conditions)
{
	return conditions->count > 0 ? conditions->stack[conditions->count - 1].state : CONDITION_TAKEN;
}

static unsigned int region_of(struct conditions *conditions)
{
	const struct condition *condition = top(conditions);

	return condition ? condition->region : 0;
}

/* -- what is certain ------------------------------------------------------------------------- */

static enum condition_state if_defined(const struct conditions *conditions, const char *name, bool is_not)
{
	if (!option_macros_is_certain(conditions->macros, name))
		return CONDITION_UNKNOWN;
	return is_not ? CONDITION_NOT_TAKEN : CONDITION_TAKEN;
}

/* TEXT is "0", "1", or "defined NAME" with or without parentheses and "!"; else nothing is certain. */
static enum condition_state if_text(const struct conditions *conditions, const char *text)
{
	const bool is_not = *text == '!';
	const char *name = lines_after(text + is_not, "defined");
	bool is_in_parentheses;
	size_t length;

	if (strcmp(text, "0") == 0)
		return CONDITION_NOT_TAKEN;
	if (strcmp(text, "1") == 0)
		return CONDITION_TAKEN;
	if (!name)
		return CONDITION_UNKNOWN;
	is_in_parentheses = *name == '(';
	name += is_in_parentheses;
	while (text_is_space(*name))
		name++;
	length = option_macros_name_length(name);
	if (length == 0 || strcmp(name + length, is_in_parentheses ? ")" : "") != 0)
		return CONDITION_UNKNOWN;
	return if_defined(conditions, name, is_not);
}

/* -- parts ----------------------------------------------------------------------------------- */

/* Begins a part of the innermost #if that is OWN, apart from what is around it. */
static void begin_part(struct conditions *conditions, enum condition_state own)
{
	struct condition *condition = top(conditions);

	if (condition->was_taken)
		own = CONDITION_NOT_TAKEN;
	else if (condition->was_unknown && own == CONDITION_TAKEN)
		own = CONDITION_UNKNOWN;
	condition->was_taken = condition->was_taken || own == CONDITION_TAKEN;
	condition->was_unknown = condition->was_unknown || own == CONDITION_UNKNOWN;
	condition->state = own > condition->outer ? own : condition->outer;
	condition->region = own == CONDITION_UNKNOWN ? ++conditions->regions : condition->outer_region;
}

static void end_part(struct conditions *conditions)
{
	const struct condition *condition = top(conditions);

	if (condition->region != condition->outer_region)
		option_macros_end_region(conditions->macros, condition->region);
}

static bool begin_if(struct conditions *conditions, enum condition_state own)
{
	struct condition *condition;
	const enum condition_state outer = conditions_now(conditions);
	const unsigned int region = region_of(conditions);

	if (conditions->count == CONDITIONS_MOST)
		return false;
	condition = &conditions->stack[conditions->count++];
	*condition = (struct condition){ .outer = outer, .outer_region = region };
	begin_part(conditions, own);
	return true;
}

/* "#define NAME" after "#ifndef NAME": such lines count when they are reached for the first time. */
static void take_guard(struct conditions *conditions, const char *definition)
{
	struct condition *condition = top(conditions);
	const char *rest = conditions->guard && condition ? text_skip_prefix(definition, conditions->guard) :
							    NULL;

	if (!rest || text_is_name(*rest) || condition->region == condition->outer_region)
		return;
	condition->state = condition->outer;
	condition->region = condition->outer_region;
}

static void define(struct conditions *conditions, const char *definition)
{
	take_guard(conditions, definition);
	if (conditions_now(conditions) != CONDITION_NOT_TAKEN)
		option_macros_define(conditions->macros, definition, region_of(conditions));
}

/* -- directives ------------------------------------------------------------------------------ */

static bool take_inner(struct conditions *conditions, const char *directive)
{
	const char *rest = lines_after(directive, "elif");

	if (!rest && !lines_after(directive, "else") && !lines_after(directive, "endif"))
		return false;
	if (conditions->count == 0)
		return true;
	end_part(conditions);
	if (rest)
		begin_part(conditions, if_text(conditions, rest));
	else if (lines_after(directive, "else"))
		begin_part(conditions, CONDITION_TAKEN);
	else
		conditions->count--;
	return true;
}

/* Takes a directive that begins an #if. *IS_GOOD: there are not too many. */
static bool take_if(struct conditions *conditions, const char *directive, bool *is_good)
{
	const char *rest;

	if ((rest = lines_after(directive, "if")))
		*is_good = begin_if(conditions, if_text(conditions, rest));
	else if ((rest = lines_after(directive, "ifdef")))
		*is_good = begin_if(conditions, if_defined(conditions, rest, false));
	else if ((rest = lines_after(directive, "ifndef")))
		*is_good = begin_if(conditions, if_defined(conditions, rest, true));
	return rest != NULL;
}

bool conditions_take(struct conditions *conditions, const char *directive)
{
	const char *guard = lines_after(directive, "ifndef");
	const char *rest;
	bool is_good = true;

	if (take_if(conditions, directive, &is_good) || take_inner(conditions, directive))
		;
	else if ((rest = lines_after(directive, "define")))
		define(conditions, rest);
	else if ((rest = lines_after(directive, "undef")) &&
		 conditions_now(conditions) != CONDITION_NOT_TAKEN)
		option_macros_undefine(conditions->macros, rest, region_of(conditions));
	conditions->guard = guard && *guard ? format_into(conditions->macros->arena, "%s", guard) : NULL;
	return is_good;
}
