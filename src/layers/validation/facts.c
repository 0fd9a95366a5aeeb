/* SPDX-License-Identifier: Apache-2.0 */
/*
 * facts: see facts.h. How they are learned is in learn.c.
 */
#include "layers/validation/facts.h"

#include <stdlib.h>
#include <string.h>

/* The facts that the record OBJECT has, of whatever object; NULL: none. */
static struct facts *find_facts(struct object *object)
{
	struct facts_head *head = atomic_load_explicit(&object->facts, memory_order_acquire);

	return head != NULL && !head->is_limits ? (struct facts *)head : NULL;
}

struct facts *facts_of(const void *handle, enum object_kind kind)
{
	struct object *object = live_record(handle);
	struct facts *facts;

	if (!live_is_live(object, kind) || kind == OBJECT_DEVICE)
		return NULL;
	facts = find_facts(object);
	return facts != NULL && atomic_load(&facts->serial) == atomic_load(&object->serial) ? facts
											    : NULL;
}

struct facts *facts_last(const void *handle)
{
	struct object *object = live_record(handle);
	struct facts *facts = object != NULL ? find_facts(object) : NULL;

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

const void *facts_whole(const void *handle)
{
	const struct facts *facts = facts_of(handle, OBJECT_MEM);

	return facts != NULL && facts->parent != NULL ? facts->parent : handle;
}

/* -- new facts --------------------------------------------------------------------------- */

struct facts *facts_begin(const void *handle, enum object_kind kind, const void *context)
{
	struct object *object = live_record(handle);
	const size_t kept = offsetof(struct facts, serial);
	struct facts *facts;

	if (!live_is_live(object, kind))
		return NULL;
	facts = find_facts(object);
	if (facts != NULL) {
		formats_forget(&facts->formats);
		memset((char *)facts + kept, 0, sizeof(*facts) - kept);
	} else {
		facts = calloc(1, sizeof(*facts));
		if (facts == NULL)
			return NULL;
		facts->head.older = atomic_load(&object->facts);
	}
	facts->context = context;
	atomic_store_explicit(&object->facts, facts, memory_order_release);
	return facts;
}

void facts_finish(struct facts *facts, const void *handle)
{
	atomic_store(&facts->serial, atomic_load(&live_record(handle)->serial));
}

void facts_set_devices(struct facts *facts, const void *const *devices, size_t count)
{
	if (devices == NULL || count > FACTS_DEVICES)
		return;
	memcpy(facts->devices, devices, count * sizeof(*devices));
	facts->device_count = (unsigned int)count;
}

bool facts_has_device(const struct facts *facts, const void *device)
{
	for (unsigned i = 0; i < facts->device_count; i++)
		if (facts->devices[i] == device)
			return true;
	return facts->device_count == 0;
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
	abilities_ask(&limits->abilities, device, limits->version);
	support_ask(&limits->support, device);
}

struct limits *facts_limits(const void *device)
{
	struct object *object = live_record(device);
	struct limits *limits;
	struct facts_head *head;
	void *old;

	if (!live_is_live(object, OBJECT_DEVICE))
		return NULL;
	old = head = atomic_load_explicit(&object->facts, memory_order_acquire);
	if (head != NULL && head->is_limits)
		return (struct limits *)head;
	limits = calloc(1, sizeof(struct limits));
	if (limits == NULL)
		return NULL;
	limits->head.is_limits = true;
	limits->head.older = head;
	ask_limits(device, limits);
	/* Two threads may ask at once; the first one counts. */
	if (atomic_compare_exchange_strong(&object->facts, &old, limits))
		return limits;
	free(limits);
	return old;
}

const struct facts *facts_of_queue(const void *handle)
{
	const struct facts *facts = facts_of(handle, OBJECT_QUEUE);

	return facts != NULL ? facts : facts_of(handle, OBJECT_COMMAND_BUFFER);
}

const void *facts_queue_device(const void *handle)
{
	const struct facts *facts = facts_of_queue(handle);

	return facts != NULL && facts->device_count == 1 ? facts->devices[0] : NULL;
}

struct limits *facts_queue_limits(const void *handle)
{
	const void *device = facts_queue_device(handle);

	return device != NULL ? facts_limits(device) : NULL;
}

bool facts_any_device(const void *context, bool (*answer)(const struct limits *limits))
{
	const struct facts *facts = facts_of(context, OBJECT_CONTEXT);
	const struct limits *limits;

	for (unsigned i = 0; facts != NULL && i < facts->device_count; i++) {
		limits = facts_limits(facts->devices[i]);
		if (limits == NULL || answer(limits))
			return true;
	}
	return facts == NULL || facts->device_count == 0;
}
