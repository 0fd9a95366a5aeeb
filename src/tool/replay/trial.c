/* SPDX-License-Identifier: Apache-2.0 */
/* trial: the helpers of trial.h, and whether a device can have a launch. */
#include "tool/replay/trial.h"

#include <string.h>

#include "tool/output/format.h"
#include "tool/probe/driver/report.h"

#define MOST_TEXT 1024	/* bytes of an answer of a device */

void trial_begin_step(const struct trial *trial, enum trial_step step)
{
	report_put_number(trial->use.report, TRIAL_STEP, step);
}

bool trial_allocate(const struct trial *trial, void *array, size_t count, size_t size)
{
	void *memory = count < SIZE_MAX / size ?
			       arena_alloc(trial->use.arena, (count > 0 ? count : 1) * size) : NULL;

	memcpy(array, &memory, sizeof(memory));
	if (!memory)
		report_put(trial->use.report, DEVICE_USE_FAILED, "there is not enough memory");
	return memory != NULL;
}

/* -- what the device is able to -------------------------------------------------------------- */

static bool is_unable(const struct trial *trial, const char *why)
{
	report_put(trial->use.report, TRIAL_UNABLE, why);
	return false;
}

/* The answer, or "" if there is none. */
static void get_text(const struct trial *trial, cl_device_info name, char text[MOST_TEXT])
{
	if (trial->use.table->clGetDeviceInfo(trial->use.device, name, MOST_TEXT, text, NULL) != CL_SUCCESS)
		text[0] = '\0';
	text[MOST_TEXT - 1] = '\0';
}

/* A binary is for the device that it was made for, and the version of its driver. */
static bool is_same_device(const struct trial *trial)
{
	char name[MOST_TEXT];
	char driver[MOST_TEXT];

	get_text(trial, CL_DEVICE_NAME, name);
	get_text(trial, CL_DRIVER_VERSION, driver);
	return strcmp(name, trial->capture->device.name) == 0 &&
	       strcmp(driver, trial->capture->device.driver) == 0;
}

static bool can_have_programs(const struct trial *trial)
{
	char text[MOST_TEXT];

	if (capture_has_program(trial->capture, CAPTURE_PROGRAM_BINARY) && !is_same_device(trial))
		return is_unable(trial, "the program is a binary of another device or driver");
	if (capture_has_program(trial->capture, CAPTURE_PROGRAM_SOURCE) &&
	    !device_use_flag(&trial->use, CL_DEVICE_COMPILER_AVAILABLE, true))
		return is_unable(trial, "it has no compiler (CL_DEVICE_COMPILER_AVAILABLE)");
	if (!capture_has_program(trial->capture, CAPTURE_PROGRAM_IL))
		return true;
	get_text(trial, CL_DEVICE_IL_VERSION, text);
	return (trial->version >= 2001 && text[0]) ||
	       is_unable(trial, "it accepts no intermediate language (CL_DEVICE_IL_VERSION)");
}

static bool can_have_memory(const struct trial *trial)
{
	cl_device_svm_capabilities svm = 0;

	if (capture_has_memory(trial->capture, CAPTURE_IMAGE) &&
	    (trial->version < 1002 || !device_use_flag(&trial->use, CL_DEVICE_IMAGE_SUPPORT, true)))
		return is_unable(trial, "it has no images (CL_DEVICE_IMAGE_SUPPORT)");
	if (!capture_has_memory(trial->capture, CAPTURE_SVM))
		return true;
	if (trial->version < 2000 ||
	    trial->use.table->clGetDeviceInfo(trial->use.device, CL_DEVICE_SVM_CAPABILITIES, sizeof(svm),
					  &svm, NULL) != CL_SUCCESS ||
	    svm == 0)
		return is_unable(trial, "it has no shared virtual memory (CL_DEVICE_SVM_CAPABILITIES)");
	return true;
}

static bool has_functions(const struct trial *trial)
{
	return TRIAL_HAS(trial, clGetDeviceInfo) && TRIAL_HAS(trial, clCreateContext) &&
	       TRIAL_HAS(trial, clCreateCommandQueue) && TRIAL_HAS(trial, clCreateBuffer) &&
	       TRIAL_HAS(trial, clCreateProgramWithSource) && TRIAL_HAS(trial, clBuildProgram) &&
	       TRIAL_HAS(trial, clGetProgramBuildInfo) && TRIAL_HAS(trial, clCreateKernel) &&
	       TRIAL_HAS(trial, clSetKernelArg) && TRIAL_HAS(trial, clEnqueueNDRangeKernel) &&
	       TRIAL_HAS(trial, clEnqueueReadBuffer) && TRIAL_HAS(trial, clEnqueueWriteBuffer) &&
	       TRIAL_HAS(trial, clFinish);
}

bool trial_is_able(const struct trial *trial)
{
	if (!has_functions(trial))
		return false;
	if (device_use_is_custom(&trial->use) &&
	    !capture_has_program(trial->capture, CAPTURE_PROGRAM_BUILT_IN))
		return is_unable(trial, "a custom device has no compiler");
	if (!device_use_has_host_order(&trial->use))
		return is_unable(trial, "its byte order is not that of the host "
					"(CL_DEVICE_ENDIAN_LITTLE)");
	return can_have_programs(trial) && can_have_memory(trial);
}
