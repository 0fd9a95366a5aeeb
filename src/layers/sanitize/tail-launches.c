/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tail-launches: see tail-launches.h.
 */
#include "layers/sanitize/tail-launches.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/common/pointer-map.h"
#include "base/common/system.h"
#include "layers/frame/place/place.h"
#include "layers/sanitize/tail-memory.h"
#include "state/facts.h"
#include "state/memory.h"

#define MOST_NAME 4096
#define PAUSE 20000			/* ns */
#define PATIENCE ((uint64_t)4000000000) /* ns: twice as long as another thread waits */
#define UNKNOWN SIZE_MAX		/* the number of a command */

static struct pointer_map names; /* of kernels, from hashes; with `tails_lock` */
static atomic_bool has_armed;	 /* a tail */
static atomic_ullong launches;

uint64_t tail_launches_count(void)
{
	return atomic_load(&launches);
}

void tail_launches_disown(void)
{
	atomic_store(&launches, 0);
}

/* -- the tails of a launch -------------------------------------------------------------------- */

void tail_launches_add(struct tail_list *list, const void *start)
{
	struct tail *tail = list->count < TAIL_LAUNCH_MOST ? tails_take(start) : NULL;

	for (size_t i = 0; tail && i < list->count; i++)
		if (list->tails[i] == tail) {
			tails_give(tail);
			tail = NULL;
		}
	if (tail)
		list->tails[list->count++] = tail;
}

/* POINTER may be anywhere in an allocation. */
static void add_svm(struct tail_list *list, const void *pointer)
{
	struct memory_svm svm;

	if (pointer && memory_find_svm(pointer, 0, &svm))
		tail_launches_add(list, (const void *)svm.start);
}

static void add_arguments(struct tail_list *list, const struct facts_kernel *kernel)
{
	for (cl_uint i = 0; i < kernel->argument_count; i++) {
		const struct kernel_argument *argument = &kernel->state->arguments[i];
		const struct object *object = kernels_object(argument);

		if (object && live_is_live(object, OBJECT_MEM))
			tail_launches_add(list, facts_whole(object->handle));
		else
			add_svm(list, kernels_pointer(argument, KERNELS_SVM));
	}
}

void tail_launches_find(struct tail_list *list, const void *handle)
{
	const struct facts_kernel *kernel = facts_of_kernel(handle);
	struct kernel_list *svm;
	unsigned count;

	if (!kernel || !kernel->state || kernel->argument_count == UINT32_MAX)
		return;
	add_arguments(list, kernel);
	svm = atomic_load(&kernel->state->list);
	count = svm ? atomic_load(&svm->count) : 0;
	for (unsigned i = 0; i < count && i < KERNELS_LISTED; i++)
		add_svm(list, atomic_load(&svm->pointers[i]));
}

void tail_launches_give(struct tail_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		tails_give(list->tails[i]);
}

static const void *kernel_of(const struct call *call)
{
	return call_pointer(call, ARG_clEnqueueNDRangeKernel_kernel);
}

/* Another thread gives TAIL its pattern: this one's launch comes after it. */
static void await_pattern(const struct tail *tail)
{
	const struct timespec pause = { .tv_nsec = PAUSE };
	const uint64_t end = system_now() + PATIENCE;
	bool is_arming;

	do {
		lock_take(&tails_lock);
		is_arming = tail->state == TAIL_ARMING;
		lock_give(&tails_lock);
	} while (is_arming && system_now() < end && nanosleep(&pause, NULL) == 0);
}

void tail_launches_arm(const struct tail_list *list)
{
	struct tail_list new = { .count = 0 };

	lock_take(&tails_lock);
	for (size_t i = 0; i < list->count; i++)
		if (list->tails[i]->state == TAIL_NEW) {
			list->tails[i]->state = TAIL_ARMING;
			new.tails[new.count++] = list->tails[i];
		}
	lock_give(&tails_lock);
	if (new.count > 0)
		tail_memory_arm(new.tails, new.count);
	atomic_store(&has_armed, true);
	for (size_t i = 0; i < list->count; i++)
		await_pattern(list->tails[i]);
}

void tail_launches_before(const struct call *call)
{
	struct tail_list list = { .count = 0 };

	if (!tails_are_on())
		return;
	tail_launches_find(&list, kernel_of(call));
	tail_launches_arm(&list);
	tail_launches_give(&list);
}

/* -- launches --------------------------------------------------------------------------------- */

const char *tail_launches_name(const void *handle)
{
	char name[MOST_NAME] = "";
	uint64_t hash = UINT64_C(14695981039346656037);
	char *kept;

	clrouter_target.clGetKernelInfo((cl_kernel)(uintptr_t)handle, CL_KERNEL_FUNCTION_NAME,
					sizeof(name) - 1, name, NULL);
	for (const char *at = name; *at; at++)
		hash = (hash ^ (unsigned char)*at) * UINT64_C(1099511628211);
	hash |= hash == 0;
	lock_take(&tails_lock);
	kept = (char *)pointer_map_get_number(&names, hash);
	if (!kept) {
		kept = strdup(name);
		if (kept && !pointer_map_set_number(&names, hash, (uintptr_t)kept)) {
			free(kept);
			kept = NULL;
		}
	}
	lock_give(&tails_lock);
	return kept ? kept : "?";
}

static bool is_same(const struct tail_group *one, const struct tail_group *other)
{
	return one->kernel == other->kernel && one->site == other->site &&
	       one->queue == other->queue && one->is_checked == other->is_checked;
}

/* With the lock. */
static void add_launch(struct tail *tail, const struct tail_group *launch)
{
	struct tail_group *group = tail->groups;

	while (group < tail->groups + tail->group_count && !is_same(group, launch))
		group++;
	if (group < tail->groups + tail->group_count) {
		group->number = launch->number;
		group->count++;
		group->ended = 0;
	} else if (tail->group_count < TAIL_GROUPS) {
		*group = *launch;
		tail->group_count++;
	} else {
		/* The last group stands for them when it is known what has ended. */
		tail->groups[TAIL_GROUPS - 1].number = UNKNOWN;
		tail->groups[TAIL_GROUPS - 1].ended = 0;
		tail->more++;
	}
}

void tail_launches_blame(struct tail_list *list, const struct tail_group *group)
{
	lock_take(&tails_lock);
	for (size_t i = 0; i < list->count; i++) {
		if (list->tails[i]->state != TAIL_ARMED)
			continue;
		add_launch(list->tails[i], group);
		if (!group->is_checked)
			tails_wait(list->tails[i]);
	}
	lock_give(&tails_lock);
	if (!group->is_checked)
		atomic_fetch_add(&launches, group->count);
	tail_launches_give(list);
}

void tail_launches_note(const struct call *call, bool is_checked)
{
	const struct facts_queue *queue = facts_of_queue(call_queue(call));
	struct tail_group launch = { .queue = call_queue(call),
				     .number = queue ? atomic_load(&queue->last) : UNKNOWN,
				     .count = 1,
				     .is_checked = is_checked };
	struct tail_list list = { .count = 0 };

	if (!tails_are_on() || (is_checked && !atomic_load(&has_armed)))
		return;
	tail_launches_find(&list, kernel_of(call));
	if (list.count > 0) {
		launch.kernel = tail_launches_name(kernel_of(call));
		launch.site = place_of_finding(call->site);
	}
	tail_launches_blame(&list, &launch);
}
