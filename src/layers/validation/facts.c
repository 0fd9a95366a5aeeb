/* SPDX-License-Identifier: Apache-2.0 */
/*
 * facts: see facts.h. How they are learned is in learn.c.
 */
#include "layers/validation/facts.h"

#include <stdlib.h>
#include <string.h>

struct facts *facts_of(const void *handle, enum object_kind kind)
{
	struct object *object = live_record(handle);
	struct facts *facts;

	if (!live_is_live(object, kind) || kind == OBJECT_DEVICE)
		return NULL;
	facts = atomic_load_explicit(&object->facts, memory_order_acquire);
	return facts != NULL && atomic_load(&facts->serial) == atomic_load(&object->serial) ? facts
											    : NULL;
}

const void *facts_context(const void *handle, enum object_kind kind)
{
	const struct facts *facts;

	if (kind == OBJECT_CONTEXT)
		return live_is_live(live_record(handle), kind) ? handle : NULL;
	facts = facts_of(handle, kind);
	return facts != NULL ? facts->context : NULL;
}

/* -- devices ----------------------------------------------------------------------------- */

static bool ask(const void *device, cl_device_info name, void *value, size_t size)
{
	return clrouter_target.clGetDeviceInfo((cl_device_id)(uintptr_t)device, name, size, value,
					       NULL) == CL_SUCCESS;
}

static unsigned int ask_version(const void *device)
{
	static const char prefix[] = "OpenCL ";
	char text[128] = "";
	unsigned long major;
	char *end;

	if (!ask(device, CL_DEVICE_VERSION, text, sizeof(text)) ||
	    strncmp(text, prefix, sizeof(prefix) - 1) != 0)
		return 0;
	major = strtoul(text + sizeof(prefix) - 1, &end, 10);
	return *end == '.' ? (unsigned int)(100 * major + strtoul(end + 1, NULL, 10)) : 0;
}

static void ask_uniformity(const void *device, struct limits *limits)
{
	cl_bool supports_others = CL_TRUE;

	if (limits->version >= 300)
		ask(device, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, &supports_others,
		    sizeof(supports_others));
	else if (limits->version != 0 && limits->version < 200)
		supports_others = CL_FALSE;
	limits->is_uniform = !supports_others;
}

static void ask_limits(const void *device, struct limits *limits)
{
	cl_bool has_images = CL_TRUE;
	cl_uint align_bits = 0;
	cl_device_svm_capabilities svm = 0;

	limits->version = ask_version(device);
	ask(device, CL_DEVICE_IMAGE_SUPPORT, &has_images, sizeof(has_images));
	limits->has_images = has_images != CL_FALSE;
	ask(device, CL_DEVICE_ADDRESS_BITS, &limits->address_bits, sizeof(cl_uint));
	if (ask(device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, &align_bits, sizeof(align_bits)))
		limits->align = align_bits / 8;
	ask(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, &limits->max_alloc, sizeof(cl_ulong));
	ask(device, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, &limits->dimensions, sizeof(cl_uint));
	if (limits->dimensions <= FACTS_DIMENSIONS)
		ask(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, limits->item_sizes,
		    limits->dimensions * sizeof(size_t));
	ask(device, CL_DEVICE_QUEUE_PROPERTIES, &limits->queue_properties,
	    sizeof(limits->queue_properties));
	limits->has_no_svm = ask(device, CL_DEVICE_SVM_CAPABILITIES, &svm, sizeof(svm)) && svm == 0;
	ask_uniformity(device, limits);
}

const struct limits *facts_limits(const void *device)
{
	struct object *object = live_record(device);
	void *limits;
	void *none = NULL;

	if (!live_is_live(object, OBJECT_DEVICE))
		return NULL;
	limits = atomic_load_explicit(&object->facts, memory_order_acquire);
	if (limits != NULL)
		return limits;
	limits = calloc(1, sizeof(struct limits));
	if (limits == NULL)
		return NULL;
	ask_limits(device, limits);
	/* Two threads may ask at once; the first one counts. */
	if (atomic_compare_exchange_strong(&object->facts, &none, limits))
		return limits;
	free(limits);
	return none;
}

const struct limits *facts_queue_limits(const void *handle)
{
	const struct facts *queue = facts_of(handle, OBJECT_QUEUE);

	return queue != NULL && queue->device_count == 1 ? facts_limits(queue->devices[0]) : NULL;
}
