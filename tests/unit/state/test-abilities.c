/* SPDX-License-Identifier: Apache-2.0 */
/* abilities: what is known of a device from its answers, and what is not if it gives none. */
#include "state/abilities.h"

#include "unit/state/fake-driver.h"
#include "unit/unit.h"

static char device;

static const cl_bool yes = CL_TRUE, no = CL_FALSE;
static const cl_uint zero, seven = 7;
static const cl_ulong no_bits, supported = CL_DEVICE_QUEUE_SUPPORTED,
	replaceable = CL_DEVICE_QUEUE_SUPPORTED | CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT;
static const cl_device_exec_capabilities exec = CL_EXEC_KERNEL,
	native = CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL;

/* One letter for each member that begins with has_no, in the order of the struct. */
static const char *lacks(const struct abilities *abilities)
{
	static char text[9];

	text[0] = abilities->has_no_pipes ? 'p' : '.';
	text[1] = abilities->has_no_il ? 'i' : '.';
	text[2] = abilities->has_no_native ? 'n' : '.';
	text[3] = abilities->has_no_sub_groups ? 's' : '.';
	text[4] = abilities->has_no_device_queues ? 'q' : '.';
	text[5] = abilities->has_no_new_default ? 'd' : '.';
	text[6] = abilities->has_no_destructors ? 'c' : '.';
	return text;
}

static const struct {
	unsigned int version;
	struct fake_answer answer;	/* the only one */
	const char *lacks;
} rows[] = {
	/* Without a version and an answer, nothing is certain. */
	{ 0, { 0, NULL, 0 }, "......." },
	{ 100, { 0, NULL, 0 }, "p..sqdc" },
	{ 102, { 0, NULL, 0 }, "p..sqdc" },
	{ 199, { 0, NULL, 0 }, "p..sqdc" },
	{ 200, { 0, NULL, 0 }, "......c" },
	{ 201, { 0, NULL, 0 }, "......c" },
	{ 202, { 0, NULL, 0 }, "......." },
	{ 300, { 0, NULL, 0 }, "......." },
	{ UINT32_MAX, { 0, NULL, 0 }, "......." },
	/* Before 3.0 the queries do not exist: what a driver answers then does not count. */
	{ 202, { CL_DEVICE_PIPE_SUPPORT, &no, sizeof(no) }, "......." },
	{ 300, { CL_DEVICE_PIPE_SUPPORT, &no, sizeof(no) }, "p......" },
	{ 300, { CL_DEVICE_PIPE_SUPPORT, &yes, sizeof(yes) }, "......." },
	{ 202, { CL_DEVICE_MAX_NUM_SUB_GROUPS, &zero, sizeof(zero) }, "......." },
	{ 300, { CL_DEVICE_MAX_NUM_SUB_GROUPS, &zero, sizeof(zero) }, "...s..." },
	{ 300, { CL_DEVICE_MAX_NUM_SUB_GROUPS, &seven, sizeof(seven) }, "......." },
	{ 300, { CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, &no_bits, sizeof(no_bits) }, "....qd." },
	{ 300, { CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, &supported, sizeof(supported) }, ".....d." },
	{ 300, { CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, &replaceable, sizeof(replaceable) },
	  "......." },
	{ 202, { CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, &no_bits, sizeof(no_bits) }, "......." },
	/* An empty text, with and without its terminator, is no language. */
	{ 0, { CL_DEVICE_IL_VERSION, "", 1 }, ".i....." },
	{ 0, { CL_DEVICE_IL_VERSION, "", 0 }, ".i....." },
	{ 0, { CL_DEVICE_IL_VERSION, "SPIR-V_1.2", 11 }, "......." },
	{ 0, { CL_DEVICE_EXECUTION_CAPABILITIES, &exec, sizeof(exec) }, "..n...." },
	{ 0, { CL_DEVICE_EXECUTION_CAPABILITIES, &native, sizeof(native) }, "......." },
	{ 0, { CL_DEVICE_EXECUTION_CAPABILITIES, &no_bits, sizeof(no_bits) }, "......." },
};

START_TEST(says_what_the_device_lacks)
{
	struct abilities abilities = { 0 };

	fake_driver_answer(&rows[_i].answer, 1);
	abilities_ask(&abilities, &device, rows[_i].version);
	ck_assert_str_eq(lacks(&abilities), rows[_i].lacks);
	ck_assert(!abilities.knows_partitions);
	ck_assert(!abilities.knows_svm);
	ck_assert_uint_eq(abilities.compute_units, 0);
}
END_TEST

#define SIZES 7

START_TEST(keeps_numbers)
{
	static const size_t sizes[SIZES] = { 11, 12, 13, 14, 15, SIZE_MAX, 17 };
	static const cl_device_partition_property partitions[] = {
		CL_DEVICE_PARTITION_EQUALLY, CL_DEVICE_PARTITION_BY_COUNTS
	};
	static const cl_ulong bits[] = { CL_DEVICE_TYPE_GPU, CL_DEVICE_AFFINITY_DOMAIN_NUMA,
					 CL_DEVICE_SVM_COARSE_GRAIN_BUFFER,
					 CL_QUEUE_PROFILING_ENABLE };
	static const cl_uint numbers[] = { 21, 22, 23, UINT32_MAX };
	static const struct fake_answer answers[] = {
		{ CL_DEVICE_IMAGE2D_MAX_WIDTH, &sizes[0], sizeof(size_t) },
		{ CL_DEVICE_IMAGE2D_MAX_HEIGHT, &sizes[1], sizeof(size_t) },
		{ CL_DEVICE_IMAGE3D_MAX_WIDTH, &sizes[2], sizeof(size_t) },
		{ CL_DEVICE_IMAGE3D_MAX_HEIGHT, &sizes[3], sizeof(size_t) },
		{ CL_DEVICE_IMAGE3D_MAX_DEPTH, &sizes[4], sizeof(size_t) },
		{ CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, &sizes[5], sizeof(size_t) },
		{ CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, &sizes[6], sizeof(size_t) },
		{ CL_DEVICE_TYPE, &bits[0], sizeof(cl_ulong) },
		{ CL_DEVICE_PARTITION_AFFINITY_DOMAIN, &bits[1], sizeof(cl_ulong) },
		{ CL_DEVICE_SVM_CAPABILITIES, &bits[2], sizeof(cl_ulong) },
		{ CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, &bits[3], sizeof(cl_ulong) },
		{ CL_DEVICE_MAX_COMPUTE_UNITS, &numbers[0], sizeof(cl_uint) },
		{ CL_DEVICE_PARTITION_MAX_SUB_DEVICES, &numbers[1], sizeof(cl_uint) },
		{ CL_DEVICE_PIPE_MAX_PACKET_SIZE, &numbers[2], sizeof(cl_uint) },
		{ CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, &numbers[3], sizeof(cl_uint) },
		{ CL_DEVICE_PARTITION_PROPERTIES, partitions, sizeof(partitions) },
	};
	struct abilities abilities = { 0 };

	fake_driver_answer(answers, sizeof(answers) / sizeof(answers[0]));
	abilities_ask(&abilities, &device, 200);
	ck_assert_uint_eq(abilities.image_2d[0], 11);
	ck_assert_uint_eq(abilities.image_2d[1], 12);
	ck_assert_uint_eq(abilities.image_3d[0], 13);
	ck_assert_uint_eq(abilities.image_3d[1], 14);
	ck_assert_uint_eq(abilities.image_3d[2], 15);
	ck_assert_uint_eq(abilities.image_buffer, SIZE_MAX);
	ck_assert_uint_eq(abilities.image_array, 17);
	ck_assert(abilities.type == CL_DEVICE_TYPE_GPU);
	ck_assert(abilities.domains == CL_DEVICE_AFFINITY_DOMAIN_NUMA);
	ck_assert(abilities.knows_svm);
	ck_assert(abilities.svm == CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
	ck_assert(abilities.on_device_properties == CL_QUEUE_PROFILING_ENABLE);
	ck_assert_uint_eq(abilities.compute_units, 21);
	ck_assert_uint_eq(abilities.most_sub_devices, 22);
	ck_assert_uint_eq(abilities.largest_packet, 23);
	ck_assert_uint_eq(abilities.largest_queue, UINT32_MAX);
	ck_assert(abilities.knows_partitions);
	ck_assert_uint_eq(abilities.partition_count, 2);
	ck_assert(abilities.partitions[1] == CL_DEVICE_PARTITION_BY_COUNTS);
}
END_TEST

/* Of more kinds of partitions than the list can hold, none is known. */
START_TEST(a_long_list_is_not_known)
{
	static const cl_device_partition_property many[ABILITIES_PARTITIONS + 1] = { 1, 2, 3 };
	struct fake_answer answer = { CL_DEVICE_PARTITION_PROPERTIES, many, sizeof(many) };
	struct abilities abilities = { 0 };

	fake_driver_answer(&answer, 1);
	abilities_ask(&abilities, &device, 300);
	ck_assert(!abilities.knows_partitions);
	answer.size -= sizeof(many[0]);
	abilities_ask(&abilities, &device, 300);
	ck_assert(abilities.knows_partitions);
	ck_assert_uint_eq(abilities.partition_count, ABILITIES_PARTITIONS);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("abilities");
	TCase *tcase = unit_tcase(suite, "abilities", 10);

	tcase_add_loop_test(tcase, says_what_the_device_lacks, 0, UNIT_ROWS(rows));
	tcase_add_test(tcase, keeps_numbers);
	tcase_add_test(tcase, a_long_list_is_not_known);
	return unit_run(suite);
}
