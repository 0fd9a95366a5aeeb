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

static char *ask_device(cl_device_id device, cl_uint query)
{
	size_t size = 0;
	char *text;

	if (clrouter_target.clGetDeviceInfo(device, query, 0, NULL, &size) != CL_SUCCESS ||
	    (text = calloc(1, size + 1)) == NULL)
		return NULL;
	clrouter_target.clGetDeviceInfo(device, query, size, text, NULL);
	return text;
}

static char *ask_platform(cl_platform_id platform, cl_uint query)
{
	size_t size = 0;
	char *text;

	if (clrouter_target.clGetPlatformInfo(platform, query, 0, NULL, &size) != CL_SUCCESS ||
	    (text = calloc(1, size + 1)) == NULL)
		return NULL;
	clrouter_target.clGetPlatformInfo(platform, query, size, text, NULL);
	return text;
}

static void add_device_text(struct json *json, cl_device_id device, const char *name, cl_uint query)
{
	AUTO_FREE char *text = ask_device(device, query);

	json_text(json, name, text != NULL ? text : "");
}

static void add_platform_text(struct json *json, cl_platform_id platform, const char *name,
			      cl_uint query)
{
	AUTO_FREE char *text = ask_platform(platform, query);

	json_text(json, name, text != NULL ? text : "");
}

/* A number of 4 or 8 bytes; null if the driver does not tell. */
static void add_device_number(struct json *json, cl_device_id device, const char *name,
			      cl_uint query)
{
	unsigned char bytes[8] = { 0 };
	size_t size = 0;

	if (clrouter_target.clGetDeviceInfo(device, query, sizeof(bytes), bytes, &size) ==
		    CL_SUCCESS &&
	    (size == 4 || size == 8))
		json_number(json, name, signature_number(bytes, size));
	else
		json_word(json, name, "null");
}

static void add_host(struct json *json)
{
	const unsigned int one = 1;
	char name[OS_PATH_SIZE];

	json_open_flat(json, "host", '{');
	json_number(json, "bits", 8 * sizeof(void *));
	json_text(json, "order", *(const unsigned char *)&one == 1 ? "little" : "big");
	json_close(json, '}');
	system_program_name(name, sizeof(name));
	json_open_flat(json, "process", '{');
	json_text(json, "name", name);
	json_number(json, "id", (uint64_t)getpid());
	json_close(json, '}');
}

static void add_platform(struct json *json, cl_device_id device)
{
	cl_platform_id platform = NULL;

	clrouter_target.clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof(platform), &platform,
					NULL);
	json_open(json, "platform", '{');
	add_platform_text(json, platform, "name", CL_PLATFORM_NAME);
	add_platform_text(json, platform, "vendor", CL_PLATFORM_VENDOR);
	add_platform_text(json, platform, "version", CL_PLATFORM_VERSION);
	add_platform_text(json, platform, "profile", CL_PLATFORM_PROFILE);
	add_platform_text(json, platform, "extensions", CL_PLATFORM_EXTENSIONS);
	json_close(json, '}');
}

static void add_device(struct json *json, cl_device_id device)
{
	json_open(json, "device", '{');
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
	json_close(json, '}');
}

/* -- the launch ------------------------------------------------------------------------------ */

static void add_settings(struct json *json, const struct model *model)
{
	json_open(json, "settings", '[');
	for (size_t i = 0; i < model->setting_count; i++) {
		const struct call *call = model->settings[i];
		const void *value = call_pointer(call, ARG_clSetKernelExecInfo_param_value);

		json_open_flat(json, NULL, '{');
		json_number(json, "name", call_number(call, ARG_clSetKernelExecInfo_param_name));
		json_bytes(json, "bytes", value,
			   value == NULL ? 0
					 : call_number(call,
						       ARG_clSetKernelExecInfo_param_value_size));
		json_close(json, '}');
	}
	json_close(json, ']');
}

static void add_sizes(struct json *json, const struct job *job)
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
	json_number(json, "dimensions", count);
	json_sizes(json, "offset", offset, count);
	json_sizes(json, "global", global, count);
	json_sizes(json, "local", local, count);
	json_sizes(json, "suggested_local", job->has_suggested ? job->suggested : NULL, count);
	json_sizes(json, "required_local", job->required[0] != 0 ? job->required : NULL, 3);
}

static void add_launch(struct json *json, const struct job *job)
{
	json_open(json, "launch", '{');
	json_number(json, "number", job->number);
	json_text(json, "function", signatures[job->call->slot].name);
	json_text(json, "kernel", job->kernel);
	json_number(json, "program", job->model.program_count - 1);
	add_sizes(json, job);
	add_settings(json, &job->model);
	json_signed(json, "error", job->error);
	if (job->error != CL_SUCCESS)
		json_word(json, "status", "null");
	else
		json_signed(json, "status", job->status);
	json_close(json, '}');
}

static void add_cost(struct json *json, const struct job *job)
{
	json_open_flat(json, "cost", '{');
	json_number(json, "device_bytes", job->device_bytes);
	json_number(json, "file_bytes", job->file_bytes);
	json_number(json, "call_ns", job->call_ns);
	json_number(json, "write_ns", job->write_ns);
	json_close(json, '}');
}

static void add_date(struct json *json, time_t date)
{
	char text[64] = "";
	struct tm parts;

	if (gmtime_r(&date, &parts) != NULL)
		strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &parts);
	json_text(json, "created", text);
}

char *manifest_make(const struct job *job, size_t *length)
{
	const cl_device_id device = (cl_device_id)(uintptr_t)job->model.device;
	struct json json = { 0 };

	json_open(&json, NULL, '{');
	json_text(&json, "format", CAPTURE_FORMAT);
	json_sizes(&json, "version", (const size_t[]){ CAPTURE_MAJOR, CAPTURE_MINOR }, 2);
	add_date(&json, job->date);
	json_text(&json, "clrouter", PACKAGE_VERSION);
	add_host(&json);
	add_platform(&json, device);
	add_device(&json, device);
	json_open_flat(&json, "queue", '{');
	json_number(&json, "properties", job->properties);
	json_close(&json, '}');
	add_launch(&json, job);
	manifest_add_programs(&json, &job->model);
	manifest_add_samplers(&json, &job->model);
	manifest_add_memory(&json, &job->model);
	manifest_add_arguments(&json, &job->model);
	add_cost(&json, job);
	json_raw(&json, ",\n" CAPTURE_NO_CHECKS);
	json.depth = 0;
	json_raw(&json, "}\n");
	*length = json.length;
	if (!json.has_failed)
		return json.text;
	free(json.text);
	return NULL;
}
