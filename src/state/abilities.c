/* SPDX-License-Identifier: Apache-2.0 */
/*
 * abilities: see abilities.h.
 */
#include "state/abilities.h"

#include <stdint.h>

#include "base/array.h"

static bool ask(const void *device, cl_device_info name, void *value, size_t size)
{
	return clrouter_target.clGetDeviceInfo((cl_device_id)(uintptr_t)device, name, size, value,
					       NULL) == CL_SUCCESS;
}

static void ask_partitions(struct abilities *abilities, const void *device)
{
	size_t size = 0;

	ask(device, CL_DEVICE_MAX_COMPUTE_UNITS, &abilities->compute_units, sizeof(cl_uint));
	ask(device, CL_DEVICE_PARTITION_MAX_SUB_DEVICES, &abilities->most_sub_devices,
	    sizeof(cl_uint));
	ask(device, CL_DEVICE_PARTITION_AFFINITY_DOMAIN, &abilities->domains,
	    sizeof(abilities->domains));
	if (clrouter_target.clGetDeviceInfo((cl_device_id)(uintptr_t)device,
					    CL_DEVICE_PARTITION_PROPERTIES,
					    sizeof(abilities->partitions), abilities->partitions,
					    &size) != CL_SUCCESS)
		return;
	abilities->knows_partitions = true;
	abilities->partition_count = (unsigned int)(size / sizeof(abilities->partitions[0]));
}

static void ask_images(struct abilities *abilities, const void *device)
{
	const struct {
		cl_device_info name;
		size_t *value;
	} sizes[] = {
		{ CL_DEVICE_IMAGE2D_MAX_WIDTH, &abilities->image_2d[0] },
		{ CL_DEVICE_IMAGE2D_MAX_HEIGHT, &abilities->image_2d[1] },
		{ CL_DEVICE_IMAGE3D_MAX_WIDTH, &abilities->image_3d[0] },
		{ CL_DEVICE_IMAGE3D_MAX_HEIGHT, &abilities->image_3d[1] },
		{ CL_DEVICE_IMAGE3D_MAX_DEPTH, &abilities->image_3d[2] },
		{ CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, &abilities->image_buffer },
		{ CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, &abilities->image_array },
	};

	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++)
		ask(device, sizes[i].name, sizes[i].value, sizeof(size_t));
}

/* Programs of OpenCL 2.x can read and write pipes; others can if the device says so. */
static bool lacks_pipes(const void *device, unsigned int version)
{
	cl_bool supports = CL_TRUE;

	if (version >= 300)
		ask(device, CL_DEVICE_PIPE_SUPPORT, &supports, sizeof(supports));
	return supports == CL_FALSE || (version != 0 && version < 200);
}

/* The version of the language is empty if the device accepts none. */
static bool lacks_il(const void *device)
{
	size_t size = 0;

	return clrouter_target.clGetDeviceInfo((cl_device_id)(uintptr_t)device,
					       CL_DEVICE_IL_VERSION, 0, NULL,
					       &size) == CL_SUCCESS &&
	       size <= 1;
}

static bool lacks_sub_groups(const void *device, unsigned int version)
{
	cl_uint most = 1;

	if (version >= 300)
		ask(device, CL_DEVICE_MAX_NUM_SUB_GROUPS, &most, sizeof(most));
	return most == 0 || (version != 0 && version < 200);
}

/* Since OpenCL 3.0 a device need not have them; before 2.0 there are none. */
static void ask_device_queues(struct abilities *abilities, const void *device, unsigned int version)
{
	cl_device_device_enqueue_capabilities bits = CL_DEVICE_QUEUE_SUPPORTED;

	if (version >= 300)
		ask(device, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, &bits, sizeof(bits));
	abilities->has_no_device_queues =
		(bits & CL_DEVICE_QUEUE_SUPPORTED) == 0 || (version != 0 && version < 200);
	if (version < 200)
		return;
	ask(device, CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, &abilities->on_device_properties,
	    sizeof(abilities->on_device_properties));
	ask(device, CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, &abilities->largest_queue,
	    sizeof(abilities->largest_queue));
}

static bool lacks_new_default(const void *device, unsigned int version)
{
	cl_device_device_enqueue_capabilities bits = CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT;

	if (version >= 300)
		ask(device, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, &bits, sizeof(bits));
	return (bits & CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT) == 0 || (version != 0 && version < 200);
}

void abilities_ask(struct abilities *abilities, const void *device, unsigned int version)
{
	cl_device_exec_capabilities exec = 0;

	ask(device, CL_DEVICE_TYPE, &abilities->type, sizeof(abilities->type));
	ask_partitions(abilities, device);
	ask_images(abilities, device);
	abilities->knows_svm = ask(device, CL_DEVICE_SVM_CAPABILITIES, &abilities->svm,
				   sizeof(abilities->svm));
	ask(device, CL_DEVICE_EXECUTION_CAPABILITIES, &exec, sizeof(exec));
	abilities->has_no_native = exec != 0 && (exec & CL_EXEC_NATIVE_KERNEL) == 0;
	abilities->has_no_pipes = lacks_pipes(device, version);
	ask(device, CL_DEVICE_PIPE_MAX_PACKET_SIZE, &abilities->largest_packet,
	    sizeof(abilities->largest_packet));
	abilities->has_no_il = lacks_il(device);
	abilities->has_no_sub_groups = lacks_sub_groups(device, version);
	ask_device_queues(abilities, device, version);
	abilities->has_no_new_default = lacks_new_default(device, version);
	/* Only programs of OpenCL 2.2 have them; a later device does not say. */
	abilities->has_no_destructors = version != 0 && version < 202;
}
