/* SPDX-License-Identifier: Apache-2.0 */
/*
 * select: see select.h.
 */
#include "opencl/devices/select.h"

#include <string.h>

#include "base/glob.h"
#include "base/text.h"

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

	return at ? (int)(at - digits) : -1;
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

/* The next digit of TEXT at *AT, which is moved after it, dashes left out; -1 at the end. */
static int next_hex(const char **at)
{
	while (**at == '-')
		(*at)++;
	return **at ? hex_value(*(*at)++) : -1;
}

/* WORD, digits and dashes, is the beginning of the UUID. */
static bool fits_uuid(const char *word, const struct device *device)
{
	const char *uuid = device->uuid;
	int digit;

	if (count_hex(word) == 0)
		return false;
	while ((digit = next_hex(&word)) >= 0)
		if (next_hex(&uuid) != digit)
			return false;
	return true;
}

static const struct {
	const char *word;
	cl_device_type type;
} types[DEVICES_TYPES] = {
	{ "default", CL_DEVICE_TYPE_DEFAULT },
	{ "cpu", CL_DEVICE_TYPE_CPU },
	{ "gpu", CL_DEVICE_TYPE_GPU },
	{ "accelerator", CL_DEVICE_TYPE_ACCELERATOR },
	{ "custom", CL_DEVICE_TYPE_CUSTOM },
	{ "all", ~(cl_device_type)0 },
};

static bool has_type(const struct device *device, size_t type)
{
	return (device->type & types[type].type) != 0;
}

void devices_select_number(struct device *devices, size_t at)
{
	for (size_t type = 0; type < DEVICES_TYPES; type++) {
		devices[at].type_index[type] = 0;
		for (size_t i = 0; i < at; i++)
			devices[at].type_index[type] += has_type(&devices[i], type);
	}
}

/* Reads a number of at most 9 digits; what follows it. NULL if there is none. */
static const char *read_number(const char *word, unsigned *number)
{
	unsigned digits = 0;

	for (*number = 0; is_digit(*word) && digits < 9; digits++)
		*number = *number * 10 + (unsigned)(*word++ - '0');
	return digits > 0 ? word : NULL;
}

/* A number or a range of them, up to the end of WORD. */
struct range {
	unsigned first;
	unsigned last;
};

static bool read_range(const char *word, struct range *range)
{
	const char *rest = read_number(word, &range->first);

	range->last = range->first;
	if (rest && *rest == '-')
		rest = read_number(rest + 1, &range->last);
	return rest && *rest == '\0';
}

static bool is_in(const struct range *range, unsigned index)
{
	return range->first <= index && index <= range->last;
}

/* "gpu" or "gpu:0-1". *IS_TYPE: WORD is one of them. */
static bool fits_type(const char *word, const struct device *device, bool *is_type)
{
	const size_t length = strcspn(word, ":");
	struct range range = { 0, ~0u };

	*is_type = true;
	for (size_t i = 0; i < DEVICES_TYPES; i++)
		if (glob_matches_part(types[i].word, word, length) &&
		    (word[length] == '\0' || read_range(word + length + 1, &range)))
			return has_type(device, i) && is_in(&range, device->type_index[i]);
	*is_type = false;
	return false;
}

/* "0", "0-3", "1.0" or "1.0-2". *IS_INDEX: WORD is one of them. */
static bool fits_index(const char *word, const struct device *device, bool *is_index)
{
	unsigned platform;
	struct range range;
	const char *rest = read_number(word, &platform);

	*is_index = true;
	if (read_range(word, &range))
		return is_in(&range, device->index);
	if (rest && *rest == '.' && read_range(rest + 1, &range))
		return platform == device->platform && is_in(&range, device->platform_index);
	*is_index = false;
	return false;
}

/* The name of FILE, and the same without PREFIX and without what follows SUFFIX. */
static bool fits_file(const char *word, const char *file, const char *prefix, const char *suffix)
{
	const char *name;
	const char *stem;
	const char *end;

	if (!file)
		return false;
	if (strchr(word, '/'))
		return glob_matches(word, file);
	name = text_base_name(file);
	stem = text_skip_prefix(name, prefix);
	if (!stem)
		stem = name;
	end = strstr(stem, suffix);
	return glob_matches(word, name) ||
	       (end && glob_matches_part(word, stem, (size_t)(end - stem)));
}

/* "0000:01:00.0", "01:00.0" or "01:00", which is all functions of the device. */
static bool fits_pci(const char *word, const struct device *device)
{
	const char *bus = strchr(device->pci, ':');

	return bus && (glob_matches(word, device->pci) || glob_matches(word, bus + 1) ||
			       glob_matches_part(word, bus + 1, strcspn(bus + 1, ".")));
}

static bool fits_name(const char *word, const struct device *device)
{
	return glob_matches(word, device->name) || glob_matches(word, device->platform_name) ||
	       fits_pci(word, device) ||
	       fits_file(word, device->driver_file, "", ".icd") ||
	       fits_file(word, device->driver_library, "lib", ".so");
}

bool devices_select_fits(const char *word, const void *what)
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
	return is_sort ? fits_it : fits_name(word, device);
}

bool devices_select_fits_any(const char *word, const void *what)
{
	const struct devices_set *set = what;
	bool is_useful = text_equal_nocase(word, "none");

	for (size_t i = 0; i < set->count && !is_useful; i++)
		is_useful = devices_select_fits(word, &set->devices[i]);
	return is_useful;
}
