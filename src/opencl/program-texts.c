/* SPDX-License-Identifier: Apache-2.0 */
/* program-texts: see program-texts.h. */
#include "opencl/program-texts.h"

#include <string.h>

#include "opencl/constants.h"

/* Walks through the strings of MADE; copies them to TEXT unless it is NULL. */
static size_t join(const struct call *made, char *text)
{
	const char *const *strings = call_pointer(made, ARG_clCreateProgramWithSource_strings);
	const size_t *lengths = call_pointer(made, ARG_clCreateProgramWithSource_lengths);
	const size_t count = call_number(made, ARG_clCreateProgramWithSource_count);
	size_t size = 0;

	for (size_t i = 0; strings && i < count; i++) {
		const size_t length = lengths && lengths[i] != 0 ? lengths[i] : strlen(strings[i]);

		if (text)
			memcpy(text + size, strings[i], length);
		size += length;
	}
	return size;
}

size_t program_source_size(const struct call *made)
{
	return join(made, NULL);
}

void program_source_copy(const struct call *made, char *text)
{
	join(made, text);
}

const void *program_binary(const struct call *made, const void *device, size_t *size)
{
	const void *const *devices = call_pointer(made, ARG_clCreateProgramWithBinary_device_list);
	const size_t *lengths = call_pointer(made, ARG_clCreateProgramWithBinary_lengths);
	const void *const *binaries = call_pointer(made, ARG_clCreateProgramWithBinary_binaries);
	const size_t count = call_number(made, ARG_clCreateProgramWithBinary_num_devices);

	for (size_t i = 0; i < count && devices && lengths && binaries; i++)
		if (devices[i] == device) {
			*size = lengths[i];
			return binaries[i];
		}
	return NULL;
}
