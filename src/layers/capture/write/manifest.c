/* SPDX-License-Identifier: Apache-2.0 */
/*
 * manifest: see manifest.h. The objects are in manifest-objects.c.
 */
#include "config.h"

#include "layers/capture/write/manifest.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/common/system.h"
#include "base/os.h"
#include "base/text.h"
#include "capture/capture-format.h"
#include "layers/capture/write/manifest-objects.h"
#include "layers/frame/auto-free.h"

/* -- where it ran -------------------------------------------------------------------------- */

/* What the driver answers, SIZE bytes, is TEXT; NULL: there is no memory for it. */
static void add_answer(struct members *json, const char *name, const char *text, size_t size)
{
	if (text == NULL)
		json->has_failed = true;
	else
		member_text(json, name, size > 0 ? text : "");
}

static void add_device_text(struct members *json, cl_device_id device, const char *name,
			    cl_uint query)
{
	size_t size = 0;
	AUTO_FREE char *text = NULL;

	if (clrouter_target.clGetDeviceInfo(device, query, 0, NULL, &size) != CL_SUCCESS)
		size = 0;
	text = calloc(1, size + 1);
	if (text != NULL &&
	    clrouter_target.clGetDeviceInfo(device, query, size, text, NULL) != CL_SUCCESS)
		size = 0;
	add_answer(json, name, text, size);
}

static void add_platform_text(struct members *json, cl_platform_id platform, const char *name,
			      cl_uint query)
{
	size_t size = 0;
	AUTO_FREE char *text = NULL;

	if (clrouter_target.clGetPlatformInfo(platform, query, 0, NULL, &size) != CL_SUCCESS)
		size = 0;
	text = calloc(1, size + 1);
	if (text != NULL &&
	    clrouter_target.clGetPlatformInfo(platform, query, size, text, NULL) != CL_SUCCESS)
		size = 0;
	add_answer(json, name, text, size);
}

/* A number of 4 or 8 bytes; null if the driver does not tell. */
static void add_device_number(struct members *json, cl_device_id device, const char *name,
			      cl_uint query)
{
	unsigned char bytes[8] = { 0 };
	size_t size = 0;

	if (clrouter_target.clGetDeviceInfo(device, query, sizeof(bytes), bytes, &size) ==
		    CL_SUCCESS &&
	    (size == 4 || size == 8))
		member_number(json, name, signature_number(bytes, size));
	else
		member_word(json, name, "null");
}

static void add_host(struct members *json)
{
	const unsigned int one = 1;
	char name[OS_PATH_SIZE];

	member_open_flat(json, "host", '{');
	member_number(json, "bits", 8 * sizeof(void *));
	member_text(json, "order", *(const unsigned char *)&one == 1 ? "little" : "big");
	member_close(json, '}');
	system_program_name(name, sizeof(name));
	member_open_flat(json, "process", '{');
	member_text(json, "name", name);
	member_number(json, "id", (uint64_t)getpid());
	member_close(json, '}');
}

static void add_platform(struct members *json, cl_device_id device)
{
	cl_platform_id platform = NULL;

	clrouter_target.clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof(platform), &platform,
					NULL);
	member_open(json, "platform", '{');
	add_platform_text(json, platform, "name", CL_PLATFORM_NAME);
	add_platform_text(json, platform, "vendor", CL_PLATFORM_VENDOR);
	add_platform_text(json, platform, "version", CL_PLATFORM_VERSION);
	add_platform_text(json, platform, "profile", CL_PLATFORM_PROFILE);
	add_platform_text(json, platform, "extensions", CL_PLATFORM_EXTENSIONS);
	member_close(json, '}');
}

static void add_device(struct members *json, cl_device_id device)
{
	member_open(json, "device", '{');
	add_device_text(json, device, "name", CL_DEVICE_NAME);
	add_device_text(json, device, "vendor", CL_DEVICE_VENDOR);
	add_device_text(json, device, "version", CL_DEVICE_VERSION);
	add_device_text(json, device, "driver", CL_DRIVER_VERSION);
	add_device_text(json, device, "language", CL_DEVICE_OPENCL_C_VERSION);
	add_device_text(json, device, "extensions", CL_DEVICE_EXTENSIONS);
	add_device_number(json, device, "type", CL_DEVICE_TYPE);
	add_device_number(json, device, "vendor_id", CL_DEVICE_VENDOR_ID);
	add_device_number(json, device, "address_bits", CL_DEVICE_ADDRESS_BITS);
	add_device_number(json, device, "align", CL_DEVICE_MEM_BASE_ADDR_ALIGN);
	add_device_number(json, device, "compute_units", CL_DEVICE_MAX_COMPUTE_UNITS);
	add_device_number(json, device, "memory", CL_DEVICE_GLOBAL_MEM_SIZE);
	member_close(json, '}');
}

/* -- the launch ------------------------------------------------------------------------------ */

static void add_settings(struct members *json, const struct model *model)
{
	member_open(json, "settings", '[');
	for (size_t i = 0; i < model->setting_count; i++) {
		const struct call *call = model->settings[i];
		const void *value = call_pointer(call, ARG_clSetKernelExecInfo_param_value);

		member_open_flat(json, NULL, '{');
		member_number(json, "name", call_number(call, ARG_clSetKernelExecInfo_param_name));
		member_bytes(json, "bytes", value,
			   value == NULL ? 0
					 : call_number(call,
						       ARG_clSetKernelExecInfo_param_value_size));
		member_close(json, '}');
	}
	member_close(json, ']');
}

static void add_sizes(struct members *json, const struct job *job)
{
	static const size_t one = 1;
	const struct call *call = job->call;
	const bool is_task = call->slot == CLROUTER_SLOT_clEnqueueTask;
	const size_t count =
		is_task ? 1 : call_number(call, ARG_clEnqueueNDRangeKernel_work_dim);
	const size_t *offset = NULL;
	const size_t *global = &one;
	const size_t *local = &one;

	if (!is_task) {
		offset = call_pointer(call, ARG_clEnqueueNDRangeKernel_global_work_offset);
		global = call_pointer(call, ARG_clEnqueueNDRangeKernel_global_work_size);
		local = call_pointer(call, ARG_clEnqueueNDRangeKernel_local_work_size);
	}
	member_number(json, "dimensions", count);
	member_sizes(json, "offset", offset, count);
	member_sizes(json, "global", global, count);
	member_sizes(json, "local", local, count);
	member_sizes(json, "suggested_local", job->has_suggested ? job->suggested : NULL, count);
	member_sizes(json, "required_local", job->required[0] != 0 ? job->required : NULL, 3);
}

static void add_launch(struct members *json, const struct job *job)
{
	member_open(json, "launch", '{');
	member_number(json, "number", job->number);
	member_text(json, "function", signatures[job->call->slot].name);
	member_text(json, "kernel", job->kernel);
	member_number(json, "program", job->model.program_count - 1);
	add_sizes(json, job);
	add_settings(json, &job->model);
	member_signed(json, "error", job->error);
	if (job->error != CL_SUCCESS)
		member_word(json, "status", "null");
	else
		member_signed(json, "status", job->status);
	if (job->wait_status < 0)
		member_signed(json, "wait_status", job->wait_status);
	member_close(json, '}');
}

static void add_cost(struct members *json, const struct job *job)
{
	member_open_flat(json, "cost", '{');
	member_number(json, "device_bytes", job->device_bytes);
	member_number(json, "file_bytes", job->file_bytes);
	member_number(json, "call_ns", job->call_ns);
	member_number(json, "write_ns", job->write_ns);
	member_close(json, '}');
}

static void add_date(struct members *json, time_t date)
{
	char text[64] = "";
	struct tm parts;

	if (gmtime_r(&date, &parts) != NULL)
		strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &parts);
	member_text(json, "created", text);
}

char *manifest_make(const struct job *job, size_t *length)
{
	const cl_device_id device = (cl_device_id)(uintptr_t)job->model.device;
	struct members json = { 0 };

	member_open(&json, NULL, '{');
	member_text(&json, "format", CAPTURE_FORMAT);
	member_sizes(&json, "version", (const size_t[]){ CAPTURE_MAJOR, CAPTURE_MINOR }, 2);
	add_date(&json, job->date);
	member_text(&json, "clrouter", PACKAGE_VERSION);
	add_host(&json);
	add_platform(&json, device);
	add_device(&json, device);
	member_open_flat(&json, "queue", '{');
	member_number(&json, "properties", job->properties);
	member_close(&json, '}');
	add_launch(&json, job);
	manifest_add_programs(&json, &job->model);
	manifest_add_samplers(&json, &job->model);
	manifest_add_memory(&json, &job->model);
	manifest_add_arguments(&json, &job->model);
	add_cost(&json, job);
	member_raw(&json, ",\n" CAPTURE_NO_CHECKS);
	json.depth = 0;
	member_raw(&json, "}\n");
	*length = json.length;
	if (!json.has_failed)
		return json.text;
	free(json.text);
	return NULL;
}
