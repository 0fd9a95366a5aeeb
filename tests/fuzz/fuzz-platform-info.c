/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz-platform-info: a driver whose clGetPlatformInfo returns anything. For each call the input
 * has one byte of flags, which choose an error or what the driver does, two bytes of the size that
 * it returns, one byte of how many bytes it writes, and then these bytes. The text that
 * platform_info_text() returns must end with a NUL byte and be in the right buffer.
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

/*
 * Writes at most SPACE bytes, because the loader cannot be protected from a driver that writes
 * more.
 */
static cl_int CL_API_CALL answer(cl_platform_id platform, cl_platform_info name, size_t space,
				 void *value, size_t *size)
{
	unsigned flags = take();
	size_t claimed = take();
	size_t written;

	(void)platform;
	(void)name;
	claimed |= (size_t)take() << 8;
	written = take();
	if (flags & 1)
		return -(cl_int)(flags >> 1) - 1;
	if (flags & 2)
		claimed <<= 12;
	if (flags & 4)
		claimed = SIZE_MAX - claimed;
	if (size && !(flags & 8))
		*size = claimed;
	if (flags & 16)
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
	/* If the text has no NUL byte, AddressSanitizer reports the read beyond its end. */
	FUZZ_CHECK(!text || strlen(text) < (size_t)1 << 28);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = ARENA_INIT;
	/*
	 * The buffer is initialised: the driver may say that it wrote bytes that it did not write.
	 */
	struct platform_query query = { .get_info = answer, .arena = &arena };
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
