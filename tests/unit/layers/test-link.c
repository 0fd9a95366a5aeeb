/* SPDX-License-Identifier: Apache-2.0 */
/* link: the rate of a link, by files that have what Linux, an emulator or nobody says. */
#include "layers/record/link.h"

#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>

#include "unit/unit.h"

#define MOST "999999999999999999999999"

/* What the files have; NULL: there is no such file. */
static const struct {
	const char *most, *now, *width; /* of the device */
	const char *port;		/* the highest speed of what it is in */
	uint64_t megabytes;		/* in a second; 0: not known */
} rows[] = {
	{ "32.0 GT/s PCIe", "32.0 GT/s PCIe", "16", "32.0 GT/s PCIe", 63015 },
	/* It has nothing to do, so it is slow now. */
	{ "16.0 GT/s PCIe", "2.5 GT/s PCIe", "16", "16.0 GT/s PCIe", 31507 },
	{ "8 GT/s", "2.5 GT/s", "8", NULL, 7876 },
	{ "5.0 GT/s PCIe", "5.0 GT/s PCIe", "16", NULL, 8000 },
	{ "2.5 GT/s PCIe", "2.5 GT/s PCIe", "1", NULL, 250 },
	/* An older slot. */
	{ "32.0 GT/s PCIe", "8.0 GT/s PCIe", "16", "8.0 GT/s PCIe", 15753 },
	/* A port that is not real. */
	{ "32.0 GT/s PCIe", "16.0 GT/s PCIe", "16", "2.5 GT/s PCIe", 31507 },
	{ "32.0 GT/s PCIe", "32.0 GT/s PCIe", "16", "Unknown", 63015 },
	{ NULL, "8.0 GT/s PCIe", "16", NULL, 15753 },
	{ "8.0 GT/s PCIe", NULL, "16", NULL, 15753 },
	/* Nothing is known. */
	{ "Unknown", "Unknown", "16", NULL, 0 },
	{ "Unknown", "Unknown", "0", "8.0 GT/s PCIe", 0 },
	{ "8.0 GT/s PCIe", "8.0 GT/s PCIe", "0", NULL, 0 },
	{ "8.0 GT/s PCIe", "8.0 GT/s PCIe", "63 lanes or so", NULL, 62030 },
	{ "8.0 GT/s PCIe", "8.0 GT/s PCIe", NULL, NULL, 0 },
	{ "8.0 GT/s PCIe", "8.0 GT/s PCIe", "", NULL, 0 },
	{ "8.0 GT/s PCIe", "8.0 GT/s PCIe", "-1", NULL, 0 },
	{ "8.0 GT/s PCIe", "8.0 GT/s PCIe", MOST, NULL, 0 },
	{ MOST, "", "16", NULL, 0 },
	{ "-8.0 GT/s", "", "16", NULL, 0 },
	{ "8.", NULL, "16", NULL, 15753 },
	{ NULL, NULL, NULL, NULL, 0 },
};

static void put(const char *name, const char *text)
{
	char path[PATH_MAX];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", unit_dir, name);
	remove(path);
	if (!text)
		return;
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fprintf(file, "%s\n", text);
	ck_assert_int_eq(fclose(file), 0);
}

START_TEST(rate)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/0000:01:00.0", unit_dir);
	mkdir(path, 0700);
	put("0000:01:00.0/max_link_speed", rows[_i].most);
	put("0000:01:00.0/current_link_speed", rows[_i].now);
	put("0000:01:00.0/current_link_width", rows[_i].width);
	put("max_link_speed", rows[_i].port);
	ck_assert_uint_eq(link_rate(unit_dir, "0000:01:00.0") / 1000000, rows[_i].megabytes);
	ck_assert_uint_eq(link_rate(unit_dir, "0000:02:00.0"), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("link");
	TCase *tcase = unit_tcase(suite, "link", 20);

	tcase_add_loop_test(tcase, rate, 0, UNIT_ROWS(rows));
	return unit_run(suite);
}
