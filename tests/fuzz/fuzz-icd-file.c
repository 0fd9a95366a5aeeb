/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz-icd-file: the text of an .icd or .lay file, of which the first 8 KiB are read. The name
 * that is found must be inside the text and well-formed.
 */
#include <limits.h>
#include <string.h>

#include "fuzz.h"
#include "discover/icd-file.h"

const char fuzz_target[] = "icd-file";

static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static void check_name(const char *bytes, size_t size, const char *name, size_t length)
{
	FUZZ_CHECK(name >= bytes && length <= size && name + length <= bytes + size);
	FUZZ_CHECK(length > 0 && length < PATH_MAX);
	FUZZ_CHECK(!memchr(name, '\0', length) && !memchr(name, '\n', length));
	FUZZ_CHECK(!is_blank(name[0]) && !is_blank(name[length - 1]) && name[0] != '#');
}

/* Lines after the one with the name must not change the result. */
static void check_further_lines(const char *bytes, size_t size, size_t length)
{
	static char longer[ICD_FILE_SIZE + 1];
	const char *name;
	size_t again;

	if (size + 7 > ICD_FILE_SIZE)
		return;
	memcpy(longer, bytes, size);
	memcpy(longer + size, "\r\nb\0.so", 8);
	FUZZ_CHECK(icd_file_parse(longer, size + 7, &name, &again) == REASON_OK);
	FUZZ_CHECK(again == length);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char bytes[ICD_FILE_SIZE + 1];
	const char *name = NULL;
	size_t length = 0;
	enum reason reason;

	if (size > ICD_FILE_SIZE)
		size = ICD_FILE_SIZE;
	memcpy(bytes, data, size);
	bytes[size] = '\0';
	reason = icd_file_parse(bytes, size, &name, &length);
	FUZZ_CHECK((reason == REASON_EMPTY_FILE) == (size == 0));
	if (reason == REASON_OK) {
		check_name(bytes, size, name, length);
		check_further_lines(bytes, size, length);
	} else {
		FUZZ_CHECK(reason == REASON_EMPTY_FILE || reason == REASON_NO_LIBRARY_NAME ||
			   reason == REASON_NOT_TEXT || reason == REASON_TOO_LONG);
	}
	return 0;
}
