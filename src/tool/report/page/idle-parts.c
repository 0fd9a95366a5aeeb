/* SPDX-License-Identifier: Apache-2.0 */
/* idle-parts: see idle-parts.h. */
#include "tool/report/page/idle-parts.h"

#include <stdlib.h>

#include "table/json.h"
#include "tool/report/numbers.h"
#include "tool/report/page/longest-parts.h"

static bool add(const struct idle_part *part, void *data)
{
	return longest_parts_add(data, part);
}

static int compare(const void *left, const void *right)
{
	const struct idle_part *a = left;
	const struct idle_part *b = right;

	return number_order_then(a->device, b->device, a->begin, b->begin);
}

static void put_device(struct output *output, const struct model *model,
		       const struct idle_part *parts, size_t count)
{
	json_open_object(output, NULL);
	json_unsigned(output, "device_number",
		      history_number(model->history, OBJECT_DEVICE, parts->device, model->last));
	json_open_array(output, "parts");
	for (size_t i = 0; i < count; i++) {
		json_unsigned(output, NULL, model_since_start(model, parts[i].begin));
		json_unsigned(output, NULL, parts[i].end - parts[i].begin);
		json_unsigned(output, NULL, parts[i].cause);
	}
	json_close_array(output);
	json_close_object(output);
}

bool idle_parts_put(struct output *output, const struct model *model, unsigned int shares)
{
	struct longest_parts parts = { .size = sizeof(struct idle_part),
				       .most = IDLE_PARTS_MOST / shares };
	const bool is_good = idle_visit(model, add, &parts);
	const struct idle_part *list = parts.list;
	size_t next;

	if (parts.count > 0)
		qsort(parts.list, parts.count, sizeof(*list), compare);
	json_open_array(output, "idle_causes");
	for (int i = 0; i < IDLE_CAUSES; i++)
		json_text(output, NULL, idle_kinds[i].title);
	json_close_array(output);
	json_open_array(output, "idle");
	for (size_t first = 0; first < parts.count; first = next) {
		for (next = first + 1;
		     next < parts.count && list[next].device == list[first].device;)
			next++;
		put_device(output, model, &list[first], next - first);
	}
	json_close_array(output);
	free(parts.list);
	return is_good;
}
