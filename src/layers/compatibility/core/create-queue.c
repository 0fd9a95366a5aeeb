/* SPDX-License-Identifier: Apache-2.0 */
/*
 * create-queue: cl_khr_create_command_queue. Its function is a function of OpenCL 2.0 by
 * another name; drivers older than that get it from clCreateCommandQueue.
 */
#include "layers/compatibility/core/core-functions.h"
#include "layers/compatibility/core/core-objects.h"
#include "layers/compatibility/core/older-driver.h"
#include "layers/compatibility/feature-settings.h"
#include "layers/compatibility/features.h"
#include "layers/compatibility/known-devices.h"
#include "layers/compatibility/lookup.h"

/* A context or device that is NULL is none; what else is wrong with them, the driver says. */
static cl_int check(cl_context context, cl_device_id device)
{
	if (!context)
		return CL_INVALID_CONTEXT;
	return !device ? CL_INVALID_DEVICE : CL_SUCCESS;
}

CLROUTER_WRAP_EXTENSION(clCreateCommandQueueWithPropertiesKHR)
{
	const cl_int error = check(context, device);

	if (error != CL_SUCCESS)
		return answer_refuse(errcode_ret, error);
	if (driver && !devices_emulate(device, FEATURE_CREATE_QUEUE))
		return driver(context, device, properties, errcode_ret);
	return create_queue_with(context, device, properties, errcode_ret);
}

static struct lookup create = LOOKUP(clCreateCommandQueueWithPropertiesKHR, FEATURE_CREATE_QUEUE);

static void start(struct clrouter_table *table)
{
	(void)table;
	older_start(settings_may_provide(&core) && settings_force(&core, NULL));
	lookup_add(&create);
}

const struct feature create_queue = {
	.id = FEATURE_CREATE_QUEUE,
	.name = "create_command_queue",
	.extensions = { { "cl_khr_create_command_queue", CL_MAKE_VERSION(1, 0, 0), 0 } },
	.start = start,
};
