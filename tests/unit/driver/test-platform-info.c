/* SPDX-License-Identifier: Apache-2.0 */
/*
 * platform-info: answers of drivers that follow the specification, and of drivers that do not.
 * The driver is a function of this test; each row says how it behaves.
 */
#include "driver/platform-info.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

/* How a driver can answer a query for a text of SIZE bytes. */
enum behaviour {
	GOOD,			/* as specified */
	FAILS,			/* returns an error for every query */
	FAILS_WITH_BUFFER,	/* stores the size, but fails if it gets a buffer */
	NO_SIZE,		/* writes the text, but does not store its size */
	NO_TERMINATOR,		/* the size is right, but there is no NUL at the end */
	NO_END,			/* neither a size nor a NUL */
	HUGE_SIZE,		/* stores a size that no memory can hold */
	IGNORES_SIZE,		/* writes the whole text into a buffer that is too small */
	TRUNCATES,		/* succeeds with any buffer: writes what fits, stores the size */
	GROWS,			/* the text is longer in each query */
	NOTHING,		/* succeeds, but writes neither text nor size */
	ZERO_SIZE,		/* succeeds, with size 0 */
};

static enum behaviour behaviour;
static size_t text_size;	/* with the terminator */
static unsigned queries;

static char byte_at(size_t i)
{
	return (char)('a' + i % 26);
}

static void write_text(char *value, size_t size, bool terminate)
{
	for (size_t i = 0; i < size; i++)
		value[i] = byte_at(i);
	if (terminate && size > 0)
		value[size - 1] = '\0';
}

static cl_int CL_API_CALL answer(cl_platform_id platform, cl_platform_info name, size_t space,
				 void *value, size_t *size_ret)
{
	size_t size = behaviour == GROWS ? text_size + 100 * queries : text_size;

	ck_assert_ptr_eq(platform, &behaviour);
	ck_assert_uint_eq(name, CL_PLATFORM_EXTENSIONS);
	queries++;
	if (behaviour == FAILS || (behaviour == FAILS_WITH_BUFFER && value))
		return CL_OUT_OF_RESOURCES;
	if (behaviour == NOTHING)
		return CL_SUCCESS;
	if (behaviour == HUGE_SIZE)
		size = SIZE_MAX / 2;
	if (behaviour == ZERO_SIZE)
		size = 0;
	if (size_ret && behaviour != NO_SIZE && behaviour != NO_END)
		*size_ret = size;
	if (value && space < size && behaviour != IGNORES_SIZE) {
		if (behaviour != TRUNCATES)
			return CL_INVALID_VALUE;
		size = space;
	}
	if (value)
		write_text(value, size, behaviour != NO_TERMINATOR && behaviour != NO_END &&
			   behaviour != TRUNCATES);
	return CL_SUCCESS;
}

static const struct {
	enum behaviour behaviour;
	size_t size;
	int expected;		/* length of the text, -1: failure */
	cl_int error;
	unsigned queries;	/* at most */
} rows[] = {
	{ GOOD, 1, 0, 0, 1 },
	{ GOOD, 11, 10, 0, 1 },
	{ GOOD, PLATFORM_INFO_SIZE - 1, PLATFORM_INFO_SIZE - 2, 0, 1 },
	{ GOOD, PLATFORM_INFO_SIZE, PLATFORM_INFO_SIZE - 1, 0, 3 },
	{ GOOD, PLATFORM_INFO_SIZE + 1, PLATFORM_INFO_SIZE, 0, 3 },
	{ GOOD, 100000, 99999, 0, 3 },
	{ FAILS, 11, -1, CL_OUT_OF_RESOURCES, 2 },
	{ FAILS_WITH_BUFFER, 11, -1, CL_OUT_OF_RESOURCES, 3 },
	{ NO_SIZE, 11, 10, 0, 3 },
	{ NO_END, 11, 11, 0, 3 },
	{ NO_END, PLATFORM_INFO_SIZE, PLATFORM_INFO_SIZE, 0, 3 },
	{ NO_TERMINATOR, 11, 11, 0, 1 },
	{ NO_TERMINATOR, PLATFORM_INFO_SIZE - 1, PLATFORM_INFO_SIZE - 1, 0, 1 },
	{ NO_TERMINATOR, PLATFORM_INFO_SIZE, PLATFORM_INFO_SIZE, 0, 3 },
	{ NO_TERMINATOR, 9000, 9000, 0, 3 },
	{ HUGE_SIZE, 11, -1, CL_INVALID_VALUE, 2 },
	{ TRUNCATES, 9000, 9000, 0, 3 },
	{ IGNORES_SIZE, 11, 10, 0, 1 },
	{ IGNORES_SIZE, PLATFORM_INFO_SIZE + PLATFORM_INFO_OVERRUN,
	  PLATFORM_INFO_SIZE + PLATFORM_INFO_OVERRUN - 1, 0, 3 },
	{ GROWS, 11, 10, 0, 1 },
	{ GROWS, 9000, -1, CL_INVALID_VALUE, 3 },
	{ NOTHING, 11, 0, 0, 3 },
	{ ZERO_SIZE, 11, 0, 0, 1 },
};

START_TEST(text)
{
	struct platform_query *query = malloc(sizeof(*query));
	const char *found;

	*query = (struct platform_query){ .get_info = answer,
					  .platform = (cl_platform_id)&behaviour,
					  .arena = &unit_arena, .error = 77 };
	memset(query->buffer, '!', sizeof(query->buffer));
	behaviour = rows[_i].behaviour;
	text_size = rows[_i].size;
	found = platform_info_text(query, CL_PLATFORM_EXTENSIONS);
	ck_assert_uint_le(queries, rows[_i].queries);
	ck_assert_int_eq(query->error, rows[_i].error);
	ck_assert_int_eq(found ? (int)strlen(found) : -1, rows[_i].expected);
	for (int i = 0; i < rows[_i].expected; i++)
		ck_assert_int_eq(found[i], byte_at((size_t)i));
	free(query);
}
END_TEST

START_TEST(no_get_info)
{
	static struct platform_query query = { .arena = &unit_arena };

	ck_assert_ptr_null(platform_info_text(&query, CL_PLATFORM_NAME));
	ck_assert_int_eq(query.error, CL_INVALID_OPERATION);
	ck_assert(!platform_info_bool(NULL, NULL, CL_PLATFORM_NAME));
}
END_TEST

static const struct {
	cl_int error;
	cl_bool value;
	bool writes;
	bool expected;
} bools[] = {
	{ CL_SUCCESS, CL_TRUE, true, true },	{ CL_SUCCESS, 5, true, true },
	{ CL_SUCCESS, CL_FALSE, true, false },	{ CL_SUCCESS, CL_TRUE, false, false },
	{ CL_INVALID_VALUE, CL_TRUE, true, false },
};

static int bool_row;

static cl_int CL_API_CALL answer_bool(cl_platform_id platform, cl_platform_info name, size_t space,
				      void *value, size_t *size_ret)
{
	(void)platform;
	(void)name;
	(void)size_ret;
	ck_assert_uint_eq(space, sizeof(cl_bool));
	if (bools[bool_row].writes)
		*(cl_bool *)value = bools[bool_row].value;
	return bools[bool_row].error;
}

START_TEST(boolean)
{
	bool_row = _i;
	ck_assert_int_eq(platform_info_bool(answer_bool, NULL, 0), bools[_i].expected);
}
END_TEST

static const struct {
	cl_int error;
	cl_uint count;
	cl_uint expected;
} counts[] = {
	{ CL_SUCCESS, 3, 3 },
	{ CL_SUCCESS, 0, 0 },
	{ CL_DEVICE_NOT_FOUND, 0, 0 },
	{ CL_DEVICE_NOT_FOUND, 9, 0 },
	{ CL_OUT_OF_RESOURCES, 9, 0 },
};

static int count_row;

static cl_int CL_API_CALL answer_devices(cl_platform_id platform, cl_device_type type,
					 cl_uint space, cl_device_id *devices, cl_uint *count)
{
	(void)platform;
	ck_assert_uint_eq(type, CL_DEVICE_TYPE_CPU);
	ck_assert(space == 0 && !devices);
	*count = counts[count_row].count;
	return counts[count_row].error;
}

START_TEST(devices)
{
	struct api_table table = { .clGetDeviceIDs = answer_devices };

	count_row = _i;
	ck_assert_uint_eq(platform_info_devices(&table, NULL, CL_DEVICE_TYPE_CPU),
			  counts[_i].expected);
	table.clGetDeviceIDs = NULL;
	ck_assert_uint_eq(platform_info_devices(&table, NULL, CL_DEVICE_TYPE_CPU), 0);
}
END_TEST

static const struct {
	const char *text;
	unsigned expected;
} versions[] = {
	{ "OpenCL 3.0 PoCL 6.0", 3000 }, { "OpenCL 1.2 LINUX", 1002 },	 { "OpenCL 1.0", 1000 },
	{ "OpenCL 2.1", 2001 },		 { "OpenCL 3.1 ", 3001 },	 { "OpenCL 3", 3000 },
	{ "OpenCL 12.34", 12034 },	 { NULL, 0 },			 { "", 0 },
	{ "OpenGL 3.0", 0 },		 { "OpenCL", 0 },		 { "opencl 3.0", 0 },
	{ "OpenCL C 3.0", 0 },
};

START_TEST(version)
{
	ck_assert_uint_eq(platform_info_version(versions[_i].text), versions[_i].expected);
}
END_TEST

START_TEST(huge_version)
{
	const char *huge = "OpenCL 99999999999999999999.99999999999999";

	ck_assert_uint_gt(platform_info_version(huge), 3000);
}
END_TEST

static const struct {
	const char *words;
	bool icd;
	bool unloadable;
} extensions[] = {
	{ "cl_khr_icd", true, false },
	{ "cl_khr_icd cl_khr_fp64", true, false },
	{ "cl_khr_fp64 cl_khr_icd", true, false },
	{ "cl_khr_fp64  cl_khr_icd ", true, false },
	{ " cl_khr_icd", true, false },
	{ "a\tcl_khr_icd\tb", true, false },
	{ "\tcl_khr_icd_unloadable\t\tcl_khr_icd", true, true },
	{ "", false, false },
	{ "   ", false, false },
	{ "cl_khr_icd2", false, false },
	{ "xcl_khr_icd", false, false },
	{ "xcl_khr_icd cl_khr_icd", true, false },
	{ "cl_khr_icdcl_khr_icd", false, false },
	{ "cl_khr_icd2 cl_khr_icd_unloadable2 cl_khr_icd_unloadable", false, true },
	{ "cl_khr_icd_unloadable", false, true },
	{ "cl_khr_icd_unloadable cl_khr_icd", true, true },
	{ "cl_khr_icd_unloadable2 cl_khr_icd", true, false },
	{ "cl_khr_ic", false, false },
	{ "CL_KHR_ICD", false, false },
	{ "cl_khr_icd,cl_khr_fp64", false, false },
	{ "cl_khr_icd\ncl_khr_icd_unloadable\r", true, true },
	{ "\xE4\xA0\x80\xFF cl_khr_icd\xA0 cl_khr_icd_unloadable", false, true },
	{ "0123456 cl_khr_icd 01234567 !!!!!!!! cl_khr_icd_unloadable", true, true },
};

START_TEST(words_of_the_extension_string)
{
	/* A copy of exactly its size, so that AddressSanitizer finds a read after its end. */
	char *words = strdup(extensions[_i].words);
	struct platform_extensions has;

	has = platform_info_extensions(words);
	free(words);
	ck_assert_int_eq(has.icd, extensions[_i].icd);
	ck_assert_int_eq(has.unloadable, extensions[_i].unloadable);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("platform-info");
	TCase *tcase = unit_tcase(suite, "platform-info", 10);

	tcase_add_loop_test(tcase, text, 0, UNIT_ROWS(rows));
	tcase_add_test(tcase, no_get_info);
	tcase_add_loop_test(tcase, boolean, 0, UNIT_ROWS(bools));
	tcase_add_loop_test(tcase, devices, 0, UNIT_ROWS(counts));
	tcase_add_loop_test(tcase, version, 0, UNIT_ROWS(versions));
	tcase_add_test(tcase, huge_version);
	tcase_add_loop_test(tcase, words_of_the_extension_string, 0, UNIT_ROWS(extensions));
	return unit_run(suite);
}
