/* SPDX-License-Identifier: Apache-2.0 */
/*
 * memory: see memory.h.
 */
#include "state/memory.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/common/lock.h"
#include "opencl/region.h"
#include "state/life.h"
#include "state/live.h"
#include "base/common/pointer-map.h"

static struct lock memory_lock = LOCK_INIT;

/* Memory was short, so that a region that is mapped is not known. */
static bool is_incomplete;

/* -- regions that are mapped ------------------------------------------------------------- */

struct mapping {
	struct mapping *next; /* of the same whole */
	const void *pointer;
	struct memory_region region;
	bool is_leaving; /* a call that unmaps it has begun */
};

static struct pointer_map mappings; /* the first one of each whole */

void memory_start(void)
{
	life_add_lock(&memory_lock);
}

static struct mapping *first_of(const void *whole)
{
	return (struct mapping *)pointer_map_get(&mappings, whole);
}

static void set_first(const void *whole, struct mapping *first)
{
	if (first)
		pointer_map_set(&mappings, whole, (uintptr_t)first);
	else
		pointer_map_remove(&mappings, whole);
}

/* A former object at the address of the new one of SERIAL cannot be unmapped any more. */
static void drop_former(const void *object, uint32_t serial, const void *whole)
{
	struct mapping *first = first_of(whole);
	struct mapping **link = &first;
	struct mapping *mapping;

	while ((mapping = *link))
		if (mapping->region.object == object && mapping->region.serial != serial) {
			*link = mapping->next;
			free(mapping);
		} else {
			link = &mapping->next;
		}
	set_first(whole, first);
}

void memory_note_mapped(const void *pointer, const struct memory_region *region)
{
	struct mapping *mapping = malloc(sizeof(*mapping));

	lock_take(&memory_lock);
	drop_former(region->object, region->serial, region->whole);
	if (mapping) {
		*mapping = (struct mapping){ .pointer = pointer, .region = *region };
		mapping->next = first_of(region->whole);
	}
	if (!mapping ||
	    !pointer_map_set(&mappings, region->whole, (uintptr_t)mapping)) {
		free(mapping);
		is_incomplete = true;
	}
	lock_give(&memory_lock);
}

/* The link to a region of OBJECT at POINTER; one that is written, if there are. */
static struct mapping **find(struct mapping **link, const void *object, const void *pointer,
			     bool is_leaving)
{
	struct mapping **found = NULL;

	for (; *link; link = &(*link)->next)
		if ((*link)->region.object == object && (*link)->pointer == pointer &&
		    (*link)->is_leaving == is_leaving &&
		    (!found || (*link)->region.is_written))
			found = link;
	return found;
}

void memory_note_unmapping(const void *object, const void *whole, const void *pointer)
{
	struct mapping *first;
	struct mapping **link;

	lock_take(&memory_lock);
	first = first_of(whole);
	link = find(&first, object, pointer, false);
	if (link)
		(*link)->is_leaving = true;
	lock_give(&memory_lock);
}

void memory_note_unmapped(const void *object, const void *whole, const void *pointer,
			  bool has_failed)
{
	struct mapping *first, *mapping;
	struct mapping **link;

	lock_take(&memory_lock);
	first = first_of(whole);
	link = find(&first, object, pointer, true);
	if (link && has_failed) {
		(*link)->is_leaving = false;
	} else if (link) {
		mapping = *link;
		*link = mapping->next;
		free(mapping);
		set_first(whole, first);
	}
	lock_give(&memory_lock);
}

bool memory_is_mapped(const void *object, const void *whole, uint32_t serial, const void *pointer)
{
	struct mapping *first;
	struct mapping **link;
	bool is_mapped;

	lock_take(&memory_lock);
	first = first_of(whole);
	link = find(&first, object, pointer, false);
	is_mapped = is_incomplete || (link && (*link)->region.serial == serial);
	lock_give(&memory_lock);
	return is_mapped;
}

static bool do_overlap(const struct memory_region *a, const struct memory_region *b)
{
	const struct region first = region_elements(a->origin, a->size);
	const struct region second = region_elements(b->origin, b->size);

	return a->mip_level == b->mip_level && region_overlap(&first, &second);
}

/* Is MAPPING of an object that is still the one that was mapped? */
static bool is_current(const struct mapping *mapping)
{
	const struct object *object = live_record(mapping->region.object);

	return object && live_is_live(object, OBJECT_MEM) &&
	       atomic_load(&object->serial) == mapping->region.serial;
}

bool memory_is_written(const struct memory_region *region)
{
	bool is_written = false;

	lock_take(&memory_lock);
	for (struct mapping *mapping = first_of(region->whole); mapping;
	     mapping = mapping->next)
		is_written |= mapping->region.is_written && !mapping->is_leaving &&
			      is_current(mapping) && do_overlap(&mapping->region, region);
	lock_give(&memory_lock);
	return is_written;
}

bool memory_find_unmapping(const void *object, const void *whole, const void *pointer,
			   struct memory_region *region)
{
	struct mapping *first;
	struct mapping **link;

	lock_take(&memory_lock);
	first = first_of(whole);
	link = find(&first, object, pointer, true);
	if (link)
		*region = (*link)->region;
	lock_give(&memory_lock);
	return link != NULL;
}

/* The mappings of the slot INDEX; NULL: none. */
static struct mapping *mappings_at(size_t index)
{
	const struct pointer_map_slot *slot = &mappings.slots[index];

	return slot->key != 0 ? (struct mapping *)slot->value : NULL;
}

bool memory_find_mapped(bool (*fits)(const struct memory_region *region, const void *data),
			const void *data, struct memory_region *region)
{
	const struct mapping *found = NULL;

	lock_take(&memory_lock);
	for (size_t i = 0; i < mappings.size && !found; i++)
		for (found = mappings_at(i); found; found = found->next)
			if (!found->is_leaving && is_current(found) && fits(&found->region, data))
				break;
	if (found)
		*region = found->region;
	lock_give(&memory_lock);
	return found != NULL;
}

/* -- shared virtual memory --------------------------------------------------------------- */

/* A region of an allocation that is mapped. */
struct svm_mapping {
	struct svm_mapping *next;
	uintptr_t start;
	size_t size;
	bool is_written;
};

struct svm_allocation {
	struct memory_svm svm;
	struct svm_mapping *mappings;
	struct memory_user command;	/* the event of the last one that uses it */
	struct memory_user buffer;	/* the last one that was made of it */
	bool is_leaving;	/* a call that frees it has begun */
};

static struct svm_allocation *allocations; /* by address */
static size_t count, capacity;
static atomic_bool has_unseen;
static atomic_uint user_events; /* that are not set */

void memory_note_user_event(bool is_set)
{
	if (!is_set)
		atomic_fetch_add(&user_events, 1);
	else if (atomic_load(&user_events) > 0)
		atomic_fetch_sub(&user_events, 1);
}

bool memory_may_be_held(void)
{
	return atomic_load(&user_events) > 0;
}

/* Is ALLOCATION gone, or may be? */
static bool is_gone(const struct svm_allocation *allocation)
{
	return allocation->is_leaving ||
	       (allocation->svm.state == MEMORY_SVM_DUE && !memory_may_be_held());
}

/* The index of the first allocation that begins after ADDRESS. */
static size_t after_address(uintptr_t address)
{
	size_t low = 0, high = count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (allocations[middle].svm.start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The allocation that POINTER is in, NULL if it is in none. */
static struct svm_allocation *allocation_of(const void *pointer)
{
	size_t at = after_address((uintptr_t)pointer);

	/* An address may have been allocated again before the call that freed it returned. */
	while (at > 0 && is_gone(&allocations[at - 1]))
		at--;
	if (at == 0 ||
	    (uintptr_t)pointer - allocations[at - 1].svm.start >= allocations[at - 1].svm.size)
		return NULL;
	return &allocations[at - 1];
}

/* The allocation that POINTER is in, else the first that has one of the SIZE bytes there. */
static struct svm_allocation *allocation_near(const void *pointer, size_t size)
{
	struct svm_allocation *allocation = allocation_of(pointer);
	size_t at = after_address((uintptr_t)pointer);

	if (allocation)
		return allocation;
	while (at < count && is_gone(&allocations[at]))
		at++;
	return at < count && allocations[at].svm.start - (uintptr_t)pointer < size ?
		       &allocations[at] : NULL;
}

static void drop_mappings(struct svm_allocation *allocation)
{
	struct svm_mapping *next;

	for (struct svm_mapping *mapping = allocation->mappings; mapping; mapping = next) {
		next = mapping->next;
		free(mapping);
	}
}

static void drop(struct svm_allocation *allocation)
{
	drop_mappings(allocation);
	count--;
	memmove(allocation, allocation + 1,
		(size_t)(&allocations[count] - allocation) * sizeof(*allocation));
}

/* What was allocated at the addresses of SVM was freed without being seen. */
static void drop_former_svm(const struct memory_svm *svm)
{
	size_t i = after_address(svm->start);

	while (i > 0 && allocations[i - 1].is_leaving)
		i--;
	i -= i > 0;
	while (i < count && allocations[i].svm.start < svm->start + svm->size)
		if (!allocations[i].is_leaving &&
		    svm->start < allocations[i].svm.start + allocations[i].svm.size)
			drop(&allocations[i]);
		else
			i++;
}

static bool grow(void)
{
	const size_t larger = capacity == 0 ? 64 : 2 * capacity;
	struct svm_allocation *array;

	if (count < capacity)
		return true;
	array = realloc(allocations, larger * sizeof(*array));
	if (!array)
		return false;
	allocations = array;
	capacity = larger;
	return true;
}

void memory_note_svm(const struct memory_svm *svm)
{
	size_t at;

	if (svm->start == 0 || svm->size == 0)
		return;
	lock_take(&memory_lock);
	drop_former_svm(svm);
	if (grow()) {
		at = after_address(svm->start);
		memmove(&allocations[at + 1], &allocations[at],
			(count - at) * sizeof(allocations[0]));
		allocations[at] = (struct svm_allocation){ .svm = *svm };
		count++;
	} else {
		memory_expect_unseen();
	}
	lock_give(&memory_lock);
}

struct memory_svm *memory_copy_svm(size_t *found)
{
	struct memory_svm *list;

	*found = 0;
	lock_take(&memory_lock);
	list = calloc(count + 1, sizeof(*list));
	for (size_t i = 0; list && i < count; i++)
		if (!is_gone(&allocations[i]))
			list[(*found)++] = allocations[i].svm;
	lock_give(&memory_lock);
	return list;
}

/* The allocation that begins at POINTER. */
static struct svm_allocation *find_allocation(const void *pointer, bool is_leaving)
{
	size_t at = after_address((uintptr_t)pointer);

	while (at > 0 && allocations[at - 1].svm.start == (uintptr_t)pointer) {
		at--;
		if (allocations[at].is_leaving == is_leaving)
			return &allocations[at];
	}
	return NULL;
}

void memory_note_svm_state(const void *pointer, enum memory_svm_state state)
{
	struct svm_allocation *allocation;

	lock_take(&memory_lock);
	allocation = !pointer ? NULL : find_allocation(pointer, false);
	if (allocation)
		allocation->svm.state = state;
	lock_give(&memory_lock);
}

void memory_note_svm_freeing(const void *pointer)
{
	struct svm_allocation *allocation;

	lock_take(&memory_lock);
	allocation = !pointer ? NULL : find_allocation(pointer, false);
	if (allocation)
		allocation->is_leaving = true;
	lock_give(&memory_lock);
}

void memory_note_svm_freed(const void *pointer)
{
	struct svm_allocation *allocation;

	lock_take(&memory_lock);
	allocation = !pointer ? NULL : find_allocation(pointer, true);
	if (allocation)
		drop(allocation);
	lock_give(&memory_lock);
}

size_t memory_svm_size(const void *pointer)
{
	const struct svm_allocation *allocation;
	size_t size;

	lock_take(&memory_lock);
	allocation = !pointer ? NULL : find_allocation(pointer, false);
	size = allocation && allocation->svm.state != MEMORY_SVM_DUE ?
		       allocation->svm.size : 0;
	lock_give(&memory_lock);
	return size;
}

size_t memory_svm_freed_size(const void *pointer)
{
	const struct svm_allocation *allocation;
	size_t size = 0;

	lock_take(&memory_lock);
	allocation = !pointer ? NULL : find_allocation(pointer, false);
	if (allocation && !allocation->svm.is_fine &&
	    allocation->svm.state == MEMORY_SVM_DUE)
		size = allocation->svm.size;
	lock_give(&memory_lock);
	return size;
}

bool memory_is_coarse(const void *pointer)
{
	const struct svm_allocation *allocation;
	bool is_coarse;

	lock_take(&memory_lock);
	allocation = allocation_of(pointer);
	is_coarse = allocation && !allocation->svm.is_fine;
	lock_give(&memory_lock);
	return is_coarse;
}

bool memory_is_svm(const void *pointer, size_t size)
{
	const struct svm_allocation *allocation;
	bool is_inside;

	lock_take(&memory_lock);
	allocation = allocation_of(pointer);
	is_inside = allocation &&
		    size <= allocation->svm.size - ((uintptr_t)pointer - allocation->svm.start);
	lock_give(&memory_lock);
	return is_inside;
}

bool memory_find_svm(const void *pointer, size_t size, struct memory_svm *found)
{
	const struct svm_allocation *allocation;

	lock_take(&memory_lock);
	allocation = allocation_near(pointer, size);
	if (allocation)
		*found = allocation->svm;
	lock_give(&memory_lock);
	return allocation != NULL;
}

void memory_note_svm_mapped(const void *pointer, size_t size, bool is_written)
{
	struct svm_mapping *mapping = malloc(sizeof(*mapping));
	struct svm_allocation *allocation;

	lock_take(&memory_lock);
	allocation = allocation_of(pointer);
	if (allocation && mapping) {
		*mapping = (struct svm_mapping){ allocation->mappings, (uintptr_t)pointer, size,
						 is_written };
		allocation->mappings = mapping;
	} else {
		is_incomplete |= allocation != NULL;
		free(mapping);
	}
	lock_give(&memory_lock);
}

/* The link to the region that was mapped last at POINTER; NULL: there is none. */
static struct svm_mapping **find_svm_mapping(struct svm_allocation *allocation, const void *pointer)
{
	struct svm_mapping **link = allocation ? &allocation->mappings : NULL;

	while (link && *link && (*link)->start != (uintptr_t)pointer)
		link = &(*link)->next;
	return link && *link ? link : NULL;
}

void memory_note_svm_unmapped(const void *pointer)
{
	struct svm_mapping **link;
	struct svm_mapping *mapping;

	lock_take(&memory_lock);
	link = find_svm_mapping(allocation_of(pointer), pointer);
	if (link) {
		mapping = *link;
		*link = mapping->next;
		free(mapping);
	}
	lock_give(&memory_lock);
}

bool memory_is_svm_mapped(const void *pointer)
{
	bool is_mapped;

	lock_take(&memory_lock);
	is_mapped = is_incomplete || find_svm_mapping(allocation_of(pointer), pointer);
	lock_give(&memory_lock);
	return is_mapped;
}

size_t memory_svm_mapped_size(const void *pointer, bool *is_written)
{
	struct svm_allocation *allocation;
	struct svm_mapping **link;
	size_t size = 0;

	lock_take(&memory_lock);
	allocation = allocation_of(pointer);
	link = find_svm_mapping(allocation, pointer);
	if (link && !allocation->svm.is_fine) {
		size = (*link)->size;
		*is_written = (*link)->is_written;
	}
	lock_give(&memory_lock);
	return size;
}

bool memory_overlaps_svm_mapped(const void *pointer, size_t size, bool only_written)
{
	const uintptr_t start = (uintptr_t)pointer;
	const struct svm_allocation *allocation;
	bool is_found = false;

	lock_take(&memory_lock);
	allocation = allocation_of(pointer);
	for (const struct svm_mapping *one = !allocation ? NULL : allocation->mappings;
	     one; one = one->next)
		is_found |= (one->is_written || !only_written) && start < one->start + one->size &&
			    one->start < start + size;
	lock_give(&memory_lock);
	return is_found;
}

void memory_expect_unseen(void)
{
	atomic_store(&has_unseen, true);
}

bool memory_expects_unseen(void)
{
	return atomic_load(&has_unseen) || live_expects_unseen();
}

void memory_note_svm_command(const void *pointer, struct memory_user user)
{
	struct svm_allocation *allocation;

	lock_take(&memory_lock);
	allocation = allocation_of(pointer);
	if (allocation)
		allocation->command = user;
	lock_give(&memory_lock);
}

void memory_note_svm_buffer(const void *pointer, struct memory_user user)
{
	struct svm_allocation *allocation;

	lock_take(&memory_lock);
	allocation = allocation_of(pointer);
	if (allocation)
		allocation->buffer = user;
	lock_give(&memory_lock);
}

struct memory_user memory_svm_command(const void *pointer)
{
	const struct svm_allocation *allocation;
	struct memory_user user = { .object = NULL };

	lock_take(&memory_lock);
	allocation = !pointer ? NULL : find_allocation(pointer, false);
	if (allocation)
		user = allocation->command;
	lock_give(&memory_lock);
	return user;
}

struct memory_user memory_svm_buffer(const void *pointer)
{
	const struct svm_allocation *allocation;
	struct memory_user user = { .object = NULL };

	lock_take(&memory_lock);
	allocation = !pointer ? NULL : find_allocation(pointer, false);
	if (allocation)
		user = allocation->buffer;
	lock_give(&memory_lock);
	return user;
}

/* -- all --------------------------------------------------------------------------------- */

void memory_forget_all(void)
{
	struct mapping *next;

	lock_take(&memory_lock);
	for (size_t i = 0; i < mappings.size; i++)
		for (struct mapping *mapping = mappings_at(i); mapping; mapping = next) {
			next = mapping->next;
			free(mapping);
		}
	pointer_map_done(&mappings);
	for (size_t i = 0; i < count; i++)
		drop_mappings(&allocations[i]);
	free(allocations);
	allocations = NULL;
	count = capacity = 0;
	is_incomplete = false;
	atomic_store(&has_unseen, false);
	atomic_store(&user_events, 0);
	lock_give(&memory_lock);
}
