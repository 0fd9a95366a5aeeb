/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shadow-programs: see shadow-programs.h. How a shadow is made is in make-shadow.c.
 */
#include "layers/sanitize/shadow-programs.h"

#include <stdlib.h>

#include "base/common/pointer-map.h"
#include "layers/sanitize/make-shadow.h"
#include "layers/sanitize/sanitize-summary.h"
#include "state/life.h"

#define MOST_PLACES 4096 /* of a shadow */
#define FIRST_PLACES 16	 /* a power of two */

/* Of the tables. It is not held while the driver is called. */
static struct lock lock = LOCK_INIT;
static struct pointer_map programs; /* from handles */
static struct shadow *shadows;
static atomic_ullong launched; /* by all shadows, ever */

void shadow_programs_start(void)
{
	life_add_lock(&lock);
}

/* -- shadows ---------------------------------------------------------------------------------- */

void shadow_use(struct shadow *shadow)
{
	atomic_fetch_add(&shadow->users, 1);
}

/* With the lock: takes SHADOW out of the list. */
static void unlink_shadow(struct shadow *shadow)
{
	struct shadow **link = &shadows;

	while (*link && *link != shadow)
		link = &(*link)->next;
	if (*link)
		*link = shadow->next;
}

/* The next shadow that is retired and not used, out of the list; NULL: there is none. */
static struct shadow *take_retired(void)
{
	struct shadow *shadow;

	lock_take(&lock);
	shadow = shadows;
	while (shadow && (atomic_load(&shadow->users) != 0 || atomic_load(&shadow->is_used)))
		shadow = shadow->next;
	if (shadow)
		unlink_shadow(shadow);
	lock_give(&lock);
	return shadow;
}

static void count_launches(const struct shadow *shadow)
{
	for (size_t i = 0; i < shadow->sites.kernel_count; i++) {
		const uint64_t launches = atomic_exchange(&shadow->launches[i], 0);

		if (launches > 0)
			summary_add_launches(&shadow->sites.kernels[i], launches);
	}
}

/* Accesses that were not judged are there only if kernels may use memory that is not known. */
static void count_passed(struct shadow *shadow)
{
	if (regions_are_open(&shadow->context->regions))
		summary_add_passed(records_passed(&shadow->records, atomic_load(&shadow->is_dead)));
}

static void give_shadow(struct shadow *shadow)
{
	if (atomic_fetch_sub(&shadow->references, 1) != 1)
		return;
	count_launches(shadow);
	count_passed(shadow);
	make_shadow_undo(shadow);
}

void shadow_free_retired(void)
{
	struct shadow *shadow;

	while ((shadow = take_retired()))
		give_shadow(shadow);
}

void shadow_leave(struct shadow *shadow)
{
	if (atomic_fetch_sub(&shadow->users, 1) == 1)
		shadow_free_retired();
}

static void add_shadow(struct shadow *shadow)
{
	lock_take(&lock);
	shadow->next = shadows;
	shadows = shadow;
	lock_give(&lock);
}

/* A list of the shadows to visit, with references; free() it. */
static struct shadow **list_used(cl_context context, size_t *count)
{
	struct shadow **list = NULL;
	struct shadow *shadow;
	size_t most = 0;

	*count = 0;
	lock_take(&lock);
	for (shadow = shadows; shadow; shadow = shadow->next)
		most += atomic_load(&shadow->is_used);
	if (most > 0)
		list = calloc(most, sizeof(struct shadow *));
	for (shadow = shadows; list && shadow && *count < most; shadow = shadow->next)
		if (atomic_load(&shadow->is_used) &&
		    (!context || shadow->context->handle == context)) {
			atomic_fetch_add(&shadow->references, 1);
			list[(*count)++] = shadow;
		}
	lock_give(&lock);
	return list;
}

void shadow_visit(cl_context context, void (*visit)(struct shadow *shadow, void *data), void *data)
{
	size_t count;
	struct shadow **list = list_used(context, &count);

	for (size_t i = 0; i < count; i++) {
		visit(list[i], data);
		give_shadow(list[i]);
	}
	free(list);
}

/* -- launches --------------------------------------------------------------------------------- */

/* With the shadow's lock: space for one more place. */
static bool has_space(struct shadow *shadow)
{
	const size_t count = shadow->place_count;
	const bool is_full = count == 0 || (count >= FIRST_PLACES && (count & (count - 1)) == 0);
	const size_t size = count == 0 ? FIRST_PLACES : 2 * count;
	struct shadow_place *places;

	if (count >= MOST_PLACES)
		return false;
	if (!is_full)
		return true;
	places = realloc(shadow->places, size * sizeof(*places));
	if (places)
		shadow->places = places;
	return places != NULL;
}

uint32_t shadow_place_number(struct shadow *shadow, const struct sites_kernel *kernel,
			     const void *site, bool is_command)
{
	size_t i = 0;

	lock_take(&shadow->lock);
	while (i < shadow->place_count &&
	       (shadow->places[i].site != site || shadow->places[i].kernel != kernel ||
		shadow->places[i].is_command != is_command))
		i++;
	if (i == shadow->place_count && has_space(shadow))
		shadow->places[shadow->place_count++] = (struct shadow_place){
			.kernel = kernel, .site = site, .is_command = is_command
		};
	i = i < shadow->place_count ? i + 1 : SHADOW_NO_PLACE;
	lock_give(&shadow->lock);
	return (uint32_t)i;
}

struct shadow_place shadow_place(struct shadow *shadow, uint32_t number)
{
	struct shadow_place place = { .site = NULL };

	lock_take(&shadow->lock);
	if (number > 0 && number <= shadow->place_count)
		place = shadow->places[number - 1];
	lock_give(&shadow->lock);
	return place;
}

void shadow_note_enqueued(struct shadow *shadow, uint32_t number, const void *site)
{
	lock_take(&shadow->lock);
	if (number > 0 && number <= shadow->place_count)
		shadow->places[number - 1].enqueued = site;
	lock_give(&shadow->lock);
}

void shadow_note_launch(struct shadow *shadow, const struct sites_kernel *kernel,
			cl_command_queue queue)
{
	atomic_fetch_add_explicit(&shadow->launches[kernel - shadow->sites.kernels], 1,
				  memory_order_relaxed);
	lock_take(&shadow->lock);
	shadow->queue = !shadow->queue || shadow->queue == queue ? queue : SHADOW_QUEUES;
	shadow->last = atomic_fetch_add(&launched, 1) + 1;
	atomic_store(&shadow->is_used, true);
	lock_give(&shadow->lock);
}

uint64_t shadow_moment(void)
{
	return atomic_load(&launched);
}

void shadow_note_end(struct shadow *shadow, cl_command_queue queue, uint64_t moment)
{
	lock_take(&shadow->lock);
	if (shadow->last <= moment && (!queue || shadow->queue == queue)) {
		shadow->queue = NULL;
		atomic_store(&shadow->is_used, false);
	}
	lock_give(&shadow->lock);
}

/* -- programs --------------------------------------------------------------------------------- */

/* The one of HANDLE in the table, which is made if need be, for one more. */
static struct shadow_program *find(cl_program handle)
{
	struct shadow_program *program;

	lock_take(&lock);
	program = (struct shadow_program *)pointer_map_get(&programs, handle);
	if (!program) {
		program = calloc(1, sizeof(*program));
		if (program) {
			program->handle = handle;
			program->lock = (struct lock)LOCK_INIT;
			atomic_store(&program->references, 1);
		}
		if (program && !pointer_map_set(&programs, handle, (uintptr_t)program)) {
			free(program);
			program = NULL;
		}
	}
	if (program)
		atomic_fetch_add(&program->references, 1);
	lock_give(&lock);
	return program;
}

/* With the program's lock. */
static void try_shadows(struct shadow_program *program)
{
	char reason[MAKE_SHADOW_REASON];

	program->is_tried = true;
	if (make_shadows(program, reason)) {
		for (size_t i = 0; i < program->count; i++)
			add_shadow(program->shadows[i]);
		return;
	}
	atomic_store(&program->is_unchecked, true);
	summary_add_refused(reason);
}

struct shadow_program *shadow_programs_take(cl_program handle)
{
	struct shadow_program *program = find(handle);

	if (!program)
		return NULL;
	lock_take(&program->lock);
	if (!program->is_tried)
		try_shadows(program);
	lock_give(&program->lock);
	if (!atomic_load(&program->is_unchecked))
		return program;
	shadow_programs_give(program);
	return NULL;
}

void shadow_programs_keep(struct shadow_program *program)
{
	atomic_fetch_add(&program->references, 1);
}

void shadow_programs_give(struct shadow_program *program)
{
	if (atomic_fetch_sub(&program->references, 1) != 1)
		return;
	for (size_t i = 0; i < program->count; i++)
		shadow_leave(program->shadows[i]);
	free(program->shadows);
	free(program);
}

void shadow_programs_forget(cl_program handle)
{
	struct shadow_program *program;

	lock_take(&lock);
	program = handle ? (struct shadow_program *)pointer_map_get(&programs, handle) : NULL;
	if (program)
		pointer_map_remove(&programs, handle);
	lock_give(&lock);
	if (program)
		shadow_programs_give(program);
}

void shadow_programs_refuse(struct shadow_program *program, const char *reason)
{
	if (!atomic_exchange(&program->is_unchecked, true))
		summary_add_refused(reason);
}

/* The process ends, or the loader closes: shadows that are left belong to the program. */
void shadow_programs_count(bool is_read)
{
	for (struct shadow *shadow = shadows; shadow; shadow = shadow->next) {
		count_launches(shadow);
		if (is_read)
			count_passed(shadow);
	}
}

void shadow_programs_disown(void)
{
	for (struct shadow *shadow = shadows; shadow; shadow = shadow->next) {
		atomic_store(&shadow->is_used, false);
		atomic_store(&shadow->looks, 0);
		for (size_t i = 0; i < shadow->sites.kernel_count; i++)
			atomic_store(&shadow->launches[i], 0);
	}
}
