/* SPDX-License-Identifier: Apache-2.0 */
/* platforms: writes the names of the platforms, each on a line, or the error of clGetPlatformIDs. */
#include <stdio.h>

#include "api/api.h"

#define MOST 16

int main(void)
{
	cl_platform_id platforms[MOST];
	cl_uint count = 0;
	cl_int error = clGetPlatformIDs(MOST, platforms, &count);

	if (error != CL_SUCCESS)
		printf("error %d\n", error);
	for (cl_uint i = 0; i < count && i < MOST; i++) {
		char name[256] = "";

		clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof(name), name, NULL);
		printf("%s\n", name);
	}
	return 0;
}
