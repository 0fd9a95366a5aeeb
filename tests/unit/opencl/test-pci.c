/* SPDX-License-Identifier: Apache-2.0 */
/* pci: the address from the answers of each extension, and which of them is asked first. */
#include "opencl/devices/pci.h"

#include <string.h>

#include "unit/unit.h"

#define BUS_INFO 0x410F
#define NV_BUS 0x4008
#define NV_SLOT 0x4009
#define NV_DOMAIN 0x400A
#define AMD 0x4037
#define MOST UINT32_MAX

/* What the driver answers: 0 in IS_THERE is an error, which may have stored something, too. */
struct answers {
	bool has_info, has_bus, has_slot, has_domain, has_amd;
	cl_uint info[4];
	cl_uint bus, slot, domain;
	cl_uint amd_type;
	unsigned char amd[3];
};

static const struct {
	struct answers answers;
	const char *text;	/* empty: not known */
} rows[] = {
	{ { .has_info = true, .info = { 0, 1, 0, 0 } }, "0000:01:00.0" },
	{ { .has_info = true, .info = { 0x10, 0xaf, 0x1f, 7 } }, "0010:af:1f.7" },
	{ { .has_info = true, .info = { MOST, MOST, MOST, MOST } },
	  "ffffffff:ffffffff:ffffffff.ffffffff" },
	{ { .has_bus = true, .has_slot = true, .has_domain = true, .bus = 2, .slot = 0xfd,
	    .domain = 3 }, "0003:02:1f.5" },
	/* Older drivers have no domain. */
	{ { .has_bus = true, .has_slot = true, .bus = 2, .slot = 8, .domain = 77 },
	  "0000:02:01.0" },
	{ { .has_bus = true, .bus = 2 }, "" },
	{ { .has_slot = true, .slot = 2 }, "" },
	{ { .has_amd = true, .amd_type = 1, .amd = { 3, 4, 5 } }, "0000:03:04.5" },
	{ { .has_amd = true, .amd_type = 1, .amd = { 0xff, 0xff, 0xff } }, "0000:ff:ff.ff" },
	{ { .has_amd = true, .amd_type = 2, .amd = { 3, 4, 5 } }, "" },
	{ { .has_amd = false, .amd_type = 1, .amd = { 3, 4, 5 } }, "" },
	/* The first of them counts; what the others left does not. */
	{ { .has_info = true, .info = { 9, 8, 7, 6 }, .has_bus = true, .has_slot = true,
	    .has_amd = true, .amd_type = 1 }, "0009:08:07.6" },
	{ { .info = { 9, 8, 7, 6 }, .has_bus = true, .has_slot = true, .bus = 1, .slot = 0,
	    .has_amd = true, .amd_type = 1 }, "0000:01:00.0" },
	{ { .info = { 9, 8, 7, 6 }, .has_bus = true, .bus = 1, .has_amd = true, .amd_type = 1,
	    .amd = { 2, 3, 4 } }, "0000:02:03.4" },
	{ { .info = { 9, 8, 7, 6 } }, "" },
};

static const struct answers *answers;

static cl_int give(bool is_there, const void *from, size_t expected, void *value, size_t size)
{
	ck_assert_uint_eq(size, expected);
	memcpy(value, from, size);
	return is_there ? CL_SUCCESS : CL_INVALID_VALUE;
}

static cl_int CL_API_CALL answer(cl_device_id device, cl_device_info name, size_t size, void *value,
				 size_t *size_ret)
{
	unsigned char topology[24] = { 0 };

	ck_assert_ptr_eq((const void *)device, (const void *)answers);
	ck_assert_ptr_null(size_ret);
	memcpy(topology, &answers->amd_type, sizeof(cl_uint));
	memcpy(topology + 21, answers->amd, sizeof(answers->amd));
	switch (name) {
	case BUS_INFO:
		return give(answers->has_info, answers->info, sizeof(answers->info), value, size);
	case NV_BUS:
		return give(answers->has_bus, &answers->bus, sizeof(cl_uint), value, size);
	case NV_SLOT:
		return give(answers->has_slot, &answers->slot, sizeof(cl_uint), value, size);
	case NV_DOMAIN:
		return give(answers->has_domain, &answers->domain, sizeof(cl_uint), value, size);
	case AMD:
		return give(answers->has_amd, topology, sizeof(topology), value, size);
	default:
		ck_abort_msg("no extension has the query 0x%x", (unsigned)name);
		return CL_INVALID_VALUE;
	}
}

START_TEST(writes_the_address)
{
	char text[PCI_ADDRESS_SIZE];

	memset(text, '#', sizeof(text));
	answers = &rows[_i].answers;
	ck_assert_int_eq(pci_address(answer, (cl_device_id)(uintptr_t)answers, text),
			 rows[_i].text[0] != '\0');
	ck_assert_str_eq(text, rows[_i].text);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("pci");
	TCase *tcase = unit_tcase(suite, "pci", 10);

	tcase_add_loop_test(tcase, writes_the_address, 0, UNIT_ROWS(rows));
	return unit_run(suite);
}
