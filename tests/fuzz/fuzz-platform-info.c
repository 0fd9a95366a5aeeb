/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz-platform-info: a driver that answers anything. For each question the
 * input has one byte of kind (an error, or what is done), two of the size that
 * the driver claims, one of how many bytes it writes, then those bytes. The text
 * that comes out is terminated and lies where it should.
 */
#include <string.h>

#include "fuzz.h"
#include "driver/platform-info.h"

const char fuzz_target[] = "platform-info";

static struct {
	const uint8_t *at;
	size_t left;
} script;

static unsigned take(void)
{
	if (script.left == 0)
		return 0;
	script.left--;
	return *script.at++;
}

/* Writes no more than SPACE bytes: against more nothing could help. */
static cl_int CL_API_CALL answer(cl_platform_id platform, cl_platform_info name, size_t space,
				 void *value, size_t *size)
{
	unsigned kind = take();
	size_t claimed = take();
	size_t written;

	(void)platform;
	(void)name;
	claimed |= (size_t)take() << 8;
	written = take();
	if (kind & 1)
		return -(cl_int)(kind >> 1) - 1;
	if (kind & 2)
		claimed <<= 12;
	if (kind & 4)
		claimed = SIZE_MAX - claimed;
	if (size && !(kind & 8))
		*size = claimed;
	if (kind & 16)
		written = space;
	for (size_t i = 0; value && i < written && i < space; i++)
		((char *)value)[i] = (char)take();
	return CL_SUCCESS;
}

static void check_text(const char *text, const struct platform_query *query)
{
	bool is_short = text == query->buffer;

	FUZZ_CHECK(text || query->error != CL_SUCCESS);
	FUZZ_CHECK(!text || !is_short || strlen(text) < PLATFORM_INFO_SIZE);
	FUZZ_CHECK(platform_info_version(text) <= 9999 * 1001);
	/* AddressSanitizer looks on: a text that has no end is read behind. */
	FUZZ_CHECK(!text || strlen(text) < (size_t)1 << 28);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = ARENA_INIT;
	/* Filled: bytes that the driver says it wrote, and did not, have no value to look at. */
	struct platform_query query = { .ask = answer, .arena = &arena };
	const char *text;

	script.at = data;
	script.left = size;
	text = platform_info_text(&query, CL_PLATFORM_VERSION);
	check_text(text, &query);
	if (text)
		platform_info_extensions(text);
	platform_info_bool(answer, NULL, CL_PLATFORM_NAME);
	arena_done(&arena);
	return 0;
}
