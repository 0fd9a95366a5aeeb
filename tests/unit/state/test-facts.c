/* SPDX-License-Identifier: Apache-2.0 */
/* facts: what a record has while its object lives, sets of devices, and the limits of a device. */
#include "state/facts.h"

#include <string.h>

#include "layers/short-memory.h"
#include "unit/state/fake-driver.h"
#include "unit/unit.h"

static char object, context, whole, queue;
static char devices[FACTS_DEVICES + 2];

static void *make(const void *handle, enum object_kind kind)
{
	void *facts;

	live_made(kind, handle, 0, NULL);
	facts = facts_begin(handle, kind, &context);
	ck_assert_ptr_nonnull(facts);
	return facts;
}

START_TEST(facts_are_of_one_object)
{
	struct facts_mem *facts = make(&object, OBJECT_MEM);
	struct facts_event *event;

	facts->size = 9;
	ck_assert_ptr_null(facts_of_mem(&object));
	facts_finish(&facts->any, &object);
	ck_assert_ptr_eq(facts_of_mem(&object), facts);
	ck_assert_ptr_null(facts_of_event(&object));
	ck_assert_ptr_null(facts_of_mem(NULL));
	ck_assert_ptr_eq(facts_context(&object, OBJECT_MEM), &context);
	ck_assert_ptr_null(facts_context(&object, OBJECT_EVENT));
	live_release(live_object(&object), 0);
	ck_assert_ptr_null(facts_of_mem(&object));
	ck_assert_ptr_eq(facts_last(&object, OBJECT_MEM), facts);
	/* The next object of another kind has its own. */
	event = make(&object, OBJECT_EVENT);
	ck_assert_ptr_null(facts_last(&object, OBJECT_MEM));
	ck_assert_ptr_null(facts_last(&object, OBJECT_EVENT));
	facts_finish(&event->any, &object);
	ck_assert_ptr_eq(facts_of_event(&object), event);
	ck_assert_uint_eq(facts->size, 9);
	live_release(live_object(&object), 0);
	/* The next one of a kind has the same memory, and nothing else. */
	ck_assert_ptr_eq(make(&object, OBJECT_MEM), facts);
	ck_assert_ptr_null(facts_last(&object, OBJECT_MEM));
	ck_assert_uint_eq(facts->size, 0);
	facts_finish(&facts->any, &object);
	ck_assert_ptr_eq(facts_of_mem(&object), facts);
	ck_assert_ptr_null(facts_of_event(&object));
}
END_TEST

START_TEST(without_memory_there_are_none)
{
	struct facts_mem *facts;
	struct limits *limits;

	ck_assert_ptr_null(facts_begin(&object, OBJECT_MEM, NULL));
	live_made(OBJECT_MEM, &object, 0, NULL);
	live_found(OBJECT_DEVICE, &devices[0]);
	/* Nothing is asserted while memory is short: check needs some for that. */
	short_memory_set(SHORT_FOR_GOOD, 1);
	facts = facts_begin(&object, OBJECT_MEM, NULL);
	limits = facts_limits(&devices[0]);
	short_memory_set(SHORT_ONCE, 0);
	ck_assert_ptr_null(facts);
	ck_assert_ptr_null(limits);
	ck_assert_ptr_null(facts_of_mem(&object));
}
END_TEST

START_TEST(a_part_has_a_whole)
{
	struct facts_mem *facts = make(&object, OBJECT_MEM);

	ck_assert_ptr_eq(facts_whole(&object), &object);
	facts->parent = &whole;
	facts_finish(&facts->any, &object);
	ck_assert_ptr_eq(facts_whole(&object), &whole);
	ck_assert_ptr_eq(facts_whole(&whole), &whole);
	ck_assert_ptr_null(facts_whole(NULL));
}
END_TEST

static const struct {
	cl_mem_object_type type;
	cl_uint levels;
	bool has_fourth;
} images[] = {
	{ CL_MEM_OBJECT_IMAGE3D, 2, true },	  { CL_MEM_OBJECT_IMAGE3D, 1, false },
	{ CL_MEM_OBJECT_IMAGE2D_ARRAY, 2, true }, { CL_MEM_OBJECT_IMAGE2D, 2, false },
	{ CL_MEM_OBJECT_IMAGE1D_ARRAY, 9, false }, { CL_MEM_OBJECT_IMAGE3D, 0, false },
};

START_TEST(some_images_have_a_fourth_origin)
{
	const struct facts_mem facts = { .type = images[_i].type, .mip_levels = images[_i].levels };

	ck_assert_int_eq(facts_has_fourth_origin(&facts), images[_i].has_fourth);
}
END_TEST

/* -- sets of devices ------------------------------------------------------------------------- */

/* COUNT devices, the first TWICE of them twice. */
static const struct {
	size_t count, twice;
	unsigned known;
} sets[] = {
	{ 0, 0, 0 }, { 1, 0, 1 }, { 1, 1, 1 }, { 3, 2, 3 },
	{ FACTS_DEVICES, 2, FACTS_DEVICES }, { FACTS_DEVICES + 1, 0, 0 },
};

START_TEST(devices_have_bits)
{
	const void *list[2 * FACTS_DEVICES];
	struct facts_devices set = { .count = 7 };
	size_t count = 0;

	for (size_t i = 0; i < sets[_i].count; i++) {
		list[count++] = &devices[i];
		if (i < sets[_i].twice)
			list[count++] = &devices[i];
	}
	facts_set_devices(&set, list, count);
	ck_assert_uint_eq(set.count, sets[_i].known);
	for (unsigned i = 0; i < FACTS_DEVICES; i++) {
		const unsigned bit = i < sets[_i].known ? 1u << i : 0;

		ck_assert_uint_eq(facts_device_bit(&set, &devices[i]), bit);
		ck_assert_int_eq(facts_has_device(&set, &devices[i]),
				 bit != 0 || sets[_i].known == 0);
	}
	ck_assert_uint_eq(facts_device_bits(&set, NULL, 0), UINT32_MAX);
	ck_assert_uint_eq(facts_device_bits(&set, list, sets[_i].known != 0), sets[_i].known != 0);
	facts_set_devices(&set, NULL, 5);
	ck_assert_uint_eq(set.count, 0);
	ck_assert(facts_has_device(NULL, &devices[0]));
}
END_TEST

/* What the driver answers is allowed, but is not one of the devices that the program gave. */
START_TEST(answered_devices_are_apart)
{
	const void *given[] = { &devices[0] }, *answered[] = { &devices[0], &devices[1] };
	struct facts_devices set = { 0 };

	facts_add_answered(&set, answered, 2);
	ck_assert_uint_eq(set.answered, 0);
	facts_set_devices(&set, given, 1);
	facts_add_answered(&set, answered, 2);
	ck_assert_uint_eq(set.count, 1);
	ck_assert_uint_eq(set.answered, 1);
	ck_assert(facts_has_device(&set, &devices[1]));
	ck_assert(!facts_has_device(&set, &devices[2]));
	ck_assert_uint_eq(facts_device_bits(&set, answered, 2), 3);
}
END_TEST

/* -- limits ---------------------------------------------------------------------------------- */

static const struct {
	const char *text;
	unsigned int version;
	bool is_uniform;
} versions[] = {
	{ "OpenCL 1.2 pocl", 102, true },  { "OpenCL 2.0", 200, false },
	{ "OpenCL 3.0 ", 300, false },	   { "OpenCL 10.1", 1001, false },
	{ "OpenCL", 0, false },		   { "opencl 1.2", 0, false },
	{ "OpenCL 3", 0, false },	   { "", 0, false },
};

START_TEST(reads_versions)
{
	const struct fake_answer answer = { CL_DEVICE_VERSION, versions[_i].text,
					    strlen(versions[_i].text) + 1 };
	const struct limits *limits;

	live_found(OBJECT_DEVICE, &devices[0]);
	fake_driver_answer(&answer, 1);
	limits = facts_limits(&devices[0]);
	ck_assert_uint_eq(limits->version, versions[_i].version);
	ck_assert_int_eq(limits->is_uniform, versions[_i].is_uniform);
	ck_assert(limits->has_images);
	ck_assert(!limits->has_no_svm);
}
END_TEST

START_TEST(a_device_is_asked_once)
{
	static const cl_uint bits = 1024;
	const struct fake_answer answer = { CL_DEVICE_MEM_BASE_ADDR_ALIGN, &bits, sizeof(bits) };
	struct limits *limits;
	unsigned int queries;

	ck_assert_ptr_null(facts_limits(&devices[0]));
	live_found(OBJECT_DEVICE, &devices[0]);
	fake_driver_answer(&answer, 1);
	limits = facts_limits(&devices[0]);
	ck_assert_uint_eq(limits->align, 128);
	queries = fake_driver_queries();
	atomic_store(&limits->parent, &whole);
	ck_assert_ptr_eq(facts_limits(&devices[0]), limits);
	ck_assert_ptr_eq(facts_parent(&devices[0]), &whole);
	ck_assert_uint_eq(fake_driver_queries(), queries);
	/* Another device at its address is asked again. */
	live_forget_all();
	ck_assert_ptr_null(facts_limits(&devices[0]));
	live_found(OBJECT_DEVICE, &devices[0]);
	fake_driver_answer(NULL, 0);
	ck_assert_ptr_eq(facts_limits(&devices[0]), limits);
	ck_assert_uint_eq(limits->align, 0);
	ck_assert_ptr_null(facts_parent(&devices[0]));
	ck_assert_uint_gt(fake_driver_queries(), queries);
}
END_TEST

static bool has_svm(const struct limits *limits)
{
	return !limits->has_no_svm;
}

/* Devices of a context that are known, and those that are not. */
START_TEST(any_device_answers)
{
	static const cl_ulong none;
	const struct fake_answer answer = { CL_DEVICE_SVM_CAPABILITIES, &none, sizeof(none) };
	const void *list[] = { &devices[0], &devices[1] };
	struct facts_context *facts = make(&context, OBJECT_CONTEXT);

	fake_driver_answer(&answer, 1);
	live_found(OBJECT_DEVICE, &devices[0]);
	facts_finish(&facts->any, &context);
	ck_assert(facts_any_device(&context, has_svm));
	ck_assert(!facts_knows_device(&context, has_svm));
	facts_set_devices(&facts->devices, list, 1);
	ck_assert(!facts_any_device(&context, has_svm));
	facts_set_devices(&facts->devices, list, 2);
	ck_assert(facts_any_device(&context, has_svm));
	ck_assert(!facts_knows_device(&context, has_svm));
	fake_driver_answer(NULL, 0);
	live_found(OBJECT_DEVICE, &devices[1]);
	ck_assert(facts_knows_device(&context, has_svm));
}
END_TEST

START_TEST(a_queue_has_a_device)
{
	const void *list[] = { &devices[0], &devices[1] };
	struct facts_queue *facts = make(&queue, _i == 0 ? OBJECT_QUEUE : OBJECT_COMMAND_BUFFER);

	facts_set_devices(&facts->devices, list, 1);
	ck_assert_ptr_null(facts_queue_device(&queue));
	facts_finish(&facts->any, &queue);
	ck_assert_ptr_eq(facts_of_any_queue(&queue), facts);
	ck_assert_ptr_eq(facts_queue_device(&queue), &devices[0]);
	ck_assert_ptr_null(facts_queue_limits(&queue));
	live_found(OBJECT_DEVICE, &devices[0]);
	ck_assert_ptr_eq(facts_queue_limits(&queue), facts_limits(&devices[0]));
	facts_set_devices(&facts->devices, list, 2);
	ck_assert_ptr_null(facts_queue_device(&queue));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("facts");
	TCase *tcase = unit_tcase(suite, "facts", 10);

	tcase_add_test(tcase, facts_are_of_one_object);
	tcase_add_test(tcase, without_memory_there_are_none);
	tcase_add_test(tcase, a_part_has_a_whole);
	tcase_add_loop_test(tcase, some_images_have_a_fourth_origin, 0, UNIT_ROWS(images));
	tcase_add_loop_test(tcase, devices_have_bits, 0, UNIT_ROWS(sets));
	tcase_add_test(tcase, answered_devices_are_apart);
	tcase_add_loop_test(tcase, reads_versions, 0, UNIT_ROWS(versions));
	tcase_add_test(tcase, a_device_is_asked_once);
	tcase_add_test(tcase, any_device_answers);
	tcase_add_loop_test(tcase, a_queue_has_a_device, 0, 2);
	return unit_run(suite);
}
