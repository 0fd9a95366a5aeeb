/* SPDX-License-Identifier: Apache-2.0 */
/* blake2b: hashes as "b2sum -l 256" prints them, however the bytes are cut. */
#include "launch/blake2b.h"

#include <string.h>

#include "unit/unit.h"

/* The hash of the first LENGTH bytes 0, 1, 2, ... 255, 0, ... */
static const struct {
	size_t length;
	const char *hash;
} rows[] = {
	{ 0, "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8" },
	{ 1, "03170a2e7597b7b7e3d84c05391d139a62b157e78786d8c082f29dcf4c111314" },
	{ 127, "f2fe67ff342e21b8f45e8f2e0bcd1d9243245d50ee6c78042e9c491388791c72" },
	{ 128, "c3582f71ebb2be66fa5dd750f80baae97554f3b015663c8be377cfcb2488c1d1" },
	{ 129, "f7f3c46ba2564ff4c4c162da1f5b605f9f1c4aa6a20652a9f9a337c1a2f5b9c9" },
	{ 256, "39a7eb9fedc19aabc83425c6755dd90e6f9d0c804964a1f4aaeea3b9fb599835" },
	{ 257, "45f7f084c30bac7cbae2e1963bc6e6b0d8cb227a12927e97fb941d288fb1f9a3" },
	{ 1000, "c636324d47d89f2b2434dc2c994100663fbbaea880ff020fc5de89dd0f77a1ec" },
};

#define MOST 1000

static unsigned char bytes[MOST];

START_TEST(hashes_are_those_of_b2sum)
{
	char text[BLAKE2B_TEXT];
	struct blake2b hash;
	size_t part;

	for (size_t i = 0; i < MOST; i++)
		bytes[i] = (unsigned char)i;
	for (size_t step = 1; step <= MOST; step += 1 + step / 3) {
		blake2b_start(&hash);
		for (size_t done = 0; done < rows[_i].length; done += part) {
			part = rows[_i].length - done < step ? rows[_i].length - done : step;
			blake2b_add(&hash, bytes + done, part);
		}
		blake2b_end(&hash, text);
		ck_assert_str_eq(text, rows[_i].hash);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("blake2b");
	TCase *tcase = unit_tcase(suite, "blake2b", 20);

	tcase_add_loop_test(tcase, hashes_are_those_of_b2sum, 0, sizeof(rows) / sizeof(rows[0]));
	return unit_run(suite);
}
