/* SPDX-License-Identifier: Apache-2.0 */
/* devices: what a record says of them, and how many of a hostile one are kept. */
#include "tool/report/model-devices.h"

#include <string.h>

#include "unit/unit.h"

static struct {
	struct record_object asked;
	char value[16];
} record;

static struct model_devices devices;
static struct arena arena;

static void add(enum object_kind kind, uint64_t handle, uint32_t query, const char *value)
{
	memset(&record, 0, sizeof(record));
	record.asked.head.size = sizeof(record);
	record.asked.head.detail = (uint16_t)kind;
	record.asked.handle = handle;
	record.asked.query = query;
	memcpy(record.value, value, strlen(value));
	ck_assert(devices_add(&devices, &record.asked, &arena));
}

static void tear_down(void)
{
	devices_done(&devices);
	arena_done(&arena);
	devices = (struct model_devices){ 0 };
}

START_TEST(a_device_has_answers)
{
	struct history_object objects[] = { { .kind = OBJECT_QUEUE, .device = 7 },
					    { .kind = OBJECT_CONTEXT, .device = 8 } };
	const struct history history = { .objects = objects, .count = 2 };

	add(OBJECT_DEVICE, 7, CL_DEVICE_NAME, "seven");
	add(OBJECT_DEVICE, 8, CL_DRIVER_VERSION, "1.0");
	add(OBJECT_DEVICE, 7, CL_DRIVER_VERSION, "2.0");
	add(OBJECT_DEVICE, 7, CL_DEVICE_TYPE, "4");
	add(OBJECT_PLATFORM, 9, CL_DEVICE_NAME, "no device");
	/* Without a NUL byte. */
	add(OBJECT_DEVICE, 8, CL_DEVICE_VERSION, "0123456789abcdef");
	devices_find_used(&devices, &history);
	ck_assert_uint_eq(devices.count, 2);
	ck_assert_str_eq(devices.list[0].name, "seven");
	ck_assert_str_eq(devices.list[0].driver, "2.0");
	ck_assert_ptr_null(devices.list[0].version);
	ck_assert_str_eq(devices.list[1].version, "0123456789abcdef");
	ck_assert(devices.list[0].is_used);
	ck_assert(!devices.list[1].is_used);
}
END_TEST

START_TEST(so_many_are_kept)
{
	for (uint64_t handle = 1; handle <= 1000; handle++)
		add(OBJECT_DEVICE, handle, CL_DEVICE_NAME, "name");
	ck_assert_uint_eq(devices.count, 256);
	add(OBJECT_DEVICE, 256, CL_DRIVER_VERSION, "3.0");
	ck_assert_str_eq(devices.list[255].driver, "3.0");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("devices");
	TCase *tcase = unit_tcase(suite, "devices", 20);

	tcase_add_checked_fixture(tcase, NULL, tear_down);
	tcase_add_test(tcase, a_device_has_answers);
	tcase_add_test(tcase, so_many_are_kept);
	return unit_run(suite);
}
