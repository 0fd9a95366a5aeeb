/* SPDX-License-Identifier: Apache-2.0 */
/* addresses: what calls that map, unmap, allocate and free tell memory.h. */
#include "state/learn/addresses.h"

#include "state/facts.h"
#include "unit/state/fake-driver.h"
#include "unit/unit.h"

static char context, queue, buffer, part, event;
static char shared[64];
static struct fake_call fake;

static void *make(const void *handle)
{
	struct facts_mem *facts;

	live_made(OBJECT_MEM, handle, 0, NULL);
	facts = facts_begin(handle, OBJECT_MEM, &context);
	facts_finish(&facts->any, handle);
	return facts;
}

static void allocate(cl_svm_mem_flags flags)
{
	const void *result = shared;

	live_made(OBJECT_CONTEXT, &context, 0, NULL);
	addresses_note(FAKE_CALL(&fake, clSVMAlloc, FAKE_POINTER(&context), flags, sizeof(shared)),
		       &result);
}

static bool is_mapped(void)
{
	return memory_is_mapped(&part, &buffer, live_record(&part)->serial, shared);
}

START_TEST(a_buffer_is_mapped_and_unmapped)
{
	const void *result = shared;
	struct memory_region region;
	struct facts_mem *facts;

	FAKE_CALL(&fake, clEnqueueMapBuffer, FAKE_POINTER(&queue), FAKE_POINTER(&part), 0,
		  _i == 0 ? CL_MAP_READ : CL_MAP_WRITE_INVALIDATE_REGION, 3, 5);
	ck_assert(!addresses_mapped_region(&fake.call, &region));
	make(&buffer);
	facts = make(&part);
	facts->parent = &buffer;
	facts->origin = 100;
	ck_assert(addresses_mapped_region(&fake.call, &region));
	ck_assert_ptr_eq(region.whole, &buffer);
	ck_assert_uint_eq(region.origin[0], 103);
	ck_assert_uint_eq(region.size[0], 5);
	ck_assert_uint_eq(region.size[2], 1);
	ck_assert_int_eq(region.is_written, _i == 1);
	addresses_note(&fake.call, &result);
	ck_assert(is_mapped());
	FAKE_CALL(&fake, clEnqueueUnmapMemObject, FAKE_POINTER(&queue), FAKE_POINTER(&part),
		  FAKE_POINTER(shared));
	addresses_note_before(&fake.call);
	ck_assert(!is_mapped());
	addresses_note_failed(&fake.call);
	ck_assert(is_mapped());
	addresses_note_before(&fake.call);
	addresses_note(&fake.call, NULL);
	ck_assert(!is_mapped());
}
END_TEST

START_TEST(an_image_has_levels)
{
	const size_t origin[] = { 1, 2, 3, 4 }, size[] = { 5, 6, 7 };
	struct memory_region region;
	struct facts_mem *facts = make(&buffer);

	facts->type = CL_MEM_OBJECT_IMAGE3D;
	facts->mip_levels = _i == 0 ? 1 : 5;
	FAKE_CALL(&fake, clEnqueueMapImage, FAKE_POINTER(&queue), FAKE_POINTER(&buffer), 0, 0,
		  FAKE_POINTER(origin), FAKE_POINTER(size));
	ck_assert(addresses_mapped_region(&fake.call, &region));
	ck_assert_uint_eq(region.origin[2], 3);
	ck_assert_uint_eq(region.size[1], 6);
	ck_assert_uint_eq(region.mip_level, _i == 0 ? 0 : 4);
}
END_TEST

START_TEST(shared_memory_is_freed)
{
	allocate(_i == 0 ? 0 : CL_MEM_SVM_FINE_GRAIN_BUFFER);
	ck_assert_uint_eq(memory_svm_size(shared), sizeof(shared));
	ck_assert_int_eq(memory_is_coarse(shared), _i == 0);
	FAKE_CALL(&fake, clSVMFree, FAKE_POINTER(&context), FAKE_POINTER(shared));
	addresses_note_before(&fake.call);
	ck_assert_uint_eq(memory_svm_size(shared), 0);
	addresses_note(&fake.call, NULL);
	ck_assert(!memory_is_svm(shared, 1));
	memory_forget_all();
}
END_TEST

/* A command frees it, or a callback of the program does; if it is refused, all is as before. */
START_TEST(a_command_frees)
{
	const void *pointers[] = { shared };

	allocate(0);
	FAKE_CALL(&fake, clEnqueueSVMFree, FAKE_POINTER(&queue), 1, FAKE_POINTER(pointers),
		  _i == 0 ? 0 : FAKE_POINTER(&event));
	addresses_note_before(&fake.call);
	ck_assert_int_eq(memory_is_svm(shared, 1), _i == 1);
	addresses_note_failed(&fake.call);
	ck_assert(memory_is_svm(shared, 1));
	FAKE_CALL(&fake, clEnqueueSVMFree, FAKE_POINTER(&queue), UINT32_MAX, 0);
	addresses_note_before(&fake.call);
	ck_assert(memory_is_svm(shared, 1));
	memory_forget_all();
}
END_TEST

/* A property that nobody knows may say that the pointers are in another address space. */
static const cl_properties no_property[] = { 0 };
static const cl_properties one_property[] = { 1, 2, 0 };
static const struct {
	const cl_properties *properties;
	bool is_known;
} copies[] = { { NULL, true }, { no_property, true }, { one_property, false } };

START_TEST(copies_use_shared_memory)
{
	struct addresses_copy copy;
	char other_event;

	allocate(0);
	live_made(OBJECT_EVENT, &event, 0, NULL);
	FAKE_CALL(&fake, clEnqueueSVMMemcpyWithPropertiesKHR, FAKE_POINTER(&queue),
		  FAKE_POINTER(copies[_i].properties), 0, FAKE_POINTER(&buffer),
		  FAKE_POINTER(shared), 8);
	ck_assert_int_eq(addresses_find_copy(&fake.call, &copy), copies[_i].is_known);
	addresses_note_use(&fake.call, &event);
	ck_assert_ptr_eq(memory_svm_command(shared).object, copies[_i].is_known ? &event : NULL);
	live_made(OBJECT_EVENT, &other_event, 0, NULL);
	FAKE_CALL(&fake, clEnqueueSVMMemcpy, FAKE_POINTER(&queue), 0, FAKE_POINTER(shared),
		  FAKE_POINTER(&buffer), 8);
	ck_assert(addresses_find_copy(&fake.call, &copy));
	ck_assert(copy.to == shared && copy.from == &buffer && copy.size == 8);
	addresses_note_use(&fake.call, &other_event);
	ck_assert_ptr_eq(memory_svm_command(shared).object, &other_event);
	ck_assert(!addresses_find_copy(FAKE_CALL(&fake, clEnqueueSVMMap, FAKE_POINTER(&queue)),
				       &copy));
	memory_forget_all();
}
END_TEST

START_TEST(commands_use_shared_memory)
{
	allocate(0);
	live_made(OBJECT_EVENT, &event, 0, NULL);
	FAKE_CALL(&fake, clEnqueueSVMMap, FAKE_POINTER(&queue), 0, CL_MAP_WRITE,
		  FAKE_POINTER(shared), 8);
	addresses_note(&fake.call, NULL);
	addresses_note_use(&fake.call, &event);
	ck_assert(memory_overlaps_svm_mapped(shared + 7, 1, true));
	ck_assert_ptr_eq(memory_svm_command(shared).object, &event);
	addresses_note(FAKE_CALL(&fake, clEnqueueSVMUnmap, FAKE_POINTER(&queue),
				 FAKE_POINTER(shared)), NULL);
	ck_assert(!memory_is_svm_mapped(shared));
	live_made(OBJECT_MEM, &buffer, 0, NULL);
	addresses_note_host_ptr(shared + 1, &buffer);
	ck_assert_ptr_eq(memory_svm_buffer(shared).object, &buffer);
	memory_forget_all();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("addresses");
	TCase *tcase = unit_tcase(suite, "addresses", 10);

	tcase_add_loop_test(tcase, a_buffer_is_mapped_and_unmapped, 0, 2);
	tcase_add_loop_test(tcase, an_image_has_levels, 0, 2);
	tcase_add_loop_test(tcase, shared_memory_is_freed, 0, 2);
	tcase_add_loop_test(tcase, a_command_frees, 0, 2);
	tcase_add_test(tcase, commands_use_shared_memory);
	tcase_add_loop_test(tcase, copies_use_shared_memory, 0, UNIT_ROWS(copies));
	return unit_run(suite);
}
