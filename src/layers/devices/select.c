/* SPDX-License-Identifier: Apache-2.0 */
/*
 * select: see select.h.
 */
#include "layers/devices/select.h"

#include <string.h>

#include "base/array.h"
#include "base/glob.h"
#include "base/text.h"
#include "layers/common/option.h"

#define UUID_DIGITS 8

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* The value of a hexadecimal digit, -1 if it is none. */
static int hex_value(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *at = c ? strchr(digits, text_lower(c)) : NULL;

	return at != NULL ? (int)(at - digits) : -1;
}

/* The number of hexadecimal digits if WORD is nothing but them and dashes, else 0. */
static size_t count_hex(const char *word)
{
	size_t count = 0;

	for (; *word; word++)
		if (hex_value(*word) >= 0)
			count++;
		else if (*word != '-')
			return 0;
	return count;
}

static bool fits_uuid(const char *word, const struct device *device)
{
	size_t count = 0;

	if (!device->has_uuid || count_hex(word) == 0)
		return false;
	for (; *word; word++) {
		int value = hex_value(*word);
		unsigned char byte;

		if (value < 0)
			continue;
		if (count == 2 * sizeof(device->uuid))
			return false;
		byte = device->uuid[count / 2];
		if (value != (count % 2 == 0 ? byte >> 4 : byte & 15))
			return false;
		count++;
	}
	return true;
}

/* *IS_TYPE tells whether WORD is a type at all. */
static bool fits_type(const char *word, const struct device *device, bool *is_type)
{
	static const struct {
		const char *word;
		cl_device_type type;
	} types[] = {
		{ "default", CL_DEVICE_TYPE_DEFAULT },
		{ "cpu", CL_DEVICE_TYPE_CPU },
		{ "gpu", CL_DEVICE_TYPE_GPU },
		{ "accelerator", CL_DEVICE_TYPE_ACCELERATOR },
		{ "custom", CL_DEVICE_TYPE_CUSTOM },
		{ "all", ~(cl_device_type)0 },
	};

	*is_type = true;
	for (size_t i = 0; i < ARRAY_SIZE(types); i++)
		if (text_equal_nocase(word, types[i].word))
			return (device->type & types[i].type) != 0;
	*is_type = false;
	return false;
}

/* Reads a number of at most 9 digits; what follows it. NULL if there is none. */
static const char *read_number(const char *word, unsigned *number)
{
	unsigned digits = 0;

	for (*number = 0; is_digit(*word) && digits < 9; digits++)
		*number = *number * 10 + (unsigned)(*word++ - '0');
	return digits > 0 ? word : NULL;
}

static bool fits_index(const char *word, const struct device *device, bool *is_index)
{
	unsigned first;
	unsigned second;
	const char *rest = read_number(word, &first);

	*is_index = rest != NULL && *rest == '\0';
	if (*is_index)
		return device->index == first;
	rest = rest != NULL && *rest == '.' ? read_number(rest + 1, &second) : NULL;
	*is_index = rest != NULL && *rest == '\0';
	return *is_index && device->platform == first && device->platform_index == second;
}

static bool fits(const char *word, const void *what)
{
	const struct device *device = what;
	static const char uuid_prefix[] = "uuid:";
	const size_t prefix = sizeof(uuid_prefix) - 1;
	bool is_sort;
	bool fits_it = fits_type(word, device, &is_sort);

	if (is_sort)
		return fits_it;
	/* 8 decimal digits and more are no index: nobody has that many devices. */
	if (count_hex(word) >= UUID_DIGITS)
		return fits_uuid(word, device);
	if (glob_matches_part(uuid_prefix, word, strnlen(word, prefix)))
		return fits_uuid(word + prefix, device);
	fits_it = fits_index(word, device, &is_sort);
	return is_sort ? fits_it : glob_matches(word, device->name);
}

bool devices_select(const char *selection, const struct device *device)
{
	return option_selects(selection, fits, device);
}
