/* SPDX-License-Identifier: Apache-2.0 */
/* program-texts: strings with and without lengths become one text; each device has its binary. */
#include "opencl/program-texts.h"

#include "opencl/constants.h"
#include "unit/state/fake-driver.h"
#include "unit/unit.h"

static char context, devices[3];
static struct fake_call fake;

static const struct {
	const char *strings[3];
	size_t lengths[3];
	bool has_lengths;
	size_t count;
	const char *text;
} sources[] = {
	{ { "int x;" }, { 0 }, false, 1, "int x;" },
	{ { "int ", "x", ";" }, { 0 }, false, 3, "int x;" },
	{ { "int no", "x", ";;" }, { 4, 0, 1 }, true, 3, "int x;" },
	{ { "", "" }, { 0, 0 }, true, 2, "" },
	{ { "x" }, { 0 }, false, 0, "" },
};

START_TEST(strings_become_one_text)
{
	char text[16];
	const size_t size = strlen(sources[_i].text);
	const struct call *made =
		FAKE_CALL(&fake, clCreateProgramWithSource, FAKE_POINTER(&context),
			  sources[_i].count, FAKE_POINTER(sources[_i].strings),
			  FAKE_POINTER(sources[_i].has_lengths ? sources[_i].lengths : NULL), 0);

	memset(text, '#', sizeof(text));
	ck_assert_uint_eq(program_source_size(made), size);
	program_source_copy(made, text);
	ck_assert_mem_eq(text, sources[_i].text, size);
	ck_assert_int_eq(text[size], '#');
}
END_TEST

START_TEST(a_device_has_its_binary)
{
	const void *list[] = { &devices[0], &devices[1] };
	const size_t lengths[] = { 3, 5 };
	const void *binaries[] = { "one", "three" };
	const struct call *made =
		FAKE_CALL(&fake, clCreateProgramWithBinary, FAKE_POINTER(&context), 2,
			  FAKE_POINTER(list), FAKE_POINTER(lengths), FAKE_POINTER(binaries), 0, 0);
	size_t size = 0;

	ck_assert_ptr_eq(program_binary(made, &devices[1], &size), binaries[1]);
	ck_assert_uint_eq(size, 5);
	ck_assert_ptr_eq(program_binary(made, &devices[0], &size), binaries[0]);
	ck_assert_uint_eq(size, 3);
	ck_assert_ptr_null(program_binary(made, &devices[2], &size));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("program-texts");
	TCase *tcase = unit_tcase(suite, "program-texts", 20);

	tcase_add_loop_test(tcase, strings_become_one_text, 0, UNIT_ROWS(sources));
	tcase_add_test(tcase, a_device_has_its_binary);
	return unit_run(suite);
}
