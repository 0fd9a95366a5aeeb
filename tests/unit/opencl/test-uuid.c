/* SPDX-License-Identifier: Apache-2.0 */
/* uuid: what drivers answer, and the text of it. */
#include "opencl/devices/uuid.h"

#include <string.h>

#include "unit/unit.h"

#define DEVICE_UUID 0x106A

static const struct {
	cl_int status;
	unsigned char bytes[16];
	const char *text;	/* empty: there is none */
} rows[] = {
	{ CL_SUCCESS,
	  { 0xaa, 0xbb, 0xcc, 0xdd, 0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0x0a,
	    0xff },
	  "aabbccdd-0011-2233-4455-667788990aff" },
	{ CL_SUCCESS, { [15] = 1 }, "00000000-0000-0000-0000-000000000001" },
	{ CL_SUCCESS, { [0] = 0x80 }, "80000000-0000-0000-0000-000000000000" },
	{ CL_SUCCESS, { [7] = 0x10 }, "00000000-0000-0010-0000-000000000000" },
	{ CL_SUCCESS, { 0 }, "" },
	/* What a driver stored before it failed does not count. */
	{ CL_INVALID_VALUE, { 1, 2, 3 }, "" },
	{ CL_INVALID_DEVICE, { 0 }, "" },
};

static int row;
static char device;

static cl_int CL_API_CALL answer(cl_device_id id, cl_device_info name, size_t size, void *value,
				 size_t *size_ret)
{
	ck_assert_ptr_eq((void *)id, (void *)&device);
	ck_assert_uint_eq(name, DEVICE_UUID);
	ck_assert_uint_eq(size, sizeof(rows[row].bytes));
	ck_assert_ptr_null(size_ret);
	memcpy(value, rows[row].bytes, size);
	return rows[row].status;
}

START_TEST(writes_the_uuid)
{
	/* What comes after the text stays as it is. */
	char text[UUID_TEXT_SIZE + 1];

	row = _i;
	memset(text, '#', sizeof(text));
	ck_assert_int_eq(uuid_text(answer, (cl_device_id)(void *)&device, text),
			 rows[_i].text[0] != '\0');
	ck_assert_str_eq(text, rows[_i].text);
	ck_assert_int_eq(text[UUID_TEXT_SIZE], '#');
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("uuid");
	TCase *tcase = unit_tcase(suite, "uuid", 10);

	tcase_add_loop_test(tcase, writes_the_uuid, 0, UNIT_ROWS(rows));
	return unit_run(suite);
}
