/* SPDX-License-Identifier: Apache-2.0 */
/* printer: values of a program of 64 and of 32 bits, with objects that the test calls by their
 * kind. */
#include "opencl/printer.h"

#include <stdlib.h>
#include <string.h>

#include "opencl/call.h"
#include "unit/unit.h"

#define OBJECT 0x1234 /* the only handle that find_kind() knows */

static char text[400];
static struct line line;

static void add_object(const struct printer *printer, enum object_kind kind, uint64_t handle,
		       bool is_new)
{
	line_add(printer->line, "%s%s %d", is_new ? "new " : "", names_kind(kind), (int)handle);
}

static enum object_kind find_kind(const struct printer *printer, uint64_t handle)
{
	(void)printer;
	return handle == OBJECT ? OBJECT_MEM : OBJECT_NONE;
}

static struct printer printer_of(size_t pointer_size)
{
	line = line_in(text, sizeof(text));
	return (struct printer){ &line, pointer_size, add_object, find_kind };
}

static void expect(const char *expected)
{
	ck_assert_str_eq(text, expected);
}

START_TEST(pointers)
{
	printer_of(8);
	printer_add_pointer(&line, 0);
	line_add(&line, " ");
	printer_add_pointer(&line, 0x7f00);
	expect("NULL 0x7f00");
}
END_TEST

/* Elements of the sizes that programs of 64 and of 32 bits have. */
START_TEST(arrays)
{
	static const uint64_t wide[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };
	static const uint32_t narrow[] = { 7, 0, 9 };
	const struct signature_param numbers = { .kind = PARAM_NUMBERS };
	const struct signature_param made = { .kind = PARAM_MADE, .object = OBJECT_DEVICE };
	struct printer printer = printer_of(8);

	printer_add_array(&printer, &numbers, (const char *)wide, 8, 8);
	expect("[1, 2, 3, 4, 5, 6, 7, 8]");
	printer = printer_of(8);
	printer_add_array(&printer, &numbers, (const char *)wide, 9, 8);
	expect("[1, 2, 3, 4, 5, 6, 7, 8, ...]");
	printer = printer_of(4);
	printer_add_array(&printer, &made, (const char *)narrow, 3, 4);
	expect("[new device 7, NULL, new device 9]");
	printer = printer_of(4);
	printer_add_array(&printer, &numbers, NULL, 0, 4);
	expect("[]");
}
END_TEST

START_TEST(bytes_may_be_an_object)
{
	const uint64_t object = OBJECT;
	char many[20];
	struct printer printer = printer_of(8);

	printer_add_bytes(&printer, (const char *)&object, 8);
	expect("mem 4660");
	/* Of another size they are no handle. */
	printer = printer_of(8);
	printer_add_bytes(&printer, (const char *)&object, 2);
	ck_assert(text[0] == '<');
	memset(many, 0xab, sizeof(many));
	printer = printer_of(8);
	printer_add_bytes(&printer, many, 17);
	expect("<ab ab ab ab ab ab ab ab ab ab ab ab ab ab ab ab ...>");
}
END_TEST

START_TEST(values_are_what_was_asked_for)
{
	const struct names_value *name = names_find(NAMES_cl_device_info, CL_DEVICE_NAME);
	const struct names_value *platform = names_find(NAMES_cl_device_info, CL_DEVICE_PLATFORM);
	const uint32_t words[] = { 3, 4, 5 };
	struct printer printer = printer_of(8);

	ck_assert_ptr_nonnull(name);
	ck_assert_ptr_nonnull(platform);
	printer_add_value(&printer, name, "a \"b\"\0rest", 10);
	expect("\"a \\\"b\\\"\"");
	printer = printer_of(4);
	printer_add_value(&printer, platform, (const char *)words, 4);
	expect("platform 3");
	/* Without a name, what fills words is numbers, and other bytes are counted. */
	printer = printer_of(4);
	printer_add_value(&printer, NULL, (const char *)words, 12);
	expect("[3, 4, 5]");
	printer = printer_of(8);
	printer_add_value(&printer, NULL, (const char *)words, 1);
	expect("<1 byte>");
}
END_TEST

static const struct signature_param pairs = { .kind = PARAM_PAIRS,
					      .group = NAMES_cl_context_properties };

START_TEST(properties_end_at_0)
{
	const uint64_t list[] = { CL_CONTEXT_PLATFORM, 5, 0, 99 };
	struct printer printer = printer_of(8);

	printer_add_properties(&printer, &pairs, (const char *)list, SIZE_MAX, 8);
	expect("{CL_CONTEXT_PLATFORM: platform 5}");
}
END_TEST

/* A record may have less than the list. */
START_TEST(properties_end_with_the_bytes)
{
	const uint32_t list[] = { CL_CONTEXT_INTEROP_USER_SYNC, 1, CL_CONTEXT_PLATFORM, 7 };
	struct printer printer = printer_of(4);

	printer_add_properties(&printer, &pairs, (const char *)list, 12, 4);
	ck_assert_ptr_nonnull(strstr(text, "{CL_CONTEXT_INTEROP_USER_SYNC: "));
	ck_assert_ptr_null(strstr(text, "PLATFORM"));
	ck_assert(text[strlen(text) - 1] == '}');
}
END_TEST

START_TEST(lists_have_names_and_numbers)
{
	const uint64_t list[] = { CL_DEVICE_PARTITION_EQUALLY, 4, 0 };
	const struct signature_param param = { .kind = PARAM_LIST,
					       .group = NAMES_cl_device_partition_property };
	struct printer printer = printer_of(8);

	printer_add_properties(&printer, &param, (const char *)list, SIZE_MAX, 8);
	expect("[CL_DEVICE_PARTITION_EQUALLY, 4]");
}
END_TEST

START_TEST(lists_are_cut)
{
	uint64_t list[2 * (PRINTER_ELEMENTS + 1)];
	struct printer printer = printer_of(8);

	for (size_t i = 0; i < 2 * (PRINTER_ELEMENTS + 1); i++)
		list[i] = CL_CONTEXT_PLATFORM;
	printer_add_properties(&printer, &pairs, (const char *)list, SIZE_MAX, 8);
	ck_assert_str_eq(strrchr(text, ','), ", ...}");
}
END_TEST

START_TEST(images)
{
	const cl_image_format format = { CL_RGBA, CL_FLOAT };
	cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
				     .image_width = 2,
				     .image_height = 3 };
	struct printer printer = printer_of(sizeof(void *));

	printer_add_format(&printer, (const char *)&format);
	expect("{CL_RGBA, CL_FLOAT}");
	printer = printer_of(sizeof(void *));
	printer_add_desc(&printer, &desc);
	expect("{CL_MEM_OBJECT_IMAGE2D, 2x3x0, array=0, pitch=0/0, mem=NULL}");
	desc.num_mip_levels = 4;
	desc.num_samples = 2;
	printer = printer_of(sizeof(void *));
	printer_add_desc(&printer, &desc);
	expect("{CL_MEM_OBJECT_IMAGE2D, 2x3x0, array=0, pitch=0/0, mem=NULL, levels=4, samples=2}");
}
END_TEST

/* -- what a call points to ----------------------------------------------------------------------- */

/* The parameter NAME of the function in SLOT, and the other ones in VALUES, is POINTER. */
static void add_pointed(unsigned slot, unsigned index, void *const *values, const void *pointer)
{
	const struct printer printer = printer_of(sizeof(void *));

	printer_add_pointed(&printer, &signatures[slot], &signatures[slot].params[index], values,
			    pointer);
}

START_TEST(arguments_are_what_they_point_to)
{
	cl_uint dimensions = 2;
	size_t size = sizeof(void *);
	void *object = (void *)(uintptr_t)OBJECT;
	const size_t sizes[] = { 16, 4 };
	const cl_uint number = 5;
	const cl_image_format format = { CL_RGBA, CL_FLOAT };
	const cl_queue_properties list[] = { CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0 };
	const char *const strings[] = { "a", NULL };
	void *values[CALL_VALUES] = { NULL };

	values[ARG_clEnqueueNDRangeKernel_work_dim] = &dimensions;
	add_pointed(CLROUTER_SLOT_clEnqueueNDRangeKernel, ARG_clEnqueueNDRangeKernel_local_work_size,
		    values, sizes);
	expect("[16, 4]");
	values[ARG_clSetKernelArg_arg_size] = &size;
	add_pointed(CLROUTER_SLOT_clSetKernelArg, ARG_clSetKernelArg_arg_value, values, &object);
	expect("mem 4660");
	size = sizeof(number);
	add_pointed(CLROUTER_SLOT_clSetKernelArg, ARG_clSetKernelArg_arg_value, values, &number);
	ck_assert(text[0] == '<');
	add_pointed(CLROUTER_SLOT_clCreateImage, ARG_clCreateImage_image_format, values, &format);
	expect("{CL_RGBA, CL_FLOAT}");
	add_pointed(CLROUTER_SLOT_clCreateCommandQueueWithProperties,
		    ARG_clCreateCommandQueueWithProperties_properties, values, list);
	expect("{CL_QUEUE_PROPERTIES: CL_QUEUE_PROFILING_ENABLE}");
	add_pointed(CLROUTER_SLOT_clCreateKernel, ARG_clCreateKernel_kernel_name, values, "twice");
	expect("\"twice\"");
	values[ARG_clCreateProgramWithSource_count] = &dimensions;
	values[ARG_clCreateProgramWithSource_lengths] = &values[CALL_VALUES - 1];
	add_pointed(CLROUTER_SLOT_clCreateProgramWithSource, ARG_clCreateProgramWithSource_strings,
		    values, strings);
	expect("[\"a\", NULL]");
}
END_TEST

/* A text is not read further than it is shown: it may not end. */
START_TEST(texts_need_not_end)
{
	char *bytes = malloc(PRINTER_BYTES + 1);

	memset(bytes, 'x', PRINTER_BYTES + 1);
	add_pointed(CLROUTER_SLOT_clCreateKernel, ARG_clCreateKernel_kernel_name, NULL, bytes);
	ck_assert_uint_eq(strlen(text), strlen("\"\"...") + PRINTER_BYTES);
	free(bytes);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("printer");
	TCase *tcase = unit_tcase(suite, "printer", 10);

	tcase_add_test(tcase, pointers);
	tcase_add_test(tcase, arrays);
	tcase_add_test(tcase, bytes_may_be_an_object);
	tcase_add_test(tcase, values_are_what_was_asked_for);
	tcase_add_test(tcase, properties_end_at_0);
	tcase_add_test(tcase, properties_end_with_the_bytes);
	tcase_add_test(tcase, lists_have_names_and_numbers);
	tcase_add_test(tcase, lists_are_cut);
	tcase_add_test(tcase, images);
	tcase_add_test(tcase, arguments_are_what_they_point_to);
	tcase_add_test(tcase, texts_need_not_end);
	return unit_run(suite);
}
