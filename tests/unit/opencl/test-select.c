/* SPDX-License-Identifier: Apache-2.0 */
/* select: which words fit which of five devices of two platforms. */
#include "opencl/devices/select.h"

#include <stdio.h>
#include <string.h>

#include "unit/unit.h"

#define DEVICES 5

static const struct {
	cl_device_type type;
	unsigned platform, platform_index;
	const char *name, *uuid, *pci;
} made[DEVICES] = {
	{ CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_DEFAULT, 0, 0, "NVIDIA A100",
	  "4f3a0c21-0000-1111-2222-333344445555", "0000:01:00.0" },
	{ CL_DEVICE_TYPE_GPU, 0, 1, "NVIDIA H100", "4f3a0c22-0000-1111-2222-333344445555",
	  "0000:01:00.1" },
	{ CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_DEFAULT, 1, 0, "pthread-cpu", "", "" },
	{ CL_DEVICE_TYPE_ACCELERATOR, 1, 1, "fpga", "12345678-9abc-def0-1234-56789abcdef0",
	  "0001:af:1f.0" },
	{ CL_DEVICE_TYPE_CUSTOM, 1, 2, "", "", "" },
};

static struct device devices[DEVICES];

static void make_devices(void)
{
	for (unsigned i = 0; i < DEVICES; i++) {
		struct device *device = &devices[i];

		*device = (struct device){ .type = made[i].type, .index = i,
					   .platform = made[i].platform,
					   .platform_index = made[i].platform_index };
		snprintf(device->name, sizeof(device->name), "%s", made[i].name);
		snprintf(device->platform_name, sizeof(device->platform_name), "%s",
			 made[i].platform == 0 ? "NVIDIA CUDA" : "Portable Computing Language");
		snprintf(device->uuid, sizeof(device->uuid), "%s", made[i].uuid);
		snprintf(device->pci, sizeof(device->pci), "%s", made[i].pci);
		if (made[i].platform == 0) {
			device->driver_file = "/etc/OpenCL/vendors/nvidia.icd";
			device->driver_library = "libnvidia-opencl.so.1";
		} else if (i != 4) {
			device->driver_library = "/usr/lib/pocl/libpocl.so.2.1";
		}
		devices_select_number(devices, i);
	}
}

/* The devices that a word fits: one letter for each, "." for those that it does not. */
static const struct {
	const char *word;
	const char *fitting;
} rows[] = {
	/* types */
	{ "gpu", "01..." },	{ "GPU", "01..." },	  { "cpu", "..2.." },
	{ "accelerator", "...3." }, { "custom", "....4" }, { "default", "0.2.." },
	{ "all", "01234" },	{ "gpu:0", "0...." },	  { "gpu:1", ".1..." },
	{ "gpu:2", "....." },	{ "gpu:0-1", "01..." },  { "gpu:1-0", "....." },
	{ "default:1", "..2.." }, { "all:3-4", "...34" }, { "cpu:0", "..2.." },
	{ "all:0-999999999", "01234" },
	/* Not a type with numbers, and nothing has such a name. */
	{ "gpu:", "....." },	{ "gpu:x", "....." },	  { "gpu:0-", "....." },
	{ "gpu:1x", "....." },	{ "gpu:-1", "....." },	  { "gpu:0-1-2", "....." },
	/* indexes */
	{ "0", "0...." },	{ "4", "....4" },	  { "5", "....." },
	{ "1-3", ".123." },	{ "3-1", "....." },	  { "00", "0...." },
	{ "1.0", "..2.." },	{ "0.1", ".1..." },	  { "1.0-1", "..23." },
	{ "2.0", "....." },	{ "1.9", "....." },	  { "4294967296", "....." },
	{ "1.", "....." },	{ ".1", "....." },	  { "0-", "....." },
	{ "0-999999", "01234" },
	/* UUIDs */
	{ "4f3a0c21", "0...." }, { "4F3A0C22", ".1..." },
	{ "4f3a0c21-0000-1111-2222-333344445555", "0...." },
	{ "4f3a0c21000011112222333344445555", "0...." },
	{ "4f3a0c210000111122223333444455550", "....." },
	{ "4f3a-0c21", "0...." }, { "12345678", "...3." }, { "uuid:4f", "01..." },
	{ "uuid:4f3a0c22", ".1..." }, { "UUID:1", "...3." }, { "uuid:", "....." },
	{ "uuid:-", "....." },	{ "uuid:x", "....." },	  { "4f3a0c2", "....." },
	/* PCI addresses */
	{ "0000:01:00.0", "0...." }, { "01:00.1", ".1..." }, { "01:00", "01..." },
	{ "af:1f", "...3." },	{ "AF:1F.0", "...3." },  { "01:0", "....." },
	{ "0001:af:1f.0", "...3." }, { "0000:01:00", "....." },
	/* names */
	{ "NVIDIA*", "01..." },	{ "*H100", ".1..." },	  { "nvidia a100", "0...." },
	{ "Portable*", "..234" }, { "fpga", "...3." },	  { "fpg", "....." },
	{ "nvidia", "01..." },	{ "nvidia.icd", "01..." },
	{ "nvidia-opencl", "01..." }, { "libnvidia-opencl.so.1", "01..." },
	{ "pocl", "..23." },	{ "libpocl.so.2.1", "..23." }, { "libpocl", "....." },
	{ "/etc/OpenCL/*", "01..." }, { "/usr/lib/pocl/libpocl.so.2.1", "..23." },
	{ "/usr/lib/*", "..23." }, { "/pocl", "....." }, { "*", "01234" },
	{ "none", "....." },
	/* The last device has no name. */
	{ "", "....4" },
};

START_TEST(fits_devices)
{
	const struct devices_set set = { devices, DEVICES };
	bool is_any = strcmp(rows[_i].word, "none") == 0;
	char found[DEVICES + 1] = "";

	make_devices();
	for (int i = 0; i < DEVICES; i++) {
		found[i] = '.';
		if (devices_select_fits(rows[_i].word, &devices[i]))
			found[i] = (char)('0' + i);
		is_any |= found[i] != '.';
	}
	ck_assert_msg(strcmp(found, rows[_i].fitting) == 0, "%s fits %s, expected %s",
		      rows[_i].word, found, rows[_i].fitting);
	ck_assert_int_eq(devices_select_fits_any(rows[_i].word, &set), is_any);
}
END_TEST

START_TEST(nothing_fits_without_devices)
{
	const struct devices_set set = { NULL, 0 };

	ck_assert(!devices_select_fits_any("all", &set));
	ck_assert(!devices_select_fits_any("*", &set));
	ck_assert(devices_select_fits_any("none", &set));
	ck_assert(devices_select_fits_any("NONE", &set));
}
END_TEST

/* default, cpu, gpu, accelerator, custom, all: how many were there before each device */
static const unsigned numbers[DEVICES][DEVICES_TYPES] = {
	{ 0, 0, 0, 0, 0, 0 }, { 1, 0, 1, 0, 0, 1 }, { 1, 0, 2, 0, 0, 2 },
	{ 2, 1, 2, 0, 0, 3 }, { 2, 1, 2, 1, 0, 4 },
};

START_TEST(numbers_the_types)
{
	make_devices();
	/* A second time changes nothing. */
	devices_select_number(devices, (size_t)_i);
	for (int type = 0; type < DEVICES_TYPES; type++)
		ck_assert_uint_eq(devices[_i].type_index[type], numbers[_i][type]);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("select");
	TCase *tcase = unit_tcase(suite, "select", 10);

	tcase_add_loop_test(tcase, fits_devices, 0, UNIT_ROWS(rows));
	tcase_add_test(tcase, nothing_fits_without_devices);
	tcase_add_loop_test(tcase, numbers_the_types, 0, UNIT_ROWS(numbers));
	return unit_run(suite);
}
