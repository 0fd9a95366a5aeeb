/* SPDX-License-Identifier: Apache-2.0 */
/* kernels: how arguments are declared and what they are set to, and the groups of a kernel. */
#include "state/kernels.h"

#include <stdlib.h>
#include <string.h>

#include "layers/short-memory.h"
#include "unit/state/fake-driver.h"
#include "unit/unit.h"

static char kernel, object, devices[KERNELS_GROUPS + 1];
static unsigned queries;

/* -- declarations ---------------------------------------------------------------------------- */

#define GLOBAL CL_KERNEL_ARG_ADDRESS_GLOBAL
#define LOCAL CL_KERNEL_ARG_ADDRESS_LOCAL
#define CONSTANT CL_KERNEL_ARG_ADDRESS_CONSTANT
#define PRIVATE CL_KERNEL_ARG_ADDRESS_PRIVATE
#define NONE CL_KERNEL_ARG_ACCESS_NONE
#define READ CL_KERNEL_ARG_ACCESS_READ_ONLY
#define WRITE CL_KERNEL_ARG_ACCESS_WRITE_ONLY

static const struct {
	const char *name;	/* NULL: the driver does not answer */
	cl_kernel_arg_address_qualifier address;
	cl_kernel_arg_access_qualifier access;
	cl_kernel_arg_type_qualifier type;
	bool has_queues;
	enum argument_kind kind;
	unsigned detail;
	bool is_only_read;
} rows[] = {
	{ "int", PRIVATE, NONE, 0, false, ARGUMENT_VALUE, 4, false },
	{ "uint", PRIVATE, NONE, 0, false, ARGUMENT_VALUE, 4, false },
	{ "float3", PRIVATE, NONE, 0, false, ARGUMENT_VALUE, 16, false },
	{ "double16", PRIVATE, NONE, 0, false, ARGUMENT_VALUE, 128, false },
	{ "unsigned char2", PRIVATE, NONE, 0, false, ARGUMENT_VALUE, 2, false },
	{ "int5", PRIVATE, NONE, 0, false, ARGUMENT_VALUE, 0, false },
	{ "struct pair", PRIVATE, NONE, 0, false, ARGUMENT_VALUE, 0, false },
	{ "sampler_t", PRIVATE, NONE, 0, false, ARGUMENT_SAMPLER, 0, false },
	{ "const sampler_t", PRIVATE, NONE, 0, false, ARGUMENT_SAMPLER, 0, false },
	{ "struct sampler_t", PRIVATE, NONE, 0, false, ARGUMENT_VALUE, 0, false },
	{ "queue_t", PRIVATE, NONE, 0, true, ARGUMENT_QUEUE, 0, false },
	{ "queue_t", PRIVATE, NONE, 0, false, ARGUMENT_UNKNOWN, 0, false },
	{ "", PRIVATE, NONE, 0, false, ARGUMENT_UNKNOWN, 0, false },
	{ NULL, PRIVATE, NONE, 0, false, ARGUMENT_UNKNOWN, 0, false },
	{ "int*", PRIVATE, NONE, 0, false, ARGUMENT_UNKNOWN, 0, false },
	{ "float", LOCAL, NONE, 0, false, ARGUMENT_LOCAL, 0, false },
	{ "float*", GLOBAL, NONE, 0, false, ARGUMENT_BUFFER, 0, false },
	{ "float*", GLOBAL, NONE, CL_KERNEL_ARG_TYPE_CONST, false, ARGUMENT_BUFFER, 0, true },
	{ "float*", CONSTANT, NONE, 0, false, ARGUMENT_BUFFER, 0, true },
	{ "float", GLOBAL, NONE, 0, false, ARGUMENT_UNKNOWN, 0, false },
	{ "", GLOBAL, NONE, 0, false, ARGUMENT_UNKNOWN, 0, false },
	{ "image2d_t", GLOBAL, READ, 0, false, ARGUMENT_IMAGE, CL_MEM_OBJECT_IMAGE2D, true },
	{ "image2d_t", PRIVATE, WRITE, 0, false, ARGUMENT_IMAGE, CL_MEM_OBJECT_IMAGE2D, false },
	{ "__write_only image3d_t", GLOBAL, WRITE, 0, false, ARGUMENT_IMAGE, CL_MEM_OBJECT_IMAGE3D,
	  false },
	{ "image2d_array_depth_t", GLOBAL, READ, 0, false, ARGUMENT_IMAGE,
	  CL_MEM_OBJECT_IMAGE2D_ARRAY, true },
	{ "image9d_t", GLOBAL, READ, 0, false, ARGUMENT_UNKNOWN, 0, true },
	{ "pipe int", GLOBAL, NONE, 0, false, ARGUMENT_PIPE, 0, false },
	{ "int", GLOBAL, NONE, CL_KERNEL_ARG_TYPE_PIPE, false, ARGUMENT_PIPE, 0, false },
	{ "int", 0, NONE, 0, false, ARGUMENT_UNKNOWN, 0, false },
};

static int row;

static cl_int CL_API_CALL get_arg_info(cl_kernel handle, cl_uint index, cl_kernel_arg_info name,
				       size_t size, void *value, size_t *size_ret)
{
	const char *text = rows[row].name;

	(void)size_ret;
	ck_assert_ptr_eq((void *)handle, (void *)&kernel);
	ck_assert_uint_eq(index, 3);
	queries++;
	switch (name) {
	case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
		memcpy(value, &rows[row].address, sizeof(rows[row].address));
		return CL_SUCCESS;
	case CL_KERNEL_ARG_ACCESS_QUALIFIER:
		memcpy(value, &rows[row].access, sizeof(rows[row].access));
		return CL_SUCCESS;
	case CL_KERNEL_ARG_TYPE_QUALIFIER:
		memcpy(value, &rows[row].type, sizeof(rows[row].type));
		return CL_SUCCESS;
	default:
		ck_assert_uint_eq(name, CL_KERNEL_ARG_TYPE_NAME);
		if (text && strlen(text) < size)
			strcpy(value, text);
		return text ? CL_SUCCESS : CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
	}
}

START_TEST(reads_declarations)
{
	struct kernel_state *facts = kernels_begin(NULL, 4);
	struct declaration declared;
	unsigned asked;

	clrouter_target.clGetKernelArgInfo = get_arg_info;
	row = _i;
	facts->has_queues = rows[_i].has_queues;
	declared = kernels_declared(facts, &kernel, 3);
	ck_assert_uint_eq(declared.kind, rows[_i].kind);
	ck_assert_uint_eq(declared.detail, rows[_i].detail);
	ck_assert_int_eq(declared.is_only_read, rows[_i].is_only_read);
	if (declared.kind == ARGUMENT_IMAGE)
		ck_assert_uint_eq(declared.access, rows[_i].access - READ);
	asked = queries;
	ck_assert_uint_eq(kernels_declared(facts, &kernel, 3).kind, rows[_i].kind);
	ck_assert_uint_eq(queries, asked);
	ck_assert_uint_eq(kernels_declared(facts, &kernel, SIZE_MAX).kind, ARGUMENT_UNKNOWN);
	ck_assert_uint_eq(kernels_declared(NULL, &kernel, 3).kind, ARGUMENT_UNKNOWN);
	free(facts);
}
END_TEST

static cl_int CL_API_CALL refuse_arg_info(cl_kernel handle, cl_uint index, cl_kernel_arg_info name,
					  size_t size, void *value, size_t *size_ret)
{
	(void)handle;
	(void)index;
	(void)name;
	(void)size;
	(void)value;
	(void)size_ret;
	return CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
}

START_TEST(a_driver_may_declare_nothing)
{
	struct kernel_state *facts = kernels_begin(NULL, 4);

	clrouter_target.clGetKernelArgInfo = get_arg_info;
	row = 0;
	kernels_declared(facts, &kernel, 3);
	ck_assert(!kernels_lack_declarations());
	clrouter_target.clGetKernelArgInfo = refuse_arg_info;
	ck_assert_uint_eq(kernels_declared(facts, &kernel, 2).kind, ARGUMENT_UNKNOWN);
	ck_assert(kernels_lack_declarations());
	free(facts);
}
END_TEST

/* -- values ---------------------------------------------------------------------------------- */

START_TEST(memory_is_used_again)
{
	struct kernel_state *facts = kernels_begin(NULL, 0), *larger, *none;
	const void *pointers[] = { &object };

	kernels_set_pointer(facts, 0, &object, KERNELS_SVM);
	kernels_set_list(facts, pointers, 1);
	atomic_store(&facts->has, KERNEL_HAS_SVM);
	ck_assert_ptr_eq(kernels_begin(facts, facts->capacity), facts);
	ck_assert_ptr_null(kernels_pointer(&facts->arguments[0], KERNELS_SVM));
	ck_assert_uint_eq(facts->has, 0);
	ck_assert_uint_eq(facts->list->count, 0);
	larger = kernels_begin(facts, facts->capacity + 1);
	ck_assert_ptr_ne(larger, facts);
	ck_assert_ptr_eq(larger->older, facts);
	ck_assert_uint_gt(larger->capacity, facts->capacity);
	short_memory_set(SHORT_FOR_GOOD, 1);
	none = kernels_begin(larger, KERNELS_ARGUMENTS);
	short_memory_set(SHORT_ONCE, 0);
	ck_assert_ptr_null(none);
	free(larger);
	free(atomic_load(&facts->list));
	free(facts);
}
END_TEST

START_TEST(a_value_is_one_object)
{
	struct kernel_state *facts = kernels_begin(NULL, 1);
	struct kernel_argument *argument = &facts->arguments[0];

	live_made(OBJECT_MEM, &object, 0, NULL);
	ck_assert(!kernels_is_gone(argument));
	kernels_set(facts, 0, &object, live_object(&object));
	ck_assert_ptr_eq(kernels_object(argument), live_object(&object));
	ck_assert(!kernels_is_gone(argument));
	live_release(live_object(&object), 0);
	ck_assert(kernels_is_gone(argument));
	live_made(OBJECT_MEM, &object, 0, NULL);
	ck_assert(kernels_is_gone(argument));
	ck_assert_ptr_null(kernels_object(argument));
	live_lend(live_object(&object));
	ck_assert(!kernels_is_gone(argument));
	kernels_set(facts, 0, &kernels_no_object, NULL);
	ck_assert_ptr_null(kernels_object(argument));
	ck_assert(!kernels_is_gone(argument));
	kernels_set_pointer(facts, 0, &object, KERNELS_SVM);
	ck_assert_ptr_eq(kernels_pointer(argument, KERNELS_SVM), &object);
	ck_assert_ptr_null(kernels_pointer(argument, KERNELS_SYSTEM));
	ck_assert_ptr_null(kernels_object(argument));
	ck_assert(!kernels_is_gone(argument));
	kernels_set(facts, SIZE_MAX, &object, NULL);
	kernels_set_pointer(NULL, 0, &object, KERNELS_SVM);
	free(facts);
}
END_TEST

START_TEST(more_arguments_have_the_values)
{
	struct kernel_state *facts = kernels_begin(NULL, 1), *larger, *none;

	live_made(OBJECT_MEM, &object, 0, NULL);
	facts->serial = 7;
	kernels_set(facts, 0, &object, live_object(&object));
	larger = kernels_grow(facts, 100);
	ck_assert_ptr_eq(larger->older, facts);
	ck_assert_uint_ge(larger->capacity, 100);
	ck_assert_uint_eq(larger->serial, 7);
	ck_assert_ptr_eq(kernels_object(&larger->arguments[0]), live_object(&object));
	ck_assert_uint_eq(larger->arguments[0].number, live_object(&object)->number);
	ck_assert_uint_eq(larger->arguments[0].kind, OBJECT_MEM);
	kernels_set(larger, 99, &object, live_object(&object));
	live_release(live_object(&object), 0);
	ck_assert(kernels_is_gone(&larger->arguments[0]));
	ck_assert(kernels_is_gone(&larger->arguments[99]));
	short_memory_set(SHORT_FOR_GOOD, 1);
	none = kernels_grow(larger, 200);
	short_memory_set(SHORT_ONCE, 0);
	ck_assert_ptr_null(none);
	free(larger);
	free(facts);
}
END_TEST

static const struct {
	enum object_kind kind;
	bool is_live;
} kinds[] = { { OBJECT_MEM, true }, { OBJECT_SAMPLER, true }, { OBJECT_QUEUE, true },
	      { OBJECT_EVENT, false }, { OBJECT_KERNEL, false } };

START_TEST(some_kinds_are_arguments)
{
	live_made(kinds[_i].kind, &object, 0, NULL);
	ck_assert_int_eq(kernels_is_live(live_object(&object)), kinds[_i].is_live);
	ck_assert(!kernels_is_live(NULL));
}
END_TEST

/* Of a list that is too long, and without memory, no pointer is known. */
static const struct {
	size_t count, known;
	bool is_short;
} listed[] = { { 0, 0, false }, { 2, 2, false }, { KERNELS_LISTED, KERNELS_LISTED, false },
	       { KERNELS_LISTED + 1, 0, false }, { 2, 0, true } };

START_TEST(keeps_a_list)
{
	const void *pointers[KERNELS_LISTED + 1];
	struct kernel_state *facts = kernels_begin(NULL, 1), *copy = kernels_begin(NULL, 1);
	const struct kernel_list *list;

	for (size_t i = 0; i <= KERNELS_LISTED; i++)
		pointers[i] = &object + i % 2;
	atomic_store(&facts->has, KERNEL_HAS_LIST);
	kernels_set_pointer(facts, 0, &object, KERNELS_SYSTEM);
	short_memory_set(SHORT_FOR_GOOD, listed[_i].is_short);
	kernels_set_list(facts, pointers, listed[_i].count);
	short_memory_set(SHORT_ONCE, 0);
	kernels_copy(copy, facts, SIZE_MAX);
	kernels_copy(copy, NULL, 1);
	kernels_copy(NULL, facts, 1);
	ck_assert_uint_eq(copy->has, KERNEL_HAS_LIST);
	ck_assert_ptr_eq(kernels_pointer(&copy->arguments[0], KERNELS_SYSTEM), &object);
	list = atomic_load(&copy->list);
	ck_assert_uint_eq(list ? list->count : 0, listed[_i].known);
	for (size_t i = 0; i < listed[_i].known; i++)
		ck_assert_ptr_eq(list->pointers[i], pointers[i]);
	free(facts->list);
	free(facts);
	free(copy->list);
	free(copy);
}
END_TEST

/* -- work-groups ------------------------------------------------------------------------------ */

static cl_int CL_API_CALL get_group_info(cl_kernel handle, cl_device_id device,
					 cl_kernel_work_group_info name, size_t size, void *value,
					 size_t *size_ret)
{
	static const size_t required[] = { 8, 4, 2 };
	const size_t most = 100 + (size_t)((char *)device - devices);

	(void)size_ret;
	ck_assert_ptr_eq((void *)handle, (void *)&kernel);
	queries++;
	memcpy(value, name == CL_KERNEL_WORK_GROUP_SIZE ? &most : required, size);
	return CL_SUCCESS;
}

/* The driver is asked once for each of the first devices, and each time for the others. */
START_TEST(keeps_groups)
{
	struct kernel_state *facts = kernels_begin(NULL, 0);
	unsigned asked;

	clrouter_target.clGetKernelWorkGroupInfo = get_group_info;
	for (int round = 0; round < 2; round++) {
		asked = queries;
		for (size_t i = 0; i <= KERNELS_GROUPS; i++) {
			const struct kernel_group group =
				kernels_group(facts, &kernel, &devices[i], 200);

			ck_assert_uint_eq(group.size, 100 + i);
			ck_assert_uint_eq(group.required[2], 2);
			ck_assert_uint_eq(group.sub_groups, 0);
		}
	}
	ck_assert_uint_eq(queries - asked, 2);
	ck_assert_uint_eq(kernels_group(NULL, &kernel, &devices[1], 0).size, 101);
	free(facts);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("kernels");
	TCase *tcase = unit_tcase(suite, "kernels", 10);

	tcase_add_loop_test(tcase, reads_declarations, 0, UNIT_ROWS(rows));
	tcase_add_test(tcase, a_driver_may_declare_nothing);
	tcase_add_test(tcase, memory_is_used_again);
	tcase_add_test(tcase, a_value_is_one_object);
	tcase_add_test(tcase, more_arguments_have_the_values);
	tcase_add_loop_test(tcase, some_kinds_are_arguments, 0, UNIT_ROWS(kinds));
	tcase_add_loop_test(tcase, keeps_a_list, 0, UNIT_ROWS(listed));
	tcase_add_test(tcase, keeps_groups);
	return unit_run(suite);
}
