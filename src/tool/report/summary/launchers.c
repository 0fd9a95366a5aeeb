/* SPDX-License-Identifier: Apache-2.0 */
/* launchers: see summary-rows.h. */
#include "tool/report/summary/summary-rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "tool/report/numbers.h"

/* Distributions add to these, as in mpiexec.hydra and mpirun-openmpi. */
static const char *const names[] = {
	"mpirun", "mpiexec", "orterun", "prterun", "orted", "prted", "hydra_pmi_proxy", "srun",
	"slurmstepd", "aprun", "jsrun", "flux",
};

static bool is_named(const struct summary_process *process)
{
	const char *name = process->program ? text_base_name(process->program) : "";

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		const char *rest = text_skip_prefix(name, names[i]);

		if (rest && (*rest == '\0' || *rest == '.' || *rest == '-'))
			return true;
	}
	return false;
}

/* -- parents ----------------------------------------------------------------------- */

static int compare_parents(const void *left, const void *right)
{
	const struct summary_process *a = *(const struct summary_process *const *)left;
	const struct summary_process *b = *(const struct summary_process *const *)right;

	return number_order(a->parent, b->parent);
}

/* The processes by their parents, for free(); NULL: there is no memory. */
static const struct summary_process **list_by_parent(const struct summary *summary)
{
	const struct summary_process **list = calloc(summary->process_count + 1, sizeof(*list));

	if (!list || summary->process_count == 0)
		return list;
	memcpy(list, summary->processes, summary->process_count * sizeof(*list));
	qsort(list, summary->process_count, sizeof(*list), compare_parents);
	return list;
}

static bool has_child(const struct summary_process *const *by_parent, size_t count,
		      const struct summary_process *process)
{
	const struct summary_process key = { .parent = process->process };
	const struct summary_process *place = &key;
	size_t end = number_find_end(&place, by_parent, count, sizeof(place), compare_parents);

	for (; end > 0 && by_parent[end - 1]->parent == process->process; end--)
		if (summary_is_same(by_parent[end - 1]->host, process->host))
			return true;
	return false;
}

/* -- ranks ---------------------------------------------------------------------------- */

/* Does PROCESS do the work of the rank that OTHER seems to be? */
static bool is_true_rank(const struct summary_process *process, const struct summary_process *other)
{
	return process->commands > 0 && summary_is_same(process->job, other->job);
}

/* Processes of one rank are beside each other. */
static bool has_double(const struct summary *summary, const struct summary_process *process)
{
	const char *rank = process->rank;

	for (size_t i = process->index; rank && i > 0; i--)
		if (!summary_is_same(summary->processes[i - 1]->rank, rank))
			break;
		else if (is_true_rank(summary->processes[i - 1], process))
			return true;
	for (size_t i = process->index + 1; rank && i < summary->process_count; i++)
		if (!summary_is_same(summary->processes[i]->rank, rank))
			break;
		else if (is_true_rank(summary->processes[i], process))
			return true;
	return false;
}

/* -- all -------------------------------------------------------------------------------- */

/* Without memory, names have to do. */
void launchers_find(struct summary *summary)
{
	const size_t count = summary->process_count;
	const struct summary_process **by_parent = list_by_parent(summary);
	size_t found = 0;

	for (size_t i = 0; i < count; i++) {
		struct summary_process *process = summary->processes[i];

		process->is_launcher =
			process->commands == 0 &&
			(is_named(process) || (by_parent && has_child(by_parent, count, process)) ||
			 has_double(summary, process));
		found += process->is_launcher;
	}
	for (size_t i = 0; found == count && i < count; i++)
		summary->processes[i]->is_launcher = false;
	free(by_parent);
}
