/* SPDX-License-Identifier: Apache-2.0 */
/* memory: regions of buffers and images that are mapped, and shared virtual memory. */
#include "state/memory.h"

#include <stdlib.h>

#include "layers/short-memory.h"
#include "state/live.h"
#include "unit/state/fake-driver.h"
#include "unit/unit.h"

static char buffer, part, place[2];

static struct memory_region region_of(const void *object, size_t origin, size_t size,
				      bool is_written)
{
	return (struct memory_region){ .object = object, .serial = live_record(object)->serial,
				       .whole = &buffer, .origin = { origin },
				       .size = { size, 1, 1 }, .is_written = is_written };
}

static void make_buffers(void)
{
	live_made(OBJECT_MEM, &buffer, CLROUTER_SLOT_clCreateBuffer, NULL);
	live_made(OBJECT_MEM, &part, CLROUTER_SLOT_clCreateSubBuffer, NULL);
}

static bool is_mapped(const void *object, const void *pointer)
{
	return memory_is_mapped(object, &buffer, live_record(object)->serial, pointer);
}

/* Which regions overlap one of 10 bytes at 100 that is mapped. */
static const struct {
	size_t origin, size;
	bool is_written;	/* the mapped region */
	bool overlaps;
} overlaps[] = {
	{ 100, 10, true, true },  { 100, 10, false, false }, { 90, 10, true, false },
	{ 90, 11, true, true },	  { 110, 1, true, false },   { 109, 1, true, true },
	{ 0, 4096, true, true },  { 104, 2, true, true },    { 104, 0, true, true },
};

START_TEST(regions_overlap)
{
	struct memory_region mapped, other;

	make_buffers();
	mapped = region_of(&buffer, 100, 10, overlaps[_i].is_written);
	other = region_of(&part, overlaps[_i].origin, overlaps[_i].size, false);
	memory_note_mapped(place, &mapped);
	ck_assert_int_eq(memory_is_written(&other), overlaps[_i].overlaps);
	other.mip_level = 1;
	ck_assert(!memory_is_written(&other));
	memory_forget_all();
}
END_TEST

START_TEST(a_region_is_unmapped)
{
	struct memory_region region, found;

	make_buffers();
	region = region_of(&part, 0, 8, true);
	ck_assert(!is_mapped(&part, place));
	memory_note_mapped(place, &region);
	ck_assert(is_mapped(&part, place));
	ck_assert(!is_mapped(&buffer, place));
	ck_assert(!is_mapped(&part, place + 1));
	ck_assert(!memory_is_mapped(&part, &buffer, region.serial + 1, place));
	/* A call that unmaps it fails, and then one succeeds. */
	memory_note_unmapping(&part, &buffer, place);
	ck_assert(!is_mapped(&part, place));
	ck_assert(!memory_is_written(&region));
	ck_assert(memory_find_unmapping(&part, &buffer, place, &found));
	ck_assert_uint_eq(found.size[0], 8);
	memory_note_unmapped(&part, &buffer, place, true);
	ck_assert(is_mapped(&part, place));
	ck_assert(memory_is_written(&region));
	memory_note_unmapping(&part, &buffer, place);
	memory_note_unmapped(&part, &buffer, place, false);
	memory_note_unmapped(&part, &buffer, place, true);
	ck_assert(!is_mapped(&part, place));
	ck_assert(!memory_find_unmapping(&part, &buffer, place, &found));
}
END_TEST

static bool is_at(const struct memory_region *region, const void *data)
{
	return region->origin[0] == *(const size_t *)data;
}

/* What a released object has mapped counts no more, and goes when another has its address. */
START_TEST(regions_of_former_objects_do_not_count)
{
	struct memory_region region, found;
	const size_t origin = 16, other = 17;

	make_buffers();
	region = region_of(&part, origin, 8, true);
	memory_note_mapped(place, &region);
	ck_assert(memory_find_mapped(is_at, &origin, &found));
	ck_assert_ptr_eq(found.object, &part);
	ck_assert(!memory_find_mapped(is_at, &other, &found));
	live_release(live_object(&part), 0);
	ck_assert(!memory_find_mapped(is_at, &origin, &found));
	ck_assert(!memory_is_written(&region));
	live_made(OBJECT_MEM, &part, 0, NULL);
	ck_assert(!is_mapped(&part, place));
	region = region_of(&part, other, 8, false);
	memory_note_mapped(place + 1, &region);
	ck_assert(is_mapped(&part, place + 1));
	ck_assert(!is_mapped(&part, place));
	memory_forget_all();
}
END_TEST

START_TEST(without_memory_all_may_be_mapped)
{
	struct memory_region region;

	make_buffers();
	region = region_of(&buffer, 0, 8, true);
	/* First the mapping, then the table. */
	short_memory_set(SHORT_ONCE, (unsigned)_i);
	memory_note_mapped(place, &region);
	short_memory_set(SHORT_ONCE, 0);
	ck_assert(is_mapped(&buffer, place + 1));
	memory_forget_all();
	ck_assert(!is_mapped(&buffer, place));
}
END_TEST

/* -- shared virtual memory ------------------------------------------------------------------- */

#define AT(address) ((const void *)(uintptr_t)(address))

static void allocate(uintptr_t start, size_t size, bool is_fine)
{
	const struct memory_svm svm = { .start = start, .size = size, .is_fine = is_fine };

	memory_note_svm(&svm);
}

/* Of 256 bytes at 0x1000 and the last bytes that there are. */
static const struct {
	uintptr_t address;
	size_t size;
	bool is_inside;
	bool is_near;
} addresses[] = {
	{ 0x1000, 256, true, true },	{ 0x1000, 257, false, true },
	{ 0x10ff, 1, true, true },	{ 0x10ff, 2, false, true },
	{ 0x1100, 0, false, false },	{ 0x1100, 1, false, false },
	{ 0xfff, 1, false, false },	{ 0xfff, 2, false, true },
	{ 0x1080, SIZE_MAX, false, true }, { 0, 0, false, false },
	{ 0, 0x1001, false, true },	{ UINTPTR_MAX - 15, 15, true, true },
	{ UINTPTR_MAX - 1, SIZE_MAX, false, true }, { UINTPTR_MAX, 1, false, false },
};

START_TEST(knows_addresses)
{
	const void *pointer = AT(addresses[_i].address);
	struct memory_svm found;

	allocate(0x1000, 256, false);
	allocate(UINTPTR_MAX - 15, 15, true);
	allocate(0, 5, false);
	allocate(0x5000, 0, false);
	ck_assert_int_eq(memory_is_svm(pointer, addresses[_i].size), addresses[_i].is_inside);
	ck_assert_int_eq(memory_find_svm(pointer, addresses[_i].size, &found),
			 addresses[_i].is_near);
	ck_assert(!memory_is_svm(AT(0x5000), 0));
	ck_assert(memory_is_coarse(AT(0x1001)));
	ck_assert(!memory_is_coarse(AT(UINTPTR_MAX - 15)));
	memory_forget_all();
	ck_assert(!memory_is_svm(pointer, addresses[_i].size));
}
END_TEST

/* Those that are gone are not in the list, and an empty list is one, too. */
START_TEST(allocations_are_listed)
{
	size_t count = 1;
	struct memory_svm *list = memory_copy_svm(&count);

	ck_assert_ptr_nonnull(list);
	ck_assert_uint_eq(count, 0);
	free(list);
	allocate(0x3000, 16, false);
	allocate(0x1000, 256, false);
	allocate(0x2000, 16, false);
	memory_note_svm_freeing(AT(0x2000));
	memory_note_svm_freed(AT(0x2000));
	list = memory_copy_svm(&count);
	ck_assert_uint_eq(count, 2);
	ck_assert_uint_eq(list[0].start, 0x1000);
	ck_assert_uint_eq(list[0].size, 256);
	ck_assert_uint_eq(list[1].start, 0x3000);
	free(list);
	short_memory_set(SHORT_ONCE, 1);
	list = memory_copy_svm(&count);
	short_memory_set(SHORT_ONCE, 0);
	ck_assert_ptr_null(list);
	ck_assert_uint_eq(count, 0);
	memory_forget_all();
}
END_TEST

/* Many are kept in order; a new one replaces those that it overlaps. */
START_TEST(later_allocations_replace_former_ones)
{
	for (uintptr_t i = 200; i > 0; i--)
		allocate(i * 0x1000, 0x100, false);
	for (uintptr_t i = 1; i <= 200; i++)
		ck_assert_uint_eq(memory_svm_size(AT(i * 0x1000)), 0x100);
	allocate(0x2080, 0x3000, false);
	ck_assert_uint_eq(memory_svm_size(AT(0x1000)), 0x100);
	for (uintptr_t i = 2; i <= 5; i++)
		ck_assert_uint_eq(memory_svm_size(AT(i * 0x1000)), 0);
	ck_assert_uint_eq(memory_svm_size(AT(0x2080)), 0x3000);
	ck_assert_uint_eq(memory_svm_size(AT(0x6000)), 0x100);
	memory_forget_all();
}
END_TEST

START_TEST(an_allocation_is_freed)
{
	allocate(0x1000, 64, false);
	ck_assert_uint_eq(memory_svm_size(AT(0x1001)), 0);
	memory_note_svm_freeing(AT(0x1000));
	ck_assert_uint_eq(memory_svm_size(AT(0x1000)), 0);
	/* Before the call returns, another thread gets the address. */
	allocate(0x1000, 32, false);
	memory_note_svm_freed(AT(0x1000));
	ck_assert_uint_eq(memory_svm_size(AT(0x1000)), 32);
	memory_note_svm_freed(AT(0x1000));
	memory_note_svm_freeing(NULL);
	memory_note_svm_freed(NULL);
	ck_assert_uint_eq(memory_svm_size(AT(0x1000)), 32);
	memory_forget_all();
}
END_TEST

START_TEST(a_command_frees_an_allocation)
{
	allocate(0x1000, 64, false);
	memory_note_user_event(true);
	memory_note_user_event(false);
	memory_note_svm_state(AT(0x1000), MEMORY_SVM_DUE);
	ck_assert_uint_eq(memory_svm_size(AT(0x1000)), 0);
	ck_assert_uint_eq(memory_svm_freed_size(AT(0x1000)), 64);
	/* As long as a user event is not set, the command may wait for it. */
	ck_assert(memory_may_be_held());
	ck_assert(memory_is_svm(AT(0x1000), 64));
	memory_note_user_event(true);
	ck_assert(!memory_may_be_held());
	ck_assert(!memory_is_svm(AT(0x1000), 64));
	memory_note_svm_state(AT(0x1000), MEMORY_SVM_THERE);
	ck_assert(memory_is_svm(AT(0x1000), 64));
	ck_assert_uint_eq(memory_svm_freed_size(AT(0x1000)), 0);
	memory_forget_all();
}
END_TEST

START_TEST(shared_memory_is_mapped)
{
	bool is_written = false;

	allocate(0x1000, 64, false);
	ck_assert(!memory_is_svm_mapped(AT(0x1008)));
	memory_note_svm_mapped(AT(0x1008), 8, false);
	memory_note_svm_mapped(AT(0x1008), 4, true);
	memory_note_svm_mapped(AT(0x2000), 4, true);
	ck_assert_uint_eq(memory_svm_mapped_size(AT(0x1008), &is_written), 4);
	ck_assert(is_written);
	ck_assert(memory_overlaps_svm_mapped(AT(0x100c), 1, false));
	ck_assert(!memory_overlaps_svm_mapped(AT(0x100c), 1, true));
	ck_assert(memory_overlaps_svm_mapped(AT(0x1000), 9, true));
	ck_assert(!memory_overlaps_svm_mapped(AT(0x1000), 8, false));
	memory_note_svm_unmapped(AT(0x1008));
	ck_assert(memory_is_svm_mapped(AT(0x1008)));
	ck_assert_uint_eq(memory_svm_mapped_size(AT(0x1008), &is_written), 8);
	ck_assert(!is_written);
	memory_note_svm_unmapped(AT(0x1008));
	memory_note_svm_unmapped(AT(0x1008));
	ck_assert(!memory_is_svm_mapped(AT(0x1008)));
	ck_assert(!memory_is_svm_mapped(AT(0x2000)));
	memory_forget_all();
}
END_TEST

START_TEST(remembers_who_uses_it)
{
	const struct memory_user event = { &place[0], 7 }, of_buffer = { &place[1], 8 };

	allocate(0x1000, 64, false);
	ck_assert_ptr_null(memory_svm_command(AT(0x1000)).object);
	memory_note_svm_command(AT(0x103f), event);
	memory_note_svm_buffer(AT(0x1001), of_buffer);
	memory_note_svm_buffer(AT(0x1040), event);
	ck_assert_ptr_eq(memory_svm_command(AT(0x1000)).object, &place[0]);
	ck_assert_uint_eq(memory_svm_command(AT(0x1000)).serial, 7);
	ck_assert_ptr_eq(memory_svm_buffer(AT(0x1000)).object, &place[1]);
	ck_assert_uint_eq(memory_svm_buffer(AT(0x1000)).serial, 8);
	ck_assert_ptr_null(memory_svm_buffer(NULL).object);
	memory_forget_all();
}
END_TEST

START_TEST(without_memory_shared_memory_may_be_unknown)
{
	ck_assert(!memory_expects_unseen());
	short_memory_set(SHORT_FOR_GOOD, 1);
	allocate(0x1000, 64, false);
	short_memory_set(SHORT_ONCE, 0);
	ck_assert(memory_expects_unseen());
	ck_assert(!memory_is_svm(AT(0x1000), 1));
	allocate(0x1000, 64, false);
	short_memory_set(SHORT_FOR_GOOD, 1);
	memory_note_svm_mapped(AT(0x1000), 1, false);
	short_memory_set(SHORT_ONCE, 0);
	ck_assert(memory_is_svm_mapped(AT(0x1020)));
	memory_forget_all();
	ck_assert(!memory_expects_unseen());
	ck_assert(!memory_is_svm_mapped(AT(0x1020)));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("memory");
	TCase *tcase = unit_tcase(suite, "memory", 20);

	tcase_add_loop_test(tcase, regions_overlap, 0, UNIT_ROWS(overlaps));
	tcase_add_test(tcase, a_region_is_unmapped);
	tcase_add_test(tcase, regions_of_former_objects_do_not_count);
	tcase_add_loop_test(tcase, without_memory_all_may_be_mapped, 1, 3);
	tcase_add_loop_test(tcase, knows_addresses, 0, UNIT_ROWS(addresses));
	tcase_add_test(tcase, allocations_are_listed);
	tcase_add_test(tcase, later_allocations_replace_former_ones);
	tcase_add_test(tcase, an_allocation_is_freed);
	tcase_add_test(tcase, a_command_frees_an_allocation);
	tcase_add_test(tcase, shared_memory_is_mapped);
	tcase_add_test(tcase, remembers_who_uses_it);
	tcase_add_test(tcase, without_memory_shared_memory_may_be_unknown);
	return unit_run(suite);
}
