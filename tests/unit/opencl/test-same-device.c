/* SPDX-License-Identifier: Apache-2.0 */
/* same-device: which devices of two platforms are one. */
#include "opencl/devices/same-device.h"

#include "unit/unit.h"

#define A "aabbccdd-0011-2233-4455-66778899aabb"
#define B "12345678-1234-5678-1234-567812345678"
#define ONE "0000:01:00.0"
#define TWO "0000:02:00.0"

/* Are the first two devices the same? The third one is beside them. */
static const struct {
	struct same_device devices[3];
	bool is_same;
} rows[] = {
	{ { { 0, A, ONE }, { 1, A, ONE } }, true },
	{ { { 0, A, NULL }, { 1, A, NULL } }, true },
	{ { { 0, A, "" }, { 1, A, ONE } }, true },
	{ { { 0, NULL, ONE }, { 1, "", ONE } }, true },
	/* Each driver made its UUIDs up. */
	{ { { 0, A, ONE }, { 1, B, ONE } }, true },
	/* One driver gives its UUID to all devices of a kind. */
	{ { { 0, A, ONE }, { 1, A, TWO } }, false },
	{ { { 0, A, ONE }, { 1, A, TWO }, { 1, A, ONE } }, false },
	{ { { 0, A, ONE }, { 1, A, ONE }, { 1, A, TWO } }, true },
	/* Nothing is known. */
	{ { { 0, NULL, NULL }, { 1, NULL, NULL } }, false },
	{ { { 0, "", "" }, { 1, "", "" } }, false },
	{ { { 0, NULL, "0000:00:00.0" }, { 1, NULL, "0000:00:00.0" } }, false },
	{ { { 0, A, "0000:00:00.0" }, { 1, A, ONE } }, true },
	{ { { 0, A, NULL }, { 1, NULL, ONE } }, false },
	{ { { 0, A, NULL }, { 1, B, NULL } }, false },
	/* One platform; parts of a divided GPU. */
	{ { { 0, A, ONE }, { 0, A, ONE } }, false },
	{ { { 0, A, ONE }, { 1, A, ONE }, { 1, B, ONE } }, false },
	{ { { 0, A, NULL }, { 1, A, NULL }, { 0, A, NULL } }, false },
	/* A third driver has it, too. */
	{ { { 0, A, ONE }, { 1, A, ONE }, { 2, A, ONE } }, true },
};

START_TEST(says_which_are_the_same)
{
	ck_assert_int_eq(same_device_is(rows[_i].devices, 3, 0, 1), rows[_i].is_same);
	ck_assert_int_eq(same_device_is(rows[_i].devices, 3, 1, 0), rows[_i].is_same);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("same-device");
	TCase *tcase = unit_tcase(suite, "same-device", 10);

	tcase_add_loop_test(tcase, says_which_are_the_same, 0, UNIT_ROWS(rows));
	return unit_run(suite);
}
