/* SPDX-License-Identifier: Apache-2.0 */
/* uuid: see uuid.h. */
#include "opencl/devices/uuid.h"

#include "base/text.h"

#define DEVICE_UUID 0x106A	/* of an extension; older headers lack it */

bool uuid_text(uuid_get_info *get_info, cl_device_id device, char text[UUID_TEXT_SIZE])
{
	unsigned char uuid[16] = { 0 };
	unsigned char any = 0;
	size_t length = 0;

	text[0] = '\0';
	if (get_info(device, DEVICE_UUID, sizeof(uuid), uuid, NULL) != CL_SUCCESS)
		return false;
	for (size_t i = 0; i < sizeof(uuid); i++) {
		bool has_dash = i == 4 || i == 6 || i == 8 || i == 10;

		any |= uuid[i];
		length += text_format(text + length, UUID_TEXT_SIZE - length, "%s%02x",
				      has_dash ? "-" : "", uuid[i]);
	}
	if (any == 0)
		text[0] = '\0';
	return any != 0;
}
