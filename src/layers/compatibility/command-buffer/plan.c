/* SPDX-License-Identifier: Apache-2.0 */
/*
 * plan: see plan.h.
 */
#include "layers/compatibility/command-buffer/plan.h"

#include <stdlib.h>

#include "layers/frame/auto-free.h"

/* While a plan is made. A node is the number of a step and 1; 0: nothing to wait for. */
struct maker {
	struct replay_plan *plan;
	struct buffer_command *const *commands;
	bool in_order;
	uint32_t *nodes;    /* of each command, what those that wait for it wait for */
	uint32_t *added_to; /* the last node that waits for this step */
	uint32_t barrier;   /* the node of the last barrier */
	size_t since;	    /* the last barrier for everything */
};

/* The step that is being made waits for NODE, too. */
static bool add_wait(struct maker *maker, size_t step, uint32_t node)
{
	struct replay_plan *plan = maker->plan;

	if (node == 0 || maker->added_to[node - 1] == step + 1)
		return true;
	maker->added_to[node - 1] = (uint32_t)step + 1;
	if (plan->wait_count == plan->wait_capacity) {
		const size_t capacity = plan->wait_capacity == 0 ? 64 : plan->wait_capacity * 2;
		uint32_t *waits = realloc(plan->waits, capacity * sizeof(*waits));

		if (!waits || capacity > UINT32_MAX) {
			plan->waits = !waits ? plan->waits : waits;
			return false;
		}
		plan->waits = waits;
		plan->wait_capacity = capacity;
	}
	plan->waits[plan->wait_count++] = node - 1;
	plan->steps[step].count++;
	return true;
}

static bool is_leaf(const struct replay_plan *plan, uint32_t node)
{
	return node != 0 && plan->steps[node - 1].is_leaf;
}

/*
 * Of all since the last such barrier, and that barrier, it is enough to wait for those that nothing
 * waits for.
 */
static bool wait_for_all(struct maker *maker, size_t step)
{
	bool has_memory = true;

	if (is_leaf(maker->plan, maker->barrier))
		has_memory = add_wait(maker, step, maker->barrier);
	for (size_t i = maker->since; i < step && has_memory; i++)
		if (maker->plan->steps[i].is_used && maker->plan->steps[i].is_leaf)
			has_memory = add_wait(maker, step, (uint32_t)i + 1);
	maker->since = step;
	return has_memory;
}

static bool add_waits(struct maker *maker, size_t step)
{
	const struct buffer_command *command = maker->commands[step];
	bool has_memory;

	if (maker->in_order)
		return step == 0 || add_wait(maker, step, maker->nodes[step - 1]);
	if (!command->enqueue && command->point_count == 0)
		return wait_for_all(maker, step);
	has_memory = add_wait(maker, step, maker->barrier);
	for (cl_uint i = 0; i < command->point_count && has_memory; i++)
		has_memory = add_wait(maker, step, maker->nodes[command->points[i] - 1]);
	return has_memory;
}

/* The node for those that wait for STEP, which is a barrier. */
static uint32_t barrier_node(struct maker *maker, size_t step)
{
	struct replay_plan *plan = maker->plan;

	if (plan->steps[step].count > 1)
		return (uint32_t)step + 1;
	plan->steps[step].is_used = false;
	if (plan->steps[step].count == 0)
		return 0;
	plan->wait_count--;
	return plan->waits[plan->wait_count] + 1;
}

static bool make_step(struct maker *maker, size_t step)
{
	struct replay_plan *plan = maker->plan;
	struct plan_step *at = &plan->steps[step];

	*at = (struct plan_step){ true, true, (uint32_t)plan->wait_count, 0 };
	if (!add_waits(maker, step))
		return false;
	if (!maker->commands[step]->enqueue) {
		maker->nodes[step] = barrier_node(maker, step);
		maker->barrier = maker->nodes[step];
	} else {
		maker->nodes[step] = (uint32_t)step + 1;
		plan->commands++;
	}
	if (!at->is_used) {
		at->count = 0;
		return true;
	}
	for (uint32_t i = 0; i < at->count; i++) {
		struct plan_step *other = &plan->steps[plan->waits[at->first + i]];

		plan->leaves -= other->is_leaf;
		other->is_leaf = false;
	}
	plan->leaves++;
	if (at->count > plan->most_waits)
		plan->most_waits = at->count;
	return true;
}

struct replay_plan *plan_make(struct buffer_command *const *commands, size_t count, bool in_order)
{
	struct replay_plan *plan = calloc(1, sizeof(*plan) + count * sizeof(plan->steps[0]));
	uint32_t *nodes AUTO_FREE = calloc(count + 1, sizeof(*nodes));
	uint32_t *added_to AUTO_FREE = calloc(count + 1, sizeof(*added_to));
	struct maker maker = { .plan = plan,
			       .commands = commands,
			       .in_order = in_order,
			       .nodes = nodes,
			       .added_to = added_to };
	bool has_memory = plan && nodes && added_to;

	if (has_memory)
		plan->count = count;
	for (size_t i = 0; i < count && has_memory; i++)
		has_memory = make_step(&maker, i);
	if (has_memory)
		return plan;
	plan_free(plan);
	return NULL;
}

void plan_free(struct replay_plan *plan)
{
	if (!plan)
		return;
	free(plan->waits);
	free(plan);
}
