/* SPDX-License-Identifier: Apache-2.0 */
/* live-functions: see live-functions.h. */
#include "tool/report/live/live-functions.h"

#include "tool/output/format.h"
#include "tool/report/space.h"

struct live_function *live_find_function(struct live *live, unsigned int number)
{
	const struct signature *known = known_functions_find(&live->known, number);
	struct live_function *function = live->functions[number];

	/* Another thread may have described it meanwhile. */
	if (function && known)
		function->name = known->name;
	if (function)
		return function;
	if (!space_make(&live->called, live->called_count, sizeof(function)))
		return NULL;
	function = arena_alloc(&live->arena, sizeof(*function));
	if (!function) {
		space_is_short();
		return NULL;
	}
	function->number = number;
	function->name = known ? known->name
			       : format_into(&live->arena, "function %u", number);
	live->functions[number] = live->called[live->called_count++] = function;
	return function;
}

void live_add_errors(struct live *live, int32_t code, uint64_t count)
{
	size_t i = 0;

	while (i < live->error_count && live->errors[i].code != code)
		i++;
	if (i == MODEL_ERRORS)
		i--;
	else if (i == live->error_count)
		live->errors[live->error_count++] = (struct live_error){ .code = code };
	live->errors[i].count += count;
	live->failed += count;
}
