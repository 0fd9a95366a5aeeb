/* SPDX-License-Identifier: Apache-2.0 */
/* pinned: see pinned.h. */
#include "tool/report/pinned.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "record/recorded-call.h"
#include "tool/report/numbers.h"
#include "tool/report/space.h"

#define MOST_RANGES 65536
#define MOST_PIXEL 16 /* bytes */

static int compare(const void *left, const void *right)
{
	const struct pinned_range *a = left;
	const struct pinned_range *b = right;

	return number_order_then(a->begin, b->begin, a->end, b->end);
}

/* Ranges that overlap or touch become one. */
static void settle(struct pinned *pinned)
{
	size_t kept = 0;

	if (pinned->is_sorted || pinned->count == 0)
		return;
	qsort(pinned->list, pinned->count, sizeof(*pinned->list), compare);
	for (size_t i = 1; i < pinned->count; i++) {
		struct pinned_range *before = &pinned->list[kept];
		const struct pinned_range range = pinned->list[i];

		if (range.begin > before->end)
			pinned->list[++kept] = range;
		else if (range.end > before->end)
			before->end = range.end;
	}
	pinned->count = kept + 1;
	pinned->is_sorted = true;
}

static bool add(struct pinned *pinned, uint64_t begin, uint64_t size)
{
	const struct pinned_range range = { begin,
					    size < UINT64_MAX - begin ? begin + size : UINT64_MAX };
	const struct pinned_range *last =
		pinned->count > 0 ? &pinned->list[pinned->count - 1] : NULL;

	/* A program maps the same buffer again and again. */
	if (begin == 0 || pinned->is_full ||
	    (last && last->begin <= range.begin && range.end <= last->end))
		return true;
	if (pinned->count == MOST_RANGES)
		settle(pinned);
	pinned->is_full = pinned->count == MOST_RANGES;
	if (pinned->is_full)
		return true;
	if (!space_make(&pinned->list, pinned->count, sizeof(range)))
		return false;
	pinned->list[pinned->count++] = range;
	pinned->is_sorted = false;
	return true;
}

/* Of an image, at least as many bytes as there can be. */
static uint64_t image_bytes(const struct known_functions *known, const struct record_call *call)
{
	uint64_t region[3];

	recorded_sizes(known, call, "region", 3, region);
	return region[0] * region[1] * region[2] * MOST_PIXEL;
}

/* Functions of extensions that return memory which the host can use. */
static bool makes_shared_memory(const struct known_functions *known, unsigned int number)
{
	static const char *const names[] = { "clHostMemAllocINTEL", "clSharedMemAllocINTEL" };
	const struct signature *function = known_functions_find(known, number);

	for (size_t i = 0; function && i < ARRAY_SIZE(names); i++)
		if (strcmp(function->name, names[i]) == 0)
			return true;
	return false;
}

bool pinned_add_call(struct pinned *pinned, const struct known_functions *known,
		     const struct record_call *call)
{
	uint64_t begin = call->result;
	uint64_t size = 0;

	switch (call->head.detail) {
	case CLROUTER_SLOT_clEnqueueMapBuffer:
	case CLROUTER_SLOT_clSVMAlloc:
		recorded_argument(known, call, "size", &size);
		break;
	case CLROUTER_SLOT_clEnqueueMapImage:
		size = image_bytes(known, call);
		break;
	case CLROUTER_SLOT_clCreateBuffer:
	case CLROUTER_SLOT_clCreateBufferWithProperties:
		recorded_argument(known, call, "flags", &size);
		if ((size & CL_MEM_USE_HOST_PTR) == 0)
			return true;
		recorded_argument(known, call, "host_ptr", &begin);
		recorded_argument(known, call, "size", &size);
		break;
	default:
		if (call->head.detail < RECORD_FIRST_EXTENSION ||
		    !makes_shared_memory(known, call->head.detail))
			return true;
		recorded_argument(known, call, "size", &size);
	}
	return add(pinned, begin, size);
}

bool pinned_has(struct pinned *pinned, uint64_t pointer)
{
	const struct pinned_range key = { pointer, UINT64_MAX };
	size_t end;

	settle(pinned);
	end = number_find_end(&key, pinned->list, pinned->count, sizeof(key), compare);
	return pinned->is_full || (end > 0 && pointer < pinned->list[end - 1].end);
}

void pinned_done(struct pinned *pinned)
{
	free(pinned->list);
	*pinned = (struct pinned){ .list = NULL };
}
