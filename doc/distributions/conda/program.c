/* SPDX-License-Identifier: Apache-2.0 */
/* What a program finds in an environment without drivers: no platform, which is no error of the loader. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>

#define NO_PLATFORM (-1001)

int main(void)
{
	cl_uint count = 0;
	cl_int status = clGetPlatformIDs(0, NULL, &count);

	if (status == NO_PLATFORM && count == 0) {
		puts("No platforms found!");
		return 0;
	}
	printf("status %d, %u platforms\n", status, count);
	return status != CL_SUCCESS;
}
